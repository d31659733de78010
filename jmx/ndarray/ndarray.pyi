# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Iterator, Sequence
from typing import Any, Literal, Self, overload
from jmx._typing import ArrayLike, DTypeLike, Float, GradReq, Int, NumPyArray, OptShape, Shape, StorageType
from jmx.ndarray.numpy.array import ndarray as np_ndarray
from jmx.ndarray.creation import *  # pyright: ignore[reportAssignmentType]
from jmx.ndarray.utils import load as load, load_frombuffer as load_frombuffer, save as save
from jmx.base import MXNetError as MXNetError
from jmx.context import Context as Context
from jmx.ndarray import printing as printing
from jmx.ndarray._arithmetic import binary as binary, inplace as inplace
from jmx.ndarray._handles import array_of as array_of, lend as lend
from jmx.ndarray.buffers import _new as _new
from jmx.ndarray.items import Indexed as Indexed
from jmx.ndarray.shapes import infer_reshape as infer_reshape

py_slice: type[Any]
_TYPES: Any
class NDArray(Indexed):
    __array_priority__: float
    def __init__(self, handle: Any=None, writable: bool=True) -> None:
        ...
    @property
    def shape(self) -> tuple[int, ...]:
        ...
    @property
    def dtype(self) -> Any:
        ...
    @property
    def ndim(self) -> int:
        ...
    @property
    def size(self) -> int:
        ...
    @property
    def context(self) -> Context:
        ...
    @property
    def ctx(self) -> Context:
        ...
    @property
    def stype(self) -> StorageType:
        ...
    @property
    def handle(self) -> Any:
        ...
    @property
    def grad(self) -> NDArray | Any:
        ...
    @property
    def T(self) -> NDArray:
        ...
    def __getitem__(self, key: Any) -> NDArray:
        ...
    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        ...
    def __len__(self) -> int:
        ...
    def __iter__(self) -> Iterator[NDArray]:
        ...
    def __bool__(self) -> bool:
        ...
    def __int__(self) -> int:
        ...
    def __float__(self) -> float:
        ...
    def __index__(self) -> int:
        ...
    def __hash__(self) -> int:
        ...
    def __array__(self, dtype: DTypeLike | None=None, copy: bool | None=None) -> NumPyArray:
        ...
    def __add__(self, other: NDArray | Float) -> NDArray:
        ...
    def __radd__(self, other: NDArray | Float) -> NDArray:
        ...
    def __iadd__(self, other: NDArray | Float) -> Self:
        ...
    def __sub__(self, other: NDArray | Float) -> NDArray:
        ...
    def __rsub__(self, other: NDArray | Float) -> NDArray:
        ...
    def __isub__(self, other: NDArray | Float) -> Self:
        ...
    def __mul__(self, other: NDArray | Float) -> NDArray:
        ...
    def __rmul__(self, other: NDArray | Float) -> NDArray:
        ...
    def __imul__(self, other: NDArray | Float) -> Self:
        ...
    def __truediv__(self, other: NDArray | Float) -> NDArray:
        ...
    def __rtruediv__(self, other: NDArray | Float) -> NDArray:
        ...
    def __itruediv__(self, other: NDArray | Float) -> Self:
        ...
    def __mod__(self, other: NDArray | Float) -> NDArray:
        ...
    def __rmod__(self, other: NDArray | Float) -> NDArray:
        ...
    def __imod__(self, other: NDArray | Float) -> Self:
        ...
    def __pow__(self, other: NDArray | Float) -> NDArray:
        ...
    def __rpow__(self, other: NDArray | Float) -> NDArray:
        ...
    def __eq__(self, other: NDArray | Float) -> NDArray:
        ...
    def __ne__(self, other: NDArray | Float) -> NDArray:
        ...
    def __gt__(self, other: NDArray | Float) -> NDArray:
        ...
    def __ge__(self, other: NDArray | Float) -> NDArray:
        ...
    def __lt__(self, other: NDArray | Float) -> NDArray:
        ...
    def __le__(self, other: NDArray | Float) -> NDArray:
        ...
    def __neg__(self) -> NDArray:
        ...
    def __abs__(self) -> NDArray:
        ...
    def asnumpy(self) -> NumPyArray:
        ...
    def asscalar(self) -> Any:
        ...
    def copy(self) -> NDArray:
        ...
    def copyto(self, other: NDArray | Context) -> NDArray:
        ...
    def as_in_context(self, context: Context) -> NDArray:
        ...
    def as_in_ctx(self, context: Context) -> NDArray:
        ...
    def as_nd_ndarray(self) -> NDArray:
        ...
    def as_np_ndarray(self) -> np_ndarray:
        ...
    def astype(self, dtype: DTypeLike | None, copy: bool=True) -> NDArray:
        ...
    def tostype(self, stype: StorageType) -> Any:
        ...
    def attach_grad(self, grad_req: GradReq='write', stype: StorageType | None=None) -> None:
        ...
    def detach(self) -> NDArray:
        ...
    def backward(self, out_grad: NDArray | None=None, retain_graph: bool=False, train_mode: bool=True) -> None:
        ...
    @overload
    def reshape(self, shape: Shape, *, reverse: bool=False) -> NDArray:
        ...
    @overload
    def reshape(self, *shape: Int, reverse: bool=False) -> NDArray:
        ...
    @overload
    def reshape_view(self, shape: Shape, *, reverse: bool=False) -> NDArray:
        ...
    @overload
    def reshape_view(self, *shape: Int, reverse: bool=False) -> NDArray:
        ...
    def expand_dims(self, axis: Int, inplace: bool=False) -> NDArray:
        ...
    def flatten(self, inplace: bool=False) -> NDArray:
        ...
    def squeeze(self, axis: Shape | None=None, inplace: bool=False) -> NDArray:
        ...
    def broadcast_to(self, shape: Shape) -> NDArray:
        ...
    def broadcast_like(self, other: NDArray) -> NDArray:
        ...
    def diag(self, k: Int=0, *, axis1: Int=0, axis2: Int=1) -> NDArray:
        ...
    def split_v2(self, indices_or_sections: Shape, axis: Int=0, squeeze_axis: bool=False) -> list[NDArray]:
        ...
    def slice_assign(self, rhs: NDArray, begin: OptShape, end: OptShape, step: OptShape | None) -> NDArray:
        ...
    def slice_assign_scalar(self, value: Float, begin: OptShape, end: OptShape, step: OptShape | None) -> NDArray:
        ...
    device = context
    @property
    def writable(self) -> bool: ...
    def drop_grad(self) -> None: ...
    @property
    def _fresh_grad(self) -> Any: ...
    @_fresh_grad.setter
    def _fresh_grad(self, state: Any) -> None: ...
    def _repr_pretty_(self, printer: Any, cycle: Any) -> None: ...
    def asjax(self) -> Any: ...
    def _one(self, what: Any) -> Any: ...
    def _become(self, loaded: Any) -> None: ...
    def wait_to_read(self) -> None: ...
    def wait_to_write(self) -> None: ...
    def to_dlpack_for_read(self) -> Any: ...
    def to_dlpack_for_write(self) -> Any: ...
    def to_device(self, device: Any) -> Any: ...
    def _reshaped(self, target: Any) -> Any: ...
    _seen: Any
    _cell: Any
    _ctx: Any
    def abs(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Absolute value; its derivative at 0 is 0."""
    def arccos(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse cosine, in radians; NaN outside [-1, 1]."""
    def arccosh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse hyperbolic cosine; NaN below 1."""
    def arcsin(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse sine, in radians; NaN outside [-1, 1]."""
    def arcsinh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse hyperbolic sine."""
    def arctan(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse tangent, in radians."""
    def arctanh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Inverse hyperbolic tangent; NaN outside [-1, 1]."""
    def argmax(self, axis: Int | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Positions of the greatest elements along an axis; of equal ones the first, and NaN counts as greatest."""
    def argmax_channel(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Positions of the greatest elements along axis 1; of equal ones the first."""
    def argmin(self, axis: Int | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Positions of the smallest elements along an axis; of equal ones the first, and NaN counts as smallest."""
    def argsort(self, axis: Int | None = -1, is_ascend: bool = True, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The positions that would put elements in order; equal elements keep their order."""
    def broadcast_axes(self, axis: Shape = (), size: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """`data` repeated along the axes `axis`, which have length 1."""
    def cbrt(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Cube root."""
    def ceil(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Smallest whole number that is not less."""
    def clip(self, a_min: Float = ..., a_max: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1."""
    def cos(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Cosine of angles in radians."""
    def cosh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Hyperbolic cosine."""
    def degrees(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Angles in radians converted to degrees."""
    def depth_to_space(self, block_size: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Blocks of channels moved into space: the last step of sub-pixel convolution."""
    def exp(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Exponential."""
    def expm1(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """exp(data) - 1, accurate near 0."""
    def fix(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Whole number next to zero, as `trunc`."""
    def flip(self, axis: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The order of elements along dimensions reversed."""
    def floor(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Largest whole number that is not greater."""
    def log(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Natural logarithm."""
    def log10(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Logarithm to base 10."""
    def log1p(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """log(1 + data), accurate near 0."""
    def log2(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Logarithm to base 2."""
    def log_softmax(self, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The logarithm of softmax(data / temperature), accurate where probabilities are small."""
    def max(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Greatest of the elements over axes. Of equal elements every one gets the whole gradient."""
    def mean(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Mean of the elements over axes."""
    def min(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Smallest of the elements over axes. Of equal elements every one gets the whole gradient."""
    def nanprod(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Product of the elements over axes; NaN counts as 1."""
    def nansum(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sum of the elements over axes; NaN counts as 0."""
    def norm(self, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes."""
    def one_hot(self, depth: Int = ..., on_value: Float = 1.0, off_value: Float = 0.0, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Classes as rows with one element set: a new last dimension."""
    def ones_like(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Ones of the shape and type of an array."""
    def pad(self, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: Shape = ..., constant_value: Float = 0.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """A margin around the spatial dimensions of images."""
    def pick(self, index: NDArray, axis: Int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """One element along a dimension for each position of the others, such as the probability of each sample's class."""
    def prod(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Product of the elements over axes."""
    def radians(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Angles in degrees converted to radians."""
    def rcbrt(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Reciprocal cube root, 1 / cbrt(data)."""
    def reciprocal(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Reciprocal, 1 / data."""
    def relu(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """max(data, 0); the derivative at 0 is 0."""
    def repeat(self, repeats: Int = ..., axis: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Each element repeated, next to itself."""
    def reshape_like(self, rhs: NDArray, lhs_begin: Int | None = None, lhs_end: Int | None = None, rhs_begin: Int | None = None, rhs_end: Int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """`lhs` in the shape of `rhs`, or with some of its dimensions replaced by some of `rhs`."""
    def rint(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Nearest whole number, halves downwards."""
    def round(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Nearest whole number, halves away from zero."""
    def rsqrt(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Reciprocal square root, 1 / sqrt(data)."""
    def shape_array(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The shape of an array, as an array."""
    def sigmoid(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Logistic function, 1 / (1 + exp(-data))."""
    def sign(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0."""
    def sin(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sine of angles in radians."""
    def sinh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Hyperbolic sine."""
    def size_array(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The number of elements of an array, as an array."""
    def slice(self, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Elements begin:end:step of each leading dimension."""
    def slice_axis(self, axis: Int = ..., begin: Int = ..., end: Int | None = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Elements begin:end of one dimension."""
    def slice_like(self, shape_like: NDArray, axes: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The leading part of an array that has the size of another one."""
    def softmax(self, length: NDArray | None = None, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """exp(data / temperature) / its sum along one axis, so that the results sum to one."""
    def softmin(self, axis: Int = -1, temperature: Float | None = None, dtype: DTypeLike | None = None, use_length: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """softmax of -data / temperature: the smallest element gets the largest share."""
    def sort(self, axis: Int | None = -1, is_ascend: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Elements in order."""
    def space_to_depth(self, block_size: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Blocks of space moved into channels: the reverse of depth_to_space."""
    @overload
    def split(self, *, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """An array cut into equal parts along a dimension."""
    @overload
    def split(self, num_outputs: Literal[1], axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
    @overload
    def split(self, num_outputs: Int = ..., axis: Int = 1, squeeze_axis: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
    def sqrt(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Square root."""
    def square(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Squares."""
    def sum(self, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Sum of the elements over axes."""
    def swapaxes(self, dim1: Int = 0, dim2: Int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Two dimensions exchanged."""
    def take(self, indices: NDArray, axis: Int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Elements or slices of an array at positions along a dimension."""
    def tan(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Tangent of angles in radians."""
    def tanh(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Hyperbolic tangent."""
    def tile(self, reps: Shape = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The whole array repeated along dimensions."""
    @overload
    def topk(self, *, ret_typ: Literal['both'], axis: Int | None = -1, k: Int = 1, is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
        """The greatest elements along a dimension: their positions, their values, both, or a mask of ones."""
    @overload
    def topk(self, axis: Int | None, k: Int, ret_typ: Literal['both'], is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]: ...
    @overload
    def topk(self, axis: Int | None = -1, k: Int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] | str = 'indices', is_ascend: bool = False, dtype: DTypeLike | None = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray: ...
    def transpose(self, axes: Shape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """The dimensions of an array in another order."""
    def trunc(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Whole number next to zero: the fraction is cut off."""
    def zeros_like(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Zeros of the shape and type of an array."""
    def log_sigmoid(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """Logarithm of the logistic function, log(1 / (1 + exp(-data))). MXNet has it from 2.0 on."""
    def mish(self, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
        """data * tanh(log(1 + exp(data))). MXNet has it from 2.0 on."""
def check_boolean_array_dimension(array_shape: Any, axis: Int | Sequence[int], bool_shape: Any) -> None: ...
def _known_type(dtype: DTypeLike) -> Any: ...
def waitall() -> None:
    ...
