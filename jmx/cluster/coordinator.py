"""The coordinator of a job: a process that every rank holds a connection to.

It gives out ranks, starts the service that `jax.distributed` needs, and releases a barrier when the last rank has reached it.
When a rank ends, is late, or does something else than the others, it tells all of them which one. It is a process of its own
because a rank may die, and JAX's service ends every process of a job that loses it. The coordinator lasts until the last rank
has closed its connection.
"""

from __future__ import annotations

import collections
import os
import selectors
import signal
import socket
import time

from .. import config
from ..config import jax_internals
from . import wire

#: names by which a machine calls itself
LOOPBACK = ("127.0.0.1", "localhost", "::1")

#: what follows a mistake in how a job was started
REMEDY = (
    "Every process needs a number of its own (JMX_PROCESS_ID, or what srun, mpirun or jmx.launch set), and every job a port of "
    "its own"
)


class _Peer:
    """The coordinator's end of a connection; a member of the job once it has said which rank it is."""

    def __init__(self, connection, host):
        self.connection, self.host = connection, host
        self.rank = self.hello = None
        self.member = self.left = False
        self.arrivals = collections.deque()  # barriers that this rank has reached, and not yet all others

    @property
    def label(self):
        where = f"{self.hello['host']}, process {self.hello['pid']}" if self.hello else self.host
        return where if self.rank is None else f"rank {self.rank} ({where})"


def _ranks(numbers):
    numbers = sorted(numbers)
    text = ", ".join(str(n) for n in numbers[:16]) + (f" and {len(numbers) - 16} more" if len(numbers) > 16 else "")
    return f"rank{'s' if len(numbers) > 1 else ''} {text}"


