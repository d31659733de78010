"""The compiled step over the processes of a job."""

import json
import pathlib

import numpy as np

from tests.cluster.jobs import job

SCRIPT = pathlib.Path(__file__).with_name("job_step.py")


def run(size, devices):
    results = job(size, [SCRIPT], JMX_CPU_DEVICES=devices)
    assert all(code == 0 for code, _ in results), results
    assert all("Gloo" not in text for _, text in results)
    return [json.loads(line[5:]) for _, text in results for line in text.splitlines() if line.startswith("found")]


def test_processes_train_as_one_device_does():
    (one,) = run(1, 1)
    ranks = run(2, 2)
    np.testing.assert_allclose(np.mean([rank["losses"] for rank in ranks], 0), one["losses"], rtol=1e-5, atol=1e-5)
    for name in ("weight", "mean", "var"):  # statistics of the whole batch
        assert ranks[0][name] == ranks[1][name]
        np.testing.assert_allclose(ranks[0][name], one[name], rtol=1e-5, atol=1e-5)
    text = "the processes of the job have batches of different shapes. But syncbatchnorm0_fwd (SyncBatchNorm) needs one"
    assert text in ranks[0]["error"] and "does not split evenly over the contexts. But" in ranks[1]["error"]
    assert ranks[0]["after an uneven batch"] == ranks[1]["after an uneven batch"]
