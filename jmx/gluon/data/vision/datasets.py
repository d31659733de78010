"""MNIST, Fashion-MNIST, CIFAR-10 and CIFAR-100, read from the files that MXNet reads; image files are in `image_files`."""

from __future__ import annotations

import os
import tarfile
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import config, image  # noqa: F401  (programs read pictures by `datasets.image`, as in MXNet)
from ...._described import described_by
from ...._files.reading import read_file
from ....base import MXNetError
from ....core.serial import read_idx
from ....image._functions import array
from ....util import is_np_array
from ...utils import _get_repo_file_url, check_sha1, dataset_path, download
from ..dataset import _DownloadedDataset
from .image_files import ImageFolderDataset, ImageListDataset, ImageRecordDataset

if TYPE_CHECKING:
    from ...._typing import AnyFunction

__all__ = ["MNIST", "FashionMNIST", "CIFAR10", "CIFAR100", "ImageFolderDataset", "ImageListDataset", "ImageRecordDataset"]

_HOME = os.path.join(config.get("MXNET_HOME"), "datasets")
_MNIST, _FASHION, _CIFAR10, _CIFAR100 = (os.path.join(_HOME, name) for name in ("mnist", "fashion-mnist", "cifar10", "cifar100"))
#: the remedy for a damaged file
_AGAIN = "; delete it, so that it is fetched again"


