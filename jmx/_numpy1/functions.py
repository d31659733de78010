"""Functions and tables of NumPy 1.23 that NumPy 2 has under no name, with the results of NumPy 1.23."""

from __future__ import annotations

import ast
import functools
import inspect
import pickle
import sys
import warnings

import numpy as np

from . import names

NINF, PZERO, NZERO = -np.inf, 0.0, -0.0
loads = pickle.loads
safe_eval = ast.literal_eval

sctypes = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64],
    "complex": [np.complex64, np.complex128],
    "others": [bool, object, bytes, str, np.void],
}
if np.longdouble is not np.float64:
    sctypes["float"].append(np.longdouble)
    sctypes["complex"].append(np.clongdouble)

_KINDS = {"i": "int", "u": "uint", "f": "float", "c": "complex"}


def alen(a):
    """Return the length of `a`, which is 1 for a number."""
    try:
        return len(a)
    except TypeError:
        return len(np.array(a, ndmin=1))


def asfarray(a, dtype=np.float64):
    """Return `a` as an array of floating point or complex numbers."""
    return np.asarray(a, dtype=dtype if np.issubdtype(dtype, np.inexact) else np.float64)


def asscalar(a):
    """Return the one element of the array `a` as a number of Python."""
    return a.item()


def disp(mesg, device=None, linefeed=True) -> None:
    """Write `mesg` to `device` (default: the standard output)."""
    device = sys.stdout if device is None else device
    device.write(f"{mesg}\n" if linefeed else f"{mesg}")
    device.flush()


def fastCopyAndTranspose(a):
    """Return a transposed copy of `a`."""
    return np.asarray(a).T.copy()


def get_array_wrap(*args):
    """Return the `__array_wrap__` of the argument with the highest `__array_priority__`, or None."""
    wrappers = [
        (getattr(x, "__array_priority__", 0), -i, x.__array_wrap__) for i, x in enumerate(args) if hasattr(x, "__array_wrap__")
    ]
    return max(wrappers)[-1] if wrappers else None


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Return, for each element of the flattened `ar1`, whether it is in `ar2`."""
    return np.isin(np.asarray(ar1).ravel(), ar2, assume_unique=assume_unique, invert=invert)


def msort(a):
    """Return a copy of `a` sorted along its first axis."""
    copy = np.array(a, subok=True, copy=True)
    copy.sort(0)
    return copy


def source(object, output=None) -> None:
    """Write the source code of `object` to `output` (default: the standard output)."""
    output = sys.stdout if output is None else output
    try:
        print(f"In file: {inspect.getsourcefile(object)}\n", file=output)
        print(inspect.getsource(object), file=output)
    except Exception:
        print("Not available for this object.", file=output)


# Types


def obj2sctype(rep, default=None):
    """Return the scalar type of a dtype, array or type, or `default`."""
    if isinstance(rep, type) and issubclass(rep, np.generic):
        return rep
    if isinstance(rep, np.ndarray):
        return rep.dtype.type
    try:
        return np.dtype(rep).type
    except Exception:
        return default


def issctype(rep) -> bool:
    """Return whether `rep` is a dtype or a type that arrays can have, `object` excluded."""
    if not isinstance(rep, (type, np.dtype)):
        return False
    scalar = obj2sctype(rep)
    return bool(scalar and scalar is not np.object_)


def issubclass_(arg1, arg2) -> bool:
    """Return `issubclass(arg1, arg2)`, and False where `arg1` is no class."""
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def issubsctype(arg1, arg2) -> bool:
    """Return whether the scalar type of `arg1` is a subclass of that of `arg2`."""
    return issubclass(obj2sctype(arg1), obj2sctype(arg2))


def sctype2char(sctype):
    """Return the character code of a scalar type."""
    scalar = obj2sctype(sctype)
    if scalar is None:
        raise ValueError("unrecognized type")
    if scalar not in nbytes.keys():
        raise KeyError(scalar)
    return np.dtype(scalar).char


def maximum_sctype(t):
    """Return the scalar type of highest precision of the same kind as `t`."""
    scalar = obj2sctype(t)
    if scalar is None:
        return t
    group = _KINDS.get(np.dtype(scalar).kind)
    return sctypes[group][-1] if group else scalar


class _TypeDict(dict):
    """A dict with scalar types as keys, found by anything that names one."""

    def __getitem__(self, key):
        return dict.__getitem__(self, obj2sctype(key))


_SCALARS = [np.dtype(char).type for char in "?bBhHiIlLqQefdgFDGSUVOMm"]
nbytes = _TypeDict((scalar, np.dtype(scalar).itemsize) for scalar in _SCALARS)
cast = _TypeDict((scalar, functools.partial(np.asarray, dtype=scalar)) for scalar in _SCALARS)


def _sctype_dict():
    """`np.sctypeDict` with the keys that it had: codes such as "f4", numbers of types, names that are gone."""
    types = dict(np.sctypeDict)
    codes = "? b B h H i I l L q Q p P e f d g F D G S U V O M m b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 c8 c16 M8 m8".split()
    for code in codes:
        dtype = np.dtype(code)
        types[code] = types.setdefault(dtype.num, dtype.type)
    for name, target in names.NAMES.items():
        scalar = getattr(np, target, None)
        if isinstance(scalar, type) and issubclass(scalar, np.generic):
            types[name] = scalar
    long, complex_long = np.dtype("g"), np.dtype("G")
    return {**types, "a": np.bytes_, f"f{long.itemsize}": long.type, f"c{complex_long.itemsize}": complex_long.type}


typeDict = _sctype_dict()

_ORDER_OF_TYPES = "?bBhHiIlLqQefdgFDGO"
_ORDER_OF_KINDS = "buifcSUVOMm"


def _smallest(dtypes, start=0):
    """The first type, in NumPy's order from `start` on, that all of these can be cast to; None for no types."""
    if len(dtypes) < 2:
        return dtypes[0] if dtypes else None
    candidates = map(np.dtype, _ORDER_OF_TYPES[start:])
    return next((wide for wide in candidates if all(wide >= dtype for dtype in dtypes)), None)


