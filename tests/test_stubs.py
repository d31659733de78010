"""The committed type stubs are those of the operators there are."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_stubs_are_up_to_date():
    command = [sys.executable, ROOT / "tools" / "make_stubs.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"run tools/make_stubs.py\n{done.stdout}{done.stderr}"
