"""Batches of arrays in memory."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..base import MXNetError
from ..context import current_context
from ..ndarray import NDArray, array
from .base import DataBatch, DataDesc, DataIter
from .utils import _h5py_dataset, _invalid, _named, _slice_along_batch_axis

if TYPE_CHECKING:
    from .._typing import ArrayLike, Int


class _Source:
    """One input: where its rows are read from, and what arrays it makes.

    Rows come from a NumPy copy (`host`), in any order and without a pass over the whole data set; from the user's
    NDArray as long as the order is the array's own; or from an HDF5 data set.
    """

    def __init__(self, name: str, value: Any, shuffle: Any) -> None:
        self.name = name
        self.value = self.host = self.ctx = None
        scipy_sparse = sys.modules.get("scipy.sparse")
        if scipy_sparse is not None and isinstance(value, scipy_sparse.csr_matrix):
            value = array(value)
        if isinstance(value, _h5py_dataset()):
            self.value, self.shape, self.dtype = value, value.shape, value.dtype
        elif isinstance(value, NDArray):
            if value.stype == "row_sparse":
                raise NotImplementedError(
                    f"NDArrayIter: {name} has storage type row_sparse, of which there are no batches; convert it with "
                    "tostype('default')"
                )
            self.shape, self.ctx = value.shape, value.ctx
            dense = value.stype == "default"
            self.dtype = np.float32 if shuffle and dense else value.dtype
            if shuffle and dense:
                self.host = value.asnumpy()
            else:
                self.value = value
        else:
            self.host, self.ctx = self._copy(name, value), current_context()
            self.shape, self.dtype = self.host.shape, np.float32

    @staticmethod
    def _copy(name, value):
        try:
            # rows become float32 when they are read; a copy wider than that would only cost memory
            copy = np.array(value)
            return copy if copy.dtype.itemsize <= 4 and copy.dtype.kind in "fiub" else copy.astype(np.float32)
        except (TypeError, ValueError) as error:
            raise _invalid(name, value) from error

    def read(self, rows: Any, axis: Int | Sequence[int]) -> Any:
        """An NDArray of the elements `rows` (a slice or an array of numbers) along `axis`."""
        stop = rows.stop if isinstance(rows, slice) else rows.max(initial=-1) + 1
        if stop > self.shape[axis]:
            raise MXNetError(
                f"NDArrayIter: the batch needs sample {stop - 1}, but {self.name} with shape {self.shape} has only "
                f"{self.shape[axis]} along axis {axis}. All inputs and labels need the same number of samples."
            )
        if self.host is not None:
            picked = self.host[rows] if axis == 0 else self.host[(slice(None),) * axis + (rows,)]
            return array(picked, self.ctx, self.dtype)
        if not isinstance(self.value, NDArray):  # HDF5 reads rows in increasing order only
            if isinstance(rows, slice):
                return array(self.value[rows])
            ordered, back = np.unique(rows, return_inverse=True)
            return array(self.value[ordered][back])
        if isinstance(rows, slice):
            return _slice_along_batch_axis(self.value, rows, axis)
        return self.value.take(array(rows, self.ctx, "int32"), axis=axis)


class NDArrayIter(DataIter):
    """Batches of arrays: NDArray, numpy.ndarray, h5py.Dataset; with `last_batch_handle='discard'` also CSRNDArray and
    scipy.sparse.csr_matrix.

    Parameters
    ----------
    data : array, list of arrays or dict of str to array
        The inputs. NumPy arrays are copied, and batches of them are float32.
    label : array, list of arrays or dict of str to array, optional
        The labels.
    batch_size : int, default 1
        Samples in a batch.
    shuffle : bool, default False
        Draw a new order at every `reset` (HDF5 data sets are shuffled within a batch's rows only as far as their index
        is).
    last_batch_handle : {'pad', 'discard', 'roll_over'}, default 'pad'
        What happens to samples that fill no whole batch: the batch is filled up from the start of the data; they are
        left out; or they begin the next epoch.
    data_name, label_name : str, defaults 'data' and 'softmax_label'
        Name of the only input and of the only label. Arrays of a list are called `_0_<name>`, `_1_<name>`, ...
    layout : str, default 'NCHW'
        Where its 'N' stands is the axis of the samples.

    Raises
    ------
    TypeError
        `data` or `label` is of another kind.
    MXNetError
        At a batch: an input or a label has too few samples.

    Examples
    --------
    >>> batches = mx.io.NDArrayIter(nd.arange(5), nd.zeros((5,)), batch_size=2)
    >>> [(batch.data[0].asnumpy().tolist(), batch.pad) for batch in batches]
    [([0.0, 1.0], 0), ([2.0, 3.0], 0), ([4.0, 0.0], 1)]
    >>> batches.provide_data[0].shape
    (2,)
    """

    def __init__(
        self,
        data: ArrayLike | Sequence[ArrayLike] | Mapping[str, ArrayLike],
        label: ArrayLike | Sequence[ArrayLike] | Mapping[str, ArrayLike] | None = None,
        batch_size: Int = 1,
        shuffle: bool = False,
        last_batch_handle: Literal["pad", "discard", "roll_over"] | str = "pad",
        data_name: str = "data",
        label_name: str = "softmax_label",
        layout="NCHW",
    ) -> None:
        super().__init__(batch_size)
        self._data = [_Source(k, v, shuffle) for k, v in _named(data, False, data_name)]
        self._label = [_Source(k, v, shuffle) for k, v in _named(label, True, label_name)]
        sparse = any(isinstance(s.value, NDArray) and s.value.stype == "csr" for s in self._data + self._label)
        if sparse and last_batch_handle != "discard":
            raise NotImplementedError(
                "`NDArrayIter` only supports ``CSRNDArray`` with `last_batch_handle` set to `discard`, got "
                f"{last_batch_handle!r}."
            )
        self.idx = np.arange(self._data[0].shape[0])
        self._order = self.idx.copy()
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.cursor = -batch_size
        self.num_data = self.idx.shape[0]
        self.num_source = len(self._data) + len(self._label)
        self.layout = layout
        self._rest = None  # numbers of the samples that 'roll_over' keeps for the next epoch
        self.reset()

    def _arrays(self, sources: Any) -> Any:
        whole = self._order if self.shuffle else slice(0, self.num_data)
        return [(s.name, s.read(whole, 0) if s.host is not None else s.value) for s in sources]

    @property
    def data(self) -> list[tuple[str, NDArray]]:
        """The inputs, whole and in the order of this epoch, as a list of (name, array)."""
        return self._arrays(self._data)

    @property
    def label(self):
        """The labels, whole and in the order of this epoch, as a list of (name, array)."""
        return self._arrays(self._label)

    @property
    def data_list(self) -> Any:
        """The arrays of `data` and `label`."""
        return [value for _, value in self.data + self.label]

    def _describe(self, sources: Any) -> Any:
        axis = self.layout.find("N")
        return [
            DataDesc(s.name, (*s.shape[:axis], self.batch_size, *s.shape[axis + 1 :]), s.dtype, layout=self.layout)
            for s in sources
        ]

    @property
    def provide_data(self) -> list[DataDesc]:
        """Descriptions of the inputs of a batch."""
        return self._describe(self._data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """Descriptions of the labels of a batch."""
        return self._describe(self._label)

    def _shuffle(self) -> None:
        np.random.shuffle(self.idx)
        self._order = self._order[self.idx]

    def hard_reset(self) -> None:
        """Go back to the first batch and forget what 'roll_over' kept."""
        if self.shuffle:
            self._shuffle()
        self.cursor = -self.batch_size
        self._rest = None

    def reset(self) -> None:
        """Go back to the first batch, in a new order if the iterator shuffles."""
        if self.shuffle:
            self._shuffle()
        if self.last_batch_handle == "roll_over" and self.num_data - self.batch_size < self.cursor < self.num_data:
            self.cursor -= self.num_data + self.batch_size
        else:
            self.cursor = -self.batch_size

    def iter_next(self) -> bool:
        """Move to the next batch; False if there is none."""
        self.cursor += self.batch_size
        return self.cursor < self.num_data

    def next(self) -> DataBatch:
        """The next DataBatch. Raises StopIteration after the last one."""
        if not self.iter_next():
            raise StopIteration
        rows = self._rows()
        count = rows.stop - rows.start if isinstance(rows, slice) else len(rows)
        if count != self.batch_size:
            self._rest = self._order[rows] if isinstance(rows, slice) else rows
            raise StopIteration
        return DataBatch(data=self._read(self._data, rows), label=self._read(self._label, rows), pad=self.getpad(), index=None)

    def _rows(self) -> Any:
        """Numbers of the current batch's samples: a slice where they follow one another."""
        start, stop = self.cursor, self.cursor + self.batch_size
        assert start < self.num_data, "DataIter needs reset."
        if self.last_batch_handle == "roll_over" and -self.batch_size < start < 0:
            assert self._rest is not None, "next epoch should have cached data"
            return np.concatenate([self._rest, self._order[:stop]])
        if stop > self.num_data:
            if self.last_batch_handle == "pad":
                return self._order[np.arange(start, stop) % self.num_data]
            stop = self.num_data
        return self._order[start:stop] if self.shuffle else slice(start, stop)

    def _read(self, sources: Any, rows: Any) -> Any:
        axis = self.layout.find("N")
        return [source.read(rows, axis) for source in sources]

    def getdata(self) -> Any:
        """Inputs of the current batch, a list of NDArray."""
        return self._read(self._data, self._rows())

    def getlabel(self) -> Any:
        """Labels of the current batch, a list of NDArray."""
        return self._read(self._label, self._rows())

    def getpad(self) -> Any:
        """How many samples of the current batch only fill it up."""
        if self.last_batch_handle == "pad" and self.cursor + self.batch_size > self.num_data:
            return self.cursor + self.batch_size - self.num_data
        if self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0:
            return -self.cursor
        return 0
