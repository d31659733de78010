"""Jobs that are begun again after a worker has failed: `jmx launch --max-restarts`.

The program goes on from its last checkpoint, as it would if somebody had started it by hand: a job has a new port and a new
secret each time, so that a worker of an earlier one that is still there cannot join it. `JMX_RESTART` tells workers how often it
was begun again.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from ..config import get
from . import hosts
from .options import LaunchError
from .plans import plan, ssh_command
from .supervise import Supervisor, status_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .plans import Process

#: statuses of programs that another start would end with as well: a wrong command line, no such program, nothing to execute
_FOR_GOOD = (2, 126, 127)
#: of a program that asks to be queued again, which is for the batch system to do (EX_TEMPFAIL)
_REQUEUE = 75
#: seconds that a machine has to answer
_ANSWER = 15


def run(options, environment: Mapping[str, str]) -> int:
    """Run a job to its end, beginning it again as often as `options` allow; returns its exit status.

    It ends for good where it succeeded, where the launcher was told to end, and where the command itself cannot be run.

    Raises
    ------
    LaunchError
        It cannot be started as described, or fewer workers than `--min-ranks` have a machine.
    """
    for count in range(options.max_restarts + 1):
        processes = plan(options, {**environment, **({"JMX_RESTART": str(count)} if count else {})})
        prepare(processes)
        supervisor = Supervisor(processes, options.grace, options.tag_output, get("JMX_HEARTBEAT_TIMEOUT"))
        status = supervisor.run()
        if not status or supervisor.told_to_end or status in (*_FOR_GOOD, _REQUEUE) or count == options.max_restarts:
            return status
        if options.min_ranks is not None:
            _leave_out_lost_machines(options)
        _say(f"the job ended with status {status}, and begins again ({count + 1} of {options.max_restarts})")
    raise AssertionError("a job runs at least once")


def prepare(processes: list[Process]) -> None:
    """Run the commands that come before the processes of a job."""
    for process in processes:
        for command in process.preparation:
            done = subprocess.run(command, stdin=subprocess.DEVNULL)
            if done.returncode:
                raise LaunchError(
                    f"copying the folder failed ({os.path.basename(command[0])} to {command[-1]}, status "
                    f"{status_of(done.returncode)})"
                )


def _leave_out_lost_machines(options) -> None:
    """Start no workers on machines that ssh does not reach any more, and as many fewer."""
    machines = [machine for machine in hosts.read(options.hostfile) if machine.name not in options.without]
    places = hosts.place(machines, options.num_workers)
    asked = {}
    for machine in dict.fromkeys(places):
        command = [*ssh_command(machine, options), "-o", f"ConnectTimeout={_ANSWER}", "--", machine.login, "true"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        asked[machine] = subprocess.Popen(command, **quiet)
    lost = {machine for machine, process in asked.items() if not _succeeds(process)}
    if not lost:
        return
    left = sum(place not in lost for place in places)
    names = ", ".join(sorted(machine.name for machine in lost))
    if left < options.min_ranks:
        raise LaunchError(f"{names}: no answer by ssh; {left} workers are left, and --min-ranks asks for {options.min_ranks}", 1)
    options.without |= {machine.name for machine in lost}
    options.num_workers = left
    _say(f"{names}: no answer by ssh; the job goes on with {left} workers")


def _succeeds(process):
    try:
        return process.wait(timeout=2 * _ANSWER) == 0
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False


def _say(text):
    sys.stderr.write(f"jmx launch: {text}\n")
    sys.stderr.flush()
