"""Texts to train language models on, and a sampler for them."""

from . import sampler, text
from .sampler import IntervalSampler

__all__ = ["IntervalSampler", "sampler", "text"]
