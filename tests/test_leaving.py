"""The pages of docs/leaving: names in the table of twins exist, and pages link to files that are there."""

import functools
import importlib
import importlib.util
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs" / "leaving").glob("*.md"))
ROWS = [line.split("|")[1:3] for line in (ROOT / "docs/leaving/table.md").read_text().splitlines() if line.startswith("| `")]
SHORT = {"mx": "jmx", "jnp": "jax.numpy", "nnx": "flax.nnx", "eqx": "equinox"}
#: Grain reads data for JAX programs, and nothing of jmx uses it; safetensors has no wheels for free-threaded Python
NOT_INSTALLED = ("grain",) if importlib.util.find_spec("safetensors") else ("grain", "safetensors")


def _names(column):
    return sorted({name for row in ROWS for name in re.findall(r"`([\w.]+)`", row[column])})


def _look_up(name):
    first, *rest = name.split(".")
    parts = [*SHORT.get(first, first).split("."), *rest]
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        return functools.reduce(getattr, parts[length:], module)
    raise ImportError(f"no module of {name}")


def test_the_table_was_read():
    assert len(ROWS) > 90 and len(_names(0)) > 100 and len(_names(1)) > 100


@pytest.mark.parametrize("column", [0, 1])
def test_names_exist(column):
    missing = []
    for name in _names(column):
        try:
            if not name.startswith(NOT_INSTALLED):
                _look_up(name)
        except (ImportError, AttributeError) as error:
            missing.append(f"{name}: {error}")
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text())
    assert not [target for target in targets if not (page.parent / target).exists()]
