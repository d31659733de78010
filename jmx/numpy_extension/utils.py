"""Files of arrays of `mx.np`."""

import zipfile

import numpy as onp

from ..base import MXNetError
from ..context import cpu
from ..core.serial import atomic_file
from ..ndarray import creation as _creation
from ..ndarray import dlpack as _dlpack
from ..ndarray import utils as _utils
from ..ndarray.buffers import _new
from ..ndarray.numpy.array import ndarray
from ..util import is_np_array, is_np_shape, is_v2

__all__ = ["from_dlpack", "from_numpy", "load", "save", "savez", "to_dlpack_for_read", "to_dlpack_for_write"]

#: how files of NumPy's begin: .npz files are ZIP archives
_NPY, _ZIP = b"\x93NUMPY", (b"PK\x03\x04", b"PK\x05\x06")


def _need_numpy(what):
    if not (is_np_shape() and is_np_array()):
        raise ValueError(
            f"Cannot {what} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by calling "
            "`npx.set_np()` in the global scope before calling this function."
        )


def save(file, arr):
    """Write arrays to a file.

    file : path. arr : an ndarray, a list of them, or a dict from names to them. The file has the format of .params files; with
    the switch for MXNet 2.0 it is NumPy's .npy, which holds one array.

    Raises ValueError unless NumPy semantics is on and, with the switch for MXNet 2.0, for several arrays (use `savez`); TypeError
    for other kinds of arrays.
    """
    _need_numpy("save")
    if is_v2():
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


def savez(file, *args, **kwds):
    """Write arrays to a file of NumPy's format .npz, uncompressed.

    file : path, whatever its ending. *args : arrays, named "arr_0", "arr_1", ... in the file. **kwds : arrays by name.
    Arrays of mx.nd are taken too. A sparse one becomes a folder in the file, as in MXNet 2.0, which `mx.nd.load` reads.

    Raises ValueError if a name is used twice, TypeError for other kinds of arrays.
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


def load(file):
    """Read arrays from a file: a dict if they have names, else a list; of a .npy file the array.

    file : path of a .params, .npz or .npy file.

    Raises ValueError unless NumPy semantics is on, MXNetError if the file is missing or corrupt.
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


def from_numpy(array, zero_copy=True):
    """An array from a NumPy array, which with zero_copy becomes read-only and follows writes to the new array."""
    return _creation.from_numpy(array, zero_copy, ndarray)


def from_dlpack(dlpack):
    """An array over the memory of another library's tensor, or of a DLPack capsule; see `mx.nd.from_dlpack`."""
    return _dlpack.from_dlpack(dlpack).as_np_ndarray()


def to_dlpack_for_read(data):
    """A DLPack capsule over the current value of `data`, which its reader must not write to."""
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data):
    """A DLPack capsule over memory of `data` that its reader may write to."""
    return data.to_dlpack_for_write()
