"""Names for the types of arguments in jmx's stubs. Type checkers read this file; there is no such module at run time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, ParamSpec, Protocol, TypeAlias, TypedDict, TypeVar

import numpy as np

from .context import Context
from .gluon.parameter import Parameter
from .gluon.parameter_dict import ParameterDict
from .lr_scheduler import LRScheduler
from .ndarray.ndarray import NDArray
from .symbol.symbol import Symbol

P = ParamSpec("P")
T = TypeVar("T")
CallableT = TypeVar("CallableT", bound=Callable[..., Any])
#: what a block computes with: arrays, or symbols while a graph is made
ArrayT = TypeVar("ArrayT", bound=NDArray | Symbol)

Int: TypeAlias = int | np.integer[Any]
#: Python's int counts as float for type checkers
Float: TypeAlias = float | np.floating[Any] | np.integer[Any]
Shape: TypeAlias = int | np.integer[Any] | Sequence[int] | Sequence[np.integer[Any]]
OptShape: TypeAlias = int | Sequence[int | None]
Floats: TypeAlias = Float | Sequence[Float]
DTypeLike: TypeAlias = str | type[Any] | np.dtype[Any]
#: numbers, NumPy's arrays, jmx's arrays, and sequences of them
ArrayLike: TypeAlias = Float | NDArray | np.ndarray[Any, Any] | Sequence[Any]
ContextLike: TypeAlias = Context | Sequence[Context]
StorageType: TypeAlias = Literal["default", "row_sparse", "csr"] | str
GradReq: TypeAlias = Literal["write", "add", "null"] | str
NumPyArray: TypeAlias = np.ndarray[Any, np.dtype[Any]]

#: a function of some arguments; said one by one so that the parameters of a lambda have a type
AnyFunction: TypeAlias = (
    Callable[[Any], Any] | Callable[[Any, Any], Any] | Callable[[Any, Any, Any], Any] | Callable[[Any, Any, Any, Any], Any]
    | Callable[[Any, Any, Any, Any, Any], Any] | Callable[[Any, Any, Any, Any, Any, Any], Any] | Callable[[], Any]
)

class Samples(Protocol):
    """What a loader reads: a data set, a list, an array."""

    def __len__(self) -> int: ...
    def __getitem__(self, idx: Any, /) -> Any: ...

class NodeAttributes(TypedDict, total=False):
    """Attributes that every node of a symbol may carry, given as keywords."""

    ctx_group: str
    lr_mult: float | str
    wd_mult: float | str
    force_mirroring: bool | str
    mirror_stage: int | str

class BlockKeywords(TypedDict, total=False):
    """Keywords that every block takes."""

    prefix: str | None
    params: ParameterDict | None

class NetworkKeywords(BlockKeywords, total=False):
    """Keywords of networks that classify images."""

    classes: Int

class RecurrentKeywords(BlockKeywords, total=False):
    """Keywords of recurrent layers."""

    use_sequence_length: bool

class OptimizerKeywords(TypedDict, total=False):
    """Keywords that every optimizer takes."""

    rescale_grad: Float
    param_idx2name: Mapping[int, str] | None
    wd: Float
    clip_gradient: Float | None
    lr_scheduler: LRScheduler | None
    sym: Symbol | None
    begin_num_update: Int
    multi_precision: bool
    param_dict: Mapping[int, Parameter] | None
    aggregate_num: Int | None
    use_fused_step: bool | None

class RatedOptimizerKeywords(OptimizerKeywords, total=False):
    """Keywords of optimizers that take the learning rate like every other one."""

    learning_rate: Float | None
