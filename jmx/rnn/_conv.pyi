# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.gluon.parameter import Parameter
from jmx.initializer import Initializer
from jmx.rnn._cell import RNNParams
from jmx.symbol.symbol import Symbol
from jmx.rnn._cell import BaseRNNCell as BaseRNNCell

class BaseConvRNNCell(BaseRNNCell):
    def __init__(self, input_shape: Sequence[Int], num_hidden: Int, h2h_kernel: Sequence[Int], h2h_dilate: Sequence[Int], i2h_kernel: Sequence[Int], i2h_stride: Sequence[Int], i2h_pad: Sequence[Int], i2h_dilate: Sequence[Int], i2h_weight_initializer: str | Initializer, h2h_weight_initializer: str | Initializer, i2h_bias_initializer: str | Initializer, h2h_bias_initializer: str | Initializer, activation: str | AnyFunction, prefix: str = '', params: RNNParams | None = None, conv_layout: str = 'NCHW') -> None: ...
    @property
    def _num_gates(self) -> Any: ...
    @property
    def state_info(self) -> Any: ...
    def _conv_forward(self, inputs: Any, states: Any, name: str) -> Any: ...
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
class ConvRNNCell(BaseConvRNNCell):
    __init__: Any
    @property
    def _gate_names(self) -> Any: ...
    @property
    def state_info(self) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
class ConvLSTMCell(BaseConvRNNCell):
    __init__: Any
    @property
    def _gate_names(self) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
class ConvGRUCell(BaseConvRNNCell):
    __init__: Any
    @property
    def _gate_names(self) -> Any: ...
    @property
    def state_info(self) -> Any: ...
    def __call__(self, inputs: Symbol, states: Sequence[Symbol]) -> Any: ...
__all__ = ['BaseConvRNNCell', 'ConvGRUCell', 'ConvLSTMCell', 'ConvRNNCell']
