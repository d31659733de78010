"""The class of symbols of the NumPy interface, and reading them from files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from ..._numpy import Side
from ..._numpy.methods import ArrayMethods, check_cast, new_axes, new_shape, take_away
from ...base import integer_types
from ...core.graph import nodes
from .. import creation, register
from ..symbol import Group, Symbol
from . import _internal as _npi

if TYPE_CHECKING:
    from ..._typing import DTypeLike, Int

#: methods that Symbol has and NumPy's arrays have not; they exist in MXNet too, and raise
ABSENT = """abs arccos arccosh arcsin arcsinh arctan arctanh argmax_channel broadcast_axes broadcast_like broadcast_to cbrt ceil
cos cosh degrees depth_to_space diag exp expand_dims expm1 fix flip floor log log10 log1p log2 log_softmax nanprod nansum norm
one_hot ones_like pad pick radians rcbrt reciprocal relu reshape_like rint rsqrt shape_array sigmoid sign sin sinh size_array
slice slice_axis slice_like softmax softmin space_to_depth split split_v2 sqrt square tan tanh tile topk trunc
zeros_like""".split()


def _operator(name, swapped=False):
    def method(self, other):
        function = self._function(name)
        return function(other, self) if swapped else function(self, other)

    return method


def _refuse(self, other):
    raise NotImplementedError("symbols cannot be changed in place; write x = x / y")


class _Symbol(ArrayMethods, Symbol):
    """A symbol with NumPy's operators, indexing and methods; `as_nd_ndarray` gives the classic one.

    Indexing slices the output of a single-output symbol, and picks outputs of one with several.
    """

    __slots__ = ()
    __module__ = "jmx.symbol.numpy"

    @staticmethod
    def _function(name: str) -> Any:
        """The function `name` of this package, which needs this class."""
        from . import _op

        return getattr(_op, name)

    def __getitem__(self, key: Any) -> Self:
        if self.num_outputs > 1:
            return self._output(key)
        if isinstance(key, integer_types):
            return _npi.reshape(_npi.slice(self, [key], [key + 1 or None]), (-3, -4))
        if isinstance(key, slice):
            if key.step == 0:
                raise ValueError("slice step cannot be zero")
            start, stop = ([v] if v is None else v for v in (key.start, key.stop))
            return _npi.slice(self, start, stop, key.step)
        if not isinstance(key, tuple):
            raise IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
        if not key:
            return self
        begin, end, step, shape = [], [], [], []
        for k in key:
            if isinstance(k, slice):
                if k.step == 0:
                    raise ValueError("slice step cannot be zero")
                row = k.start, k.stop, k.step, -2
            elif isinstance(k, integer_types):
                row = (k, k + 1, 1, -3) if k >= 0 else (k, k - 1, -1, -3)
            else:
                raise IndexError(f"Only integer, slice, or tuple of these types are supported! Received key={key}")
            for values, value in zip((begin, end, step, shape), row):
                values.append(value)
        return _npi.reshape(_npi.slice(self, begin, end, step), (*shape, -4))

    def _output(self, key: Any) -> Any:
        if isinstance(key, slice):
            return Group([self._output(i) for i in range(*key.indices(self.num_outputs))], _Symbol)
        if not isinstance(key, integer_types):
            raise TypeError(f"indices of symbol group must be integers or slices, not {type(key)}")
        if not -self.num_outputs <= key < self.num_outputs:
            raise IndexError("list index out of range")
        return _Symbol([self._entries[key]])

    def __setitem__(self, key: Any, value: Any) -> Any:
        raise NotImplementedError("symbols cannot be assigned to; build the result with np.where or np.concatenate")

    def __repr__(self):
        if self.num_outputs > 1:
            return f"<{type(self).__name__} group [{', '.join(str(s) for s in self)}]>"
        return f"<{type(self).__name__} {self.name}>"

    @property
    def name(self) -> str | Any:
        """The name of the symbol; a group of outputs has none and raises AttributeError."""
        if self.num_outputs > 1:
            raise AttributeError(
                f"This is a Group Symbol that contains {self.num_outputs} elements and does not have a name. "
                "Use str(sym) to print the name of all the elements instead."
            )
        return self._entries[0][0].name

    def __iter__(self) -> Iterator[Self]:
        if self.num_outputs == 1:
            raise TypeError(f"'{self}' is not iterable.")
        return (self._output(i) for i in range(self.num_outputs))

    def __len__(self) -> int:
        if self.num_outputs == 1:
            raise TypeError(f"{self} is not a list and does not support len().")
        return self.num_outputs

    def __deepcopy__(self, memo):
        return _Symbol(nodes.copied(self._entries)[0])

    def as_np_ndarray(self) -> Self:
        """This symbol itself."""
        return self

    def as_nd_ndarray(self) -> Any:
        """The same outputs as a classic symbol."""
        return Symbol(list(self._entries))

    # ---- Python's operators

    __add__ = __radd__ = _operator("add")
    __sub__, __rsub__ = _operator("subtract"), _operator("subtract", True)
    __mul__, __rmul__ = _operator("multiply"), _operator("multiply", True)
    __truediv__, __rtruediv__ = _operator("divide"), _operator("divide", True)
    __div__, __rdiv__ = __truediv__, __rtruediv__
    __mod__, __rmod__ = _operator("mod"), _operator("mod", True)
    __pow__, __rpow__ = _operator("power"), _operator("power", True)
    __matmul__, __rmatmul__ = _operator("matmul"), _operator("matmul", True)
    __eq__ = _operator("equal")
    __ne__ = _operator("not_equal")
    __gt__ = _operator("greater")
    __ge__ = _operator("greater_equal")
    __lt__ = _operator("less")
    __le__ = _operator("less_equal")
    __and__ = _operator("bitwise_and")
    __or__ = _operator("bitwise_or")
    __xor__ = _operator("bitwise_xor")
    __itruediv__ = __idiv__ = _refuse
    __hash__ = object.__hash__

    # ---- methods of NumPy's arrays

    @property
    def T(self) -> Any:
        """The symbol with its axes reversed."""
        return self.transpose()

    def astype(
        self, dtype: DTypeLike, order: str = "K", casting: str = "unsafe", subok: bool = True, copy: bool = True
    ) -> Symbol:
        """The symbol with elements of type `dtype`."""
        check_cast(order, casting, subok)
        return _npi.cast(self, dtype=dtype)

    def reshape(self, *args: Any, **kwargs: Any) -> Any:
        """The elements in another shape; see `mx.np.ndarray.reshape`."""
        return self._function("reshape")(self, newshape=new_shape(args, kwargs), order="C")

    def transpose(self, *axes: Any) -> Any:
        """The symbol with its axes permuted: reversed, or in the order of `axes`."""
        return self._function("transpose")(self, axes=new_axes(axes))

    def squeeze(self, axis: Int | Sequence[int] | None = None) -> Symbol:
        """The symbol without its axes of length 1, or without those in `axis`."""
        return self._function("squeeze")(self, axis=axis)


take_away(_Symbol, ABSENT, "_Symbol")
register.numpy_class = _Symbol


def side(module: Any) -> Any:
    """The symbols' side of the NumPy interface, for the functions of `module`."""
    return Side(module, _npi, _Symbol, Symbol)


def load(fname: str) -> Any:
    """Read a symbol of the NumPy interface from a file; see `mx.sym.load`."""
    return creation.load(fname).as_np_ndarray()


def load_json(json_str: Any) -> Any:
    """Read a symbol of the NumPy interface from a JSON string; see `mx.sym.load_json`."""
    return creation.load_json(json_str).as_np_ndarray()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from . import _op

    function = _op._functions.get(name)
    if function is None:
        raise AttributeError(f"module 'mxnet.symbol.numpy._symbol' has no attribute {name!r}")
    return function


__all__ = ["load", "load_json"]
