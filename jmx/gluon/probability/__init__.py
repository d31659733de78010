"""Probability of MXNet 2: distributions, transformations, divergences and blocks that collect losses.

Its parts are imported when they are first used.
"""

import importlib

_PLACES = {
    "block": ("StochasticBlock", "StochasticSequential"),
    "transformation": (
        "AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
        "SoftmaxTransform", "TransformBlock", "Transformation", "biject_to", "domain_map", "transform_to",
    ),
    "distributions": (
        "Bernoulli", "Beta", "Binomial", "Categorical", "Cauchy", "Chi2", "Dirichlet", "Distribution", "Exponential",
        "ExponentialFamily", "FisherSnedecor", "Gamma", "Geometric", "Gumbel", "HalfCauchy", "HalfNormal", "Independent",
        "Laplace", "Multinomial", "MultivariateNormal", "NegativeBinomial", "Normal", "OneHotCategorical", "Pareto",
        "Poisson", "RelaxedBernoulli", "RelaxedOneHotCategorical", "StudentT", "TransformedDistribution", "Uniform",
        "Weibull", "cached_property", "constraint", "constraint_check", "digamma", "empirical_kl", "erf", "erfinv",
        "gammaln", "kl_divergence", "logit2prob", "prob2logit", "register_kl", "sample_n_shape_converter",
    ),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _PLACES.items() for name in names}

__all__ = sorted([*_PLACES, *_MODULE_OF])


def __getattr__(name):
    if name in _PLACES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return found


def __dir__():
    return sorted({*globals(), *__all__})
