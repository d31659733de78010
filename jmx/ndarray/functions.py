"""Functions of `mx.nd` that compute something of arrays, or of indices, and are not single operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..base import MXNetError, integer_types
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase
from .indexing import expand

if TYPE_CHECKING:
    from .._typing import Float, Int
    from .ndarray import NDArray


def histogram(a: NDArray, bins: Int | NDArray = 10, range: tuple[Float, Float] | None = None) -> list[NDArray]:
    """How many elements of an array fall into each of several intervals.

    Parameters
    ----------
    a : NDArray
        The elements.
    bins : int or NDArray, default 10
        The number of intervals of equal width, or their edges in ascending order. The last interval includes its right edge.
    range : (float, float), optional
        The outer edges, if `bins` is a number; the least and the greatest element by default.

    Returns
    -------
    list of NDArray
        The counts (int64) and the edges. With a number of bins and no range MXNet gives a tuple, and the counts in float32.

    Raises
    ------
    ValueError
        `bins` is neither.

    Examples
    --------
    >>> counts, edges = mx.nd.histogram(mx.nd.array([1, 2, 2, 3]), bins=3, range=(0, 3))
    >>> counts.asnumpy(), edges.asnumpy()
    (array([0, 1, 3]), array([0., 1., 2., 3.], dtype=float32))
    """
    if isinstance(bins, ArrayBase):
        counts, edges = invoke("_histogram", (a, bins), {})
    elif isinstance(bins, integer_types):
        if range is None:
            range = float(a.min().asscalar()), float(a.max().asscalar())
            counts, edges = invoke("_histogram", (a,), {"bin_cnt": bins, "range": range})
            return counts.astype("float32"), edges  # pyright: ignore[reportReturnType]
        counts, edges = invoke("_histogram", (a,), {"bin_cnt": bins, "range": range})
    else:
        raise ValueError("bins argument should be either an integer or an NDArray")
    return [counts, edges]


def concatenate(arrays: Sequence[NDArray], axis: Int = 0, always_copy: bool = True) -> NDArray:
    """Join arrays along an axis.

    Parameters
    ----------
    arrays : list of NDArray
        The arrays, which differ in the size of that axis only.
    axis : int, default 0
        The axis.
    always_copy : bool, default True
        Whether a list of one array gives a copy of it; else the array itself.

    Returns
    -------
    NDArray

    Raises
    ------
    AssertionError
        It is no list, is empty, or holds something else.

    Examples
    --------
    >>> mx.nd.concatenate([mx.nd.zeros((1, 2)), mx.nd.ones((2, 2))]).asnumpy()
    array([[0., 0.],
           [1., 1.],
           [1., 1.]], dtype=float32)
    """
    assert isinstance(arrays, list), "arrays must be a list of NDArrays"
    if not arrays or not all(isinstance(a, ArrayBase) for a in arrays):
        raise AssertionError("concatenate needs a list of at least one NDArray")
    if len(arrays) == 1:
        return arrays[0].copy() if always_copy else arrays[0]
    return invoke("Concat", arrays, {"dim": axis})


def moveaxis(tensor: NDArray, source: Int | Sequence[Int], destination: Int | Sequence[Int]) -> NDArray:
    """The array with some of its axes at other places, the others in their order.

    Parameters
    ----------
    tensor : NDArray
        The array.
    source, destination : int or sequence of int
        The axes, and the places where they go.

    Returns
    -------
    NDArray

    Raises
    ------
    ValueError
        There is no such axis or place, one occurs twice, or there are more of one than of the other.

    Examples
    --------
    >>> x = mx.nd.zeros((2, 3, 4))
    >>> mx.nd.moveaxis(x, 0, 2).shape
    (3, 4, 2)
    >>> mx.nd.moveaxis(x, (0, 1), (-1, -2)).shape
    (4, 3, 2)
    """
    ndim = tensor.ndim

    def places(axes, which):
        axes = [axes] if isinstance(axes, integer_types) else list(axes)
        if any(not -ndim <= a < ndim for a in axes):
            raise ValueError(f"Invalid value of axis for {which} in moveaxis: {axes} for {ndim} dimensions")
        axes = [a % ndim for a in axes]
        if len(set(axes)) != len(axes):
            raise ValueError(f"repeated axis in {which} of moveaxis: {axes}")
        return axes

    source, destination = places(source, "source"), places(destination, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [i for i in range(ndim) if i not in source]
    for at, axis in sorted(zip(destination, source)):
        order.insert(at, axis)
    return invoke("transpose", (tensor,), {"axes": tuple(order)})


def split_v2(ary: NDArray, indices_or_sections: Int | Sequence[Int], axis: Int = 0, squeeze_axis: bool = False) -> list[NDArray]:
    """Split an array along an axis.

    Parameters
    ----------
    ary : NDArray
        The array.
    indices_or_sections : int or tuple of int
        The number of equal parts, or the indices at which each further part begins.
    axis : int, default 0
        The axis.
    squeeze_axis : bool, default False
        Whether the axis is taken away, which parts of size 1 allow.

    Returns
    -------
    list of NDArray

    Raises
    ------
    ValueError
        The parts would not be equal, or it is neither a number nor a tuple.

    Examples
    --------
    >>> [part.asnumpy().tolist() for part in mx.nd.split_v2(mx.nd.arange(6), 3)]
    [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]
    >>> [part.asnumpy().tolist() for part in mx.nd.split_v2(mx.nd.arange(6), (1, 4))]
    [[0.0], [1.0, 2.0, 3.0], [4.0, 5.0]]
    """
    size = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        attrs = {"indices": (), "sections": indices_or_sections}
    elif isinstance(indices_or_sections, (list, tuple)):
        attrs = {"indices": (0, *indices_or_sections), "sections": 0}
    else:
        raise ValueError("indices_or_sections must either int or tuple of ints")
    return invoke("_split_v2", (ary,), {**attrs, "axis": axis, "squeeze_axis": squeeze_axis})


def onehot_encode(indices: NDArray, out: NDArray) -> NDArray:
    """Write rows that are 1 at an index and 0 elsewhere. MXNet advises `one_hot` instead.

    Parameters
    ----------
    indices : NDArray
        One index per row.
    out : NDArray
        The rows, of as many columns as there are classes.

    Returns
    -------
    NDArray
        `out`.

    Examples
    --------
    >>> rows = mx.nd.zeros((2, 3))
    >>> mx.nd.onehot_encode(mx.nd.array([2, 0]), rows).asnumpy()
    array([[0., 0., 1.],
           [1., 0., 0.]], dtype=float32)
    """
    out[:] = invoke("one_hot", (indices,), {"depth": out.shape[1], "dtype": np.dtype(out.dtype).name})
    return out


def imdecode(
    str_img: bytes,
    clip_rect: tuple[Int, Int, Int, Int] = (0, 0, 0, 0),
    out: NDArray | None = None,
    index: Int = 0,
    channels: Int = 3,
    mean: NDArray | None = None,
) -> Any:
    """Decode an image. It is deprecated in MXNet and always refused here: use `mx.image.imdecode`.

    Parameters
    ----------
    str_img : bytes
        The file.
    clip_rect : (int, int, int, int), default (0, 0, 0, 0)
        The part to cut out; `mx.image.fixed_crop` does it.
    out : NDArray, optional
        Where to write.
    index : int, default 0
        The place in `out`.
    channels : int, default 3
        1 for gray, 3 for colours.
    mean : NDArray, optional
        What is subtracted.

    Raises
    ------
    MXNetError
        Always.

    Examples
    --------
    Instead of it:

    >>> record = mx.recordio.pack_img((0, 0.0, 0, 0), np.zeros((2, 3, 3), np.uint8), quality=9, img_fmt=".png")
    >>> mx.image.imdecode(mx.recordio.unpack(record)[1]).shape
    (2, 3, 3)
    """
    raise MXNetError("nd.imdecode is not supported: use mx.image.imdecode and mx.image.fixed_crop")


def get_indexing_dispatch_code(key: Any) -> int:
    """The kind of an index.

    Parameters
    ----------
    key : object
        What stands between the brackets of `x[...]`.

    Returns
    -------
    int
        0 for a basic index, 1 for an advanced one, -1 for one that is not supported.

    Examples
    --------
    >>> mx.nd.get_indexing_dispatch_code((1, slice(None))), mx.nd.get_indexing_dispatch_code(([0, 1],))
    (0, 1)
    """
    key = key if isinstance(key, tuple) else (key,)
    code = 0
    for k in key:
        if k is None or k is Ellipsis or isinstance(k, (slice, *integer_types)):
            continue
        if isinstance(k, (list, tuple, range, np.ndarray, ArrayBase)):
            code = 1
        else:
            return -1
    return code


def indexing_key_expand_implicit_axes(key: Any, shape: Sequence[Int]) -> tuple[tuple[Any, ...], int]:
    """An index with an entry for every axis.

    Parameters
    ----------
    key : object
        What stands between the brackets of `x[...]`.
    shape : tuple of int
        The shape of `x`.

    Returns
    -------
    (tuple, int)
        The entries, None for a new axis among them, without True and False; and 1 for an index with True, 0 with False, else -1.

    Raises
    ------
    IndexError
        There are more entries than axes, or several ellipses.

    Examples
    --------
    >>> mx.nd.indexing_key_expand_implicit_axes((Ellipsis, 0), (2, 3))
    ((slice(None, None, None), 0), -1)
    """
    entries = key if isinstance(key, tuple) else (key,)
    flags = [entry for entry in entries if isinstance(entry, bool)]
    expanded = expand(tuple(entry for entry in entries if not isinstance(entry, bool)), len(shape))
    return expanded, int(flags[-1]) if flags else -1


def get_oshape_of_gather_nd_op(dshape: Sequence[Int], ishape: Sequence[Int]) -> tuple[int, ...]:
    """The shape of the output of `gather_nd`.

    Parameters
    ----------
    dshape, ishape : tuple of int
        The shapes of the data and of the indices.

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        The indices are for more axes than there are.

    Examples
    --------
    >>> mx.nd.get_oshape_of_gather_nd_op((4, 5, 6), (2, 7))
    (7, 6)
    """
    if len(dshape) < ishape[0]:
        raise ValueError(f"the first dimension of the indices, {ishape[0]}, exceeds the data's {len(dshape)} dimensions")
    return tuple(ishape[1:]) + tuple(dshape[ishape[0] :])  # pyright: ignore[reportReturnType]
