"""The examples of docs/leaving/arrays.md run."""

import pathlib
import re

PAGE = pathlib.Path(__file__).parents[2] / "docs/leaving/arrays.md"


def test_examples_of_the_page_on_arrays():
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 9
    names = {"__name__": "page"}
    for block in blocks:
        line = text[: text.index(block)].count("\n")
        exec(compile("\n" * line + block, str(PAGE), "exec"), names)
