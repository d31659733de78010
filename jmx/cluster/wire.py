"""Messages between the hub and its members: JSON behind its length, over TCP."""

from __future__ import annotations

import json
import socket
import struct

#: no message is longer, but for those that carry a note of every rank
LIMIT = 64 * 2**20

_LENGTH = struct.Struct("!I")


class NotAMessage(Exception):
    """What came does not follow the format: something else talks here."""


def prepare(connection, patience):
    """Have the system close a connection whose other machine has been silent for `patience` seconds, and send at once."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    third = max(1, round(patience / 3))
    for name, value in (("TCP_KEEPIDLE", third), ("TCP_KEEPINTVL", third), ("TCP_KEEPCNT", 2)):
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, max(1000, round(patience * 1000)))


def pack(message):
    """The bytes of a message."""
    data = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(data)) + data


class Unpacker:
    """Bytes as they arrive, to messages."""

    def __init__(self):
        self._rest = bytearray()

    def __call__(self, data):
        """Take bytes, and return the list of the messages that are complete."""
        self._rest += data
        found = []
        while len(self._rest) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._rest)
            if length > LIMIT:
                raise NotAMessage
            if len(self._rest) < _LENGTH.size + length:
                break
            text = bytes(self._rest[_LENGTH.size : _LENGTH.size + length])
            del self._rest[: _LENGTH.size + length]
            try:
                message = json.loads(text)
            except ValueError:
                raise NotAMessage from None
            if not isinstance(message, dict):
                raise NotAMessage
            found.append(message)
        return found
