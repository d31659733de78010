"""A folder of stand-ins for ssh, mpirun, srun and rsync, and the launcher run beside them."""

import os
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]

#: a worker that prints its place in the job as one line of JSON
SHOW = (
    "import json, os, sys\n"
    "names = ('JMX_', 'DMLC_', 'SLURM_', 'FAKE_H', 'OWN')\n"
    "found = {k: v for k, v in os.environ.items() if k.startswith(names)}\n"
    "sys.stdout.write(json.dumps({'argv': sys.argv[1:], 'cwd': os.getcwd(), **found}) + '\\n')\n"
)


def program(path, text):
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with bin/ in front of the path; `show.py` there prints a worker's place."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("ssh", "mpirun", "srun"):
        program(folder / name, f'#!/bin/sh\nexec "{sys.executable}" "{HERE}/fake_{name}.py" "$@"\n')
    program(folder / "python", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "show.py").write_text(SHOW)
    for name in list(os.environ):
        if name.startswith(
            ("JMX_NUM", "JMX_PROCESS", "JMX_COORD", "JMX_LOCAL", "DMLC_", "SLURM_", "OMPI_", "PMI", "PBS_", "LSB_", "PYTHONUNB")
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), str(ROOT / "compat"))))
    monkeypatch.setenv("FAKE_SSH_LOG", str(tmp_path / "ssh.log"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def launch(place):
    """`launch(*words)` runs the launcher in `place` and returns the finished process."""

    def run(*words, timeout=100, **variables):
        command = [sys.executable, "-m", "jmx.launch", *map(str, words)]
        return subprocess.run(
            command, cwd=place, env={**os.environ, **variables}, capture_output=True, text=True, timeout=timeout
        )

    return run
