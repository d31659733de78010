# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Self, Unpack
from jmx._typing import DTypeLike, Float, Int, NodeAttributes, OptShape, Shape
from jmx.context import Context
from jmx.executor import Executor
from jmx.ndarray.ndarray import NDArray
from jmx.base import MXNetError as MXNetError, NotImplementedForSymbol as NotImplementedForSymbol
from jmx.symbol.creation import *
from jmx.symbol.creation import Group as Group, split_v2 as split_v2
from jmx.symbol.register import Fluent as Fluent

class Symbol:
    def __len__(self) -> int:
        ...
    def __iter__(self) -> Iterator[Self]:
        ...
    def __getitem__(self, index: int | str | slice) -> Self:
        ...
    @property
    def name(self) -> str | Any:
        ...
    def list_outputs(self) -> list[str]:
        ...
    def list_arguments(self) -> list[str]:
        ...
    def list_auxiliary_states(self) -> list[str]:
        ...
    def list_inputs(self) -> list[str]:
        ...
    @property
    def num_outputs(self) -> int:
        ...
    def get_internals(self) -> Self:
        ...
    def get_children(self) -> Self | Any:
        ...
    def attr(self, key: str) -> str | Any:
        ...
    def list_attr(self, recursive: bool=False) -> dict[str, str]:
        ...
    def attr_dict(self) -> dict[str, dict[str, str]]:
        ...
    def __call__(self, *args: Symbol, name: str | None=None, **kwargs: Symbol) -> Self:
        ...
    def infer_shape(self, *args: Sequence[int] | None, **kwargs: Sequence[int]) -> tuple[Any, Any, Any]:
        ...
    def infer_shape_partial(self, *args: Sequence[int] | None, **kwargs: Sequence[int]) -> tuple[Any, Any, Any]:
        ...
    def infer_type(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        ...
    def infer_type_partial(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        ...
    def tojson(self, remove_amp_cast: bool=True) -> str:
        ...
    def debug_str(self) -> str:
        ...
    def bind(self, ctx: Context, args: Sequence[NDArray] | Mapping[str, NDArray], args_grad: Sequence[NDArray | None] | Mapping[str, NDArray] | None=None, grad_req: str | Sequence[str] | Mapping[str, str]='write', aux_states: Sequence[NDArray] | Mapping[str, NDArray] | None=None, group2ctx: Mapping[str, Context] | None=None, shared_exec: Executor | None=None) -> Executor:
        ...
    def eval(self, ctx: Context | None=None, **kwargs: NDArray) -> list[NDArray]:
        ...
    def __bool__(self) -> bool:
        ...
    def __hash__(self) -> int:
        ...
    def __add__(self, other: Symbol | Float) -> Self:
        ...
    def __radd__(self, other: Symbol | Float) -> Self:
        ...
    def __sub__(self, other: Symbol | Float) -> Self:
        ...
    def __rsub__(self, other: Symbol | Float) -> Self:
        ...
    def __mul__(self, other: Symbol | Float) -> Self:
        ...
    def __rmul__(self, other: Symbol | Float) -> Self:
        ...
    def __truediv__(self, other: Symbol | Float) -> Self:
        ...
    def __rtruediv__(self, other: Symbol | Float) -> Self:
        ...
    def __mod__(self, other: Symbol | Float) -> Self:
        ...
    def __rmod__(self, other: Symbol | Float) -> Self:
        ...
    def __pow__(self, other: Symbol | Float) -> Self:
        ...
    def __rpow__(self, other: Symbol | Float) -> Self:
        ...
    def __eq__(self, other: Symbol | Float) -> Self:
        ...
    def __ne__(self, other: Symbol | Float) -> Self:
        ...
    def __gt__(self, other: Symbol | Float) -> Self:
        ...
    def __ge__(self, other: Symbol | Float) -> Self:
        ...
    def __lt__(self, other: Symbol | Float) -> Self:
        ...
    def __le__(self, other: Symbol | Float) -> Self:
        ...
    def __neg__(self) -> Self:
        ...
    def __abs__(self) -> Self:
        ...
    def astype(self, dtype: DTypeLike, *, name: str | None=None) -> Symbol:
        ...
    def flatten(self, inplace: bool=False, *, name: str | None=None) -> Symbol:
        ...
    def expand_dims(self, axis: Int, inplace: bool=False, *, name: str | None=None) -> Symbol:
        ...
    def squeeze(self, axis: Shape | None=None, inplace: bool=False, *, name: str | None=None) -> Symbol:
        ...
    def diag(self, k: Int=0, *, axis1: Int=0, axis2: Int=1, name: str | None=None) -> Symbol:
        ...
    def split_v2(self, indices_or_sections: Shape, axis: Int=0, squeeze_axis: bool=False) -> Symbol:
        ...
    def __init__(self, handle: Any) -> None: ...
    @property
    def handle(self) -> Any: ...
    def as_nd_ndarray(self) -> Self: ...
    def as_np_ndarray(self) -> Any: ...
    def _nodes(self) -> Any: ...
    def _single(self) -> Any: ...
    def _set_attr(self, **kwargs: Any) -> None: ...
    def _compose(self, *args: Any, name: str | None = None, **kwargs: Any) -> None: ...
    def save(self, fname: str, remove_amp_cast: bool = True) -> None: ...
    def simple_bind(self, ctx: Context, grad_req: Any = 'write', type_dict: Mapping[str, type[Any]] | None = None, stype_dict: Mapping[Any, Any] | None = None, group2ctx: Mapping[Any, Any] | None = None, shared_arg_names: Sequence[str] | None = None, shared_exec: Executor | None = None, shared_buffer: Mapping[str, NDArray] | None = None, **kwargs: Any) -> Executor: ...
    def _bind(self, ctx: Context, args: Any, args_grad: Any = None, grad_req: str = 'write', aux_states: Any = None, static_alloc: bool = False) -> Any: ...
    def gradient(self, wrt: Any) -> Any: ...
    def get_backend_symbol(self, backend: Any) -> Any: ...
    def optimize_for(self, backend: Any, args: Any = None, aux: Any = None, ctx: Context | None = None, shape_dict: Any = None, type_dict: Any = None, stype_dict: Any = None, skip_infer: bool = False, **kwargs: Any) -> Any: ...
    _entries: Any
    def abs(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Absolute value; its derivative at 0 is 0."""
    def arccos(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse cosine, in radians; NaN outside [-1, 1]."""
    def arccosh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse hyperbolic cosine; NaN below 1."""
    def arcsin(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse sine, in radians; NaN outside [-1, 1]."""
    def arcsinh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse hyperbolic sine."""
    def arctan(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse tangent, in radians."""
    def arctanh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Inverse hyperbolic tangent; NaN outside [-1, 1]."""
    def argmax(self, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Positions of the greatest elements along an axis; of equal ones the first, and NaN counts as greatest."""
    def argmax_channel(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Positions of the greatest elements along axis 1; of equal ones the first."""
    def argmin(self, axis: Int | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Positions of the smallest elements along an axis; of equal ones the first, and NaN counts as smallest."""
    def argsort(self, axis: Int | None = -1, is_ascend: bool = True, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The positions that would put elements in order; equal elements keep their order."""
    def broadcast_axes(self, axis: Shape = (), size: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """`data` repeated along the axes `axis`, which have length 1."""
    def broadcast_like(self, rhs: Symbol | None = None, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """`lhs` repeated along axes of length 1 until it has the shape of `rhs`."""
    def broadcast_to(self, shape: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """`data` repeated along axes of length 1 until it has the shape `shape`."""
    def cbrt(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Cube root."""
    def ceil(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Smallest whole number that is not less."""
    def clip(self, a_min: Float = ..., a_max: Float = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1."""
    def cos(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Cosine of angles in radians."""
    def cosh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Hyperbolic cosine."""
    def degrees(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Angles in radians converted to degrees."""
    def depth_to_space(self, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Blocks of channels moved into space: the last step of sub-pixel convolution."""
    def exp(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Exponential."""
    def expm1(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """exp(data) - 1, accurate near 0."""
    def fix(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Whole number next to zero, as `trunc`."""
    def flip(self, axis: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The order of elements along dimensions reversed."""
    def floor(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Largest whole number that is not greater."""
    def log(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Natural logarithm."""
    def log10(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Logarithm to base 10."""
    def log1p(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """log(1 + data), accurate near 0."""
    def log2(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Logarithm to base 2."""
    def log_softmax(self, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The logarithm of softmax(data / temperature), accurate where probabilities are small."""
    def max(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Greatest of the elements over axes. Of equal elements every one gets the whole gradient."""
    def mean(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Mean of the elements over axes."""
    def min(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Smallest of the elements over axes. Of equal elements every one gets the whole gradient."""
    def nanprod(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Product of the elements over axes; NaN counts as 1."""
    def nansum(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Sum of the elements over axes; NaN counts as 0."""
    def norm(self, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes."""
    def one_hot(self, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Classes as rows with one element set: a new last dimension."""
    def ones_like(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Ones of the shape and type of an array."""
    def pad(self, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """A margin around the spatial dimensions of images."""
    def pick(self, index: Symbol | None = None, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """One element along a dimension for each position of the others, such as the probability of each sample's class."""
    def prod(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Product of the elements over axes."""
    def radians(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Angles in degrees converted to radians."""
    def rcbrt(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Reciprocal cube root, 1 / cbrt(data)."""
    def reciprocal(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Reciprocal, 1 / data."""
    def relu(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """max(data, 0); the derivative at 0 is 0."""
    def repeat(self, repeats: Int = ..., axis: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Each element repeated, next to itself."""
    def reshape(self, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The same elements in another shape."""
    def reshape_like(self, rhs: Symbol | None = None, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`."""
    def rint(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Nearest whole number, halves downwards."""
    def round(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Nearest whole number, halves away from zero."""
    def rsqrt(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Reciprocal square root, 1 / sqrt(data)."""
    def shape_array(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The shape of an array, as an array."""
    def sigmoid(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Logistic function, 1 / (1 + exp(-data))."""
    def sign(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0."""
    def sin(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Sine of angles in radians."""
    def sinh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Hyperbolic sine."""
    def size_array(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The number of elements of an array, as an array."""
    def slice(self, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Elements begin:end:step of each leading dimension."""
    def slice_axis(self, axis: Int = ..., begin: Int = ..., end: Int | None = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Elements begin:end of one dimension."""
    def slice_like(self, shape_like: Symbol | None = None, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The leading part of an array that has the size of another one."""
    def softmax(self, length: Symbol | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """exp(data / temperature) / its sum along one axis, so that the results sum to one."""
    def softmin(self, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """softmax of -data / temperature: the smallest element gets the largest share."""
    def sort(self, axis: Int | None = -1, is_ascend: bool = True, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Elements in order."""
    def space_to_depth(self, block_size: Int = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Blocks of space moved into channels: the reverse of depth_to_space."""
    def split(self, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """An array cut into equal parts along a dimension."""
    def sqrt(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Square root."""
    def square(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Squares."""
    def sum(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Sum of the elements over axes."""
    def swapaxes(self, dim1: Int = 0, dim2: Int = 0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Two dimensions exchanged."""
    def take(self, indices: Symbol | None = None, axis: Int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Elements or slices of an array at positions along a dimension."""
    def tan(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Tangent of angles in radians."""
    def tanh(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Hyperbolic tangent."""
    def tile(self, reps: Shape = ..., name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The whole array repeated along dimensions."""
    def topk(self, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The greatest elements along a dimension: their positions, their values, both, or a mask of ones."""
    def transpose(self, axes: Shape = (), name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """The dimensions of an array in another order."""
    def trunc(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Whole number next to zero: the fraction is cut off."""
    def zeros_like(self, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
        """Zeros of the shape and type of an array."""
__all__ = ['Group', 'Symbol', 'Variable', 'arange', 'eye', 'fromjson', 'full', 'histogram', 'hypot', 'linspace', 'load', 'load_json', 'maximum', 'minimum', 'ones', 'pow', 'power', 'split_v2', 'var', 'zeros']
