"""Writes quantization.json with MXNet 1.9.1 (CPU): MXNET_SUBGRAPH_BACKEND=NONE python quantization_gen.py

Without that setting its executors fuse layers, and calibration does not find what it looks for.
"""

import json
import os

import mxnet as mx
import quantization_cases as cases

found = {}
for case in cases.cases():
    symbol, args, aux = cases.quantized(mx, *case)
    made = cases.described(symbol, args)
    if case[0] == "dense":  # of convolutions its CPU build runs only some
        made["output"] = cases.run(mx, case[0], symbol, args, aux)
    found["/".join(case)] = made
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "quantization.json"), "w") as file:
    json.dump(found, file, separators=(",", ":"))
