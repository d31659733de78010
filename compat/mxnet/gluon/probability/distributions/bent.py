# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.bent` is `jmx.gluon.probability.distributions.bent`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.bent import *
from jmx.gluon.probability.distributions.bent import AbsTransform as AbsTransform
from jmx.gluon.probability.distributions.bent import AffineTransform as AffineTransform
from jmx.gluon.probability.distributions.bent import Cauchy as Cauchy
from jmx.gluon.probability.distributions.bent import Distribution as Distribution
from jmx.gluon.probability.distributions.bent import ExpTransform as ExpTransform
from jmx.gluon.probability.distributions.bent import Exponential as Exponential
from jmx.gluon.probability.distributions.bent import GreaterThanEq as GreaterThanEq
from jmx.gluon.probability.distributions.bent import NonNegative as NonNegative
from jmx.gluon.probability.distributions.bent import Normal as Normal
from jmx.gluon.probability.distributions.bent import Positive as Positive
from jmx.gluon.probability.distributions.bent import PowerTransform as PowerTransform
from jmx.gluon.probability.distributions.bent import Transformation as Transformation
from jmx.gluon.probability.distributions.bent import dependent_property as dependent_property
