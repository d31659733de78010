"""What JAX finds on this machine, asked in a process of its own: a driver that crashes or hangs takes only that one with it.

`inspect` starts the process, which prints one line of JSON after whatever libraries say.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

from .. import config
from ..native import kernels, onednn

#: before the line that counts
MARK = "jmx-probe:"

_CODE = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from jmx.cli._probe import answer; answer()"


def _device(context, device):
    """What is known of one device."""
    facts = {"context": context, "platform": device.platform, "id": device.id, "kind": device.device_kind}
    try:
        memory = device.memory_stats() or {}
    except Exception as error:  # what a driver raises is not foreseeable
        facts["problem"] = _line(error)
        memory = {}
    if "bytes_limit" in memory:
        facts["memory"] = {"limit": memory["bytes_limit"], "in_use": memory.get("bytes_in_use", 0)}
    return facts


def _line(error):
    return " ".join(f"{type(error).__name__}: {error}".split())


def answer() -> None:
    """Print what JAX finds. Runs in the process that `inspect` started."""
    facts = {"devices": [], "problems": [], "cache": None, "default": None, "onednn": None, "kernels": None}
    try:
        try:
            config.configure_jax()
        except Exception as error:  # a setting that cannot be read; JAX works without
            facts["problems"].append(_line(error))
        import jax

        facts["cache"] = jax.config.jax_compilation_cache_dir
        facts["default"] = jax.default_backend()
        facts["onednn"], facts["kernels"] = onednn.describe(), kernels.describe()
        for platform in ("cpu", "gpu"):
            try:
                devices = jax.local_devices(backend=platform)
            except RuntimeError as error:
                if "Unknown backend" not in str(error):
                    facts["problems"].append(_line(error))
                continue
            facts["devices"] += [_device(f"{platform}({i})", device) for i, device in enumerate(devices)]
    except Exception as error:
        facts["problems"].append(_line(error))
    print("\n" + MARK + json.dumps(facts), flush=True)
    os._exit(0)  # a plugin that hangs at exit has nothing to add


def _ask(timeout, **variables):
    """One process: (what it found or None, what went wrong)."""
    # The probe must not allocate a GPU's memory, nor wait for the other processes of a job.
    environment = {"XLA_PYTHON_CLIENT_PREALLOCATE": "false", **config.environment_of_lone_process(), **variables}
    command_line = [sys.executable, "-c", _CODE, json.dumps(sys.path)]
    try:
        done = subprocess.run(command_line, env=environment, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, [f"JAX did not list its devices within {timeout:g} s: a driver or a plugin hangs"]
    except OSError as error:
        return None, [f"{sys.executable} cannot be started: {error}"]
    # oneDNN's own, on arm64 without the system's files on the processor: it then leaves out what only some processors need
    said = [line.strip() for line in done.stderr.splitlines() if line.strip() and "/xbyak_aarch64/" not in line]
    for line in reversed(done.stdout.splitlines()):
        if line.startswith(MARK):
            return json.loads(line[len(MARK) :]), said[-5:]
    if done.returncode < 0:
        how = f"signal {-done.returncode} ({signal.Signals(-done.returncode).name})"
    else:
        how = f"status {done.returncode}"
    return None, [f"listing devices ended with {how}", *said[-5:]]


def inspect(timeout=60.0) -> dict[Any, Any]:
    """Return what JAX finds here, whatever state its drivers are in.

    Parameters
    ----------
    timeout : float
        Seconds after which a process that lists devices is given up.

    Returns
    -------
    dict
        `devices` : a list of dicts with `context`, `platform`, `id`, `kind` and, if the device reports it, `memory`
        (`limit` and `in_use` in bytes). `problems` : a list of sentences. `cache` : the folder of compiled programs, or None.
        `default` : JAX's default platform, or None. `onednn` : whether oneDNN is used on the CPU, or why not, in words, or None.
        `kernels` : the same of the kernels in C.
    """
    facts, said = _ask(timeout)
    if facts is not None and facts["devices"]:
        facts["problems"] += said
        return facts
    problems = (facts["problems"] if facts is not None else []) + said
    # Without the GPUs' plugin at least the CPU can be described.
    facts, said = _ask(timeout, JAX_PLATFORMS="cpu")
    if facts is None:
        return {"devices": [], "problems": problems + said, "cache": None, "default": None, "onednn": None, "kernels": None}
    facts["problems"] = problems + [line for line in facts["problems"] + said if line not in problems]
    if facts["devices"]:
        facts["problems"].append("these are the devices with JAX_PLATFORMS=cpu, which leaves the GPUs out")
    return facts
