"""A NumPy that is too old for jmx is one sentence, whichever way the program came to it."""

import pathlib
import re
import subprocess
import sys
import tomllib
import types

import pytest

from jmx.config import numpy_release

ROOT = pathlib.Path(__file__).resolve().parent.parent
SENTENCE = (
    "jmx needs NumPy 2 or newer, and this environment has NumPy 1.26.4, which a requirement of another package may have "
    f"brought. Run: pip install '{numpy_release.WANTED}'"
)


def with_old_numpy(folder, *words):
    """Run Python where the only NumPy is one of 1.26, of which nothing but the version is there."""
    (folder / "numpy").mkdir()
    (folder / "numpy" / "__init__.py").write_text("__version__ = '1.26.4'\nclass random:\n    get_state = set_state = print\n")
    (folder / "numpy-1.26.4.dist-info").mkdir()
    (folder / "numpy-1.26.4.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.26.4\n")
    environment = {"PYTHONPATH": f"{folder}:{ROOT}:{ROOT / 'compat'}", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("code", ["import mxnet", "import jmx; jmx.nd", "import jmx.numpy", "from mxnet import gluon"])
def test_an_import_ends_with_it(tmp_path, code):
    done = with_old_numpy(tmp_path, "-c", code)
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == f"ImportError: {SENTENCE}"


def test_jmx_run_says_nothing_else(tmp_path):
    done = with_old_numpy(tmp_path, "-m", "jmx", "run", "-c", "import mxnet")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"jmx run: {SENTENCE}\n")


@pytest.mark.parametrize(
    "version, old", [("1.26.4", True), ("0.9", True), ("2.0.0rc1", False), ("2.2.6", False), ("10.0", False)]
)
def test_which_are_too_old(version, old):
    assert bool(numpy_release.problem(version)) == old
    module = types.SimpleNamespace(__version__=version, __file__="/numpy/__init__.py")
    if old:
        with pytest.raises(ImportError, match=re.escape(f"has NumPy {version}")) as raised:
            numpy_release.check(module)
        assert raised.value.name == "numpy"
    else:
        numpy_release.check(module)


def test_the_range_is_that_of_the_distributions():
    own, compat = (tomllib.loads((ROOT / name).read_text()) for name in ("pyproject.toml", "compat/pyproject.toml"))
    assert f"numpy>={numpy_release.OLDEST}" in own["tool"]["hatch"]["metadata"]["hooks"]["custom"]["dependencies"]
    marker = "<" if sys.version_info < (3, 14) else ">="
    assert f"numpy<{numpy_release.FIRST_UNSUITABLE}; python_version {marker} '3.14'" in compat["project"]["dependencies"]
