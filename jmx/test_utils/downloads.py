"""Data sets in the current folder, where MXNet's old examples look for them."""

from __future__ import annotations

import bz2
import gzip
import os
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import config
from .._described import described_by
from ..cluster.parts import takes_part
from ..config.system import files
from ..io import MNISTIter
from ..recordio import MXRecordIO, pack_img

if TYPE_CHECKING:
    from .._typing import Int
    from ..io.native import MXDataIter

__all__ = ["download", "download_model", "get_bz2_data", "get_cifar10", "get_mnist", "get_mnist_iterator", "get_mnist_pkl",
           "get_mnist_ubyte", "get_zip_data"]  # fmt: skip

_MNIST_URL = "http://data.mxnet.io/data/mnist/"
_MNIST_SHA1 = {
    "train-images-idx3-ubyte.gz": "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d",
    "train-labels-idx1-ubyte.gz": "2a80914081dc54586dbdf242f9805a6b8d2a15fc",
    "t10k-images-idx3-ubyte.gz": "c3a25af1f52dad7f726cce8cacb138654b760d48",
    "t10k-labels-idx1-ubyte.gz": "763e7fa3757d93b0cdec073cef058b2004252c17",
}


def _gluon():
    """`gluon.utils`, imported late: most users of this module download nothing."""
    from ..gluon import utils

    return utils


def download(url: str, fname: str | None = None, dirname: str | None = None, overwrite: bool = False, retries: Int = 5) -> str:
    """Fetch a file, unless it is there already.

    Parameters
    ----------
    url : str
        Where it is.
    fname : str, optional
        Where to write it; by default the last part of the url.
    dirname : str, optional
        Folder for `fname`, made if it is missing; by default the one in `fname`.
    overwrite : bool
        Fetch it even if it is there.
    retries : int
        How often to try again.

    Returns
    -------
    str
        The path of the file.
    """
    assert retries >= 0, "Number of retries should be at least 0"
    if fname is None:
        fname = url.split("/")[-1]
    if dirname is not None:
        fname = os.path.join(dirname, fname)
    return _gluon().download(url, path=fname, overwrite=overwrite, retries=retries)


_MODELS = {
    "imagenet1k-inception-bn": ("imagenet/inception-bn/Inception-BN", 126),
    **{f"imagenet1k-resnet-{n}": (f"imagenet/resnet/{n}-layers/resnet-{n}", 0) for n in (18, 34, 50, 101, 152)},
    **{f"imagenet1k-resnext-{n}": (f"imagenet/resnext/{n}-layers/resnext-{n}", 0) for n in (50, 101)},
    "imagenet1k-resnext-101-64x4d": ("imagenet/resnext/101-layers/resnext-101-64x4d", 0),
    "imagenet11k-resnet-152": ("imagenet-11k/resnet-152/resnet-152", 0),
    "imagenet11k-place365ch-resnet-152": ("imagenet-11k-place365-ch/resnet-152", 0),
    "imagenet11k-place365ch-resnet-50": ("imagenet-11k-place365-ch/resnet-50", 0),
}


def download_model(
    model_name: str, dst_dir: str = "./", meta_info: Mapping[str, Mapping[Any, Any]] | None = None
) -> tuple[str, int]:
    """Fetch a trained network's symbol and parameters.

    Parameters
    ----------
    model_name : str
        Its name.
    dst_dir : str
        Folder to write to.
    meta_info : dict of str to dict, optional
        Name -> {'symbol': url, 'params': url}; by default the networks that MXNet publishes.

    Returns
    -------
    (str, int)
        Prefix and epoch for `mx.model.load_checkpoint`; (None, 0) for an unknown name.
    """
    if meta_info is None:
        base = "http://data.mxnet.io/models/"
        meta_info = {
            name: {"symbol": f"{base}{path}-symbol.json", "params": f"{base}{path}-{epoch:04d}.params"}
            for name, (path, epoch) in _MODELS.items()
        }
    if model_name not in meta_info:
        return None, 0  # pyright: ignore[reportReturnType]
    meta = meta_info[model_name]
    assert "symbol" in meta, "missing symbol url"
    assert "params" in meta, "missing parameter file url"
    os.makedirs(dst_dir, exist_ok=True)
    prefix = os.path.join(dst_dir, model_name)
    download(meta["symbol"], f"{prefix}-symbol.json")
    download(meta["params"], f"{prefix}-0000.params")
    return prefix, 0


