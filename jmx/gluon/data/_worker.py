"""A worker process of the DataLoader: makes the batches that it is asked for until the other side is gone."""

from __future__ import annotations

import pickle
import random
import signal
import socket
import sys

import cloudpickle
import numpy as np

from ..._errors.tracebacks import told
from ...config.system import processes
from ._batched import rows
from ._messages import PROGRAMS_SIGNALS, Packed, Values, receive
from .dataset import is_array

#: element types that arrays have as NumPy has them
_TYPES = ("float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool")


def leave_signals_to_program() -> None:
    """Ignore the signals that reach all processes of a program (Ctrl-C, those of a batch system): its end ends this one.

    They are blocked from the start of the process (`_processes.py`): one that came meanwhile is dropped here.
    """
    for number in PROGRAMS_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    processes.unblock(PROGRAMS_SIGNALS)


def main(descriptor) -> None:
    """Serve the socket `descriptor`: where to import from, what to make batches of, then numbers of samples."""
    leave_signals_to_program()
    connection = socket.socket(fileno=descriptor)
    try:
        sys.path[:], sys.argv[:] = receive(connection)
        try:
            make = _prepared(*receive(connection, private=True))
        except EOFError:
            raise
        except BaseException as error:
            _fail(connection, None, error)
            return
        while True:
            number, samples, seeds = receive(connection)
            try:
                reply = Packed((number, True, _seeded(make, samples, seeds)))
            except BaseException as error:
                _fail(connection, number, error)
            else:
                reply.send(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass


def _prepared(dataset, batchify, np_shape, np_array):
    from ...util import set_np

    if np_shape or np_array:
        set_np(np_shape, np_array)

    def make(samples):
        if batchify is None and not np_array:
            return _default_batch(dataset, samples)
        from .dataloader import default_mp_batchify_fn, make_batch

        return make_batch(dataset, batchify or default_mp_batchify_fn, samples)

    return make


def _seeded(make, samples, seeds):
    _seed(*seeds)
    without = "jmx.ndarray" not in sys.modules
    batch = make(samples)
    if without and getattr(sys.modules.get("jmx.core.run.rng"), "_streams", None):
        # Arrays were imported meanwhile, and have drawn random numbers without being seeded.
        _seed(*seeds)
        batch = make(samples)
    return batch


def _default_batch(dataset, samples):
    """What `default_mp_batchify_fn` makes of the samples; JAX is neither imported nor started for members of NumPy's."""
    members = rows(dataset, samples)
    if members is not None:
        batch = [_values(m) or _as_batch(m) for m in members]
        return batch if len(batch) > 1 else batch[0]
    return _stacked([dataset[i] for i in samples])


def _stacked(samples):
    if isinstance(samples[0], tuple):
        return [_stacked(member) for member in zip(*samples)]
    values = None
    if not is_array(samples[0]):
        try:
            values = _values(np.asarray(samples))
        except ValueError:
            pass  # shapes differ: the batchify function says so
    if values is not None:
        return values
    from .dataloader import default_mp_batchify_fn

    return default_mp_batchify_fn(samples)


def _as_batch(member):
    from .dataloader import batch_member

    return batch_member(member, shared=True)


def _values(array):
    return Values(array) if type(array) is np.ndarray and array.dtype.name in _TYPES and array.size else None


def _seed(for_python, for_numpy, for_arrays) -> None:
    """Random transforms draw from numbers that depend on the batch only, whichever worker makes it."""
    random.seed(for_python)
    np.random.seed(for_numpy)
    arrays = sys.modules.get("jmx.random")
    if arrays is None and "jmx.ndarray" in sys.modules:
        from ... import random as arrays
    if arrays is not None:
        arrays.seed(for_arrays)


def _fail(connection, number, error) -> None:
    text = told(error)
    try:
        pickle.loads(cloudpickle.dumps(error))  # some exceptions cannot be made again
        sent = error if isinstance(error, Exception) else None
    except Exception:
        sent = None
    Packed((number, False, (sent, text))).send(connection)
