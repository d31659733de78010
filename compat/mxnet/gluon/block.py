# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.block` is `jmx.gluon.block`: this file is for type checkers only."""

from jmx.gluon.block import *
from jmx.gluon.block import HookHandle as HookHandle
from jmx.gluon.block import Parameter as Parameter
from jmx.gluon.block import ParameterDict as ParameterDict
