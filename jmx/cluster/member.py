"""This process's connection to the hub of its job."""

from __future__ import annotations

import os
import socket
import threading
import time

from ..base import MXNetError
from . import wire
from .environment import place

__all__ = ["Member", "current"]

_current = None

#: seconds after the job's failure in which a program may end by itself, while a reduction that it started does not
GRACE = 20.0


def current():
    """The job that this process is a member of, or None. A process joins when JAX is loaded, which this does.

    Raises
    ------
    MXNetError
        The variables that make this process one of several were set after it had used an array.
    """
    from ..config import load_jax

    load_jax()
    if _current is None:
        found = place()
        if found is not None:
            raise MXNetError(
                f"This process is one of {found.size} ({found.source}), which was set after its first array had been made. Set "
                "it before, in the environment that the program is started with."
            )
    return _current


def known():
    """The job that this process has joined by now, or None."""
    return _current


class Member:
    """One rank of a job.

    Attributes
    ----------
    rank, size : int
        Its number, and how many there are.
    port : int
        Where the service for `jax.distributed` listens, on the hub's machine.
    own_host : str
        The address at which the other machines reach this one.
    """

    def __init__(self, connection, welcome, unpack, where, timeout, rest=()):
        self.rank, self.size, self.port = welcome["welcome"], where.size, welcome["port"]
        self.who = welcome["who"]
        self.place = where
        self.own_host = welcome["own"]
        self.failure = None
        self._ready = self._end = None
        self._connection, self._unpack, self._timeout = connection, unpack, timeout
        self._turn = threading.Lock()
        self._changed = threading.Condition()
        self._at = 0
        self._results = {}
        self._pid = os.getpid()
        for message in rest:
            self._take(message)
        threading.Thread(target=self._listen, name="jmx-hub", daemon=True).start()

    def _listen(self):
        while True:
            try:
                data = self._connection.recv(65536)
                messages = self._unpack(data)
            except (OSError, wire.NotAMessage) as error:
                return self._lose(str(error))
            if not data:
                return self._lose("the connection was closed")
            for message in messages:
                self._take(message)

    def _take(self, message):
        with self._changed:
            if "fail" in message:
                self.failure = self.failure or message["fail"]
                self._guard()
            elif "go" in message:
                self._results[message["go"]] = message["notes"]
            self._changed.notify_all()

    def _lose(self, how):
        host, port = self.place.host, self.place.port
        with self._changed:
            self.failure = self.failure or (
                f"lost the hub of the job at {host}:{port} ({how}); it runs beside {self.who[0]}, whose machine may be down"
            )
            self._guard()
            self._changed.notify_all()

    def watch(self, ready, end=None):
        """Keep in mind the reduction that was started last: ``ready()`` says whether it is done, ``end()`` makes it fail."""
        self._ready, self._end = ready, end

    def stuck(self):
        """Whether a reduction is under way, whose result may never come."""
        return self._ready is not None and not self._ready()

    def _guard(self):
        """When the job has failed: end the reduction that is under way, which the program may wait for; or else the process."""
        if self.stuck():
            threading.Thread(target=self._end_if_stuck, name="jmx-guard", daemon=True).start()

    def _end_if_stuck(self):
        time.sleep(1)
        if self._end is not None and self.stuck():
            self._end()
        time.sleep(GRACE)
        if self.stuck():
            os.write(2, f"mxnet.base.MXNetError: {self.error()}\n".encode())
            os._exit(1)

    def meet(self, what, say, note=None):
        """Wait until all ranks are here.

        Parameters
        ----------
        what : str
            What this rank is about to do; the same on all ranks, or all of them get an error.
        say : str
            The same in words, for that error.
        note : JSON value, optional
            Something for the others.

        Returns
        -------
        list
            The notes of all ranks.

        Raises
        ------
        MXNetError
            A rank is lost, late, at its end, or about to do something else.
        """
        with self._turn:
            at = self._say(what, say, note=note)
            # the hub judges who is late; this is for a hub that does not answer
            end = time.monotonic() + self._timeout + 60
            with self._changed:
                while at not in self._results and self.failure is None:
                    self._changed.wait(5)
                    if time.monotonic() > end:
                        hub = f"{self.place.host}:{self.place.port}"
                        self.failure = f"no answer from the hub at {hub} in {self._timeout + 60:g} s"
                if at in self._results:
                    return self._results.pop(at)
            raise self.error()

    def tell(self, what, say):
        """As `meet`, without waiting for the others: for what makes them wait for each other anyway.

        If they do not come, or do something else, it is an error of what follows or of the next meeting.
        """
        with self._turn:
            self._say(what, say)

    def _say(self, what, say, **more):
        """Tell the hub that this rank is here; returns the meeting's number."""
        if os.getpid() != self._pid:
            raise MXNetError("A forked process is no member of its parent's job: reduce and wait in the process that joined.")
        self.check()
        at = self._at
        self._at += 1
        try:
            self._connection.sendall(wire.pack({"at": at, "what": what, "say": say, **more}))
        except OSError as error:
            self._lose(str(error))
            raise self.error() from None
        return at

    def check(self):
        """Raise MXNetError if the job cannot go on."""
        if self.failure is not None:
            raise self.error()

    def error(self, otherwise=None):
        """The MXNetError that says why the job cannot go on; `otherwise` stands in where the hub knows of nothing."""
        return MXNetError(f"rank {self.rank} of {self.size}: {self.failure or otherwise}.")

    def learn(self, seconds):
        """Give the hub some time to say why a reduction failed; returns whether it did."""
        with self._changed:
            return self._changed.wait_for(lambda: self.failure is not None, seconds)

    def leave(self, error=""):
        """Tell the hub that this process ends; `error` says by what, where that is not as planned."""
        if os.getpid() == self._pid and self.failure is None:
            try:
                self._connection.settimeout(5)
                self._connection.sendall(wire.pack({"leave": error[:500]}))
            except OSError:
                pass  # the hub learns it from the connection


