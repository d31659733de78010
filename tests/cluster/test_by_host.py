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
@pytest.mark.parametrize(
    "hosts, used",
    [
        ("a b a b", [(300_000, 2), (600_000, 2)]),  # of float32 and int32, and of float64
        ("a a b", []),
    ],
)
def test_sums_are_right_and_equal_on_all_ranks(hosts, used):
    hosts = hosts.split()
    results = job(len(hosts), [HERE / "by_host_checks.py", *hosts], JMX_TIMEOUT=60)
    for rank, (code, text) in enumerate(results):
        assert code == 0 and f"rank {rank} of {len(hosts)}: all as expected" in text, text
        assert f"by host {used}" in text, text
    shared = [{line for line in text.splitlines() if line.startswith("sums of")} for _, text in results]
    assert len(shared[0]) == 4 and all(lines == shared[0] for lines in shared), shared
