"""The log lines and warnings of whole training runs are MXNet's, but for times; JAX's own lines stay out of them."""

import json
import pathlib
import sys

import pytest

import jmx as mx

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import fitlog_cases as cases

WANTED = json.loads((GOLDEN / "fitlog.json").read_text())


@pytest.mark.parametrize("case", cases.CASES, ids=lambda case: case.__name__)
def test_log_lines(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines, warned = cases.record(mx, case)
    assert lines == WANTED[case.__name__][0]
    assert warned == WANTED[case.__name__][1]
