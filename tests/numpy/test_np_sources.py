"""Functions of `mx.np` are found where they are written, and each side has its own."""

import inspect

import pytest

import jmx as mx
from jmx._numpy import FLAT, linalg, random
from jmx._numpy import side as sides

MODULES = [*FLAT, linalg, random]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_sources_show_the_functions(module):
    written = [f for f in vars(module).values() if inspect.isfunction(f) and f in sides._PUBLIC]
    assert written
    flat = module in FLAT
    arrays = mx.np if flat else getattr(mx.np, module.__name__.rpartition(".")[2])
    symbols = mx.sym.np if flat else getattr(mx.sym.np, module.__name__.rpartition(".")[2])
    for function in written:
        name = function.__name__
        of_arrays = inspect.unwrap(getattr(arrays, name))
        below_decorators = next(line for line in inspect.getsource(of_arrays).splitlines() if line[0] != "@")
        assert below_decorators.startswith(f"def {name}("), name
        assert getattr(arrays, name).__module__ == arrays.__name__
        if sides._PUBLIC[function]:
            assert not hasattr(symbols, name) or getattr(symbols, name).__code__ is not of_arrays.__code__, name
        else:
            of_symbols = inspect.unwrap(getattr(symbols, name))
            assert of_symbols is not of_arrays
            assert of_symbols.__code__ is of_arrays.__code__
            assert getattr(symbols, name).__module__ == symbols.__name__


def test_what_stands_for_a_side_is_nothing_in_the_modules_themselves():
    """A function that is called with no side's globals fails at once; it does not compute with the wrong ones."""
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute"):
        MODULES[-1].uniform(0, 1)
    assert mx.np.random.uniform(0, 1).shape == ()
