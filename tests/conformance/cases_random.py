"""Shapes and element types of samplers, and values of densities. The distributions themselves: tests/ops/test_random.py."""


def _case(op, *inputs, **more):
    attrs = more.pop("attrs", {})
    return {"op": op, "inputs": list(inputs), "attrs": attrs, **more}


def _shape(op, *inputs, **attrs):
    return _case(op, *inputs, attrs=attrs, check="shape", grad=False)


_P = ((2,), "float32", "positive")
_S = ((2, 3), "float32", "positive")
_COUNTS = ((2, 3), "float32", ("int", 0, 6))
_PROBS = ((2,), "float32", ("uniform", 0.2, 0.8))
_ROWS = {"value": [[0.1, 0.2, 0.7], [0.5, 0.0, 0.5]]}
_LOOSE = {"tol": (1e-4, 1e-5), "grad_tol": (2e-4, 2e-5)}


def _both(op, *inputs, **more):
    return [_case(op, *inputs, attrs={"is_log": log}, **_LOOSE, **more) for log in (False, True)]


CASES = [
    _shape("_random_uniform", shape=(2, 3)),
    _shape("_random_uniform", shape=4, low=-1.0, high=2, dtype="float64"),
    _shape("_random_uniform", shape=(2,), dtype="float16"),
    _shape("_random_normal", shape=(2, 3), loc=1, scale=0.5),
    _shape("_random_normal", shape=(2, 3), dtype="float64"),
    _shape("_random_gamma", shape=(2, 3), alpha=2, beta=0.5),
    _shape("_random_exponential", shape=(2, 3), lam=4),
    _shape("_random_poisson", shape=(2, 3), lam=4),
    _shape("_random_negative_binomial", shape=(2, 3), k=3, p=0.4),
    _shape("_random_generalized_negative_binomial", shape=(2, 3), mu=2, alpha=0.3),
    _shape("_random_randint", shape=(2, 3), low=-3, high=8),
    _shape("_random_randint", shape=(2, 3), low=2**40, high=2**40 + 5, dtype="int64"),
    _shape("_random_uniform_like", _S),
    _shape("_random_uniform_like", ((2,), "float64")),
    _shape("_random_normal_like", _S, loc=2),
    _shape("_random_gamma_like", _S),
    _shape("_random_exponential_like", _S),
    _shape("_random_poisson_like", _S, lam=2),
    _shape("_random_negative_binomial_like", _S, k=2, p=0.5),
    _shape("_random_generalized_negative_binomial_like", _S),
    _shape("_sample_uniform", _P, _P, shape=(3,)),
    _shape("_sample_uniform", _P, _P),
    _shape("_sample_uniform", ((2,), "float64"), ((2,), "float64"), shape=2),
    _shape("_sample_uniform", _P, _P, shape=2, dtype="float64"),
    _shape("_sample_normal", _S, _S, shape=(2, 2)),
    _shape("_sample_gamma", _P, _P, shape=(3,), dtype="float16"),
    _shape("_sample_exponential", _P, shape=(3,)),
    _shape("_sample_poisson", _P, shape=(3,)),
    _shape("_sample_negative_binomial", _P, _PROBS, shape=(3,)),
    _shape("_sample_generalized_negative_binomial", _P, _P, shape=(3,)),
    _case("_sample_uniform", _P, ((1,),), attrs={"shape": 2}, error="one shape"),
    _shape("_sample_multinomial", _ROWS),
    _shape("_sample_multinomial", {"value": [0.25, 0.75]}),
    _shape("_sample_multinomial", _ROWS, shape=(2, 3), get_prob=True, dtype="uint8"),
    _shape("_sample_multinomial", _ROWS, shape=4, dtype="float64"),
    _case("_sample_multinomial", {"value": [1, 2], "dtype": "int32"}, error="floating-point"),
    _shape("_shuffle", _S),
    _case("_random_uniform", attrs={"shape": (2,), "low": 2, "high": 1}, error="must not exceed"),
    _case("_random_normal", attrs={"shape": (2,), "scale": -1}, error="must be positive"),
    _case("_random_gamma", attrs={"shape": (2,), "alpha": -1}, error="must be positive"),
    _case("_random_exponential", attrs={"shape": (2,), "lam": -1}, error="must be positive"),
    _case("_random_poisson", attrs={"shape": (2,), "lam": -1}, error="must not be negative"),
    _case("_random_negative_binomial", attrs={"shape": (2,), "k": -1, "p": 0.5}, error="must not be negative"),
    _case("_random_generalized_negative_binomial", attrs={"shape": (2,), "mu": -1}, error="must not be negative"),
    _case("_random_uniform", attrs={"shape": (2,), "dtype": "int32"}, error="dtype"),
    *_both("_random_pdf_uniform", _S, ((2,), "float32", "unit"), ((2,), "float32", ("uniform", 2, 3))),
    *_both("_random_pdf_normal", _S, ((2,),), _P),
    *_both("_random_pdf_gamma", _S, _P, _P),
    *_both("_random_pdf_exponential", _S, _P),
    *_both("_random_pdf_poisson", _COUNTS, _P),
    *_both("_random_pdf_negative_binomial", _COUNTS, ((2,), "float32", ("uniform", 1, 4)), _PROBS),
    *_both("_random_pdf_generalized_negative_binomial", _COUNTS, _P, _P),
    *_both("_random_pdf_dirichlet", {"value": [[[0.25, 0.75], [0.5, 0.5]]]}, {"value": [[1.5, 2.0]]}),
    _case("_random_pdf_normal", {"value": [1.5]}, {"value": [0.5]}, {"value": [2.0]}, **_LOOSE),
    _case("_random_pdf_normal", _S, _P, ((3,),), error="shape inconsistent"),
]
