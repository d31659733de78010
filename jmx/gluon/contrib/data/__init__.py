"""Texts to train language models on and a sampler for them; loaders of images, with boxes or without."""

from . import sampler, text, vision
from .sampler import IntervalSampler

__all__ = ["IntervalSampler", "sampler", "text", "vision"]
