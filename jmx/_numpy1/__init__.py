"""What programs for MXNet 1.9.1 expect of NumPy 1, given back under the import name `mxnet`.

NumPy 2 removed names, moved modules, prints scalars with their types and refuses some inputs. `install` restores the names
(`names`), the modules (`moved`) and the printing, and lets errors that NumPy 2 alone raises end in a sentence that helps
(`sentences`). Nothing that NumPy itself still has is replaced, and `import jmx` alone changes nothing.
"""

from __future__ import annotations

import contextlib
import contextvars
import importlib
import sys
import warnings

from .. import config

#: what NumPy 2 says, on every use in a main program, about what works here and gave no warning in NumPy 1.23
_NOISE = (
    r"Conversion of an array with ndim > 0 to a scalar|`(trapz|in1d|row_stack)`|numpy\.core|"
    r"The numpy\.(linalg\.linalg|fft\.helper) has been made private"
)
_installed = False


def install() -> None:
    """Give NumPy the names, modules and printing of NumPy 1.23 back, once; `JMX_NUMPY1=0` leaves it as it is.

    Raises
    ------
    MXNetError
        The text of `JMX_NUMPY1` or `JMX_NUMPY1_PRINTING` is neither 1 nor 0.
    """
    global _installed
    if _installed or not config.get("JMX_NUMPY1"):
        return
    prints = config.get("JMX_NUMPY1_PRINTING")
    from . import moved, names, sentences

    _installed = True
    names.install()
    moved.install()
    sentences.install()
    if not sys.warnoptions:  # the user's own filters come first
        warnings.filterwarnings("ignore", _NOISE, DeprecationWarning)
    if prints:
        print_as_before()


def print_as_before() -> None:
    """Have NumPy print scalars and arrays as NumPy 1.23 did: `0.5`, not `np.float32(0.5)`.

    Leaves NumPy alone where the program has chosen a legacy mode itself.
    """
    import numpy

    if numpy.get_printoptions()["legacy"]:
        return
    numpy.set_printoptions(legacy="1.25")  # the printing of NumPy 1.22 to 1.26
    # From NumPy 2.1 on that holds for this thread alone. What other threads start with is the default of a context variable
    # that has no public name.
    with contextlib.suppress(ImportError, AttributeError, LookupError):
        options = importlib.import_module("numpy._core.printoptions").format_options
        contextvars.Context().run(options.get)["legacy"] = options.get()["legacy"]


def converts_one_element() -> bool:
    """Whether this NumPy converts an array of one element and one or more axes to `float` and `int`."""
    import numpy

    return numpy.lib.NumpyVersion(numpy.__version__) < "2.4.0"


def describe() -> str:
    """Return one line for people: which NumPy this is, and what of NumPy 1 the import name `mxnet` gives back."""
    import numpy

    if not config.get("JMX_NUMPY1"):
        state = "as it is, by JMX_NUMPY1=0"
    elif config.get("JMX_NUMPY1_PRINTING"):
        state = "with the names and the printing of NumPy 1 where `mxnet` is imported (JMX_NUMPY1=0 turns that off)"
    else:
        state = "with the names of NumPy 1 where `mxnet` is imported, and its own printing, by JMX_NUMPY1_PRINTING=0"
    refusal = "" if converts_one_element() else "; float() of an array of one element needs numpy<2.4"
    return f"NumPy {numpy.__version__} {state}{refusal}"
