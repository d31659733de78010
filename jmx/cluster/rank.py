"""This process as a rank of its job: its connection to the coordinator."""

from __future__ import annotations

import ipaddress
import os
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

from .. import config
from ..base import MXNetError
from ..config.locks import RLock
from ..config.system import sockets
from ..config.system.processes import at_fork
from . import messages, secret, wire
from .environment import place

if TYPE_CHECKING:
    from .wire import Connection


__all__ = ["Rank", "current"]

_current = None

#: seconds beyond JMX_TIMEOUT after which a coordinator that says nothing counts as stopped
_AFTER = 10.0
#: seconds after the job's failure in which a program may end by itself, while a reduction that it started does not
GRACE = 20.0


def current() -> Rank | None:
    """The rank that this process is, or None outside of a job. A process joins its job when JAX is loaded, which this does.

    Raises
    ------
    MXNetError
        The variables that make this process one of several were set after it had used an array.
    """
    from ..config import load_jax

    load_jax()
    if _current is None:
        where = place()
        if where is not None:
            raise MXNetError(
                f"This process is one of {where.size} ({where.source}), which was set after its first array had been made. Set "
                "it before, in the environment that the program is started with."
            )
    return _current


def joined() -> Rank | None:
    """The rank that this process is in the job that it has joined by now, or None."""
    return _current


