"""Sums of jobs that have several ranks on a host; what they send is measured by test_hosts.py."""

import pytest

from jmx.core.spmd import by_host

from .jobs import HERE, job


def test_ranks_of_a_host_stand_side_by_side():
    assert by_host.in_order([0, 8, 16, 24], ["a", "b", "a", "b"]) == ((0, 16, 8, 24), 2)
    assert by_host.in_order([0, 8, 16, 24], ["a", "a", "b", "a"]) == ((0, 8, 24, 16), 1)  # they have different numbers
    assert by_host.in_order([0, 8, 16], ["a", "b", "c"]) == ((0, 8, 16), 1)
    assert by_host.in_order([0, 8, 16], ["a", "a", "a"]) == ((0, 8, 16), 1)


def test_what_is_worth_it():
    assert by_host.worth(1 << 20, 1 << 18, 2)
    assert not by_host.worth((1 << 20) - 8, (1 << 18) - 2, 2)  # small
    assert not by_host.worth(1 << 22, (1 << 20) + 1, 2)  # cannot be cut
    assert not by_host.worth(1 << 22, 1 << 20, 1)  # one rank each


@pytest.mark.not_on_windows("jobs are started on Linux")
@pytest.mark.parametrize("hosts", ["a b a b", "a a b"])
def test_sums_and_rows_are_right_and_equal_on_all_ranks(hosts):
    """Large arrays of hosts with as many ranks each travel by host; in half precision too, but not signs of two bits."""
    hosts = hosts.split()
    sizes = [300_000, 600_000]
    as_they_are = [(size, 2, "as it is") for size in sizes]  # of float32 and int32, and of float64
    used = sorted([*as_they_are, *[(600_000, 2, form) for form in ("bf16", "fp16")], (300_000, 2, "bf16"), (300_000, 2, "fp16")])
    results = job(len(hosts), [HERE / "by_host_checks.py", *hosts], JMX_TIMEOUT=60)
    for rank, (code, text) in enumerate(results):
        assert code == 0 and f"rank {rank} of {len(hosts)}: all as expected" in text, text
        assert f"by host {used if len(hosts) == 4 else []}" in text, text
        assert f"rows by host {1 if len(hosts) == 4 else 0}" in text, text
    shared = [{line for line in text.splitlines() if line.startswith("sums of")} for _, text in results]
    assert len(shared[0]) == 6 and all(lines == shared[0] for lines in shared), shared