class Coordinator:
    """Serves one job.

    Parameters
    ----------
    listener : socket
        Bound and listening.
    size : int
        How many ranks the job has.
    start_timeout, timeout, silence : float, optional
        Seconds: for all to join; for the last one to reach a barrier; until a silent machine counts as lost. By default those
        of JMX_START_TIMEOUT, JMX_TIMEOUT and JMX_HEARTBEAT_TIMEOUT.
    start_service : callable, optional
        ``start_service(size, port)`` starts JAX's service and returns its port, best the one after the coordinator's.
    """

    def __init__(self, listener, size, start_timeout=None, timeout=None, silence=None, start_service=None):
        self._listener, self._size = listener, size
        self._start_timeout = config.get("JMX_START_TIMEOUT") if start_timeout is None else start_timeout
        self._timeout = config.get("JMX_TIMEOUT") if timeout is None else timeout
        self._silence = config.get("JMX_HEARTBEAT_TIMEOUT") if silence is None else silence
        self._start_service = start_service or _start_service
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._peers = []
        self._members = []  # by rank, from when all have joined; also those whose connection has ended since
        self._running = False
        self._failure = None
        self._began = time.monotonic()
        self._waiting_since = None  # when the first rank reached the barrier that others have not
        self._waiting = 0  # how many ranks have reached it
        self._incomplete = False  # whether a rank has left, so that no barrier can be completed

    def run(self):
        """Serve until the last connection has ended, or nobody has come within the time for joining."""
        while True:
            for key, _ in self._selector.select(1.0):
                if key.fileobj is self._listener:
                    self._accept()
                else:
                    self._read(key.data)
            self._check_deadlines()
            expired = time.monotonic() - self._began > self._start_timeout + 5
            if not self._peers and (self._running or self._failure or expired):
                return

    def _accept(self):
        try:
            link, address = self._listener.accept()
        except OSError:
            return
        link.settimeout(5)  # for sending; reading waits for the selector
        peer = _Peer(wire.Connection(link, self._silence), address[0])
        self._peers.append(peer)
        self._selector.register(link, selectors.EVENT_READ, peer)
        self._send(peer, {"coordinator": 1})

    def _read(self, peer):
        if peer not in self._peers:
            return
        try:
            messages = peer.connection.receive()
        except wire.NotAMessage:
            return self._drop(peer)
        except OSError as error:
            return self._disconnected(peer, error)
        for message in messages:
            self._handle(peer, message)

    def _handle(self, peer, message):
        if peer.hello is None:
            self._register(peer, message)
        elif "barrier" in message:
            self._arrive(peer, message)
        elif "leave" in message:
            peer.left = self._incomplete = True
            if message["leave"] and not self._failure:
                return self._fail(f"{peer.label} has ended with {message['leave']}")
            self._complete_barriers()

    def _send(self, peer, message):
        try:
            peer.connection.send(message)
        except OSError as error:
            self._disconnected(peer, error)

    def _drop(self, peer):
        if peer in self._peers:
            self._incomplete |= peer.member
            self._peers.remove(peer)
            self._selector.unregister(peer.connection.link)
            peer.connection.link.close()

    def _disconnected(self, peer, error):
        """A connection has ended: the rank has left, or is lost."""
        if peer not in self._peers:
            return
        self._drop(peer)
        if not peer.member or peer.left or self._failure:
            return
        how = "has ended"
        if isinstance(error, TimeoutError) or "no route" in str(error).lower():
            how = f"is lost (silent for {self._silence:g} s: its machine or the network is down)"
        if self._running:
            remedy = "See what it printed last; start the job again from a checkpoint"
            self._fail(f"{peer.label} {how} before it left the job. {remedy}")
        else:
            self._fail(f"{peer.label} {how} before all {self._size} processes had joined")

    # joining

    def _register(self, peer, hello):
        if hello.get("jmx") != 1 or not isinstance(hello.get("size"), int):
            return self._drop(peer)
        peer.hello = hello
        if self._failure:
            return self._send(peer, self._failure)
        rank, size = hello.get("rank"), hello["size"]
        if size != self._size:
            text = f"the job at this address has {self._size} processes, this one expects {size}. {REMEDY}"
            return self._send(peer, {"failure": text})
        twin = next((other for other in self._peers if other.member and rank is not None and other.rank == rank), None)
        if self._running:
            taken = twin.label if twin else f"all {self._size} ranks"
            return self._send(peer, {"failure": f"the job at this address is under way already, and {taken} is in it. {REMEDY}"})
        peer.rank, peer.member = rank, True
        if twin:
            return self._fail(f"two processes say that they are rank {rank}: {twin.label} and {peer.label}. {REMEDY}")
        self._start_when_complete()

    def _start_when_complete(self):
        members = [peer for peer in self._peers if peer.member]
        if len(members) < self._size:
            return
        taken = {peer.rank for peer in members}
        free = iter([rank for rank in range(self._size) if rank not in taken])
        for peer in members:
            if peer.rank is None:
                peer.rank = next(free)
        try:
            port = self._start_service(self._size, self._listener.getsockname()[1])
        except Exception as error:
            return self._fail(f"the service of jax.distributed did not start: {error}")
        self._running = True
        self._members = sorted(members, key=lambda peer: peer.rank)
        labels = [peer.label for peer in self._members]
        # A machine may know itself as 127.0.0.1; the others reach it at the address that their connections came in at.
        reached_at = {peer.connection.link.getsockname()[0] for peer in members if not peer.host.startswith("127.")}
        for peer in members:
            own_host = min(reached_at) if reached_at and peer.host.startswith("127.") else peer.host
            self._send(peer, {"welcome": peer.rank, "port": port, "labels": labels, "own_host": own_host})

    def _check_deadlines(self):
        if self._failure:
            return
        now = time.monotonic()
        if not self._running:
            joined = [peer.rank for peer in self._peers if peer.member]
            if joined and now - self._began > self._start_timeout:
                missing = set(range(self._size)).difference(joined)
                count = f"{self._size - len(joined)} of {self._size} processes"
                self._fail(
                    f"{count if None in joined else _ranks(missing)} did not join within {self._start_timeout:g} s. Look at "
                    "what they printed; where they only need longer, raise JMX_START_TIMEOUT"
                )
        elif self._waiting_since and now - self._waiting_since > self._timeout:
            waiting = [peer for peer in self._members if peer.arrivals]
            late = [peer.label for peer in self._members if not peer.arrivals]
            self._fail(
                f"{', '.join(late[:8])} did not come to {waiting[0].arrivals[0]['description']} within {self._timeout:g} s, "
                f"where {_ranks(peer.rank for peer in waiting)} waited. Where a rank may work alone that long, raise JMX_TIMEOUT"
            )

    # barriers

    def _arrive(self, peer, message):
        if self._failure or not self._running:
            return
        peer.arrivals.append(message)
        if len(peer.arrivals) == 1:
            self._waiting += 1
            self._waiting_since = self._waiting_since or time.monotonic()
        # Looking at all ranks at every arrival would take 0.1 s where there are 500.
        if self._waiting >= self._size or self._incomplete:
            self._complete_barriers()

    def _complete_barriers(self):
        """Release each barrier that all ranks have reached, or tell them that one will not come."""
        while self._waiting and not self._failure and self._running:
            waiting = [peer for peer in self._members if peer.arrivals]
            left = [peer.label for peer in self._members if peer.left and not peer.arrivals]
            if left:
                first = waiting[0].arrivals[0]
                return self._fail(
                    f"{', '.join(left[:8])} has come to the end of its program, while {_ranks(p.rank for p in waiting)} came to "
                    f"{first['description']} (barrier {first['barrier']}). All ranks need the same number of batches"
                )
            if len(waiting) < self._size:
                return
            self._release([peer.arrivals.popleft() for peer in waiting])
            self._waiting = sum(1 for peer in waiting if peer.arrivals)
            self._waiting_since = time.monotonic() if self._waiting else None

    def _release(self, arrivals):
        """All ranks have reached a barrier: `arrivals`, by rank."""
        calls = {}
        for rank, arrival in enumerate(arrivals):
            calls.setdefault((arrival["barrier"], arrival["call"]), []).append(rank)
        if len(calls) > 1:
            differing = [f"{_ranks(ranks)} at {arrivals[ranks[0]]['description']}" for ranks in calls.values()]
            return self._fail(
                f"the ranks do not do the same: {'; '.join(differing[:4])}. All ranks must make the same calls in the same order"
            )
        if "note" not in arrivals[0]:
            return  # announced: nobody waits
        data = wire.pack({"passed": arrivals[0]["barrier"], "notes": [arrival["note"] for arrival in arrivals]})
        for peer in list(self._members):
            self._send(peer, data)

    def _fail(self, text):
        """Tell all ranks that the job cannot go on, and why."""
        self._failure = {"failure": text}
        for peer in list(self._peers):
            if peer.hello:
                self._send(peer, self._failure)


