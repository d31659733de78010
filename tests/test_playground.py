"""What docs/playground.md and the site's first page offer to paste runs alone, and prints what is shown below it."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "playground.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^## ([^\n]*)\n\n```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)


def printed(program):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "compat")])}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("program, shown", [row[1:] for row in PROGRAMS], ids=[row[0] for row in PROGRAMS])
def test_it_prints_what_is_shown(program, shown):
    assert printed(program) == shown


def test_every_program_is_followed_by_what_it_prints():
    assert len(PROGRAMS) == PAGE.count("```python") >= 8


def test_the_program_of_the_first_page():
    from tools.site import front

    assert printed(front.EXAMPLE) == front.PRINTED