def _mnist_file(name):
    """Path of one of MNIST's files: in the current folder, in gluon's, downloaded, or the stand-in."""
    sha1 = _MNIST_SHA1[name]
    shared = os.path.join(config.get("MXNET_HOME"), "datasets", "mnist", name)
    if not os.path.exists(name) and os.path.exists(shared) and _gluon().check_sha1(shared, sha1):
        return shared
    return _gluon().dataset_path(
        "mnist",
        name,
        name,
        _MNIST_URL + name,
        present=lambda: os.path.exists(name),
        fetch=lambda: _gluon().download(_MNIST_URL + name, path=name, sha1_hash=sha1, retries=2),
    )


def get_mnist() -> dict[Any, Any]:
    """MNIST as NumPy arrays, from the gzipped idx files in the current folder, which are downloaded if they are
    missing.

    Returns
    -------
    dict
        'train_data' float32 (60000, 1, 28, 28) in [0, 1], 'train_label' int8 (60000,), 'test_data' and 'test_label'
        likewise with 10,000.

    Raises
    ------
    OSError
        A file is missing and could not be downloaded; the message says where to put it, and how to go on without.
    """
    from ..core.serial import read_idx

    out, again = {}, "; delete it, so that it is fetched again"
    for part, prefix in (("train", "train"), ("test", "t10k")):
        label = read_idx(_mnist_file(f"{prefix}-labels-idx1-ubyte.gz"), 2049, True, again)
        image = read_idx(_mnist_file(f"{prefix}-images-idx3-ubyte.gz"), 2051, True, again)
        image = image.reshape(len(label), 1, 28, 28).astype(np.float32)
        image /= 255
        out[f"{part}_data"] = image
        out[f"{part}_label"] = label.view(np.int8)
    return out


def get_mnist_pkl() -> None:
    """Download MNIST as `data/mnist.pkl.gz`, unless it is there."""
    os.makedirs("data", exist_ok=True)
    url = "http://deeplearning.net/data/mnist/mnist.pkl.gz"
    if not os.path.exists("data/mnist.pkl.gz"):
        try:
            download(url, dirname="data")
        except Exception as error:
            raise OSError(
                f"could not download {url} ({error}). Without a network, put mnist.pkl.gz into {os.path.abspath('data')} "
                "yourself; mx.test_utils.get_mnist() has stand-ins."
            ) from error


def _stand_in(dataset, title, folder, names, url, path):
    """Unpack an archive of `url` into the folder `path`, unless `folder` has all of `names`.

    Stand-ins (`JMX_SYNTHETIC_DATA=1`) lie beside a note that says what they are, and do not count as being there without the
    variable. Returns the folder of those that are to be put into `folder`, or None.
    """
    os.makedirs(folder, exist_ok=True)
    complete = all(os.path.exists(os.path.join(folder, name)) for name in names)
    note = os.path.join(folder, f"NOT-THE-REAL-{title}.txt")
    if complete and not os.path.exists(note):
        return None

    def fetch():
        with zipfile.ZipFile(download(url, dirname=path)) as archive:
            archive.extractall(path)
        if os.path.exists(note):
            os.remove(note)

    source = _gluon().dataset_path(dataset, "", path, url, present=lambda: False, fetch=fetch)
    if source == path or complete and os.path.exists(note):
        return None
    with open(note, "w", encoding="utf-8") as stream:
        stream.write(f"The files in this folder are not {title}. jmx drew them, because JMX_SYNTHETIC_DATA=1 was set.\n")
    return source


def get_mnist_ubyte(path: str = "data") -> None:
    """Put MNIST's four idx files, unpacked, into the folder `path`, unless they are there.

    Stand-ins (`JMX_SYNTHETIC_DATA=1`) lie beside a note that says what they are, and do not count as being there
    without the variable.

    Parameters
    ----------
    path : str, default 'data'
        The folder, which is made if it is missing.

    Raises
    ------
    OSError
        They could not be downloaded; the message says where to put them, and how to go on without.
    """
    names = [name[: -len(".gz")] for name in _MNIST_SHA1]
    source = _stand_in("mnist", "MNIST", path, names, "http://data.mxnet.io/mxnet/data/mnist.zip", path)
    for name in names if source else ():
        part = os.path.join(path, f"{name}.{os.getpid()}")
        with gzip.open(os.path.join(source, name + ".gz")) as packed, open(part, "wb") as plain:
            shutil.copyfileobj(packed, plain)
        files.rename(part, os.path.join(path, name))