class MNIST(_DownloadedDataset):
    """Handwritten digits, 28 x 28: 60,000 for training and 10,000 for tests.

    A sample is (image, label): a uint8 NDArray of shape (28, 28, 1) and a numpy.int32.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/mnist. Files that are not there, or have another SHA-1, are
        downloaded.
    train : bool, default True
        The training part instead of the test part.
    transform : callable, optional
        Takes an image and a label and returns the sample.

    Raises
    ------
    OSError
        A file is missing and could not be downloaded; the message says where to put it. With JMX_SYNTHETIC_DATA=1 digits that
        jmx draws take its place.

    Examples
    --------
    >>> data = gluon.data.vision.MNIST(train=False)
    >>> image, label = data[0]
    >>> len(data), image.shape, image.dtype, label.dtype
    (10000, (28, 28, 1), <class 'numpy.uint8'>, dtype('int32'))
    >>> scaled = data.transform_first(gluon.data.vision.transforms.ToTensor())
    >>> images, labels = next(iter(gluon.data.DataLoader(scaled, batch_size=100)))
    >>> images.shape, images.dtype, labels.shape
    ((100, 1, 28, 28), <class 'numpy.float32'>, (100,))
    """

    _namespace = "mnist"
    _files = {
        True: (
            ("train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d"),
            ("train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc"),
        ),
        False: (
            ("t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48"),
            ("t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17"),
        ),
    }

    def __init__(self, root: str = _MNIST, train: bool = True, transform: AnyFunction | None = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _file(self, name: str, sha1: Any) -> Any:
        path = os.path.join(self._root, name)
        url = _get_repo_file_url(f"gluon/dataset/{self._namespace}", name)

        def present():
            return os.path.exists(path) and check_sha1(path, sha1)

        def fetch():
            download(url, path=path, sha1_hash=sha1, retries=2)

        return dataset_path(self._namespace, name, path, url, present, fetch)

    def _get_data(self) -> None:
        images, labels = (self._file(*file) for file in self._files[bool(self._train)])
        label = read_idx(labels, 2049, whole=True, remedy=_AGAIN).astype(np.int32)
        data = read_idx(images, 2051, whole=True, remedy=_AGAIN)
        if len(data) != len(label):
            raise MXNetError(f"{images} holds {len(data)} images, but {labels} holds {len(label)} labels")
        self._data = array(data[..., None])
        self._label = array(label) if is_np_array() else label


@described_by(MNIST)
class FashionMNIST(MNIST):
    """Zalando's pictures of garments, in the format and sizes of MNIST.

    A sample is (image, label): a uint8 NDArray of shape (28, 28, 1) and a numpy.int32.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/fashion-mnist. Files that are not there, or have another SHA-1, are
        downloaded.

    Raises
    ------
    OSError
        As for MNIST.

    Examples
    --------
    >>> names = "t-shirt trouser pullover dress coat sandal shirt sneaker bag boot".split()
    >>> def named(image, label):
    ...     return image.astype("float32") / 255, names[label]
    >>> data = gluon.data.vision.FashionMNIST(train=False, transform=named)
    >>> image, name = data[0]
    >>> len(data), image.dtype, bool(image.max() <= 1), name in names
    (10000, <class 'numpy.float32'>, True, True)
    """

    _namespace = "fashion-mnist"
    _files = {
        True: (
            ("train-images-idx3-ubyte.gz", "0cf37b0d40ed5169c6b3aba31069a9770ac9043d"),
            ("train-labels-idx1-ubyte.gz", "236021d52f1e40852b06a4c3008d8de8aef1e40b"),
        ),
        False: (
            ("t10k-images-idx3-ubyte.gz", "626ed6a7c06dd17c0eec72fa3be1740f146a2863"),
            ("t10k-labels-idx1-ubyte.gz", "17f9ab60e7257a1620f4ad76bbbaf857c3920701"),
        ),
    }

    def __init__(self, root: str = _FASHION, train: bool = True, transform: AnyFunction | None = None) -> None:
        super().__init__(root, train, transform)


@described_by(MNIST)
class CIFAR10(_DownloadedDataset):
    """Small photographs of ten kinds of things, 32 x 32: 50,000 for training and 10,000 for tests.

    A sample is (image, label): a uint8 NDArray of shape (32, 32, 3) and a numpy.int32.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/cifar10. Where they are not complete, the archive is
        downloaded and unpacked.

    Raises
    ------
    OSError
        The files are missing and could not be downloaded; the message says where to put them. With JMX_SYNTHETIC_DATA=1
        pictures that jmx draws take their place.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> change = transforms.Compose([transforms.RandomFlipLeftRight(), transforms.ToTensor()])
    >>> data = gluon.data.vision.CIFAR10(train=False)
    >>> len(data), data[0][0].shape
    (10000, (32, 32, 3))
    >>> images, labels = next(iter(gluon.data.DataLoader(data.transform_first(change), batch_size=8)))
    >>> images.shape, images.dtype, labels.dtype
    ((8, 3, 32, 32), <class 'numpy.float32'>, <class 'numpy.int32'>)
    """

    _namespace = "cifar10"
    _archive_file = ("cifar-10-binary.tar.gz", "fab780a1e191a7eda0f345501ccd62d20f7ed891")
    _train_data = (
        ("data_batch_1.bin", "aadd24acce27caa71bf4b10992e9e7b2d74c2540"),
        ("data_batch_2.bin", "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795"),
        ("data_batch_3.bin", "1dd00a74ab1d17a6e7d73e185b69dbf31242f295"),
        ("data_batch_4.bin", "aab85764eb3584312d3c7f65fd2fd016e36a258e"),
        ("data_batch_5.bin", "26e2849e66a845b7f1e4614ae70f4889ae604628"),
    )
    _test_data = (("test_batch.bin", "67eb016db431130d61cd03c7ad570b013799c88c"),)
    _label_bytes = 1
    _label_at = 0

    def __init__(self, root: str = _CIFAR10, train: bool = True, transform: AnyFunction | None = None) -> None:
        self._train = train
        super().__init__(root, transform)

    def _unpack(self, url, sha1) -> None:
        """Fetch the archive and unpack the data files, however deep they lie in it."""
        archive = download(url, path=self._root, sha1_hash=sha1, retries=2)
        wanted = {file for file, _ in self._train_data + self._test_data}
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.isfile() and os.path.basename(member.name) in wanted:
                    member.name = os.path.basename(member.name)
                    tar.extract(member, self._root, filter="data")

    def _folder(self) -> Any:
        name, sha1 = self._archive_file
        url = _get_repo_file_url(f"gluon/dataset/{self._namespace}", name)
        files = [(os.path.join(self._root, file), digest) for file, digest in self._train_data + self._test_data]

        def present():
            return all(os.path.exists(path) and check_sha1(path, digest) for path, digest in files)

        return dataset_path(self._namespace, "", self._root, url, present, lambda: self._unpack(url, sha1))

    def _read_batch(self, filename: str) -> Any:
        data = np.frombuffer(read_file(filename), dtype=np.uint8)
        size = 3072 + self._label_bytes
        if len(data) % size:
            raise MXNetError(f"{filename} has {len(data)} bytes, which are not whole records of {size}")
        data = data.reshape(-1, size)
        images = data[:, self._label_bytes :].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
        return images, data[:, self._label_at].astype(np.int32)

    def _get_data(self) -> None:
        folder = self._folder()
        files = self._train_data if self._train else self._test_data
        data, label = zip(*(self._read_batch(os.path.join(folder, name)) for name, _ in files), strict=True)
        label = np.concatenate(label)
        self._data = array(np.concatenate(data))
        self._label = array(label) if is_np_array() else label


@described_by(MNIST)
class CIFAR100(CIFAR10):
    """Small photographs of a hundred kinds of things in twenty groups, 32 x 32: 50,000 for training and 10,000 for
    tests.

    A sample is (image, label): a uint8 NDArray of shape (32, 32, 3) and a numpy.int32.

    Parameters
    ----------
    root : str
        Folder of the files, by default $MXNET_HOME/datasets/cifar100. Where they are not complete, the archive is downloaded and
        unpacked.
    fine_label : bool, default False
        Labels are the kinds (0-99) instead of the groups (0-19).

    Raises
    ------
    OSError
        As for CIFAR10.

    Examples
    --------
    >>> groups, kinds = (gluon.data.vision.CIFAR100(fine_label=fine, train=False) for fine in (False, True))
    >>> len({int(groups[i][1]) for i in range(1000)}), len({int(kinds[i][1]) for i in range(1000)})
    (20, 100)
    """

    _namespace = "cifar100"
    _archive_file = ("cifar-100-binary.tar.gz", "a0bb982c76b83111308126cc779a992fa506b90b")
    _train_data = (("train.bin", "e207cd2e05b73b1393c74c7f5e7bea451d63e08e"),)
    _test_data = (("test.bin", "8fb6623e830365ff53cf14adec797474f5478006"),)
    _label_bytes = 2

    def __init__(
        self, root: str = _CIFAR100, fine_label: bool = False, train: bool = True, transform: AnyFunction | None = None
    ) -> None:
        self._fine_label = fine_label
        self._label_at = int(bool(fine_label))
        super().__init__(root, train, transform)
