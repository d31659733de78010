"""Functions of `mx.sym` that make symbols: variables, groups, files, constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import attribute as _attribute
from .._described import described_by
from .._files.reading import read_file
from ..base import MXNetError, integer_types
from ..core.declare.dtype import code_of
from ..core.graph import nodes, symbol_json
from ..core.serial import local_path
from ..util import is_np_shape
from . import register
from ._inference import read_shape
from .elementwise import hypot, maximum, minimum, pow, power

if TYPE_CHECKING:
    from .._typing import DTypeLike, Float, Int, Shape, StorageType
    from ..initializer.base import Initializer
    from .symbol import Symbol

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


def var(
    name: str,
    attr: Mapping[str, str] | None = None,
    shape: Shape | None = None,
    lr_mult: Float | None = None,
    wd_mult: Float | None = None,
    dtype: DTypeLike | None = None,
    init: Initializer | str | None = None,
    stype: StorageType | None = None,
    **kwargs: Any,
) -> Symbol:
    """A variable: an input of the graph.

    Parameters
    ----------
    name : str
        Its name, by which arrays are bound to it.
    attr : dict of str to str, optional
        Further attributes.
    shape : tuple of int, optional
        Used by shape inference unless another one is passed to it; 0 stands for an unknown dimension.
    lr_mult, wd_mult : float, optional
        Multipliers of learning rate and weight decay.
    dtype : type or str, optional
        Element type, used by type inference.
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

    Examples
    --------
    >>> x = mx.sym.var("x", shape=(2, 3), lr_mult=0.5)
    >>> x, x.attr("__lr_mult__")
    (<Symbol x>, '0.5')
    >>> (x * 2).infer_shape()[1]
    [(2, 3)]
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


def Group(symbols: Sequence[Symbol], create_fn: type[Any] | None = None) -> Symbol:
    """One symbol with the outputs of several.

    Parameters
    ----------
    symbols : list of Symbol
        The symbols.
    create_fn : type, default Symbol
        The class of the group.

    Returns
    -------
    Symbol

    Raises
    ------
    TypeError
        The list is empty or holds something else.

    Examples
    --------
    >>> x = mx.sym.var("x")
    >>> both = mx.sym.Group([x + 1, x * 2])
    >>> [y.asnumpy().tolist() for y in both.eval(x=mx.nd.array([1, 2]))]
    [[2.0, 3.0], [2.0, 4.0]]
    """
    if not symbols or any(not isinstance(s, register.symbol_class) for s in symbols):
        raise TypeError("Expected a list of symbols as input")
    return (create_fn or register.symbol_class)([e for s in symbols for e in s._entries])


def load(fname: str) -> Symbol:
    """The symbol in a JSON file, written by this or an older version.

    Parameters
    ----------
    fname : str
        The path.

    Returns
    -------
    Symbol

    Raises
    ------
    TypeError
        `fname` is not a string.
    MXNetError
        The file cannot be read or does not hold a symbol.

    Examples
    --------
    >>> import tempfile
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     net.save(folder + "/net.json")
    ...     loaded = mx.sym.load(folder + "/net.json")
    >>> loaded, loaded.list_arguments()
    (<Symbol fc>, ['data', 'fc_weight', 'fc_bias'])
    """
    if not isinstance(fname, str):
        raise TypeError(f"fname need to be string, got {type(fname).__name__}")
    try:
        text = read_file(local_path(fname), _may_be_json).decode()
    except OSError as error:
        raise MXNetError(f'cannot read: Open "{fname}": {error.strerror}') from None
    except UnicodeDecodeError:
        raise MXNetError(f"{fname} is not the JSON of a symbol: it holds bytes that are no text.") from None
    try:
        return load_json(text)
    except MXNetError as error:
        raise MXNetError(f"{fname}: {error}") from None


def _may_be_json(start):
    """Whether a file that begins so may be JSON of an object."""
    return start.lstrip()[:1] in (b"{", b"")


