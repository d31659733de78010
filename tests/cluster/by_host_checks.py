"""A rank of a job whose hosts are made up; prints what all ranks must share.

    python by_host_checks.py HOST...

Rank r runs on the r-th HOST.
"""

import sys
import zlib

import numpy as np

import jmx as mx
from jmx import cluster
from jmx.core.spmd import by_host, collectives, short_sums

hosts = sys.argv[1:]
store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
cluster.current().own_host = hosts[rank]
used, gathers = [], []
total, gathered = by_host.total, by_host.gathered


def noted(part, hosts, per_host, form):
    used.append((part.size, per_host, form or "as it is"))
    return total(part, hosts, per_host, form)


def noted_rows(part):
    gathers.append(part.size)
    return gathered(part)


by_host.total, by_host.gathered = noted, noted_rows
# large, large in two dimensions, one that two ranks cannot cut, small ones
SHAPES = [(300_000,), (2, 3, 100_000), (300_001,), (5,), (3, 4)]


def part(of, shape, dtype):
    return (np.random.RandomState(of).randn(*shape) * 1000).astype(dtype)


def check(what, sums, error, dtype):
    """Sums of all ranks' parts are right but for `error` times the sum of their magnitudes."""
    for shape, found in zip(SHAPES, sums):
        parts = [part(r, shape, dtype) for r in range(size)]
        expected, most = sum(p.astype("float64") for p in parts), sum(abs(p.astype("float64")) for p in parts)
        assert found.shape == shape and found.dtype == np.dtype(dtype)
        assert (abs(found.asnumpy() - expected) <= error * most).all(), (what, dtype, shape)
    print("sums of", what, zlib.crc32(b"".join(value.asnumpy().tobytes() for value in sums)))


for dtype in ("float32", "float64", "int32", "float16"):
    values = [mx.nd.array(part(rank, shape, dtype), dtype=dtype) for shape in SHAPES]
    sums = collectives.all_reduce(cluster.current(), values, "push", list(range(len(SHAPES))))
    check(dtype, sums, size * (0 if dtype == "int32" else np.finfo(dtype).eps), dtype)
for form in short_sums.HALVES:
    values = [mx.nd.array(part(rank, shape, "float32")) for shape in SHAPES]
    sums = collectives.all_reduce(cluster.current(), values, f"push {form}", list(range(len(SHAPES))), form)
    # each part and the sum are rounded once, or each host's sum and the sum
    check(form, sums, 2.02 * {"bf16": 2.0**-8, "fp16": 2.0**-11}[form], "float32")

# sums of signs are no signs: they are added up by all ranks
signs = mx.nd.array(np.sign(part(rank, (1 << 20,), "float32")), dtype="int8")
(found,) = collectives.all_reduce(cluster.current(), [signs], "push 2bit", [0], "2bit")
np.testing.assert_array_equal(found.asnumpy(), sum(np.sign(part(r, (1 << 20,), "float32")) for r in range(size)))

# a host's parts may be more together than a float16 holds; one that is infinite alone is
values = [mx.nd.full((600_000,), 60_000 if rank % 3 == 0 else 59_000 if rank % 3 == 1 else -60_000)]
values[0][7] = np.inf if rank == 1 else 1.0
(found,) = collectives.all_reduce(cluster.current(), values, "push of large ones", [0], "fp16")
expected = sum(60_000 if r % 3 == 0 else 59_000 if r % 3 == 1 else -60_000 for r in range(size))
assert abs(found.asnumpy()[8:] - expected).max() <= 128 and np.isposinf(found.asnumpy()[7]), found

# rows come in the order of the ranks, whatever that of the hosts
counts = [100 + 1000 * of for of in range(size)]
rows = collectives.all_gather_rows(cluster.current(), [mx.nd.array(part(rank, (counts[rank], 90), "float32"))], "push", "rows")[0]
np.testing.assert_array_equal(rows, np.concatenate([part(of, (counts[of], 90), "float32") for of in range(size)]))
few = collectives.all_gather_rows(cluster.current(), [mx.nd.full((2, 3), rank)], "push", "few")[0]
np.testing.assert_array_equal(few, np.repeat(np.arange(size), 2)[:, None] * np.ones(3))
print("by host", sorted(set(used)))
print("rows by host", len(gathers))
print(f"rank {rank} of {size}: all as expected")
