"""What every iterator shares: descriptions of arrays, batches, the iterator protocol."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from .._errors.wording import KnownKeywords

if TYPE_CHECKING:
    from .._typing import DTypeLike, Int, NumPyArray
    from ..ndarray.ndarray import NDArray


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """Name, shape, element type and layout of an input; equal to the plain pair (name, shape).

    Parameters
    ----------
    name : str
        The input's name.
    shape : tuple of int
        Its shape, the batch size included.
    dtype : numpy type, default 'float32'
        Its element type.
    layout : str, default 'NCHW'
        One letter for each axis, 'N' for the one that counts the samples.

    Examples
    --------
    >>> desc = mx.io.DataDesc("data", (32, 3, 8, 8))
    >>> desc.name, desc.shape, desc.layout
    ('data', (32, 3, 8, 8), 'NCHW')
    """

    name: str
    shape: tuple[int, ...]
    dtype: Any
    layout: str

    def __new__(
        cls, name: str, shape: Sequence[int], dtype: DTypeLike | None = np.float32, layout: str | None = "NCHW"
    ) -> DataDesc:
        desc = super().__new__(cls, name, shape)
        desc.dtype = dtype
        desc.layout = layout
        return desc

    def __reduce__(self) -> tuple[type[Any], tuple[str, tuple[int, int], type[Any], str]]:
        return DataDesc, (self.name, self.shape, self.dtype, self.layout)  # pyright: ignore[reportReturnType]

    def __repr__(self) -> str:
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        """The axis of the samples: where `layout` has its 'N', -1 if it has none, 0 if it is None."""
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes: Sequence[tuple[str, Sequence[int]]], types: Any) -> list[DataDesc]:
        """Descriptions from (name, shape) pairs and, unless None, (name, dtype) pairs."""
        if types is None:
            return [DataDesc(name, shape) for name, shape in shapes]
        dtypes = dict(types)
        return [DataDesc(name, shape, dtypes[name]) for name, shape in shapes]


class DataBatch:
    """One batch.

    Parameters
    ----------
    data, label : list of NDArray
        The inputs and the labels; `label` may be None.
    pad : int, optional
        How many samples at the end only fill the batch up.
    index : numpy.ndarray, optional
        Numbers of the samples in the data set.
    bucket_key
        Which bucket of a BucketingModule the batch is for.
    provide_data, provide_label : list of DataDesc, optional
        Descriptions of `data` and `label`.

    Examples
    --------
    >>> batch = mx.io.DataBatch(data=[nd.ones((2, 3))], label=[nd.zeros((2,))], pad=0)
    >>> batch.data[0].shape, batch.pad
    ((2, 3), 0)
    """

    data: list[NDArray] | Any
    label: list[NDArray] | Any
    pad: int | Any

    def __init__(
        self,
        data: Sequence[NDArray],
        label: Sequence[NDArray] | None = None,
        pad: Int | None = None,
        index: NumPyArray | None = None,
        bucket_key: Any = None,
        provide_data: Sequence[DataDesc] | None = None,
        provide_label: Sequence[DataDesc] | None = None,
    ) -> None:
        assert data is None or isinstance(data, (list, tuple)), "Data must be list of NDArrays"
        assert label is None or isinstance(label, (list, tuple)), "Label must be list of NDArrays"
        self.data = data
        self.label = label
        self.pad = pad
        self.index = index
        self.bucket_key = bucket_key
        self.provide_data = provide_data
        self.provide_label = provide_label

    def __str__(self) -> str:
        data = [d.shape for d in self.data]
        label = [value.shape for value in self.label] if self.label else None
        return f"{type(self).__name__}: data shapes: {data} label shapes: {label}"


class DataIter(KnownKeywords):
    """Base of the iterators over batches.

    A subclass overrides `next`, or `iter_next` with `getdata`, `getlabel`, `getpad` and `getindex`; and `reset`.

    Parameters
    ----------
    batch_size : int
        Samples in a batch.

    Examples
    --------
    >>> class Squares(mx.io.DataIter):
    ...     def __init__(self, count):
    ...         super().__init__(batch_size=1)
    ...         self.count, self.at = count, 0
    ...     def reset(self):
    ...         self.at = 0
    ...     def next(self):
    ...         if self.at == self.count:
    ...             raise StopIteration
    ...         self.at += 1
    ...         return mx.io.DataBatch([nd.array([self.at**2])], [], pad=0)
    >>> squares = Squares(4)
    >>> [batch.data[0].asscalar().item() for batch in squares]
    [1.0, 4.0, 9.0, 16.0]
    >>> squares.reset()
    >>> next(squares).data[0].asscalar().item()
    1.0
    """

    batch_size: int
    provide_data: Any
    provide_label: Any

    def __init__(self, batch_size: Int = 0) -> None:
        self.batch_size = batch_size

    def __iter__(self) -> Self:
        return self

    def reset(self) -> None:
        """Go back to the first batch."""

    def next(self) -> DataBatch:
        """The next DataBatch. Raises StopIteration after the last one."""
        if self.iter_next():
            return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(), index=self.getindex())
        raise StopIteration

    def __next__(self) -> DataBatch:
        return self.next()

    def iter_next(self) -> bool:  # pyright: ignore[reportReturnType]
        """Move to the next batch; False if there is none."""

    def getdata(self) -> Any:
        """Inputs of the current batch, a list of NDArray."""

    def getlabel(self) -> Any:
        """Labels of the current batch, a list of NDArray."""

    def getindex(self) -> Any:
        """Numbers of the current batch's samples as a numpy.ndarray, or None if the iterator does not know them."""
        return None

    def getpad(self) -> Any:
        """How many samples of the current batch only fill it up."""


class _HoldsBatch(DataIter):
    """An iterator whose current batch is at hand as `current_batch`."""

    current_batch: DataBatch

    def getdata(self) -> Any:
        return self.current_batch.data

    def getlabel(self) -> Any:
        return self.current_batch.label

    def getindex(self) -> Any:
        return self.current_batch.index

    def getpad(self) -> Any:
        return self.current_batch.pad