def connect(where, start_timeout, patience, hello):
    """Meet the hub and wait until all ranks have; returns connection, welcome, unpacker and messages behind the welcome.

    Raises
    ------
    MXNetError
        Nobody answers there in time, somebody else does, or the hub refuses.
    """
    end = time.monotonic() + start_timeout
    connection = _reach(where, end, start_timeout)
    wire.prepare(connection, patience)
    unpack = wire.Unpacker()
    try:
        connection.settimeout(10)
        rest = _received(connection, unpack, [])
        if "hub" not in rest.pop(0):
            raise wire.NotAMessage
        connection.sendall(wire.pack({"jmx": 1, **hello}))
        # The hub has a limit of its own, and says who is missing.
        connection.settimeout(max(1, end - time.monotonic()) + 30)
        welcome, *rest = _received(connection, unpack, rest)
    except (wire.NotAMessage, TimeoutError):
        raise MXNetError(
            f"What listens at {where.host}:{where.port} is not the hub of this job, or does not start it. Choose another port: "
            "JMX_COORDINATOR=host:port, --port of jmx.launch, or DMLC_PS_ROOT_PORT."
        ) from None
    except OSError as error:
        raise MXNetError(f"Lost the hub at {where.host}:{where.port} before the job began: {error}.") from None
    connection.settimeout(None)
    if "welcome" not in welcome:
        connection.close()
        raise MXNetError(f"This process cannot join its job: {welcome.get('fail', 'the hub is another version')}.")
    return connection, welcome, unpack, rest


def _received(connection, unpack, found):
    """At least one message: those of `found`, or the next ones."""
    while not found:
        data = connection.recv(65536)
        if not data:
            raise wire.NotAMessage
        found = unpack(data)
    return found


def _reach(where, end, start_timeout):
    while True:
        try:
            return socket.create_connection((where.host, where.port), timeout=max(1.0, min(10.0, end - time.monotonic())))
        except OSError as error:
            if time.monotonic() > end:
                rank_0 = "rank 0, which starts the hub with its first array"
                meant = "the scheduler (DMLC_ROLE=scheduler)" if where.scheduled else rank_0
                raise MXNetError(
                    f"No answer from {where.host}:{where.port} within {start_timeout:g} s ({error}), where {meant} should be. Is "
                    "the address right, does that process run, and may this machine reach it?"
                ) from None
            time.sleep(0.05 if end - time.monotonic() > start_timeout - 5 else 0.5)


def set_current(member):
    """Make `member` the job of this process."""
    global _current
    _current = member


# A forked child has the parent's connection, but is no member.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: set_current(None))
