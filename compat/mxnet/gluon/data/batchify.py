# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.batchify` is `jmx.gluon.data.batchify`: this file is for type checkers only."""

from jmx.gluon.data.batchify import *
from jmx.gluon.data.batchify import Context as Context
from jmx.gluon.data.batchify import NDArray as NDArray
