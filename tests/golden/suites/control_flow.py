"""foreach, while_loop and cond: numbers, names, shapes, types, and the files that MXNet writes of them."""

import ctypes

import control_flow_cases as cases


def folded(mx):
    """Symbols with a graph in one node: by a partitioning backend, and by its JSON as an attribute."""
    from mxnet import base

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


def record(mx, output):
    numbers, texts = {}, {}
    for name in cases.CASES:
        for key, value in cases.symbolic(mx, name).items():
            if name not in cases.UNWRITTEN or not key.startswith("grad_"):
                numbers[f"symbolic/{name}/{key}"] = value
        for key, value in cases.eager(mx, name).items():
            numbers[f"eager/{name}/{key}"] = value
        texts[name] = cases.facts(mx, name)
        cases.symbol(mx, name).save(output.path("control_flow", f"{name}-symbol.json"))
    for name, (block, shapes) in cases.blocks(mx).items():
        mx.AttrScope._subgraph_names.clear()
        arrays = cases.block_inputs(name, shapes)
        cases.set_parameters(mx, name, block)
        for key, value in cases.run_block(mx, block, arrays).items():
            numbers[f"block/{name}/{key}"] = value
        with mx.name.NameManager():
            block.hybridize()
            block(*map(mx.nd.array, arrays))
        block.export(output.path("control_flow", name))
    for name, net in folded(mx):
        net.save(output.path("control_flow", f"{name}-symbol.json"))
    output.npz(numbers)
    output.rows(dict(sorted(texts.items())), sort_keys=True)
