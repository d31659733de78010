# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.io` is `jmx.io`: this file is for type checkers only."""

from jmx.io import *
from jmx.io import base as base
from jmx.io import image_det_record as image_det_record
from jmx.io import image_record as image_record
from jmx.io import native as native
from jmx.io import ndarray_iter as ndarray_iter
from jmx.io import text as text
from jmx.io import wrappers as wrappers
