"""A sampler that walks in steps: that of :mod:`jmx.gluon.data`, where MXNet 2.0 has it."""

from ...data import sampler  # noqa: F401  (libraries import it from here)
from ...data.sampler import IntervalSampler

__all__ = ["IntervalSampler"]
