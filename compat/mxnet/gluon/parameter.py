# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.parameter` is `jmx.gluon.parameter`: this file is for type checkers only."""

from jmx.gluon.parameter import *
from jmx.gluon.parameter import Context as Context
from jmx.gluon.parameter import KnownKeywords as KnownKeywords
from jmx.gluon.parameter import MXNetError as MXNetError
from jmx.gluon.parameter import building as building
from jmx.gluon.parameter import generation as generation
from jmx.gluon.parameter import load_all as load_all
from jmx.gluon.parameter import others as others
from jmx.gluon.parameter import unique_name as unique_name
