"""`python -m tools.packages`: complete recipes, runs that are bounded and resumed, and a page that is what the record says."""

import json
import os
import sys
import time

import pytest

from jmx._version import __version__
from tools.packages import __main__ as command
from tools.packages import page, recipes, running

FAMILIES, KNOWN = recipes.read()


def test_recipes_are_complete():
    names = [recipe.name for recipe in KNOWN]
    assert len(names) > 30 and len(set(names)) == len(names)
    assert {recipe.family for recipe in KNOWN} == set(FAMILIES)
    programs = {path.name for path in (recipes.HERE / "programs").glob("*.py")}
    assert {recipe.program.name for recipe in KNOWN} == programs
    for recipe in KNOWN:
        # jmx's `mxnet` first, or in the same command: otherwise pip takes Apache's
        assert recipe.install[0].startswith(". ./compat "), recipe.name
        assert any("==" in line for line in recipe.install), recipe.name
        assert ("--no-deps" in " ".join(recipe.install)) <= bool(recipe.note or recipe.name == "horovod"), recipe.name
        assert recipe.commands()[-1].endswith(f" tools/packages/programs/{recipe.program.name}")


def test_variables_stand_where_they_are_needed():
    recipe = recipes.Recipe("a-b", "a family", ("one", "--no-deps two"), {"OWN": "x y"}, {"WITH_C": "1"})
    assert recipe.commands() == [
        ".venv/bin/pip install one", "WITH_C=1 .venv/bin/pip install --no-deps two",
        "OWN='x y' .venv/bin/python tools/packages/programs/use_a_b.py",
    ]  # fmt: skip


def test_the_checkout_is_installed_from_its_wheels():
    wheels = ["/w/jmx-1-py3-none-any.whl", "/w/mxnet-1.9.1+jmx.1-py3-none-any.whl"]
    assert running.arguments_of(". ./compat 'a<2' --no-deps", wheels) == [*wheels, "a<2", "--no-deps"]


@pytest.mark.not_on_windows("ends groups of processes")
def test_a_command_is_ended_with_its_children(tmp_path):
    script = f"import subprocess, sys; print('begun', flush=True); subprocess.run(['sh', '-c', 'sleep 5; touch {tmp_path}/late'])"
    begun = time.monotonic()
    assert running.run_bounded([sys.executable, "-c", script], 1.5)[:2] == (None, "begun\n")
    assert time.monotonic() - begun < 4
    time.sleep(max(0, 6 - (time.monotonic() - begun)))
    assert not (tmp_path / "late").exists()
    assert running.run_bounded([sys.executable, "-c", "import sys; sys.stderr.write('no'); sys.exit(3)"], 20) == (3, "", "no")


@pytest.fixture
def attempt(tmp_path, monkeypatch):
    """Run a program as that of a package which installs nothing."""
    monkeypatch.setattr(recipes, "HERE", tmp_path)
    monkeypatch.setattr(recipes, "ROOT", tmp_path)
    (tmp_path / "programs").mkdir()

    def run(code, install=(), run_seconds=60):
        (tmp_path / "programs" / "use_pip.py").write_text(code)
        recipe = recipes.Recipe("pip", "a family", install, {"OWN": "1"})
        uv = None if install else "uv"  # whose environments are made without pip
        found = running.try_package(
            recipe, tmp_path / "work", [], python=sys.executable, uv=uv, install_seconds=60, run_seconds=run_seconds
        )
        assert os.listdir(tmp_path / "work") in ([], ["cache"])
        return found

    return run


def test_what_a_program_says(attempt):
    found = attempt("import os\nprint('noise')\nprint('- sum', 1 + 1, os.environ['OWN'], os.path.basename(os.getcwd()))")
    assert (found["outcome"], found["said"], found["error"]) == ("works", ["sum 2 1 here"], [])
    assert found["commands"] == ["OWN=1 .venv/bin/python programs/use_pip.py"]
    assert found["versions"] == {} and found["python"] == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.not_on_windows("ends groups of processes")
def test_programs_that_fail_or_take_too_long(attempt, tmp_path):
    found = attempt("print('- first')\nraise ValueError('the reason')")
    assert found["outcome"] == "fails" and found["said"] == ["first"] and found["error"][-1] == "ValueError: the reason"
    assert str(tmp_path) not in json.dumps(found["error"]).replace(f"{tmp_path}/programs", "")
    assert attempt("import time; time.sleep(60)", run_seconds=1)["outcome"] == "stopped"
    assert attempt("pass")["outcome"] == "said nothing"


def test_variables_of_the_build(tmp_path, monkeypatch):
    seen = []

    def pretend(command, seconds, **more):
        seen.append(more["env"].get("WITH_C"))
        return len(seen) - 1, "", ""  # the second fails, which ends it

    monkeypatch.setattr(running, "run_bounded", pretend)
    monkeypatch.setattr(running.subprocess, "run", lambda *command, **more: None)
    recipe = recipes.Recipe("pip", "a family", ("first", "second"), build={"WITH_C": "1"})
    running.try_package(recipe, tmp_path, [], python=sys.executable, uv="uv", install_seconds=9, run_seconds=9)
    assert seen == [None, "1"]


def test_what_cannot_be_installed(attempt):
    found = attempt("", install=("--no-index no-such-package-at-all==1",))
    assert found["outcome"] == "not installed" and "no-such-package-at-all" in " ".join(found["error"])


class Trials(list):
    """The names of the packages that were tried; `run` is the command."""

    run = None


@pytest.fixture
def trials(tmp_path, monkeypatch):
    """The names of packages that the command tries; its files lie elsewhere."""
    tried = Trials()

    def pretend(recipe, *rest, **options):
        tried.append(recipe.name)
        if len(tried) == 3:
            raise KeyboardInterrupt
        seconds = {"installer": "pip", "install seconds": 1, "run seconds": 1}
        told = {"outcome": "works", "said": ["y"], "error": [], "versions": {"jmx": __version__}, "python": "3"}
        return {"commands": ["x"], **told, **seconds}

    monkeypatch.setattr(running, "try_package", pretend)
    monkeypatch.setattr(running, "built_wheels", lambda work, python: [])
    monkeypatch.setattr(command, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(page, "PAGE", tmp_path / "packages.md")
    tried.run = lambda *words: command.main([*words, "--work", str(tmp_path / "work")])
    return tried


def test_an_interrupted_run_goes_on_where_it_was(trials, capsys):
    names = [recipe.name for recipe in KNOWN]
    with pytest.raises(KeyboardInterrupt):
        trials.run()
    assert list(trials) == names[:3]
    trials.run()
    assert list(trials)[3:] == names[2:]  # the third again, then the others
    trials.run("gluoncv")
    assert trials[-1] == "gluoncv" and (page.PAGE).read_text().count("It said:\n\n- y\n") == len(names)
    with pytest.raises(SystemExit):
        trials.run("no-such")
    assert "no such package: no-such" in capsys.readouterr().err


def test_the_page_is_what_the_record_says():
    record = json.loads(command.RECORD.read_text())
    assert page.PAGE.read_text() == page.text(FAMILIES, KNOWN, record)
    assert {"works"} <= {entry["outcome"] for entry in record.values()}
    for name, entry in record.items():
        (recipe,) = (recipe for recipe in KNOWN if recipe.name == name)
        assert entry["commands"] == recipe.commands(), f"{name}: the recipe has changed since it was tried"
