"""Learning-rate schedules: rates beside the real MXNet's, and what they refuse."""

import json

import numpy as np
import pytest

import jmx as mx
from tests.golden import training_cases as cases

with open(cases.FILE) as _file:
    GOLDEN = json.load(_file)["schedules"]


@pytest.mark.parametrize("case", range(len(cases.SCHEDULES)))
def test_rates_as_in_mxnet(case):
    np.testing.assert_allclose(cases.trace_schedule(mx, *cases.SCHEDULES[case]), GOLDEN[case], rtol=1e-14, atol=0)


@pytest.mark.parametrize(
    "name, options, error, text",
    [
        ("FactorScheduler", {"step": 0}, ValueError, "Schedule step must be greater or equal than 1"),
        ("FactorScheduler", {"step": 1, "factor": 2}, ValueError, "Factor must be no more than 1"),
        ("MultiFactorScheduler", {"step": []}, AssertionError, None),
        ("MultiFactorScheduler", {"step": [3, 2]}, ValueError, "increasing integer list"),
        ("MultiFactorScheduler", {"step": [0]}, ValueError, "greater or equal than 1"),
        ("PolyScheduler", {"max_update": 0}, ValueError, "strictly positive"),
        ("CosineScheduler", {"max_update": 1.5}, AssertionError, None),
        ("LRScheduler", {"warmup_steps": -1}, ValueError, "Warmup steps"),
        ("LRScheduler", {"warmup_steps": 1.5}, AssertionError, None),
        ("LRScheduler", {"warmup_mode": "cubic"}, ValueError, "linear and constant"),
        ("LRScheduler", {"base_lr": 0.1, "warmup_begin_lr": 1}, ValueError, "Base lr has to be higher"),
    ],
)
def test_refused(name, options, error, text):
    with pytest.raises(error, match=text):
        getattr(mx.lr_scheduler, name)(**options)


def test_base_class():
    with pytest.raises(NotImplementedError, match="must override this"):
        mx.lr_scheduler.LRScheduler()(1)
