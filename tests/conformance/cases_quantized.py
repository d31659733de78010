"""Layers on 8-bit integers, and the arithmetic around them."""

import numpy as np


def _v(array, dtype="float32"):
    return {"value": np.asarray(array).tolist(), "dtype": dtype}


def _r(low, high):
    return [_v([low]), _v([high])]


def _s8(*shape):
    return shape, "int8", ("int", -127, 128)


def _u8(*shape):
    return shape, "uint8", ("int", 0, 256)


D, W, B = _r(-1, 2), _r(-0.5, 0.7), _r(-0.1, 0.3)
CALIBRATED = {"min_calib_range": -2.0, "max_calib_range": 2.5}
CONV = {"kernel": (2, 3), "num_filter": 4}
FC = {"num_hidden": 3}
NORM = [_v([1, 2, -0.5]), _v([0.1, -0.2, 0]), _v([0.3, 0.4, -1]), _v([1.5, 0.5, 2])]
WIDE = ((2, 5), "int32", ("int", -(2**30), 2**30))
HIST, EDGES = np.histogram(np.random.default_rng(1).standard_normal(3000), bins=301, range=(-4, 4))


def _pool(kind, **attrs):
    return {"op": "_contrib_quantized_pooling", "inputs": [kind(2, 3, 5, 4), *D], "attrs": attrs}