def find_common_type(array_types, scalar_types):
    """Return the type of arrays and scalars together, where scalars count only if their kind is a higher one.

    Parameters
    ----------
    array_types : sequence
        Types of arrays.
    scalar_types : sequence
        Types of scalars.

    Returns
    -------
    numpy.dtype or None
        None where there is no such type.
    """
    arrays = _smallest([np.dtype(x) for x in array_types])
    scalars = _smallest([np.dtype(x) for x in scalar_types])
    if arrays is None or scalars is None:
        return scalars if arrays is None else arrays
    if _ORDER_OF_KINDS.find(scalars.kind) <= _ORDER_OF_KINDS.find(arrays.kind):
        return arrays
    if scalars > arrays:
        return scalars
    start = _ORDER_OF_TYPES.find(scalars.char)
    return None if start < 0 else _smallest([scalars, arrays], start)


# Text files


def recfromtxt(fname, **kwargs):
    """Read a text file into an array of records, with the parameters of `numpy.genfromtxt`."""
    kwargs.setdefault("dtype", None)
    output = np.genfromtxt(fname, **kwargs)
    if kwargs.get("usemask", False):
        from numpy.ma.mrecords import MaskedRecords

        return output.view(MaskedRecords)
    return output.view(np.recarray)


def recfromcsv(fname, **kwargs):
    """Read a file of comma-separated values, with a line of names, into an array of records."""
    for name, value in (("case_sensitive", "lower"), ("names", True), ("delimiter", ",")):
        kwargs.setdefault(name, value)
    return recfromtxt(fname, **kwargs)


# Deprecation


def deprecate(*args, **kwargs):
    """Wrap a function so that its calls warn.

    Parameters
    ----------
    func : callable, optional
        Without it a decorator is returned.
    old_name, new_name : str, optional
        The names that the warning gives to the function and to what replaces it.
    message : str, optional
        How the warning ends.
    """
    return _deprecated(*args, **kwargs) if args else functools.partial(_deprecated, **kwargs)


def deprecate_with_doc(msg):
    """Return a decorator whose warning ends in `msg`."""
    return deprecate(message=msg)


def _deprecated(func, old_name=None, new_name=None, message=None):
    text = f"`{old_name or func.__name__}` is deprecated"
    text += "!" if new_name is None else f", use `{new_name}` instead!"
    text += "" if message is None else f"\n{message}"

    @functools.wraps(func)
    def call(*args, **kwargs):
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return func(*args, **kwargs)

    call.__name__ = old_name or func.__name__
    call.__doc__ = text if func.__doc__ is None else f"{text}\n\n{inspect.cleandoc(func.__doc__)}"
    return call
