"""What golden values cannot show: higher derivatives, empty arrays, division by zero, scalars that do not recompile."""

import importlib
import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import REGISTRY, find
from jmx.core.run import dispatch

_MODULES = ("unary", "elemwise", "scalar", "broadcast", "reduce", "gradient")
for _module in _MODULES:
    importlib.import_module(f"jmx.ops.{_module}")
_PLACES = {f"jmx.ops.{m}" for m in _MODULES}
#: those of the modules above, but MXNet's gradient operators that take no inputs: they raise, in MXNet too
MINE = sorted({o for o in REGISTRY.values() if o.__module__ in _PLACES and (o.inputs or o.variadic)}, key=lambda o: o.name)
_ATTRS = {
    "clip": {"a_min": -9.0, "a_max": 9.0}, "Cast": {"dtype": "float32"}, "amp_cast": {"dtype": "float32"},
    "amp_multicast": {"num_outputs": 1}, "broadcast_to": {"shape": (2, 3)}, "moments": {"axes": (0,)},
    "_power_scalar": {"scalar": 3.0}, "_contrib_quadratic": {"a": 1.0},
}  # fmt: skip
#: operators whose domain is not around 0.5
_DOMAIN = {"arccosh": 1.5, "erfinv": 0.25}


def _three_times(op):
    """The sum of the operator's float outputs differentiated three times with respect to its first input."""
    attrs = op.parse(_ATTRS.get(op.name, {}))
    count = 1 if op.variadic else len(op.inputs)
    others = [jnp.full((2, 3), 0.7 + 0.1 * i, jnp.float32) for i in range(1, count)]

    def total(x):
        outputs, _ = op.pure(attrs, True, "cpu", None, (), x, *others)
        return sum(jnp.sum(o) for o in outputs if jnp.issubdtype(o.dtype, jnp.floating))

    first = jax.grad(total)
    second = jax.grad(lambda x: jnp.sum(first(x) ** 2))
    return jax.grad(lambda x: jnp.sum(second(x)))


@pytest.mark.parametrize("part", range(4))
def test_every_operator_can_be_differentiated_three_times(part):
    ops = [o for o in MINE if o.name not in ("where", "_contrib_allclose")][part::4]
    start = np.array([[0.3, 0.5, 0.45], [0.6, 0.25, 0.35]], "float32")

    @jax.jit
    def everything(x):
        return {o.name: _three_times(o)(x + _DOMAIN.get(o.name, 0) * (o.name in _DOMAIN)) for o in ops}

    for name, value in everything(start).items():
        assert value.shape == (2, 3), name
        assert np.isfinite(value).all(), name


def test_third_derivative_values():
    x = mx.nd.array([0.5, 1.5])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.sin(x) * x**3
        first = mx.autograd.grad(y, [x], create_graph=True, retain_graph=True)[0]
        second = mx.autograd.grad(first, [x], create_graph=True, retain_graph=True)[0]
    second.backward()
    v = np.array([0.5, 1.5])
    expected = (6 - 9 * v**2) * np.sin(v) + (18 * v - v**3) * np.cos(v)
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32", "int64"])
def test_whole_numbers_divided_by_zero_give_zero(dtype):
    a, b = mx.nd.array([7, 0, 5], dtype=dtype), mx.nd.array([0, 0, 2], dtype=dtype)
    results = [(a / b, [0, 0, 2]), (a / 0, [0, 0, 0]), (7 / b, [0, 0, 3]), (a % b, [0, 0, 1]), (a % 0, [0, 0, 0])]
    for result, expected in results:
        assert result.dtype == np.dtype(dtype)
        assert result.asnumpy().tolist() == expected


def test_the_smallest_integer_divided_by_minus_one():
    a = mx.nd.array([-(2**31)], dtype="int32")
    assert (a / -1).asnumpy().tolist() == [-(2**31)]


@mx.util.use_np_shape
def test_empty_arrays():
    empty = np.zeros((0, 3), "float32")

    def run(name, *arrays, **attrs):
        op = find(name)
        return op.pure(op.parse(attrs), False, "cpu", None, (), *map(jnp.asarray, arrays))[0][0]

    assert run("sum", empty).tolist() == [0]
    assert run("prod", empty, axis=0).tolist() == [1, 1, 1]
    assert run("sum", empty, axis=1).shape == (0,)
    assert np.isnan(run("mean", empty)).all()
    assert run("broadcast_add", empty, np.ones((1, 3), "float32")).shape == (0, 3)
    assert run("sqrt", empty).shape == (0, 3)
    for name in ("max", "min", "argmax", "argmin"):
        with pytest.raises(mx.base.MXNetError, match="must not be empty"):
            run(name, empty)


