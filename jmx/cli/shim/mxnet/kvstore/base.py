# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.kvstore.base` is `jmx.kvstore.base`: this file is for type checkers only."""

from jmx.kvstore.base import *
from jmx.kvstore.base import NDArray as NDArray
from jmx.kvstore.base import TestStore as TestStore
