# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.kvstore.kvstore_server` is `jmx.kvstore.kvstore_server`: this file is for type checkers only."""

from jmx.kvstore.kvstore_server import *
from jmx.kvstore.kvstore_server import MXNetError as MXNetError
