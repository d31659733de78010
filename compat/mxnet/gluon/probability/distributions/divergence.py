# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.probability.distributions.divergence` is `jmx.gluon.probability.distributions.divergence`: this file is for type checkers only."""

from jmx.gluon.probability.distributions.divergence import *
from jmx.gluon.probability.distributions.divergence import Bernoulli as Bernoulli
from jmx.gluon.probability.distributions.divergence import Beta as Beta
from jmx.gluon.probability.distributions.divergence import Binomial as Binomial
from jmx.gluon.probability.distributions.divergence import Categorical as Categorical
from jmx.gluon.probability.distributions.divergence import Cauchy as Cauchy
from jmx.gluon.probability.distributions.divergence import Dirichlet as Dirichlet
from jmx.gluon.probability.distributions.divergence import Exponential as Exponential
from jmx.gluon.probability.distributions.divergence import Gamma as Gamma
from jmx.gluon.probability.distributions.divergence import Geometric as Geometric
from jmx.gluon.probability.distributions.divergence import Gumbel as Gumbel
from jmx.gluon.probability.distributions.divergence import HalfNormal as HalfNormal
from jmx.gluon.probability.distributions.divergence import Laplace as Laplace
from jmx.gluon.probability.distributions.divergence import MultivariateNormal as MultivariateNormal
from jmx.gluon.probability.distributions.divergence import Normal as Normal
from jmx.gluon.probability.distributions.divergence import OneHotCategorical as OneHotCategorical
from jmx.gluon.probability.distributions.divergence import Pareto as Pareto
from jmx.gluon.probability.distributions.divergence import Poisson as Poisson
from jmx.gluon.probability.distributions.divergence import Uniform as Uniform
from jmx.gluon.probability.distributions.divergence import spread_inf as spread_inf
