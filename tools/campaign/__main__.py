"""The runner of the probes."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pathlib
import platform
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
from importlib.metadata import version

from tools.campaign import NAMES, Rounds, find

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

#: seconds that a probe may take beyond its time: for its start, and for the round that is under way
GRACE = 180


def main():
    """The command line; the exit status is 1 if a probe failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.campaign", description="Tries attacks and accidents at random.")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, help="for all probes together; a probe ends early when it has reached its goal")
    length.add_argument("--seconds", type=float, help="for each probe (30)")
    parser.add_argument("--probe", action="append", choices=NAMES, help="this one only; may be given more than once")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="repeat this round of the probe")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="probes at a time")
    parser.add_argument("--report", type=pathlib.Path, help="write the table to this file as well")
    parser.add_argument("--planted", nargs="*", metavar="NAME", help="put faults in a copy, one at a time: is each seen?")
    parser.add_argument("--all-probes", action="store_true", help="with --planted: ask all probes of each fault")
    parser.add_argument("--first", action="store_true", help="end a probe at its first failure")
    parser.add_argument("--child", type=pathlib.Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    names = args.probe or list(NAMES)
    if args.child:
        return _child(args, names[0])
    if args.planted is not None:
        return importlib.import_module("tools.campaign.planted").main(args)
    campaign = _Campaign(args, names)
    campaign.run()
    text = campaign.report()
    print(text, end="")
    if args.report:
        args.report.write_text(text)
    return int(len(campaign.results) < len(names) or any(result["failures"] for result in campaign.results.values()))


def _child(args, name):
    """Run one probe, and write what came of it to a file."""
    found = find(name)
    with open(args.child.with_suffix(".round"), "wb", buffering=0) as progress:
        rounds = Rounds(name, args.seed, found.goal, args.seconds or 30, args.only, progress.fileno(), args.first)
        began = time.monotonic()
        found.run(rounds)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    result = {
        "done": rounds.done, "goal": found.goal, "unit": found.unit, "failures": rounds.failures, "texts": rounds.texts,
        "figures": rounds.figures, "seconds": time.monotonic() - began, "megabytes": usage.ru_maxrss / 1024,
    }  # fmt: skip
    args.child.write_text(json.dumps(result))
    return 0


def run_probe(name, seconds, file, args, root=ROOT, grace=GRACE):
    """Run a probe in a process of its own, and see to it that it ends.

    Parameters
    ----------
    name : str
    seconds : float
    file : pathlib.Path
        Where it leaves its result.
    args : argparse.Namespace
        Of the command line: `seed`, `only` and `first` are passed on.
    root : pathlib.Path
        The folder whose `jmx`, `compat` and `tools` are used.
    grace : float
        Seconds that it may take beyond its time.

    Returns
    -------
    dict
        What came of it. A crash or a hang is a failure of the round that it was in.
    """
    command = [sys.executable, "-X", "faulthandler", "-m", "tools.campaign", "--probe", name, "--seed", str(args.seed)]
    command += ["--seconds", str(seconds), "--child", str(file)]
    command += ["--only", str(args.only)] if args.only is not None else []
    command += [*(["--first"] if args.first else [])]
    paths = [str(root), str(root / "compat"), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    began = time.monotonic()
    process = subprocess.Popen(
        command, cwd=root, env=environment, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, text=True, errors="replace",
    )  # fmt: skip
    problem = None
    try:
        _, errors = process.communicate(timeout=seconds + grace)
    except subprocess.TimeoutExpired:
        problem = f"did not end within {seconds + grace:.0f} s"
        os.killpg(process.pid, signal.SIGKILL)
        _, errors = process.communicate()
    if problem is None and process.returncode:
        status = process.returncode
        problem = f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"
    if problem is None:
        return json.loads(file.read_text())
    place = file.with_suffix(".round")
    number = struct.unpack("<q", place.read_bytes())[0] if place.exists() and place.stat().st_size == 8 else -1
    found = find(name)
    return {
        "done": number + 1, "goal": found.goal, "unit": found.unit, "failures": 1, "figures": {}, "megabytes": 0,
        "texts": [(number, f"the probe {problem}\n{errors[-3000:]}")], "seconds": time.monotonic() - began,
    }  # fmt: skip


class _Campaign:
    """Probes that run side by side, each in a process of its own."""

    def __init__(self, args, names):
        self._args = args
        self._waiting = list(names)
        self._running = 0
        self._lock = threading.Lock()
        self.results = {}
        self._end = time.monotonic() + args.minutes * 60 if args.minutes else None

    def run(self):
        """Run all probes."""
        with tempfile.TemporaryDirectory(prefix="jmx-campaign-") as folder:
            workers = [threading.Thread(target=self._work, args=(pathlib.Path(folder),)) for _ in range(self._args.jobs)]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()

    def _work(self, folder):
        while True:
            with self._lock:
                if not self._waiting:
                    return
                seconds = self._share()
                name = self._waiting.pop(0)
            result = run_probe(name, seconds, folder / f"{name}.json", self._args)
            with self._lock:
                self.results[name] = result
                held = "" if not result["failures"] else f", {result['failures']} failed"
                print(
                    f"{name}: {result['done']:,} {result['unit']} in {result['seconds']:.0f} s{held}", file=sys.stderr, flush=True
                )

    def _share(self):
        """Seconds for the next probe: all that is left, but for half of an equal share for those that come after it.

        The longest come first, and most reach their goals before the time is over.
        """
        if self._end is None:
            return self._args.seconds or 30
        waves = -(-len(self._waiting) // self._args.jobs)
        left = self._end - time.monotonic()
        return max(10.0, left - left / waves / 2 * (waves - 1))

    def report(self):
        """The table of all probes, and the texts of the failures."""
        versions = [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in ("jax", "numpy"))]
        lines = [f"{', '.join(versions)}, {os.cpu_count()} cores, seed {self._args.seed}", ""]
        lines += ["| probe | done | of | failed | seconds | MiB | |", "|---|---|---|---|---|---|---|"]
        results = [(name, self.results[name]) for name in NAMES if name in self.results]
        for name, result in results:
            figures = ", ".join(f"{key} {value}" for key, value in result["figures"].items())
            cells = [
                name, f"{result['done']:,} {result['unit']}", f"{result['goal']:,}", result["failures"],
                f"{result['seconds']:.0f}", f"{result['megabytes']:.0f}", figures,
            ]  # fmt: skip
            lines.append(f"| {' | '.join(map(str, cells))} |")
        for name, result in results:
            for number, text in result["texts"]:
                again = f"python -m tools.campaign --seed {self._args.seed} --probe {name} --only {number}"
                lines += ["", f"{name}, round {number}: {text}", f"    {again}"]
        return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
