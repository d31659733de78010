# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.relaxed` is `jmx.gluon.probability.distributions.relaxed`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.relaxed import *
from jmx.gluon.probability.distributions.relaxed import BinaryOdds as BinaryOdds
from jmx.gluon.probability.distributions.relaxed import Classes as Classes
from jmx.gluon.probability.distributions.relaxed import ExpTransform as ExpTransform
from jmx.gluon.probability.distributions.relaxed import Interval as Interval
from jmx.gluon.probability.distributions.relaxed import OpenInterval as OpenInterval
from jmx.gluon.probability.distributions.relaxed import Real as Real
from jmx.gluon.probability.distributions.relaxed import SigmoidTransform as SigmoidTransform
from jmx.gluon.probability.distributions.relaxed import Simplex as Simplex
from jmx.gluon.probability.distributions.relaxed import TransformedDistribution as TransformedDistribution
