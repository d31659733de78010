# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.utils` is `jmx.gluon.probability.distributions.utils`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.utils import *
from jmx.gluon.probability.distributions.utils import Number as Number
from jmx.gluon.probability.distributions.utils import ahead as ahead
from jmx.gluon.probability.distributions.utils import as_shape as as_shape
from jmx.gluon.probability.distributions.utils import choose as choose
from jmx.gluon.probability.distributions.utils import clip_float_eps as clip_float_eps
from jmx.gluon.probability.distributions.utils import clip_prob as clip_prob
from jmx.gluon.probability.distributions.utils import exp as exp
from jmx.gluon.probability.distributions.utils import noise as noise
from jmx.gluon.probability.distributions.utils import one_of as one_of
from jmx.gluon.probability.distributions.utils import sample_shape as sample_shape
from jmx.gluon.probability.distributions.utils import shape_of as shape_of
from jmx.gluon.probability.distributions.utils import softplus as softplus
from jmx.gluon.probability.distributions.utils import spread as spread
from jmx.gluon.probability.distributions.utils import sum_right_most as sum_right_most
from jmx.gluon.probability.distributions.utils import transposed as transposed
