# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.utils` is `jmx.gluon.utils`: this file is for type checkers only."""

from jmx.gluon.utils import *
from jmx.gluon.utils import Context as Context
from jmx.gluon.utils import HookHandle as HookHandle
from jmx.gluon.utils import MXNetError as MXNetError
from jmx.gluon.utils import dataset_path as dataset_path
from jmx.gluon.utils import shape_is_known as shape_is_known
