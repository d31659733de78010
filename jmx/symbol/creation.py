"""Functions of `mx.sym` that make symbols: variables, groups, files, constants."""

from __future__ import annotations

from numbers import Number

import numpy as np

from .. import attribute as _attribute
from ..base import MXNetError, integer_types
from ..core.declare.dtype import code_of
from ..core.graph import nodes, symbol_json
from ..core.serial import local_path
from ..util import is_np_shape
from . import register
from ._inference import read_shape
from .register import create

__all__ = [
    "var",
    "Variable",
    "Group",
    "load",
    "load_json",
    "fromjson",
    "pow",
    "power",
    "maximum",
    "minimum",
    "hypot",
    "eye",
    "zeros",
    "ones",
    "full",
    "arange",
    "linspace",
    "histogram",
    "split_v2",
]

_STORAGE = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}


def var(name, attr=None, shape=None, lr_mult=None, wd_mult=None, dtype=None, init=None, stype=None, **kwargs):
    """A variable: an input of the graph.

    Parameters
    ----------
    name : str
    attr : dict of str to str, optional
        Further attributes.
    shape : tuple of int, optional
        Used by shape inference unless another one is passed to it; 0 stands for an unknown dimension.
    lr_mult, wd_mult : float, optional
        Multipliers of learning rate and weight decay.
    dtype : type or str, optional
    init : Initializer or str, optional
        Overrides the default initializer.
    stype : str, optional
        "default", "row_sparse" or "csr".
    **kwargs
        Further attributes, named like `__this__`.

    Returns
    -------
    Symbol

    Raises
    ------
    TypeError
        The name is not a string.
    ValueError
        A keyword is neither known nor named like `__this__`.
    """
    if not isinstance(name, str):
        raise TypeError(f"Expect a string for variable `name`, got {type(name).__name__}")
    attr = dict(_attribute.active().get(attr))
    if shape is not None:
        attr["__shape__"] = str(shape)
    if lr_mult is not None:
        attr["__lr_mult__"] = str(lr_mult)
    if wd_mult is not None:
        attr["__wd_mult__"] = str(wd_mult)
    if dtype is not None:
        attr["__dtype__"] = str(code_of(dtype))
    if init is not None:
        attr["__init__"] = init if isinstance(init, str) else init.dumps()
    if stype is not None:
        if stype not in _STORAGE:
            raise ValueError(f"storage type {stype!r} does not exist; there are {', '.join(_STORAGE)}")
        attr["__storage_type__"] = str(_STORAGE[stype])
    for key, value in kwargs.items():
        if not (key.startswith("__") and key.endswith("__")):
            raise ValueError(
                f"Attribute name={key} is not supported. Additional attributes must start and end with double "
                "underscores, e.g, __yourattr__"
            )
        attr[key] = str(value)
    for key, value in attr.items():
        if not isinstance(value, str):
            raise ValueError(f"Set Attr only accepts string values, got {key}={value!r}")
    variable = register.symbol_class([(nodes.Node(None, name), 0)])
    variable._set_attr(**attr)
    return variable


Variable = var


def Group(symbols, create_fn=None):
    """One symbol with the outputs of several.

    Parameters
    ----------
    symbols : list of Symbol
    create_fn : type, optional
        The class of the group.

    Raises
    ------
    TypeError
        The list is empty or holds something else.
    """
    if not symbols or any(not isinstance(s, register.symbol_class) for s in symbols):
        raise TypeError("Expected a list of symbols as input")
    return (create_fn or register.symbol_class)([e for s in symbols for e in s._entries])


def load(fname):
    """The symbol in the JSON file `fname`, written by this or an older version.

    Raises
    ------
    TypeError
        `fname` is not a string.
    MXNetError
        The file cannot be read or does not hold a symbol.
    """
    if not isinstance(fname, str):
        raise TypeError(f"fname need to be string, got {type(fname).__name__}")
    try:
        with open(local_path(fname), "rb") as file:
            text = file.read().decode()
    except OSError as error:
        raise MXNetError(f'cannot read: Open "{fname}": {error.strerror}') from None
    except UnicodeDecodeError:
        raise MXNetError(f"{fname} is not the JSON of a symbol: it holds bytes that are no text.") from None
    try:
        return load_json(text)
    except MXNetError as error:
        raise MXNetError(f"{fname}: {error}") from None


def load_json(json_str):
    """The symbol that a JSON string describes; see `load`."""
    if not isinstance(json_str, str):
        raise TypeError(f"fname required to be string, got {type(json_str).__name__}")
    entries, np_shape = symbol_json.loads(json_str)
    if is_np_shape() and not np_shape:
        for node in nodes.topo(entries):
            if node.op is None and "__shape__" in node.attrs:
                node.attrs["__shape__"] = _numpy_shape(node.attrs["__shape__"])
    return register.symbol_class(entries)


