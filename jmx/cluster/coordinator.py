"""The coordinator of a job: a process that every rank holds a connection to.

It gives out ranks, starts the service that `jax.distributed` needs, and releases a barrier when the last rank has reached it.
When a rank ends, is late, or does something else than the others, it tells all of them which one. It is a process of its own
because a rank may die, and JAX's service ends every process of a job that loses it. The coordinator lasts until the last rank
has closed its connection.

Whoever connects is a stranger until it has shown that it knows the job's secret. A stranger can send one short message, has some
seconds for it, and costs the job nothing else.
"""

from __future__ import annotations

import collections
import errno
import os
import secrets
import selectors
import signal
import socket
import sys
import time

from .. import config
from ..config import jax_internals
from ..config.system import machine, processes, sockets
from . import messages, relay, secret, wire

#: connections that have not shown yet that they belong to the job, besides one for each rank; more replace the oldest
STRANGERS = 256

#: what follows a mistake in how a job was started
REMEDY = (
    "Every process needs a number of its own (JMX_PROCESS_ID, or what srun, mpirun or jmx.launch set), and every job a port of "
    "its own"
)


class _Peer:
    """The coordinator's end of a connection: a stranger, until `hello` says who it is; a member of the job once it has a rank."""

    def __init__(self, connection, host):
        self.connection, self.host = connection, host
        self.nonce, self.came = secrets.token_hex(16), time.monotonic()
        self.rank = self.hello = None
        self.member = self.left = False
        self.arrivals = collections.deque()  # barriers that this rank has reached, and not yet all others

    @property
    def label(self):
        where = f"{self.hello['host']}, process {self.hello['pid']}"
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
    key : bytes
        The job's, of `secret.key`.
    start_timeout, timeout, silence : float, optional
        Seconds: for all to join; for the last one to reach a barrier; until a silent machine counts as lost. By default those
        of JMX_START_TIMEOUT, JMX_TIMEOUT and JMX_HEARTBEAT_TIMEOUT.
    start_service : callable, optional
        ``start_service(size)`` starts JAX's service and returns its address: ``unix:path``, or ``tcp:port`` of this machine.
    """

    def __init__(self, listener, size, key, start_timeout=None, timeout=None, silence=None, start_service=None) -> None:
        self._listener, self._size, self._key = listener, size, key
        listener.setblocking(False)
        self._start_timeout = config.get("JMX_START_TIMEOUT") if start_timeout is None else start_timeout
        self._timeout = config.get("JMX_TIMEOUT") if timeout is None else timeout
        self._silence = config.get("JMX_HEARTBEAT_TIMEOUT") if silence is None else silence
        self._start_service = start_service or _start_service
        self._selector = selectors.DefaultSelector()
        self._selector.register(listener, selectors.EVENT_READ)
        self._strangers = {}  # those that have not shown that they know the secret, the oldest first
        self._peers = []  # all others
        self._twins = []  # what was said to those whose rank another one had
        self._service = None  # the address of JAX's
        self._pipes = None  # to it
        self._members = []  # by rank, from when all have joined; also those whose connection has ended since
        self._running = False
        self._failure = None
        self._began = time.monotonic()
        self._waiting_since = None  # when the first rank reached the barrier that others have not
        self._waiting = 0  # how many ranks have reached it
        self._said_alive = 0  # how often the ranks were told that this process runs
        self._incomplete = False  # whether a rank has left, so that no barrier can be completed

    def run(self) -> None:
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
        for _ in range(64):
            try:
                link, address = self._listener.accept()
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno not in (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM):
                    continue  # it has gone again
                if not self._drop_oldest_stranger():
                    time.sleep(0.05)
                return
            try:
                link.settimeout(5)  # for sending; reading waits for the selector
                peer = _Peer(wire.Connection(link, self._silence, wire.STRANGERS_LIMIT), address[0])
                peer.connection.send({"coordinator": messages.VERSION, "nonce": peer.nonce})
            except OSError:
                link.close()
                continue
            self._strangers[peer] = None
            self._selector.register(link, selectors.EVENT_READ, peer)
            if len(self._strangers) > STRANGERS + self._size:
                self._drop_oldest_stranger()

    def _drop_oldest_stranger(self):
        oldest = next(iter(self._strangers), None)
        if oldest is not None:
            self._drop(oldest)
        return oldest is not None

    def _read(self, peer):
        if peer in self._strangers:
            return self._admit(peer)
        if peer not in self._peers:
            return
        try:
            for message in peer.connection.receive():
                self._handle(peer, messages.of_rank(message))
        except wire.NotAMessage:
            self._disconnected(peer, "has sent something that is no message of jmx, and was cut off,")
        except OSError as error:
            self._disconnected(peer, self._how_ended(error))

    def _admit(self, peer):
        """Read what a stranger sends: it belongs to the job if it can show that it knows the secret."""
        try:
            arrived = peer.connection.receive()
            if not arrived:
                return
            text, proof = messages.envelope(arrived.pop())
            if arrived or not peer.connection.is_empty:
                raise wire.NotAMessage
            if not secret.is_right(proof, secret.proof(self._key, "rank", peer.nonce, text)):
                peer.connection.send({"refused": "the secret is another one"})
                raise wire.NotAMessage
            peer.hello = messages.hello(text)
            peer.connection.send({"proof": secret.proof(self._key, "coordinator", peer.nonce, text)})
        except (wire.NotAMessage, OSError):
            return self._drop(peer)
        del self._strangers[peer]
        if peer.hello["purpose"] == "service":
            return self._connect_to_service(peer)
        peer.connection.limit = wire.LIMIT
        self._peers.append(peer)
        self._register(peer)

    def _connect_to_service(self, peer):
        """Hand on what comes from a rank's client of JAX to the service."""
        self._selector.unregister(peer.connection.link)
        far = sockets.unix()
        try:
            far.connect((self._service or "").removeprefix("unix:"))
        except OSError:  # the job does not run yet, or JAX's service is elsewhere
            far.close()
            peer.connection.link.close()
            return
        self._pipes = self._pipes or relay.Pipes()
        self._pipes.add(peer.connection.link, far)

    def _handle(self, peer, message):
        if "barrier" in message:
            return self._arrive(peer, message)
        peer.left = self._incomplete = True
        if message["leave"] and not self._failure:
            return self._fail(f"{peer.label} has ended with {message['leave']}")
        self._complete_barriers()

    def _send(self, peer, message):
        try:
            peer.connection.send(message)
        except OSError as error:
            self._disconnected(peer, self._how_ended(error))

    def _drop(self, peer):
        if peer in self._strangers:
            del self._strangers[peer]
        elif peer in self._peers:
            self._incomplete |= peer.member
            self._peers.remove(peer)
        else:
            return
        self._selector.unregister(peer.connection.link)
        peer.connection.link.close()

    def _how_ended(self, error):
        if isinstance(error, TimeoutError) or "no route" in str(error).lower():
            return f"is lost (silent for {self._silence:g} s: its machine or the network is down)"
        return "has ended"

    def _disconnected(self, peer, how):
        """A connection has ended: the rank has left, or is lost."""
        if peer not in self._peers:
            return
        self._drop(peer)
        if not peer.member or peer.left or self._failure:
            return
        if self._running:
            remedy = "See what it printed last; start the job again from a checkpoint"
            self._fail(f"{peer.label} {how} before it left the job. {remedy}")
        else:
            self._fail(f"{peer.label} {how} before all {self._size} processes had joined")

    # joining

    def _register(self, peer):
        if self._failure:
            return self._refuse(peer, self._failure["failure"])
        rank, size = peer.hello["rank"], peer.hello["size"]
        if size != self._size:
            text = f"the job at this address has {self._size} processes, this one expects {size}. {REMEDY}"
            return self._refuse(peer, text)
        twin = next((other for other in self._peers if other.member and rank is not None and other.rank == rank), None)
        if self._running:
            taken = twin.label if twin else f"all {self._size} ranks"
            return self._refuse(peer, f"the job at this address is under way already, and {taken} is in it. {REMEDY}")
        peer.rank = rank
        if twin:
            text = f"two processes say that they are rank {rank}: {twin.label} and {peer.label}"
            self._twins.append(text)
            return self._refuse(peer, f"{text}. The first keeps its place. {REMEDY}")
        peer.member = True
        self._start_when_complete()

    def _refuse(self, peer, text):
        self._send(peer, {"failure": text})
        self._drop(peer)

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
            self._service = self._start_service(self._size)
        except Exception as error:
            return self._fail(f"the service of jax.distributed did not start: {error}")
        self._running = True
        self._members = sorted(members, key=lambda peer: peer.rank)
        labels = [peer.label for peer in self._members]
        # A machine may know itself as 127.0.0.1; the others reach it at the address that their connections came in at.
        reached_at = {peer.connection.link.getsockname()[0] for peer in members if not peer.host.startswith("127.")}
        for peer in members:
            own_host = min(reached_at) if reached_at and peer.host.startswith("127.") else peer.host
            self._send(peer, {"welcome": peer.rank, "service": self._service, "labels": labels, "own_host": own_host})

    def _check_deadlines(self):
        now = time.monotonic()
        while self._strangers and now - next(iter(self._strangers)).came > secret.LIMIT:
            self._drop_oldest_stranger()
        if self._failure:
            return
        self._say_alive(now)
        if not self._running:
            joined = [peer.rank for peer in self._peers if peer.member]
            if joined and now - self._began > self._start_timeout:
                missing = set(range(self._size)).difference(joined)
                count = f"{self._size - len(joined)} of {self._size} processes"
                who = count if None in joined else _ranks(missing)
                remedy = "Look at what they printed; where they only need longer, raise JMX_START_TIMEOUT"
                if self._twins:
                    remedy = f"But {'; '.join(self._twins[:4])}. {REMEDY}"
                self._fail(f"{who} did not join within {self._start_timeout:g} s. {remedy}")
        elif self._waiting_since and now - self._waiting_since > self._timeout:
            waiting = [peer for peer in self._members if peer.arrivals]
            late = [peer.label for peer in self._members if not peer.arrivals]
            self._fail(
                f"{', '.join(late[:8])} did not come to {waiting[0].arrivals[0]['description']} within {self._timeout:g} s, "
                f"where {_ranks(peer.rank for peer in waiting)} waited. Where a rank may work alone that long, raise JMX_TIMEOUT"
            )

    def _say_alive(self, now):
        """Now and then a message to each rank, which by that knows a coordinator that is stopped from one that waits."""
        if self._running and now - self._began > (self._said_alive + 1) * alive_every(self._timeout):
            self._said_alive = int((now - self._began) / alive_every(self._timeout))
            for peer in [peer for peer in self._peers if peer.member and not peer.left]:
                self._send(peer, {"alive": self._said_alive})

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
            self._send(peer, self._failure)

    def close(self) -> None:
        """Leave no trace of the service."""
        for peer in [*self._strangers, *self._peers]:
            self._drop(peer)
        if self._service and self._service.startswith("unix:"):
            relay.remove(self._service.removeprefix("unix:"))