CASES = [
    {"op": "_contrib_quantized_fully_connected", "inputs": [_s8(2, 3, 2), _s8(3, 6), _s8(3), *D, *W, *B], "attrs": FC},
    {"op": "_contrib_quantized_fully_connected", "inputs": [_u8(2, 3, 2), _s8(3, 6), _s8(3), *D, *W, *B], "attrs": FC},
    {
        "op": "_contrib_quantized_fully_connected",
        "inputs": [_u8(2, 4, 6), _s8(3, 6), *D, *W],
        "attrs": {**FC, "no_bias": True, "flatten": False},
    },
    {
        "op": "_contrib_quantized_fully_connected",
        "inputs": [_s8(2, 1200), _s8(3, 1200), *D, *W],
        "attrs": {**FC, "no_bias": True},
    },
    {
        "op": "_contrib_quantized_fully_connected",
        "inputs": [_s8(2, 5), _s8(3, 6), *D, *W],
        "attrs": {**FC, "no_bias": True},
        "error": "weight has shape",
    },
    {"op": "_contrib_quantized_conv", "inputs": [_u8(2, 3, 5, 6), _s8(4, 3, 2, 3), _s8(4), *D, *W, *B], "attrs": CONV},
    # Numbers below 128: MXNet's sums of two products are cut off at 16 bits on processors without instructions for more.
    {
        "op": "_contrib_quantized_conv",
        "inputs": [((2, 200, 3, 4), "uint8", ("int", 0, 128)), _s8(4, 200, 2, 3), *D, *W],
        "attrs": {**CONV, "no_bias": True, "pad": (1, 0), "stride": (2, 1), "dilate": (1, 1)},
    },
    {
        "op": "_contrib_quantized_conv",
        "inputs": [_u8(1, 2, 3, 4, 3), _s8(2, 2, 2, 2, 2), *D, *W],
        "attrs": {"kernel": (2, 2, 2), "num_filter": 2, "no_bias": True, "pad": (1, 0, 0)},
    },
    {
        "op": "_contrib_quantized_conv",
        "inputs": [((2, 3, 5, 6),), _s8(4, 3, 2, 3), *D, *W],
        "attrs": {**CONV, "no_bias": True},
        "error": "must be uint8 or int8",
    },
    {
        "op": "_contrib_quantized_conv",
        "inputs": [_u8(2, 2, 5, 6), _s8(4, 1, 2, 3), *D, *W],
        "attrs": {**CONV, "no_bias": True, "num_group": 2},
        "error": "num_group=1",
    },
    _pool(_u8, kernel=(2, 2), stride=(2, 2)),
    _pool(_s8, kernel=(3, 2), pad=(1, 1), stride=(2, 1)),
    _pool(_u8, kernel=(2, 2), pool_type="avg"),
    _pool(_s8, kernel=(3, 3), pad=(1, 1), stride=(2, 2), pool_type="avg"),
    _pool(_s8, kernel=(3, 3), pad=(1, 1), stride=(2, 2), pool_type="avg", count_include_pad=False),
    _pool(_u8, kernel=(3, 3), stride=(2, 2), pool_type="avg", pooling_convention="full"),
    _pool(_u8, kernel=(2, 2), pool_type="avg", global_pool=True),
    {**_pool(_u8, kernel=(2, 2), pool_type="sum"), "error": "pool_type=max/avg"},
    {"op": "_contrib_quantized_act", "inputs": [_s8(2, 3, 4), *D], "attrs": {"act_type": "relu"}},
    {"op": "_contrib_quantized_act", "inputs": [_u8(2, 3, 4, 1), *D], "attrs": {"act_type": "relu"}},
    {"op": "_contrib_quantized_act", "inputs": [_s8(2, 3), *D], "attrs": {"act_type": "tanh"}, "error": "act_type=relu"},
    {"op": "_contrib_quantized_flatten", "inputs": [_s8(2, 3, 4), *D]},
    {"op": "_contrib_quantized_flatten", "inputs": [_u8(3, 2), *D]},
    {"op": "_contrib_quantized_batch_norm", "inputs": [_s8(2, 3, 2, 2), *NORM, *D], "attrs": CALIBRATED},
    {
        "op": "_contrib_quantized_batch_norm",
        "inputs": [_u8(2, 3, 2, 2), *NORM, *D],
        "attrs": {"min_calib_range": -7.0, "max_calib_range": 5.0, "eps": 1e-5, "fix_gamma": False},
    },
    {"op": "_contrib_quantized_batch_norm", "inputs": [_s8(2, 3, 2, 2), *NORM, *D], "error": "is not available"},
    {"op": "_contrib_quantized_concat", "inputs": [_s8(2, 3), _s8(2, 4), *D, *W], "attrs": {"num_args": 2}},
    {
        "op": "_contrib_quantized_concat",
        "inputs": [_u8(2, 3), _s8(2, 3), _u8(1, 3), *D, *W, *B],
        "attrs": {"num_args": 3, "dim": 0},
    },
    {"op": "_contrib_quantized_concat", "inputs": [_u8(2, 3), _u8(2, 3), *D, *W], "attrs": {"num_args": 2, "dim": 1}},
    {"op": "_contrib_quantized_elemwise_add", "inputs": [_s8(3, 4), _s8(3, 4), *D, *W], "attrs": CALIBRATED},
    {"op": "_contrib_quantized_elemwise_add", "inputs": [_u8(3, 4), _u8(3, 4), *D, *W], "attrs": CALIBRATED},
    {"op": "_contrib_quantized_elemwise_add", "inputs": [_u8(3, 4), _s8(3, 4), *D, *W], "attrs": CALIBRATED},
    {"op": "_contrib_quantized_elemwise_add", "inputs": [_s8(3, 4), _u8(3, 4), *D, *W], "attrs": CALIBRATED},
    {
        "op": "_contrib_quantized_embedding",
        "inputs": [_v([[0, 2], [5, 1]]), _s8(4, 3), *W],
        "attrs": {"input_dim": 4, "output_dim": 3},
    },
    {
        "op": "_contrib_quantized_embedding",
        "inputs": [_v([3, 0], "int32"), _s8(4, 3), *W],
        "attrs": {"input_dim": 4, "output_dim": 3},
    },
    {"op": "_contrib_requantize", "inputs": [WIDE, *D]},
    {"op": "_contrib_requantize", "inputs": [WIDE, *D], "attrs": {"min_calib_range": -0.5, "max_calib_range": 0.7}},
    {"op": "_contrib_requantize", "inputs": [WIDE, *D], "attrs": {"out_type": "uint8"}},
    {
        "op": "_contrib_requantize",
        "inputs": [WIDE, *D],
        "attrs": {"out_type": "auto", "min_calib_range": 0.0, "max_calib_range": 0.8},
    },
    {"op": "_contrib_requantize", "inputs": [_s8(2, 3), *D], "error": "int32"},
    {"op": "_contrib_quantize_asym", "inputs": [((2, 3, 4), "float32")]},
    {
        "op": "_contrib_quantize_asym",
        "inputs": [((2, 3, 4), "float32")],
        "attrs": {"min_calib_range": -1.0, "max_calib_range": 1.5},
    },
    {"op": "_contrib_calibrate_entropy", "inputs": [_v(HIST), _v(EDGES.astype("float32"))], "tol": (1e-4, 1e-6)},
    {
        "op": "_contrib_calibrate_entropy",
        "inputs": [_v(HIST), _v(EDGES.astype("float32"))],
        "tol": (1e-4, 1e-6),
        "attrs": {"num_quantized_bins": 31},
    },
    {"op": "_contrib_calibrate_entropy", "inputs": [_v(HIST), _v(HIST)], "error": "hist_edges needs"},
]
for _case in CASES:
    _case["grad"] = False
    if _case.get("attrs", {}).get("no_bias"):
        _case["levels"] = ("pure", "nd")  # where there is no bias, symbols take the ranges by name only, as in MXNet
