"""Profiles of a part of a program: what is counted, and that the program's own profiler is left alone."""

import doctest

import pytest

import jmx as mx
from jmx import profiler
from jmx.gluon import nn
from jmx.profiler import report


def rows(profile, category="operator"):
    return {row.name: (row.count, row.size) for row in profile.tables.get(category, ())}


@pytest.fixture(autouse=True)
def stopped():
    yield
    profiler.set_state("stop")
    profiler.dumps(reset=True) if profiler._config["aggregate_stats"] else None
    profiler.set_config()


def test_examples_of_the_docstrings():
    result = doctest.testmod(report, extraglobs={"nd": mx.nd})
    assert result.attempted == 2 and not result.failed


def network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(8, in_units=5), nn.Dense(2, in_units=8))
    net.initialize()
    net.hybridize()
    return net


def test_operators_and_layers_with_calls_times_and_results():
    net, x = network(), mx.nd.ones((4, 5))
    with report.measured() as profile:
        with mx.autograd.record():
            y = net(x).sum()
        y.backward()
    found = rows(profile)
    assert found["FullyConnected"] == (2, 4 * 8 * 4 + 4 * 2 * 4) and found["sum"] == (1, 4)
    assert found["_backward_FullyConnected"][0] == 2
    assert rows(profile, "layer") == {
        "HybridSequential net": (1, 32), "Dense net_dense0": (1, 128), "Dense net_dense1": (1, 32),
    }  # fmt: skip
    times = [row.total for row in profile.tables["operator"]]
    assert times == sorted(times, reverse=True) and min(times) > 0 and sum(times) / 1e3 <= profile.seconds


def test_whole_programs():
    net, x = network(), mx.nd.ones((4, 5))
    with report.measured(apart=False) as profile:
        net(x)
    assert list(rows(profile).values()) == [(1, 32)] and "layer" not in profile.tables


def test_text_and_html():
    x = mx.nd.ones((500, 500))
    with report.measured(rows=1) as profile:
        for _ in range(3):
            mx.nd.dot(x, x)
        (x + 1).wait_to_read()
    first, blank, heads, row, rest = repr(profile).splitlines()
    assert first.endswith("in operators") and blank == "" and rest == "and 1 more"
    assert heads.split() == ["Operators", "calls", "time", "(ms)", "share", "each", "(ms)", "results"]
    cells = {"dot": ("3", "3 MB"), "_plus_scalar": ("1", "1 MB")}[row.split()[0]]
    assert row.split()[1] == cells[0] and row.endswith(cells[1])
    html = profile._repr_html_()
    assert html.count("<tr>") == 3 and "and 1 more" in html and f">{cells[1]}</td>" in html


def test_what_layers_return_may_be_sparse_or_nested():
    class Parts(mx.gluon.Block):
        def forward(self, x):
            return [x, (x, None)], x.tostype("csr"), "words"

    with report.measured() as profile:
        Parts(prefix="parts_")(mx.nd.ones((2, 3)))
    assert rows(profile, "layer") == {"Parts parts": (1, 48)}


def test_names_cannot_hold_markup():
    with report.measured() as profile:
        nn.Dense(1, prefix="<b>").initialize()
        net = nn.HybridLambda("relu", prefix="<b>_")
        net(mx.nd.ones(2))
    assert "<b>" not in profile._repr_html_() and "&lt;b&gt;" in profile._repr_html_()


def state():
    return dict(profiler._config), profiler._running, profiler._started, profiler._recorder.is_on


@pytest.mark.parametrize("before", ["never", "run", "paused", "stop"])
def test_the_program_has_its_profiler_back(before, tmp_path):
    """Whatever is done in the block, also where it raises."""
    if before != "never":
        profiler.set_config(aggregate_stats=True, filename=str(tmp_path / "own.json"))
        profiler.set_state("run")
        mx.nd.ones(3).square()
        {"run": lambda: None, "paused": profiler.pause, "stop": profiler.set_state}[before]()
    kept, forward = state(), mx.gluon.HybridBlock.forward
    table = profiler.dumps() if before != "never" else None
    with pytest.raises(ZeroDivisionError), report.measured() as profile:
        mx.nd.ones(3).sqrt()
        profiler.set_config(profile_imperative=True, aggregate_stats=False)
        profiler.set_state("stop")
        mx.nd.ones(3).exp()
        profiler.set_state("run")
        _ = 1 / 0
    assert state() == kept and mx.gluon.HybridBlock.forward is forward
    assert "sqrt" in rows(profile) and "exp" not in rows(profile) and profile.seconds > 0
    if before != "never":
        assert profiler.dumps() == table and "square" in table and "sqrt" not in table
        mx.nd.ones(3).cbrt()
        assert ("cbrt" in profiler.dumps()) == (before == "run")


def test_one_profile_inside_of_another():
    with report.measured() as outer:
        mx.nd.ones(3).sqrt()
        with report.measured() as inner:
            mx.nd.ones(3).exp()
        mx.nd.ones(3).log()
    assert "exp" in rows(inner) and "sqrt" not in rows(inner)
    assert {"sqrt", "log"} <= set(rows(outer)) and "exp" not in rows(outer)


def test_nothing_weighs_results_otherwise():
    profiler.set_config(aggregate_stats=True)
    profiler.set_state("run")
    mx.nd.ones(3).square()
    assert profiler._log.bytes == {} and "square" in profiler.dumps()
