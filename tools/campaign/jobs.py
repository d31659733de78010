"""Jobs of two real processes that add up numbers: with strangers at all their ports, or with a rank that is killed.

In an odd round strangers send hostile messages to each port on which the job listens, from its beginning to its end: the job
has to finish with the right sums. One thing is left out: gloo takes who sends the number of a connection that it waits for to be
a rank, as docs/cluster.md says; strangers at its ports do not send such numbers.

In an even round one rank is killed by SIGKILL at a random moment: the other one has to end with an error that names it, in time.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time

from jmx.cluster import wire

from . import Rounds, probe
from ._fake_jobs import hostile

#: a rank: it draws numbers as the other ranks do, so that it knows each sum
_RANK = """
import sys
import numpy as np
import jmx as mx

store = mx.kv.create("dist_sync")
seed, steps = map(int, sys.argv[1:])
drawn = np.random.RandomState(seed)
store.init("w", mx.nd.zeros(1000))
out = mx.nd.zeros(1000)
print("began", flush=True)
for step in range(steps):
    values = drawn.randint(0, 1000, (store.num_workers, 1000)).astype("float32")
    store.pushpull("w", mx.nd.array(values[store.rank]), out=out)
    if not np.array_equal(out.asnumpy(), values.sum(0)):
        sys.exit(f"step {step}: a wrong sum")
print("right", flush=True)
"""

#: seconds for a whole job, and for the survivor of a killed rank to end
_LIMIT, _AFTER_KILL = 120.0, 30.0
_START_TIMEOUT = 20


class _Ranks:
    """The processes of a job."""

    def __init__(self, seed, steps):
        self.port = wire.free_port("127.0.0.1")
        common = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("DMLC_", "SLURM_", "OMPI_", "PMI"))},
            "JMX_COORDINATOR": f"127.0.0.1:{self.port}", "JMX_NUM_PROCESSES": "2", "JMX_START_TIMEOUT": str(_START_TIMEOUT),
            "JMX_JOB_SECRET": os.urandom(16).hex(), "JMX_COMPILE": "behind",
        }  # fmt: skip
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-c", _RANK, str(seed), str(steps)],
                env={**common, "JMX_PROCESS_ID": str(rank)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )  # fmt: skip
            for rank in range(2)
        ]
        self.texts = ["", ""]
        self._readers = [threading.Thread(target=self._read, args=(rank,), daemon=True) for rank in range(2)]
        for reader in self._readers:
            reader.start()

    def _read(self, rank):
        for line in self.processes[rank].stdout:
            self.texts[rank] += line

    def wait(self, seconds):
        """Wait until all have ended; returns whether they did. None is left behind."""
        end = time.monotonic() + seconds
        ended = True
        for process in self.processes:
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                ended = False
                process.kill()
                process.wait()
        for reader in self._readers:
            reader.join(5)
        return ended

    def listening(self):
        """The ports on which the processes and what they have started listen, and the addresses."""
        inodes = set()
        for process in self.processes:
            for pid in [process.pid, *_children(process.pid)]:
                with contextlib.suppress(OSError):
                    for entry in os.scandir(f"/proc/{pid}/fd"):
                        with contextlib.suppress(OSError):
                            inodes.add(os.readlink(entry.path))
        found = set()
        for table in ("tcp", "tcp6"):
            with contextlib.suppress(OSError):
                for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                    words = line.split()
                    if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                        address, port = words[1].split(":")
                        found.add((address, int(port, 16)))
        return found


def _children(pid):
    with contextlib.suppress(OSError):
        return map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return ()


@probe(goal=100, unit="jobs, attacked or with a killed rank")
def run(rounds: Rounds) -> None:
    """Strangers change nothing, and the survivor of a killed rank names it."""
    totals = {"attacked": 0, "messages to their ports": 0, "kills": 0, "slowest after a kill, s": 0.0}
    for number in rounds:
        draw = rounds.random(number)
        if number % 2 == 0:
            totals["kills"] += 1
            took = _kill(rounds, draw)
            totals["slowest after a kill, s"] = max(totals["slowest after a kill, s"], round(took, 1))
        else:
            totals["attacked"] += 1
            totals["messages to their ports"] += _attack(rounds, draw)
    for name, value in totals.items():
        rounds.figure(name, value)


def _attack(rounds, draw):
    ranks = _Ranks(draw.randrange(2**31), 400)
    places, sent, ended = set(), [0], threading.Event()

    def pester(port, source):
        while not ended.is_set():
            with contextlib.suppress(OSError, wire.NotAMessage):
                with socket.create_connection(("127.0.0.1", port), 5) as link:
                    nonce = "0" * 32
                    if port == ranks.port:
                        nonce = wire.read_line(link, time.monotonic() + 5)["nonce"]
                    data = hostile(source, nonce)
                    if port != ranks.port and int.from_bytes(data[:8], "little", signed=True) in range(-1000, 2**20):
                        continue
                    link.settimeout(1)
                    link.sendall(data)
                    sent[0] += 1
            ended.wait(0.005)

    def look():
        while not ended.is_set():
            for place in ranks.listening() - places:
                places.add(place)
                source = type(draw)(draw.getrandbits(64))
                threading.Thread(target=pester, args=(place[1], source), daemon=True).start()
            ended.wait(0.1)

    threading.Thread(target=look, daemon=True).start()
    finished = ranks.wait(_LIMIT)
    ended.set()
    statuses = [process.returncode for process in ranks.processes]
    if not finished or statuses != [0, 0] or any("right" not in text for text in ranks.texts):
        rounds.fail(f"statuses {statuses}{'' if finished else ', not in time'}; {_shown(ranks)}")
    if any(address != "0100007F" for address, _ in places):
        rounds.fail(f"listens beyond 127.0.0.1: {sorted(places)}")
    if len(places) < 3:
        rounds.fail(f"not all of the job's ports were found: {sorted(places)}")
    return sent[0]


def _kill(rounds, draw):
    """Kill a rank; returns the seconds until the other one had ended."""
    ranks = _Ranks(draw.randrange(2**31), 10**6)
    victim = draw.randrange(2)
    if draw.random() < 0.3:  # while it starts
        time.sleep(draw.random() * 2)
    else:
        end = time.monotonic() + 60
        while "began" not in ranks.texts[victim] and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(draw.random() * 0.5)
    os.kill(ranks.processes[victim].pid, signal.SIGKILL)
    began = time.monotonic()
    ended = ranks.wait(_START_TIMEOUT + _AFTER_KILL)
    took = time.monotonic() - began
    survivor, text = ranks.processes[1 - victim], ranks.texts[1 - victim]
    # rank 0 starts the coordinator: without it there is nobody who knows the others
    named = re.search(rf"rank {victim} .*has ended before|rank {victim} did not join within", text)
    never_came = victim == 0 and f"No answer from 127.0.0.1:{ranks.port}" in text and "where rank 0" in text
    if not ended or survivor.returncode != 1 or not (named or never_came):
        rounds.fail(f"rank {victim} was killed, the other ended with {survivor.returncode} after {took:.1f} s; {_shown(ranks)}")
    return took


def _shown(ranks):
    return "; ".join(f"rank {rank}: {text[-800:]}" for rank, text in enumerate(ranks.texts))
