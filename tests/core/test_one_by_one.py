"""Updates that NumPy and the kernels run first, one call after the other: values, memory, interrupts, threads, the end of it."""

import concurrent.futures
import sys
import warnings

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.numpy_tier import behind
from jmx.core.run import fused_update, one_by_one
from jmx.core.run.fused_update import fused
from tests.core.test_interrupts import interrupted

SHAPES = [(3, 4), (5,), (2, 3, 4, 5), (300, 200), (1,), (), (0, 3)]
MATRICES = [(3, 4), (300, 200), (1, 1)]
#: options with which an optimizer makes other calls
OPTIONS = {
    "sgd": [{}, {"momentum": 0.9}, {"momentum": 0.9, "clip_gradient": 0.5, "multi_precision": True}],
    "nag": [{"momentum": 0.9}],
    "dcasgd": [{}, {"momentum": 0.9}],
    "lars": [{}, {"momentum": 0.9}],
    "rmsprop": [{}, {"centered": True}],
    "signum": [{}, {"momentum": 0.0}],
}
CASES = [(name, options) for name in sorted(mx.optimizer.Optimizer.opt_registry) for options in OPTIONS.get(name, [{}])]


@pytest.fixture(autouse=True)
def nothing_known():
    for table in (one_by_one._known, one_by_one._calls, fused_update._fused):
        table.clear()


def runs_left():
    return [known.runs_left for known in one_by_one._known.values()]


@mx.util.use_np_shape
def trained(name, options, dtype="float32", steps=4, shapes=None):
    """Weights and states after steps whose rate and factor change."""
    random = np.random.default_rng(0)
    shapes = shapes or (MATRICES if name == "groupadagrad" else SHAPES)
    weights = [nd.array(random.standard_normal(shape).astype(dtype), dtype=dtype) for shape in shapes]
    optimizer = mx.optimizer.create(name, wd=0.0 if name == "groupadagrad" else 0.01, learning_rate=0.01, **options)
    updater = mx.optimizer.get_updater(optimizer)
    for step in range(steps):
        grads = [nd.array(random.standard_normal(w.shape).astype(dtype), dtype=dtype) for w in weights]
        optimizer.rescale_grad = 1 / (step + 1)
        updater(list(range(len(weights))), grads, weights)
        optimizer.set_learning_rate(0.01 / (step + 2))
    states = jax.tree_util.tree_leaves(list(updater.states.values()), is_leaf=lambda x: isinstance(x, nd.NDArray))
    return [a.asnumpy() for a in (*weights, *states) if isinstance(a, nd.NDArray)]


@pytest.mark.parametrize("name, options", CASES)
def test_values_of_every_optimizer(name, options):
    mx.random.seed(1)
    dtype = "float16" if options.get("multi_precision") else "float32"
    found = trained(name, options, dtype)
    assert all(0 < left < 3 * one_by_one.MOST_RUNS // 2 for left in runs_left())
    assert runs_left() or name in ("sgld", "test", "lbsgd")
    assert not fused_update._fused  # nothing was compiled
    mx.random.seed(1)
    with mx.util.bit_equal():
        wanted = trained(name, options, dtype)
    for one, other in zip(found, wanted, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=2e-3 if dtype == "float16" else 2e-5, atol=2e-6)


def test_double_precision():
    found = trained("adam", {}, "float64")
    with mx.util.bit_equal():
        wanted = trained("adam", {}, "float64")
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9)


@pytest.mark.on_linux("kernels in C serve any size")
def test_one_trace_for_all_shapes(monkeypatch):
    traced = []
    results = one_by_one._results
    monkeypatch.setattr(one_by_one, "_results", lambda *args: traced.append(0) or results(*args))
    trained("adam", {}, shapes=[(n, 3) for n in range(1, 20)])
    assert len(traced) == 2  # that of the first shape, and of one axis


def test_then_it_is_compiled(monkeypatch):
    monkeypatch.setattr(one_by_one, "MOST_RUNS", 3)
    found = trained("adam", {}, steps=6)
    assert runs_left() == [0] and len(fused_update._fused) == 1
    with mx.util.bit_equal():
        wanted = trained("adam", {}, steps=6)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("off", [{"JMX_COMPILE": "now"}, None])
def test_switched_off(monkeypatch, off):
    with monkeypatch.context() as patched:
        if off:
            patched.setenv(*next(iter(off.items())))
        with mx.util.bit_equal(off is None):
            trained("sgd", {})
    assert not runs_left() and fused_update._fused


def test_memory_for_one_parameter_more(monkeypatch):
    weights, grads = ([nd.ones((100, 1000)) for _ in range(8)] for _ in range(2))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    updater(list(range(8)), grads, weights)
    before = sum(array.nbytes for array in jax.live_arrays())
    most, write = [], fused_update.store

    def store(*args):
        most.append(sum(array.nbytes for array in jax.live_arrays()))
        write(*args)

    monkeypatch.setattr(fused_update, "store", store)
    updater(list(range(8)), grads, weights)
    assert len(most) == 8 and max(most) <= before + 2 * 400_000  # a weight and its momentum


