"""Fused operators of the oneDNN build, and networks of such on 8-bit integers: symbols, outputs, files."""

import quantized_fused_cases as cases

#: Without it MXNet's executors fuse layers, and calibration does not find what it looks for.
ENVIRONMENT = {"MXNET_SUBGRAPH_BACKEND": "NONE"}


def record(mx, output):
    fused, made = {}, {}
    for name in cases.NETWORKS:
        for backend in ("MKLDNN", "MKLDNN_QUANTIZE"):
            symbol = cases.network(mx, name).get_backend_symbol(backend)
            names = [n.name for n in symbol.get_internals()]
            fused[f"{name}/{backend}"] = {"digest": cases.digest(symbol.tojson()), "names": names}
    for key, case in cases.cases().items():
        symbol, args, aux = cases.quantized(mx, *case)
        made[key] = {"nodes": cases.described(symbol), "parameters": sorted(args)}
        try:
            made[key]["types"] = cases.types(symbol)
            rows = cases.run(mx, symbol, args, aux)
            made[key]["output"] = [[round(float(x), 6) for x in row[:6]] for row in rows.reshape(len(rows), -1)]
        except mx.MXNetError as error:
            made[key]["error"] = str(error).splitlines()[-1]
    nets = {}
    for mode in ("naive", "none"):
        net, _ = cases.gluon(mx, mode)
        found = net(mx.nd.array(cases.examples() / 2)).asnumpy()
        nets[mode] = {"nodes": cases.described(cases.exported(mx, net)), "output": found.round(6).tolist()}
    output.json({"fused": fused, "quantized": made, "gluon": nets})
    symbol, args, aux = cases.quantized(mx, "plain", *cases.WAYS[0])
    symbol.save(output.path("quantized_fused", "plain-symbol.json"))
    both = {f"{kind}:{name}": array for kind, arrays in (("arg", args), ("aux", aux)) for name, array in arrays.items()}
    mx.nd.save(output.path("quantized_fused", "plain-0000.params"), both)
