"""Jobs whose ranks say who they are not, leave, are late, or do not do the same: what the coordinator tells the others."""

from __future__ import annotations

import contextlib
import socket
import threading

from jmx.cluster import coordinator, secret, wire

from ._fake_jobs import KEY, told


class Small:
    """A coordinator in a thread, and the connections to it."""

    def __init__(self, timeout=30):
        self.listener = coordinator.listen("127.0.0.1", 0)
        self._server = coordinator.Coordinator(self.listener, 2, KEY, 30, timeout, 30, lambda _: "tcp:1")
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        self.links = []

    def come(self):
        """A connection that says nothing."""
        link = socket.create_connection(self.listener.getsockname(), 20)
        self.links.append(link)
        return link

    def join(self, rank, size=2, key=KEY):
        """A connection that says it is this rank, as a stream."""
        link = self.come()
        link.settimeout(20)
        secret.introduce(link, key, "rank", {"rank": rank, "size": size, "host": "here", "pid": 1})
        return link.makefile("rwb")

    def end(self):
        """Close everything; returns whether the coordinator has ended."""
        for link in self.links:
            with contextlib.suppress(OSError):  # its other end has gone
                link.shutdown(socket.SHUT_RDWR)
            link.close()
        self._thread.join(20)
        self.listener.close()
        self._server.close()
        return not self._thread.is_alive()


def _say(stream, message):
    stream.write(wire.pack(message))
    stream.flush()


def _barrier(number, call="c"):
    return {"barrier": number, "call": call, "description": f"the call {call}", "note": 1}


def _twin(rounds, job):
    """A second rank 1 comes, one of a larger job, and one more when all are there."""
    first = job.join(1)
    said = told(job.join(1)).get("failure", "")
    if "two processes say that they are rank 1" not in said:
        rounds.fail(f"a second rank 1 was told {said!r}")
    said = told(job.join(0, size=3)).get("failure", "")
    if "has 2 processes, this one expects 3" not in said:
        rounds.fail(f"a rank of a job of 3 was told {said!r}")
    second = job.join(0)
    welcomes = [told(second).get("welcome"), told(first).get("welcome")]
    if welcomes != [0, 1]:
        rounds.fail(f"the ranks were welcomed as {welcomes}")
    said = told(job.join(None)).get("failure", "")
    if "is under way already" not in said:
        rounds.fail(f"who came after the beginning was told {said!r}")
    for stream in (first, second):
        _say(stream, {"leave": ""})


def _both(job):
    streams = [job.join(rank) for rank in range(2)]
    for stream in streams:
        told(stream)
    return streams


def _expect(rounds, stream, words, what):
    said = told(stream).get("failure", "")
    if words not in said:
        rounds.fail(f"{what}: the other rank was told {said!r}, not {words!r}")


def _differ(rounds, job):
    """The ranks come to different calls."""
    streams = _both(job)
    for stream, call in zip(streams, "ab"):
        _say(stream, _barrier(0, call))
    _expect(rounds, streams[0], "the ranks do not do the same", "different calls")


def _leave(rounds, job):
    """A rank ends with an error."""
    streams = _both(job)
    _say(streams[1], {"leave": "ValueError: boo"})
    _expect(rounds, streams[0], "rank 1 (here, process 1) has ended with ValueError: boo", "a rank that left with an error")


def _finish(rounds, job):
    """A rank comes to its end while the other one waits."""
    streams = _both(job)
    _say(streams[0], _barrier(0))
    _say(streams[1], {"leave": ""})
    _expect(rounds, streams[0], "has come to the end of its program", "a rank that left")


def _end(rounds, job):
    """A rank's connection ends."""
    streams = _both(job)
    job.links[1].shutdown(socket.SHUT_RDWR)
    _expect(rounds, streams[0], "rank 1 (here, process 1) has ended before it left the job", "a connection that ended")


def _twice(rounds, job):
    """A rank sends a message in which a name stands twice."""
    streams = _both(job)
    streams[1].write(b'{"leave":"ValueError","leave":""}\n')
    streams[1].flush()
    _expect(rounds, streams[0], "rank 1 (here, process 1) has sent something that is no message of jmx", "a name twice")


def _wait(rounds, job):
    """A rank does not come to a barrier in time."""
    streams = _both(job)
    _say(streams[0], _barrier(0))
    _expect(rounds, streams[0], "did not come to the call c within 2 s", "a rank that is late")


def _refuse(rounds, job):
    """Somebody has another secret."""
    try:
        job.join(0, key=bytes(32))
        rounds.fail("a rank with another secret was admitted")
    except secret.Refused:
        pass
    for stream in _both(job):
        _say(stream, {"leave": ""})


def _trick(play, timeout=30):
    def run(rounds):
        job = Small(timeout)
        try:
            play(rounds, job)
        except (OSError, ValueError, wire.NotAMessage, secret.Refused) as error:
            rounds.fail(f"{play.__doc__.strip()} {error!r}")
        if not job.end():
            rounds.fail(f"{play.__doc__.strip()} The coordinator did not end.")

    return run


#: what a round plays, given the `Rounds`
TRICKS = (*map(_trick, (_twin, _twice, _differ, _leave, _finish, _end, _refuse)), _trick(_wait, 2))
