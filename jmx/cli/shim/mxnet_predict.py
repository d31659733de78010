"""MXNet's module for deployment: `Predictor` and `load_ndarray_file`."""

from jmx.predictor import Predictor, load_ndarray_file

__all__ = ["Predictor", "load_ndarray_file"]
