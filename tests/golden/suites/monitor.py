"""What monitors see: names of arrays, inside of nodes, of blocks."""

import monitor_cases as cases

ENVIRONMENT = {"MXNET_SUBGRAPH_BACKEND": "NONE"}  # fused nodes have names of their own


def record(mx, output):
    output.json({"names": cases.names(mx), "hidden": cases.hidden(mx), "hooks": cases.hooks(mx)}, indent=0)
