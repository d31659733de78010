# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions` is `jmx.gluon.probability.distributions`: this file is for type checkers only."""

from jmx.gluon.probability.distributions import *
from jmx.gluon.probability.distributions import base as base
from jmx.gluon.probability.distributions import bent as bent
from jmx.gluon.probability.distributions import continuous as continuous
from jmx.gluon.probability.distributions import discrete as discrete
from jmx.gluon.probability.distributions import gammas as gammas
from jmx.gluon.probability.distributions import relaxed as relaxed
