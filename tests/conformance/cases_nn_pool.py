"""Cases of Pooling and its relatives."""


def _pool(shape, dtype="float32", how="normal", op="Pooling", **attrs):
    # A grid of few values has equal elements in many windows: the gradient must go where MXNet's goes.
    return {"op": op, "inputs": [(shape, dtype, how)], "attrs": attrs}


TIES = ("choice", -1.0, 0.0, 1.0)
MAX = [
    _pool((2, 3, 6, 6), kernel=(2, 2), stride=(2, 2)),
    _pool((2, 3, 7, 5), how=TIES, kernel=(2, 2), stride=(2, 2)),
    _pool((2, 3, 7, 5), how=TIES, kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
    _pool((2, 3, 7, 5), how=TIES, kernel=(3, 2), stride=(1, 2), pad=(1, 0)),
    _pool((2, 2, 7, 6), kernel=(3, 3), stride=(2, 2), pooling_convention="full"),
    _pool((2, 2, 7, 6), kernel=(2, 3), stride=(3, 2), pad=(1, 1), pooling_convention="full"),
    _pool((2, 2, 7, 6), kernel=(2, 2), stride=(3, 3)),
    _pool((2, 5, 4, 3), how=TIES, kernel=(2, 2), stride=(2, 2), layout="NHWC"),
    _pool((2, 3, 7), how=TIES, kernel=(3,), stride=(2,)),
    _pool((2, 7, 3), how=TIES, kernel=(3,), stride=(2,), layout="NWC"),
    _pool((2, 2, 4, 5, 4), how=TIES, kernel=(2, 3, 2), stride=(2, 1, 2), pad=(0, 1, 1)),
    _pool((2, 4, 5, 4, 2), kernel=(2, 2, 2), stride=(2, 2, 2), layout="NDHWC"),
    _pool((2, 3, 4, 5), how=TIES, global_pool=True),
    _pool((2, 3, 4, 5), kernel=(2, 2), global_pool=True, layout="NHWC"),
    _pool((2, 3, 5), global_pool=True, kernel=(1,)),
    _pool((1, 2, 4, 4), dtype="float64", kernel=(2, 2)),
    _pool((1, 2, 4, 4), dtype="float16", kernel=(2, 2), stride=(2, 2)),
    _pool((1, 1, 5), kernel=(1,), stride=(3,), pooling_convention="full"),
]
MEAN = [
    _pool((2, 3, 6, 6), pool_type="avg", kernel=(2, 2), stride=(2, 2)),
    _pool((2, 3, 7, 5), pool_type="avg", kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
    _pool((2, 3, 7, 5), pool_type="avg", kernel=(3, 3), stride=(2, 2), pad=(1, 1), count_include_pad=False),
    # MXNet's own gradient divides the cut-off windows of this one by 9, its forward pass by 6.
    {**_pool((2, 2, 7, 6), pool_type="avg", kernel=(3, 3), stride=(2, 2), pooling_convention="full"), "grad": False},
    _pool((2, 2, 7, 6), pool_type="avg", kernel=(2, 3), stride=(3, 2), pad=(1, 1), pooling_convention="full"),
    _pool(
        (2, 2, 7, 6),
        pool_type="avg",
        kernel=(2, 3),
        stride=(3, 2),
        pad=(1, 1),
        pooling_convention="full",
        count_include_pad=False,
    ),
    _pool((2, 5, 4, 3), pool_type="avg", kernel=(3, 2), pad=(1, 1), layout="NHWC"),
    _pool((2, 3, 7), pool_type="avg", kernel=(3,), stride=(2,), pad=(1,)),
    _pool((2, 2, 4, 5, 4), pool_type="avg", kernel=(2, 3, 2), stride=(2, 1, 2), pad=(0, 1, 1), count_include_pad=False),
    _pool((2, 3, 4, 5), pool_type="avg", global_pool=True),
    _pool((2, 4, 5, 3), pool_type="avg", global_pool=True, layout="NHWC"),
    _pool((1, 2, 4, 4), dtype="float64", pool_type="avg", kernel=(2, 2)),
    _pool((2, 3, 7, 5), pool_type="sum", kernel=(3, 3), stride=(2, 2), pad=(1, 1)),
    _pool((2, 3, 7), pool_type="sum", kernel=(2,), stride=(2,), pooling_convention="full"),
    _pool((2, 3, 4, 5), pool_type="sum", global_pool=True),
    _pool((2, 3, 6, 5), pool_type="lp", kernel=(3, 3), stride=(2, 2), pad=(1, 1), p_value=1),
    _pool((2, 3, 6, 5), pool_type="lp", kernel=(3, 3), stride=(2, 2), pad=(1, 1), p_value=2),
    _pool((2, 3, 6, 5), how="positive", pool_type="lp", kernel=(2, 2), stride=(2, 2), p_value=3),
    _pool((2, 3, 4, 5), pool_type="lp", p_value=2, global_pool=True),
]
CASES = (
    MAX
    + MEAN
    + [
        _pool((2, 3, 5, 5), op="Pooling_v1", how=TIES, kernel=(2, 2), stride=(2, 2), pad=(1, 1)),
        _pool((2, 3, 5, 5), op="Pooling_v1", kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg"),
        _pool((2, 3, 5, 6), op="Pooling_v1", kernel=(2, 2), stride=(3, 3), pool_type="sum", pooling_convention="full"),
        _pool((2, 3, 5, 6), op="Pooling_v1", kernel=(1, 1), global_pool=True, pool_type="avg"),
        _pool((2, 3, 5, 6), op="_contrib_AdaptiveAvgPooling2D", output_size=(2, 4)),
        _pool((2, 3, 5, 6), op="_contrib_AdaptiveAvgPooling2D", output_size=3),
        _pool((2, 3, 5, 6), op="_contrib_AdaptiveAvgPooling2D"),
        {**_pool((1, 1, 5), kernel=(8,)), "error": "kernel size (8) exceeds input (5 padded to 5)"},
        {**_pool((1, 1, 5, 5), kernel=(2,)), "error": "Input data should be 3D"},
        {**_pool((1, 1, 5, 5), dtype="int32", kernel=(2, 2)), "error": "float"},
        {**_pool((1, 1, 5, 5), kernel=(2, 2), pool_type="lp"), "error": "p_value"},
    ]
)
