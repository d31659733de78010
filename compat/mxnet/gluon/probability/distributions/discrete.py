# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.discrete` is `jmx.gluon.probability.distributions.discrete`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.discrete import *
from jmx.gluon.probability.distributions.discrete import BinaryOdds as BinaryOdds
from jmx.gluon.probability.distributions.discrete import Boolean as Boolean
from jmx.gluon.probability.distributions.discrete import Classes as Classes
from jmx.gluon.probability.distributions.discrete import Distribution as Distribution
from jmx.gluon.probability.distributions.discrete import ExponentialFamily as ExponentialFamily
from jmx.gluon.probability.distributions.discrete import GreaterThanEq as GreaterThanEq
from jmx.gluon.probability.distributions.discrete import IntegerInterval as IntegerInterval
from jmx.gluon.probability.distributions.discrete import Interval as Interval
from jmx.gluon.probability.distributions.discrete import NonNegativeInteger as NonNegativeInteger
from jmx.gluon.probability.distributions.discrete import Positive as Positive
from jmx.gluon.probability.distributions.discrete import Real as Real
from jmx.gluon.probability.distributions.discrete import Simplex as Simplex
from jmx.gluon.probability.distributions.discrete import dependent_property as dependent_property
