# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.initializer import Initializer
from jmx.rnn._cell import RNNParams
from jmx.symbol.symbol import Symbol
from jmx.rnn._cell import _GRUStep as _GRUStep, _LSTMStep as _LSTMStep, _OneStep as _OneStep, _PlainStep as _PlainStep

class BaseConvRNNCell(_OneStep):
    def __init__(self, input_shape: Sequence[Int], num_hidden: Int, h2h_kernel: Sequence[Int], h2h_dilate: Sequence[Int], i2h_kernel: Sequence[Int], i2h_stride: Sequence[Int], i2h_pad: Sequence[Int], i2h_dilate: Sequence[Int], i2h_weight_initializer: str | Initializer, h2h_weight_initializer: str | Initializer, i2h_bias_initializer: str | Initializer, h2h_bias_initializer: str | Initializer, activation: str | AnyFunction, prefix: str = '', params: RNNParams | None = None, conv_layout: str = 'NCHW') -> None: ...
    @property
    def state_info(self) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
class ConvRNNCell(_PlainStep, BaseConvRNNCell):
    __init__: Any
class ConvLSTMCell(_LSTMStep, BaseConvRNNCell):
    __init__: Any
class ConvGRUCell(_GRUStep, BaseConvRNNCell):
    __init__: Any
__all__ = ['BaseConvRNNCell', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell']
