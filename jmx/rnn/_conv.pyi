# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.gluon.base_parameter import Parameter
from jmx.initializer.base import Initializer
from jmx.rnn._cell import RNNParams
from jmx.symbol.symbol import Symbol
from jmx.rnn._cell import _GRUStep as _GRUStep, _LSTMStep as _LSTMStep, _OneStep as _OneStep, _PlainStep as _PlainStep

class BaseConvRNNCell(_OneStep):
    def __init__(self, input_shape: Sequence[Int], num_hidden: Int, h2h_kernel: Sequence[Int], h2h_dilate: Sequence[Int], i2h_kernel: Sequence[Int], i2h_stride: Sequence[Int], i2h_pad: Sequence[Int], i2h_dilate: Sequence[Int], i2h_weight_initializer: str | Initializer, h2h_weight_initializer: str | Initializer, i2h_bias_initializer: str | Initializer, h2h_bias_initializer: str | Initializer, activation: str | AnyFunction, prefix: str = '', params: RNNParams | None = None, conv_layout: str = 'NCHW') -> None: ...
    _num_states: int
    @property
    def state_info(self) -> Any: ...
    def _conv_forward(self, inputs: Any, states: Any, name: str) -> Any: ...
    def _products(self, inputs: Any, states: Any, name: str) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
    _hB: Parameter
    _iB: Parameter
    _hW: Parameter
    _iW: Parameter
    _state_shape: Any
    _activation: str | AnyFunction
    _conv_layout: str
    _input_shape: Sequence[Int]
    _num_hidden: Int
class ConvRNNCell(_PlainStep, BaseConvRNNCell):
    _num_states: int
    __init__: Any
class ConvLSTMCell(_LSTMStep, BaseConvRNNCell):
    __init__: Any
    @property
    def _channel_axis(self) -> Any: ...
class ConvGRUCell(_GRUStep, BaseConvRNNCell):
    _num_states: int
    __init__: Any
__all__ = ['BaseConvRNNCell', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell']
