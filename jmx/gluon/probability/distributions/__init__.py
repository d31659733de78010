"""Distributions and what they are checked, compared and computed with. Modules are imported when they are first used."""

import importlib

_PLACES = {
    "base": ("Distribution", "ExponentialFamily"),
    "bent": ("HalfCauchy", "HalfNormal", "Independent", "Pareto", "TransformedDistribution", "Weibull"),
    "continuous": ("Cauchy", "Exponential", "Gumbel", "Laplace", "MultivariateNormal", "Normal", "Uniform"),
    "discrete": (
        "Bernoulli", "Binomial", "Categorical", "Geometric", "Multinomial", "NegativeBinomial", "OneHotCategorical", "Poisson",
    ),
    "divergence": ("empirical_kl", "kl_divergence", "register_kl"),
    "gammas": ("Beta", "Chi2", "Dirichlet", "FisherSnedecor", "Gamma", "StudentT"),
    "relaxed": ("RelaxedBernoulli", "RelaxedOneHotCategorical"),
    "utils": (
        "cached_property", "constraint_check", "digamma", "erf", "erfinv", "gammaln", "logit2prob", "prob2logit",
        "sample_n_shape_converter",
    ),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _PLACES.items() for name in names}
_MODULES = ("constraint", "divergence", "utils")

__all__ = sorted([*_MODULES, *_MODULE_OF])


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    return found


def __dir__():
    return sorted({*globals(), *__all__})
