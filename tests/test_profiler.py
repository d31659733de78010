"""mx.profiler: what is recorded, and the file and the table that come of it."""

import json

import pytest

import jmx as mx
from jmx import autograd, gluon, profiler


@pytest.fixture
def running(tmp_path):
    profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "profile.json"))
    profiler.set_state("run")
    yield tmp_path / "profile.json"
    profiler.set_state("stop")
    profiler._events.clear()
    profiler._started = False


def names(path):
    return [(e["name"], e["ph"], e.get("cat")) for e in json.loads(path.read_text())["traceEvents"]]


def test_operators_programs_gradients_and_updates(running):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(2, in_units=3, prefix="profiled_"))
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    x = mx.nd.ones((4, 3))
    with autograd.record():
        cost = (net(x) ** 2).sum()
    cost.backward()
    trainer.step(4)
    profiler.set_state("stop")
    mx.nd.dot(x, x, transpose_b=True)
    profiler.dump()
    found = names(running)
    seen = {name for name, phase, _ in found if phase == "X"}
    assert {"_power_scalar", "sum", "_backward_sum", "update"} <= seen and "dot" not in seen
    assert any(name.startswith("profiled_") for name in seen), f"a compiled block is one program: {seen}"
    assert all(kind == "operator" for _, phase, kind in found if phase == "X")
    with pytest.raises(mx.MXNetError, match="hasn't been run"):
        profiler.dump()


def test_table_and_json(running):
    for _ in range(3):
        mx.nd.dot(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))
    table = profiler.dumps()
    row = next(line.split() for line in table.splitlines() if line.startswith("dot "))
    assert row[1] == "3" and len(row) == 6 and float(row[2]) >= float(row[4]) >= float(row[3]) > 0
    found = json.loads(profiler.dumps(format="json", sort_by="count", ascending=True, reset=True))["Time"]["operator"]
    assert found["dot"]["Count"] == 3 and found["dot"]["Total"] == pytest.approx(3 * found["dot"]["Avg"])
    assert [row["Count"] for row in found.values()] == sorted(row["Count"] for row in found.values())
    assert "dot" not in profiler.dumps()
    for wrong in ({"format": "xml"}, {"sort_by": "name"}):
        with pytest.raises(AssertionError, match="Invalid value"):
            profiler.dumps(**wrong)


def test_pause_and_the_programs_own_spans(running):
    domain = profiler.Domain("mine")
    task, counter = domain.new_task("work"), domain.new_counter("items", 5)
    task.start()
    profiler.pause()
    mx.nd.log(mx.nd.ones((2, 2)))
    profiler.resume()
    mx.nd.exp(mx.nd.ones((2, 2)))
    task.stop()
    counter += 2
    counter -= 1
    domain.new_marker("here").mark()
    with pytest.raises(mx.MXNetError, match="Invalid Input"):
        domain.new_marker("here").mark("nowhere")
    profiler.dump(False)
    events = json.loads(running.read_text())["traceEvents"]
    assert [e["args"]["items"] for e in events if e["ph"] == "C"] == [5, 7, 6]
    assert [e["s"] for e in events if e["ph"] == "i"] == ["p"]
    assert [e["name"] for e in events if e["ph"] == "X"] == ["exp", "work"]


def test_bad_settings():
    with pytest.raises(mx.MXNetError, match="no setting 'nope'"):
        profiler.set_config(nope=1)
    with pytest.raises(KeyError):
        profiler.set_state("walk")
    profiler.set_config(aggregate_stats=False)
    with pytest.raises(mx.MXNetError, match="aggregate_stats"):
        profiler.dumps()


def test_off_means_untouched():
    from jmx.core.run import dispatch

    before = dispatch.run
    profiler.set_state("run")
    assert dispatch.run is not before
    profiler.set_state("stop")
    assert dispatch.run is before
    profiler._started = False
