# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.continuous` is `jmx.gluon.probability.distributions.continuous`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.continuous import *
from jmx.gluon.probability.distributions.continuous import Distribution as Distribution
from jmx.gluon.probability.distributions.continuous import EULER as EULER
from jmx.gluon.probability.distributions.continuous import ExponentialFamily as ExponentialFamily
from jmx.gluon.probability.distributions.continuous import Interval as Interval
from jmx.gluon.probability.distributions.continuous import LowerCholesky as LowerCholesky
from jmx.gluon.probability.distributions.continuous import Positive as Positive
from jmx.gluon.probability.distributions.continuous import PositiveDefinite as PositiveDefinite
from jmx.gluon.probability.distributions.continuous import Real as Real
from jmx.gluon.probability.distributions.continuous import dependent_property as dependent_property
