"""Programs that NumPy runs again and again, found by their shapes alone (`jmx.core.numpy_tier.ready`)."""

import ctypes
import math
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.config.compile_log import FOR_EVER
from jmx.core.numpy_tier import jit, on_device, quiet
from jmx.core.numpy_tier.ready import Ready

DEVICE = jax.devices("cpu")[0]


def placed(*values, dtype=np.float32):
    return on_device(np.array(values, dtype), DEVICE)


def called_often(function, *args, times=3, **options):
    """The function made by `jit`, called until its program is ready."""
    made = jit(function, **options)
    for _ in range(times):
        made(*args)
    assert len(made.ready) == 1
    return made


def refuse(*_):
    raise AssertionError("the call went the long way")


def test_a_call_is_found_by_its_shapes(monkeypatch):
    made = called_often(lambda x, y: x * 2 + y, placed(1, 2), placed(3, 4))
    monkeypatch.setattr(type(made), "_first", refuse)
    assert made(placed(5, 6), placed(7, 8)).tolist() == [17, 20]
    with pytest.raises(AssertionError, match="long way"):
        made(placed(5, 6, 7), placed(7, 8, 9))


def test_another_type_of_elements_goes_another_way():
    made = called_often(lambda x: x * 2, placed(1, 2))
    doubled = made(placed(2**24 + 1, 3, dtype=np.int32))
    assert doubled.dtype == np.int32
    assert doubled.tolist() == [2**25 + 2, 6]
    assert made(placed(1, 3)).tolist() == [2, 6]


def test_numbers_among_the_arguments():
    made = called_often(lambda x, n: x * n, placed(1, 2), 3.0, arrays_only=False)
    assert made(placed(1, 2), 5.0).tolist() == [5, 10]
    assert made(placed(1, 2), 5).tolist() == [5, 10]  # of another type


def test_bits_of_xla_are_asked_for(monkeypatch):
    made = called_often(lambda x: jnp.exp(x), placed(1, 2))
    monkeypatch.setattr(Ready, "__call__", refuse)
    with mx.util.bit_equal():
        assert np.array_equal(made(placed(1, 2)), jax.jit(jnp.exp)(placed(1, 2)))


def test_it_is_compiled_when_its_calls_are_over():
    made = called_often(lambda x: x * 2 + 1, placed(1, 2))
    (program, *_), *_ = made.interpreted.values()
    assert program.all_calls_left < FOR_EVER
    for left in range(program.all_calls_left, 0, -1):
        assert not made.compiled
        assert program.all_calls_left == left
        made(placed(1, 2))
    assert made(placed(1, 2)).tolist() == [3, 5]
    assert made.compiled
    assert not made.ready


def test_constants_and_arguments_as_results(monkeypatch):
    made = called_often(lambda x, y: (y, jnp.arange(3), x, y), placed(1, 2), placed(3))
    monkeypatch.setattr(type(made), "_first", refuse)
    for _ in range(100):  # XLA would not be faster, so that its turn never comes
        results = made(placed(5, 6), placed(7))
    assert [r.tolist() for r in results] == [[7], [0, 1, 2], [5, 6], [7]]
    assert not made.compiled


def test_views_of_arguments_are_copied():
    made = called_often(lambda x: (x[::-1], x.reshape(2, 1), x[:1]), placed(1, 2))
    x = placed(5, 6)
    shared = [np.shares_memory(np.asarray(r), np.asarray(x)) for r in made(x)]
    assert shared == [False, False, False]
    assert [r.tolist() for r in made(x)] == [[6, 5], [[5], [6]], [5]]


def test_a_rule_that_fails_leaves_the_call_to_xla():
    made = called_often(lambda x: x * 2 + 1, placed(1, 2))
    (ready,) = made.ready.values()
    ready._straight = refuse
    assert ready([placed(1, 2)]) is None
    assert made(placed(1, 2)).tolist() == [3, 5]


def test_what_is_not_a_number_gives_no_warning(recwarn):
    made = called_often(lambda x: jnp.log(x) / x, placed(1, 2))
    assert np.isnan(made(placed(-1, 0))[0])
    assert not recwarn.list


def test_what_is_copied_from_memory_that_others_write_to():
    """A copy keeps its values, however often such a copy has been made before."""
    for _ in range(6):
        mx.nd.array([3, 4]).copy()
    given = mx.nd.array([1, 2])
    capsule = given.to_dlpack_for_write()
    copy = given.copy()
    ctypes.c_float.from_address(given._data().unsafe_buffer_pointer()).value = 9
    del capsule
    assert given.asnumpy().tolist() == [9, 2]
    assert copy.asnumpy().tolist() == [1, 2]


