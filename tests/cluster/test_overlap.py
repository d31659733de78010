"""Gradients that are summed over processes while others are computed."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jmx.core.run import backward_segments
from jmx.core.run.backward_segments import Segmented, limit_of
from jmx.native import onednn

from .jobs import HERE, job

MIB = 1 << 20


def chain(memory, x, *weights):
    """What a backward pass of layers computes: gradients of weights, the last first, and nothing for the second one."""
    gradients = []
    for w in reversed(weights):
        gradients.append(jnp.outer(x, x))
        x = jnp.tanh(x @ w) * np.arange(512, dtype="f")  # a constant of the program
    gradients.append(None)
    return x, gradients[::-1]


def pass_of(layers):
    rng = np.random.RandomState(0)
    arrays = [jnp.asarray(rng.rand(*shape).astype("f") / 512) for shape in [(512,), *[(512, 512)] * layers]]
    return Segmented(chain, lambda *args: "as a whole", "a test"), arrays


def test_several_programs_give_what_one_gives():
    several, arrays = pass_of(6)
    expected = chain([], *arrays)
    found = several([], *arrays)
    assert jax.tree_util.tree_structure(found) == jax.tree_util.tree_structure(expected)
    for one, other in zip(*map(jax.tree_util.tree_leaves, (found, expected))):
        np.testing.assert_allclose(one, other, rtol=1e-5)
    (segments,) = several._known.values()
    # of 1 MiB each, and the product behind the last one
    assert len(segments._calls) == 7


def test_gradients_are_written_over_memory_that_is_given():
    several, arrays = pass_of(6)
    expected = jax.tree_util.tree_leaves(several([], *arrays))
    memory = [jnp.zeros((512, 512)) for _ in range(6)]
    found = jax.tree_util.tree_leaves(several(memory, *arrays))
    assert all(buffer.is_deleted() for buffer in memory)
    for one, other in zip(found, expected):
        np.testing.assert_array_equal(one, other)


def test_other_shapes_have_programs_of_their_own():
    several, arrays = pass_of(6)
    several([], *arrays)
    _, gradients = several([], arrays[0], *arrays[:0:-1][:4])
    assert len(gradients) == 5 and len(several._known) == 2


def test_a_small_pass_is_one_program():
    several, arrays = pass_of(1)
    assert several([], *arrays) == "as a whole"


def test_what_is_summed_at_once(monkeypatch):
    """All ranks cut alike, whatever they overlap: by the bytes of the gradients and JMX_BUCKET_SIZE alone."""
    assert [limit_of(n * MIB) // MIB for n in (1, 16, 100, 1000)] == [1, 2, 12, 32]
    monkeypatch.setenv("JMX_BUCKET_SIZE", "4")
    assert limit_of(100 * MIB) == 4 * MIB


def test_no_job_needs_several_programs():
    assert not backward_segments.wanted()


@pytest.mark.not_on_windows("jobs are started on Linux")
def test_the_same_numbers_as_behind_the_backward_pass():
    """By Gluon, a store that updates, Horovod and Module: some ranks may overlap and others not."""
    variables = {"JMX_TIMEOUT": 60, "OMP_NUM_THREADS": 1}
    plain, several = (job(2, [HERE / "overlap_checks.py"], JMX_OVERLAP=which, **variables) for which in (0, 1))
    results = []
    for code, text in (*plain, *several):
        assert code == 0, text
        results.append({line.rsplit(" ", 3)[0]: line.split()[-3:] for line in text.splitlines() if "_" in line})
    assert plain[0][1].endswith("\nparts\n") and several[0][1].endswith("\nparts 2 2\n"), several[0][1]
    least = 2e-5 if onednn.usable() else 5e-5  # XLA's own programs round differently in parts
    for found in results[1:]:
        assert found.keys() == results[0].keys() and len(found) == 30
        for name, numbers in found.items():
            total, size, last = map(float, results[0][name])
            np.testing.assert_allclose(list(map(float, numbers)), (total, size, last), rtol=1e-4, atol=least * size, err_msg=name)


@pytest.mark.not_on_windows("jobs are started on Linux")
def test_gradients_of_the_last_layers_are_added_up_first():
    """Whatever parameters are called: a Trainer sorts them by their names, as MXNet's does."""
    for code, text in job(2, [HERE / "order_checks.py"], JMX_TIMEOUT=60):
        assert code == 0, text
        orders = dict(line.split("|", 1) for line in text.splitlines() if "|" in line)
        assert orders == dict.fromkeys(("gluon", "store", "list", "horovod"), "(600, 700)|(700, 700)")