def test_a_scalar_takes_the_type_of_the_array():
    for dtype in ("float16", "float32", "float64", "uint8", "int8", "int32", "int64"):
        x = mx.nd.array([1, 2, 3], dtype=dtype)
        for result in (x + 1.5, x * 2, 2 - x, x > 1.5, x == 2, x**2, -x, mx.nd.maximum(x, 2)):
            assert result.dtype == np.dtype(dtype)
    assert (mx.nd.array([1, 2], dtype="int32") + 1.9).asnumpy().tolist() == [2, 3]
    big = mx.nd.array([2**40], dtype="int64")
    assert (big + 1).asnumpy().tolist() == [2**40 + 1]
    assert (mx.nd.array([0.1], dtype="float64") + 0.2).asnumpy()[0] == 0.1 + 0.2


def test_a_new_scalar_does_not_compile_anew():
    op = find("_mul_scalar")
    plans = {id(dispatch.bind_op(op, {"scalar": value})[0]) for value in (1.5, 2.5, 3)}
    assert len(plans) == 1


def test_calls_with_init_output_false_are_refused():
    for name, arrays in (("all_finite", 1), ("multi_all_finite", 2)):
        with pytest.raises(mx.base.MXNetError, match="init_output=False"):
            getattr(mx.nd, name)(*[mx.nd.ones((2,))] * arrays, init_output=False)


def test_where_also_takes_boolean_conditions():
    chosen = mx.nd.where(mx.nd.array([1, 0], dtype="bool"), mx.nd.array([1, 2]), mx.nd.array([3, 4]))
    assert chosen.asnumpy().tolist() == [1, 4]


def test_unequal_element_types_are_refused_everywhere():
    a, b = mx.nd.ones((2,)), mx.nd.ones((2,), dtype="int32")
    for op in MINE:
        if len(op.inputs) == 2 and not op.mixed:
            with pytest.raises(mx.base.MXNetError, match="type"):
                mx.nd.invoke(op, [a, b])


@pytest.mark.parametrize("op", MINE, ids=lambda o: o.name)
def test_every_operator_is_described(op):
    text = inspect.cleandoc(op.__doc__)
    for name in (*op.inputs, *op.schema):
        assert name in text, f"{name} is not described"
    assert "Returns" in text


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", ["arcsin", "arccos", "arctan", "tan", "cbrt"])
def test_functions_by_polynomials(name, dtype, compiled):
    wide = name in ("arctan", "cbrt")
    x = np.concatenate([np.linspace(-1, 1, 4001), np.geomspace(1e-4, 1e4, 2001) * (-1) ** np.arange(2001) if wide else []])
    x = np.concatenate([x, [0.0, -0.0, np.nan, np.inf, -np.inf], [0.5, -0.5, 1.0, -1.0]]).astype(dtype)
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(x.astype("float64"))
    array = mx.nd.array(x, dtype=dtype)
    array.attach_grad()
    with mx.util.bit_equal(compiled), mx.autograd.record():
        y = getattr(mx.nd, name)(array)
    y.backward()
    got = y.asnumpy()
    assert got.dtype == dtype
    with np.errstate(all="ignore"):
        off = np.abs(got - expected) / np.spacing(np.abs(expected).astype(dtype))
    assert np.nanmax(np.where(np.isfinite(expected), off, 0)) <= 4
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
    np.testing.assert_array_equal(np.isinf(got), np.isinf(expected))
    if name != "arccos":
        np.testing.assert_array_equal(np.signbit(got[x == 0]), np.signbit(x[x == 0]))
    wide_x = x.astype("float64")
    with np.errstate(all="ignore"):
        slope = {
            "arcsin": lambda: (1 - wide_x**2) ** -0.5,
            "arccos": lambda: -((1 - wide_x**2) ** -0.5),
            "arctan": lambda: 1 / (1 + wide_x**2),
            "tan": lambda: 1 + expected**2,
            "cbrt": lambda: 1 / (3 * expected**2),
        }[name]()
    some = np.isfinite(slope) & (np.abs(x) < 0.99) & (np.abs(x) > 1e-2)
    np.testing.assert_allclose(array.grad.asnumpy()[some], slope[some], rtol=2e-2 if dtype == "float16" else 1e-5)
