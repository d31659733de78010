"""`jmx tutorial`: the copy of the course, what stops it, and how JupyterLab is started."""

import json
import pathlib
import re
import sys
import tomllib

import pytest

from jmx import cli
from jmx.cli import tutorial
from jmx.config.system import processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def installed(monkeypatch):
    """Packages that are there, whatever is installed here; tests take some away."""
    there = set(tutorial.PACKAGES)
    monkeypatch.setattr(tutorial.importlib.util, "find_spec", lambda name: name if name in there else None)
    return there


@pytest.fixture
def started(monkeypatch):
    """What the process became."""
    calls = []
    monkeypatch.setattr(processes, "become", lambda *words: calls.append(words))
    return calls


def test_the_copy_has_all_chapters_and_no_dead_links(tmp_path, capsys):
    folder = tmp_path / "new" / "course"
    assert cli.main(["tutorial", str(folder), "--no-start"]) == 0
    assert capsys.readouterr() == (f"17 chapters are in {folder}\n", "")
    chapters = sorted(folder.glob("*.ipynb"))
    assert [path.name for path in chapters] == [path.name for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
    addresses = set()
    for path in chapters:
        cells = json.loads(path.read_text())["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        for address in re.findall(r"\]\(([^)#\s]+)", "\n".join(texts)):
            addresses.add(address)
            assert address.startswith("https://") or (folder / address).is_file(), address
    assert "https://github.com/jmx-project/jmx/blob/HEAD/docs/cluster.md" in addresses


def test_what_is_there_is_left_alone(tmp_path, capsys, installed, started):
    (tmp_path / "own.txt").write_text("mine")
    for words in ([], ["--no-start"]):
        assert cli.main(["tutorial", str(tmp_path), *words]) == 1
        assert f"{tmp_path} is there already, and nothing was written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["own.txt"] and not started
    assert cli.main(["tutorial", str(tmp_path / "own.txt")]) == 1
    assert (tmp_path / "own.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.main(["tutorial", str(tmp_path / "file" / "course"), "--no-start"]) == 1
    assert capsys.readouterr().err == f"jmx tutorial: {tmp_path}/file/course cannot be written (Not a directory)\n"


@pytest.mark.parametrize("missing, command", [
    (set(tutorial.PACKAGES), "pip install jupyterlab matplotlib tqdm ipywidgets"),
    ({"matplotlib"}, "pip install matplotlib"),
])  # fmt: skip
def test_without_the_extra_nothing_is_copied(tmp_path, capsys, installed, started, missing, command):
    installed -= missing
    assert cli.main(["tutorial", str(tmp_path / "course")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("jmx tutorial: The course needs JupyterLab and matplotlib") and f"`{command}`" in said
    assert said.count("\n") == 1 and not (tmp_path / "course").exists() and not started
    assert cli.main(["tutorial", str(tmp_path / "course"), "--no-start"]) == 0


@pytest.mark.parametrize("asked", [None, "0"])
def test_jupyterlab_is_started_with_its_options(tmp_path, capsys, monkeypatch, installed, started, asked):
    installed -= {"tqdm", "ipywidgets"}  # chapters run without them
    monkeypatch.delenv("JMX_SYNTHETIC_DATA", raising=False)
    if asked:
        monkeypatch.setenv("JMX_SYNTHETIC_DATA", asked)
    monkeypatch.chdir(tmp_path)
    cli.main(["tutorial", "--", "--no-browser", "--port", "8890"])
    ((words, environment),) = started
    program = words[0]
    assert program == sys.executable
    assert words == [sys.executable, "-m", "jupyterlab", "jmx-course", "--no-browser", "--port", "8890"]
    assert environment["JMX_SYNTHETIC_DATA"] == (asked or "1") and (tmp_path / "jmx-course" / "01_arrays.ipynb").is_file()


def test_the_extra_is_what_the_command_asks_for():
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    extra = required["optional-dependencies"]["notebooks"]
    assert [re.match(r"[\w-]+", line)[0] for line in extra] == list(tutorial.PACKAGES)
