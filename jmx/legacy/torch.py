"""`mx.torch`, also `mx.th`: functions of Lua Torch, which MXNet 1.9.1 has only in builds with its Torch plugin.

There are none here. Arrays of PyTorch and mx share memory: `torch.from_dlpack(x)` and `mx.nd.from_dlpack(t)`.
"""


def __getattr__(name):
    raise AttributeError(
        f"module 'mxnet.torch' has no attribute {name!r}: MXNet has functions of Lua Torch only in builds with its Torch plugin. "
        "For PyTorch use torch.from_dlpack(x) and mx.nd.from_dlpack(t)."
    )
