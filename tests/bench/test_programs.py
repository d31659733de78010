"""`python -m benchmarks programs`: every program runs in jmx, trains, and has its place in the table."""

import math
import pathlib

import pytest

from benchmarks.cases import programs
from benchmarks.suites import SUITES
from benchmarks.tables import check_block

#: programs that take seconds to compile
LONG = {"ssd_training", "ssd_inference", "rcnn_head", "bert_adam", "bucketing_lstm", "fcn_sizes", "transformer_encoder", "dcgan"}
#: programs whose figure of a step is a loss
TRAINING = ("vae", "unet", "siamese", "matrix_factorization", "seq2seq_training", "trainer_160_arrays")


def _steps(case, count):
    run = programs.program(case)
    assert next(run) is None, "nothing is computed before the first yield"
    results = [next(run) for _ in range(count)]
    run.close()
    return results


@pytest.mark.parametrize("case", [pytest.param(c, marks=pytest.mark.slow) if c in LONG else c for c in programs.CASES])
def test_a_program_runs(case):
    for result in _steps(case, 2):
        assert not isinstance(result, float) or math.isfinite(result)


@pytest.mark.parametrize("case", TRAINING)
def test_a_program_trains(case):
    losses = _steps(case, 6)
    assert losses[-1] < losses[0]


@pytest.mark.not_on_windows("reads the limits of POSIX")
def test_figures_of_a_program(monkeypatch):
    def counting():
        for number in range(10**6):
            steps.append(number)
            yield

    steps = []
    monkeypatch.setattr(programs, "program", lambda case: counting())
    monkeypatch.setattr(programs, "WARM", 0.01)
    monkeypatch.setattr(programs, "STEADY", 0.01)
    figures = programs.measure("gluon", "vae")
    assert set(figures) == {figure.key for figure in SUITES["programs"].figures}
    assert all(value > 0 for value in figures.values()) and len(steps) > 1 + 1 + programs.EARLY


def test_programs_are_in_modules_and_the_page_has_their_place():
    folder = pathlib.Path(programs.__file__).parent
    for case, (module, about) in programs.CASES.items():
        assert f"def {case}():" in (folder / f"{module}.py").read_text() and about
    check_block(folder.parents[2] / "docs" / "dev" / "programs.md", "programs")
