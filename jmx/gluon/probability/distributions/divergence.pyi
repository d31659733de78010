# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Int
from jmx.gluon.probability.distributions.base import Distribution
from jmx.ndarray.numpy.array import ndarray
from jmx.gluon.probability.distributions.bent import HalfNormal as HalfNormal, Pareto as Pareto
from jmx.gluon.probability.distributions.continuous import Cauchy as Cauchy, Exponential as Exponential, Gumbel as Gumbel, Laplace as Laplace, MultivariateNormal as MultivariateNormal, Normal as Normal, Uniform as Uniform
from jmx.gluon.probability.distributions.discrete import Bernoulli as Bernoulli, Binomial as Binomial, Categorical as Categorical, Geometric as Geometric, OneHotCategorical as OneHotCategorical, Poisson as Poisson
from jmx.gluon.probability.distributions.gammas import Beta as Beta, Dirichlet as Dirichlet, Gamma as Gamma

def empirical_kl(p: Distribution, q: Distribution, n_samples: Int = 1) -> Any: ...
def register_kl(typeP: type[Any], typeQ: type[Any]) -> Any: ...
def kl_divergence(p: Distribution, q: Distribution) -> ndarray | float: ...
def spread_inf(p: Any, q: Any) -> Any: ...
__all__ = ['empirical_kl', 'kl_divergence', 'register_kl']
