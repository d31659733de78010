"""Messages between the coordinator and the ranks: JSON objects, one a line, over TCP; and addresses of machines."""

from __future__ import annotations

import json
import socket

#: bytes; no message is longer, not even one that carries a note of every rank
LIMIT = 64 * 2**20


class NotAMessage(Exception):
    """What came does not follow the format: another program is at the other end."""


class Closed(ConnectionError):
    """The other end has closed the connection."""


def pack(message):
    """The bytes of a message."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


class Connection:
    """A TCP connection for messages.

    Parameters
    ----------
    link : socket
    silence : float
        Seconds; the system ends the connection when the other machine has been silent for so long.
    """

    def __init__(self, link, silence):
        self.link = link
        self._rest = bytearray()
        tcp, third = socket.IPPROTO_TCP, max(1, round(silence / 3))
        link.setsockopt(tcp, socket.TCP_NODELAY, 1)
        link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        milliseconds = max(1000, round(silence * 1000))
        options = {"TCP_KEEPIDLE": third, "TCP_KEEPINTVL": third, "TCP_KEEPCNT": 2, "TCP_USER_TIMEOUT": milliseconds}
        for name, value in options.items():
            if hasattr(socket, name):  # not on every system
                link.setsockopt(tcp, getattr(socket, name), value)

    def send(self, message):
        """Send a message, or the bytes of one."""
        self.link.sendall(message if isinstance(message, bytes) else pack(message))

    def receive(self):
        """Wait for bytes, and return the list of the messages that they complete.

        Raises
        ------
        NotAMessage
            Another program is at the other end.
        OSError
            The connection has ended.
        """
        data = self.link.recv(65536)
        if not data:
            raise Closed("the connection was closed")
        return self.unpack(data)

    def unpack(self, data):
        """Take bytes, and return the list of the messages that they complete."""
        self._rest += data
        lines = []
        if b"\n" in data:
            *lines, self._rest = self._rest.split(b"\n")
        if len(self._rest) > LIMIT or self._rest and not self._rest.startswith(b"{"):
            raise NotAMessage
        try:
            messages = [json.loads(line) for line in lines]
        except ValueError:
            raise NotAMessage from None
        if not all(isinstance(message, dict) for message in messages):
            raise NotAMessage
        return messages


def address(host, port):
    """Host and port as one word: ``node1:9091``, ``[::1]:9091``."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_here(host):
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


def free_port(host="", wanted=0):
    """A port of this machine that no program listens on, or `wanted`; OSError where that is in use."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, wanted))
        return probe.getsockname()[1]
