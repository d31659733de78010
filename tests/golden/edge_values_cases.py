"""Operators at the ends of their element types: zeros of both signs, denormal numbers, the largest ones, infinity and NaN."""

import numpy as np

UNARY = (
    "abs sign negative square relu round rint ceil floor trunc fix logical_not sqrt rsqrt cbrt rcbrt reciprocal exp expm1 log "
    "log10 log2 log1p sin cos tan arcsin arccos arctan degrees radians sinh cosh tanh arcsinh arccosh arctanh sigmoid softsign "
    "erf erfinv gamma gammaln identity BlockGrad hard_sigmoid isnan isinf isfinite"
).split()
BINARY = (
    "broadcast_add broadcast_sub broadcast_mul broadcast_div broadcast_mod broadcast_power broadcast_maximum broadcast_minimum "
    "broadcast_hypot broadcast_equal broadcast_not_equal broadcast_greater broadcast_greater_equal broadcast_lesser "
    "broadcast_lesser_equal broadcast_logical_and broadcast_logical_or broadcast_logical_xor"
).split()
#: operator -> calls of it with other attributes
MORE = {
    "Activation relu": ("Activation", {"act_type": "relu"}),
    "Activation tanh": ("Activation", {"act_type": "tanh"}),
    "Activation sigmoid": ("Activation", {"act_type": "sigmoid"}),
    "Activation softrelu": ("Activation", {"act_type": "softrelu"}),
    "Activation softsign": ("Activation", {"act_type": "softsign"}),
    "LeakyReLU": ("LeakyReLU", {"slope": 0.25}),
    "LeakyReLU elu": ("LeakyReLU", {"act_type": "elu"}),
    "LeakyReLU gelu": ("LeakyReLU", {"act_type": "gelu"}),
    "clip": ("clip", {"a_min": -1, "a_max": 2}),
    "smooth_l1": ("smooth_l1", {"scalar": 1}),
    "_plus_scalar": ("_plus_scalar", {"scalar": 1}),
    "_mod_scalar": ("_mod_scalar", {"scalar": 2}),
    "_rmod_scalar": ("_rmod_scalar", {"scalar": 2}),
    "_mod_scalar 0": ("_mod_scalar", {"scalar": 0}),
    "_div_scalar 0": ("_div_scalar", {"scalar": 0}),
    "_rdiv_scalar": ("_rdiv_scalar", {"scalar": 1}),
    "_power_scalar": ("_power_scalar", {"scalar": 0.5}),
    "_power_scalar 0": ("_power_scalar", {"scalar": 0}),
    "_power_scalar 3": ("_power_scalar", {"scalar": 3}),
    "_rpower_scalar": ("_rpower_scalar", {"scalar": 2}),
    "_rpower_scalar 0": ("_rpower_scalar", {"scalar": 0}),
    "_maximum_scalar": ("_maximum_scalar", {"scalar": 0}),
    "_minimum_scalar": ("_minimum_scalar", {"scalar": 0}),
    "_greater_scalar": ("_greater_scalar", {"scalar": 0}),
    "_equal_scalar": ("_equal_scalar", {"scalar": 0}),
}
TYPES = ("float16", "float32", "float64")


def numbers(dtype):
    """The numbers that operators of one array are tried with."""
    info = np.finfo(dtype)
    tiny, smallest = float(info.tiny), float(np.nextafter(np.zeros((), dtype), np.ones((), dtype)))
    half = [0.0, smallest, tiny / 2, tiny, float(info.eps), 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 10, 60, 100, 1000, float(info.max)]
    return np.array([*half, *[-x for x in half], np.inf, -np.inf, np.nan], dtype)


def pairs(dtype):
    """The numbers that operators of two arrays are tried with, each beside each."""
    info = np.finfo(dtype)
    some = [0.0, -0.0, float(info.tiny), 0.5, 1, -1, 2, -2.5, 3, float(info.max), -float(info.max), np.inf, -np.inf, np.nan]
    some = np.array(some, dtype)
    return np.repeat(some, len(some)), np.tile(some, len(some))


def calls():
    """name -> (operator, attributes, number of arrays)"""
    found = {name: (name, {}, 1) for name in UNARY}
    found.update({name: (operator, attrs, 1) for name, (operator, attrs) in MORE.items()})
    found.update({name: (name, {}, 2) for name in BINARY})
    return found


def function(F, operator):
    """The operator, wherever MXNet has it."""
    return getattr(next(place for place in (F, F._internal, F.contrib) if hasattr(place, operator)), operator)


def inputs(mx, n, dtype):
    values = (numbers(dtype),) if n == 1 else pairs(dtype)
    return [mx.nd.array(v, dtype=dtype) for v in values]


def eager(mx, name, dtype):
    """[result, gradients], each an array of NumPy."""
    operator, attrs, n = calls()[name]
    arrays = inputs(mx, n, dtype)
    for a in arrays:
        a.attach_grad()
    with mx.autograd.record():
        out = function(mx.nd, operator)(*arrays, **attrs)
    try:
        out.backward()
    except mx.MXNetError:  # MXNet has no gradient of some
        return [out.asnumpy()]
    return [out.asnumpy()] + [a.grad.asnumpy() for a in arrays]
