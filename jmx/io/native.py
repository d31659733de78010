"""The iterators that are C++ in MXNet."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors.wording import nearest
from ..base import MXNetError, _Null
from ..cluster.parts import takes_part
from ..core.declare import attrs
from ..core.declare.attrs import DType
from ..core.serial import read_idx
from ..ndarray import array
from ..util._announce import announce
from ._mersenne import Mersenne
from .base import DataBatch, DataDesc, _HoldsBatch

if TYPE_CHECKING:
    from .._typing import Int
    from ..context import Context


class MXDataIter(_HoldsBatch):
    """Base of the iterators that are C++ in MXNet: one input, one label, the first batch at hand before it is asked
    for, numbers of samples as uint64.

    Users get one from `CSVIter`, `ImageRecordIter` and the like, and do not make it themselves.

    Parameters
    ----------
    handle
        A generator function of DataBatch: one call for each epoch. In MXNet it is the handle of an iterator in C++.
    data_name : str, default 'data'
        Name of the input.
    label_name : str, default 'softmax_label'
        Name of the label.
    **_
        Anything else is left unread, as in MXNet.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     np.savetxt(f"{folder}/data.csv", [[1, 2], [3, 4]], delimiter=",")
    ...     batches = mx.io.CSVIter(data_csv=f"{folder}/data.csv", data_shape=(2,), batch_size=1, data_name="pair")
    ...     print(isinstance(batches, mx.io.MXDataIter), batches.provide_data[0].name, batches.provide_data[0].shape)
    ...     for batch in batches:
    ...         print(batch.data[0].asnumpy(), batch.index)
    True pair (1, 2)
    [[1. 2.]] [0]
    [[3. 4.]] [1]
    """

    _reads_keywords = True
    #: what its batches come of, where one can go to any of them: a Pipeline
    _pipeline: Any = None

    def __init__(self, handle: Any, data_name: str = "data", label_name: str = "softmax_label", **_: Any) -> None:
        super().__init__()
        self.handle = handle
        self._skip = False
        self._batches = handle()
        self.current_batch = None
        self.first_batch = None
        self.first_batch = self.next()
        data, label = self.first_batch.data[0], self.first_batch.label[0]
        self.provide_data = [DataDesc(data_name, data.shape, data.dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, label.dtype)]
        self.batch_size = data.shape[0]

    def debug_skip_load(self) -> None:
        """Return the first batch forever, to measure a network's speed without its data's."""
        self._skip = True
        logging.info("Set debug_skip_load to be true, will simply return first batch")

    def reset(self) -> None:
        """Go back to the first batch."""
        self.first_batch = None
        self._batches = self.handle()

    def _go_to(self, began, batches):
        """Reset to an epoch that began at `began`, behind so many batches (see `Pipeline.go_to`)."""
        self._pipeline.go_to(began, batches)
        self.reset()

    def next(self) -> DataBatch:
        """The next DataBatch. Raises StopIteration after the last one."""
        if not (self._skip and self.current_batch is not None or self.iter_next()):
            raise StopIteration
        return self.current_batch

    def iter_next(self) -> bool:
        """Move to the next batch; False if there is none."""
        batch, self.first_batch = self.first_batch or next(self._batches, None), None
        self.current_batch = batch or self.current_batch
        return batch is not None

    def getdata(self) -> Any:
        """The input of the current batch, an NDArray."""
        return self.current_batch.data[0]

    def getlabel(self) -> Any:
        """The label of the current batch, an NDArray."""
        return self.current_batch.label[0]


def note_unknown(name: str, given: Any, known: Any) -> None:
    """Say which of the parameters that an iterator was given it does not have; as in MXNet they are no error by themselves.

    Raises
    ------
    MXNetError
        One was probably meant for a parameter that is required, which is missing.
    """
    for key in given:
        if key in known or key in ("data_name", "label_name"):
            continue
        meant = nearest(key, known)
        hint = f" Did you mean {meant!r}?" if meant else ""
        if meant and meant not in given and known[meant][1] is attrs.REQUIRED:
            raise MXNetError(f"Cannot find argument '{key}', in operator {name}.{hint} {meant} is required. {_possible(known)}")
        announce(f"{name} has no parameter {key}; it is left unread, as in MXNet.{hint}")


def _possible(known):
    return f"Possible Arguments: {', '.join(known)}"


def read_attributes(name: str, schema: Any, values: Any) -> Any:
    """Attributes of the iterator `name` by `schema`, of the `values` that it names; MXNetError for those that do not fit."""
    note_unknown(name, values.get("kwargs", {}), schema)
    a = attrs.parse(name, schema, {key: value for key, value in values.items() if key in schema})
    if a["batch_size"] < 1:
        raise MXNetError(f"{name}: value {a['batch_size']} for Parameter batch_size should be greater equal to 1")
    if not 0 <= a.get("part_index", 0) < a.get("num_parts", 1):
        raise MXNetError(f"{name}: part_index={a['part_index']} must lie in [0, num_parts={a['num_parts']})")
    return a


_MNIST = {
    "image": (str, "./train-images-idx3-ubyte"),
    "label": (str, "./train-labels-idx1-ubyte"),
    "batch_size": (int, 128),
    "shuffle": (bool, True),
    "flat": (bool, False),
    "seed": (int, 0),
    "silent": (bool, False),
    "num_parts": (int, 1),
    "part_index": (int, 0),
    "prefetch_buffer": (int, 4),
    "dtype": (DType | None, None),
}


@takes_part
def MNISTIter(
    *,
    image: str = _Null,
    label: str = _Null,
    batch_size: Int = _Null,
    shuffle: bool = _Null,
    flat: bool = _Null,
    seed: Int = _Null,
    silent: bool = _Null,
    num_parts: Int = _Null,
    part_index: Int = _Null,
    prefetch_buffer: Any = _Null,
    ctx: Context | None = _Null,
    dtype: str = _Null,
    **kwargs: Any,
) -> MXDataIter:
    """Batches of MNIST's idx files.

    Parameters
    ----------
    image, label : str
        Paths of the files, packed with gzip or not; 'train-images-idx3-ubyte' and 'train-labels-idx1-ubyte' by default.
    batch_size : int
        Samples in a batch, 128 by default; samples that fill no batch are left out.
    shuffle : bool
        Read the samples in one random order, MXNet's for the same `seed`; the default.
    flat : bool
        Shape (batch, rows * columns) instead of (batch, 1, rows, columns).
    seed : int
        Seed of the order.
    silent : bool
        Log nothing.
    num_parts, part_index : int
        Read only the `part_index`-th of `num_parts` parts of the file; all of it by default, or the rank's part with
        ``JMX_SHARD_DATA=1``.
    prefetch_buffer, ctx
        Have no effect: batches are made when they are asked for.
    dtype : str
        Element type of the batches, float32 by default.
    data_name, label_name : str
        Names of the input and of the label.

    Returns
    -------
    MXDataIter
        Inputs lie in [0, 1), bytes over 256; labels have shape (batch,).

    Raises
    ------
    MXNetError
        A file is missing or broken, or an attribute cannot be read.

    Examples
    --------
    Two pictures of one row and two columns, as MNIST's files hold them: four big-endian numbers in front of the pixels, two in
    front of the labels.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/images", "wb") as file:
    ...         _ = file.write(np.array([2051, 2, 1, 2], ">i4").tobytes() + bytes([0, 64, 128, 192]))
    ...     with open(f"{folder}/labels", "wb") as file:
    ...         _ = file.write(np.array([2049, 2], ">i4").tobytes() + bytes([5, 7]))
    ...     batches = mx.io.MNISTIter(
    ...         image=f"{folder}/images", label=f"{folder}/labels", batch_size=2, shuffle=False, flat=True, silent=True
    ...     )
    ...     batch = next(batches)
    >>> batch.data[0].asnumpy().tolist(), batch.label[0].asnumpy().tolist()
    ([[0.0, 0.25], [0.5, 0.75]], [5.0, 7.0])
    """
    a = read_attributes("MNISTIter", _MNIST, locals())
    try:
        image, label = read_idx(a["image"], 2051), read_idx(a["label"], 2049)
    except MXNetError as error:
        raise MXNetError(f"MNISTIter: {error}") from error.__cause__
    if len(image) != len(label):
        raise MXNetError(f"MNISTIter: {a['image']} has {len(image)} images, but {a['label']} has {len(label)} labels")
    part = slice(*(int(len(image) / a["num_parts"] * i) for i in (a["part_index"], a["part_index"] + 1)))
    image, label = image[part], label[part]
    order = list(range(len(image)))
    if a["shuffle"]:
        Mersenne(a["seed"]).shuffle(order)
    order = np.array(order, np.int64)
    size = a["batch_size"]
    if len(image) < size:
        raise MXNetError(f"MNISTIter: {len(image)} images do not fill one batch of {size}")
    shape = (size, -1) if a["flat"] else (size, 1, *image.shape[1:])
    if not a["silent"]:
        sizes = ",".join(map(str, (size, *shape[1:])))
        announce(f"MNISTIter: load {len(image)} images, shuffle={a['shuffle']:d}, shape=[{sizes}]")

    def epoch():
        for start in range(0, len(image) - size + 1, size):
            rows = order[start : start + size]
            data = array(image[rows].reshape(shape) * np.float32(1 / 256), dtype=a["dtype"])
            yield DataBatch([data], [array(label[rows], dtype=a["dtype"])], 0, rows.astype(np.uint64))

    return MXDataIter(epoch, **kwargs)
