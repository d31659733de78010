"""Estimators train, log, warn and save as MXNet's do."""

import json
import os
import pathlib
import sys
import warnings

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.contrib import estimator

GOLDEN = pathlib.Path(__file__).parent.parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import gluon_contrib_cases as cases

WANTED = json.loads((GOLDEN / "gluon_contrib.json").read_text())


@pytest.fixture
def run(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cases.Run(mx, str(tmp_path))


@pytest.mark.parametrize("case", cases.RUNS, ids=lambda case: case.__name__)
def test_runs(case):
    cases.same(cases.run(mx, case), WANTED["runs"][case.__name__])


def test_mistakes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    got, wanted = cases.fresh(mx, cases.mistakes), WANTED["mistakes"]
    assert {name: error for name, (error, _) in got.items()} == {name: error for name, (error, _) in wanted.items()}
    assert got["nhwc"][1].endswith("Invalid Parameter")  # MXNet wraps it into "Deferred initialization failed"
    for name in ("no_loader", "no_loader_val", "adj", "segment", "nhwc"):
        del got[name], wanted[name]
    assert got == wanted


def test_warnings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cases.same(cases.fresh(mx, cases.warned), WANTED["warned"])


def test_a_list_of_handlers_serves_again(run):
    handlers = [estimator.LoggingHandler(metrics=run.est.train_metrics)]
    for _ in range(2):
        run.est.fit(cases.loader(mx), epochs=2, event_handlers=handlers)
        assert len(handlers) == 1
    assert sum("Train finished" in line and "2 epochs" in line for line in run.log.lines) == 2


def test_no_batches_end(run):
    empty = mx.gluon.data.DataLoader(mx.gluon.data.SimpleDataset([]), batch_size=2)
    with pytest.raises(ValueError, match="no batches.*never end"):
        run.est.fit(empty, batches=3)


def test_best_is_logged_with_both_values(run, tmp_path):
    metric = run.est.train_metrics[1]
    handler = estimator.CheckpointHandler(str(tmp_path), monitor=metric, save_best=True, mode="min", verbose=1)
    run.est.fit(cases.loader(mx), epochs=2, event_handlers=handler)
    improved = [line.split("improved ")[1].split(",")[0] for line in run.log.lines if "improved" in line]
    assert [text[:-1] for text in improved] == ["from inf to 1.2609", "from 1.26095 to 0.8586"]


def test_deleting_a_checkpoint_spares_longer_names(run, tmp_path):
    spared = tmp_path / "model-epoch0batch41.params"
    spared.write_bytes(b"")
    run.est.fit(cases.loader(mx), epochs=2, event_handlers=estimator.CheckpointHandler(str(tmp_path), max_checkpoints=1))
    assert sorted(os.listdir(tmp_path)) == [spared.name, "model-epoch1batch8.params", "model-epoch1batch8.states"]


def test_broken_names_and_missing_states(run, tmp_path):
    handler = estimator.CheckpointHandler(str(tmp_path), "epochs", resume_from_checkpoint=True)
    name = tmp_path / "epochs-epoch0batch4.params"
    run.net.save_parameters(str(name))
    with pytest.raises(AssertionError, match=r"epoch0batch4\.states does not exist"):
        run.est.fit(cases.loader(mx), epochs=2, event_handlers=handler)
    name.rename(tmp_path / "epochs-epochxbatch4.params")
    with pytest.raises(ValueError, match="epochxbatch4.params, please check"):
        run.est.fit(cases.loader(mx), epochs=2, event_handlers=handler)
    with pytest.raises(AssertionError, match="same type of period"):
        run.est.fit(cases.loader(mx), batches=2, event_handlers=handler)


def test_metric_that_nobody_updates(run, tmp_path):
    stopping = estimator.EarlyStoppingHandler(run.est.val_metrics[0], mode="max")
    saving = estimator.CheckpointHandler(str(tmp_path), monitor=run.est.val_metrics[0], save_best=True, mode="max")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run.est.fit(cases.loader(mx), epochs=1, event_handlers=[stopping, saving])
    texts = [str(w.message) for w in caught if w.category is RuntimeWarning]
    assert [text.split(" is not updated")[0] for text in texts] == [
        "validation accuracy", "Skipping save best because validation accuracy",
    ]  # fmt: skip


def test_metrics_of_a_composite_one():
    both = mx.metric.CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.CompositeEvalMetric([mx.metric.MAE()])])
    handler = estimator.MetricHandler(both)
    assert [type(metric).__name__ for metric in handler.metrics] == ["Accuracy", "MAE"]
    assert np.isinf(estimator.LoggingHandler().priority) and estimator.GradientUpdateHandler().priority == -2000
