# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.module.base_module` is `jmx.module.base_module`: this file is for type checkers only."""

from jmx.module.base_module import *
from jmx.module.base_module import DataBatch as DataBatch
from jmx.module.base_module import DataIter as DataIter
from jmx.module.base_module import KnownKeywords as KnownKeywords
from jmx.module.base_module import Uniform as Uniform
