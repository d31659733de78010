"""How arrays are printed."""

import numpy as onp

__all__ = ["set_printoptions"]


def set_printoptions(precision=None, threshold=None, **kwarg):
    """Set how many digits, and up to how many elements, printed arrays show. This changes NumPy's own setting."""
    if kwarg:
        raise NotImplementedError("mxnet.numpy.set_printoptions only supports parameters precision and threshold for now.")
    onp.set_printoptions(precision=precision, threshold=threshold)
