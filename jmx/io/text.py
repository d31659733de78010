"""Iterators over text files: comma separated numbers, and LibSVM's sparse rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._described import described_by
from .._files.reading import open_file
from ..base import MXNetError, _Null
from ..cluster.parts import takes_part
from ..context import current_context
from ..core.declare.attrs import REQUIRED, DType, Shape
from ..core.declare.dtype import np_dtype
from ..core.run.sparse_storage import CSR
from ..ndarray import array
from ..ndarray._sparse_arrays import wrapped
from . import _libsvm
from .base import DataBatch
from .native import MXDataIter, read_attributes

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context

_COMMON = {"batch_size": (int, REQUIRED), "round_batch": (bool, True), "dtype": (DType | None, None)}
_CSV = {
    **_COMMON,
    "data_csv": (str, REQUIRED),
    "data_shape": (Shape, REQUIRED),
    "label_csv": (str, "NULL"),
    "label_shape": (Shape, (1,)),
}
_LIBSVM = {
    **_COMMON,
    "data_libsvm": (str, REQUIRED),
    "data_shape": (Shape, REQUIRED),
    "label_libsvm": (str, "NULL"),
    "label_shape": (Shape, (1,)),
    "num_parts": (int, 1),
    "part_index": (int, 0),
}


def _open(name, path):
    try:
        return open_file(path)
    except OSError as error:
        raise MXNetError(f"{name}: cannot read {path}: {error.strerror}") from error


def _rounds(name, count, size, round_batch):
    """A generator function over the batches of an epoch: (row numbers, how many of them only fill the batch up).

    The rows that fill up the last batch of an epoch come from the file's start and are not read again in the next epoch; without
    `round_batch` they are whatever stood there in the batch before.
    """
    overflow = 0

    def epoch():
        nonlocal overflow
        start, overflow = overflow, 0
        rows = np.zeros(size, np.int64)
        for first in range(start, count, size):
            got = np.arange(first, min(first + size, count))
            pad = size - len(got)
            if pad > count and round_batch:
                raise MXNetError(f"{name}: number of input must be bigger than batch size: {count} rows, batch_size={size}")
            if pad and round_batch:
                overflow = pad
                got = np.concatenate([got, np.arange(pad)])
            rows = np.concatenate([got, rows[len(got) :]])
            yield rows, pad

    return epoch


def _numbers(path, dtype, shape):
    """The rows of a CSV file, shape (rows, *shape)."""
    size = int(np.prod(shape))
    with _open("CSVIter", path) as stream:
        try:
            table = np.loadtxt(stream, dtype=dtype, delimiter=",", comments=None, ndmin=2)
        except ValueError as error:
            raise MXNetError(f"CSVIter: {path} is no table of {np.dtype(dtype).name} numbers: {error}") from None
    if not len(table):
        raise MXNetError(f"CSVIter: {path} has no rows")
    if table.shape[1] != size:
        raise MXNetError(
            "The data size in CSV do not match size of shape: specified shape="
            f"[{','.join(map(str, shape))}], the csv row-length={table.shape[1]} in {path}"
        )
    return table.reshape(-1, *shape)


def CSVIter(
    *,
    data_csv: str = _Null,
    data_shape: Sequence[Int] = _Null,
    label_csv: str | None = _Null,
    label_shape: Sequence[Int] = _Null,
    batch_size: Int = _Null,
    round_batch: bool = _Null,
    prefetch_buffer: Any = _Null,
    ctx: Context | None = _Null,
    dtype: str = _Null,
    **kwargs: Any,
) -> MXDataIter:
    """Batches of the rows of a file of comma separated numbers.

    Parameters
    ----------
    data_csv : str
        Path of the inputs, one sample to a line.
    data_shape : tuple of int
        Shape of one sample.
    label_csv : str, optional
        Path of the labels; without it they are zeros.
    label_shape : tuple of int
        Shape of one label, (1,) by default: labels then have shape (batch,).
    batch_size : int
        Samples in a batch.
    round_batch : bool
        Fill the last batch of an epoch up from the start, and leave those samples out of the next epoch; the default.
    prefetch_buffer, ctx
        Have no effect: the file is read whole, and batches are made when they are asked for.
    dtype : str
        Element type of inputs and labels: float32 (the default), int32 or int64.
    data_name, label_name : str
        Names of the input and of the label.

    Returns
    -------
    MXDataIter

    Raises
    ------
    MXNetError
        A file is missing, has rows of another length or something that is no number, or there are fewer labels than inputs.

    Examples
    --------
    Three rows make two batches of two; the second one is filled up with the first row, which `pad` says.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.savetxt(f"{folder}/data.csv", [[1, 2], [3, 4], [5, 6]], delimiter=",")
    ...     np.savetxt(f"{folder}/label.csv", [7, 8, 9], delimiter=",")
    ...     batches = mx.io.CSVIter(
    ...         data_csv=f"{folder}/data.csv", data_shape=(2,), label_csv=f"{folder}/label.csv", batch_size=2
    ...     )
    ...     for batch in batches:
    ...         print(batch.data[0].asnumpy().tolist(), batch.label[0].asnumpy().tolist(), batch.pad)
    [[1.0, 2.0], [3.0, 4.0]] [7.0, 8.0] 0
    [[5.0, 6.0], [1.0, 2.0]] [9.0, 7.0] 1
    """
    a = read_attributes("CSVIter", _CSV, locals())
    element_type = np_dtype(a["dtype"] or "float32")
    if element_type.name not in ("float32", "int32", "int64"):
        raise MXNetError(f"{element_type.name} is not supported for CSVIter; it makes float32, int32 and int64")
    data = _numbers(a["data_csv"], element_type, a["data_shape"])
    if a["label_csv"] == "NULL":
        label = np.zeros((len(data), *a["label_shape"]), element_type)
    else:
        label = _numbers(a["label_csv"], element_type, a["label_shape"])
    if len(label) < len(data):
        raise MXNetError(f"CSVIter: {a['data_csv']} has {len(data)} rows, but {a['label_csv']} has {len(label)}")
    label = label[:, 0] if a["label_shape"] == (1,) else label
    batches = _rounds("CSVIter", len(data), a["batch_size"], a["round_batch"])

    def epoch():
        for rows, pad in batches():
            arrays = [[array(source[rows], dtype=element_type)] for source in (data, label)]
            yield DataBatch(*arrays, pad, rows.astype(np.uint64))

    return MXDataIter(epoch, **kwargs)


def _part(content, number, count):
    """One part of a file: the lines that begin behind its first byte, up to and with its last."""
    if count == 1:
        return content
    step = -(-len(content) // count)
    at, lines = 0, []
    for line in content.splitlines(keepends=True):
        if (at > number * step or at == number == 0) and at <= (number + 1) * step:
            lines.append(line)
        at += len(line)
    return b"".join(lines)


class _SparseRows:
    """The rows of a LibSVM file: one float32 label each, and a csr matrix of `width` columns."""

    def __init__(self, path: Any, width: Any, part_index: Any, num_parts: Any) -> None:
        with _open("LibSVMIter", path) as stream:
            content = stream.read()
        try:
            self.labels, self.columns, self.values, self.starts = _libsvm.read(_part(content, part_index, num_parts))
        except _libsvm.BadLine as error:
            raise MXNetError(f"LibSVMIter: {path} has a line that is not `label column:value ...`: {error.args[0]!r}") from None
        self.width = width
        if len(self.columns) and not 0 <= self.columns.min() <= self.columns.max() < width:
            raise MXNetError(
                f"LibSVMIter: {path} has columns from {self.columns.min()} to {self.columns.max()}; its shape ({width},) allows "
                f"0 to {width - 1}."
            )

    def __len__(self) -> int:
        return len(self.labels)

    def take(self, rows: Any) -> Any:
        """A CSRNDArray of these rows."""
        begins, counts = self.starts[rows], self.starts[rows + 1] - self.starts[rows]
        ends = np.concatenate(([0], np.cumsum(counts)))
        if (np.diff(rows) == 1).all():
            at: Any = slice(begins[0], begins[0] + ends[-1])
        else:
            at = np.arange(ends[-1]) + np.repeat(begins - ends[:-1], counts)
        shape = len(rows), self.width
        return wrapped(CSR.of(self.values[at], ends, self.columns[at], shape, current_context()))


@takes_part
@described_by(CSVIter)
def LibSVMIter(
    *,
    data_libsvm: str = _Null,
    data_shape: Sequence[Int] = _Null,
    label_libsvm: str | None = _Null,
    label_shape: Sequence[Int] = _Null,
    num_parts: Int = _Null,
    part_index: Int = _Null,
    batch_size: Int = _Null,
    round_batch: bool = _Null,
    prefetch_buffer: Any = _Null,
    ctx: Context | None = _Null,
    dtype: str = _Null,
    **kwargs: Any,
) -> MXDataIter:
    """Batches of the rows of a LibSVM file, lines of ``label column:value column:value ...`` with columns from 0.

    Parameters
    ----------
    data_libsvm : str
        Path of the inputs.
    data_shape : tuple of int
        (columns,): inputs are CSRNDArrays of shape (batch, columns).
    label_libsvm : str, optional
        Path of sparse labels: its rows are then the labels, and the first number of every line is ignored.
    label_shape : tuple of int
        (columns,) of `label_libsvm`.
    num_parts, part_index : int
        Read only the `part_index`-th of `num_parts` parts of the files; all of them by default, or the rank's part with
        ``JMX_SHARD_DATA=1``.
    batch_size : int
        Samples in a batch; the last one of an epoch is filled up from the start, and those samples are left out of the next.
    round_batch : bool
        Only True is supported, as in MXNet.
    dtype : str
        Only float32 is supported.
    data_name, label_name : str
        Names of the input and of the label.

    Raises
    ------
    MXNetError
        A file is missing, a line cannot be read, a column lies outside of the shape, or the files differ in their rows.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/data.libsvm", "w") as file:
    ...         print("1 0:0.5 2:4", file=file)
    ...         print("0 1:3", file=file)
    ...     for batch in mx.io.LibSVMIter(data_libsvm=f"{folder}/data.libsvm", data_shape=(3,), batch_size=2):
    ...         print(batch.data[0].stype, batch.label[0].asnumpy().tolist())
    ...         print(batch.data[0].asnumpy())
    csr [1.0, 0.0]
    [[0.5 0.  4. ]
     [0.  3.  0. ]]
    """
    a = read_attributes("LibSVMIter", _LIBSVM, locals())
    if not a["round_batch"]:
        raise MXNetError("sparse batch loader doesn't support round_batch == false yet")
    if np_dtype(a["dtype"] or "float32") != np.float32:
        raise MXNetError(f"LibSVMIter makes float32 only, got dtype={a['dtype']}")
    for name in ("data_shape", "label_shape"):
        if len(a[name]) != 1:
            raise MXNetError(f"LibSVMIter: dimension of {name} is expected to be 1, got {a[name]}")
    part = a["part_index"], a["num_parts"]
    data = _SparseRows(a["data_libsvm"], *a["data_shape"], *part)
    label = None
    if a["label_libsvm"] != "NULL":
        label = _SparseRows(a["label_libsvm"], *a["label_shape"], *part)
        if len(label) != len(data):
            raise MXNetError(f"LibSVMIter: {a['data_libsvm']} has {len(data)} rows, but {a['label_libsvm']} has {len(label)}")
    if not len(data):
        raise MXNetError(f"LibSVMIter: {a['data_libsvm']} has no rows in part {part[0]} of {part[1]}")
    batches = _rounds("LibSVMIter", len(data), a["batch_size"], True)

    def epoch():
        for rows, pad in batches():
            labels = array(data.labels[rows]) if label is None else label.take(rows)
            yield DataBatch([data.take(rows)], [labels], pad, rows.astype(np.uint64))

    return MXDataIter(epoch, **kwargs)
