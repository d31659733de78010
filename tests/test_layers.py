"""Which module may import which (the contracts in pyproject.toml), and what `import jmx` must not pull in."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_import_contracts_hold():
    pytest.importorskip("importlinter", reason="import-linter is not installed (extra `test`)")
    command = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(cache_dir=None))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_importing_jmx_leaves_the_slow_libraries_alone():
    slow = ("scipy", "matplotlib", "requests", "optax", "cv2", "PIL", "graphviz", "IPython")
    code = f"import jmx, sys; jmx.nd; jmx.gluon; jmx.sym; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
