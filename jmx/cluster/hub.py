"""The hub of a job: a process that every rank holds a connection to.

It gives out ranks, starts the service that `jax.distributed` needs, lets all ranks go on when the last one has come to a
meeting, and tells all of them which one is missing when one ends, is late, or does something else than the others. It is a
process of its own because JAX's service ends every process of a job that loses it, and a rank may die; the hub lasts until
the last rank has closed its connection.
"""

from __future__ import annotations

import collections
import json
import os
import selectors
import signal
import socket
import sys
import time

from .. import config
from ..config import jax_internals as _jax_internals
from . import wire

#: names by which a machine calls itself
LOOPBACK = ("127.0.0.1", "localhost", "::1")

#: what follows a mistake in how a job was started
REMEDY = (
    "Every process needs a number of its own (JMX_PROCESS_ID, or what srun, mpirun or jmx.launch set), and every job a port of "
    "its own"
)


class _Peer:
    def __init__(self, connection, address):
        self.connection, self.address = connection, address
        self.unpack = wire.Unpacker()
        self.rank = self.hello = None
        self.member = self.left = False
        self.arrivals = collections.deque()

    @property
    def label(self):
        where = f"{self.hello['host']}, process {self.hello['pid']}" if self.hello else self.address[0]
        return where if self.rank is None else f"rank {self.rank} ({where})"


def _ranks(numbers):
    numbers = sorted(numbers)
    text = ", ".join(str(n) for n in numbers[:16]) + (f" and {len(numbers) - 16} more" if len(numbers) > 16 else "")
    return f"rank{'s' if len(numbers) > 1 else ''} {text}"


class Hub:
    """Serves one job.

    Parameters
    ----------
    listener : socket
        Bound and listening.
    size : int
        How many ranks the job has.
    start_timeout, timeout, patience : float
        Seconds: for all to join; for the last one to come to a meeting; until a silent machine counts as gone.
    start_service : callable
        ``start_service(size, port)`` starts JAX's service and returns its port, best the one behind the hub's.
    """

    def __init__(self, listener, size, start_timeout, timeout, patience, start_service):
        self._listener, self._size = listener, size
        self._start_timeout, self._timeout, self._patience = start_timeout, timeout, patience
        self._start_service = start_service
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._peers = []
        self._members = []  # by rank, from when all have joined; also those that have gone since
        self._running = False
        self._failure = None
        self._began = time.monotonic()
        self._first_arrival = None
        self._arrived = 0
        self._short = False  # whether a rank has left, so that no meeting can be complete

    def run(self):
        """Serve until the last rank has gone, or nobody has come within the time for joining."""
        while True:
            for key, _ in self._selector.select(1.0):
                if key.fileobj is self._listener:
                    self._accept()
                else:
                    self._read(key.data)
            self._watch()
            over = time.monotonic() - self._began > self._start_timeout + 5
            if not self._peers and (self._running or self._failure or over):
                return

    def _accept(self):
        try:
            connection, address = self._listener.accept()
        except OSError:
            return
        wire.prepare(connection, self._patience)
        connection.settimeout(5)  # for sending; reading waits for the selector
        peer = _Peer(connection, address)
        self._peers.append(peer)
        self._selector.register(connection, selectors.EVENT_READ, peer)
        self._send(peer, {"hub": 1})

    def _read(self, peer):
        if peer not in self._peers:
            return
        try:
            data = peer.connection.recv(65536)
            messages = peer.unpack(data)
        except wire.NotAMessage:
            return self._drop(peer)
        except OSError as error:
            return self._gone(peer, error)
        if not data:
            return self._gone(peer, None)
        for message in messages:
            self._take(peer, message)

    def _take(self, peer, message):
        if peer.hello is None:
            self._greet(peer, message)
        elif "at" in message:
            self._arrive(peer, message)
        elif "leave" in message:
            peer.left = self._short = True
            if message["leave"] and not self._failure:
                return self._fail(f"{peer.label} has ended with {message['leave']}")
            self._watch_meeting()

    def _send(self, peer, message):
        try:
            peer.connection.sendall(message if isinstance(message, bytes) else wire.pack(message))
        except OSError as error:
            self._gone(peer, error)

    def _drop(self, peer):
        if peer in self._peers:
            self._short |= peer.member
            self._peers.remove(peer)
            self._selector.unregister(peer.connection)
            peer.connection.close()

    def _gone(self, peer, error):
        """A connection has ended: by the rank's own will, or the rank is lost."""
        if peer not in self._peers:
            return
        self._drop(peer)
        if not peer.member or peer.left or self._failure:
            return
        silent = isinstance(error, TimeoutError) or "no route" in str(error).lower()
        lost = f"is lost (silent for {self._patience:g} s: its machine or the network is down)"
        how = lost if silent else "has ended"
        if self._running:
            remedy = "See what it printed last; start the job again from a checkpoint"
            self._fail(f"{peer.label} {how} before it left the job. {remedy}")
        else:
            self._fail(f"{peer.label} {how} before all {self._size} processes had joined")

    # joining

    def _greet(self, peer, hello):
        if hello.get("jmx") != 1 or not isinstance(hello.get("size"), int):
            return self._drop(peer)
        peer.hello = hello
        if self._failure:
            return self._send(peer, self._failure)
        rank, size = hello.get("rank"), hello["size"]
        if size != self._size:
            text = f"the job at this address has {self._size} processes, this one expects {size}. {REMEDY}"
            return self._send(peer, {"fail": text})
        others = [other for other in self._peers if other.member and other is not peer]
        twins = [other for other in others if other.rank == rank and rank is not None]
        if self._running:
            taken = twins[0].label if twins else f"all {self._size} ranks"
            return self._send(peer, {"fail": f"the job at this address is under way already, and {taken} is in it. {REMEDY}"})
        peer.rank, peer.member = rank, True
        if twins:
            return self._fail(f"two processes say that they are rank {rank}: {twins[0].label} and {peer.label}. {REMEDY}")
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
        who = [peer.label for peer in self._members]
        # A machine may know itself as 127.0.0.1; the others reach it at the address that their connections came in at.
        seen = {peer.connection.getsockname()[0] for peer in members if not peer.address[0].startswith("127.")}
        for peer in members:
            own = peer.address[0]
            if seen and own.startswith("127."):
                own = min(seen)
            self._send(peer, {"welcome": peer.rank, "port": port, "who": who, "own": own})

    def _watch(self):
        if self._failure:
            return
        if not self._running:
            if any(peer.member for peer in self._peers) and time.monotonic() - self._began > self._start_timeout:
                here = {peer.rank for peer in self._peers if peer.member}
                missing = [rank for rank in range(self._size) if rank not in here]
                count = self._size - sum(peer.member for peer in self._peers)
                what = _ranks(missing) if None not in here else f"{count} of {self._size} processes"
                self._fail(
                    f"{what} did not join within {self._start_timeout:g} s. Look at what they printed; where they only need "
                    "longer, raise JMX_START_TIMEOUT"
                )
        elif self._first_arrival and time.monotonic() - self._first_arrival > self._timeout:
            here = [peer for peer in self._members if peer.arrivals]
            late = [peer.label for peer in self._members if not peer.arrivals]
            self._fail(
                f"{', '.join(late[:8])} did not come to {here[0].arrivals[0]['say']} within {self._timeout:g} s, where "
                f"{_ranks(peer.rank for peer in here)} waited. Where a rank may work alone that long, raise JMX_TIMEOUT"
            )

    # meetings

    def _arrive(self, peer, message):
        if self._failure or not self._running:
            return
        peer.arrivals.append(message)
        if len(peer.arrivals) == 1:
            self._arrived += 1
            self._first_arrival = self._first_arrival or time.monotonic()
        # Looking at all ranks for every one of them would take 0.1 s where there are 500.
        if self._arrived >= self._size or self._short:
            self._watch_meeting()

    def _watch_meeting(self):
        """Let all ranks go on when the last one has come, or tell them that one will not come."""
        while self._arrived and not self._failure and self._running:
            here = [peer for peer in self._members if peer.arrivals]
            left = [peer.label for peer in self._members if peer.left and not peer.arrivals]
            if left:
                first = here[0].arrivals[0]
                return self._fail(
                    f"{', '.join(left[:8])} has come to the end of its program, while {_ranks(p.rank for p in here)} came to "
                    f"{first['say']} (meeting {first['at']}). All ranks need the same number of batches"
                )
            if len(here) < self._size:
                return
            self._meet([peer.arrivals.popleft() for peer in here])
            self._arrived = sum(1 for peer in here if peer.arrivals)
            self._first_arrival = time.monotonic() if self._arrived else None

    def _meet(self, arrivals):
        """All ranks are here, `arrivals` by rank."""
        kinds = {}
        for rank, arrival in enumerate(arrivals):
            kinds.setdefault((arrival["at"], arrival["what"]), []).append(rank)
        if len(kinds) > 1:
            told = [f"{_ranks(found)} at {arrivals[found[0]]['say']}" for found in kinds.values()]
            return self._fail(
                f"the ranks do not do the same: {'; '.join(told[:4])}. All ranks must make the same calls in the same order"
            )
        if "note" not in arrivals[0]:
            return  # nobody waits
        data = wire.pack({"go": arrivals[0]["at"], "notes": [arrival["note"] for arrival in arrivals]})
        for peer in list(self._members):
            self._send(peer, data)

    def _fail(self, text):
        """Tell everybody that the job cannot go on, and why."""
        self._failure = {"fail": text}
        for peer in list(self._peers):
            if peer.hello:
                self._send(peer, self._failure)


