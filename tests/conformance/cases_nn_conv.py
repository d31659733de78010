"""Cases of Convolution, Deconvolution, im2col, col2im, FullyConnected and Embedding."""


def _conv(shape, filters, kernel, op="Convolution", bias=True, dtype="float32", **attrs):
    groups = attrs.get("num_group", 1)
    weight = (filters, shape[1] // groups) if op != "Deconvolution" else (shape[1], filters // groups)
    inputs = [(shape, dtype), (weight + kernel, dtype)] + [((filters,), dtype)] * bias
    attrs = {"kernel": kernel, "num_filter": filters, "no_bias": not bias, **attrs}
    return {
        "op": op,
        "inputs": inputs,
        "attrs": attrs,
        **({"grad_tol": (1e-4, 2e-5), "tol": (1e-5, 1e-5)} if dtype == "float32" else {}),
    }


CONVOLUTION = [
    _conv((2, 3, 6, 5), 4, (3, 3)),
    _conv((2, 12, 6, 5), 4, (3, 3), pad=(1, 1), bias=False),
    _conv((2, 40, 6, 5), 8, (3, 3), pad=(1, 1)),
    _conv((2, 12, 7, 6), 4, (3, 2), stride=(2, 1), pad=(1, 0)),
    _conv((2, 12, 9, 8), 4, (3, 2), dilate=(2, 3), pad=(2, 1)),
    _conv((2, 3, 9, 8), 4, (3, 3), stride=(2, 3), dilate=(2, 1), pad=(1, 2)),
    _conv((2, 5, 6, 5), 4, (1, 1)),
    _conv((2, 5, 6, 5), 4, (1, 1), stride=(2, 2)),
    _conv((2, 5, 6, 5), 4, (1, 1), stride=(2, 2), pad=(1, 1), bias=False),
    _conv((2, 1, 8, 8), 4, (5, 5)),
    _conv((2, 6, 6, 5), 6, (3, 3), num_group=6, pad=(1, 1)),
    _conv((2, 6, 6, 5), 12, (3, 3), num_group=6, pad=(1, 1), stride=(2, 2)),
    _conv((2, 6, 7, 5), 9, (3, 3), num_group=3, dilate=(2, 1)),
    _conv((2, 24, 5, 5), 8, (3, 3), num_group=2),
    _conv((2, 18, 5, 5), 9, (7, 3), num_group=9, pad=(3, 1)),
    _conv((2, 4, 8), 3, (3,), stride=(2,), pad=(1,), layout="NCW"),
    _conv((2, 16, 8), 3, (3,)),
    _conv((1, 2, 5, 4, 6), 3, (2, 3, 2), pad=(1, 0, 1)),
    _conv((1, 4, 5, 4, 6), 3, (3, 3, 3), pad=(1, 1, 1), stride=(2, 1, 2)),
    _conv((1, 4, 7, 4, 6), 3, (3, 3, 3), pad=(1, 1, 1), dilate=(2, 1, 2)),
    _conv((1, 4, 4, 4, 4), 3, (1, 1, 1)),
    _conv((2, 3, 6, 5), 4, (3, 3), dtype="float64"),
    _conv((2, 3, 7, 7), 4, (3, 3), op="Convolution_v1", stride=(2, 2), pad=(1, 1)),
]
DECONVOLUTION = [
    _conv((2, 3, 4, 5), 4, (3, 3), op="Deconvolution"),
    _conv((2, 3, 4, 5), 4, (3, 3), op="Deconvolution", stride=(2, 2), pad=(1, 1), adj=(1, 1)),
    _conv((2, 16, 4, 5), 4, (4, 4), op="Deconvolution", stride=(2, 2), pad=(1, 1), bias=False),
    _conv((2, 3, 4, 5), 16, (4, 3), op="Deconvolution", stride=(3, 2)),
    _conv((2, 3, 4, 5), 4, (3, 3), op="Deconvolution", stride=(2, 2), target_shape=(8, 9), dtype="float64"),
    _conv((2, 4, 4, 5), 6, (3, 3), op="Deconvolution", stride=(2, 2), num_group=2),
    _conv((2, 4, 4, 5), 4, (4, 4), op="Deconvolution", stride=(2, 2), pad=(1, 1), num_group=4, bias=False, dtype="float64"),
    _conv((2, 3, 5), 4, (3,), op="Deconvolution", stride=(2,), pad=(1,)),
    _conv((1, 3, 3, 4, 3), 2, (2, 3, 2), op="Deconvolution", stride=(2, 1, 2), pad=(0, 1, 0)),
    _conv((2, 3, 4, 5), 4, (1, 1), op="Deconvolution"),
    _conv((2, 3, 4, 5), 4, (3, 3), op="Deconvolution", dtype="float64"),
]


def _dense(shape, hidden, bias=True, dtype="float32", **attrs):
    features = 1
    for n in shape[1:] if attrs.get("flatten", True) else shape[-1:]:
        features *= n
    inputs = [(shape, dtype), ((hidden, features), dtype)] + [((hidden,), dtype)] * bias
    return {"op": "FullyConnected", "inputs": inputs, "attrs": {"num_hidden": hidden, "no_bias": not bias, **attrs}}


INDICES = {"value": [[0, 1, 5], [-1, 2, 7]]}
CASES = (
    CONVOLUTION
    + DECONVOLUTION
    + [
        {"op": "im2col", "inputs": [((2, 3, 6, 5),)], "attrs": {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 1)}},
        {"op": "im2col", "inputs": [((2, 3, 6, 5),)], "attrs": {"kernel": (2, 2), "dilate": (2, 2)}},
        {"op": "col2im", "inputs": [((2, 12, 12),)], "attrs": {"output_size": (5, 4), "kernel": (2, 2)}},
        {
            "op": "col2im",
            "inputs": [((2, 18, 9),)],
            "attrs": {"output_size": (6, 6), "kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)},
        },
        _dense((3, 4), 5),
        {**_dense((3, 4), 5, bias=False), "grad2": True},
        _dense((3, 4, 2), 5),
        _dense((3, 4, 2), 5, flatten=False),
        _dense((3, 4), 1, bias=False),
        _dense((3,), 2),
        _dense((3, 4), 5, dtype="float64"),
        {"op": "Embedding", "inputs": [INDICES, ((6, 3),)], "attrs": {"input_dim": 6, "output_dim": 3}, "grad": [1]},
        {
            "op": "Embedding",
            "inputs": [{**INDICES, "dtype": "int32"}, ((6, 3),)],
            "attrs": {"input_dim": 6, "output_dim": 3},
            "grad": [1],
        },
        {
            "op": "Embedding",
            "inputs": [((4,), "uint8"), ((10, 2), "float64")],
            "attrs": {"input_dim": 10, "output_dim": 2, "dtype": "float64"},
            "grad": [1],
        },
        {
            "op": "Convolution",
            "inputs": [((2, 3, 4, 4),), ((4, 5, 3, 3),), ((4,),)],
            "attrs": {"kernel": (3, 3), "num_filter": 4},
            "error": "inferred shape=[4,3,3,3]",
        },
        {
            "op": "Convolution",
            "inputs": [((2, 3, 4, 4),), ((4, 3, 5, 5),), ((4,),)],
            "attrs": {"kernel": (5, 5), "num_filter": 4},
            "error": "kernel size exceeds input",
        },
        {
            "op": "Convolution",
            "inputs": [((2, 3, 4, 4),), ((4, 1, 3, 3),), ((4,),)],
            "attrs": {"kernel": (3, 3), "num_filter": 4, "num_group": 2},
            "error": "must divide group size",
        },
        {
            "op": "Deconvolution",
            "inputs": [((2, 3, 4, 4),), ((4, 4, 3, 3),)],
            "attrs": {"kernel": (3, 3), "num_filter": 4},
            "error": "inferred shape=[3,4,3,3]",
        },
        {
            "op": "FullyConnected",
            "inputs": [((2, 3),), ((4, 5),), ((4,),)],
            "attrs": {"num_hidden": 4},
            "error": "inferred shape=[4,3]",
        },
        {
            "op": "Embedding",
            "inputs": [((2,), "int32"), ((4, 5),)],
            "attrs": {"input_dim": 3, "output_dim": 5},
            "error": "inferred shape=[3,5]",
        },
    ]
)
