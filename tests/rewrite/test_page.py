"""The example of docs/leaving/rewrite.md is what the stages make of it."""

import pathlib
import re

import pytest

pytest.importorskip("libcst")
from jmx.rewrite import STAGES, rewrite

PAGE = (pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "leaving" / "rewrite.md").read_text()


def test_the_example():
    before, after = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[:2]
    source = before.encode()
    for stage in ("import", "numpy"):
        source = rewrite(source, stage).source
    assert source.decode() == after


def test_every_stage_is_described():
    assert all(f"| `{stage}` |" in PAGE for stage in STAGES)
