"""How the iterators read the arrays they are given."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..ndarray import NDArray, array

if TYPE_CHECKING:
    from .._typing import DTypeLike


def _h5py_dataset() -> Any:
    """The class of HDF5 data sets, if the program uses h5py at all."""
    h5py = sys.modules.get("h5py")
    return (h5py.Dataset,) if h5py is not None else ()


def _named(data: Any, allow_empty: Any, default_name: Any) -> Any:
    """`data`, an array or a list or dict of arrays, as a list of (name, array) in the order of the names.

    One array is called `default_name`, the arrays of a list `_0_<default_name>`, `_1_<default_name>`, ...

    Raises
    ------
    AssertionError
        There is no data where `allow_empty` is false.
    TypeError
        `data` is something else.
    """
    assert data is not None or allow_empty, "the iterator needs data"
    if data is None:
        data = []
    if isinstance(data, (np.ndarray, NDArray, *_h5py_dataset())):
        data = [data]
    if isinstance(data, list):
        assert data or allow_empty, "the iterator needs at least one data array"
        if len(data) == 1:
            data = {default_name: data[0]}
        else:
            data = {f"_{i}_{default_name}": value for i, value in enumerate(data)}
    if not isinstance(data, dict):
        raise TypeError("Input must be NDArray, numpy.ndarray, h5py.Dataset a list of them or dict with them as values")
    return sorted(data.items())


def _invalid(name: str, value: Any) -> Any:
    return TypeError(f"Invalid type '{type(value)}' for {name}, should be NDArray, numpy.ndarray or h5py.Dataset")


def _init_data(data: Any, allow_empty: Any, default_name: Any) -> Any:
    """As `_named`, with every array but HDF5 data sets turned into an NDArray."""
    out = []
    for name, value in _named(data, allow_empty, default_name):
        if not isinstance(value, (NDArray, *_h5py_dataset())):
            try:
                value = array(value)
            except Exception as error:
                raise _invalid(name, value) from error
        out.append((name, value))
    return out


def _has_instance(data: Any, dtype: DTypeLike) -> bool:
    """Whether any array of the (name, array) list `data` is an instance of the class `dtype`."""
    return any(isinstance(value, dtype) for _, value in data)


def _getdata_by_idx(data: Any, idx: Any) -> Any:
    """The arrays of the (name, array) list `data` with their rows in the order `idx`; HDF5 data sets as they are."""
    h5py = _h5py_dataset()
    return [(name, value if isinstance(value, h5py) else array(value.asnumpy()[idx], value.ctx)) for name, value in data]


def _slice_along_batch_axis(data: Any, s: Any, batch_axis: Any) -> Any:
    """A copy of the elements s.start:s.stop of `data` along `batch_axis`."""
    if batch_axis == 0:
        return data[s.start : s.stop].copy()
    return data.slice_axis(axis=batch_axis, begin=s.start, end=s.stop)
