"""tests/golden/generate.py knows a suite for every golden file, and records with the real MXNet alone."""

import ast
import os
import pathlib
import subprocess
import sys

import pytest

GOLDEN = pathlib.Path(__file__).parent / "golden"


def generate(*arguments):
    command = [sys.executable, str(GOLDEN / "generate.py"), *arguments]
    root = GOLDEN.parents[1]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'compat'}"}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)


def test_every_golden_file_has_a_suite():
    listed = dict(line.split(maxsplit=1) for line in generate("--list").stdout.splitlines())
    assert set(listed) == {path.stem for path in (GOLDEN / "suites").glob("*.py")}
    files = {path.stem for path in GOLDEN.iterdir() if path.suffix in (".json", ".npz")}
    folders = {path.parent.name for path in GOLDEN.glob("*/*") if path.suffix in (".json", ".rec", ".params", ".states")}
    assert files | folders == set(listed) - {"serial"}  # writes to tests/fixtures
    for name, about in listed.items():
        tree = ast.parse((GOLDEN / "suites" / f"{name}.py").read_text(encoding="utf-8"))
        assert about and about == ast.get_docstring(tree).partition("\n")[0]
        record = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "record")
        assert [argument.arg for argument in record.args.args] == ["mx", "output"]


@pytest.mark.parametrize(
    "arguments, text", [(("nothing",), "unknown: nothing; there are augment"), ((), "no suite; there are augment")]
)
def test_what_is_no_suite(arguments, text):
    done = generate(*arguments)
    assert done.returncode == 2 and text in done.stderr


def test_jmx_records_nothing(tmp_path):
    done = generate("--to", str(tmp_path), "rnn")
    assert done.returncode == 1 and "golden values come from the real MXNet 1.9.1: see README.md" in done.stderr
    assert not list(tmp_path.iterdir())
