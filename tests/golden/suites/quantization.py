"""Models on 8-bit integers: symbols, parameters, outputs."""

import quantization_cases as cases

#: Without it MXNet's executors fuse layers, and calibration does not find what it looks for.
ENVIRONMENT = {"MXNET_SUBGRAPH_BACKEND": "NONE"}


def record(mx, output):
    found = {}
    for case in cases.cases():
        symbol, args, aux = cases.quantized(mx, *case)
        described = cases.described(symbol, args)
        if case[0] == "dense":  # of convolutions its CPU build runs only some
            described["output"] = cases.run(mx, case[0], symbol, args, aux)
        found["/".join(case)] = described
    output.json(found, end="")