def alive_every(timeout) -> float:
    """Seconds between two signs of life of a coordinator, whose ranks wait `timeout` seconds for each other."""
    return min(60.0, max(1.0, timeout / 4))


def _start_service(size):
    """Start the coordination service that clients of `jax.distributed` register with; returns its address.

    It asks nobody who they are, so that it listens at a Unix socket in a folder that is this user's alone: `relay` leads there.
    Where jaxlib has no such service under a name that jmx knows, a port is chosen for the one that rank 0 starts
    (`jax.distributed.initialize`).
    """
    config.set_xla_log_level()
    library = jax_internals.runtime_library()
    if library is None or not sockets.HAS_UNIX:
        return f"tcp:{wire.free_port()}"
    address = f"unix:{relay.private_socket()}"
    # The coordinator knows at once when a rank has ended: the service shall not judge by itself.
    _services.append(library.get_distributed_runtime_service(address, size, heartbeat_timeout=10**7, shutdown_timeout=5))
    return address


#: services live as long as the process
_services = []


def _address_to_listen_at(host):
    """Family and address of the one place where ranks connect that know the coordinator by `host`; or of all of this machine's.

    A machine may know itself by an address that is not the one that others reach it at: where its name stands for 127.0.1.1,
    or for several, or it is behind a translation of addresses.
    """
    if host == "localhost":
        return socket.AF_INET, "127.0.0.1"
    try:
        found = {(family, where[0]) for family, *_, where in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)}
    except OSError:
        return socket.AF_INET, ""
    found = {pair for pair in found if pair[0] == socket.AF_INET} or found
    family, address = min(found)
    if len(found) > 1 or wire.is_loopback(address) and not wire.is_loopback(host):
        address = ""
    return family, address


