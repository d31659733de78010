"""A rank of a job whose hosts are made up; prints what all ranks must share.

    python by_host_checks.py HOST...

Rank r runs on the r-th HOST.
"""

import sys
import zlib

import numpy as np

import jmx as mx
from jmx import cluster
from jmx.core.spmd import by_host, collectives

hosts = sys.argv[1:]
store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
cluster.current().own_host = hosts[rank]
used = []
total = by_host.total


def noted(part, per_host):
    used.append((part.size, per_host))
    return total(part, per_host)


by_host.total = noted
# large, large in two dimensions, one that two ranks cannot cut, small ones
SHAPES = [(300_000,), (2, 3, 100_000), (300_001,), (5,), (3, 4)]


def part(of, shape, dtype):
    return (np.random.RandomState(of).randn(*shape) * 1000).astype(dtype)


for dtype in ("float32", "float64", "int32", "float16"):
    values = [mx.nd.array(part(rank, shape, dtype), dtype=dtype) for shape in SHAPES]
    sums = collectives.all_reduce(cluster.current(), values, "push", list(range(len(SHAPES))))
    for shape, found in zip(SHAPES, sums):
        parts = [part(r, shape, dtype) for r in range(size)]
        expected, most = sum(p.astype("float64") for p in parts), sum(abs(p.astype("float64")) for p in parts)
        assert found.shape == shape and found.dtype == np.dtype(dtype)
        unit = 0 if dtype == "int32" else np.finfo(dtype).eps
        assert (abs(found.asnumpy() - expected) <= size * unit * most).all(), (dtype, shape)
    print("sums of", dtype, zlib.crc32(b"".join(value.asnumpy().tobytes() for value in sums)))
print("by host", sorted(set(used)))
print(f"rank {rank} of {size}: all as expected")
