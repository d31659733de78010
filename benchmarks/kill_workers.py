"""Kill one worker of a job at a random moment, again and again, and go on from the last checkpoint each time.

    python benchmarks/kill_workers.py [--workers 4] [--rounds 20] [--limit 30]

In every round each of the other workers must end within the limit, with an error that names the one that was killed; losses
after all rounds must be those of a run without interruption. Prints a line for each round and a summary; the status says
whether all held.
"""

import argparse
import json
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "tests" / "cluster" / "resumable.py"


def start(folder, workers, steps, every, pause, logs):
    """Start the workers of a job; returns their processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    processes = []
    for rank in range(workers):
        environment = {
            **os.environ, "JMX_COORDINATOR": f"127.0.0.1:{port}", "JMX_NUM_PROCESSES": str(workers), "JMX_PROCESS_ID": str(rank),
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }  # fmt: skip
        command = [sys.executable, PROGRAM, folder, steps, every, pause]
        with open(logs / f"{rank}.log", "wb") as log:
            processes.append(subprocess.Popen([*map(str, command)], stdout=log, stderr=log, env=environment))
    return processes


def ended(processes, limit):
    """Wait for processes; returns the seconds that each took, None for one that had to be killed."""
    began, took = time.monotonic(), {}
    while len(took) < len(processes) and time.monotonic() - began < limit:
        for process in processes:
            if process not in took and process.poll() is not None:
                took[process] = time.monotonic() - began
        time.sleep(0.02)
    for process in processes:
        if process not in took:
            process.kill()
            process.wait()
    return [took.get(process) for process in processes]


def one_round(number, folder, options, chooser):
    logs = folder / f"round-{number}"
    logs.mkdir()
    processes = start(folder, options.workers, 10**6, 5, 0.01, logs)
    began = time.monotonic()
    # from the first seconds, in which the job comes together, to the middle of training
    moment, victim = chooser.uniform(0.2, 8.0), chooser.randrange(options.workers)
    time.sleep(moment)
    early = [process.poll() for process in processes]
    processes[victim].send_signal(signal.SIGKILL)
    rest = [p for p in processes if p is not processes[victim]]
    took = ended(rest, options.limit)
    processes[victim].wait()
    texts = [(logs / f"{rank}.log").read_text(errors="replace") for rank in range(options.workers) if rank != victim]
    begun = all(re.search(r"begins at step", text) for text in texts)
    named = [re.search(rf"MXNetError: .*rank {victim}\b", text) is not None for text in texts]
    codes = [p.returncode for p in rest]
    good = all(t is not None for t in took) and all(code == 1 for code in codes) and not any(early)
    # A worker that dies before it has said who it is cannot be named by number alone; the ones that wait say who is missing.
    good = good and all(named)
    worst = max((t for t in took if t is not None), default=float("nan"))
    print(
        f"round {number}: rank {victim} killed after {moment:.1f} s ({'in training' if begun else 'while starting'}); the others "
        f"ended within {worst:.2f} s, status {codes}, {sum(named)} of {len(named)} name it{'' if good else '  <-- FAILS'}",
        flush=True,
    )
    if not good:
        for rank, text in enumerate(texts):
            print(f"--- log {rank}\n{text[-1500:]}")
    return good, worst, time.monotonic() - began


def losses(folder):
    """The last loss that was written for each step."""
    return dict(json.loads(line) for line in (folder / "losses").read_text().splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds in which all others must have ended")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    # A worker that never joins is missed after this long.
    os.environ.setdefault("JMX_START_TIMEOUT", "15")
    chooser = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "killed"
        folder.mkdir()
        results = [one_round(number, folder, options, chooser) for number in range(options.rounds)]
        done = int((folder / "latest").read_text()) if (folder / "latest").exists() else 0
        last = done + 10
        finishing, whole = folder / "last", pathlib.Path(place) / "whole"
        for at, logs in ((folder, finishing), (whole, whole)):
            logs.mkdir()
            took = ended(start(at, options.workers, last, 5, 0, logs), 300)
            assert None not in took, (logs / "0.log").read_text()
        resumed, expected = losses(folder), losses(whole)
        apart = max(abs(resumed[step] - expected[step]) for step in expected)
        good = sum(ok for ok, _, _ in results)
        print(json.dumps({
            "rounds": options.rounds, "workers": options.workers, "good": good, "steps": last,
            "slowest_end_s": round(max(worst for _, worst, _ in results), 2), "largest_difference_of_losses": apart,
        }))  # fmt: skip
        return 0 if good == options.rounds and apart <= 1e-6 and set(resumed) == set(expected) else 1


if __name__ == "__main__":
    sys.exit(main())
