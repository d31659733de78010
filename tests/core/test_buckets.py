"""How gradients are divided before processes add them up."""

import numpy as np

from jmx.core.spmd.collectives import buckets

F, H = np.dtype("float32"), np.dtype("float16")
MB = 2**18  # float32 numbers


def test_on_a_cpu_large_arrays_travel_as_they_are():
    assert buckets([MB, 8 * MB, MB, 40 * MB, MB, 0], [F] * 6, 32 << 20) == ((0, 2, 4), (1,), (3,))


def test_on_a_gpu_only_those_that_fill_a_bucket():
    assert buckets([MB, 8 * MB, MB, 40 * MB, MB, 0], [F] * 6, 32 << 20, "gpu") == ((0, 1, 2, 4), (3,))


def test_types_and_limits():
    assert buckets([10, 10, 10], [F, H, F], 1 << 20) == ((0, 2), (1,))
    assert buckets([MB // 2, MB // 4, MB // 2, 2 * MB], [F] * 4, 1 << 20) == ((0, 1), (2,), (3,))
    assert buckets([0, 0], [F, F], 1 << 20) == ()