class Rank:
    """One rank of a job.

    Attributes
    ----------
    number, size : int
        Its number, and how many there are.
    place : Place
        What the environment said.
    service : str
        The address of the service for `jax.distributed` on the coordinator's machine: ``unix:path``, or ``tcp:port``.
    own_host : str
        The address at which the other machines reach this one.
    labels : list of str
        Number, host and process of each rank.
    failure : str or None
        Why the job cannot go on.
    overlaps : bool
        Whether gradients are summed while others are computed: between machines, where a sum mostly waits. Processes of one
        machine share its cores, of which a sum needs some.
    """

    def __init__(self, connection, where, timeout, welcome, *others) -> None:
        self.number, self.size, self.service = welcome["welcome"], where.size, welcome["service"]
        self.labels, self.own_host = welcome["labels"], welcome["own_host"]
        self.place = where
        self.failure = None
        wished = config.get("JMX_OVERLAP")
        self.overlaps = wished if wished is not None else not wire.is_loopback(where.host)
        self._is_ready = self._abort = None
        self._connection, self._timeout = connection, timeout
        self._one_call = RLock()  # of a program's threads
        self._changing = RLock()
        self._changed = threading.Condition(self._changing)
        self._next_barrier = 0
        self._notes = {}  # of the barriers that were passed and nobody has asked for yet
        self._pid = os.getpid()
        for message in others:
            self._handle(message)
        # its signs of life are more frequent than that
        connection.link.settimeout(self.patience)
        threading.Thread(target=self._listen, name="jmx-coordinator", daemon=True).start()

    def _listen(self):
        while True:
            try:
                self._receive()
            except wire.NotAMessage:
                return self._lose_coordinator("it has sent something that is no message of jmx")
            except OSError as error:
                if isinstance(error, TimeoutError) and error.errno is None:  # the system's have a number
                    return self._lose_coordinator(f"it has said nothing for {self.patience:g} s, and may be stopped")
                return self._lose_coordinator(str(error))

    def _receive(self):
        for message in self._connection.receive():
            self._handle(messages.of_coordinator(message))

    def _handle(self, message):
        with self._changing:
            if "failure" in message:
                self._fail(message["failure"])
            elif "passed" in message:
                self._notes[message["passed"]] = message["notes"]
            self._changed.notify_all()

    def _lose_coordinator(self, reason):
        where = wire.address(self.place.host, self.place.port)
        with self._changing:
            beside = f"it runs beside {self.labels[0]}, whose machine may be down"
            self._fail(f"lost the coordinator of the job at {where} ({reason}); {beside}")
            self._changed.notify_all()

    @property
    def patience(self) -> float:
        """Seconds after which what ranks do together will not end any more: the coordinator would have named who is late."""
        return self._timeout + _AFTER

    def give_up(self, reason) -> None:
        """The job cannot go on, for a reason that the coordinator does not see."""
        with self._changing:
            self._fail(reason)
            self._changed.notify_all()

    def _fail(self, failure):
        """Remember why the job has failed. The reduction that is under way, which the program may wait for, shall end, or else
        the process."""
        self.failure = self.failure or failure
        if self.is_reducing():
            threading.Thread(target=self._end_reduction, name="jmx-guard", daemon=True).start()

    def _end_reduction(self):
        time.sleep(1)
        if self._abort is not None and self.is_reducing():
            self._abort()
        time.sleep(GRACE)
        if self.is_reducing():
            os.write(2, f"mxnet.base.MXNetError: {self.error()}\n".encode())
            os._exit(1)

    def watch(self, is_ready, abort=None) -> None:
        """Remember the reduction that was started last: ``is_ready()`` says whether it is done, ``abort()`` makes it fail."""
        self._is_ready, self._abort = is_ready, abort

    def is_reducing(self) -> bool:
        """Whether a reduction is under way, whose result may never come."""
        return self._is_ready is not None and not self._is_ready()

    def barrier(self, call, description, note=None) -> list[Any]:
        """Wait until all ranks are here.

        Parameters
        ----------
        call : str
            What this rank is about to do; the same on all ranks, or all of them get an error.
        description : str
            The same in words, for that error.
        note : JSON value, optional
            Something for the other ranks.

        Returns
        -------
        list
            The notes of all ranks.

        Raises
        ------
        MXNetError
            A rank is lost, late, at its end, or about to do something else.
        """
        with self._one_call:
            return self.passed(self.arrive(call, description, note))

    def arrive(self, call, description, note=None) -> int:
        """The first half of `barrier`, which does not wait: returns the number that `passed` takes."""
        with self._one_call:
            return self._arrive(call, description, note=note)

    def passed(self, number) -> list[Any]:
        """The second half of `barrier`: wait until all ranks have come to that number; returns their notes."""
        with self._changing:
            self._await(number)
            if number in self._notes:
                return self._notes.pop(number)
        raise self.error()

    def _await(self, number) -> None:
        limit = self._timeout + 60  # the coordinator judges who is late; this is for one that does not answer
        end = time.monotonic() + limit
        while number not in self._notes and self.failure is None:
            self._changed.wait(5)
            if time.monotonic() > end:
                where = wire.address(self.place.host, self.place.port)
                self.failure = f"no answer from the coordinator at {where} in {limit:g} s"

    def announce(self, call, description) -> None:
        """As `barrier`, without waiting for the others: for what makes them wait for each other anyway.

        If they do not come, or do something else, it is an error of what follows or of the next barrier.
        """
        with self._one_call:
            self._arrive(call, description)

    def _arrive(self, call, description, **note):
        """Tell the coordinator that this rank is here; returns the barrier's number."""
        if os.getpid() != self._pid:
            raise MXNetError("A forked process is no rank of its parent's job: reduce and wait in the process that joined.")
        self.check()
        number = self._next_barrier
        self._next_barrier += 1
        try:
            self._connection.send({"barrier": number, "call": call, "description": description, **note})
        except OSError as error:
            self._lose_coordinator(str(error))
            raise self.error() from None
        return number

    def check(self) -> None:
        """Raise MXNetError if the job cannot go on."""
        if self.failure is not None:
            raise self.error()

    def error(self, otherwise=None) -> MXNetError:
        """The MXNetError that says why the job cannot go on: `otherwise`, where the coordinator knows of no reason."""
        return MXNetError(f"rank {self.number} of {self.size}: {self.failure or otherwise}.")

    def wait_for_failure(self, seconds) -> bool:
        """Give the coordinator some time to say why a reduction failed; returns whether it did."""
        with self._changing:
            return self._changed.wait_for(lambda: self.failure is not None, seconds)

    def close_copy(self) -> None:
        """In a forked process: close what it has of the connection."""
        self._connection.link.close()

    def leave(self, error="") -> None:
        """Tell the coordinator that this process ends; `error` says by what, where that is not as planned."""
        if os.getpid() == self._pid and self.failure is None:
            try:
                self._connection.link.settimeout(5)
                self._connection.send({"leave": error[:500]})
            except OSError:
                pass  # the coordinator notices that the connection ends


