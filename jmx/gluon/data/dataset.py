"""Data sets: anything with a length and numbered samples."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

from ... import recordio
from ..._errors.wording import KnownKeywords
from ...config.locks import RLock
from .sampler import FilterSampler, Sampler, SequentialSampler

if TYPE_CHECKING:
    from typing import TypeGuard

    from ..._typing import AnyFunction, Int
    from ...ndarray import NDArray
    from ...recordio.files import MXIndexedRecordIO

__all__ = ["Dataset", "SimpleDataset", "ArrayDataset", "RecordFileDataset"]


def is_array(value: Any, exactly: bool = False) -> TypeGuard[NDArray]:
    """Whether a value is an NDArray, or one of no subclass; does not import the arrays, as there are none before."""
    arrays = sys.modules.get("jmx.ndarray")
    if arrays is None:
        return False
    return type(value) is arrays.NDArray if exactly else isinstance(value, arrays.NDArray)


class Dataset(KnownKeywords):
    """Base of the data sets: a subclass overrides `__getitem__` and `__len__`. Lists and arrays serve as well.

    Examples
    --------
    >>> class Squares(gluon.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, number):
    ...         return number ** 2
    >>> squares = Squares()
    >>> squares.transform(lambda value: -value)[3]
    -9
    >>> list(squares.take(2))
    [0, 1]
    """

    def __getitem__(self, idx: Any) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __mx_handle__(self) -> Self:
        """What MXNet 2.0 calls to have the data set read by C++: here the data set itself."""
        return self

    def filter(self, fn: Callable[[Any], Any]) -> Dataset:
        """The samples that pass a test.

        Parameters
        ----------
        fn : callable
            Takes a sample, returns whether it is kept. It is run for all samples right away; on a lazily transformed
            data set the transform runs then, and again whenever a sample is read.

        Returns
        -------
        Dataset
        """
        return _SampledDataset(self, FilterSampler(fn, self))

    def shard(self, num_shards: Any, index: Int) -> Dataset:
        """One of `num_shards` contiguous parts, whose sizes differ by at most one.

        Parameters
        ----------
        num_shards : int
            How many parts.
        index : int
            Which one, from 0.

        Returns
        -------
        Dataset

        Raises
        ------
        AssertionError
            There is no such part.
        """
        assert index < num_shards, f"Shard index of out bound: {index} out of {num_shards}"
        assert num_shards > 0, "Number of shards must be greater than 0"
        assert index >= 0, "Index must be non-negative"
        size, rest = divmod(len(self), num_shards)
        start = size * index + min(index, rest)
        return _SampledDataset(self, SequentialSampler(size + (index < rest), start))

    def take(self, count: Int | None) -> Dataset:
        """The first `count` samples; all of them if there are not as many or `count` is None.

        Parameters
        ----------
        count : int or None
            How many.

        Returns
        -------
        Dataset
        """
        if count is None or count > len(self):
            count = len(self)
        return _SampledDataset(self, SequentialSampler(count))

    def sample(self, sampler: Sampler) -> Dataset:
        """The samples that a sampler draws, now.

        Parameters
        ----------
        sampler : Sampler
            Yields sample numbers.

        Returns
        -------
        Dataset

        Raises
        ------
        TypeError
            `sampler` is no Sampler.
        """
        if not isinstance(sampler, Sampler):
            raise TypeError(f"Invalid sampler type: {type(sampler)}. Expected gluon.data.Sampler instead.")
        return _SampledDataset(self, sampler)

    def transform(self, fn: AnyFunction, lazy: bool = True) -> Dataset:
        """The samples put through a function.

        Parameters
        ----------
        fn : callable
            Takes a sample (the members of a tuple one by one) and returns the new one.
        lazy : bool
            Run it whenever a sample is read, which random transforms need, instead of once for all samples right away.

        Returns
        -------
        Dataset
        """
        transformed = _LazyTransformDataset(self, fn)
        return transformed if lazy else SimpleDataset([transformed[i] for i in range(len(transformed))])

    def transform_first(self, fn: AnyFunction, lazy: bool = True) -> Dataset:
        """The samples with their first member put through a function, the others (labels) as they are.

        Parameters
        ----------
        fn : callable
            Takes the first member and returns the new one.
        lazy : bool
            As in `transform`.

        Returns
        -------
        Dataset
        """
        return self.transform(_TransformFirstClosure(fn), lazy)


class SimpleDataset(Dataset):
    """A list, an array or anything else with a length and indices.

    Parameters
    ----------
    data
        The samples.

    Examples
    --------
    >>> data = gluon.data.SimpleDataset([5, 6, 7])
    >>> data[1], len(data)
    (6, 3)
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: Any) -> Any:
        return self._data[idx]


