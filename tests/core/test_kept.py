"""Which values of a traced program depend on parameters alone and are kept, and interpreted programs that are cut there
(`jmx.core.numpy_tier.kept`)."""

import gc
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.graph.lower import lower
from jmx.core.numpy_tier import cut, on_device, read
from jmx.core.numpy_tier.kept import COMPUTES, EVERY_CALL, PACKS, SHOWS, Step, worth_keeping

DEVICE = jax.devices("cpu")[0]
SIZES = {"w": 1 << 20, "data": 1 << 20}


def kept(*steps, outputs=("y",), sizes=None):
    """What is kept of steps (inputs, output, what it does), as words, in a program of `data` and the parameter `w`."""
    sizes = {**SIZES, **(sizes or {})}
    return worth_keeping(
        [Step(ins.split(), [out], does) for ins, out, does in steps], ["w"], ["c"], outputs, lambda v: sizes.get(v, 1 << 20)
    )


@pytest.mark.parametrize(
    ("size", "found"),
    [(1 << 16, ["a"]), ((1 << 16) + 4, ["a"]), (1 << 19, ["a"]), ((1 << 19) + 4, []), (1 << 20, []), (None, [])],
)
def test_a_value_as_large_as_its_parameter_is_not_kept(size, found):
    assert kept(("w", "a", COMPUTES), ("a data", "y", COMPUTES), sizes={"a": size}) == found


def test_a_packed_weight_is_kept_and_nothing_on_the_way_to_it():
    steps = ("w c", "turned", COMPUTES), ("turned", "packed", PACKS), ("packed data", "y", COMPUTES)
    assert kept(*steps, sizes={"packed": None, "turned": 4}) == ["packed"]


def test_of_a_value_that_is_not_kept_its_makings_are_asked():
    steps = ("w", "scale", COMPUTES), ("w scale", "scaled", COMPUTES), ("scaled data", "y", COMPUTES)
    assert kept(*steps, sizes={"scale": 4}) == ["scale"]


def test_views_of_a_parameter_and_what_depends_on_nothing_are_not_kept():
    assert kept(("w", "a", SHOWS), ("a data", "y", COMPUTES), sizes={"a": 4}) == []
    assert kept(("", "a", COMPUTES), ("a c", "b", COMPUTES), ("b data", "y", COMPUTES), sizes={"a": 4, "b": 4}) == []
    # of what is computed views are as good as it
    assert kept(("w", "a", COMPUTES), ("a", "b", SHOWS), ("b data", "y", COMPUTES), sizes={"a": 4, "b": 4}) == ["b"]


def test_what_has_effects_or_reads_data_is_not_kept():
    assert kept(("w", "a", EVERY_CALL), ("a data", "y", COMPUTES), sizes={"a": 4}) == []
    assert kept(("w data", "a", COMPUTES), ("a", "y", COMPUTES), sizes={"a": 4, "y": 4}) == []


def test_an_output_that_depends_on_parameters_alone():
    assert kept(("w", "y", COMPUTES), sizes={"y": 4}) == ["y"]


def normalized(x, gamma, beta, mean, var):
    scale = gamma / jnp.sqrt(var + 1e-3)
    shift = beta - mean * scale
    return x * scale[:, None] + shift[:, None], shift


def arrays():
    draw = np.random.default_rng(0).random
    return [on_device(draw(shape, np.float32), DEVICE) for shape in [(2, 5, 7), *[(5,)] * 4]]


def test_a_program_is_cut():
    given = arrays()
    traced = read(jax.jit(normalized).trace(*given).jaxpr)
    found = cut(traced, [1, 2, 3, 4])
    assert found.places == [1, 2, 3, 4]
    made = found.make(given[1:])
    assert len(found.rest.steps) < len(traced.steps)
    for values in (found.rest.values([*given, *made]), found.rest.values([given[0], *[None] * 4, *made])):
        for mine, expected in zip(values, traced.values(given), strict=True):
            np.testing.assert_array_equal(mine, expected)
    assert 0 < found.saved < traced.running


def test_a_weight_of_fewer_bits_is_kept_in_place_of_floating_point():
    def function(x, w):
        scale = jnp.max(jnp.abs(w), 1, keepdims=True) / 127
        small = jnp.clip(jnp.round(w / scale), -127, 127).astype(jnp.int8)
        return x @ (small.astype(jnp.float32) * scale).T

    x, w = (on_device(np.random.default_rng(0).random((n, 300), np.float32), DEVICE) for n in (2, 200))
    traced = read(jax.jit(function).trace(x, w).jaxpr)
    found = cut(traced, [1])
    made = found.make([w])
    assert [(array.shape, str(array.dtype)) for array in made] == [((200, 1), "float32"), ((200, 300), "int8")]
    np.testing.assert_array_equal(found.rest.values([x, w, *made])[0], traced.values([x, w])[0])


def test_a_program_is_not_cut_for_nothing():
    given = arrays()
    assert cut(read(jax.jit(lambda x, w: x * w.reshape(5, 1)).trace(*given[:2]).jaxpr), [1]) is None
    assert cut(read(jax.jit(normalized).trace(*given).jaxpr), []) is None


def test_what_is_kept_holds_no_memory_of_parameters():
    """A barrier gives the array itself, a slice a view."""

    def function(x, w):
        doubled = w * 2
        return x + doubled[1:3] + jax.lax.optimization_barrier(w)[:2]

    w = on_device(np.ones((1000, 4), np.float32), DEVICE)
    x = on_device(np.ones((2, 4), np.float32), DEVICE)
    found = cut(read(jax.jit(function).trace(x, w).jaxpr), [1])
    made, reference = found.make([w]), weakref.ref(w)
    assert made
    assert all(array.base is None or array.base.nbytes < 1000 for array in made)
    del w
    gc.collect()
    assert reference() is None


def parameters(symbol):
    graph = lower(symbol._entries).graph
    return [graph.inputs[i].name for i in graph.parameters]


def test_which_inputs_of_a_graph_are_parameters():
    x, w = mx.sym.var("data"), mx.sym.var("w")
    layer = mx.sym.BatchNorm(mx.sym.FullyConnected(x, num_hidden=3, name="d"), name="b")
    learned = ["d_weight", "d_bias", "b_gamma", "b_beta", "b_moving_mean", "b_moving_var"]
    assert parameters(layer) == learned
    assert parameters(mx.sym.broadcast_mul(layer, w)) == learned
    # what an operator's weight is made of stays as the weight does
    assert parameters(mx.sym.FullyConnected(x, mx.sym.tanh(w), num_hidden=3, no_bias=True)) == ["w"]
    # what is data too may change with them
    assert parameters(mx.sym.FullyConnected(w, mx.sym.tanh(w), num_hidden=3, no_bias=True)) == []
