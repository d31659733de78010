"""The records of what differs between MXNet 1.9.1 and 2.0: each difference is asked by its name, and may be had alone."""

import dataclasses

import mxnet as mx
import numpy as onp
import pytest
from mxnet import gluon, np, npx

from jmx import _dialects as dialects
from jmx._dialects import MXNET_1, MXNET_2, dialect
from tools import list_differences


@pytest.fixture
def only():
    """A function that turns one difference on, with NumPy semantics as a program has that calls `npx.set_np()`."""
    npx.set_np()
    yield lambda name: dialects.select(dataclasses.replace(MXNET_1, **{name: True}))
    mx.v2(False)


def test_the_switch_chooses_a_record():
    assert dialect() is MXNET_1
    mx.v2()
    assert dialect() is MXNET_2 and mx.util.is_v2()
    mx.v2(False)
    assert dialect() is MXNET_1 and not mx.util.is_v2()


def test_records_differ_in_every_field_and_stay():
    assert not any(dataclasses.astuple(MXNET_1)) and all(dataclasses.astuple(MXNET_2))
    with pytest.raises(dataclasses.FrozenInstanceError):
        MXNET_1.mixed_types = True
    with pytest.raises(TypeError, match="no_difference"):
        dialects.Dialect(no_difference=True)


def test_the_page_lists_them():
    assert list_differences.PAGE.read_text(encoding="utf-8") == list_differences.page(), "run tools/list_differences.py"


def _keeps_in_place():
    a = b = np.array([1.0, 2.0])
    a **= 2
    return b.tolist()


def _assigned_by_a_list():
    a = np.zeros((2, 1))
    a[[True, False]] = 1
    return a.tolist()


def _shape_of_losses():
    with mx.util.np_array(False):
        return gluon.loss.PoissonNLLLoss()(mx.nd.ones((2, 3)), mx.nd.ones((2, 3))).shape


@pytest.mark.parametrize(
    ("name", "run", "before", "after"),
    [
        ("in_place_power", _keeps_in_place, [1, 2], [1, 4]),
        ("numpy_indexing", _assigned_by_a_list, [[1], [1]], [[1], [0]]),
        (
            "int64_integers",
            lambda: (np.full((1,), 3).dtype.name, np.indices((1,)).dtype.name),
            ("float32", "int32"),
            ("int64",) * 2,
        ),
        ("numpy_linspace", lambda: np.linspace(0, 1, 4, endpoint=False, retstep=True)[1], 1 / 3, 0.25),
        ("numpy_remainders", lambda: str(np.array([3.0]) % 0), "[0.]", "[nan]"),
        ("numpy_reductions", lambda: np.prod(np.zeros((0,))).item(), 0, 1),
        ("arrays_for_scalars", lambda: type(np.count_nonzero(np.ones(2))), int, np.ndarray),
        ("array_api_results", lambda: hasattr(np.linalg.eigh(np.eye(2)), "eigenvectors"), False, True),
        ("exact_fractions", lambda: (np.array([1], dtype="int32") + 1.5).item(), 2, 2.5),
        ("numpy_result_types", lambda: np.exp(np.array([1], dtype="int32")).dtype.name, "int32", "float32"),
        ("float32_from_numpy", lambda: np.array(onp.arange(2)).dtype.name, "int64", "float32"),
        ("losses_of_samples", _shape_of_losses, (1,), (2,)),
        ("optimizer_defaults", lambda: mx.optimizer.NAG().momentum, 0, 0.9),
    ],
)
def test_a_difference_alone(only, name, run, before, after):
    assert run() == before
    only(name)
    assert run() == after
    assert [field.name for field in dataclasses.fields(dialect()) if getattr(dialect(), field.name)] == [name]


@pytest.mark.parametrize(
    ("name", "run", "error"),
    [
        ("mixed_types", lambda: np.maximum(np.ones(1), np.ones(1, dtype="int32")), mx.MXNetError),
        ("integer_products", lambda: np.dot(np.ones(1, dtype="int32"), np.ones(1, dtype="int32")), mx.MXNetError),
        ("boolean_inputs", lambda: np.tril(np.ones((1, 1), dtype="bool")), mx.MXNetError),
        ("boolean_dtypes", lambda: np.eye(1, dtype="bool"), mx.MXNetError),
        ("array_api_arguments", lambda: np.clip(np.ones(1)), ValueError),
        ("numpy_operands", lambda: np.ones(1) + onp.ones(1), TypeError),
        ("later_activations", lambda: npx.activation(np.ones(1), "mish"), mx.MXNetError),
    ],
)
def test_what_a_difference_lets_in(only, name, run, error):
    with pytest.raises(error):
        run()
    only(name)
    assert run().size == 1


def test_names_of_blocks_alone(only):
    assert list(gluon.nn.Dense(2, prefix="a_").collect_params()) == ["a_weight", "a_bias"]
    only("structural_names")
    net = gluon.nn.Sequential()
    net.add(gluon.nn.Dense(2, in_units=1))
    assert list(net.collect_params()) == ["0.weight", "0.bias"] and net[0].weight.name == "weight"