def load_json(json_str: str) -> Symbol:
    """The symbol that a JSON string describes.

    Parameters
    ----------
    json_str : str
        What `Symbol.tojson` gives.

    Returns
    -------
    Symbol

    Raises
    ------
    TypeError
        It is no string.
    MXNetError
        It does not describe a symbol.

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> mx.sym.load_json(net.tojson()).list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    """
    if not isinstance(json_str, str):
        raise TypeError(f"fname required to be string, got {type(json_str).__name__}")
    entries, np_shape = symbol_json.loads(json_str)
    if is_np_shape() and not np_shape:
        for node in nodes.topo(entries):
            if node.op is None and "__shape__" in node.attrs:
                node.attrs["__shape__"] = _numpy_shape(node.attrs["__shape__"])
    return register.symbol_class(entries)


def fromjson(json_str: str) -> Symbol:
    """`load_json` under MXNet 2.0's name.

    Parameters
    ----------
    json_str : str
        What `Symbol.tojson` gives.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> mx.sym.fromjson(mx.sym.var("data").tojson())
    <Symbol data>
    """
    return load_json(json_str)


def _numpy_shape(text):
    """A shape of classic semantics, where 0 and () mean unknown, as NumPy semantics writes it."""
    shape = read_shape(text)
    return str(tuple(d or -1 for d in shape)) if shape else "None"


def _internal(name, /, *args, **kwargs):
    from . import _internal as functions

    return getattr(functions, name)(*args, **kwargs)


def _float32(dtype):
    return np.float32 if dtype is None else dtype


