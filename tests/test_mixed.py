"""What pip leaves where Apache's wheel was installed over jmx's `mxnet`, and where that was removed again: one sentence each."""

import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

from jmx.cli import run
from jmx.config import numpy_release
from jmx.config.system import processes
from jmx.legacy import mixed

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATES = ("over jmx's", "removed again", "jmx's over the real one", "beside an editable installation")


@pytest.fixture
def site(tmp_path):
    """site-packages as pip leaves them after jmx's `mxnet`."""
    folder = tmp_path / "site-packages"
    shutil.copytree(ROOT / "compat", folder, ignore=shutil.ignore_patterns("*.toml", "*.md", "LICENSE", "NOTICE", "__pycache__"))
    metadata(folder, "mxnet", "1.9.1+jmx.0.2.0", ["mxnet/__init__.py", "mxnet/base/__init__.py"])
    return folder


def metadata(site, name, version, files):
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (folder / "RECORD").write_text("".join(f"{file},,\n" for file in files))


def spoil(site, state):
    """Bring `site` into one of the states, as pip does, and return the text that names it."""
    package = site / "mxnet"
    own = (package / "__init__.py").read_bytes()
    if state == "removed again":
        (package / "__init__.py").unlink()
        return f"{package} holds only a part of jmx's `mxnet`"
    if state == "beside an editable installation":  # jmx's is elsewhere, and its finder here
        shutil.rmtree(package)
        package.mkdir()
    for name, text in (("__init__.py", "raise RuntimeError('from Apache')"), ("base.py", ""), ("libmxnet.so", "")):
        (package / name).write_text(text)
    metadata(site, "mxnet-mkl", "1.6.0", ["mxnet/__init__.py", "mxnet/base.py", "mxnet/libmxnet.so"])
    if state == "jmx's over the real one":
        (package / "__init__.py").write_bytes(own)
    return f"jmx's `mxnet` and mxnet-mkl 1.6.0 are both installed in {site}, and the one spoils the other"


def command(state):
    return f"pip uninstall -y mxnet{'' if state == 'removed again' else ' mxnet-mkl'} && jmx shim install"


def python(code, site, others=""):
    """Run code where `site` holds the only `mxnet` that is installed, and jmx itself comes from this checkout.

    others   a folder with more packages
    """
    code = (
        "import os, site, sys; sys.modules.pop('_mxnet_jmx', None)\n"
        "sys.meta_path[:] = [finder for finder in sys.meta_path if finder.__module__ != '_mxnet_jmx']\n"
        "sys.path[:] = [entry for entry in sys.path if entry and not os.path.isdir(os.path.join(entry, 'mxnet'))]\n"
        f"sys.path.insert(0, {str(site)!r}); site.addsitedir({str(site)!r})\n{code}"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(others)])}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("state", STATES)
def test_an_import_says_it_and_how_to_mend_it(site, state):
    what = spoil(site, state)
    done = python("import mxnet", site)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and last.startswith(f"ImportError: {what}") and last.endswith(f"To mend it: {command(state)}")
    assert done.stderr.count('  File "') == 2  # the user's line, and the one that raises


@pytest.mark.parametrize("state", STATES)
def test_who_only_asks_for_the_name_goes_on(site, state):
    spoil(site, state)
    done = python("import importlib.util; print(importlib.util.find_spec('mxnet').name)", site)
    assert (done.stdout, done.stderr) == ("mxnet\n", "")


@pytest.mark.not_on_windows("no links without a privilege")
def test_a_whole_one_is_none_of_them(site, tmp_path):
    assert mixed.find_mixed([str(site)]) is None and mixed.find_mixed([str(tmp_path)]) is None
    others = tmp_path / "others"
    others.mkdir()
    for entry in pathlib.Path(np.__file__).parents[1].iterdir():  # the environment's, which may hold an mxnet as well
        if "mxnet" not in entry.name and entry.suffix != ".pth":
            (others / entry.name).symlink_to(entry)
    done = python("import mxnet; print(mxnet.__version__)", site, others)
    assert (done.stdout, done.stderr) == ("1.9.1\n", "")


def test_a_whole_one_before_or_behind_a_remainder_is_what_counts(site, tmp_path):
    whole = tmp_path / "whole"
    shutil.copytree(site, whole)
    spoil(site, "removed again")
    for path in ([str(site), str(whole)], [str(whole), str(site)]):
        assert mixed.find_mixed(path) is None
    assert mixed.find_mixed([str(site)]) == str(site / "mxnet")
    spoil(whole, "over jmx's")
    assert mixed.find_mixed([str(site), str(whole)]) == str(whole / "mxnet")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("old", [None, "NumPy is too old"])
def test_jmx_run_says_it_once_and_runs_the_program(site, capsys, monkeypatch, state, old):
    what, started = spoil(site, state), []
    path = [entry for entry in sys.path if not os.path.isdir(os.path.join(entry, "mxnet"))]
    monkeypatch.setattr(sys, "path", [*path, str(site)])
    monkeypatch.setattr(processes, "become", lambda *words: started.append(words))
    monkeypatch.setattr(numpy_release, "installed_problem", lambda: old)
    status = run.run(["-c", "import mxnet"])
    (line,) = capsys.readouterr().err.splitlines()
    if state == "beside an editable installation":  # a whole MXNet, which is left aside
        assert line == (f"jmx run: {old}" if old else
                        f"jmx run: mxnet-mkl 1.6.0 in {site}/mxnet is left aside; this program gets jmx")  # fmt: skip
    else:
        assert line.startswith(f"jmx run: {what}") and command(state) in line and (numpy_release.WANTED in line) == bool(old)
        assert line.endswith("; this program gets jmx") == (not old)
    assert (status, len(started)) == ((1, 0) if old else (None, 1))


def test_an_old_numpy_is_part_of_what_mends_it(site, monkeypatch):
    spoil(site, "removed again")
    monkeypatch.setattr(numpy_release, "installed_problem", lambda: "too old")
    text = mixed.explain(str(site / "mxnet"))
    assert text.endswith(f"{command('removed again')} && pip install '{numpy_release.WANTED}' 'graphviz>=0.20'")
