"""The names of `mxnet.io.io`."""

from .base import DataBatch, DataDesc, DataIter
from .native import MNISTIter, MXDataIter
from .ndarray_iter import NDArrayIter
from .text import CSVIter, LibSVMIter
from .wrappers import PrefetchingIter, ResizeIter

__all__ = [
    "CSVIter",
    "DataBatch",
    "DataDesc",
    "DataIter",
    "LibSVMIter",
    "MNISTIter",
    "MXDataIter",
    "NDArrayIter",
    "PrefetchingIter",
    "ResizeIter",
]


def __getattr__(name):
    if name.startswith("Image"):
        raise AttributeError(
            f"jmx has no mx.io.{name} yet: load the images into arrays, and iterate with mx.gluon.data.DataLoader or "
            "mx.io.NDArrayIter"
        )
    raise AttributeError(f"module 'mxnet.io' has no attribute {name!r}")
