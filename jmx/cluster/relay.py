"""How the ranks reach JAX's service, which itself asks nobody who they are.

The service listens at a Unix socket that only the coordinator's user can open. Each rank has such a socket of its own. What its
client of JAX writes there goes over a connection to the coordinator, which has the same proof of the secret as the rank's first
one, and from there to the service.
"""

from __future__ import annotations

import collections
import os
import selectors
import shutil
import socket
import tempfile
import threading

from ..config.system import sockets

#: bytes that are kept for a side that does not read
_KEPT = 2**18


def private_socket() -> str:
    """The path for a Unix socket in a new folder that only this user can enter."""
    folder = tempfile.mkdtemp(prefix="jmx-")
    if len(os.fsencode(folder)) > 90:  # the system's limit for the address of a socket is 104 to 108 bytes
        os.rmdir(folder)
        folder = tempfile.mkdtemp(prefix="jmx-", dir="/tmp")
    return os.path.join(folder, "s")


def remove(path) -> None:
    """Remove a socket and its folder."""
    shutil.rmtree(os.path.dirname(path), ignore_errors=True)


class _End:
    """One end of a pair: its socket, what is to be written to it, and whether nothing more comes from it."""

    def __init__(self, link):
        self.link, self.other, self.waiting, self.ended = link, self, bytearray(), False


class Pipes:
    """Hands on the bytes between pairs of sockets, in a thread.

    Parameters
    ----------
    connect : callable, optional
        Given with `listener`: for each connection that comes in there, `connect()` returns the socket to pair it with.
    listener : socket, optional
    """

    def __init__(self, listener=None, connect=None) -> None:
        self._selector = selectors.DefaultSelector()
        self._new = collections.deque()
        self._wake, wake = socket.socketpair()
        wake.setblocking(False)
        self._selector.register(wake, selectors.EVENT_READ, None)
        self._listener, self._connect = listener, connect
        self._held = []  # sockets whose pair has ended, which stay open
        if listener is not None:
            self._selector.register(listener, selectors.EVENT_READ, None)
        threading.Thread(target=self._run, name="jmx-relay", daemon=True).start()

    def add(self, one, other) -> None:
        """Hand on the bytes between two sockets from now on, until one of them ends; then close both."""
        self._new.append((one, other))
        self._wake.send(b".")

    def _run(self):
        while True:
            for key, events in self._selector.select():
                if key.fileobj is self._listener:
                    self._accept()
                elif key.data is None:
                    key.fileobj.recv(4096)
                    while self._new:
                        self._join(*self._new.popleft())
                elif key.data.link.fileno() >= 0:  # not closed in this turn
                    self._serve(key.data, events)

    def _accept(self):
        try:
            near, _ = self._listener.accept()
        except OSError:
            return
        try:
            self._join(near, self._connect())
        except OSError:
            # The job is about to fail. A client of JAX whose connection ends would end the process, without saying why.
            self._held.append(near)

    def _join(self, one, other):
        ends = _End(one), _End(other)
        ends[0].other, ends[1].other = ends[1], ends[0]
        for end in ends:
            end.link.setblocking(False)
            self._selector.register(end.link, selectors.EVENT_READ, end)

    def _serve(self, end, events):
        try:
            if events & selectors.EVENT_WRITE:
                del end.waiting[: end.link.send(end.waiting)]
            if events & selectors.EVENT_READ:
                data = end.link.recv(65536)
                end.other.waiting += data
                end.ended |= not data
        except BlockingIOError:
            pass
        except OSError:
            end.ended = True
            end.waiting.clear()
        for one in (end, end.other):
            if one.ended and not one.other.waiting:
                return self._end(end)
        for one in (end, end.other):
            reads = len(one.other.waiting) < _KEPT and not one.ended
            wanted = selectors.EVENT_READ * reads | selectors.EVENT_WRITE * bool(one.waiting)
            if wanted:
                if one.link in self._selector.get_map():
                    self._selector.modify(one.link, wanted, one)
                else:
                    self._selector.register(one.link, wanted, one)
            elif one.link in self._selector.get_map():
                self._selector.unregister(one.link)

    def _end(self, end):
        for one in (end, end.other):
            if one.link in self._selector.get_map():
                self._selector.unregister(one.link)
            is_clients = self._listener is not None and one.link.family == self._listener.family
            if is_clients and not one.ended:
                self._held.append(one.link)  # see _accept
            else:
                one.link.close()


class Relay:
    """A Unix socket of this process from where connections go on to JAX's service.

    Parameters
    ----------
    connect : callable
        Returns a socket that leads to the service.

    Attributes
    ----------
    address : str
        For a client of JAX.
    """

    def __init__(self, connect) -> None:
        self._path = private_socket()
        listener = sockets.unix()
        listener.bind(self._path)
        listener.listen(16)
        self.address = f"unix:{self._path}"
        self._pipes = Pipes(listener, connect)

    def close(self) -> None:
        """Remove the socket from the file system; connections stay."""
        remove(self._path)
