"""Makes the golden values of the control flow tests, with the real MXNet 1.9.1: `python tests/golden/control_flow_gen.py`.

Writes control_flow.npz (numbers), control_flow.json (names, shapes, types) and control_flow/ (symbol files and parameters as
MXNet writes them) beside itself.
"""

import ctypes
import json
import os
import sys
import warnings

import control_flow_cases as cases
import mxnet as mx
import numpy as np
from mxnet import base

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = os.path.join(HERE, "control_flow")


def folded():
    """Symbols with a graph in one node: by a partitioning backend, and by its JSON as an attribute."""
    net = cases.plain_net(mx)
    names = ["exp", "elemwise_add"]
    out = base.SymbolHandle()
    base.check_call(
        base._LIB.MXBuildSubgraphByOpNames(
            net.handle, base.c_str("default"), base.mx_uint(2), base.c_str_array(names), ctypes.byref(out)
        )
    )
    yield "partitioned", mx.sym.Symbol(out)
    with mx.name.NameManager():
        inputs = [mx.sym.var(n) for n in net.list_inputs()]
        yield "attribute", mx.sym._internal._CachedOp(*inputs, subgraph=net.tojson()) * 2


def main():
    assert mx.__version__ == "1.9.1" and "jmx" not in sys.modules
    warnings.simplefilter("ignore")
    os.makedirs(FILES, exist_ok=True)
    numbers, texts = {}, {}
    for name in cases.CASES:
        for key, value in cases.symbolic(mx, name).items():
            if name not in cases.UNWRITTEN or not key.startswith("grad_"):
                numbers[f"symbolic/{name}/{key}"] = value
        for key, value in cases.eager(mx, name).items():
            numbers[f"eager/{name}/{key}"] = value
        texts[name] = cases.facts(mx, name)
        cases.symbol(mx, name).save(os.path.join(FILES, f"{name}-symbol.json"))
    for name, (block, shapes) in cases.blocks(mx).items():
        mx.AttrScope._subgraph_names.clear()
        arrays = cases.block_inputs(name, shapes)
        cases.set_parameters(mx, name, block)
        for key, value in cases.run_block(mx, block, arrays).items():
            numbers[f"block/{name}/{key}"] = value
        with mx.name.NameManager():
            block.hybridize()
            block(*map(mx.nd.array, arrays))
        block.export(os.path.join(FILES, name))
    for name, net in folded():
        net.save(os.path.join(FILES, f"{name}-symbol.json"))
    np.savez_compressed(os.path.join(HERE, "control_flow.npz"), **numbers)
    with open(os.path.join(HERE, "control_flow.json"), "w") as file:
        rows = (f"{json.dumps(name)}: {json.dumps(texts[name], sort_keys=True)}" for name in sorted(texts))
        file.write("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
