"""What the sources weigh is counted right, and stays within its budget."""

import pathlib
import tomllib

import pytest

from tools import weight

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUDGETS = tomllib.loads((ROOT / "tests" / "budgets.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def figures():
    return weight.figures(ROOT)


@pytest.mark.parametrize("name", BUDGETS["at_most"])
def test_no_more_than_the_budget(figures, name):
    most = BUDGETS["at_most"][name]
    assert figures[name] <= most, f"{name}: {figures[name]}, budget {most}: make it smaller, or say why it is more"
    # a budget far above what is there would let anything pass
    assert figures[name] >= 0.97 * most - 2, f"{name}: {figures[name]}, budget {most}: lower it in tests/budgets.toml"


@pytest.mark.parametrize("name", BUDGETS["at_least"])
def test_no_less_than_the_budget(figures, name):
    least = BUDGETS["at_least"][name]
    assert figures[name] >= least, f"{name}: {figures[name]}, at least {least}: see tests/budgets.toml"
    assert figures[name] <= 1.1 * least, f"{name}: {figures[name]}, at least {least}: raise it in tests/budgets.toml"


SOURCE = '''"""A module.

With a second paragraph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import other

if TYPE_CHECKING:
    from .hidden import Name

# a comment


def typed(a: int, *, b: str = "#") -> int:  # another
    """Of two lines,
    in all.
    """
    if a:
        return 1 if b else 2

    def inner(c):
        return c

    return inner(a)


class Shown:
    def method(self, x):
        return x

    def _own(self):
        pass

    @staticmethod
    def alone(x: int) -> int:
        return x


class _Hidden:
    def method(self):
        pass
'''


def test_what_is_counted(tmp_path):
    folder = tmp_path / "jmx"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "one.py").write_text(SOURCE)
    (folder / "other.py").write_text("def late():\n    from . import one\n    return one\n")
    (folder / "hidden.py").write_text("from . import one\nName = one\n")
    (folder / "one.pyi").write_text('def typed(a: int) -> int:\n    """A text that is long enough."""\n')
    (folder / "two.pyi").write_text('def other(a: int) -> int:\n    """A text that is long enough."""\n')
    found = weight.figures(tmp_path)
    assert found["modules"] == 4
    assert found["docstring lines"] == 7
    assert found["whole-line comments"] == 1
    assert found["functions"] == 7
    assert found["public functions"] == 4
    assert found["public functions with a return type, %"] == 50.0
    assert found["public functions with all arguments typed, %"] == 75.0
    assert (found["lines of stubs"], found["stub docstring lines"], found["repeated stub docstring lines"]) == (4, 2, 1)
    assert found["circles of imports"] == 0, "what only type checkers import, and imports in functions, close no circle"
    (folder / "other.py").write_text("from . import hidden\n")
    assert weight.figures(tmp_path)["modules in the largest circle"] == 3
    source = {s.name: s for s in weight.sources(tmp_path)}["jmx.one"]
    assert {f.name: f.lines for f in source.functions if f.name in ("typed", "Shown.method")} == {"typed": 8, "Shown.method": 2}
