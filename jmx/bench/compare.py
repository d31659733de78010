"""The same job on another MXNet: an interpreter of its own runs `measure.py` as a script."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import tempfile

from ..base import MXNetError
from ..test_utils import environment

_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "measure.py")


def measure_on(command, job) -> dict[str, float | list[float] | str]:
    """Measure `job` with the MXNet of another interpreter.

    Parameters
    ----------
    command : str
        A command that runs Python with Apache MXNet: an interpreter, or a script that calls one.
    job : dict
        What `measure.measure` takes.

    Returns
    -------
    dict
        What `measure.measure` returns.

    Raises
    ------
    MXNetError
        The command cannot be found, or it failed; the message holds the end of what it said.
    """
    command_line = shlex.split(command)
    if not command_line or shutil.which(command_line[0]) is None:
        raise MXNetError(f"--compare {command}: no such command; give a Python interpreter that has Apache MXNet, "
                         f"such as --compare ~/mxnet/bin/python")  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, environment("PYTHONPATH", None):
        script, settings, result = (os.path.join(folder, name) for name in ("run_job.py", "job.json", "result.json"))
        # A copy, because Python puts the folder of a script in front of its path.
        shutil.copyfile(_SCRIPT, script)
        with open(settings, "w", encoding="utf-8") as file:
            json.dump(job, file)
        done = subprocess.run([*command_line, script, settings, result], capture_output=True, text=True)
        if done.returncode or not os.path.exists(result):
            raise MXNetError(f"--compare {command}: the run ended with status {done.returncode}:\n{done.stderr[-2000:].strip()}")
        with open(result, encoding="utf-8") as file:
            return json.load(file)