def test_a_result_that_is_another_one_once_more():
    made = called_often(lambda x: (x * 2, jnp.sum(x), x * 2), placed(1, 2))
    first, total, second = made(placed(5, 6))
    assert first.tolist() == second.tolist() == [10, 12]
    assert total == 11
    (program, *_), *_ = made.interpreted.values()
    assert len(program.straight.steps) == 2


def test_writing_to_a_weight_leaves_its_copy_alone():
    weight, copy, momentum = mx.nd.array([1, 2]), mx.nd.array([1, 2]), mx.nd.zeros(2)
    for _ in range(6):
        mx.nd.mp_sgd_mom_update(weight, mx.nd.array([4, 2]), momentum, copy, lr=0.5, momentum=0.5, out=weight)
        assert np.array_equal(weight.asnumpy(), copy.asnumpy())
        kept = copy.asnumpy()
        weight += 1
        weight[:] = 7
        assert np.array_equal(copy.asnumpy(), kept)


@pytest.mark.parametrize("name", ["identity", "zeros_like", "ones_like", "BlockGrad", "shape_array"])
def test_arrays_with_one_buffer_are_written_to_apart(name):
    operator = getattr(mx.nd, name)
    x = mx.nd.array([1, 2])
    kept = [operator(x) for _ in range(6)]
    expected = kept[0].asnumpy()
    kept[4][:] = 9
    kept[3] += 1
    x[:] = 7
    assert kept[4].asnumpy().tolist() == [9] * expected.size
    assert np.array_equal(kept[3].asnumpy(), expected + 1)
    assert np.array_equal(kept[5].asnumpy(), expected)
    x[:] = mx.nd.array([1, 2])
    assert np.array_equal(operator(x).asnumpy(), expected)


def test_log_of_gamma_of_few_numbers():
    numbers = [0.0, -1.0, -2.5, 0.5, 3.0, 171.0, 1e38, math.inf, -math.inf, math.nan]
    made = called_often(lambda x: jax.lax.lgamma(x), placed(*numbers))
    np.testing.assert_allclose(made(placed(*numbers)), jax.jit(jax.lax.lgamma)(placed(*numbers)), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: jnp.sum(x, 0),
        lambda x: jnp.sum(x),
        lambda x: jnp.transpose(x).reshape(-1),
        lambda x: jnp.sort(x),
        lambda x: (jnp.sort(x), jnp.sum(x)),
        lambda x: (jnp.sort(x), jnp.sort(x)[:1]),
        lambda x: (jnp.cumsum(x, 0), jnp.cumsum(x, 0).T),
        lambda x: (x * 2, (x * 2).reshape(-1), x),
    ],
)
def test_results_share_no_memory(function):
    x = placed([1, 5], [4, 3])
    made = called_often(function, x)
    expected = jax.tree_util.tree_leaves(function(x))
    earlier = jax.tree_util.tree_leaves(made(x))
    results = jax.tree_util.tree_leaves(made(x))
    assert all(map(np.array_equal, results, expected))
    arrays = [np.asarray(a) for a in (*results, *earlier) if a is not x]
    assert not any(np.shares_memory(a, b) for i, a in enumerate(arrays) for b in [*arrays[:i], np.asarray(x)])


@pytest.mark.parametrize("name", [None, "numpy._core._ufunc_config", "numpy._core.umath"])
def test_warnings_are_off_and_on_again(monkeypatch, name):
    if name is not None:  # a release of NumPy without what it does not promise
        monkeypatch.setitem(sys.modules, name, None)
        begin, end = quiet._functions()
        assert begin is quiet._entered
    else:
        begin, end = quiet.begin, quiet.end
    before = np.geterr()
    token = begin()
    assert set(np.geterr().values()) == {"ignore"}
    assert np.isnan(np.log(np.float32(-1)))
    end(token)
    assert np.geterr() == before


def test_what_takes_no_arrays_makes_new_ones():
    made = jit(lambda: jnp.arange(5) * 2)
    results = [made() for _ in range(9)]
    assert made.ready
    assert len(set(map(id, results))) == 9 and all(result.tolist() == [0, 2, 4, 6, 8] for result in results)
    assert len({result.unsafe_buffer_pointer() for result in results}) == 9
