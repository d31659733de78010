"""Updates of weights by the kernel in C: XLA's values, in place, whatever the numbers are; what it refuses; threads; forks."""

import concurrent.futures

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.declare import op as declare
from jmx.core.run import one_by_one
from jmx.native import for_small_arrays, kernels, portable
from jmx.ndarray import _sparse_updates
from jmx.ops import _update_kernel, optimizer
from tests.core.test_forked import in_child

works = pytest.mark.skipif(not kernels.usable("updates"), reason=f"kernels: {kernels._load('updates')}")

RULES = {
    "adam_update": (4, {"lr": 0.1, "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-6}),
    "rmsprop_update": (3, {"lr": 0.1, "gamma1": 0.9, "epsilon": 1e-6}),
    "sgd_mom_update": (3, {"lr": 0.1, "momentum": 0.9}),
    "sgd_update": (2, {"lr": 0.1}),
}
OPTIONS = [
    {},
    {"wd": 0.1, "rescale_grad": 0.25, "clip_gradient": 0.2},
    {"wd": 0.1, "clip_gradient": 0.3, "v2": True},
    {"wd": 0.0, "rescale_grad": -2.0, "clip_gradient": 0.0},
]
LEAST = _update_kernel.FEWEST_IN_ONE_LOOP


def draw(name, shape, seed=0):
    random = np.random.default_rng(seed)
    arrays = [random.standard_normal(shape, "float32") for _ in range(RULES[name][0])]
    return [*arrays[:2], *[abs(a) for a in arrays[2:]]]  # squares are not negative


def lowered(name, *arrays):
    """The program of an update on the CPU, as text."""
    known = declare.find(name)
    parsed = known.parse(RULES[name][1])
    attributes = {option: getattr(parsed, option) for option in known.schema}
    return jax.jit(lambda *arrays: known.fn(*arrays, **attributes, platform="cpu")).lower(*arrays).as_text()


def values(name, arrays, **options):
    """The new weight and states of an eager call."""
    arrays = [nd.array(a) for a in arrays]
    getattr(nd, name)(*arrays, out=arrays[0], **{**RULES[name][1], **options})
    return [a.asnumpy() for a in (arrays[0], *arrays[2:])]


def by_xla(monkeypatch, *args, **options):
    with monkeypatch.context() as patched:
        patched.setattr(optimizer, "in_one_loop", lambda *args: False)
        jax.clear_caches()
        mx.core.run.dispatch.bound_ops.clear()
        found = values(*args, **options)
    mx.core.run.dispatch.bound_ops.clear()
    return found


@works
@pytest.mark.parametrize("shape", [(LEAST,), (64, 128, 3, 3), (1 << 20, 1), (257, 257)])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", RULES)
def test_values(monkeypatch, name, options, shape):
    arrays = draw(name, shape)
    if name.startswith("sgd"):
        options = {option: value for option, value in options.items() if option != "v2"}
    if name == "rmsprop_update":
        options = {**options, "clip_weights": 0.8}
    for one, other in zip(values(name, arrays, **options), by_xla(monkeypatch, name, arrays, **options), strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


@works
@pytest.mark.parametrize("name", RULES)
def test_numbers_that_are_none(monkeypatch, name):
    arrays = draw(name, (LEAST + 3,))
    for a in arrays:
        a[1::7] = np.nan
    arrays[1][::5] = np.inf
    arrays[0][2::11] = -3e38
    for one, other in zip(values(name, arrays, wd=0.1), by_xla(monkeypatch, name, arrays, wd=0.1), strict=True):
        np.testing.assert_array_equal(np.isnan(one), np.isnan(other))
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


@works
@pytest.mark.parametrize("name", RULES)
def test_only_large_arrays_of_single_precision(name):
    assert "jmx_updates" in lowered(name, *draw(name, (LEAST,)))
    assert "jmx_updates" not in lowered(name, *draw(name, (LEAST - 1,)))
    assert "jmx_updates" not in lowered(name, *[a.astype("float16") for a in draw(name, (LEAST,))])
    with portable():
        assert "jmx_updates" not in lowered(name, *draw(name, (LEAST,)))


@works
@pytest.mark.parametrize("name", RULES)
def test_small_arrays_in_programs_of_many_updates(name):
    arrays = draw(name, (3, 5))
    most = 1 if name in ("adam_update", "rmsprop_update") else _update_kernel.MANY_KINDS
    with for_small_arrays(most):
        assert "jmx_updates" in lowered(name, *arrays)
        assert "jmx_updates" not in lowered(name, *[a.astype("float16") for a in arrays])
        assert "jmx_updates" not in lowered(name, *draw(name, (0, 5)))
    with for_small_arrays(most - 1):
        assert "jmx_updates" not in lowered(name, *arrays)


def compiled_at_once(monkeypatch):
    """Have updates compiled for their first run."""
    monkeypatch.setattr(one_by_one, "MOST_RUNS", 0)
    one_by_one._known.clear()


def trained(optimizer_name, options):
    """Weights of many shapes after steps with a changed rate, and the optimizer's states."""
    params = [mx.gluon.Parameter(f"w{i}_weight", shape=(1 + i % 3, 2 + i), wd_mult=1 + i % 2) for i in range(20)]
    for i, param in enumerate(params):
        param.initialize(mx.init.Constant(0.1 * (i - 7)))
    trainer = mx.gluon.Trainer(params, optimizer_name, {"learning_rate": 0.1, "wd": 0.01, "clip_gradient": 1.5, **options})
    for step in range(4):
        with mx.autograd.record():
            loss = sum((p.data() * p.data() * (step - 1)).sum() for p in params)
        loss.backward()
        trainer.step(2)
        trainer.set_learning_rate(0.05)
    states = [s for s in trainer._updaters[0].states.values() if s is not None]
    return [p.data().asnumpy() for p in params] + [a.asnumpy() for s in states for a in (s if type(s) is tuple else (s,))]


@works
@pytest.mark.parametrize("options", [{}, {"momentum": 0.9}, "adam", "rmsprop"])
def test_training_many_small_arrays(monkeypatch, options):
    name, options = (options, {}) if type(options) is str else ("sgd", options)
    compiled_at_once(monkeypatch)
    asked = []
    usable = kernels.usable
    monkeypatch.setattr(kernels, "usable", lambda *args: asked.append(args[1].shape) or usable(*args))
    found = trained(name, options)
    assert len(set(asked)) == 20
    monkeypatch.setattr(kernels, "usable", lambda *args: False)
    mx.core.run.fused_update._fused.clear()
    for one, other in zip(found, trained(name, options), strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)
    mx.core.run.fused_update._fused.clear()


@works
def test_training_in_place(monkeypatch):
    """Weights and states stand where they stood; what others hold stays as it is."""
    compiled_at_once(monkeypatch)
    parameter = mx.gluon.Parameter("w_weight", shape=(128, 64, 3, 3))
    parameter.initialize()
    trainer = mx.gluon.Trainer([parameter], "adam", {"learning_rate": 0.1})

    def step():
        with mx.autograd.record():
            loss = (parameter.data() * 2).sum()
        loss.backward()
        trainer.step(1)
        return parameter.data()._data().unsafe_buffer_pointer()

    step()
    assert step() == step()
    held = parameter.data()._data()
    before = np.array(held)
    step()
    np.testing.assert_array_equal(held, before)
    assert not np.array_equal(parameter.data().asnumpy(), before)


@works
def test_the_same_array_twice():
    x = nd.array(draw("adam_update", (LEAST,))[0])
    expected = values("adam_update", [x.asnumpy(), x.asnumpy(), np.zeros(LEAST, "f"), np.zeros(LEAST, "f")])
    mean, var = nd.zeros(LEAST), nd.zeros(LEAST)
    nd.adam_update(x, x, mean, var, out=x, **RULES["adam_update"][1])
    for one, other in zip(expected, (x, mean, var), strict=True):
        np.testing.assert_array_equal(one, other.asnumpy())


@works
def test_threads():
    arrays = draw("adam_update", (LEAST * 8,))
    expected = values("adam_update", arrays)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: values("adam_update", arrays), range(8)):
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_array_equal(one, other)


@works
@pytest.mark.on_cpu
def test_in_a_forked_process():
    arrays = draw("rmsprop_update", (LEAST,))
    expected = values("rmsprop_update", arrays)
    there = in_child(lambda: values("rmsprop_update", arrays))
    for one, other in zip(there, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


@works
def test_calls_that_no_operator_makes_are_refused():
    w, numbers = jnp.ones(8), jnp.ones(9)
    result = jax.ShapeDtypeStruct((8,), jnp.float32)
    jax.block_until_ready(kernels.call("updates", (1, 8, 0), [result] * 2, w, w, w, numbers))
    for plan in [(4, 8, 0), (3, 8, 0), (-1, 8, 0), (0, 8, 0), (1, 9, 0), (1, 0, 0), (1, -8, 0), (1, 2**62, 0), (1, 8)]:
        with pytest.raises(Exception, match="other arrays than its plan"):
            jax.block_until_ready(kernels.call("updates", plan, [result] * 2, w, w, w, numbers))
    for arrays in [(w, w, w, w), (w, w, numbers), (w[:4], w, w, numbers), (w.astype("float16"), w, w, numbers)]:
        with pytest.raises(Exception, match="other arrays than its plan"):
            jax.block_until_ready(kernels.call("updates", (1, 8, 0), [result] * 2, *arrays))


LAZY = ["adam_update", "sgd_mom_update", "sgd_update"]


def lazily(name, height, width, rows, stype, **options):
    """The weight and states after three updates of some rows, and whether a kernel did them."""
    random = np.random.default_rng(width)
    arrays = [abs(random.standard_normal((height, width), "float32")) for _ in range(RULES[name][0] - 1)]
    weight, *states = [nd.array(a).tostype(stype) for a in arrays]
    values = random.standard_normal((len(rows), width), "float32")
    grad = nd.sparse.row_sparse_array((values, rows), shape=(height, width))
    for rate in (0.1, 0.2, 0.1):
        getattr(nd, name)(weight, grad, *states, out=weight, **{**RULES[name][1], **options, "lr": rate})
    return [a.asnumpy() for a in (weight, *states)]


@works
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
@pytest.mark.parametrize("options", [{}, {"wd": 0.1, "rescale_grad": 0.25, "clip_gradient": 0.2}])
@pytest.mark.parametrize("name", LAZY)
def test_some_rows(monkeypatch, name, options, stype):
    called = []
    with monkeypatch.context() as patched:
        run = kernels.call
        patched.setattr(kernels, "call", lambda family, *rest, **more: called.append(family) or run(family, *rest, **more))
        monkeypatch.setattr(_sparse_updates, "_programs", {})
        cases = [(40, width, [0, 3, 4, 17, 39], stype) for width in (1, 2, 3, 4, 8, 15, 16, 33)]
        cases += [(5000, 3, np.arange(1, 5000, 2), stype), (9, 2, np.arange(9), stype), (1, 1, [0], stype)]
        found = [lazily(name, *case, **options) for case in cases]
    assert called == ["updates"] * len(cases)
    monkeypatch.setattr(kernels, "usable", lambda *args: False)
    monkeypatch.setattr(_sparse_updates, "_programs", {})
    for case, one in zip(cases, found, strict=True):
        for a, b in zip(one, lazily(name, *case, **options), strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)


@works
@pytest.mark.parametrize("rows", [[3, 1], [2, 2], [-1, 4], [4, 99]])
def test_rows_in_no_order_or_outside_are_left_to_xla(monkeypatch, rows):
    found = []
    for usable in (kernels.usable, lambda *args: False):
        monkeypatch.setattr(_sparse_updates, "_programs", {})
        monkeypatch.setattr(kernels, "usable", usable)
        found.append(lazily("sgd_update", 10, 2, np.array(rows), "default"))
    np.testing.assert_allclose(*found, rtol=1e-6)


@works
def test_some_rows_in_place():
    weight = nd.ones((100, 3)).tostype("row_sparse")
    grad = nd.sparse.row_sparse_array((np.ones((2, 3), "float32"), [5, 7]), shape=(100, 3))

    def step():
        nd.sparse.sgd_update(weight, grad, lr=0.5, out=weight)
        return weight._cell.parts.buffer.unsafe_buffer_pointer()

    assert step() == step()
    held = weight._cell.parts.buffer
    before = np.array(held)
    step()
    np.testing.assert_array_equal(held, before)
    assert weight.asnumpy()[5:8, 0].tolist() == [-0.5, 1, -0.5]


@works
def test_calls_of_rows_that_no_operator_makes_are_refused():
    w, g, numbers, rows = jnp.ones((8, 3)), jnp.ones((2, 3)), jnp.ones(9), jnp.array([1, 9], jnp.int32)
    result = jax.ShapeDtypeStruct((8, 3), jnp.float32)

    def call(plan, *arrays):
        return np.asarray(kernels.call("updates", plan, [result], *arrays)[0])

    assert (call((3, 24, 0, 8, 2), w, g, numbers, rows) == (np.arange(8) != 1)[:, None]).all()
    for plan in [(3, 24, 0, 0, 2), (3, 24, 0, 7, 2), (3, 24, 0, 8, 3), (3, 24, 0, 8, -2), (3, 24, 0, 8, 2**62), (3, 24, 0, 8)]:
        with pytest.raises(Exception, match="other arrays than its plan"):
            call(plan, w, g, numbers, rows)
    for other in (rows.astype("float32"), rows[:1], rows[None]):
        with pytest.raises(Exception, match="other arrays than its plan"):
            call((3, 24, 0, 8, 2), w, g, numbers, other)