class _LazyTransformDataset(Dataset):
    """Samples put through a function as they are read."""

    def __init__(self, data: Any, fn: Any) -> None:
        self._data = data
        self._fn = fn

    def __len__(self) -> int:
        return len(self._data)

    def __getitem__(self, idx: Any) -> Any:
        item = self._data[idx]
        if isinstance(item, tuple):
            return self._fn(*item)
        return self._fn(item)


class _TransformFirstClosure:
    """A function of the first argument only; a class, so that it can be pickled."""

    def __init__(self, fn: Any) -> None:
        self._fn = fn

    def __call__(self, x: Any, *args: Any) -> Any:
        if args:
            return (self._fn(x), *args)
        return self._fn(x)


class _SampledDataset(Dataset):
    """The samples whose numbers a sampler yields."""

    def __init__(self, dataset: Any, sampler: Any) -> None:
        self._dataset = dataset
        self._sampler = sampler
        self._indices = list(sampler)

    def __len__(self) -> int:
        return len(self._sampler)

    def __getitem__(self, idx: Any) -> Any:
        return self._dataset[self._indices[idx]]


class ArrayDataset(Dataset):
    """Several data sets, lists or arrays of one length side by side: sample i is the tuple of their i-th samples.

    Parameters
    ----------
    *args
        One or more of them; with just one, samples are no tuples.

    Raises
    ------
    AssertionError
        There are none, or their lengths differ.

    Examples
    --------
    >>> data = gluon.data.ArrayDataset([1, 2, 3], ["a", "b", "c"])
    >>> data[1], len(data)
    ((2, 'b'), 3)
    """

    def __init__(self, *args: Any) -> None:
        assert len(args) > 0, "Needs at least 1 arrays"
        self._length = len(args[0])
        self._data = []
        for i, data in enumerate(args):
            assert len(data) == self._length, (
                f"All arrays must have the same length; array[0] has length {self._length} while array[{i + 1}] has {len(data)}."
            )
            if is_array(data) and data.ndim == 1:
                data = data.asnumpy()
            self._data.append(data)

    def __getitem__(self, idx: Any) -> Any:
        if len(self._data) == 1:
            return self._data[0][idx]
        return tuple(data[idx] for data in self._data)

    def __len__(self) -> int:
        return self._length


class RecordFileDataset(Dataset):
    """The records of a RecordIO file, as bytes, in the order of its index.

    Parameters
    ----------
    filename : str
        The file, `name.rec`; its index `name.idx` lies beside it.

    Raises
    ------
    MXNetError
        The file or its index cannot be opened; at a sample, its record is damaged.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = os.path.join(folder, "words.rec")
    >>> record = mx.recordio.MXIndexedRecordIO(os.path.join(folder, "words.idx"), path, "w")
    >>> for number, word in enumerate([b"one", b"two", b"three"]):
    ...     record.write_idx(number, word)
    >>> record.close()
    >>> data = gluon.data.RecordFileDataset(path)
    >>> data[1], len(data)
    (b'two', 3)
    """

    def __init__(self, filename: str) -> None:
        self.idx_file = os.path.splitext(filename)[0] + ".idx"
        self.filename = filename
        self._record = recordio.MXIndexedRecordIO(self.idx_file, filename, "r")
        self._reading = RLock()

    def __getstate__(self) -> dict[str, MXIndexedRecordIO | str]:
        state = self.__dict__.copy()
        del state["_reading"]
        return state

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        self._reading = RLock()

    def __getitem__(self, idx: Any) -> Any:
        with self._reading:  # a loader's threads share the file's position
            return self._record.read_idx(self._record.keys[idx])

    def __len__(self) -> int:
        return len(self._record.keys)


class _DownloadedDataset(Dataset):
    """Base of MNIST, CIFAR10 and the like: images and labels in memory, read from files below `root`."""

    def __init__(self, root: Any, transform: Any) -> None:
        super().__init__()
        self._transform = transform
        self._data: Any = None  # _get_data() sets both
        self._label: Any = None
        self._root = os.path.expanduser(root)
        os.makedirs(self._root, exist_ok=True)
        self._get_data()

    def __getitem__(self, idx: Any) -> Any:
        if self._transform is not None:
            return self._transform(self._data[idx], self._label[idx])
        return self._data[idx], self._label[idx]

    def __len__(self) -> int:
        return len(self._label)

    def _get_data(self):
        raise NotImplementedError
