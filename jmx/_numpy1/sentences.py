"""What to do about errors that NumPy 2 raises and NumPy 1 did not, added to the error where the program ends in it."""

from __future__ import annotations

import re
import sys
import threading

from .._errors import tracebacks
from . import moved

_ITEM = (
    "NumPy 2.4 and later turn only arrays without axes into Python's numbers: take the one element with array.item(), "
    "or `pip install 'numpy<2.4'`."
)
#: class of the error, its message, the sentence
_TABLE = [
    (TypeError, r"only 0-dimensional arrays can be converted to Python scalars", _ITEM),
    (TypeError, r"%\w format: .* not numpy\.ndarray$", _ITEM),
    (ValueError, r"setting an array element with a sequence\. The requested array has an inhomogeneous shape",
     "NumPy 2 refuses ragged nested sequences, of which NumPy 1 made arrays of objects: pass dtype=object."),
    (OverflowError, r"Python integer -?\d+ out of bounds for u?int\d+",
     "NumPy 2 does not let integers wrap around, nor widens an array for one: np.array(number).astype(dtype) wraps around, "
     "array.astype(np.int64) + number widens."),
    (ValueError, r"Unable to avoid copy while creating an array as requested",
     "In NumPy 2 copy=False forbids a copy; np.asarray(obj) makes one only where it must, as copy=False did in NumPy 1."),
    (ValueError, r"The binary mode of fromstring is removed",
     "np.frombuffer(data, dtype).copy() is the array that np.fromstring(data, dtype) was. Or `pip install 'numpy<2.3'`."),
    (AttributeError, r"'numpy\.ndarray' object has no attribute 'tostring'",
     "array.tobytes() is the same. Or `pip install 'numpy<2.3'`."),
    (AttributeError, r"'numpy\.ndarray' object has no attribute 'itemset'|`itemset` was removed from the ndarray class",
     "Write array[index] = value."),
    (AttributeError, r"'numpy\.ndarray' object has no attribute 'ptp'|`ptp` was removed from the ndarray class",
     "np.ptp(array, axis) is the same."),
    (AttributeError, r"'numpy\.ndarray' object has no attribute 'newbyteorder'|`newbyteorder` was removed from the ndarray class",
     "array.view(array.dtype.newbyteorder(order)) is the same."),
    (TypeError, r"arrays to stack must be passed as a \"sequence\" type",
     "NumPy 2 takes no generators, maps and zips here: pass a list, such as np.stack(list(arrays))."),
    (TypeError, r"Calling np\.sum\(generator\) is deprecated", "Python's sum(generator) is the same."),
    (TypeError, r"reshape\(\) got an unexpected keyword argument 'newshape'", "The argument is called shape now."),
    (TypeError, r"\w*(quantile|percentile)\(\) got an unexpected keyword argument 'interpolation'",
     "The argument is called method now."),
    (TypeError, r"histogram\w*\(\) got an unexpected keyword argument 'normed'", "Pass density=True instead of normed=True."),
    (TypeError, r"can_cast\(\) does not support Python ints",
     "Pass the type of the number: np.can_cast(np.min_scalar_type(300), to)."),
    (TypeError, r"data type '[<>=|]?a\d*' not understood", "The letter of byte strings is S: np.dtype('S3')."),
    (ValueError, r"Both input arrays must be \(arrays of\) 3-dimensional vectors",
     "For vectors of two numbers write a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]."),
    (ValueError, r"The truth value of an empty array is ambiguous",
     "In NumPy 1 it was False: write array.size > 0 and array.any()."),
]  # fmt: skip
_LINKS = 20  # how far a chain of causes is followed


def sentence(error) -> str | None:
    """Return what to do about this error of NumPy 2, or None where it is none of those that NumPy 1 did not raise."""
    if isinstance(error, ModuleNotFoundError) and isinstance(error.name, str):
        parts = error.name.split(".")
        gone = next((name for n in range(2, len(parts) + 1) if (name := ".".join(parts[:n])) in moved.GONE), None)
        return gone and f"NumPy has no {gone} any more. {moved.GONE[gone]}"
    for cls, pattern, text in _TABLE:
        if isinstance(error, cls) and re.match(pattern, str(error)):
            return f"{text} (docs/numpy2.md of jmx lists what NumPy 2 has changed.)"
    return None


def annotate(error):
    """Add the sentence that helps, as a note, to an error and to those that it comes from; returns the error."""
    link, count = error, 0
    while link is not None and count < _LINKS:
        try:
            text = sentence(link)
            if text is not None and text not in getattr(link, "__notes__", ()):
                link.add_note(text)
        except Exception:
            pass  # an error whose str() fails, say, must still be shown
        link, count = link.__cause__ or link.__context__, count + 1
    return error


def install() -> None:
    """Add the sentences to errors that end the program, a thread or a cell of a notebook."""
    before, before_in_thread = sys.excepthook, threading.excepthook

    def excepthook(cls, error, traceback):
        before(cls, annotate(error), traceback)

    def excepthook_of_thread(args):
        annotate(args.exc_value)
        before_in_thread(args)

    sys.excepthook = excepthook
    threading.excepthook = excepthook_of_thread
    tracebacks.before_cells.append(annotate)
