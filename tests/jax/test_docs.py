"""The examples of pages in docs/leaving run."""

import pathlib
import re

import pytest

PAGES = pathlib.Path(__file__).parents[2] / "docs/leaving"


@pytest.mark.parametrize("name, least", [("arrays", 9), ("network", 6), ("export", 1), ("flax", 1), ("training", 12)])
def test_examples_of_a_page(name, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = PAGES / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= least
    names = {"__name__": "page"}
    for block in blocks:
        line = text[: text.index(block)].count("\n")
        exec(compile("\n" * line + block, str(page), "exec"), names)
