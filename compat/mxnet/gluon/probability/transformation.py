# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.transformation` is `jmx.gluon.probability.transformation`: this file is for type checkers only."""

from jmx.gluon.probability.transformation import *
from jmx.gluon.probability.transformation import Constraint as Constraint
from jmx.gluon.probability.transformation import GreaterThan as GreaterThan
from jmx.gluon.probability.transformation import GreaterThanEq as GreaterThanEq
from jmx.gluon.probability.transformation import HalfOpenInterval as HalfOpenInterval
from jmx.gluon.probability.transformation import HybridBlock as HybridBlock
from jmx.gluon.probability.transformation import Interval as Interval
from jmx.gluon.probability.transformation import LessThan as LessThan
from jmx.gluon.probability.transformation import Positive as Positive
from jmx.gluon.probability.transformation import UnitInterval as UnitInterval
