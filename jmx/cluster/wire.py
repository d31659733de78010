"""How messages travel between the coordinator and the ranks: JSON objects, one a line, over TCP; and addresses of machines."""

from __future__ import annotations

import ipaddress
import json
import socket
import time
from typing import Any

#: bytes; no message is longer, not even one that carries a note of every rank
LIMIT = 64 * 2**20
#: bytes of a message from who has not shown yet that it belongs to the job
STRANGERS_LIMIT = 4096


class NotAMessage(Exception):
    """What came does not follow the format: another program is at the other end."""


class Closed(ConnectionError):
    """The other end has closed the connection."""


def pack(message) -> bytes:
    """The bytes of a message."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def _once(pairs):
    message = dict(pairs)
    if len(message) < len(pairs):
        raise ValueError("a name stands there twice")
    return message


_decoder = json.JSONDecoder(object_pairs_hook=_once)


def parse(text) -> dict[Any, Any]:
    """The JSON object that a text or bytes consist of; NotAMessage where they are something else."""
    try:
        message = _decoder.decode(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError):  # nested so deeply that Python gives up
        raise NotAMessage from None
    if not isinstance(message, dict):
        raise NotAMessage
    return message


def read_line(link, end) -> dict[Any, Any]:
    """One message of a socket, and no byte more: what follows may be no message.

    Raises
    ------
    NotAMessage
        Another program is at the other end.
    OSError
        The connection has ended, or the message was not complete at the time `end`.
    """
    line = bytearray()
    while not line.endswith(b"\n"):
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError("no answer")
        link.settimeout(left)
        byte = link.recv(1)
        if not byte:
            raise Closed("the connection was closed")
        line += byte
        if len(line) > STRANGERS_LIMIT or not line.startswith(b"{"):
            raise NotAMessage
    return parse(bytes(line))


def notice_silence(link, silence) -> None:
    """Have the system end a TCP connection when the other machine has been silent for so many seconds, and send without delay."""
    tcp, third = socket.IPPROTO_TCP, max(1, round(silence / 3))
    link.setsockopt(tcp, socket.TCP_NODELAY, 1)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    milliseconds = max(1000, round(silence * 1000))
    options = {"TCP_KEEPIDLE": third, "TCP_KEEPINTVL": third, "TCP_KEEPCNT": 2, "TCP_USER_TIMEOUT": milliseconds}
    for name, value in options.items():
        if hasattr(socket, name):  # not on every system
            link.setsockopt(tcp, getattr(socket, name), value)


class Connection:
    """A TCP connection for messages.

    Parameters
    ----------
    link : socket
    silence : float
        Seconds; the system ends the connection when the other machine has been silent for so long.
    limit : int
        Bytes of a message, at most; can be changed.
    """

    def __init__(self, link, silence, limit=LIMIT) -> None:
        self.link, self.limit = link, limit
        self._rest = bytearray()
        notice_silence(link, silence)

    @property
    def is_empty(self) -> bool:
        """Whether no part of a further message has come."""
        return not self._rest

    def send(self, message) -> None:
        """Send a message, or the bytes of one."""
        self.link.sendall(message if isinstance(message, bytes) else pack(message))

    def receive(self) -> list[Any]:
        """Wait for bytes, and return the list of the messages that they complete.

        Raises
        ------
        NotAMessage
            Another program is at the other end.
        OSError
            The connection has ended.
        """
        data = self.link.recv(min(65536, self.limit + 1))
        if not data:
            raise Closed("the connection was closed")
        return self.unpack(data)

    def unpack(self, data) -> list[Any]:
        """Take bytes, and return the list of the messages that they complete."""
        self._rest += data
        lines = []
        if b"\n" in data:
            *lines, self._rest = self._rest.split(b"\n")
        if len(self._rest) > self.limit or self._rest and not self._rest.startswith(b"{"):
            raise NotAMessage
        return [parse(line) for line in lines]


def address(host, port) -> str:
    """Host and port as one word: ``node1:9091``, ``[::1]:9091``."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host) -> bool:
    """Whether other machines would mean themselves by `host`, a name or an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.startswith("localhost.")


def is_here(host) -> bool:
    """Whether `host`, a name or an address, is this machine."""
    if host in ("localhost", socket.gethostname(), socket.gethostname().partition(".")[0]):
        return True
    try:
        resolved = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    for family, socket_type, _, _, own in resolved:
        try:
            with socket.socket(family, socket_type) as probe:  # only own addresses can be bound
                probe.bind(own)
                return True
        except OSError:
            continue
    return False


def free_port(host="", wanted=0) -> int:
    """A port of this machine that no program listens on, or `wanted`; OSError where that is in use."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, wanted))
        return probe.getsockname()[1]
