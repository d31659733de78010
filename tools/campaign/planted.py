"""Do the probes see what is wrong? Faults are put into copies of the tree, one at a time, and probes run on each copy.

    python -m tools.campaign --planted                     all faults of `faults.toml`, and every probe without a fault
    python -m tools.campaign --planted NAME ...            these, and their probes without a fault
    python -m tools.campaign --planted --all-probes        whichever probe sees a fault counts, not only those that it names

A probe runs for as long as it does in `.ci/run`, and ends at its first failure. The exit status is 1 if a fault is not seen, if
one no longer fits the sources, or if a probe fails where there is no fault: then what it sees says nothing.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
import threading
import time
import tomllib
from typing import NamedTuple

from . import NAMES
from .__main__ import ROOT, run_probe


class Fault(NamedTuple):
    """A change to a source, as `faults.toml` has it: `old` stands once in `file`, and `new` takes its place."""

    name: str
    probes: list[str]
    file: str
    old: str
    new: str


FAULTS = [Fault(**said) for said in tomllib.loads(pathlib.Path(__file__).with_name("faults.toml").read_text())["fault"]]
#: seconds that a probe may take beyond its time before it counts as one that hangs
_GRACE = 90
#: what a probe needs beside the sources, as links
_LINKED = ("tools", "tests", "examples", "notebooks", "docs", "pyproject.toml", "README.md")


def changed(fault, root=ROOT):
    """The source of a fault's file with the fault in it; ValueError where it does not fit exactly one place."""
    text = (root / fault.file).read_text()
    count = text.count(fault.old)
    if count != 1:
        raise ValueError(f"{fault.name}: its text stands {count} times in {fault.file}; change tools/campaign/faults.toml")
    return text.replace(fault.old, fault.new)


def _link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def plant(fault, folder):
    """Make a copy of the tree in a folder, with a fault; None for a copy without one."""
    for name in ("jmx", "compat"):
        shutil.copytree(ROOT / name, folder / name, copy_function=_link_or_copy, symlinks=True)
    for name in _LINKED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    if fault is not None:
        text = changed(fault)
        target = folder / fault.file
        target.unlink()  # the file is linked to the good one
        target.write_text(text)


class _Planted:
    """Faults and controls, two at a time."""

    def __init__(self, args, faults, controls):
        self._args = args
        self._waiting = [*((None, probe) for probe in controls), *((fault, None) for fault in faults)]
        self._lock = threading.Lock()
        self.rows = []
        self.failed = []

    def run(self):
        """Run all."""
        workers = [threading.Thread(target=self._work) for _ in range(self._args.jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def _work(self):
        while True:
            with self._lock:
                if not self._waiting:
                    return
                fault, probe = self._waiting.pop(0)
            row = self._control(probe) if fault is None else self._try(fault)
            with self._lock:
                self.rows.append(row)
                print(f"{row[0]}: {row[1] or 'not seen'}, {row[2]:.0f} s", file=sys.stderr, flush=True)

    def _run(self, fault, probes):
        """The probe that failed, the seconds until then, and what it said; the probe is empty where none did."""
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="jmx-planted-") as name:
            folder = pathlib.Path(name)
            plant(fault, folder)
            for probe in probes:
                result = run_probe(probe, self._args.seconds or 30, folder / f"{probe}.json", self._args, folder, grace=_GRACE)
                if result["failures"]:
                    number, text = (result["texts"] or [(-1, "")])[0]
                    return probe, time.monotonic() - began, f"round {number}: {text}"
        return "", time.monotonic() - began, ""

    def _control(self, probe):
        seen, seconds, said = self._run(None, [probe])
        if seen:
            self.failed.append(f"{probe} fails without a fault: {said}")
        return f"no fault, {probe}", "FAILED" if seen else "passed", seconds, said

    def _try(self, fault):
        probes = [*fault.probes, *(name for name in NAMES if self._args.all_probes and name not in fault.probes)]
        try:
            seen, seconds, said = self._run(fault, probes)
        except ValueError as error:
            seen, seconds, said = "", 0.0, str(error)
        if not seen:
            self.failed.append(f"{fault.name} was not seen by {', '.join(probes)}{': ' if said else ''}{said}")
        return fault.name, seen, seconds, said


def main(args):
    """Plant the faults that the command line asks for; the exit status."""
    known = {fault.name: fault for fault in FAULTS}
    unknown = [name for name in args.planted if name not in known]
    if unknown:
        print(f"there is no fault {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    args.first = True
    faults = [known[name] for name in args.planted] or FAULTS
    faults = [fault for fault in faults if not args.probe or set(fault.probes) & set(args.probe)]
    asked = [name for name in NAMES if args.all_probes or any(name in fault.probes for fault in faults)]
    planted = _Planted(args, faults, asked)
    planted.run()
    lines = ["| fault | seen by | seconds | what it said |", "|---|---|---|---|"]
    for name, seen, seconds, said in sorted(planted.rows, key=lambda row: (row[0].startswith("no fault"), row[0])):
        said = " ".join(said.split()).replace("|", "/")[:110]
        lines.append(f"| {name} | {seen or 'NOBODY'} | {seconds:.0f} | {said} |")
    text = "\n".join([*lines, "", *planted.failed]) + "\n"
    print(text, end="")
    if args.report:
        args.report.write_text(text)
    return int(bool(planted.failed))
