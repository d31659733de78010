"""Pictures of training and of what networks see, drawn by matplotlib: curves, images, boxes, confusion, feature maps, attention.

Every function takes NDArrays, arrays of `mx.np`, NumPy arrays or lists, draws into `ax` where one is given and into a new figure
otherwise, and returns the axes (`images` and `feature_maps`: the figure). Nothing is shown or saved: a notebook shows figures by
itself, a program calls `ax.figure.savefig("curve.png")`. `LiveCurves` draws while a network trains. matplotlib is imported by the
first call; it is no dependency of jmx.

>>> from jmx import plot
>>> ax = plot.curves({"training": [0.9, 0.5, 0.3], "test": [0.95, 0.6, 0.45]}, ylabel="loss")
>>> [line.get_label() for line in ax.get_lines()]
['training', 'test']
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, Any

from ._charts import attention, confusion_matrix, curves
from ._images import boxes, feature_maps, images
from ._show import show

if TYPE_CHECKING:
    from ._live import LiveCurves

__all__ = ["LiveCurves", "attention", "boxes", "confusion_matrix", "curves", "feature_maps", "images", "show"]


def __getattr__(name) -> type[Any]:
    if name != "LiveCurves":
        raise AttributeError(f"module 'jmx.plot' has no attribute {name!r}")
    return _importlib.import_module(f"{__name__}._live").LiveCurves  # which needs Gluon