def test_an_interrupt_at_every_call():
    """All weights are updated, or none is."""
    weights, grads = ([nd.ones((8, n)) for n in (1, 2, 3)] for _ in range(2))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    updater([0, 1, 2], grads, weights)
    at, before = 1, [1.0, 0.0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while interrupted(at, lambda: updater([0, 1, 2], grads, weights)):
            now = [float(a.asnumpy()[0, 0]) for a in (weights[0], updater.states[0])]
            assert all((w.asnumpy() == now[0]).all() for w in weights)
            assert all((updater.states[i].asnumpy() == now[1]).all() for i in range(3))
            assert now[0] <= before[0]
            before, at = now, at + 1
            for known in one_by_one._known.values():
                known.runs_left = 40
    assert at > 60 and not fused_update._fused


def test_threads():
    """Nets of the same shapes, trained at once, as if each were alone."""
    wanted = trained("adam", {}, steps=30)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            found = list(pool.map(lambda _: trained("adam", {}, steps=30), range(4)))
    finally:
        sys.setswitchinterval(interval)
    for each in found:
        for one, other in zip(each, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


def test_random_numbers_are_those_of_the_program():
    def drawn():
        mx.random.seed(3)
        arrays = [nd.arange(50), nd.arange(50)]
        fused([("_shuffle", [a], {}, a) for a in arrays])
        return [a.asnumpy() for a in arrays]

    found = drawn()
    assert runs_left() and not np.array_equal(*found)
    with mx.util.bit_equal():
        np.testing.assert_array_equal(found, drawn())


def test_refused_calls_write_nothing():
    a, b = nd.ones((3, 4)), nd.ones((3, 5))
    calls = [("sgd_update", [a, a.copy()], {"lr": 0.5}, a), ("sgd_update", [b, nd.ones((3, 4))], {"lr": 0.5}, b)]
    with pytest.raises(mx.MXNetError, match=r"sgd_update.*grad must have the shape of weight, \(3, 5\), got \(3, 4\)"):
        fused(calls)
    assert (a.asnumpy() == 1).all()


def test_a_call_that_numpy_fails_at_is_compiled(monkeypatch):
    a = nd.ones((3, 4))

    def fail(*args):
        raise ValueError

    monkeypatch.setattr(one_by_one._Call, "_by_numpy", fail)
    for _ in range(2):
        fused([("sgd_update", [a, nd.ones((3, 4))], {"lr": 0.25}, a)])
    assert (a.asnumpy() == 0.5).all()


def test_parts_of_arrays():
    whole, grad = nd.ones((6, 4)), nd.ones((2, 4))
    for at in (0, 2):
        part = whole[at : at + 2]
        fused([("sgd_update", [part, grad], {"lr": 0.5}, part)])
    assert whole.asnumpy()[:, 0].tolist() == [0.5] * 4 + [1] * 2


def test_it_is_compiled_behind_further_runs(monkeypatch):
    """The rate changes with each step, so that numbers are part of no program."""
    monkeypatch.setattr(one_by_one, "MOST_RUNS", 6)
    lowered, taken = [], []
    begin, take = behind.Job.begin, behind.Job.take
    monkeypatch.setattr(behind.Job, "begin", lambda self: lowered.append(runs_left()) or begin(self))
    monkeypatch.setattr(behind.Job, "take", lambda self: taken.append(runs_left()) or take(self))
    traced = []
    apply = fused_update.apply
    monkeypatch.setattr(fused_update, "apply", lambda *args: traced.append(0) or apply(*args))
    found = trained("adam", {}, steps=12)
    assert lowered == [[3]] and taken == [[0]] and len(traced) == 1
    with mx.util.bit_equal():
        wanted = trained("adam", {}, steps=12)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-5, atol=2e-6)


def test_what_xla_does_not_compile_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(one_by_one, "MOST_RUNS", 6)

    def fail(self):
        raise RuntimeError("no memory")

    monkeypatch.setattr(behind.Job, "take", fail)
    with pytest.warns(RuntimeWarning, match=r"7 calls of adam_update update cannot be compiled and stays interpreted.*no memory"):
        trained("adam", {}, steps=12)


def test_never_compiled(monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "never")
    trained("adam", {}, steps=70)
    assert not fused_update._fused


@pytest.mark.parametrize("view", [False, True])
def test_calls_that_read_what_others_write(view):
    """As in one program, all read what was there at first."""

    def written():
        w, g = nd.ones((4, 2)), nd.ones((4, 2))
        other = w[0:4] if view else w
        for _ in range(2):
            fused([("sgd_update", [w, g], {"lr": 0.5}, w), ("sgd_update", [other, g], {"lr": 0.25}, other)])
        return w.asnumpy()

    found = written()
    with mx.util.bit_equal():
        assert found.tolist() == written().tolist()


def test_a_compiled_update_writes_over_what_it_updates():
    weight, grad = nd.ones((300, 300)), nd.ones((300, 300))
    nd.waitall()

    def place():
        return weight._data().unsafe_buffer_pointer()

    places = []
    with mx.util.bit_equal():
        for _ in range(4):
            fused([("sgd_update", [weight, grad], {"lr": 0.5}, weight)])
            places.append(place())
    # the first update may have to leave memory that is NumPy's
    assert len(set(places)) == 1
    assert weight.asnumpy()[0, 0] == -1
