"""Start the processes of a job and collect what they print."""

import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from jmx.cluster.wire import free_port

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
#: lines of XLA's own log: JAX 0.10.0 says of each program from its cache that it knows not all units of a processor with AVX-512
_LOGGED = re.compile(r"^[IWE]\d{4} \d\d:\d\d:\d\d.*\n", re.MULTILINE)


def environment(**variables):
    """This process's environment without what concerns jobs, and with `variables`."""
    drop = ("DMLC_", "SLURM_", "OMPI_", "PMI_", "JMX_COORD", "JMX_NUM", "JMX_PROC", "JMX_LOCAL", "JMX_CLUSTER", "JMX_MEMBER")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(drop)}
    path = os.pathsep.join([str(ROOT), str(ROOT / "compat"), *filter(None, [kept.get("PYTHONPATH")])])
    return {**kept, "PYTHONPATH": path, **{name: str(value) for name, value in variables.items()}}


def start(command, **variables):
    return subprocess.Popen(
        [sys.executable, *map(str, command)], env=environment(**variables), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def finish(processes, timeout=120):
    """Wait for processes; returns [(status, what it printed)]. None of them is left behind.

    All are read at once: one whose pipe is full would wait, and the others for it.
    """
    readers = ThreadPoolExecutor(len(processes))
    try:
        printed = [readers.submit(process.communicate, timeout=timeout) for process in processes]
        texts = [reading.result()[0] for reading in printed]
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
        readers.shutdown()
    return [(process.returncode, _LOGGED.sub("", text)) for process, text in zip(processes, texts)]


def job(size, command, timeout=120, **variables):
    """Run a job of `size` processes of one command; returns [(status, what it printed)] by rank."""
    variables = {"JMX_COORDINATOR": f"127.0.0.1:{free_port()}", "JMX_NUM_PROCESSES": size, **variables}
    return finish([start(command, JMX_PROCESS_ID=rank, **variables) for rank in range(size)], timeout)
