"""The file formats of the data sets, and how a folder of stand-ins is written in one step."""

import functools
import gzip
import os
import shutil
import struct
import tempfile

import numpy as np

from . import digits, garments, shapes, text

TRAIN, TEST = 60000, 10000
#: words of WikiText's parts
WORDS = {"train": 2_050_000, "valid": 213_000, "test": 241_000}
NOTE = """These files are not the real {name} data set. jmx drew them, because JMX_SYNTHETIC_DATA=1 was set and the real
files were not there. They may be deleted at any time; jmx writes the same bytes again when asked.
"""


def _gzip(path: str, header: bytes, values: np.ndarray) -> None:
    # no time stamp and no file name in the header: the same bytes every time
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", compresslevel=1, fileobj=raw, mtime=0) as stream:
        stream.write(header)
        stream.write(values.data)


def _idx(place: str, prefix: str, images: np.ndarray, labels: np.ndarray) -> None:
    count, rows, columns = images.shape
    _gzip(os.path.join(place, f"{prefix}-images-idx3-ubyte.gz"), struct.pack(">IIII", 2051, count, rows, columns), images)
    _gzip(os.path.join(place, f"{prefix}-labels-idx1-ubyte.gz"), struct.pack(">II", 2049, count), labels)


def _records(path: str, images: np.ndarray, labels: np.ndarray) -> None:
    count = len(images)
    np.concatenate([labels.reshape(count, -1), images.reshape(count, -1)], axis=1).tofile(path)


def _mnist(draw, place):
    train, test = draw([(TRAIN, False), (TEST, True)])
    _idx(place, "train", *train)
    _idx(place, "t10k", *test)


def _cifar10(place):
    parts = shapes.draw([(10000, False)] * 5 + [(10000, True)])
    for number, part in enumerate(parts[:5], 1):
        _records(os.path.join(place, f"data_batch_{number}.bin"), *part)
    _records(os.path.join(place, "test_batch.bin"), *parts[5])


def _cifar100(place):
    train, test = shapes.draw([(50000, False), (10000, True)], fine=True)
    _records(os.path.join(place, "train.bin"), *train)
    _records(os.path.join(place, "test.bin"), *test)


def _wikitext(number, vocabulary, times, place):
    for part, (name, count) in enumerate(WORDS.items(), 1):
        with open(os.path.join(place, f"wiki.{name}.tokens"), "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text.draw(number, part, vocabulary, count * (times if name == "train" else 1)))


#: data set -> function that writes its files into an empty folder
DATASETS = {
    "mnist": functools.partial(_mnist, digits.draw),
    "fashion-mnist": functools.partial(_mnist, garments.draw),
    "cifar10": _cifar10,
    "cifar100": _cifar100,
    "wikitext-2": functools.partial(_wikitext, 5, 33_000, 1),
    # A twelfth of the real one's words, which is half a gigabyte.
    "wikitext-103": functools.partial(_wikitext, 6, 120_000, 4),
}


def write(dataset: str, place: str) -> None:
    """Write all files of a stand-in: `place` appears complete or not at all, even if other processes write it meanwhile."""
    parent = os.path.dirname(place)
    os.makedirs(parent, exist_ok=True)
    draft = tempfile.mkdtemp(prefix=os.path.basename(place) + ".", dir=parent)
    try:
        os.chmod(draft, 0o755)
        DATASETS[dataset](draft)
        with open(os.path.join(draft, "NOT-THE-REAL-DATA.txt"), "w", encoding="utf-8") as note:
            note.write(NOTE.format(name=dataset))
        try:
            os.rename(draft, place)
        except OSError:
            if not os.path.isdir(place):  # otherwise another process was faster, and its files are the same
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
