"""mx.profiler: what is recorded, and the file and the table that come of it."""

import itertools
import json
import os
import subprocess
import sys
import types

import pytest

import jmx as mx
from jmx import autograd, gluon, profiler
from jmx.profiler import event_log


@pytest.fixture(params=["profile_all"])
def running(request, tmp_path):
    profiler.set_config(**{request.param: True}, aggregate_stats=True, filename=str(tmp_path / "profile.json"))
    profiler.set_state("run")
    yield tmp_path / "profile.json"
    profiler.set_state("stop")
    profiler.dumps(reset=True)
    profiler._log.end_file()
    profiler._started = False


def names(path):
    return [(e["name"], e["ph"], e.get("cat")) for e in json.loads(path.read_text())["traceEvents"]]


@pytest.mark.parametrize("running", ["profile_all", "profile_symbolic", "profile_imperative"], indirect=True)
def test_operators_programs_gradients_and_updates(running, request):
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
    kinds = {name: kind for name, phase, kind in found if phase == "X"}
    if "imperative" in request.node.name:
        assert any(name.startswith("profiled_") for name in seen), f"a compiled block is one program: {seen}"
        assert set(kinds.values()) == {"operator"}
    else:
        assert {"FullyConnected", "_backward_FullyConnected"} <= seen, f"a hybridized block runs operator by operator: {seen}"
        assert kinds["Dense profiled"] == kinds[f"HybridSequential {net.name}"] == "layer"
    assert net._active
    with pytest.raises(mx.MXNetError, match="hasn't been run"):
        profiler.dump()


def test_updates_of_a_trainer_that_has_trained_before(tmp_path):
    net = gluon.nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")

    def step():
        with autograd.record():
            cost = net(mx.nd.ones((4, 3))).sum()
        cost.backward()
        trainer.step(4)

    step()
    step()
    profiler.set_config(profile_all=True, filename=str(tmp_path / "profile.json"))
    profiler.set_state("run")
    step()
    profiler.set_state("stop")
    profiler.dump()
    assert "update" in {name for name, phase, _ in names(tmp_path / "profile.json") if phase == "X"}


def test_blocks_of_a_program_that_imports_gluon_later(tmp_path):
    program = """
import jmx as mx
mx.profiler.set_config(profile_all=True, filename="profile.json")
mx.profiler.set_state("run")
net = mx.gluon.nn.Dense(2, in_units=3, prefix="late_")
net.initialize()
net(mx.nd.ones((4, 3)))
mx.profiler.set_state("stop")
mx.profiler.dump()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert done.returncode == 0
    assert ("Dense late", "X", "layer") in names(tmp_path / "profile.json")


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
    assert [e["name"] for e in events if e["ph"] == "X"] == ["_ones", "exp", "work"]


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


class _Sigmoid(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], 1 / (1 + mx.nd.exp(-in_data[0])))
        mx.nd.zeros((10, 10))

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0] * out_data[0] * (1 - out_data[0]))


@mx.operator.register("profiled_sigmoid")
class _SigmoidProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Sigmoid()


@mx.operator.register("profiled_outer")
class _OuterProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        class Outer(mx.operator.CustomOp):
            def forward(self, is_train, req, in_data, out_data, aux):
                self.assign(out_data[0], req[0], mx.nd.Custom(in_data[0] + 1, op_type="profiled_sigmoid"))

        return Outer()


_FORWARD = {"_mul_scalar": 1, "exp": 1, "_plus_scalar": 1, "_rdiv_scalar": 1, "_zeros": 1, "pure_python": 1}
_BACKWARD = {"broadcast_mul": 2, "_rminus_scalar": 1, "pure_python": 1}


def counts():
    """{category: {name: count}} since the last call."""
    times = json.loads(profiler.dumps(format="json", reset=True))["Time"]
    return {category: {name: row["Count"] for name, row in rows.items()} for category, rows in times.items()}


def of(operator, known):
    return {f"{operator}::{name}": count for name, count in known.items()}


def test_custom_operators_have_their_own_category(running):
    """What MXNet records, without its copies."""
    x = mx.nd.array([0, 1, 2])
    x.attach_grad()
    counts()
    with autograd.record():
        y = mx.nd.Custom(x, op_type="profiled_sigmoid") * 2
    found = counts()
    assert found["Custom Operator"] == of("profiled_sigmoid", _FORWARD) and found["operator"] == {"_mul_scalar": 1}
    y.backward()
    found = counts()
    assert found["Custom Operator"] == of("_backward_profiled_sigmoid", _BACKWARD)
    assert found["operator"]["_backward_mul_scalar"] == 1 and not any("Custom" in name for name in found["operator"])

    net = mx.sym.Custom(mx.sym.var("data") + 1, op_type="profiled_sigmoid") * 2
    executor = net.bind(mx.cpu(), {"data": mx.nd.ones(3)}, {"data": mx.nd.zeros(3)})
    counts()
    executor.forward(is_train=True)
    assert counts()["Custom Operator"] == of("profiled_sigmoid", _FORWARD)
    executor.backward(mx.nd.ones(3))
    assert counts()["Custom Operator"] == of("_backward_profiled_sigmoid", _BACKWARD)

    mx.nd.Custom(x, op_type="profiled_outer")
    outer = {"_plus_scalar": 1, "pure_python": 1}
    assert counts() == {"Custom Operator": {**of("profiled_sigmoid", _FORWARD), **of("profiled_outer", outer)}}


def test_python_s_share_of_a_custom_operator(running, monkeypatch):
    """Ticks of a millisecond: each of the five operators takes one, and Python what lies between and around them."""
    ticks = itertools.count(step=1_000_000)
    monkeypatch.setattr("jmx.profiler.hooks.time", types.SimpleNamespace(time_ns=lambda: next(ticks)))
    mx.nd.Custom(mx.nd.array([1]), op_type="profiled_sigmoid")
    rows = json.loads(profiler.dumps(format="json"))["Time"]["Custom Operator"]
    assert {name: row["Total"] for name, row in rows.items()} == of("profiled_sigmoid", {**_FORWARD, "pure_python": 6})


def test_each_event_is_made_into_text_once(running, monkeypatch):
    domain = profiler.Domain("mine")
    counter, made, lines = domain.new_counter('a "quoted" name'), [], event_log._lines
    monkeypatch.setattr(event_log, "_lines", lambda events: made.append(len(events)) or lines(events))
    for _ in range(3):
        for _ in range(200):
            counter += 1
        profiler.dump(False)
    assert made == [200, 200, 200]
    found = json.loads(running.read_text())["traceEvents"]
    assert len(found) == 601 and found[-1]["args"] == {'a "quoted" name': 600}
    assert found[-1]["ph"] == "C" and found[-1]["cat"] == "counter" and {"pid", "tid", "ts"} <= found[-1].keys()


def test_the_file_keeps_what_the_table_forgets(running):
    mx.nd.exp(mx.nd.ones(2))
    assert "exp" in counts()["operator"] and not counts()
    mx.nd.log(mx.nd.ones(2))
    profiler.dump(False)
    mx.nd.sin(mx.nd.ones(2))
    profiler.dump(True)
    seen = [name for name, phase, _ in names(running) if phase == "X" and name != "_ones"]
    assert seen == ["exp", "log", "sin"] and {"log", "sin"} <= counts()["operator"].keys()
