"""How arrays are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as onp

if TYPE_CHECKING:
    from .._typing import Int

__all__ = ["set_printoptions"]


def set_printoptions(precision: Int | None = None, threshold: Int | None = None, **kwarg: Any) -> None:
    """Set how printed arrays look. This changes NumPy's own setting.

    Parameters
    ----------
    precision : int, optional
        How many digits follow the point; unchanged by default.
    threshold : int, optional
        Up to how many elements are shown before the middle is left out; unchanged by default.
    **kwarg
        Not supported.

    Raises
    ------
    NotImplementedError
        For further keywords.

    Examples
    --------
    >>> mx.np.set_printoptions(precision=3)
    >>> mx.np.array([1 / 3])
    array([0.333])
    >>> mx.np.set_printoptions(precision=8)
    """
    if kwarg:
        raise NotImplementedError("mxnet.numpy.set_printoptions only supports parameters precision and threshold for now.")
    onp.set_printoptions(precision=precision, threshold=threshold)
