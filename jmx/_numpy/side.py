"""What the shared functions need to know of the side, arrays or symbols, that they are made for."""

import types
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from .._dialects import dialect
from ..base import integer_types, numeric_types
from ..context import current_context, takes_device
from ..util import is_np_default_dtype

_Function = TypeVar("_Function", bound=Callable)

# What the shared functions find among their globals under these names: `Side.instantiate` gives each side its own. In the modules
# themselves, where nobody calls them, they are nothing.
side: Any = None
npi: Any = None
array: Any = None
every: Any = None
place: Any = None
functions: Any = None
symbolic: Any = None

_OF_A_SIDE = ("npi", "array", "every", "place", "functions", "symbolic")

#: the functions that users see -> whether only arrays have them
_PUBLIC: dict[Callable, bool] = {}


def public(function: _Function) -> _Function:
    """Say that users see a function."""
    _PUBLIC[function] = False
    return function


def arrays_only(function: _Function) -> _Function:
    """Say that users see a function, on the side of arrays."""
    _PUBLIC[function] = True
    return function


class Side:
    """One side of the NumPy interface.

    module    name of the module whose functions are made
    npi       the module with the operators `_npi_*`
    array     class of the arrays or symbols of the NumPy interface
    every     class of all arrays or symbols, classic ones included
    symbolic  whether the functions make graphs
    place     on the side of arrays: (NumPy array, context) -> array; constants need no compiled program
    run       on the side of arrays: (operator, inputs, attributes, out) -> array
    adopted   on the side of arrays: a list -> the list with the arrays of JAX in it as arrays, or None if it has none
    """

    def __init__(self, module, npi, array, every, place=None, adopted=lambda values: None):
        self.module, self.npi, self.array, self.every, self.place = module, npi, array, every, place
        self.symbolic, self.adopted = place is None, adopted
        self.run = None if self.symbolic else array._run
        self.functions: dict = {}

    def public(self, function):
        """Take a function into the module."""
        function.__module__ = self.module
        function.__qualname__ = function.__name__
        code = function.__code__
        if "ctx" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            function = takes_device(function)
        self.functions[function.__name__] = function
        return function

    def define(self, *modules):
        """All functions that users see of some modules, by name."""
        for module in modules:
            self.instantiate(module)
        return self.functions

    def instantiate(self, module):
        """Copy the functions of a module, with what this side has for them among their globals.

        Siblings call each other's copies by name. No frame is added to a call, and `inspect.getsource` shows the function.
        """
        copies = {**vars(module), "side": self, **{name: getattr(self, name) for name in _OF_A_SIDE}}
        for name, function in vars(module).items():
            if type(function) is not types.FunctionType or function.__module__ != module.__name__:
                continue
            copy = types.FunctionType(function.__code__, copies, name, function.__defaults__)
            copy.__kwdefaults__, copy.__doc__ = function.__kwdefaults__, function.__doc__
            copies[name] = copy
            if function in _PUBLIC and not (_PUBLIC[function] and self.symbolic):
                copies[name] = self.public(copy)
        if "families" in copies:
            copies["families"]()

    def number(self, value, left=False):
        """A scalar operand as attributes. `left`: left of the operator, where MXNet 1.9.1's symbols call it a fraction."""
        if not self.symbolic:
            return scalar_attributes(value)
        return {"scalar": float(value), "is_int": isinstance(value, int) and not left}


def scalar_attributes(value):
    """The attributes that a number beside an array becomes. Beside integers MXNet 2.0 tells fractions from whole numbers."""
    if dialect().exact_fractions and not isinstance(value, integer_types):
        return {"scalar": float(value), "is_int": False}
    return {"scalar": float(value)}


def beside(array, attrs, op):
    """`array`, or integers as float64 where `attrs` of an operator `op` have a fraction beside them, so that it is exact.

    Quotients are float32 all the same, and operators on bits say what they take.
    """
    if len(attrs) == 1 or array.dtype.kind not in "iub" or "true_divide" in op or "bitwise" in op:
        return array
    return array.astype("float64")


def alike(arrays):
    """`arrays` in one element type where MXNet 2.0's interface is on, else as they are; symbols have none.

    Floating types win over integers, then the type that holds both. What has no such type stays as it is, and is refused by the
    operator.
    """
    if not dialect().mixed_types:
        return arrays
    arrays = list(arrays)
    kinds = {getattr(a, "dtype", None) for a in arrays}
    if len(kinds) < 2 or None in kinds:
        return arrays
    common = common_type(kinds)
    return arrays if common is None else [a if a.dtype == common else a.astype(common) for a in arrays]


def common_type(dtypes):
    """The element type in which arrays of `dtypes` meet, or None for uint64 with signed integers."""
    kinds = [np.dtype(t) for t in dtypes]
    floats = [t for t in kinds if t.kind not in "iub"]
    if floats:
        return max(floats, key=lambda t: t.itemsize)
    common = np.result_type(*kinds)
    return None if common.kind == "f" else common


def context(ctx):
    """A context argument as the operators take it."""
    return str(current_context() if ctx is None else ctx)


def c_order(order, text="only C order is supported"):
    """Raise NotImplementedError for an order other than "C"."""
    if order != "C":
        raise NotImplementedError(text)


def is_number(value):
    """Whether `value` is a Python or NumPy number."""
    return isinstance(value, numeric_types)


def floating():
    """The name of the element type that numbers have where nothing says otherwise."""
    return "float64" if is_np_default_dtype() else "float32"


_FLOATING = object()


def type_name(dtype, default=_FLOATING):
    """The name of an element type, as operators take it; `default` for None."""
    if dtype is None:
        return floating() if default is _FLOATING else default
    return dtype if isinstance(dtype, str) else np.dtype(dtype).name


def split(side, **parameters):
    """(arrays among the parameters, all parameters as attributes: None for those that are arrays)."""
    arrays = [v for v in parameters.values() if isinstance(v, side.array)]
    return arrays, {k: None if isinstance(v, side.array) else v for k, v in parameters.items()}


def sizes(size):
    """`size` as the operators take it."""
    return None if isinstance(size, tuple) and not size else size
