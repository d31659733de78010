"""Files of arrays: `mx.nd.save`, `load`, `load_frombuffer`; MXNet's .params format both ways."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._late_binding import provider
from ..base import MXNetError
from ..context import cpu
from ..core import serial
from ..core.run.storage import ArrayBase, on_host
from ..util import is_np_shape
from .creation import array, empty, zeros
from .ndarray import _new

if TYPE_CHECKING:
    from .ndarray import NDArray

__all__ = ["array", "empty", "load", "load_frombuffer", "save", "zeros"]


def _wrap(value: Any, owned: bool = False) -> Any:
    """An array of what a file holds; `owned`: whether nobody else has the memory, unless it must not be written to."""
    if isinstance(value, serial.SparseParts):
        from ._sparse_arrays import restored

        return restored(value)
    if value is None:
        raise MXNetError("the file holds an array that was saved before it had a shape")
    own = owned and value.flags.writeable and value.flags.c_contiguous
    return _new(value if own else np.array(value, order="C"), cpu(0))


def _named(arrays, names, owned=False):
    wrapped = [_wrap(a, owned) for a in arrays]
    return dict(zip(names, wrapped)) if names else wrapped


def save(fname: str, data: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    """Write arrays to a file in MXNet's format, `.params`. The file appears whole or not at all.

    Parameters
    ----------
    fname : str
        The path.
    data : NDArray, list of NDArray or dict of str to NDArray
        The arrays, dense or sparse.

    Raises
    ------
    ValueError, TypeError
        `data` is or holds something else.
    MXNetError
        The file cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.nd.save(folder + "/net.params", {"weight": mx.nd.ones(2), "bias": mx.nd.zeros(1)})
    ...     loaded = mx.nd.load(folder + "/net.params")
    >>> sorted(loaded), loaded["weight"].asnumpy()
    (['bias', 'weight'], array([1., 1.], dtype=float32))
    """
    arrays, names = _split(data)
    serial.save_file(fname, arrays, names, is_np_shape())


def _split(data):
    if isinstance(data, ArrayBase):
        data = [data]
    if isinstance(data, dict):
        names, arrays = list(data), list(data.values())
    elif isinstance(data, (list, tuple)):
        names, arrays = [], list(data)
    else:
        raise ValueError("data needs to either be a NDArray, dict of str, NDArray pairs or a list of NDarrays.")
    if any(isinstance(a, ArrayBase) and a._numpy for a in arrays):
        raise TypeError("cannot save mxnet.numpy.ndarray using mxnet.ndarray.save; use npx.save instead.")
    if any(not isinstance(n, str) for n in names) or any(not isinstance(a, ArrayBase) for a in arrays):
        raise TypeError("save only accept dict str->NDArray or list of NDArray")
    return [_stored(a) for a in arrays], names


def _stored(array: Any) -> Any:
    """What a file holds of an array: its NumPy array, or its parts."""
    if array.stype == "default":
        return on_host(array._data())
    values, aux = array._parts.parts()
    return serial.SparseParts(array.stype, array.shape, values, aux)


def load(fname: str) -> Any:
    """Read a file of arrays.

    Parameters
    ----------
    fname : str
        The path of a file in MXNet's format, `.params`, or in NumPy's, `.npz`, in which MXNet 2.0 writes parameters and SciPy
        sparse matrices; the matrix of SciPy's `save_npz` is called "".

    Returns
    -------
    list of NDArray or dict of str to NDArray
        A dict if the arrays have names.

    Raises
    ------
    TypeError
        `fname` is no string.
    MXNetError
        The file is missing or corrupt.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.nd.save(folder + "/some.params", [mx.nd.arange(2), mx.nd.ones((2, 3))])
    ...     loaded = mx.nd.load(folder + "/some.params")
    >>> [x.shape for x in loaded]
    [(2,), (2, 3)]
    """
    if not isinstance(fname, str):
        raise TypeError("fname required to be a string")
    if _is_archive(fname):
        arrays = provider("nd.load of a file of NumPy's")(fname)
        return {name: _wrap(array) for name, array in arrays.items()}
    return _named(*serial.load_file(fname, is_np_shape()), owned=True)


def _is_archive(fname):
    try:
        path = serial.local_path(fname)
        if not os.path.isfile(path):  # a pipe cannot be read twice
            return False
        with open(path, "rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except (OSError, MXNetError):
        return False  # what is wrong is told by who reads it


def load_frombuffer(buf: bytes) -> Any:
    """Read arrays from the bytes of a `.params` file.

    Parameters
    ----------
    buf : bytes or str
        What the file holds.

    Returns
    -------
    list of NDArray or dict of str to NDArray
        A dict if the arrays have names.

    Raises
    ------
    TypeError
        `buf` is neither.
    MXNetError
        It is not such a file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     mx.nd.save(folder + "/some.params", mx.nd.arange(3))
    ...     with open(folder + "/some.params", "rb") as file:
    ...         content = file.read()
    >>> mx.nd.load_frombuffer(content)[0].asnumpy()
    array([0., 1., 2.], dtype=float32)
    """
    if not isinstance(buf, (str, bytes, bytearray, memoryview)):
        raise TypeError("buf required to be a string or bytes")
    return _named(*serial.load_bytes(buf.encode() if isinstance(buf, str) else buf, is_np_shape()))


def to_raw(value: Any) -> Any:
    """The bytes of one array, as MXNet's pickles hold them."""
    return serial.save_array(_stored(value), is_np_shape())


def from_raw(data: Any) -> Any:
    """An array from `to_raw`'s bytes."""
    return _wrap(serial.load_array(data, None))