def connect(where, key, start_timeout, silence, hello) -> tuple[Connection, list[dict[str, int | list[Any] | str]]]:
    """Register with the coordinator and wait until all ranks have; returns the connection and the messages from the welcome on.

    Parameters
    ----------
    where : Place
    key : bytes
        The job's, of `secret.key`.
    start_timeout, silence : float
        Seconds: for all ranks to come; until a silent machine counts as lost.
    hello : dict
        Of `secret.own_hello`.

    Raises
    ------
    MXNetError
        Nobody answers there in time, somebody else does, or the coordinator refuses.
    """
    end = time.monotonic() + start_timeout
    address = wire.address(where.host, where.port)
    link = _introduced(where, key, end, start_timeout, hello)
    connection = wire.Connection(link, silence)
    try:
        # The coordinator has a limit of its own, and says who is missing.
        link.settimeout(max(1, end - time.monotonic()) + 30)
        received = []
        while not received:
            received = [messages.of_coordinator(message) for message in connection.receive()]
    except wire.NotAMessage:
        raise MXNetError(f"The coordinator at {address} is of another version of jmx.") from None
    except OSError as error:
        raise MXNetError(f"Lost the coordinator at {address} before the job began: {error}.") from None
    link.settimeout(None)
    if "welcome" not in received[0]:
        link.close()
        reason = received[0].get("failure", "the coordinator is another version")
        raise MXNetError(f"This process cannot join its job: {reason}.")
    return connection, received


def _introduced(where, key, end, start_timeout, hello):
    """A connection to the coordinator, which knows by it who this is."""
    address = wire.address(where.host, where.port)
    for attempt in range(6):
        link = _reach(where, end, start_timeout)
        try:
            secret.introduce(link, key, "rank", hello)
            return link
        except (wire.NotAMessage, TimeoutError):
            link.close()
            break
        except secret.Refused:
            link.close()
            raise MXNetError(
                f"The coordinator at {address} and this process do not know the same secret: it is another job's, or this "
                f"process has not been given the secret of its own. {secret.REMEDY}."
            ) from None
        except OSError:  # it has many connections, and ended this one for a newer one
            link.close()
            time.sleep(0.05 * 2**attempt)
    raise MXNetError(
        f"What listens at {address} is not the coordinator of this job, or does not start it. The job may have ended before this "
        "process came, and the others say why then. Choose another port: "
        "JMX_COORDINATOR=host:port, --port of jmx.launch, or DMLC_PS_ROOT_PORT."
    )


def connect_to_service(where, key, silence, hello):
    """A socket that leads to JAX's service beside the coordinator; OSError where it cannot be had."""
    link = socket.create_connection((where.host, where.port), timeout=secret.LIMIT)
    try:
        secret.introduce(link, key, "service", hello)
        wire.notice_silence(link, silence)
        link.settimeout(None)
        return link
    except (wire.NotAMessage, secret.Refused):
        link.close()
        raise ConnectionRefusedError("the coordinator has ended") from None
    except OSError:
        link.close()
        raise


def _own_address(where):
    """The address that this rank shall be reached at, of JMX_INTERFACE or DMLC_INTERFACE; None for that of the way to rank 0."""
    variable = "JMX_INTERFACE" if config.get("JMX_INTERFACE") else "DMLC_INTERFACE"
    name = config.get(variable)
    if not name or wire.is_loopback(where.host):
        return None
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        pass
    config.have_nccl_use(name)
    found = sockets.addresses_of(name)
    if not found:
        known = sockets.interfaces()
        what = "has no address that this system tells" if name in known else f"is none of this machine's ({', '.join(known)})"
        raise MXNetError(f"{variable}={name}: the network interface {what}. Give the name of another one, or an address.")
    try:
        of_rank_0 = {place[0] for place in socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)}
    except OSError:  # no answer either, which the connection will tell
        return found[0]
    fitting = [a for a in found if (socket.AF_INET6 if ":" in a else socket.AF_INET) in of_rank_0]
    return (fitting or found)[0]


def _reach(where, end, start_timeout):
    source = _own_address(where)
    while True:
        try:
            limit = max(1.0, min(10.0, end - time.monotonic()))
            return socket.create_connection((where.host, where.port), limit, None if source is None else (source, 0))
        except OSError as error:
            if time.monotonic() > end:
                address = wire.address(where.host, where.port)
                rank_0 = "rank 0, which starts the coordinator with its first array"
                expected = "the scheduler (DMLC_ROLE=scheduler)" if where.scheduled else rank_0
                raise MXNetError(
                    f"No answer from {address} within {start_timeout:g} s ({error}), where {expected} should be. Is the address "
                    "right, does that process run, and may this machine reach it?"
                ) from None
            time.sleep(0.05 if end - time.monotonic() > start_timeout - 5 else 0.5)


def set_current(rank) -> None:
    """Make this process a rank of its job, or of none (None)."""
    global _current
    _current = rank


def _forget_in_child():
    """A forked child has the parent's connection, but is no rank.

    It closes its copy: as long as that is open, nobody notices the end of the parent.
    """
    if _current is not None:
        _current.close_copy()
    set_current(None)


at_fork(after_in_child=_forget_in_child)
