"""Cases of activations, the softmax family, output layers, sequences and losses."""

SHAPE = ((3, 4),)
ACTIVATIONS = [
    {"op": "Activation", "inputs": [((3, 5), dtype)], "attrs": {"act_type": kind}}
    for kind in ("relu", "sigmoid", "softrelu", "softsign", "tanh")
    for dtype in ("float32", "float64")
] + [
    {"op": "Activation", "inputs": [{"value": [-200.0, -30.0, 0.0, 30.0, 200.0]}], "attrs": {"act_type": kind}}
    for kind in ("sigmoid", "softrelu", "softsign", "tanh")
]
LEAKY = [{"op": "LeakyReLU", "inputs": [((3, 5),)], "attrs": {"act_type": kind}} for kind in ("leaky", "elu", "gelu")] + [
    # MXNet computes selu's gradient from the output with a factor misplaced; it is not the derivative.
    {"op": "LeakyReLU", "inputs": [((3, 5),)], "attrs": {"act_type": "selu"}, "grad": False},
    {"op": "LeakyReLU", "inputs": [((3, 5),)], "attrs": {"act_type": "leaky", "slope": 0.1}},
    {"op": "LeakyReLU", "inputs": [((3, 5), "float64")], "attrs": {"act_type": "elu", "slope": 0.7}},
    {"op": "LeakyReLU", "inputs": [((2, 3, 4),), ((3,),)], "attrs": {"act_type": "prelu"}},
    {"op": "LeakyReLU", "inputs": [((2, 3, 4),), ((1,),)], "attrs": {"act_type": "prelu"}},
    {"op": "LeakyReLU", "inputs": [{"value": [-100.0, -1.0, 0.0, 2.0, 200.0]}], "attrs": {"act_type": "elu"}},
]
LENGTH = {"value": [1, 3], "dtype": "int32"}
SOFTMAX = [
    {"op": op, "inputs": [((2, 3, 4), dtype)], "attrs": attrs, "tol": {"float16": (4e-3, 2e-3)}.get(dtype)}
    for op in ("softmax", "log_softmax", "softmin")
    for dtype, attrs in (
        ("float32", {}),
        ("float32", {"axis": 1}),
        ("float32", {"axis": 0, "temperature": 2.5}),
        ("float64", {"axis": -2}),
        ("float16", {}),
        ("float16", {"dtype": "float32"}),
    )
] + [
    {"op": "softmax", "inputs": [((2, 3),), LENGTH], "attrs": {"use_length": True}, "grad": [0]},
    {
        "op": "softmax",
        "inputs": [((3, 2, 2),), {"value": [[1, 2], [3, 1]], "dtype": "int32"}],
        "attrs": {"use_length": True, "axis": 0, "temperature": 2.0},
        "grad": [0],
    },
    {"op": "softmax", "inputs": [{"value": [[1000.0, 0.0, -1000.0]]}]},
    {"op": "softmax", "inputs": [((2, 3), "int32")], "error": "floating point"},
    {"op": "SoftmaxActivation", "inputs": [SHAPE]},
    # MXNet's softmax runs over the last axis and its gradient over axis 1.
    {"op": "SoftmaxActivation", "inputs": [((2, 3, 4),)], "grad": False},
    {"op": "SoftmaxActivation", "inputs": [((2, 3, 4, 2),)], "attrs": {"mode": "channel"}},
]


def _output(label, shape=(4, 3), **attrs):
    return {"op": "SoftmaxOutput", "inputs": [(shape,), {"value": label}], "attrs": attrs}


