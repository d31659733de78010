# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal
from jmx._typing import Float, Int
from jmx.initializer.base import InitDesc as InitDesc, Initializer as Initializer

class LSTMBias(Initializer):
    def __init__(self, forget_bias: Float = 1.0) -> None: ...
    def _init_weight(self, name: str, arr: Any) -> None: ...
    forget_bias: Float
GATES: Any
class FusedRNN(Initializer):
    def __init__(self, init: Initializer | str | None, num_hidden: Int, num_layers: Int, mode: Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] | str, bidirectional: bool = False, forget_bias: Float = 1.0) -> None: ...
    def _init_weight(self, desc: Any, arr: Any) -> None: ...
    _bidirectional: bool
    _mode: Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] | str
    _num_layers: Int
    _num_hidden: Int
    _init: Initializer | str | None
def rnn_pieces(mode: Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] | str, num_layers: Int, input_size: Int, hidden_size: Int, bidirectional: bool = False, projection_size: Int | None = None) -> list[tuple[str, tuple[int, ...]]]: ...
class RNNFused(Initializer):
    def __init__(self, mode: Literal['rnn_relu', 'rnn_tanh', 'lstm', 'gru'] | str, num_layers: Int, state_size: Int, bidirectional: bool = False, projection_size: Int | None = None, i2h_weight_initializer: Any = None, h2h_weight_initializer: Any = None, i2h_bias_initializer: Any = None, h2h_bias_initializer: Any = None, h2r_weight_initializer: Any = None) -> None: ...
    def _init_weight(self, desc: Any, arr: Any) -> None: ...
    _own: Any
    _layers: Any
    _sizes: Any
__all__ = ['FusedRNN', 'LSTMBias', 'RNNFused']
