"""`described_by`: what a docstring leaves out comes from another one, in the order of the signature."""

import inspect
import subprocess
import sys

import pytest

from jmx._described import described_by

FAMILY = """
Parameters
----------
size : int
    How many.
ctx : Context, optional
    Where.
device : Context, optional
    The same.
out : NDArray, optional
    Where to write.
**kwargs
    `name`.

Returns
-------
NDArray

Raises
------
ValueError
    Never.
"""


@described_by(FAMILY)
def drawn(size, low=0, ctx=None, out=None, **kwargs):
    """Numbers.

    Parameters
    ----------
    low : int
        The least,

        which may be drawn.
    out : list
        Where else.

    Raises
    ------
    TypeError
        Always.

    Examples
    --------
    >>> drawn(1)
    """


WHOLE = """Numbers.

Parameters
----------
size : int
    How many.
low : int
    The least,

    which may be drawn.
ctx : Context, optional
    Where.
device : Context, optional
    The same.
out : list
    Where else.
**kwargs
    `name`.

Returns
-------
NDArray

Raises
------
TypeError
    Always.

Examples
--------
>>> drawn(1)"""


def test_entries_and_sections_that_a_docstring_lacks():
    assert inspect.getdoc(drawn) == WHOLE
    written = drawn.__doc__ or ""
    assert written.endswith("\n    ") or sys.version_info >= (3, 13), "lines are indented as the compiler leaves them"


def test_of_other_parameters_nothing_is_said():
    @described_by(FAMILY)
    def small(size, *args):
        """Numbers."""

    assert inspect.cleandoc(small.__doc__) == (
        "Numbers.\n\nParameters\n----------\nsize : int\n    How many.\n\nReturns\n-------\nNDArray\n\nRaises\n------\n"
        "ValueError\n    Never."
    )


def test_the_first_source_that_says_something_counts():
    @described_by("Parameters\n----------\nlow : float\n    The bound.", drawn)
    def third(low, out):
        """Third."""

    text = inspect.cleandoc(third.__doc__)
    assert "low : float\n    The bound.\nout : list\n    Where else.\n\nReturns" in text
    assert "size" not in text and "Examples" not in text, "examples are a function's own"
    assert inspect.getdoc(drawn) == WHOLE, "what a source says is not changed"


def test_classes_have_the_parameters_of_their_constructors():
    class Base:
        """One.

        Parameters
        ----------
        size : int
            How many.
        """

        def __init__(self, size):
            pass

    @described_by(Base)
    class Other(Base):
        """Another."""

    @described_by(Base)
    class Plain:
        """A plain one."""

    @described_by(FAMILY.partition("Returns")[0])
    class Further(Base):
        """A further one."""

        def __init__(self, out):
            pass

    assert inspect.cleandoc(Other.__doc__) == "Another.\n\nParameters\n----------\nsize : int\n    How many."
    assert inspect.cleandoc(Plain.__doc__) == "A plain one."
    assert inspect.cleandoc(Further.__doc__).endswith("\nout : NDArray, optional\n    Where to write.")


@pytest.mark.parametrize("heading", ["Name", "Time"])
def test_lines_below_other_words_are_no_sections(heading):
    table = f"A table.\n\nExamples\n--------\n>>> show()\n{heading}\n{'-' * len(heading)}\n1"

    @described_by("Returns\n-------\nint")
    def show():
        pass

    show.__doc__ = table
    described_by("Returns\n-------\nint")(show)
    assert show.__doc__ == table.replace("Examples\n", "Returns\n-------\nint\n\nExamples\n") + "\n"


def test_without_docstrings():
    code = "import mxnet as mx; print(mx.np.zeros.__doc__, mx.nd.random.uniform.__doc__, mx.np.zeros((1,)))"
    done = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True)
    assert done.stdout == "None None [0.]\n", done.stderr
