# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon` is `jmx.gluon`: this file is for type checkers only."""

from jmx.gluon import *
from jmx.gluon import base_block as base_block
from jmx.gluon import base_parameter as base_parameter
from jmx.gluon import constant as constant
from jmx.gluon import hybrid as hybrid
from jmx.gluon import metric_distances as metric_distances
from jmx.gluon import note_v2 as note_v2
from jmx.gluon import optax_trainer as optax_trainer
from jmx.gluon import parameter_dict as parameter_dict
from jmx.gluon import structure as structure
from jmx.gluon import symbol_block as symbol_block