def listen(host, port):
    """A socket that listens on `port` at the address that `host` stands for; OSError where another program does."""
    family, address = _address_to_listen_at(host)
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, port))
        except OSError as error:
            if error.errno != errno.EADDRNOTAVAIL:
                raise
            listener.bind(("", port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def serve(listener, size, key) -> None:
    """Be the coordinator of a job, to its end."""
    # each rank has a connection of its own and one to JAX's service, which has another
    machine.allow_open_files(4 * size + 2 * STRANGERS + 256)
    coordinator = Coordinator(listener, size, key)
    try:
        coordinator.run()
    finally:
        coordinator.close()


def main(arguments) -> int:
    """Serve a job: `arguments` are host, port and size, and the standard input has its key.

    Print a line first: that it listens, or why it cannot.
    """
    # Slurm sends a step's signals to every process of it; ranks that answer one with a checkpoint need the coordinator for it.
    for number in processes.signals("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"):
        signal.signal(number, signal.SIG_IGN)
    host, port, size = arguments[0], int(arguments[1]), int(arguments[2])
    key = bytes.fromhex(sys.stdin.readline())
    try:
        listener = listen(host, port)
    except OSError as error:
        print(error, flush=True)
        return 1
    print("listening", flush=True)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    serve(listener, size, key)
    os._exit(0)  # the service's threads need not be waited for
