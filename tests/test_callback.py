"""Callbacks: log lines beside the real MXNet's, checkpoints."""

import json
from collections import namedtuple

import pytest

import jmx as mx
from tests.golden import training_cases as cases

with open(cases.FILE) as _file:
    GOLDEN = json.load(_file)["log"]


def test_lines_as_in_mxnet():
    assert cases.trace_callbacks(mx) == GOLDEN


def test_module_checkpoint():
    calls = []
    module = namedtuple("Module", "save_checkpoint")(lambda *args: calls.append(args))
    callback = mx.callback.module_checkpoint(module, "net", period=2, save_optimizer_states=True)
    for epoch in range(4):
        callback(epoch)
    assert calls == [("net", 2, True), ("net", 4, True)]


def test_do_checkpoint(tmp_path):
    callback = mx.callback.do_checkpoint(str(tmp_path / "net"), period=2)
    for epoch in range(3):
        callback(epoch, None, {"w": mx.nd.ones((2,)) * epoch}, {"m": mx.nd.zeros((1,))})
    assert [p.name for p in tmp_path.iterdir()] == ["net-0002.params"]
    args, auxs = mx.model.load_params(str(tmp_path / "net"), 2)
    assert args["w"].asnumpy().tolist() == [1, 1] and list(auxs) == ["m"]


def test_speedometer_survives_a_clock_that_stands(monkeypatch, caplog):
    monkeypatch.setattr(mx.callback.time, "time", lambda: 1.0)
    speed = mx.callback.Speedometer(1, 1)
    with caplog.at_level("INFO"):
        for n in (1, 2):
            speed(namedtuple("P", "epoch nbatch eval_metric")(0, n, None))
    assert [r.getMessage().replace("\t", " ") for r in caplog.records] == ["Iter[0] Batch [2] Speed: inf samples/sec"]


@pytest.mark.parametrize("choice", [None, "local", "device"])
def test_one_device_needs_no_store(choice):
    assert mx.model._create_kvstore(choice, 1, {}) == (None, False)


def test_choice_of_store(monkeypatch):
    small = {"w": mx.nd.zeros((2,))}
    store, inside = mx.model._create_kvstore("local", 2, small)
    assert store.type == "local" and inside
    assert mx.model._create_kvstore(store, 1, small) == (store, True)
    monkeypatch.setenv("MXNET_UPDATE_ON_KVSTORE", "0")
    assert mx.model._create_kvstore("device", 2, small)[1] is False
    with pytest.raises(TypeError, match="kvstore must be KVStore, str or None"):
        mx.model._create_kvstore(3, 1, small)
