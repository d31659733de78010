"""The tutorials: their form, their links, and that they run to their ends on data that jmx draws."""

import json
import os
import pathlib
import re
import shutil

import pytest

ROOT = pathlib.Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: chapters that take more than a minute of a processor
LONG = {"04_softmax_and_mlp", "13_detection"}


def cells(path, kind):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == kind:
            yield cell, cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """Where MXNet's data sets are, which are drawn once for all chapters."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def environment(home, monkeypatch):
    """A kernel that may draw its own data and finds jmx as mxnet."""
    paths = [str(ROOT), str(ROOT / "compat"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    monkeypatch.setenv("MXNET_HOME", str(home))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_form(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["metadata"]["kernelspec"]["name"] == "python3" and notebook["nbformat"] == 4
    for cell, _ in cells(path, "code"):
        assert cell["outputs"] == [] and cell["execution_count"] is None, "clear the outputs before committing"
    text = "\n".join(source for _, source in cells(path, "markdown"))
    assert text.startswith("# ")
    for part in ("What you will learn", "What goes wrong", "Exercises", "Summary"):
        assert part in text, f"the chapter has no part {part!r}"
    assert 900 <= len(text.split()) <= 3000
    assert "pip install '.[notebooks]'" in text.partition("\n## ")[0]
    first = next(source for _, source in cells(path, "code"))
    assert first == "%load_ext jmx\n%jmx_needs matplotlib"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_links(path):
    for _, source in cells(path, "markdown"):
        for address in re.findall(r"\]\(([^)\s#]+)[^)]*\)", source):
            if not re.match(r"[a-z]+:", address):
                assert (path.parent / address).exists(), f"{path.name} links to {address}, which is not there"


def test_every_picture_is_shown():
    shown = "\n".join(source for path in CHAPTERS for _, source in cells(path, "markdown"))
    for picture in (ROOT / "notebooks" / "images").iterdir():
        assert f"images/{picture.name}" in shown, f"no chapter shows {picture.name}"


def marks(path):
    if path.stem.startswith("14_"):
        return pytest.mark.not_on_windows("jmx launch is for POSIX systems")
    return pytest.mark.weekly if path.stem in LONG else ()


@pytest.mark.parametrize("path", [pytest.param(path, marks=marks(path)) for path in CHAPTERS], ids=lambda path: path.stem)
def test_chapter_runs(path, environment, tmp_path, monkeypatch):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    shutil.copytree(path.parent / "images", tmp_path / "images")
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert sum("image/png" in output.get("data", {}) or "image/svg+xml" in output.get("data", {}) for output in outputs) >= 1
