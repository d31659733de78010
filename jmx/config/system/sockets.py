"""Sockets between processes of one machine: pairs, and what can be handed over in them."""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import socket
import struct
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: whether a process can be given open files, by its parent at its start and by others through a socket
HANDS_OVER = hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX") and os.name == "posix"
#: whether there are sockets with the names of files, which only those can open who may open the file
HAS_UNIX = hasattr(socket, "AF_UNIX")
#: bytes of what a process says at first, so that its parent knows it
_TOKEN = 32
#: seconds that a process has to connect, and to say who it is
_PATIENCE, _SOON = 120.0, 5.0

#: SIOCGIFADDR: asks for the address of a network interface
_INTERFACE_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}

#: the first lines of a Python program that connects to the process that has started it: `connection` is its socket
CONNECT = (
    "import socket, sys; port, token = sys.stdin.readline().split(); "
    "connection = socket.create_connection(('127.0.0.1', int(port))); connection.sendall(bytes.fromhex(token)); "
)


class Expected:
    """A place where one process that this one starts connects: for systems where it cannot be given a socket.

    It listens on the loopback device. Others can connect there as well, and are dropped: they do not know the token, which the
    process reads from its standard input (`hello`, with the code `CONNECT`).
    """

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=8)
        self._token = secrets.token_bytes(_TOKEN)
        self.hello = f"{self._listener.getsockname()[1]} {self._token.hex()}\n".encode()

    def accept(self, has_ended: Callable[[], bool], patience: float = _PATIENCE) -> socket.socket | None:
        """The connection of the expected process; None where it has ended without one, or did not connect in time."""
        until = time.monotonic() + patience
        with self._listener:
            self._listener.settimeout(0.1)
            while time.monotonic() < until:
                try:
                    connection, _ = self._listener.accept()
                except TimeoutError:
                    if has_ended():
                        return None
                    continue
                if self._is_expected(connection):
                    connection.settimeout(None)
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return connection
                connection.close()
        return None

    def _is_expected(self, connection):
        said, until = b"", time.monotonic() + _SOON
        try:
            while len(said) < _TOKEN:
                connection.settimeout(max(until - time.monotonic(), 0.001))
                part = connection.recv(_TOKEN - len(said))
                if not part:
                    break
                said += part
        except OSError:
            return False
        return hmac.compare_digest(said, self._token)


def can_hand_over(connection: socket.socket) -> bool:
    """Whether open files can be handed over in a socket."""
    return HANDS_OVER and connection.family == socket.AF_UNIX


def send(connection: socket.socket, data: bytes, descriptors: Sequence[int]) -> int:
    """Send bytes, and with them open files where there are some; how many bytes were sent."""
    return socket.send_fds(connection, [data], descriptors) if descriptors else connection.send(data)


def receive(connection: socket.socket, size: int, most: int) -> tuple[bytes, list[int]]:
    """Up to `size` bytes, and with them up to `most` open files."""
    if not can_hand_over(connection):
        return connection.recv(size), []
    data, descriptors, _, _ = socket.recv_fds(connection, size, most)
    return data, descriptors


def pair_of_messages() -> tuple[socket.socket, socket.socket]:
    """Two connected sockets that keep messages apart; only where files can be handed over, and Linux is."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def unix() -> socket.socket:
    """A socket for names of files (`HAS_UNIX`)."""
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)


def interfaces() -> list[str]:
    """The names of this machine's network interfaces, as far as the system tells them."""
    try:
        return [name for _, name in socket.if_nameindex()]
    except (AttributeError, OSError):
        return []


def addresses_of(interface: str) -> list[str]:
    """The addresses of a network interface, those of IPv4 first; none where the system does not tell them, as Windows."""
    found = []
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        request = _INTERFACE_ADDRESS["darwin" if sys.platform == "darwin" else "linux"]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
            told = fcntl.ioctl(asked, request, struct.pack("256s", interface.encode()[:15]))
        found.append(socket.inet_ntoa(told[20:24]))
    with contextlib.suppress(OSError), open("/proc/net/if_inet6", encoding="ascii") as table:
        for address, _, _, scope, _, name in map(str.split, table):
            if name == interface and int(scope, 16) == 0:  # neither of one link alone, nor of this machine alone
                found.append(socket.inet_ntop(socket.AF_INET6, bytes.fromhex(address)))
    return found
