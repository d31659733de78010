"""Every public operator of MXNet 1.9.1 has rows in the table, or a reason why not; the page that lists them is current."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tools"), str(pathlib.Path(__file__).parent)]

import list_operators
import rowless

from jmx.core.declare.op import REGISTRY

ROWS = list_operators.rows()
PUBLIC = [name for name, _, _ in list_operators.public()]


def test_every_public_operator_is_listed_once():
    assert len(PUBLIC) == len(set(PUBLIC)) == 527


@pytest.mark.parametrize("name", PUBLIC)
def test_operator_has_rows_or_a_reason(name):
    if name not in REGISTRY:
        assert name in rowless.UNDECLARED, f"{name} is not declared"
    elif not any(n in rowless.WITHOUT_ROW for n in REGISTRY[name].names):
        assert name in ROWS, f"{name} is declared but no tests/conformance/cases_*.py has a row for it"


def test_reasons_are_needed():
    assert not [n for n in rowless.UNDECLARED if n in REGISTRY], "declared by now"
    assert not [n for n in rowless.WITHOUT_ROW if n in ROWS or n not in REGISTRY], "has rows by now"


def test_page_is_current():
    said = "run tools/list_operators.py"
    assert list_operators.PAGE.read_text(encoding="utf-8") == list_operators.page(), said
