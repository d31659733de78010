"""Cases of the NumPy interface: arrays made out of numbers, random ones too."""

_X = ((2, 3), "float32")


def _case(op, *inputs, **more):
    return {"op": op, "inputs": list(inputs), "attrs": more.pop("attrs", {}), **more}


def _made(op, **attrs):
    return _case(op, attrs=attrs)


CASES = []
for _op in ("_npi_zeros", "_npi_ones"):
    CASES += [
        _made(_op, shape=(2, 3)),
        _made(_op),
        _made(_op, shape=(2, 0), dtype="bool"),
        _made(_op, shape=3, dtype="int64"),
        _made(_op, shape=(2,), dtype="float16"),
    ]
CASES += [
    _made("_npi_identity", shape=(3, 3)),
    _made("_npi_identity", shape=(2, 2), dtype="bool"),
    _made("_npi_identity", shape=(0, 0)),
    _made("_npi_eye", N=2, M=3, k=1),
    _made("_npi_eye", N=3, k=-1, dtype="int32"),
    _made("_npi_eye", N=2, M=0),
    _case("_npi_eye", attrs={"N": -1}, error="negative dimensions"),
    _made("_npi_arange", start=0.5, stop=5, step=1.5),
    _made("_npi_arange", start=5),
    _made("_npi_arange", start=5, stop=0, step=-1.5),
    _made("_npi_arange", start=5, stop=0),
    _made("_npi_arange", start=0.5, stop=5, step=1.5, dtype="int32"),
    _made("_npi_arange", start=0, stop=3, dtype="int64"),
    _case("_npi_arange", attrs={"start": 0, "stop": 3, "step": 0}, error="step=0"),
    _case("_npi_arange", attrs={"start": 0, "stop": 3, "repeat": 2}, error="repeat=1"),
    _made("_npi_linspace", start=0, stop=2, num=5),
    _made("_npi_linspace", start=0, stop=2, num=5, endpoint=False, dtype="float64"),
    _made("_npi_logspace", start=0, stop=2, num=4),
    _made("_npi_logspace", start=0, stop=2, num=4, endpoint=False, base=2.0, dtype="float64"),
    _made("_npi_logspace", start=0, stop=2, num=4, dtype="int32"),
    _made("_npi_logspace", start=0, stop=2, num=0),
    _case("_npi_logspace", attrs={"start": 0, "stop": 2, "num": -1}, error="non-negative"),
    _made("_npi_full", shape=(2, 3), value=2.5),
    _made("_npi_full", shape=(), value=-1.5, dtype="int32"),
    _case("_npi_full_like", _X, attrs={"fill_value": 2.5}),
    _case("_npi_full_like", _X, attrs={"fill_value": 2.5, "dtype": "int32"}),
    _case("_npi_full_like", ((), "int64"), attrs={"fill_value": 7}),
    _case("_npi_full_like", ((2, 0), "float64"), attrs={"fill_value": 300, "dtype": "uint8"}),
    _case("_npi_full_like", _X, attrs={"fill_value": 2.5, "dtype": "bool"}),
    _made("_npi_indices", dimensions=(2, 3)),
    _made("_npi_indices", dimensions=(2, 3), dtype="float64"),
    _made("_npi_indices", dimensions=(2, 0)),
    _made("_npi_indices", dimensions=()),
]
for _op in ("_npi_hanning", "_npi_hamming", "_npi_blackman"):
    CASES += [
        _made(_op, M=5),
        _made(_op, M=6, dtype="float64"),
        _made(_op, M=1),
        _made(_op, M=0),
        _made(_op, M=4, dtype="int32"),
        _made(_op, M=4, dtype="float16"),
        _case(_op, error="argument: 'M'"),
    ]
for _op in ("_np_atleast_1d", "_np_atleast_2d", "_np_atleast_3d"):
    CASES += [
        _case(_op, ((), "float32"), ((3,), "float32"), attrs={"num_args": 2}),
        _case(_op, ((2, 3), "float32"), ((2, 1, 2), "float32"), ((0,), "float32"), attrs={"num_args": 3}),
        _case(_op, ((), "int64"), attrs={"num_args": 1}),
    ]


def _drawn(op, *inputs, **attrs):
    return _case(op, *inputs, attrs=attrs, check="shape")


_P, _Q = ((2, 1), "float32", "positive"), ((3,), "float32", "positive")
for _op, _one, _two in (
    ("_npi_uniform", "low", "high"), ("_npi_uniform_n", "low", "high"), ("_npi_normal", "loc", "scale"),
    ("_npi_normal_n", "loc", "scale"), ("_npi_gamma", "shape", "scale"), ("_npi_logistic", "loc", "scale"),
    ("_npi_gumbel", "loc", "scale"),
):  # fmt: skip
    CASES += [
        _drawn(_op, **{_one: 0.5, _two: 2.0, "size": (2, 3)}),
        _drawn(_op, **{_one: 0.5, _two: 2.0}),
        _drawn(_op, _P, _Q, **{_one: None, _two: None}),
        _drawn(_op, _Q, **{_one: None, _two: 2.0, "size": (2, 3)}),
        _drawn(_op, _P, **{_one: 0.5, _two: None, "size": (2, 3)}),
    ]
    if _op not in ("_npi_logistic", "_npi_gumbel"):
        CASES.append(_drawn(_op, **{_one: 0.5, _two: 2.0, "size": (0,), "dtype": "float64"}))
    if _op not in ("_npi_uniform", "_npi_uniform_n"):
        CASES.append(_case(_op, attrs={_one: 0.5, _two: -2.0}, error="scale >"))
for _op, _one in (
    ("_npi_exponential", "scale"), ("_npi_rayleigh", "scale"), ("_npi_pareto", "a"), ("_npi_weibull", "a"), ("_npi_powerd", "a")
):  # fmt: skip
    CASES += [
        _drawn(_op, **{_one: 2.0, "size": (2, 3)}),
        _drawn(_op, **{_one: 2.0}),
        _drawn(_op, _Q, **{_one: None, "size": (2, 3)}),
        _drawn(_op, _P, **{_one: None}),
        _case(_op, attrs={_one: -2.0}, error=f"{_one} >"),
    ]
CASES += [
    _drawn("_npi_bernoulli", prob=0.5, logit=None, is_logit=False, size=(2, 3)),
    _drawn("_npi_bernoulli", prob=None, logit=0.5, is_logit=True, dtype="int32"),
    _drawn("_npi_bernoulli", _Q, prob=None, logit=None, is_logit=True, size=(2, 3), dtype="bool"),
    _case("_npi_bernoulli", attrs={"prob": 1.5, "logit": None, "is_logit": False}, error="probabilities"),
    _drawn("_npi_multinomial", n=5, pvals=(0.25, 0.75)),
    _drawn("_npi_multinomial", {"value": [0.25, 0.5, 0.25]}, n=5, size=(2, 2)),
    _case("_npi_multinomial", attrs={"n": 5, "pvals": (0.5, 0.75)}, error="> 1.0"),
    _drawn("_npi_choice", a=5, size=(2, 3)),
    _drawn("_npi_choice", a=5, size=None, replace=False),
    _drawn("_npi_choice", {"value": [0.25, 0.5, 0.25]}, a=3, size=(2,), replace=False, weighted=True),
    _drawn("_npi_choice", ((4,), "float32"), {"value": [0.25] * 4}, a=None, size=(2,), weighted=True),
]