def _start_service(size, port):
    """Start the coordination service that clients of `jax.distributed` register with.

    Returns its port: the one after `port` where that is free. Where jaxlib has no such service under a name that jmx knows, the
    port is for the one that rank 0 starts (`jax.distributed.initialize`).
    """
    config.set_xla_log_level()
    try:
        port = wire.free_port("", port + 1)
    except (OSError, OverflowError):
        port = wire.free_port()
    library = jax_internals.runtime_library()
    if library is None:
        return port
    make = library.get_distributed_runtime_service
    # The coordinator knows at once when a rank has ended: the service shall not judge by itself.
    options = {"heartbeat_timeout": 10**7, "shutdown_timeout": 5}
    try:
        service = make(f"[::]:{port}", size, **options)
    except Exception:  # no IPv6 here
        service = make(f"0.0.0.0:{port}", size, **options)
    _services.append(service)
    return port


#: services live as long as the process
_services = []


def listen(host, port):
    """A socket that listens on `port`, to this machine only where `host` is its own name; OSError where another program does."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1" if host in LOOPBACK else "", port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def main(arguments):
    """Serve a job: `arguments` are host, port and size. Print a line first: that it listens, or why it cannot."""
    # Slurm sends a step's signals to every process of it; ranks that answer one with a checkpoint need the coordinator for it.
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    host, port, size = arguments[0], int(arguments[1]), int(arguments[2])
    try:
        listener = listen(host, port)
    except OSError as error:
        print(error, flush=True)
        return 1
    print("listening", flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    Coordinator(listener, size).run()
    os._exit(0)  # the service's threads need not be waited for
