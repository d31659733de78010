"""The model of hosts of CPUs: its formulas where the answer is known, its fit, and that the page shows what the data say."""

import pathlib
from dataclasses import asdict, replace

import pytest

from benchmarks import scaling_hosts as hosts

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLAIN = hosts.Job(2, forward=1.0, compute=3.0, update=0.5, size=800.0, buckets=4, rate=400.0, mtu=10**9)
FREE = hosts.Constants(overhead=0.0, processor=0.0, trips=0.0, spread=1.0)


def test_a_sum():
    assert hosts.sum_time(PLAIN, FREE) == pytest.approx(2)  # two hosts send all bytes once, 800 at 400 a second
    assert hosts.sum_time(replace(PLAIN, hosts=4), FREE) == pytest.approx(3)
    assert hosts.sum_time(replace(PLAIN, hosts=1), FREE) == 0
    # the processor and what is beside the bytes, at the same time as the cable
    assert hosts.sum_time(PLAIN, replace(FREE, processor=1 / 800)) == pytest.approx(2)
    assert hosts.sum_time(PLAIN, replace(FREE, processor=1 / 200)) == pytest.approx(4)
    assert hosts.sum_time(PLAIN, replace(FREE, overhead=0.25)) == pytest.approx(2)
    assert hosts.sum_time(PLAIN, replace(FREE, overhead=0.25, processor=1 / 400)) == pytest.approx(3)
    # two steps of a ring for each of four buckets
    assert hosts.sum_time(replace(PLAIN, delay=0.5), replace(FREE, trips=1.5)) == pytest.approx(2 + 4 * 2 * 1.5 * 0.5)
    assert hosts.sum_time(replace(PLAIN, mtu=118), FREE) == pytest.approx(4)  # half of what the cable carries are headers
    assert hosts.sum_time(replace(PLAIN, rate=None), FREE) == 0


def test_a_step():
    assert hosts.step_time(PLAIN, FREE, overlap=False) == pytest.approx(3 + 2 + 0.5)
    # buckets of half a second become ready after 1.5, 2, 2.5 and 3 seconds
    assert hosts.step_time(PLAIN, FREE, overlap=True) == pytest.approx(3 + 0.5 + 0.5)
    assert hosts.step_time(PLAIN, replace(FREE, spread=0.0), overlap=True) == pytest.approx(3 + 2 + 0.5)
    slow = replace(PLAIN, rate=100.0)  # 2 s a bucket: all but the first wait for the cable
    assert hosts.step_time(slow, FREE, overlap=True) == pytest.approx(1.5 + 8 + 0.5)
    # what the processor adds up, it does not compute meanwhile: three buckets of 0.5 s before the last one
    assert hosts.step_time(PLAIN, replace(FREE, processor=1 / 400), overlap=True) == pytest.approx(3 + 3 * 0.5 + 0.5 + 0.5)
    alone = replace(PLAIN, hosts=1)
    assert hosts.step_time(alone, FREE, True) == hosts.step_time(alone, FREE, False) == pytest.approx(3.5)


def test_the_fit_finds_the_constants_again():
    """Lines that a model has made: what the fit finds are its constants."""
    truth = hosts.Constants(overhead=2e-3, processor=1.5e-9, trips=2.5, spread=0.7)
    lines = []
    for rate in (None, 5e8, 1e9, 1e10):
        for delay in (0.0, 0.002):
            times = {"forward": 90.0, "compute": 300.0, "update": 10.0, "bytes": 40e6, "buckets": 8}
            line = {"hosts": 2, "rate": rate, "delay": delay, "mtu": 9000, "behind": times, "beside": dict(times)}
            unknown = dict.fromkeys(("sum", "cpu of sum", "step"), 1.0)
            found = hosts.compared({**line, "behind": {**times, **unknown}, "beside": {**times, **unknown}}, truth)
            sums = {"sum": found["sum"][1] * 1e3, "cpu of sum": found["processor"][1] * 1e3}
            line["behind"] = {**times, **sums, "step": found["behind"][1] * 1e3}
            line["beside"] = {**times, "step": found["beside"][1] * 1e3}
            lines.append(line)
    assert asdict(hosts.fitted(lines)) == pytest.approx(asdict(truth), rel=0.02)
    assert hosts.spread_of_errors(lines, truth)[1] < 1e-12


def test_two_measurements_of_a_setting():
    one = {"load": 1.0, "behind": {"step": 2.0, "right": True}, "beside": {"step": 5.0, "loss": 1.0}}
    other = {"load": 3.0, "behind": {"step": 3.0, "right": True}, "beside": {"step": 4.0, "loss": 2.0}}
    both = {"load": 3.0, "behind": {"step": 2.0, "right": True}, "beside": {"step": 4.0, "loss": 2.0}}
    assert hosts.merged(None, one) is one and hosts.merged(one, other) == both


def test_the_data():
    kept = hosts.read()
    assert "nothing else ran" in kept["note"] and len(kept["lines"]) == len(hosts.SETTINGS)
    assert all(line["behind"]["right"] and line["beside"]["right"] for line in kept["lines"])
    unseen = [line for line in kept["lines"] if not line["fitted"]]
    assert len(unseen) >= 4 and {line["network"] for line in unseen} - {
        line["network"] for line in kept["lines"] if line["fitted"]
    }


def test_the_page_holds_the_tables():
    page = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    stale = [name for name, table in hosts.tables().items() if table not in page]
    assert not stale, f"docs/scaling.md and benchmarks/scaling_hosts.py differ in: {', '.join(stale)}"
    lines, constants = hosts.read()["lines"], hosts.of_the_data()
    mean, most = hosts.spread_of_errors([line for line in lines if not line["fitted"]], constants)
    assert f"mean error {mean:.0%}, largest {most:.0%}" in page


def test_a_prediction(capsys):
    hosts.main("predict --hosts 4 --gbit 10 --compute 0.9 --megabytes 100".split())
    shown = capsys.readouterr().out.splitlines()
    constants, job = hosts.of_the_data(), hosts.Job(4, 0.3, 0.9, 0.0, 1e8, 8, 1.25e9)
    for line, how, overlap in zip(shown, ("behind", "beside"), (False, True), strict=True):
        step = hosts.step_time(job, constants, overlap)
        assert line == f"sums {how} the backward pass: {step * 1e3:,.0f} ms a step, efficiency {0.9 / step:.0%}"
    assert hosts.step_time(job, constants, True) < hosts.step_time(job, constants, False)
