"""The differences between `mx.nd` and `mx.np` that the stage `numpy` knows of are those that there are."""

import json

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import _differences
from tools import list_rewrite_differences as tool


@pytest.fixture(autouse=True)
def classic_afterwards():
    yield
    mx.npx.reset_np()


@pytest.mark.parametrize("part", ["types", "only_classic", "positional", "methods", "operators", "defaults"])
def test_the_table_is_what_is_measured(part):
    assert getattr(tool, part)() == _differences.tables()[part]


def test_the_page_has_the_table():
    page = tool.PAGE.read_text()
    assert tool.table(json.loads(tool.FILE.read_text())) in page


def test_what_the_stage_asks():
    assert _differences.types("mean") >= {"int32", "uint8"} and not _differences.types("exp") & {"float64"}
    assert _differences.only_classic("expand_dims") and _differences.only_classic("round")
    assert not _differences.only_classic("reshape") and _differences.positional("sum") == 1
