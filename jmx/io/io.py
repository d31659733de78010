"""The names of `mxnet.io.io`."""

from .base import DataBatch, DataDesc, DataIter
from .native import MNISTIter, MXDataIter
from .ndarray_iter import NDArrayIter
from .wrappers import PrefetchingIter, ResizeIter

__all__ = [
    "DataBatch",
    "DataDesc",
    "DataIter",
    "MNISTIter",
    "MXDataIter",
    "NDArrayIter",
    "PrefetchingIter",
    "ResizeIter",
]

_INSTEAD = {
    "CSVIter": "read the file with numpy.loadtxt and iterate with mx.io.NDArrayIter",
    "LibSVMIter": "read the file with sklearn.datasets.load_svmlight_file and iterate with mx.io.NDArrayIter",
}


def __getattr__(name):
    if name in _INSTEAD or name.startswith("Image"):
        instead = _INSTEAD.get(
            name, "load the images into arrays, and iterate with mx.gluon.data.DataLoader or mx.io.NDArrayIter"
        )
        raise AttributeError(f"jmx has no mx.io.{name} yet: {instead}")
    raise AttributeError(f"module 'mxnet.io' has no attribute {name!r}")
