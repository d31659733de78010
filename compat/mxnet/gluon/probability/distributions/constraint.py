# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.constraint` is `jmx.gluon.probability.distributions.constraint`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.constraint import *
from jmx.gluon.probability.distributions.constraint import dependent_property as dependent_property
from jmx.gluon.probability.distributions.constraint import enforce as enforce
from jmx.gluon.probability.distributions.constraint import is_dependent as is_dependent
