"""What a notebook shows of an array: a text that a page can hold.

NumPy shortens an array of more than a thousand elements along each axis. With many axes that leaves hundreds of thousands of
numbers, which make a page stand still. Then only the first part of the array is shown. `print` and `repr` show what MXNet shows.
"""

import math
from html import escape

import numpy as np

#: of an array of which NumPy would print more numbers than that, a part is shown
MOST = 5000
#: with no more numbers than that
PART = 500


def html(array) -> str:
    """An NDArray as HTML."""
    shape = " &times; ".join(map(str, array.shape)) or "scalar"
    body, note = _shown(array.asnumpy())
    described = f"{type(array).__name__} {shape}, {np.dtype(array.dtype).name}, {array.ctx}"
    return f'<div><pre style="margin:0">{escape(body)}</pre><small>{described}{note and f"; {note}"}</small></div>'


def text(array) -> str:
    """What IPython prints of an NDArray: its `repr`, or a part of it where that would fill pages."""
    if not _is_long(array.shape):
        return repr(array)
    body, note = _shown(array.asnumpy())
    return f"\n{body}\n<{type(array).__name__} {'x'.join(map(str, array.shape))} @{array.ctx}{note and f'; {note}'}>"


def _is_long(shape) -> bool:
    """Whether NumPy would print more numbers of an array than a page can hold."""
    options, size = np.get_printoptions(), math.prod(shape)
    return (size if size <= options["threshold"] else _left(shape)) > MOST


def _shown(array) -> tuple[str, str]:
    """The text of an array of NumPy, and a note where it is that of a part."""
    if not _is_long(array.shape):
        return str(array), ""
    axes = 0
    while _left(array.shape[axes:]) > PART:
        axes += 1
    with np.printoptions(threshold=1000):
        text = str(array[(0,) * axes])
    return text, f"only the part at [{', '.join('0' * axes)}] is shown" if axes else ""


def _left(shape) -> int:
    """How many numbers of a shortened array are printed."""
    edges = 2 * np.get_printoptions()["edgeitems"]
    return math.prod(min(size, edges) for size in shape)