def fromjson(json_str):
    """`load_json` under MXNet 2.0's name."""
    return load_json(json_str)


def _numpy_shape(text):
    """A shape of classic semantics, where 0 and () mean unknown, as NumPy semantics writes it."""
    shape = read_shape(text)
    return str(tuple(d or -1 for d in shape)) if shape else "None"


def _hint(scalar_op):
    """What nodes of an operator with a number are called: MXNet's names of them have no underscore inside."""
    return scalar_op.replace("_scalar", "scalar")


def _either(op, left, right, plain, reverse=None):
    """The operator `op` of two symbols, `<op>_scalar` (from the right: `reverse`) of one, or `plain` of two numbers."""
    scalar_op = f"{op}_scalar"
    symbol = register.symbol_class
    if isinstance(left, symbol) and isinstance(right, symbol):
        return create(op, op, (), {"lhs": left, "rhs": right})
    if isinstance(left, symbol) and isinstance(right, Number):
        return create(scalar_op, _hint(scalar_op), (), {"data": left, "scalar": right})
    if isinstance(left, Number) and isinstance(right, symbol):
        return create(reverse or scalar_op, _hint(reverse or scalar_op), (), {"data": right, "scalar": left})
    if isinstance(left, Number) and isinstance(right, Number):
        return plain(left, right)
    raise TypeError(f"types ({type(left)}, {type(right)}) not supported")


def pow(base, exp):
    """`base` to the power `exp`, elementwise; symbols of one shape, or numbers."""
    return _either("_power", base, exp, lambda a, b: a**b, "_rpower_scalar")


def power(base, exp):
    """`base` to the power `exp`, elementwise; symbols of one shape, or numbers."""
    return pow(base, exp)


def maximum(left, right):
    """The larger one, elementwise; symbols of one shape, or numbers."""
    return _either("_maximum", left, right, max)


def minimum(left, right):
    """The smaller one, elementwise; symbols of one shape, or numbers."""
    return _either("_minimum", left, right, min)


def hypot(left, right):
    """The length of the hypotenuse, elementwise; symbols of one shape, or numbers."""
    return _either("_hypot", left, right, np.hypot)


def _internal(name, /, *args, **kwargs):
    from . import _internal as functions

    return getattr(functions, name)(*args, **kwargs)


def _float32(dtype):
    return np.float32 if dtype is None else dtype


def eye(N, M=0, k=0, dtype=None, **kwargs):
    """A matrix of N rows and M columns (N if 0) with ones on the `k`-th diagonal."""
    return _internal("_eye", N, M, k, dtype=_float32(dtype), **kwargs)


def zeros(shape, dtype=None, **kwargs):
    """Zeros of a shape and element type (default float32)."""
    return _internal("_zeros", shape=shape, dtype=_float32(dtype), **kwargs)


def ones(shape, dtype=None, **kwargs):
    """Ones of a shape and element type (default float32)."""
    return _internal("_ones", shape=shape, dtype=_float32(dtype), **kwargs)


def full(shape, val, dtype=None, **kwargs):
    """`val` everywhere, in a shape and element type (default float32)."""
    return _internal("_full", shape=shape, dtype=_float32(dtype), value=float(val), **kwargs)


def arange(start, stop=None, step=1.0, repeat=1, infer_range=False, name=None, dtype=None):
    """Evenly spaced values from `start` up to, not including, `stop`; each one `repeat` times.

    With `infer_range` the length comes from shape inference.
    """
    spacing = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": infer_range}
    return _internal("_arange", **spacing, name=name, dtype=_float32(dtype))


def linspace(start, stop, num, endpoint=True, name=None, dtype=None):
    """`num` evenly spaced values from `start` to `stop`, the last included if `endpoint`."""
    return _internal("_linspace", start=start, stop=stop, num=num, endpoint=endpoint, name=name, dtype=_float32(dtype))


def histogram(a, bins=10, range=None, **kwargs):
    """Histogram of `a`: counts and bin edges.

    Parameters
    ----------
    a : Symbol
    bins : int or Symbol
        The number of bins, or their edges.
    range : (float, float)
        Required where `bins` is a number.
    """
    if isinstance(bins, register.symbol_class):
        return _internal("_histogram", data=a, bins=bins, **kwargs)
    if isinstance(bins, integer_types):
        if range is None:
            raise ValueError("null range is not supported in symbol mode")
        return _internal("_histogram", data=a, bin_cnt=bins, range=range, **kwargs)
    raise ValueError("bins argument should be either an integer or an NDArray")


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Split along `axis`: into so many equal parts (int), or at these indices (tuple)."""
    indices, sections = [], 0
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
    elif isinstance(indices_or_sections, tuple):
        indices = [0, *indices_or_sections]
    else:
        raise ValueError("indices_or_sections must either int or tuple of ints")
    return _internal("_split_v2", ary, indices, axis, squeeze_axis, sections)
