# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.dataset` is `jmx.gluon.data.dataset`: this file is for type checkers only."""

from jmx.gluon.data.dataset import *
from jmx.gluon.data.dataset import FilterSampler as FilterSampler
from jmx.gluon.data.dataset import KnownKeywords as KnownKeywords
from jmx.gluon.data.dataset import Sampler as Sampler
from jmx.gluon.data.dataset import SequentialSampler as SequentialSampler
from jmx.gluon.data.dataset import is_array as is_array
