"""Sums over processes in half precision and in two bits: values, bytes, equality on all ranks, and errors."""

import collections
import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jmx.core.declare.x64 import x64
from jmx.core.spmd import short_sums

from .jobs import HERE, job

#: half a unit in the last place
UNITS = {"bf16": 2.0**-8, "fp16": 2.0**-11}


def summed(parts, form):
    """What each rank gets; ranks are the first axis."""
    with x64(parts.dtype):
        body = functools.partial(short_sums.total, axis="device", count=len(parts), form=form)
        rows = np.asarray(jax.jit(jax.vmap(body, axis_name="device"))(parts))
    assert rows.dtype == parts.dtype and rows.shape == parts.shape
    for row in rows[1:]:
        np.testing.assert_array_equal(row.view(np.uint8), rows[0].view(np.uint8))
    return rows[0]


def sent(shape, dtype, count, form):
    """Bytes that each of `count` ranks sends, by what its program asks of the network."""
    body = functools.partial(short_sums.total, axis="device", count=count, form=form)
    traced = jax.make_jaxpr(body, axis_env=[("device", count)])(jnp.zeros(shape, dtype))
    each = {"all_gather": count - 1, "all_to_all": (count - 1) / count, "psum": 2 * (count - 1) / count}
    calls = [(e.primitive.name.removesuffix("_invariant"), e.invars[0].aval) for e in traced.jaxpr.eqns]
    return sum(each[name] * aval.size * aval.dtype.itemsize for name, aval in calls if name in each)


@pytest.mark.parametrize("form", short_sums.HALVES)
@pytest.mark.parametrize("count", [1, 2, 3, 9])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_halves_are_added_up_in_float32(form, count, dtype):
    parts = np.random.RandomState(count).randn(count, 5, 13).astype(dtype)
    # half a unit in the last place for each part, and with more than two ranks for the sum
    within = 1.01 * UNITS[form] * (abs(parts).sum(0) + (abs(parts.sum(0)) if count > 2 else 0)) + 1e-6
    error = abs(summed(parts, form) - parts.sum(0))
    assert (error <= within).all() and error.max() > 0


@pytest.mark.parametrize("count", [2, 5])
def test_float16_overflows_only_where_a_part_does(count):
    parts = np.full((count, 4), 60000, "f")
    parts[1, 1:] = 2.0**17, np.nan, -np.inf
    found = summed(parts, "fp16")
    np.testing.assert_allclose(found, [count * 60000, np.inf, np.nan, -np.inf], rtol=UNITS["fp16"])
    assert summed(parts, "bf16")[1] == pytest.approx(2.0**17 + (count - 1) * 60000, rel=2 * UNITS["bf16"])
    assert np.isinf(summed(parts[:, :1].astype("float16"), "fp16"))  # which a float16 does not hold


@pytest.mark.parametrize("count", [2, 5])
def test_arrays_in_half_precision_lose_nothing_where_others_are_zero(count):
    """Values of one rank, as first values are sent: down to float16's smallest number."""
    for form, half in short_sums.HALVES.items():
        parts = np.zeros((count, 1 << 10), half)
        parts[-1] = np.arange(1 << 10, dtype=np.uint16).view(half) if form == "fp16" else np.random.randn(1 << 10)
        np.testing.assert_array_equal(summed(parts, form), parts[-1])


@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 130])
@pytest.mark.parametrize("size", [3, 1001])
def test_packed_signs_have_the_sums_of_bytes(count, size):
    dtype = np.int8 if count < 128 else np.int32
    parts = np.random.RandomState(size).randint(-1, 2, (count, size)).astype(dtype)
    parts[:, 0] = -1
    np.testing.assert_array_equal(summed(parts, "2bit"), parts.sum(0))


def test_bytes_that_travel():
    shape, whole = (1000, 1024), 4 * 1024 * 1000
    for count in (2, 3, 4, 8, 64):
        plain = sent(shape, "float32", count, None)
        assert plain == pytest.approx(2 * whole * (count - 1) / count)
        for form in short_sums.HALVES:
            assert sent(shape, "float32", count, form) == pytest.approx(plain / 2, rel=1e-3)
        assert sent(shape, "int8", count, "2bit") <= plain / 6.4 * 1.001
    # 2 bits to each other rank; or these to the one that adds up, and a byte back
    assert sent(shape, "int8", 2, "2bit") == whole / 16
    assert sent(shape, "int8", 4, "2bit") == 3 * whole / 16
    assert sent(shape, "int8", 8, "2bit") == pytest.approx(7 / 8 * whole * (1 / 16 + 1 / 4), rel=1e-3)


def test_what_travels_as_what():
    form = functools.partial(short_sums.form_of, platform="cpu")
    assert [form(None, np.dtype(t)) for t in ("float32", "float64", "int32", "bool")] == [None] * 4
    assert [form("bf16", np.dtype(t)) for t in ("float32", "float64", "float16", "int8")] == ["bf16", "bf16", "fp16", None]
    assert form(None, np.dtype("float16")) == "fp16" and form(None, jnp.bfloat16) == "bf16"
    # NCCL adds these up itself
    assert short_sums.form_of(None, np.dtype("float16"), "gpu") is None


def run(size, *words):
    results = job(size, [HERE / "short_sums_checks.py", *words], JMX_OVERLAP=1, JMX_TIMEOUT=60)
    for rank, (code, text) in enumerate(results):
        assert code == 0 and f"rank {rank} of {size}: all as expected" in text, text
    shared = [{line for line in text.splitlines() if line.split()[-1].isdigit()} for _, text in results]
    assert len(shared[0]) >= 8 and all(lines == shared[0] for lines in shared), shared
    return results


@pytest.mark.not_on_windows("jobs are started on Linux")
def test_three_ranks_have_the_same_sums():
    run(3)


@pytest.mark.not_on_windows("jobs are started on Linux")
def test_networks_learn_the_same_and_sums_begin_before_the_backward_pass_is_over():
    """The gradients of three batches too, of which none is sent before the last: the job looks at that itself."""
    begun = collections.Counter()
    for _ in range(3):  # on a busy machine, a pass may be over before its first sum begins
        for _, text in run(2, "train"):
            for line in text.splitlines():
                if "begun before" in line:
                    begun[line.split(":")[0]] += int(line.split(", ")[1].split()[0])
        if all(begun.values()):
            break
    assert begun.keys() == {"plain", "bf16", "fp16", "horovod", "added up", "2bit", "divided"} and all(begun.values()), begun


@pytest.mark.not_on_windows("jobs are started on Linux")
@pytest.mark.parametrize(
    "settings, said",
    [
        ([None, {"type": "bf16"}], ["rank 0 at push of key w", "rank 1 at push (bf16) of key w"]),
        ([{"type": "2bit"}, {"type": "2bit", "threshold": 1}], ["(2bit, threshold 0.5)", "(2bit, threshold 1)"]),
    ],
)
def test_ranks_with_different_settings_are_told(settings, said):
    code = f"""
import jmx as mx
kv = mx.kv.create("dist_sync")
setting = {settings}[kv.rank]
if setting:
    kv.set_gradient_compression(setting)
kv.init("w", mx.nd.ones(3))
kv.push("w", mx.nd.ones(3))
"""
    for status, text in job(2, ["-c", code], JMX_TIMEOUT=60):
        assert status == 1 and "MXNetError" in text and all(words in text for words in said), text