CLASSES = [0, 2, 1, 2]
PLACES = [[[0, 1], [2, 1]], [[1, 1], [0, 2]]]
OUTPUT = [
    _output(CLASSES),
    _output(CLASSES, grad_scale=0.5, normalization="batch"),
    _output(CLASSES, use_ignore=True, ignore_label=2),
    _output(CLASSES, use_ignore=True, ignore_label=2, normalization="valid", grad_scale=3.0),
    _output(CLASSES, ignore_label=2, normalization="valid"),
    _output(CLASSES, smooth_alpha=0.2),
    _output(CLASSES, smooth_alpha=0.2, use_ignore=True, ignore_label=1),
    _output([[0.2, 0.3, 0.5], [1, 0, 0], [0, 0, 1], [0.1, 0.9, 0]], grad_scale=2.0),
    _output(PLACES, shape=(2, 3, 2, 2), multi_output=True),
    _output(PLACES, shape=(2, 3, 2, 2), multi_output=True, normalization="batch"),
    _output(PLACES, shape=(2, 3, 2, 2), multi_output=True, normalization="valid", use_ignore=True, ignore_label=1),
    _output([[0, 1, 2, 1], [1, 1, 0, 2]], shape=(2, 3, 2, 2), multi_output=True),
    _output([[0, 1, 2], [3, 0, 1]], shape=(2, 3, 4), preserve_shape=True),
    {**_output(CLASSES), "op": "Softmax"},
    {"op": "SoftmaxOutput", "inputs": [((4, 3), "float64"), {"value": CLASSES, "dtype": "float64"}]},
    {**_output([0, 1, 2]), "error": "inferred shape=[4]"},
]
REGRESSION = [
    {"op": op, "inputs": [((3, 4), dtype), ((3, 4), dtype)], "attrs": {"grad_scale": scale}}
    for op in ("LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput")
    for dtype, scale in (("float32", 1.0), ("float64", 0.3))
] + [
    {"op": "LinearRegressionOutput", "inputs": [((3, 1),), ((3,),)]},
    {"op": "MAERegressionOutput", "inputs": [((3, 2, 2),), ((3, 4),)]},
    {"op": "LinearRegressionOutput", "inputs": [((3, 2),), ((3,),)], "error": "expected that of data"},
    {"op": "SVMOutput", "inputs": [((4, 3),), {"value": CLASSES}]},
    {
        "op": "SVMOutput",
        "inputs": [((4, 3),), {"value": CLASSES}],
        "attrs": {"margin": 0.5, "regularization_coefficient": 0.7, "use_linear": True},
    },
    {"op": "softmax_cross_entropy", "inputs": [((4, 3),), {"value": CLASSES}], "grad": [0]},
]
LENGTHS = {"value": [1, 3, 2]}
SEQUENCE = [
    {"op": "SequenceMask", "inputs": [((4, 3, 2),)]},
    {"op": "SequenceMask", "inputs": [((4, 3, 2),), LENGTHS], "attrs": {"use_sequence_length": True}, "grad": [0]},
    {
        "op": "SequenceMask",
        "inputs": [((3, 4),), LENGTHS],
        "attrs": {"use_sequence_length": True, "axis": 1, "value": -1.5},
        "grad": [0],
    },
    {
        "op": "SequenceMask",
        "inputs": [((4, 3, 2),), {"value": [1, 3, 2], "dtype": "int32"}],
        "attrs": {"use_sequence_length": True},
        "grad": [0],
    },
    {"op": "SequenceLast", "inputs": [((4, 3, 2),)], "grad": False},
    {"op": "SequenceLast", "inputs": [((3, 4, 2),)], "attrs": {"axis": 1}, "grad": False},
    {"op": "SequenceLast", "inputs": [((4, 3, 2),), LENGTHS], "attrs": {"use_sequence_length": True}, "grad": [0]},
    {"op": "SequenceLast", "inputs": [((3, 4),), LENGTHS], "attrs": {"use_sequence_length": True, "axis": 1}, "grad": [0]},
    {"op": "SequenceReverse", "inputs": [((4, 3, 2),)], "grad": False},
    {"op": "SequenceReverse", "inputs": [((4, 3, 2),), LENGTHS], "attrs": {"use_sequence_length": True}, "grad": [0]},
]
DROPOUT = [
    {"op": "Dropout", "inputs": [SHAPE], "attrs": {"p": 0.0}},
    {"op": "Dropout", "inputs": [SHAPE], "train": False, "grad": False},
    {"op": "Dropout", "inputs": [SHAPE], "attrs": {"p": 0.3}, "train": True, "grad": False, "check": "shape"},
    {"op": "Dropout", "inputs": [SHAPE], "attrs": {"p": 1.5}, "error": "p"},
]
CASES = ACTIVATIONS + LEAKY + SOFTMAX + OUTPUT + REGRESSION + SEQUENCE + DROPOUT
