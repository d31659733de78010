# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.gammas` is `jmx.gluon.probability.distributions.gammas`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.gammas import *
from jmx.gluon.probability.distributions.gammas import Distribution as Distribution
from jmx.gluon.probability.distributions.gammas import ExponentialFamily as ExponentialFamily
from jmx.gluon.probability.distributions.gammas import Positive as Positive
from jmx.gluon.probability.distributions.gammas import Real as Real
from jmx.gluon.probability.distributions.gammas import Simplex as Simplex
from jmx.gluon.probability.distributions.gammas import UnitInterval as UnitInterval
