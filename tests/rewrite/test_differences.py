"""The differences between `mx.nd` and `mx.np` that the stage `numpy` knows of are those that there are."""

import inspect
import warnings

import numpy as np
import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import _differences
from tests.rewrite.test_twins import ARRAYS, CALLS, _filled

TYPES = "float16 float64 int32 int64 uint8 int8".split()


@pytest.fixture(autouse=True)
def classic_afterwards():
    yield
    mx.npx.reset_np()


def _results(text, array, dtype):
    mx.random.seed(11)
    values = {name: value if np.dtype(dtype).kind == "f" else np.floor(value * 7) for name, value in ARRAYS.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = eval(text, {"mx": mx, "np": np, **{name: array(value, dtype=dtype) for name, value in values.items()}})
        return [one.asnumpy() for one in (made if isinstance(made, (list, tuple)) else [made])]


def _differ(name, dtype):
    """Whether both forms of some call of a function differ for arrays of a type; None if there is no call with such arrays."""
    found = None
    for arguments in CALLS[name]:
        if not any(letter in arguments for letter in ARRAYS):
            continue
        mx.npx.reset_np()
        try:
            classic = _results(f"mx.nd.{name}({arguments})", mx.nd.array, dtype)
        except Exception:  # not for arrays of this type
            continue
        mx.npx.set_np()
        try:
            twin = _results(_filled(name, arguments), mx.np.array, dtype)
        except Exception:
            return True
        for one, other in zip(classic, twin):
            near = np.allclose(one.reshape(other.shape).astype("float64"), other.astype("float64"), rtol=1e-2, equal_nan=True)
            if one.dtype != other.dtype or not near:
                return True
        found = False
    return found


@pytest.mark.parametrize("dtype", TYPES)
def test_types(dtype):
    measured = {name for name in CALLS if _differ(name, dtype)}
    assert measured == {name for name, types in _differences.TYPES.items() if dtype in types}


def test_methods():
    x = mx.np.ones((2, 3))
    lacking = set()
    for name in dir(mx.nd.NDArray):
        if name.startswith("_") or not callable(getattr(mx.nd.NDArray, name)):
            continue
        try:
            getattr(x, name)()
        except AttributeError as error:
            lacking |= {name} if "has no attribute" in str(error) else set()
        except Exception:
            continue  # it is there, and wants arguments
    # `tostype` is of sparse arrays, which have no counterpart; `round` is there and rounds halves to even numbers.
    assert lacking - {"tostype"} == _differences.ONLY_CLASSIC - {"round"}


def test_positional_arguments():
    def names(method):
        return [one for one in inspect.signature(method).parameters if one not in ("self", "name", "kwargs")]

    for method, number in _differences.POSITIONAL.items():
        classic, twin = names(getattr(mx.nd.NDArray, method)), names(getattr(mx.np.ndarray, method))
        same = next(i for i, (one, other) in enumerate(zip(classic, twin)) if one != other)
        assert same == number, method
