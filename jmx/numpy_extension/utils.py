"""Files of arrays of `mx.np`."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as onp

from .._described import described_by
from .._dialects import dialect
from ..base import MXNetError
from ..context import cpu
from ..core.serial import atomic_file
from ..ndarray import creation as _creation
from ..ndarray import dlpack as _dlpack
from ..ndarray import utils as _utils
from ..ndarray.buffers import _new
from ..ndarray.numpy.array import ndarray
from ..util import is_np_array, is_np_shape

if TYPE_CHECKING:
    from .._typing import NumPyArray
    from ..ndarray.ndarray import NDArray

__all__ = ["from_dlpack", "from_numpy", "load", "save", "savez", "to_dlpack_for_read", "to_dlpack_for_write"]

#: how files of NumPy's begin: .npz files are ZIP archives
_NPY, _ZIP = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06")


def _need_numpy(what):
    if not (is_np_shape() and is_np_array()):
        raise ValueError(
            f"Cannot {what} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by calling "
            "`npx.set_np()` in the global scope before calling this function."
        )


def save(file: str, arr: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    """Write arrays to a file.

    Parameters
    ----------
    file : str
        The path.
    arr : ndarray, list of ndarray or dict from str to ndarray
        What is written. The file has the format of .params files; with the switch for MXNet 2.0 it is NumPy's .npy, which
        holds one array.

    Raises
    ------
    ValueError
        NumPy semantics is off; or several arrays with the switch for MXNet 2.0, for which there is `savez`.
    TypeError
        Other kinds of arrays.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "arrays.params")
    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     mx.npx.save(file, {"weight": mx.np.array([1, 2])})
    ...     mx.npx.load(file)
    {'weight': array([1., 2.])}
    """
    _need_numpy("save")
    if dialect().npy_files:
        if getattr(arr, "stype", None) != "default":
            raise ValueError(f"save takes one array of mx.np, got {type(arr).__name__}. Write several arrays with savez.")
        with atomic_file(file) as handle:
            onp.save(handle, arr.asnumpy(), allow_pickle=False)
        return
    arr = [arr] if isinstance(arr, ndarray) else arr
    if not isinstance(arr, (dict, list)):
        raise ValueError("data needs to either be a ndarray, dict of (str, ndarray) pairs or a list of ndarrays.")
    values, names = (list(arr.values()), list(arr)) if isinstance(arr, dict) else (arr, [])
    if any(not isinstance(n, str) for n in names) or any(not isinstance(v, ndarray) for v in values):
        raise TypeError("Only accepts dict str->ndarray or list of ndarrays")
    values = [v.as_nd_ndarray() for v in values]
    _utils.save(file, dict(zip(names, values)) if isinstance(arr, dict) else values)


def savez(file: str, *args: ndarray, **kwds: Any) -> None:
    """Write arrays to a file of NumPy's format .npz, uncompressed.

    Parameters
    ----------
    file : str
        The path, whatever its ending.
    *args : ndarray
        Arrays, named "arr_0", "arr_1", ... in the file.
    **kwds : ndarray
        Arrays by name.

    Arrays of mx.nd are taken too. A sparse one becomes a folder in the file, as in MXNet 2.0, which `mx.nd.load` reads.

    Raises
    ------
    ValueError
        A name is used twice.
    TypeError
        Other kinds of arrays.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "arrays.npz")
    >>> mx.npx.savez(file, mx.np.array([1, 2]), bias=mx.np.array([3]))
    >>> sorted(np.load(file).files)
    ['arr_0', 'bias']
    """
    arrays = dict(kwds)
    for i, value in enumerate(args):
        if f"arr_{i}" in arrays:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        arrays[f"arr_{i}"] = value
    if not all(hasattr(value, "stype") and hasattr(value, "asnumpy") for value in arrays.values()):
        raise TypeError("savez takes arrays of mx.np or mx.nd only")
    members = {}
    for name, value in arrays.items():
        members |= {name: value.asnumpy()} if value.stype == "default" else _parts(name, value)
    with atomic_file(file) as handle:
        onp.savez(handle, **members)


def _parts(name, array):
    """The members of a file for a sparse array, as SciPy calls them."""
    data, aux = array._parts.parts()
    words = ("indptr", "indices") if array.stype == "csr" else ("indices",)
    parts = {
        "data": data,
        **dict(zip(words, aux)),
        "shape": onp.array(array.shape, "int64"),
        "format": onp.array(array.stype.encode()),
    }
    return {f"{name}/{word}": onp.asarray(part) for word, part in parts.items()}


def load(file: str) -> Any:
    """Read the arrays of a file.

    Parameters
    ----------
    file : str
        Path of a .params, .npz or .npy file.

    Returns
    -------
    dict from str to ndarray, list of ndarray, or ndarray
        A dict if the arrays have names, else a list; of a .npy file the array.

    Raises
    ------
    ValueError
        NumPy semantics is off.
    MXNetError
        The file is missing or corrupt.

    Examples
    --------
    >>> import os, tempfile
    >>> file = os.path.join(tempfile.mkdtemp(), "arrays.params")
    >>> with mx.util.np_shape(True), mx.util.np_array(True):
    ...     mx.npx.save(file, [mx.np.array([1, 2]), mx.np.array([3])])
    ...     mx.npx.load(file)
    [array([1., 2.]), array([3.])]
    """
    _need_numpy("load")
    if not isinstance(file, str):
        raise TypeError("file required to be a string")
    if (found := _numpy_file(file)) is not None:
        return found
    arrays = _utils.load(file)
    if isinstance(arrays, dict):
        return {name: value.as_np_ndarray() for name, value in arrays.items()}
    return [value.as_np_ndarray() for value in arrays]


def _numpy_file(file):
    """What `load` returns for a file of NumPy's; None for other files."""
    if not os.path.isfile(file):  # a pipe cannot be read twice
        return None
    try:
        with open(file, "rb") as handle:
            start = handle.read(len(_NPY))
    except OSError:
        return None  # the reader of .params files says what is wrong
    if start != _NPY and not start.startswith(_ZIP):
        return None
    try:
        found = onp.load(file, allow_pickle=False)
        if start == _NPY:
            return _of_numpy(found)
        with found:
            return {name: _of_numpy(found[name]) for name in found.files}
    except (ValueError, OSError, EOFError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise MXNetError(f"{file}: not a whole file of arrays: {error}") from error


def _of_numpy(value):
    if value.dtype.kind not in "fiub":
        raise ValueError(f"it has an array of element type {value.dtype}")
    return _new(onp.array(value, order="C"), cpu(0), ndarray)


def from_numpy(array: NumPyArray, zero_copy: bool = True) -> ndarray:
    """An array from a NumPy array.

    Parameters
    ----------
    array : numpy.ndarray
        The NumPy array, in C order.
    zero_copy : bool, default True
        Make `array` read-only, and let it follow writes to the new array.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> values = np.array([1, 2], "float32")
    >>> shared = mx.npx.from_numpy(values)
    >>> shared[0] = 5
    >>> values
    array([5., 2.], dtype=float32)
    """
    return _creation.from_numpy(array, zero_copy, ndarray)  # pyright: ignore[reportReturnType]


def from_dlpack(dlpack: Any) -> ndarray:
    """An array over the memory of another library's tensor; see `mx.nd.from_dlpack`.

    Parameters
    ----------
    dlpack : DLPack capsule, or an object with `__dlpack__`
        The tensor. A capsule can be used once.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> mx.npx.from_dlpack(mx.npx.to_dlpack_for_read(mx.np.array([1, 2])))
    array([1., 2.])
    """
    return _dlpack.from_dlpack(dlpack).as_np_ndarray()


def to_dlpack_for_read(data: ndarray) -> Any:
    """A DLPack capsule over the current value of an array.

    Parameters
    ----------
    data : ndarray
        The array.

    Returns
    -------
    PyCapsule
        For one reader, who must not write to the memory.

    Examples
    --------
    >>> capsule = mx.npx.to_dlpack_for_read(mx.np.array([1, 2]))
    >>> mx.npx.from_dlpack(capsule)
    array([1., 2.])
    """
    return data.to_dlpack_for_read()


@described_by(to_dlpack_for_read)
def to_dlpack_for_write(data: ndarray) -> Any:
    """A DLPack capsule over the memory of an array, for a reader that may write to it.

    Returns
    -------
    PyCapsule
        For one reader.

    Examples
    --------
    >>> capsule = mx.npx.to_dlpack_for_write(mx.np.array([1, 2]))
    >>> mx.npx.from_dlpack(capsule)
    array([1., 2.])
    """
    return data.to_dlpack_for_write()
