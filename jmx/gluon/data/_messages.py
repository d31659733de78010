"""Objects sent between the loader and its workers: small ones through a socket, arrays through shared memory.

Shared memory is a file without a name, handed over as an open descriptor: it is gone with the last process that has it open,
however that process ends. Where descriptors cannot be handed over (Windows), what the file would hold follows in the socket.
"""

from __future__ import annotations

import io
import os
import pickle
import struct
import sys
from typing import Any

import cloudpickle
import numpy as np

from ...config.system import files, processes, sockets
from ...context import cpu_shared

#: signals that a worker leaves to the program
PROGRAMS_SIGNALS = processes.signals("SIGINT", "SIGTERM", "SIGUSR1", "SIGUSR2")
#: what is sent in the socket itself, in bytes; it must hold many such messages without a reader
_INLINE = 1024
_ALIGNED = 64  # XLA takes over memory at such addresses without a copy
_PREFIX = struct.Struct("!IQ")


class _Pickler(cloudpickle.Pickler):
    """Pickles functions and classes of `__main__` by value, and arrays of this package as NumPy arrays."""

    def reducer_override(self, obj):
        if type(obj) is Values:
            return _array, (None, np.asarray(obj.value, order="C"))
        arrays = sys.modules.get("jmx.ndarray")
        if arrays is not None and isinstance(obj, arrays.NDArray) and obj.stype == "default":
            return _array, (type(obj), np.asarray(obj.asnumpy(), order="C"))
        return super().reducer_override(obj)


def _array(cls, value):
    from ...ndarray.buffers import _new

    return _new(value, cpu_shared(0), cls)


class Values:
    """A NumPy array that the other side gets as an NDArray."""

    __slots__ = ("value",)

    def __init__(self, value) -> None:
        self.value = value


class Packed:
    """An object ready to be sent, any number of times."""

    def __init__(self, obj) -> None:
        stream, buffers = io.BytesIO(), []
        _Pickler(stream, protocol=5, buffer_callback=buffers.append).dump(obj)
        parts = [stream.getbuffer(), *(b.raw() for b in buffers)]
        sizes = [p.nbytes for p in parts]
        head = pickle.dumps(sizes)
        self.file: Any = None
        self.memory = memoryview(b"")
        if sum(sizes) + len(head) <= _INLINE and len(parts) == 1:
            self.head, self.length = bytes(parts[0]), 0
            return
        if len(head) > _INLINE:  # hundreds of arrays: their sizes go into the file as well
            parts, sizes = [memoryview(head), *parts], [len(head), *sizes]
            head = pickle.dumps(len(head))
        self.head = head
        self.length = max(sum(map(_rounded, sizes)), 1)
        if not sockets.HANDS_OVER:
            self.memory = memoryview(bytearray(self.length))
        else:
            self.file = files.nameless_file("jmx-batch")
            os.ftruncate(self.file.fileno(), self.length)
        place = 0
        for part, size in zip(parts, sizes):
            if self.file is None:
                self.memory[place : place + size] = part.cast("B") if size else b""
            else:
                files.write_at(self.file.fileno(), part, place)
            place += _rounded(size)

    def send(self, connection, meanwhile=None) -> None:
        """Write the message to a connected socket; BrokenPipeError if the other side is gone.

        meanwhile    what to do while the socket takes nothing: the other side may wait for its own messages to be read
        """
        data = _PREFIX.pack(len(self.head), self.length) + self.head
        if self.length and not sockets.can_hand_over(connection):
            _send_all(connection, memoryview(data), meanwhile)
            _send_all(connection, self.memory or files.mapped(self.file.fileno(), self.length), meanwhile)
            return
        sent = sockets.send(connection, data, [self.file.fileno()] if self.length else [])
        if sent < len(data):
            _send_all(connection, memoryview(data)[sent:], meanwhile)


def _send_all(connection, data, meanwhile):
    if meanwhile is None:
        connection.sendall(data)
        return
    while data:
        meanwhile(connection)
        data = data[connection.send(data[: 1 << 16]) :]


def _rounded(size):
    return -(-size // _ALIGNED) * _ALIGNED


def receive(connection, private=False):
    """The next object from a connected socket; EOFError if the other side is gone.

    private    whether arrays in it may be written to, unseen by other processes; otherwise their memory belongs to the receiver
    """
    data, descriptors = b"", []
    try:
        while len(data) < _PREFIX.size:
            got, more = sockets.receive(connection, _PREFIX.size - len(data), 1)
            descriptors += more
            if not got:
                raise EOFError
            data += got
        length, size = _PREFIX.unpack(data)
        head = bytes(_exactly(connection, bytearray(length)))
        if not size:
            return pickle.loads(head)
        if descriptors:
            memory = files.mapped(descriptors[0], size, private)
        else:
            from ...core.declare.room import room  # aligned as XLA wants it

            memory = _exactly(connection, room((size,), np.uint8))
    except ConnectionError as error:
        raise EOFError from error
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    return _unpacked(head, memory)


def _exactly(connection, target):
    """The memory `target`, filled with what comes from a socket."""
    memory, done = memoryview(target), 0
    while done < len(memory):
        count = connection.recv_into(memory[done : done + (1 << 30)])
        if not count:
            raise EOFError
        done += count
    return memory


def _unpacked(head, memory):
    sizes, place = pickle.loads(head), 0
    if isinstance(sizes, int):
        place = _rounded(sizes)
        sizes = pickle.loads(memory[:sizes])
    parts = []
    for size in sizes:
        parts.append(memory[place : place + size])
        place += _rounded(size)
    return pickle.loads(parts[0], buffers=parts[1:])
