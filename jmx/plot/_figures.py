"""What all drawings need: matplotlib, axes, and NumPy arrays of what was given."""

from typing import Any

import numpy as np


def to_numpy(value) -> np.ndarray:
    """What was given as a NumPy array."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    elif isinstance(value, list | tuple | range) and len(value) and hasattr(value[0], "asnumpy"):
        value = [part.asnumpy() for part in value]
    value = np.asarray(value)
    return value.astype(np.float32) if value.dtype.kind == "V" else value  # bfloat16


def pyplot() -> Any:
    """matplotlib's pyplot, imported at the first use."""
    try:
        from matplotlib import pyplot as module
    except ImportError as error:
        raise ImportError("jmx.plot draws with matplotlib, which is not installed: pip install matplotlib") from error
    return module


def new_axes(ax, size) -> Any:
    """`ax`, or the axes of a new figure of that size in inches."""
    return pyplot().subplots(figsize=size, layout="constrained")[1] if ax is None else ax
