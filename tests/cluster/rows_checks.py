"""A rank of a job whose processes gather rows: of several types, of other numbers on each rank, of none."""

import sys

import numpy as np

import jmx as mx
from jmx import cluster
from jmx.base import MXNetError
from jmx.core.spmd import collectives

store = mx.kv.create("dist_sync")
rank, size = store.rank, store.num_workers
here = cluster.current()


def part(of, count, shape, dtype):
    return (np.random.RandomState(of).randn(count, *shape) * 100).astype(dtype)


def gathered(counts, kinds):
    arrays = [mx.nd.array(part(rank, counts[rank], shape, dtype), dtype=dtype) for shape, dtype in kinds]
    found = collectives.all_gather_rows(here, arrays, "push", "rows")
    for rows, (shape, dtype) in zip(found, kinds):
        expected = np.concatenate([part(of, count, shape, dtype) for of, count in enumerate(counts)])
        assert rows.dtype == expected.dtype and rows.shape == expected.shape, (rows.dtype, rows.shape)
        np.testing.assert_array_equal(rows, expected)


KINDS = [((), "int64"), ((5,), "float32"), ((2, 3), "float16"), ((3,), "bfloat16"), ((), "bool"), ((7,), "uint8")]
gathered([1 + 1000 * of for of in range(size)], KINDS)
gathered([0] * (size - 1) + [3], KINDS)
gathered([0] * size, KINDS)
gathered([4] * size, [((0,), "float32")])
gathered([4] * size, [((), "int64"), ((0, 2), "float32")])
gathered([300_000] * size, [((2,), "int32")])

# rows that several ranks have, and one rank twice
store.init("table", mx.nd.zeros((10, 2)).tostype("row_sparse"))
twice = mx.nd.sparse.row_sparse_array((np.full((3, 2), 1.0 + rank, "float32"), [1, 1, 4 + rank]), shape=(10, 2))
store.push("table", twice)
out = mx.nd.sparse.zeros("row_sparse", (10, 2))
store.row_sparse_pull("table", out=out, row_ids=mx.nd.arange(10))
expected = np.zeros((10, 2))
for of in range(size):
    np.add.at(expected, [1, 1, 4 + of], 1.0 + of)
np.testing.assert_array_equal(out.asnumpy(), expected)
print(f"rank {rank} of {size}: all as expected", flush=True)

# ranks that do not do the same are told, before anything travels
try:
    collectives.all_gather_rows(here, [mx.nd.ones((2, 3 + rank))], "push", "rows")
except MXNetError as error:
    print("refused:", error)
    sys.exit(0)
