"""What a worker is told in its environment."""

from __future__ import annotations

import os
import re
import secrets
import sys
from typing import Any

from ..cluster import wire
from .options import LaunchError

#: variables that workers on other machines get without being asked for
_PREFIXES = ("JMX_", "MXNET_", "DMLC_", "NCCL_", "JAX_", "XLA_")
_NAMES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "KMP_AFFINITY", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONUNBUFFERED")
#: what says where a process stands in a job: another job's values must not reach this one's workers
PLACE = (
    "JMX_COORDINATOR", "JMX_NUM_PROCESSES", "JMX_PROCESS_ID", "JMX_LOCAL_PROCESSES", "JMX_LOCAL_PROCESS_ID",
    "JMX_MEMBER_PROCESS", "JMX_JOB_SECRET",
    "DMLC_ROLE", "DMLC_NUM_WORKER", "DMLC_NUM_SERVER", "DMLC_PS_ROOT_URI", "DMLC_PS_ROOT_PORT", "DMLC_WORKER_ID",
    "DMLC_TASK_ID", "DMLC_NODE_HOST", "DMLC_JOB_CLUSTER",
)  # fmt: skip


#: what shells take for the name of a variable; other names would be part of a command
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def secret_of_job(environment, own) -> dict[str, str]:
    """The variable with the secret of a job, by which its workers know one another. It is no part of any command line.

    It is drawn at random, unless the user's variables `own` have one, or `environment` names a file with one, which the workers
    then read.
    """
    given = own.pop("JMX_JOB_SECRET", "")
    if given and (len(given) < 16 or not given.isprintable()):
        raise LaunchError("JMX_JOB_SECRET: expected at least 16 printable characters, drawn at random")
    if not given and {**environment, **own}.get("JMX_JOB_SECRET_FILE"):
        return {}
    return {"JMX_JOB_SECRET": given or secrets.token_hex(32)}


def _inherited(environment):
    """The variables of `environment`, less those of a job that this process itself belongs to."""
    return {name: value for name, value in environment.items() if name not in PLACE}


def here(environment, own) -> dict[str, str]:
    """What a worker on this machine gets: all that is inherited, and `own` variables."""
    inherited = _inherited(environment)
    return {"PYTHONUNBUFFERED": "1", **inherited, "PATH": _path(inherited), **own}


def beyond(given, environment) -> dict[str, str]:
    """Those of the variables `given` that `environment` does not have, or has with another value."""
    return {name: value for name, value in given.items() if environment.get(name) != value}


def elsewhere(environment, own, job):
    """What a worker on another machine gets: some of what is inherited, `own` variables, and those of its job.

    What a shell could not have for a variable is left out, with a note.
    """
    carried = {name: value for name, value in sorted(_inherited(environment).items())
               if name in _NAMES or name.startswith(_PREFIXES)}  # fmt: skip
    for name in [name for name in carried if not _NAME.fullmatch(name)]:
        del carried[name]
        sys.stderr.write(f"jmx launch: not passed on, since {name!r} is no name of a variable for a shell\n")
    return {"PYTHONUNBUFFERED": "1", **carried, **own, **job}


def of_job(options, host, port) -> dict[str, str]:
    """The variables that all workers of a job share: where worker 0 waits, and how many there are, in both languages."""
    return {
        "JMX_COORDINATOR": wire.address(host, port),
        "JMX_NUM_PROCESSES": str(options.num_workers),
        "DMLC_ROLE": "worker",
        "DMLC_NUM_WORKER": str(options.num_workers),
        "DMLC_NUM_SERVER": str(options.num_servers),
        "DMLC_PS_ROOT_URI": host,
        "DMLC_PS_ROOT_PORT": str(port),
        "DMLC_JOB_CLUSTER": options.launcher,
    }


def of_worker(rank, local_rank, local_count) -> dict[str, str]:
    """The variables of one worker: its number in the job, its number on its machine, and how many there are on it."""
    return {
        "JMX_PROCESS_ID": str(rank),
        "JMX_LOCAL_PROCESS_ID": str(local_rank),
        "JMX_LOCAL_PROCESSES": str(local_count),
        "DMLC_WORKER_ID": str(rank),
        "DMLC_TASK_ID": str(rank),
    }


def scripts_of_environment() -> Any:
    """The folder with `python` of the virtual environment that the launcher runs in, or None."""
    return os.path.dirname(sys.executable) if sys.prefix != sys.base_prefix else None


def _path(environment):
    """The search path for commands: that of `environment`, behind the launcher's own virtual environment if that is not in it.

    So `python` means the Python that the launcher was started with where the environment was never activated.
    """
    folders, scripts = environment.get("PATH", os.defpath), scripts_of_environment()
    return folders if scripts is None or scripts in folders.split(os.pathsep) else scripts + os.pathsep + folders
