"""Layers."""

from ..block import Block, HybridBlock, SymbolBlock
from .activations import *
from .activations import __all__ as _activations
from .basic_layers import *
from .basic_layers import __all__ as _basic_layers
from .conv_layers import *
from .conv_layers import __all__ as _conv_layers

__all__ = ["Block", "HybridBlock", "SymbolBlock", *_basic_layers, *_conv_layers, *_activations]
