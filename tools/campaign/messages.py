"""Hostile messages to the coordinator of a job that runs: by a grammar of messages, by mutation of right ones, and too long.

In each round a stranger sends something. The job's two ranks pass barriers all the while. Every fiftieth round is instead a job
of its own, whose rank 1 sends what is no message, says who it is not, or does something else than rank 0: the job has to refuse
it, or to fail, naming that rank. Every two hundredth opens more connections than the coordinator keeps, and says nothing: the
oldest are closed. Who stays silent is closed in time.
"""

from __future__ import annotations

import collections
import contextlib
import socket
import threading
import time

from jmx.cluster import coordinator, secret, wire

from . import Rounds, probe
from ._fake_jobs import KEY, Job, hostile, malformed, told
from ._quarrels import TRICKS, Small

#: connections that are left open, as far as the coordinator lets them
_LEFT_OPEN = 400
#: connections of strangers that a coordinator keeps, with one for each of the two ranks; seconds until a silent one is closed
_KEPT, _SILENT = 256 + 2, 10.0


@probe(goal=50_000, unit="hostile messages")
def run(rounds: Rounds) -> None:
    """The job goes on, its barriers are right, and its coordinator does not grow."""
    job = Job()
    left_open = collections.deque()
    before = silent = None
    for number in rounds:
        draw = rounds.random(number)
        if number % 100 == 99:
            _lose_a_rank(rounds, draw)
            continue
        if number % 100 == 49:
            TRICKS[number // 100 % len(TRICKS)](rounds)
            continue
        if number % 200 == 20:
            _crowd(rounds, job)
            continue
        if silent is None:
            silent = Small(), time.monotonic()
            silent[0].come()
        elif time.monotonic() - silent[1] > _SILENT + 4:
            if not _is_closed(silent[0].links[0]):
                rounds.fail(f"a stranger that says nothing is still connected after {_SILENT + 4:g} s")
            silent[0].end()
            silent = None
        data = b""
        try:
            link = job.stranger()
            nonce = wire.read_line(link, time.monotonic() + 20)["nonce"]
            data = hostile(draw, nonce)
            link.settimeout(20)
            answer = _send(link, data)
        except (OSError, wire.NotAMessage) as error:
            rounds.fail(f"{data[:300]!r}: {error!r}")
            continue
        if b"proof" in answer or b"welcome" in answer:
            rounds.fail(f"was admitted by {data[:300]!r}: {answer!r}")
        left_open.append(link)
        if len(left_open) > _LEFT_OPEN or draw.random() < 0.5:
            left_open.popleft().close()
        if job.problem or number % 500 == 0:
            before = before or job.usage()
            _look(rounds, job, data)
            if job.problem:
                job.end()
                job, before = Job(), None
    if before is not None:
        _look(rounds, job, b"")
        threads, connections, resident = job.usage()
        rounds.figure("barriers meanwhile", job.passed)
        rounds.figure("coordinator: threads", threads)
        rounds.figure("coordinator: descriptors", connections)
        rounds.figure("coordinator: MiB more", round((resident - before[2]) / 2**20, 1))
        if threads > before[0] or connections > coordinator.STRANGERS + 40 or resident > before[2] + 2**25:
            rounds.fail(f"threads, connections and bytes of the coordinator: {before} before, {job.usage()} at the end")
    said = job.end()
    if said:
        rounds.fail(f"the coordinator said at its end: {said[-1500:]}")
    for link in left_open:
        link.close()


def _send(link, data):
    """Send without waiting for one who does not read; returns what has been answered by then."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        link.sendall(data)
        link.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            return link.recv(65536)
    return b""


def _look(rounds, job, data):
    """The ranks pass barriers, now as well."""
    before, end = job.passed, time.monotonic() + 30
    while job.passed <= before and not job.problem and time.monotonic() < end:
        time.sleep(0.001)
    if job.problem or job.passed <= before:
        rounds.fail(f"{job.problem or 'no barrier is passed any more'}, last after {data[:300]!r}; {job.said()[-1500:]}")


def _is_closed(link):
    """Whether the other end has closed a connection; what it has sent before is read."""
    link.settimeout(1)
    try:
        while link.recv(65536):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def _crowd(rounds, job):
    """More strangers than there is room for: the coordinator keeps so many, and closes the oldest."""
    links = [job.stranger() for _ in range(_KEPT + 30)]
    passed, end = job.passed, time.monotonic() + 10
    while job.passed <= passed + 5 and time.monotonic() < end:  # what came before is done then
        time.sleep(0.01)
    _, connections, _ = job.usage()
    if connections > _KEPT + 40:
        rounds.fail(f"the coordinator keeps {connections} descriptors open; {_KEPT} strangers are the most")
    if not all(_is_closed(link) for link in links[:20]):
        rounds.fail("the oldest strangers were not closed when there were too many")
    if _is_closed(links[-1]):
        rounds.fail("a stranger was closed that came last")
    for link in links:
        link.close()


def _lose_a_rank(rounds, draw):
    listener = coordinator.listen("127.0.0.1", 0)
    server = coordinator.Coordinator(listener, 2, KEY, 30, 30, 30, lambda _: "tcp:1")
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    links = []
    for rank in range(2):
        link = socket.create_connection(listener.getsockname(), 20)
        secret.introduce(link, KEY, "rank", {"rank": rank, "size": 2, "host": "here", "pid": 1})
        links.append(link)
    data = malformed(draw)
    try:
        with links[0].makefile("rb") as stream:
            links[0].settimeout(20)
            told(stream)  # the welcome
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                links[1].sendall(data)
            said = told(stream).get("failure", "")
            if not said.startswith("rank 1 (here, process 1) has sent something that is no message of jmx"):
                rounds.fail(f"the other rank was told {said!r} after {data[:300]!r}")
    except (OSError, ValueError) as error:
        rounds.fail(f"the other rank got {error!r} after {data[:300]!r}")
    for link in links:
        link.close()
    thread.join(20)
    listener.close()
    server.close()
    if thread.is_alive():
        rounds.fail(f"the coordinator did not end after {data[:300]!r}")
