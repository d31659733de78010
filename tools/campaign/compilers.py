"""Compilers that are missing, fail, hang, or print rubbish; places where nothing may be executed: programs compute all the same.

What jmx compiles by the machine's C compiler makes programs faster, and is never needed. A round gives a program such a compiler:
its numbers must be right, it must end in time and in order, say why it goes without, and leave no process.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile

from . import Rounds, probe
from ._programs import Programs, fatal

_LIMIT = 60.0
#: seconds after which a compiler is given up in these programs, in place of two minutes
_PATIENCE = 2
_PROGRAM = f"""
import mxnet as mx
from mxnet import nd
from jmx.native import compiler, onednn
compiler._PATIENCE = {_PATIENCE}
said = onednn.describe()
print("said", said, flush=True)
c = nd.Convolution(nd.ones((2, 4, 20, 20)), nd.ones((4, 4, 3, 3)), no_bias=True, kernel=(3, 3), num_filter=4).asnumpy()
assert (c == 36).all(), c[0, 0, 0]
print("right", flush=True)
"""

#: what a compiler does -> what must be said of it; None for what is read nowhere
SCRIPTS = {
    "exit 0": "wrote no library",
    "exec sleep 300": "the C compiler: Command",
    "head -c 100000 /dev/urandom >&2; exit 1": "ended with status 1",
    "exit 1": "ended with status 1",
    "echo no >&2; exit 7": "ended with status 7: no",
    "head -c 3000000 /dev/zero; exit 1": "ended with status 1",
    "kill -9 $$": "ended with status -9",
    'while [ "$1" != -o ]; do shift; done; head -c 5000 /dev/urandom > "$2"': "not used: ",
    'while [ "$1" != -o ]; do shift; done; : > "$2"': "not used: ",
    'while [ "$1" != -o ]; do shift; done; mkdir "$2"': "not used: ",
    "trap '' TERM INT; exec sleep 300": "the C compiler: Command",
    "while :; do :; done": "the C compiler: Command",
    "sleep 300 & wait": "the C compiler: Command",
    "sleep 300 & exit 1": "not used: ",
    "cat; sleep 300": "the C compiler: Command",
}
#: values of CC that are no program
WORDS = {
    "/nonexistent/cc": "there is no C compiler '/nonexistent/cc'", "'": "there is no C compiler", "/etc/passwd": "not used: ",
    "/tmp": "not used: ", "cc --nonsense": "ended with status 1",
    "   ": None,
}  # fmt: skip


@probe(goal=300, unit="programs with such a compiler")
def run(rounds: Rounds) -> None:
    """A compiler a round."""
    first, words = list(SCRIPTS.items()), [(("CC", word), said) for word, said in WORDS.items()]
    cases = [*first[:4], *words[:2], *first[4:], *words[2:], ("noexec", None)]  # what shows most comes first
    with tempfile.TemporaryDirectory() as name:
        programs = Programs(name)
        patient = _PROGRAM.replace(f"_PATIENCE = {_PATIENCE}", "_PATIENCE = 100")
        whether = programs.run(patient, 2 * _LIMIT, JMX_CACHE_DIR=os.path.join(name, "good"), JMX_PREBUILT="0")[1]
        without = "not used" in whether and "compiler" not in whether  # oneDNN itself is missing: nothing is compiled
        for number in rounds:
            case, said = cases[number % len(cases)]
            _one(rounds, programs, pathlib.Path(name, f"round-{number}"), case, None if without else said)
        programs.close()


def _one(rounds, programs, folder, case, said):
    folder.mkdir()
    environment = {"JMX_CACHE_DIR": str(folder / "cache"), "JMX_PREBUILT": "0"}
    mounted = None
    if case == "noexec":
        mounted = _mounted(folder / "tmp")
        if mounted is None:
            return
        environment["TMPDIR"] = mounted
    elif isinstance(case, tuple):
        environment["CC"] = case[1]
    else:
        script = folder / "cc"
        script.write_text(f"#!/bin/sh\n{case}\n")
        script.chmod(0o755)
        environment["CC"] = str(script)
    try:
        _judge(rounds, programs, case, said, environment)
    finally:
        if mounted is not None:
            subprocess.run(["umount", mounted], check=False, capture_output=True)


def _begun(environment):
    """What a program's compiler has begun and left: these processes have the program's folders in their environment."""
    mark, found = f"JMX_CACHE_DIR={environment['JMX_CACHE_DIR']}".encode(), []
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError):
            if mark in pathlib.Path(f"/proc/{int(entry)}/environ").read_bytes().split(b"\0"):
                found.append(pathlib.Path(f"/proc/{entry}/comm").read_text().strip())
                os.kill(int(entry), signal.SIGKILL)
    return found


def _judge(rounds, programs, case, said, environment):
    programs.start(_PROGRAM, **environment)
    status = programs.end(_LIMIT)
    text = programs.text
    if status != 0 or "right" not in text:
        rounds.fail(f"{case}: {'did not end' if status is None else f'ended with {status}'}: {text[-1500:]}")
    elif line := fatal(text):
        rounds.fail(f"{case}: printed {line!r}")
    elif said is not None and said not in text:
        rounds.fail(f"{case}: did not say {said!r}: {text[-500:]}")
    elif case == "noexec" and "said used" not in text:
        rounds.fail(f"{case}: oneDNN is not used where the folder for temporary files may not be executed: {text[-300:]}")
    if left := programs.left(1.0) or _begun(environment):
        rounds.fail(f"{case}: {left} are left")


def _mounted(folder):
    """A folder in which nothing may be executed, or None where none can be made."""
    folder.mkdir()
    options = ["mount", "-t", "tmpfs", "-o", "noexec,size=20m", "tmpfs", str(folder)]
    try:
        return str(folder) if subprocess.run(options, capture_output=True).returncode == 0 else None
    except OSError:
        return None
