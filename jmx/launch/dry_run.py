"""`jmx launch --dry-run`: what would run where, for people, and nothing that anybody could use against the job."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from .options import is_shell_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .plans import Process

#: not shown: it would be the password of a job, if this were one
_SECRET = "JMX_JOB_SECRET"


def described(processes: list[Process]) -> Iterator[str]:
    """Yield the lines that tell what each process would be: its worker, its command, its variables, and what starts it."""
    for process in processes:
        for command in process.preparation:
            yield f"first: {shlex.join(command)}"
    for process in processes:
        yield f"{process.name}:"
        if process.folder:
            yield f"    in {process.folder}"
        runs = process.runs[0] if is_shell_line(process.runs) else shlex.join(process.runs)
        if process.by_input:  # its last word is the script that guards the worker, a page long
            yield f"    started by: {shlex.join(process.command[:-1])} ..."
        elif process.command[1:] != process.runs[1:] and not is_shell_line(process.runs):
            yield f"    started by: {_short(process.command)}"
        yield f"    command: {runs}"
        for name, value in sorted(process.told.items()):
            yield f"    {name}={'(another in each run)' if name == _SECRET else shlex.quote(value)}"
    yield "no worker was started; a port that is not given by -p is another in each run"


def _short(command):
    """The words of mpirun or srun, whose scripts for the shell take several lines, on one line."""
    return " ".join(shlex.join(command).split())
