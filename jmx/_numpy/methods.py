"""The methods that arrays and symbols of the NumPy interface have alike: each calls the function of its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int


class ArrayMethods:
    """Methods of NumPy's arrays, for the classes of both sides; their `_function` looks up a function of the side by name."""

    __slots__ = ()

    def __neg__(self):
        return self.__mul__(-1.0)

    def __abs__(self):
        return self._function("absolute")(self)

    def __invert__(self):
        return self._function("invert")(self)

    def repeat(self, repeats: Any, axis: Int | Sequence[int] | None = None) -> Any:
        """Elements repeated; see `np.repeat`."""
        return self._function("repeat")(self, repeats=repeats, axis=axis)

    def dot(self, b: Any, out: Any = None) -> Any:
        """Dot product with `b`; see `np.dot`."""
        return self._function("dot")(self, b, out=out)

    def sum(
        self, axis: Int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        """Sum over axes; see `np.sum`."""
        return self._function("sum")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def prod(
        self, axis: Int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        """Product over axes; see `np.prod`."""
        return self._function("prod")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def mean(
        self, axis: Int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool = False
    ) -> Any:
        """Mean over axes; see `np.mean`."""
        return self._function("mean")(self, axis=axis, dtype=dtype, out=out, keepdims=keepdims)

    def std(
        self,
        axis: Int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: Any = None,
        ddof: Float = 0,
        keepdims: bool = False,
    ) -> Any:
        """Standard deviation over axes; see `np.std`."""
        return self._function("std")(self, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims)

    def var(
        self,
        axis: Int | Sequence[int] | None = None,
        dtype: DTypeLike | None = None,
        out: Any = None,
        ddof: Float = 0,
        keepdims: bool = False,
    ) -> Any:
        """Variance over axes; see `np.var`."""
        return self._function("var")(self, axis=axis, dtype=dtype, out=out, ddof=ddof, keepdims=keepdims)

    def max(self, axis: Int | Sequence[int] | None = None, out: Any = None, keepdims: bool = False) -> Any:
        """Greatest element over axes; see `np.max`."""
        return self._function("max")(self, axis=axis, out=out, keepdims=keepdims)

    def min(self, axis: Int | Sequence[int] | None = None, out: Any = None, keepdims: bool = False) -> Any:
        """Smallest element over axes; see `np.min`."""
        return self._function("min")(self, axis=axis, out=out, keepdims=keepdims)

    def argmax(self, axis: Int | Sequence[int] | None = None, out: Any = None, keepdims: bool = False) -> Any:
        """Position of the greatest element; see `np.argmax`."""
        return self._function("argmax")(self, axis, out, keepdims=keepdims)

    def argmin(self, axis: Int | Sequence[int] | None = None, out: Any = None, keepdims: bool = False) -> Any:
        """Position of the smallest element; see `np.argmin`."""
        return self._function("argmin")(self, axis, out, keepdims=keepdims)

    def cumsum(self, axis: Int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: Any = None) -> Any:
        """Running sum; see `np.cumsum`."""
        return self._function("cumsum")(self, axis=axis, dtype=dtype, out=out)

    def clip(self, min: Any = None, max: Any = None, out: Any = None) -> Any:
        """Elements limited to [min, max]; see `np.clip`."""
        return self._function("clip")(self, min, max, out=out)

    def round(self, decimals: Float = 0, out: Any = None, **kwargs: Any) -> Any:
        """Elements rounded to `decimals` places."""
        return self._function("round")(self, decimals=decimals, out=out, **kwargs)

    def take(self, indices: Any, axis: Int | Sequence[int] | None = None, mode: str = "raise") -> Any:
        """Elements at `indices` along an axis; see `np.take`."""
        return self._function("take")(self, indices, axis, mode=mode)

    def flatten(self, order: str = "C") -> Any:
        """A copy with one dimension."""
        return self.reshape(-1, order=order)

    def swapaxes(self, axis1: Any, axis2: Any) -> Any:
        """Two axes exchanged; see `np.swapaxes`."""
        return self._function("swapaxes")(self, axis1, axis2)

    def sort(self, axis: Int | Sequence[int] | None = -1, kind: Any = None, order: Any = None) -> Any:
        """A sorted copy; see `np.sort`. (The method of MXNet's arrays raises TypeError whatever it is given.)"""
        return self._function("sort")(self, axis=axis, kind=kind, order=order)

    def argsort(self, axis: Int | Sequence[int] | None = -1, kind: Any = None, order: Any = None) -> Any:
        """Positions that sort; see `np.argsort`."""
        return self._function("argsort")(self, axis=axis, kind=kind, order=order)


def new_shape(args: Any, kwargs: Any) -> Any:
    """The shape that the arguments of a method `reshape` ask for: a tuple, or its dimensions as arguments."""
    order = kwargs.pop("order", "C")
    if kwargs:
        raise TypeError(f"{next(iter(kwargs))} is an invalid keyword argument for this function")
    if order != "C":
        raise NotImplementedError(f"only supports C-order, while received {order}")
    if not args:
        raise TypeError("reshape() takes exactly 1 argument (0 given)")
    return tuple(args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args)


def new_axes(axes: Any) -> Any:
    """The axes that the arguments of a method `transpose` ask for, None to reverse them."""
    if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
        axes = axes[0]
    return tuple(axes) if axes else None


def check_cast(order: Any, casting: Any, subok: Any) -> None:
    """Raise ValueError for arguments of `astype` that MXNet does not have."""
    if order not in (None, "K", "C"):
        raise ValueError("order must be either 'K' or 'C'")
    if casting != "unsafe":
        raise ValueError("casting must be equal to 'unsafe'")
    if not subok:
        raise ValueError("subok must be equal to True")


def take_away(cls: Any, names: Any, shown: Any) -> None:
    """Let methods that `cls` inherits raise AttributeError; the message calls the class `shown`."""
    for name in names:
        setattr(cls, name, _absent(cls, name, shown))


def _absent(cls, name, shown):
    def method(self, *args, **kwargs):
        raise AttributeError(f"{shown} object has no attribute {name}")

    method.__name__, method.__qualname__ = name, f"{cls.__name__}.{name}"
    method.__doc__ = f"Not a method of NumPy's arrays: raises AttributeError. There may be a function np.{name} or npx.{name}."
    return method
