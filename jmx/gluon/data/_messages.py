"""Objects sent between the loader and its workers: small ones through a socket, arrays through shared memory.

Shared memory is a file without a name, handed over as an open descriptor: it is gone with the last process that has it open,
however that process ends.
"""

from __future__ import annotations

import io
import mmap
import os
import pickle
import signal
import socket
import struct
import sys

import cloudpickle
import numpy as np

from ...context import cpu_shared
from ._memory import anonymous_file, write

#: signals that a worker leaves to the program
PROGRAMS_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGUSR1", "SIGUSR2") if hasattr(signal, name)]
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
        self.file = None
        if sum(sizes) + len(head) <= _INLINE and len(parts) == 1:
            self.head, self.length = bytes(parts[0]), 0
            return
        if len(head) > _INLINE:  # hundreds of arrays: their sizes go into the file as well
            parts, sizes = [memoryview(head), *parts], [len(head), *sizes]
            head = pickle.dumps(len(head))
        self.head, self.file = head, anonymous_file()
        place = 0
        for part, size in zip(parts, sizes):
            write(self.file.fileno(), part, place)
            place += _rounded(size)
        self.length = max(place, 1)
        os.ftruncate(self.file.fileno(), self.length)

    def send(self, connection) -> None:
        """Write the message to a connected socket; BrokenPipeError if the other side is gone."""
        data = _PREFIX.pack(len(self.head), self.length) + self.head
        sent = socket.send_fds(connection, [data], [self.file.fileno()]) if self.file else connection.send(data)
        if sent < len(data):
            connection.sendall(data[sent:])


def _rounded(size):
    return -(-size // _ALIGNED) * _ALIGNED


def receive(connection, private=False):
    """The next object from a connected socket; EOFError if the other side is gone.

    private    whether arrays in it may be written to, unseen by other processes; otherwise their memory belongs to the receiver
    """
    data, descriptors = b"", []
    try:
        while len(data) < _PREFIX.size:
            got, more, _, _ = socket.recv_fds(connection, _PREFIX.size - len(data), 1)
            descriptors += more
            if not got:
                raise EOFError
            data += got
        length, size = _PREFIX.unpack(data)
        head = _exactly(connection, length)
        if not descriptors:
            return pickle.loads(head)
        memory = memoryview(mmap.mmap(descriptors[0], size, mmap.MAP_PRIVATE if private else mmap.MAP_SHARED))
    except ConnectionError as error:
        raise EOFError from error
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    return _unpacked(head, memory)


def _exactly(connection, length):
    parts = []
    while length:
        part = connection.recv(length)
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


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
