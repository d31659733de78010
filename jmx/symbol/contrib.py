"""The operators of `mx.sym.contrib`, made from the registry on first access, and functions built of several of them."""

from __future__ import annotations

import math

from ._control_flow import cond, foreach, while_loop
from .random import uniform
from .register import Namespace as _Namespace
from .symbol import Symbol

__all__ = ["rand_zipfian", "foreach", "while_loop", "cond"]


def rand_zipfian(true_classes, num_sampled, range_max):
    """Classes drawn from an approximately Zipfian distribution, and how often classes are expected among them.

    Class c of `range_max` classes, sorted by decreasing frequency, has the probability
    (log(c + 2) - log(c + 1)) / log(range_max + 1).

    Parameters
    ----------
    true_classes : Symbol
        The target classes, of shape (n,).
    num_sampled : int
        How many classes to draw.
    range_max : int
        The number of classes.

    Returns
    -------
    (Symbol, Symbol, Symbol)
        The drawn classes (int64, shape (num_sampled,)), the expected counts of `true_classes` and those of the drawn
        ones (float64).
    """
    assert isinstance(true_classes, Symbol), f"unexpected type {type(true_classes)}"
    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, shape=(num_sampled,), dtype="float64")
    sampled = (drawn.exp() - 1).astype("int64") % range_max

    def expected(classes):
        classes = classes.astype("float64")
        return ((classes + 2.0) / (classes + 1.0)).log() / scale * num_sampled

    return sampled, expected(true_classes), expected(sampled)


_space = _Namespace(__name__, "contrib")


def __getattr__(name):
    globals()[name] = found = _space.get(name)
    return found


def __dir__():
    return sorted({*globals(), *_space.names()})