def eye(N: Int, M: Int = 0, k: Int = 0, dtype: DTypeLike | None = None, **kwargs: Any) -> Symbol:
    """A matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N : int
        Number of rows.
    M : int, default 0
        Number of columns; 0 stands for N.
    k : int, default 0
        Which diagonal: 0 the main one, above it if positive, below if negative.
    dtype : str or numpy type, default float32
        Element type.
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol

    Examples
    --------
    >>> mx.sym.eye(2, 3, k=1).eval()[0].asnumpy()
    array([[0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    return _internal("_eye", N, M, k, dtype=_float32(dtype), **kwargs)


@described_by(eye)
def zeros(shape: Shape, dtype: DTypeLike | None = None, **kwargs: Any) -> Symbol:
    """Zeros.

    Parameters
    ----------
    shape : int or tuple of int
        The shape; 0 stands for an unknown dimension.

    Examples
    --------
    >>> mx.sym.zeros((1, 2)).eval()[0].asnumpy()
    array([[0., 0.]], dtype=float32)
    """
    return _internal("_zeros", shape=shape, dtype=_float32(dtype), **kwargs)


@described_by(zeros)
def ones(shape: Shape, dtype: DTypeLike | None = None, **kwargs: Any) -> Symbol:
    """Ones.

    Examples
    --------
    >>> mx.sym.ones((1, 2), dtype="int32").eval()[0].asnumpy()
    array([[1, 1]], dtype=int32)
    """
    return _internal("_ones", shape=shape, dtype=_float32(dtype), **kwargs)


@described_by(zeros)
def full(shape: Shape, val: Float, dtype: DTypeLike | None = None, **kwargs: Any) -> Symbol:
    """One number everywhere.

    Parameters
    ----------
    val : float
        The number.

    Examples
    --------
    >>> mx.sym.full((1, 2), 7).eval()[0].asnumpy()
    array([[7., 7.]], dtype=float32)
    """
    return _internal("_full", shape=shape, dtype=_float32(dtype), value=float(val), **kwargs)


def arange(
    start: Float,
    stop: Float | None = None,
    step: Float = 1.0,
    repeat: Int = 1,
    infer_range: bool = False,
    name: str | None = None,
    dtype: DTypeLike | None = None,
) -> Symbol:
    """Numbers in equal steps, the end left out.

    Parameters
    ----------
    start : float
        The first number; the end, if `stop` is None, of numbers that start with 0.
    stop : float, optional
        The end, which is left out.
    step : float, default 1.0
        The difference between neighbours.
    repeat : int, default 1
        How often each number stands there.
    infer_range : bool, default False
        Whether the length comes from shape inference.
    name : str, optional
        Name of the node.
    dtype : str or numpy type, default float32
        Element type.

    Returns
    -------
    Symbol
        One dimension.

    Examples
    --------
    >>> mx.sym.arange(1, 7, step=2, repeat=2).eval()[0].asnumpy()
    array([1., 1., 3., 3., 5., 5.], dtype=float32)
    """
    spacing = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": infer_range}
    return _internal("_arange", **spacing, name=name, dtype=_float32(dtype))


@described_by(arange)
def linspace(
    start: Float, stop: Float, num: Int, endpoint: bool = True, name: str | None = None, dtype: DTypeLike | None = None
) -> Symbol:
    """Numbers in equal steps, of which there are a given number.

    Parameters
    ----------
    start, stop : float
        The first number and the end.
    num : int
        How many numbers.
    endpoint : bool, default True
        Whether `stop` is the last one.

    Examples
    --------
    >>> mx.sym.linspace(0, 1, 5).eval()[0].asnumpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    """
    return _internal("_linspace", start=start, stop=stop, num=num, endpoint=endpoint, name=name, dtype=_float32(dtype))


def histogram(a: Symbol, bins: Int | Symbol = 10, range: tuple[float, float] | None = None, **kwargs: Any) -> Symbol:
    """How many elements fall into each of several intervals.

    Parameters
    ----------
    a : Symbol
        The elements.
    bins : int or Symbol, default 10
        The number of intervals of equal width, or their edges in ascending order.
    range : (float, float), optional
        The outer edges, which have to be given where `bins` is a number.
    **kwargs
        `name` of the node, and `attr`, its attributes.

    Returns
    -------
    Symbol
        Two outputs: the counts (int64) and the edges.

    Raises
    ------
    ValueError
        `bins` is neither, or there is no range.

    Examples
    --------
    >>> counts_and_edges = mx.sym.histogram(mx.sym.var("x"), bins=3, range=(0, 3))
    >>> [y.asnumpy().tolist() for y in counts_and_edges.eval(x=mx.nd.array([1, 2, 2, 3]))]
    [[0, 1, 3], [0.0, 1.0, 2.0, 3.0]]
    """
    if isinstance(bins, register.symbol_class):
        return _internal("_histogram", data=a, bins=bins, **kwargs)
    if isinstance(bins, integer_types):
        if range is None:
            raise ValueError("null range is not supported in symbol mode")
        return _internal("_histogram", data=a, bin_cnt=bins, range=range, **kwargs)
    raise ValueError("bins argument should be either an integer or an NDArray")


def split_v2(ary: Symbol, indices_or_sections: Shape, axis: Int = 0, squeeze_axis: bool = False) -> Symbol:
    """Split along an axis.

    Parameters
    ----------
    ary : Symbol
        What to split.
    indices_or_sections : int or tuple of int
        The number of equal parts, or the indices at which each further part begins.
    axis : int, default 0
        The axis.
    squeeze_axis : bool, default False
        Whether the axis is taken away, which parts of size 1 allow.

    Returns
    -------
    Symbol
        An output for each part.

    Raises
    ------
    ValueError
        It is neither a number nor a tuple.

    Examples
    --------
    >>> parts = mx.sym.split_v2(mx.sym.var("x"), (1, 4))
    >>> [part.asnumpy().tolist() for part in parts.eval(x=mx.nd.arange(6))]
    [[0.0], [1.0, 2.0, 3.0], [4.0, 5.0]]
    """
    indices, sections = [], 0
    if isinstance(indices_or_sections, int):
        sections = indices_or_sections
    elif isinstance(indices_or_sections, tuple):
        indices = [0, *indices_or_sections]
    else:
        raise ValueError("indices_or_sections must either int or tuple of ints")
    return _internal("_split_v2", ary, indices, axis, squeeze_axis, sections)