@described_by(get_mnist_ubyte)
def get_cifar10(path: str = "data") -> None:
    """Download CIFAR-10 as RecordIO files into the folder `cifar` of `path`, unless they are there.

    Stand-ins are drawn and marked as those of `get_mnist_ubyte` are.
    """
    place = os.path.join(path, "cifar")
    names = ("train.rec", "test.rec", "train.lst", "test.lst")
    source = _stand_in("cifar10", "CIFAR10", place, names, "http://data.mxnet.io/mxnet/data/cifar10.zip", path)
    if source:
        _write_records(place, "test", [os.path.join(source, "test_batch.bin")])
        _write_records(place, "train", [os.path.join(source, f"data_batch_{number}.bin") for number in range(1, 6)])


def _write_records(place, stem, batches):
    """A record file and an image list of CIFAR's binary files."""
    part = os.path.join(place, f"{stem}.{os.getpid()}")
    writer, number = MXRecordIO(part, "w"), 0
    with open(os.path.join(place, stem + ".lst"), "w", encoding="utf-8") as images:
        for path in batches:
            for row in np.fromfile(path, np.uint8).reshape(-1, 3073):
                pixels = np.ascontiguousarray(row[1:].reshape(3, 32, 32)[::-1].transpose(1, 2, 0))
                writer.write(pack_img((0, float(row[0]), number, 0), pixels, quality=1, img_fmt=".png"))
                images.write(f"{number}\t{row[0]}\t{stem}/{number}.png\n")
                number += 1
    writer.close()
    files.rename(part, os.path.join(place, stem + ".rec"))


def _idx_files(path, part):
    """The two arguments of `MNISTIter` that name the files of one part."""
    return {kind: os.path.join(path, f"{part}-{kind}s-idx{rank}-ubyte") for kind, rank in (("image", 3), ("label", 1))}


@takes_part
def get_mnist_iterator(
    batch_size: Int, input_shape: Sequence[Int], num_parts: Int = 1, part_index: Int = 0, path: str = "data"
) -> tuple[MXDataIter, MXDataIter]:
    """Iterators over MNIST's training and test images, from idx files in the folder `path`.

    Parameters
    ----------
    batch_size : int
        Samples in a batch.
    input_shape : tuple of int
        Shape of a sample: three dimensions for (1, 28, 28), otherwise flat.
    num_parts, part_index : int
        Read only one of several parts; all by default, or the rank's part with ``JMX_SHARD_DATA=1``.
    path : str, default 'data'
        The folder.

    Returns
    -------
    (MXDataIter, MXDataIter)
        Training data, shuffled, and test data.
    """
    get_mnist_ubyte(path)
    common = {
        "input_shape": input_shape,
        "batch_size": batch_size,
        "flat": len(input_shape) != 3,
        "num_parts": num_parts,
        "part_index": part_index,
    }
    train = MNISTIter(**_idx_files(path, "train"), shuffle=True, **common)
    test = MNISTIter(**_idx_files(path, "t10k"), **common)
    return train, test


def get_zip_data(data_dir: str, url: str, data_origin_name: str) -> None:
    """Download a zip archive into a folder and unpack it there, unless the archive is there.

    Parameters
    ----------
    data_dir : str
        The folder.
    url : str
        Where the archive is.
    data_origin_name : str
        The archive's name.
    """
    path = os.path.join(data_dir, data_origin_name)
    if not os.path.exists(path):
        download(url, dirname=data_dir, overwrite=False)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(path=data_dir)


def get_bz2_data(data_dir: str, data_name: str, url: str, data_origin_name: str) -> None:
    """Download a bz2 file into a folder and unpack it, unless the unpacked file is there.

    Parameters
    ----------
    data_dir : str
        The folder.
    data_name : str
        Name of the unpacked file.
    url : str
        Where the packed file is.
    data_origin_name : str
        Its name, which it loses after it is unpacked.
    """
    target, packed = os.path.join(data_dir, data_name), os.path.join(data_dir, data_origin_name)
    if os.path.exists(target):
        return
    download(url, fname=data_origin_name, dirname=data_dir, overwrite=False)
    with bz2.open(packed) as source, open(target, "wb") as stream:
        shutil.copyfileobj(source, stream)
    os.remove(packed)
