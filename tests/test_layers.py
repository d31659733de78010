"""Which module may import which (the contracts in pyproject.toml), and what `import jmx` must not pull in."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_import_contracts_hold():
    pytest.importorskip("importlinter", reason="import-linter is not installed (extra `test`)")
    command = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports(cache_dir=None))"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_synthetic_and_bench_are_imported_by_what_needs_them_alone():
    """Drawing stand-ins for data sets, and measuring speed, are nothing that a program loads without asking for it."""
    code = (
        "import jmx, sys; jmx.gluon.data.vision.MNIST; jmx.gluon.contrib.data.text; jmx.test_utils.get_mnist; "
        "jmx.contrib.text; jmx.viz; jmx.mod; jmx.image; jmx.io; import jmx.cli; jmx.cli.main(['info']); "
        "print([m for m in sys.modules if m.startswith(('jmx.synthetic', 'jmx.bench'))]); import jmx.synthetic, jmx.bench"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr
    allowed = {"jmx/gluon/utils.py": "synthetic"}  # inside a function
    importers = {}
    for path in (ROOT / "jmx").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        found = re.search(r"^\s*(?:from|import)\b.*\b(synthetic|bench)\b", path.read_text(encoding="utf-8"), re.MULTILINE)
        if found and not name.startswith(("jmx/synthetic/", "jmx/bench/")):
            importers[name] = found[1]
    assert importers == allowed


def test_importing_jmx_leaves_the_slow_libraries_alone():
    slow = ("scipy", "matplotlib", "requests", "optax", "cv2", "PIL", "graphviz", "IPython")
    code = f"import jmx, sys; jmx.nd; jmx.gluon; jmx.sym; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
