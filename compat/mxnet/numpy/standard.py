# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.numpy.standard` is `jmx.numpy.standard`: this file is for type checkers only."""

from jmx.numpy.standard import *
from jmx.numpy.standard import FloatInfo as FloatInfo
from jmx.numpy.standard import Inspection as Inspection
from jmx.numpy.standard import NDArray as NDArray
from jmx.numpy.standard import UniqueAll as UniqueAll
from jmx.numpy.standard import UniqueCounts as UniqueCounts
from jmx.numpy.standard import UniqueInverse as UniqueInverse
from jmx.numpy.standard import ndarray as ndarray
