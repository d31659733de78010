"""Errors and the few type tuples that the whole package shares."""

from __future__ import annotations

import numbers
from typing import TYPE_CHECKING, Any

from ._late_binding import provider
from ._version import MXNET_VERSION

if TYPE_CHECKING:
    from ._typing import AnyFunction

__version__ = MXNET_VERSION


class MXNetError(RuntimeError):
    """Any failure that MXNet reports from its backend; the base of every error class of `mxnet.error`.

    Examples
    --------
    >>> try:
    ...     nd.elemwise_add(nd.zeros(2), nd.zeros(3))
    ... except mx.MXNetError as error:
    ...     print(isinstance(error, RuntimeError), "elemwise_add" in str(error))
    True True
    """


#: what to do where a program looks for a value in a symbol
_SYMBOLS_HAVE_NO_VALUES = (
    "A symbol has no values: in hybrid_forward compute with operators of F, loop with F.contrib.foreach or F.contrib.while_loop, "
    "choose with F.contrib.cond or F.where, or do not hybridize() the block."
)


class NotImplementedForSymbol(MXNetError):
    """A method that exists on NDArray only was called on a Symbol.

    Parameters
    ----------
    function : callable
        The method.
    alias : str or None
        The operator behind it.
    *args
        What it was called with.

    Examples
    --------
    >>> try:
    ...     mx.sym.Variable("x").asnumpy()
    ... except mx.base.NotImplementedForSymbol as error:
    ...     print(error.function)
    asnumpy
    """

    def __init__(self, function: AnyFunction, alias: str | None, *args: Any) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args_types = [type(a).__name__ for a in args]

    def __str__(self) -> str:
        text = f"Function {self.function}"
        if self.alias:
            text += f" (namely operator '{self.alias}')"
        if self.args_types:
            text += f" with arguments ({', '.join(self.args_types)})"
        text += " is not implemented for Symbol and only available in NDArray. "
        if self.function == "__bool__":
            return text + (
                "A symbol has no value that `if`, `while`, `and` or bool() could look at: in hybrid_forward use F.contrib.cond, "
                "F.where or F.contrib.while_loop, or do not hybridize() the block."
            )
        return text + _SYMBOLS_HAVE_NO_VALUES


class NotSupportedForSparseNDArray(MXNetError):
    """A dense-only method was called on a sparse array.

    Parameters
    ----------
    function : callable
        The method.
    alias : str or None
        The operator behind it.
    *args
        What it was called with.

    Examples
    --------
    >>> try:
    ...     nd.sparse.zeros("csr", (2, 3)).reshape((3, 2))
    ... except mx.base.NotSupportedForSparseNDArray as error:
    ...     print(error.function)
    reshape
    """

    def __init__(self, function: AnyFunction, alias: str | None, *args: Any) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args_types = [type(a).__name__ for a in args]

    def __str__(self):
        text = f"Function {self.function}"
        if self.alias:
            text += f" (namely operator '{self.alias}')"
        if self.args_types:
            text += f" with arguments ({', '.join(self.args_types)})"
        return text + " is not supported for SparseNDArray and only available in NDArray."


class _NullType:
    """The value of an operator parameter that the caller did not give."""

    def __repr__(self):
        return "_Null"

    def __bool__(self) -> bool:
        return False


_Null = _NullType()

string_types = (str,)
real_number = numbers.Real


def is_null(value: Any) -> bool:
    """True for the place holder `_Null`, which means "not given".

    Parameters
    ----------
    value
        Anything.

    Returns
    -------
    bool
    """
    return value is _Null


basestring = str
long = int

#: names that are made of NumPy's types, by `__getattr__`
_OF_NUMPY = ("np", "numeric_types", "integer_types", "mx_real_t")
numeric_types: tuple[type, ...]
integer_types: tuple[type, ...]
mx_real_t: type


def __getattr__(name):
    if name in _OF_NUMPY:  # imported when asked for: the command line starts without NumPy
        import numpy as np

        globals().update(
            np=np, numeric_types=(float, int, np.generic), integer_types=(int, np.int32, np.int64), mx_real_t=np.float32
        )
        return globals()[name]
    native = provider("base: MXNet's C library") if not name.startswith("__") else None
    if native is not None and name in native.NAMES:  # for programs that speak to MXNet's C library
        return getattr(native, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_OF_NUMPY})


#: error name -> class, as `register_error` fills it
error_types: dict[str, type] = {}


def register_error(func_name: str | type[Any] | None = None, cls=None) -> Any:
    """Register an error class under a name, its own by default; also usable as a decorator.

    Parameters
    ----------
    func_name : str or type
        The name; or the class, where it is used as a decorator without a name.
    cls : type, optional
        The class.

    Returns
    -------
    class or decorator
        The class, or the decorator, which returns the class that it is given.

    Examples
    --------
    >>> @mx.base.register_error
    ... class DiskFull(mx.MXNetError):
    ...     pass
    >>> mx.base.error_types["DiskFull"] is DiskFull
    True
    >>> del mx.base.error_types["DiskFull"]
    """
    if callable(func_name):
        cls, func_name = func_name, func_name.__name__

    def register(cls):
        error_types[func_name if isinstance(func_name, str) else cls.__name__] = cls
        return cls

    return register if cls is None else register(cls)


def py_str(x: bytes | str) -> str:
    """Bytes as a str.

    Parameters
    ----------
    x : bytes or str
        UTF-8.

    Returns
    -------
    str

    Examples
    --------
    >>> mx.base.py_str(b"data")
    'data'
    """
    return x.decode("utf-8") if isinstance(x, bytes) else x


class classproperty:
    """A property of the class rather than of its instances.

    Parameters
    ----------
    func : callable
        Gets the class and returns the value.

    Examples
    --------
    >>> class Layer:
    ...     @mx.base.classproperty
    ...     def title(cls):
    ...         return cls.__name__.lower()
    >>> Layer.title
    'layer'
    """

    def __init__(self, func: AnyFunction) -> None:
        self.func = func

    def __get__(self, instance, owner):
        return self.func(owner)


def _as_list(value: Any) -> Any:
    """`value` itself if it is a list or tuple, else a list of it."""
    return value if isinstance(value, (list, tuple)) else [value]
