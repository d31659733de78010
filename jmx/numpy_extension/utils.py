"""Files of arrays of `mx.np`."""

import numpy as onp

from ..core.serial import atomic_file
from ..ndarray import utils as _utils
from ..ndarray.numpy.array import ndarray
from ..util import is_np_array, is_np_shape

__all__ = ["load", "save", "savez"]


def _need_numpy(what):
    if not (is_np_shape() and is_np_array()):
        raise ValueError(
            f"Cannot {what} `mxnet.numpy.ndarray` in legacy mode. Please activate numpy semantics by calling "
            "`npx.set_np()` in the global scope before calling this function."
        )


def save(file, arr):
    """Write arrays to a file, in the format of .params files.

    file : path. arr : an ndarray, a list of them, or a dict from names to them.

    Raises ValueError unless NumPy semantics is on, TypeError for other kinds of arrays.
    """
    _need_numpy("save")
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

    file : path. *args : ndarrays, named "arr_0", "arr_1", ... in the file. **kwds : ndarrays by name.

    Raises ValueError unless NumPy semantics is on or if a name is used twice, TypeError for other kinds of arrays.
    """
    _need_numpy("save")
    arrays = dict(kwds)
    for i, value in enumerate(args):
        if f"arr_{i}" in arrays:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
        arrays[f"arr_{i}"] = value
    if any(not isinstance(value, ndarray) for value in arrays.values()):
        raise TypeError("savez takes arrays of mx.np only")
    file = file if str(file).endswith(".npz") else f"{file}.npz"
    with atomic_file(file) as handle:
        onp.savez(handle, **{name: value.asnumpy() for name, value in arrays.items()})


def load(file):
    """Read arrays from a file: a dict if they have names, else a list.

    Raises ValueError unless NumPy semantics is on, MXNetError if the file is missing or corrupt.
    """
    _need_numpy("load")
    if not isinstance(file, str):
        raise TypeError("file required to be a string")
    arrays = _utils.load(file)
    if isinstance(arrays, dict):
        return {name: value.as_np_ndarray() for name, value in arrays.items()}
    return [value.as_np_ndarray() for value in arrays]