def start_service(size, near):
    """Start the coordination service that clients of `jax.distributed` register with; returns its port, the one behind
    `near` where that is free.

    Where jaxlib has no such service under a name that jmx knows, the port is for the one that rank 0 starts
    (`jax.distributed.initialize`).
    """
    config.set_xla_log_level()
    port = _free_port(near + 1) or _free_port(0)
    library = _jax_internals.runtime_library()
    if library is None:
        return port
    make = library.get_distributed_runtime_service
    # The hub knows at once when a rank has gone: the service shall not judge by itself.
    options = {"heartbeat_timeout": 10**7, "shutdown_timeout": 5}
    try:
        service = make(f"[::]:{port}", size, **options)
    except Exception:  # no IPv6 here
        service = make(f"0.0.0.0:{port}", size, **options)
    _services.append(service)
    return port


def _free_port(wanted):
    with socket.socket() as probe:
        try:
            probe.bind(("", wanted))
        except (OSError, OverflowError):
            return 0
        return probe.getsockname()[1]


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
    """Serve a job as a command line says (host, port, size, start timeout, timeout, patience); first print whether it can."""
    # Slurm sends a step's signals to every process of it; ranks that answer one with a checkpoint need the hub for it.
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    host, port, size = arguments[0], int(arguments[1]), int(arguments[2])
    start_timeout, timeout, patience = map(float, arguments[3:6])
    try:
        listener = listen(host, port)
    except OSError as error:
        print(json.dumps({"error": error.strerror or str(error)}), flush=True)
        return 1
    print(json.dumps({"listening": listener.getsockname()[1]}), flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    Hub(listener, size, start_timeout, timeout, patience, start_service).run()
    sys.stdout.flush()
    os._exit(0)  # the service's threads need not be waited for


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
