"""Layers."""

from ..._errors.wording import missing_of
from ..block import Block, HybridBlock, SymbolBlock
from .activations import *
from .activations import __all__ as _activations
from .basic_layers import *
from .basic_layers import __all__ as _basic_layers
from .conv_layers import *
from .conv_layers import __all__ as _conv_layers
from .deformable_layers import *
from .deformable_layers import __all__ as _deformable_layers
from .shuffle_layers import *
from .shuffle_layers import __all__ as _shuffle_layers

__all__ = [
    "Block", "HybridBlock", "SymbolBlock", *_basic_layers, *_conv_layers, *_activations, *_deformable_layers, *_shuffle_layers,
]  # fmt: skip

__getattr__ = missing_of(
    __name__,
    __all__,
    {
        "BatchNorm1d": "BatchNorm",
        "BatchNorm2d": "BatchNorm",
        "Linear": "Dense",
        "ModuleList": "Sequential",
        "ReLU": "Activation",
        "Sigmoid": "Activation",
        "Softmax": "HybridLambda",
        "Tanh": "Activation",
    },
)
