"""Runs jmx in surroundings that containers and clusters have: a small /dev/shm, no home, full and read-only disks, quotas.

    python -m tools.surroundings [--only NAME ...] [--markdown]

Each case is a mount namespace (`unshare`, so that root is needed, on Linux) in which one program imports jmx, trains a network
for a few steps, compiles, saves and loads, and reads batches of 25 MB from two workers. It shall end with the right numbers, or
with one error that says what is wrong. Nothing outside of the namespaces is changed; groups for quotas are removed again.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = pathlib.Path("/sys/fs/cgroup")

PROGRAM = """
import os, sys, tempfile
import numpy as np
import jmx as mx
from jmx import autograd, gluon
from jmx.config.system import machine
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Conv2D(4, 3), gluon.nn.Dense(2))
net.initialize()
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
x = mx.nd.array(np.linspace(0, 1, 2 * 3 * 8 * 8).reshape(2, 3, 8, 8))
for _ in range(3):
    with autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(2)
assert np.isfinite(loss.asscalar())
with mx.util.bit_equal():  # by XLA
    assert mx.nd.dot(mx.nd.ones((3, 3)), mx.nd.ones((3, 3))).sum().asscalar() == 27
class Rows(gluon.data.Dataset):
    def __len__(self):
        return 8
    def __getitem__(self, i):
        return np.full((1600, 1024), i, np.float32)
sums = [int(batch[:, 0, 0].sum().asscalar()) for batch in gluon.data.DataLoader(Rows(), 4, num_workers=2)]
assert sums == [6, 22], sums
place = os.environ.get("WRITABLE")
if place:
    net.save_parameters(os.path.join(place, "net.params"))
    net.load_parameters(os.path.join(place, "net.params"))
print("right", machine.usable_cores())
"""

#: name: what it is, what is mounted or set before, how the program is started, and what is to come out
CASES = {
    "plain": ("as it is", "", ""),
    "shm-64m": ("/dev/shm of 64 MB, as Docker's", "mount -t tmpfs -o size=64m tmpfs /dev/shm", ""),
    "shm-none": ("nothing can be written to /dev/shm", "mount -t tmpfs -o ro tmpfs /dev/shm", ""),
    "tmp-read-only": ("/tmp cannot be written", "mount -t tmpfs -o ro tmpfs /tmp", "unset WRITABLE;"),
    "tmp-noexec": ("nothing in /tmp may be run", "mount -t tmpfs -o noexec tmpfs /tmp", "export WRITABLE=/tmp;"),
    "home-read-only": ("the home cannot be written", "mount -t tmpfs -o ro tmpfs {home}", ""),
    "home-noexec": ("nothing in the home may be run", "mount -t tmpfs -o noexec tmpfs {home}", ""),
    "home-full": ("the home's disk is full", "mount -t tmpfs -o size=256k tmpfs {home}; head -c 1m /dev/zero > {home}/x || true",
                  ""),
    "home-missing": ("HOME names no folder", "", "export HOME=/nonexistent;"),
    "home-unset": ("no HOME", "", "unset HOME;"),
    "read-only": ("nothing can be written (docker run --read-only)", "mount -t tmpfs -o ro tmpfs /tmp; "
                  "mount -t tmpfs -o ro tmpfs /var/tmp; mount -t tmpfs -o ro tmpfs /dev/shm; "
                  "mount -t tmpfs -o ro tmpfs {home}", "unset WRITABLE; cd /;"),
    "nobody": ("another user, without a name or a home", "chmod 777 {writable}",
               "export HOME=/nonexistent; exec setpriv --reuid 54321 --regid 54321 "
               "--clear-groups --inh-caps +dac_read_search --ambient-caps +dac_read_search"),
    "files-64": ("64 open files", "", "ulimit -n 64;"),
    "locale-c": ("no language", "", "export LC_ALL=C; unset LANG;"),
    "proc-none": ("no /proc", "mount -t tmpfs tmpfs /proc", ""),
    "cpu-1": ("a quota of one processor (docker run --cpus 1)", "group cpu cpu.cfs_quota_us 100000", ""),
    "memory-1500m": ("1.5 GB of memory (docker run --memory)", "group memory memory.limit_in_bytes 1572864000", ""),
}  # fmt: skip


@contextlib.contextmanager
def group(words, name):
    """A control group with one limit, version 1; its folder."""
    controller, file, value = words
    folder = GROUPS / controller / name
    folder.mkdir()
    try:
        (folder / file).write_text(value)
        yield folder
    finally:
        folder.rmdir()


def run(name, python):
    """(status, last line that the program wrote, seconds)."""
    _, prepare, start = CASES[name]
    with contextlib.ExitStack() as stack:
        # not below /tmp, where some cases mount something else
        folders = [tempfile.TemporaryDirectory(dir=ROOT.parent, prefix=".surroundings-") for _ in range(2)]
        home, writable = map(stack.enter_context, folders)
        lines, words = ["set -e"], prepare.split()
        if words[:1] == ["group"]:
            folder = stack.enter_context(group(words[1:], f"jmx-{os.getpid()}"))
            lines.append(f"echo $$ > {folder}/cgroup.procs")
            lines.append(f"mount --bind {folder} {GROUPS / words[1]}")  # what a container sees
        else:
            lines.append(prepare.format(home=home, writable=writable))
        program = pathlib.Path(writable, "program.py")
        program.write_text(PROGRAM, encoding="utf-8")
        os.chmod(writable, 0o755)
        lines += [f"export HOME={home} WRITABLE={writable}", f"{start} {python} -W ignore {program}"]
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("JMX_", "XDG_", "TMPDIR"))}
        environment["PYTHONPATH"] = str(ROOT)
        began = time.monotonic()
        done = subprocess.run(
            ["unshare", "-m", "sh", "-c", "\n".join(lines)], capture_output=True, text=True, errors="replace", timeout=600,
            cwd="/", env=environment,
        )  # fmt: skip
        said = (done.stdout if not done.returncode else done.stderr).strip().splitlines() or [""]
        return done.returncode, said[-1], time.monotonic() - began


def why_not():
    """Why namespaces cannot be made here, or None."""
    if not sys.platform.startswith("linux") or os.geteuid() or not shutil.which("unshare"):
        return "needs Linux, root and unshare"
    covered = [path for path in (sys.prefix, str(ROOT)) if path.startswith(("/tmp/", "/var/tmp/"))]
    if covered:
        return f"{covered[0]} is in a folder for temporary files, where some cases mount another one"
    done = subprocess.run(["unshare", "-m", "true"], capture_output=True, text=True)
    return done.stderr.strip() or None


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES), help="names of cases")
    parser.add_argument("--markdown", action="store_true", help="print a table")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has what jmx needs")
    options = parser.parse_args(argv)
    reason = why_not()
    if reason:
        print(f"surroundings: {reason}", file=sys.stderr)
        return 2
    failed = 0
    if options.markdown:
        print("| surroundings | result | seconds |\n|---|---|---|")
    for name in options.only:
        status, said, seconds = run(name, options.python)
        result = f"right, {said.split()[1]} cores" if not status and said.startswith("right") else f"status {status}: {said}"
        failed += not result.startswith("right")
        line = f"| {CASES[name][0]} | {result} | {seconds:.1f} |" if options.markdown else f"{name}: {result}, {seconds:.1f} s"
        print(line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
