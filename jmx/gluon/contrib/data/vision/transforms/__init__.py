"""Transforms of images with boxes."""

from . import bbox

__all__ = ["bbox"]
