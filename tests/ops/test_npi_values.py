"""Operators of the NumPy interface that a conformance row cannot hold: writing in place, derivatives that MXNet has wrong."""

import jax
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare.op import find

RANDOM = np.random.default_rng(4)


@pytest.fixture(autouse=True)
def numpy_arrays():
    with mx.util.np_shape(True), mx.util.np_array(True):
        yield


def call(name, *inputs, **attrs):
    return getattr(mx.nd.np._internal, name)(*inputs, **attrs)


@pytest.mark.parametrize("shape, mask_shape, start", [
    ((5,), (5,), 0), ((3, 4), (3, 4), 0), ((3, 4), (3,), 0), ((3, 4), (4,), 1), ((2, 3, 4), (3,), 1), ((2, 3, 4), (3, 4), 1),
])  # fmt: skip
def test_masked_assignment(shape, mask_shape, start):
    data, mask = RANDOM.standard_normal(shape).astype("float32"), RANDOM.random(mask_shape) > 0.4
    mask.flat[0] = True
    place = (slice(None),) * start + (mask,)
    lead, trail = shape[:start], shape[start + len(mask_shape) :]
    expected = data.copy()
    expected[place] = 2.5
    given = mx.np.array(data)
    out = call("boolean_mask_assign_scalar", given, mx.np.array(mask, dtype=bool), value=2.5, start_axis=start, out=given)
    assert out is given and (given.asnumpy() == expected).all()
    for values in (lead + (int(mask.sum()),) + trail, lead + (1,) + trail, (1,)):
        value = RANDOM.standard_normal(values).astype("float32")
        expected[place] = value
        call("boolean_mask_assign_tensor", given, mx.np.array(mask, dtype=bool), mx.np.array(value), start_axis=start, out=given)
        assert (given.asnumpy() == expected).all()


def test_masked_assignment_refuses_what_does_not_fit():
    data, mask = mx.np.zeros((4,)), mx.np.array([True, False, True, False], dtype=bool)
    with pytest.raises(mx.base.MXNetError, match="cannot assign 3 input values to the 2"):
        call("boolean_mask_assign_tensor", data, mask, mx.np.ones((3,)), out=data)
    with pytest.raises(mx.base.MXNetError, match="did not match"):
        call("boolean_mask_assign_scalar", data, mx.np.ones((3,)), value=1.0, out=data)
    assert (data.asnumpy() == 0).all()


def test_share_memory():
    x, y = mx.np.ones((3,)), mx.np.ones((3,))
    assert call("share_memory", x, x).item() is True
    assert call("share_memory", x, y).item() is False
    assert call("share_memory", mx.np.zeros((0,)), mx.np.zeros((0,))).item() is False


DERIVATIVES = [
    ("_npi_rot90", [(2, 3, 4)], {"axes": (0, 2)}),
    ("_npi_rot90", [(2, 3)], {"axes": (0, 1), "k": -1}),
    ("_npi_where_lscalar", [((2, 3), "mask"), (2, 3)], {"scalar": 2.5}),
    ("_npi_matmul", [(2, 1, 2, 3), (4, 3, 2)], {}),
    ("_npi_einsum", [(2, 1), (3,)], {"subscripts": "...,..."}),
    ("_npi_norm", [(2, 3)], {"axis": (0, 1), "ord": 2.0, "flag": 0}),
    ("_npi_norm", [(2, 3)], {"axis": (0, 1), "ord": -2.0, "flag": 0}),
    ("_npi_norm", [(2, 3)], {"ord": 1.0}),
    ("_npi_solve", [((3, 3), "dominant"), (3,)], {}),
    ("_npi_rarctan2_scalar", [(2, 3)], {"scalar": 2.5}),
    ("_npi_copysign_scalar", [(2, 3)], {"scalar": -1.5}),
    ("_npi_pad", [(3, 4)], {"pad_width": ((1, 2), (2, 0)), "mode": "reflect"}),
    ("_npi_pad", [(3, 4)], {"pad_width": ((1, 2), (2, 0)), "mode": "maximum"}),
]


@pytest.mark.parametrize("name, shapes, attrs", DERIVATIVES, ids=[f"{d[0]}-{i}" for i, d in enumerate(DERIVATIVES)])
def test_derivatives_that_mxnet_lacks_or_has_wrong(name, shapes, attrs):
    """Against differences of values."""
    operator, inputs = find(name), []
    for shape in shapes:
        shape, how = shape if isinstance(shape[-1], str) else (shape, "normal")
        x = RANDOM.standard_normal(shape)
        inputs.append(x > 0 if how == "mask" else x + 4 * np.eye(3) if how == "dominant" else x)
    a = operator.parse(attrs)
    with jax.enable_x64(True):
        function = lambda *arrays: operator.pure(a, True, "cpu", None, (), *arrays)[0][0]
        weight = RANDOM.standard_normal(function(*inputs).shape)
        total = lambda *arrays: (function(*arrays) * weight).sum()
        floats = [i for i, x in enumerate(inputs) if x.dtype.kind == "f"]
        gradients = jax.grad(total, floats)(*inputs)
        for i, found in zip(floats, gradients):
            assert found.shape == inputs[i].shape
            for place in np.ndindex(inputs[i].shape):
                sides = []
                for step in (-1e-6, 1e-6):
                    moved = [x.copy() for x in inputs]
                    moved[i][place] += step
                    sides.append(float(total(*moved)))
                assert np.isclose(found[place], (sides[1] - sides[0]) / 2e-6, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("attrs, expected", [
    ({"flag": -2}, np.nan), ({"ord": 2.0}, np.nan), ({"ord": 3.0}, np.nan), ({"ord": 1.0}, 0), ({"ord": 0.0}, 0),
])  # fmt: skip
def test_slope_of_norms_at_zero(attrs, expected):
    x = mx.np.zeros((3,))
    x.attach_grad()
    with mx.autograd.record():
        y = call("norm", x, **attrs)
    y.backward()
    assert np.array_equal(x.grad.asnumpy(), np.full(3, expected), equal_nan=True)


@pytest.mark.parametrize("name, value, fragment", [
    ("cholesky", [[1.0, 2.0], [2.0, 1.0]], "not positive definite"),
    ("eigvals", [[0.0, -1.0], [1.0, 0.0]], "complex"),
])  # fmt: skip
def test_errors_that_show_in_values(name, value, fragment):
    with pytest.raises(mx.base.MXNetError, match=fragment):
        call(name, mx.np.array(value)).asnumpy()
    with pytest.raises(mx.base.MXNetError, match="singular"):
        call("solve", mx.np.zeros((2, 2)), mx.np.ones((2,))).asnumpy()
