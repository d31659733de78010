"""Iterators over data in batches: `mx.io`."""

from . import io, utils
from .io import *
from .utils import _getdata_by_idx, _has_instance, _init_data

__all__ = [*io.__all__, "io", "utils"]


def __getattr__(name):
    return getattr(io, name)
