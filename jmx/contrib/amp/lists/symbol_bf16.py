"""Which operators automatic mixed precision with bfloat16 runs in which type."""

from . import symbol_fp16 as _half
from .symbol_fp16 import CONDITIONAL_FP32_FUNCS, LOSS_OUTPUT_FUNCTIONS  # noqa: F401

#: run in bfloat16
BF16_FUNCS = ["Convolution", "FullyConnected"]

#: run in the type of their inputs
BF16_FP32_FUNCS: list[str] = """
abs _add BatchNorm BatchNormWithReLU clip Concat concat LRN Pooling relu shuffle _shuffle sqrt square tanh
""".split()

_INPUTS = ["", "gamma", "beta", "moving_mean", "moving_var"]
#: operators in any type whose parameters stay float32: operator -> its inputs, "" for those that are cast
BF16_USE_FP32_PARAMS = {"BatchNormWithReLU": _INPUTS, "BatchNorm": list(_INPUTS)}

_SSD = ["_contrib_MultiBoxDetection", "_contrib_MultiBoxPrior", "_contrib_MultiBoxTarget"]
_NEITHER = {"amp_cast", "amp_multicast", "CuDNNBatchNorm", "_TensorRT", *_SSD, *BF16_FP32_FUNCS}

#: need float32
FP32_FUNCS: list[str] = [
    *[name for name in _half.FP32_FUNCS if name not in _NEITHER],
    *[name for name in _half.FP16_FP32_FUNCS if name not in _NEITHER],
    "Deconvolution",
    "RNN",
    "broadcast_mul",
]

#: need all inputs in one type, the widest among them
WIDEST_TYPE_CASTS: list[str] = [
    name
    for name in _half.WIDEST_TYPE_CASTS
    if name not in ("Concat", "concat", "broadcast_mul") and not name.startswith("_contrib_interleaved_matmul_")
] + _SSD
