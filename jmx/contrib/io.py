"""Data iterators made of other things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..io import DataDesc, DataIter

if TYPE_CHECKING:
    from ..gluon.data.dataloader import DataLoader

__all__ = ["DataLoaderIter"]


class DataLoaderIter(DataIter):
    """The batches of a `gluon.data.DataLoader` as a data iterator for modules.

    Parameters
    ----------
    loader : gluon.data.DataLoader
        Gives pairs (data, label). The first batch decides the batch size; a smaller last one is filled up, and says so
        as its `pad`.
    data_name, label_name : str, default 'data' and 'softmax_label'
        Names of the input and the label.
    dtype : str, default 'float32'
        The element type of the batches.

    Examples
    --------
    >>> pairs = gluon.data.ArrayDataset(nd.array([[1], [2], [3]]), nd.array([10, 20, 30]))
    >>> batches = mx.contrib.io.DataLoaderIter(gluon.data.DataLoader(pairs, batch_size=2))
    >>> for batch in batches:
    ...     rows = 2 - batch.pad    # what fills the batch up means nothing
    ...     print(batch.data[0][:rows].asnumpy().tolist(), batch.label[0][:rows].asnumpy().tolist(), batch.pad)
    [[1.0], [2.0]] [10.0, 20.0] 0
    [[3.0]] [30.0] 1
    """

    def __init__(
        self, loader: DataLoader, data_name: str = "data", label_name: str = "softmax_label", dtype: str = "float32"
    ) -> None:
        super().__init__()
        self._loader = loader
        data, label = next(iter(loader))
        self.batch_size = data.shape[0]
        self.dtype = dtype
        self.provide_data = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, dtype)]
        self._current_batch = None
        self.reset()

    def reset(self) -> None:
        """Start over."""
        self._iter = iter(self._loader)

    def iter_next(self) -> bool:
        """Go to the next batch; returns whether there is one."""
        self._current_batch = next(self._iter, None)
        return self._current_batch is not None

    def _padded(self, array: Any) -> Any:
        if not self.getpad():
            return [array.astype(self.dtype)]
        full = nd.zeros((self.batch_size, *array.shape[1:]), dtype=self.dtype)
        full[: array.shape[0]] = array.astype(self.dtype)
        return [full]

    def getdata(self) -> Any:
        """The data of this batch: a list of one array of `batch_size` rows."""
        return self._padded(self._current_batch[0])

    def getlabel(self) -> Any:
        """The labels of this batch: a list of one array of `batch_size` rows."""
        return self._padded(self._current_batch[1])

    def getpad(self) -> Any:
        """How many rows at the end of this batch are filling."""
        return self.batch_size - self._current_batch[0].shape[0]
