"""Rows that the processes of a job exchange; how many bytes they send is measured by test_hosts.py."""

import pytest

from jmx.core.spmd import collectives

from .jobs import HERE, job


@pytest.mark.not_on_windows("jobs are started on Linux")
@pytest.mark.parametrize("size", [2, 3])
def test_all_ranks_have_the_rows_of_all(size):
    for rank, (code, text) in enumerate(job(size, [HERE / "rows_checks.py"], JMX_TIMEOUT=60)):
        assert code == 0 and f"rank {rank} of {size}: all as expected" in text, text
        assert "push of key rows of shape [3] and type float32" in text and "shape [4]" in text, text


def test_sizes_of_messages():
    """Few different ones, each at most an eighth or 64 bytes longer than what it holds."""
    sizes = [collectives.rounded(nbytes) for nbytes in range(1 << 16)]
    assert all(0 <= size - nbytes <= max(64, nbytes / 8) for nbytes, size in enumerate(sizes))
    assert len(set(sizes)) < 90 and all(size % 64 == 0 for size in sizes)
