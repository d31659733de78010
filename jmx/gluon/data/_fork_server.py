"""The process of which the DataLoader's workers are forks (`_processes.py` says why).

It has no threads of its own, imports no modules of the user's, and never starts XLA: its forks start one each.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import selectors
import socket
import struct
import sys
import time

import numpy as np

from ...config.system import processes, sockets
from . import _worker

_NUMBER = struct.Struct("!i")
#: bytes of a message, at most; a socket holds less
_LARGEST = 1 << 20


def main(descriptor) -> None:
    """Serve the socket `descriptor`: import modules and fork workers until the other side is gone."""
    _worker.leave_signals_to_program()
    control = socket.socket(fileno=descriptor)
    control.set_inheritable(False)
    connection = _served(control)
    if connection is not None:
        _worker.main(connection)


def _served(control):
    """Serve the socket. Returns in a worker, with the descriptor that it is to serve; ends the process otherwise."""
    children = {}
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    ended = processes.signals("SIGCHLD")
    with processes.wakes_at(ended, wake), selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        selector.register(wakes, selectors.EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in selector.select()]
            if wakes in ready:
                os.read(wakes, 1 << 12)
                _reap(children)
            if control not in ready:
                continue
            text, descriptors = sockets.receive(control, _LARGEST, 4)
            if not text:
                _end(children)
            message = json.loads(text)
            if "modules" in message:
                _load(**message)
                continue
            connection, status, *output = descriptors
            pid = processes.fork()
            if pid == 0:
                break
            os.write(status, _NUMBER.pack(pid))
            if pid > 0:
                children[pid] = status
            else:
                os.close(status)
            for number in (connection, *output):
                os.close(number)
    _become_worker([control.detach(), wakes, wake, status, *children.values()], connection, output)
    return connection


def _become_worker(close, connection, output) -> None:
    for number in close:
        os.close(number)
    for number, place in zip(output, (1, 2)):
        os.dup2(number, place)
        os.close(number)
    os.set_inheritable(connection, False)
    np.random.seed()  # `random` does that by itself


def _load(path, modules):
    """Import modules of jmx, and what these need, from where the program imports. Workers say what fails, if they need it."""
    sys.path[:] = path
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception:
            continue
    gc.freeze()  # the collector of a worker need not touch, and so copy, what it shares with all others


def _reap(children):
    """Report the exit codes of the workers that have ended."""
    while children:
        ended = processes.next_ended()
        if ended is None:
            return
        pid, code = ended
        pipe = children.pop(pid)
        try:
            os.write(pipe, _NUMBER.pack(code))
        except BrokenPipeError:
            pass  # nobody asks any more
        os.close(pipe)


def _end(children):
    """End with the program. Workers end by themselves, as their sockets do; those that cannot are killed."""
    until = time.monotonic() + 1
    _reap(children)
    while children:
        if time.monotonic() > until:
            for pid in children:
                processes.kill(pid)
        time.sleep(0.005)
        _reap(children)
    os._exit(0)
