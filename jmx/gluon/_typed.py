"""Bases of blocks that make one array of another one, for type checkers: at run time they are the blocks themselves.

A network of a user takes and gives what its `forward` says, so that `Block.__call__` has no types. A layer that says
`class Dense(Layer)` gives an NDArray for an NDArray, an mx.np.ndarray for such a one, and a Symbol for a Symbol.
"""

from typing import TYPE_CHECKING

from .block import Block, HybridBlock

if TYPE_CHECKING:
    from typing import Any

    from .._typing import ArrayT

    class EagerLayer(Block):
        def __call__(self, x: ArrayT, /) -> ArrayT: ...

    class Layer(HybridBlock):
        def __call__(self, x: ArrayT, /) -> ArrayT: ...

    class EagerStack(Block):
        def __call__(self, x: ArrayT, /, *args: Any) -> ArrayT: ...

else:
    EagerLayer = EagerStack = Block
    Layer = HybridBlock
