"""What the shared functions need to know of the side, arrays or symbols, that they are made for."""

import numpy as np

from ..base import integer_types, numeric_types
from ..context import current_context, takes_device
from ..util import is_np_default_dtype, is_v2
from .examples import with_example


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
        function.__doc__ = with_example(self.module, function.__name__, function.__doc__)
        code = function.__code__
        if "ctx" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            function = takes_device(function)
        self.functions[function.__name__] = function
        return function

    def define(self, *makers):
        """All functions that `makers` define, by name."""
        for maker in makers:
            maker.define(self)
        return self.functions

    def number(self, value, left=False):
        """A scalar operand as attributes. `left`: left of the operator, where MXNet 1.9.1's symbols call it a fraction."""
        if not self.symbolic:
            return scalar_attributes(value)
        return {"scalar": float(value), "is_int": isinstance(value, int) and not left}


def scalar_attributes(value):
    """The attributes that a number beside an array becomes. Beside integers MXNet 2.0 tells fractions from whole numbers."""
    if is_v2() and not isinstance(value, integer_types):
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
    if not is_v2():
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
