"""A worker process of the DataLoader: makes the batches that it is asked for until the other side is gone."""

import pickle
import signal
import socket
import sys
import traceback

import cloudpickle

from ._messages import PROGRAMS_SIGNALS, Packed, receive

#: element types that arrays have as NumPy has them
_TYPES = ("float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool")


def main(descriptor):
    """Serve the socket `descriptor`: where to import from, what to make batches of, then numbers of samples."""
    # Signals that reach all processes of a program (Ctrl-C, those of a batch system) are for the program; its end ends this one.
    # They are blocked from the start of the process (`_Worker`): one that came meanwhile is dropped here.
    for number in PROGRAMS_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, PROGRAMS_SIGNALS)
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
        if batchify is None and not np_array and "jmx.ndarray" not in sys.modules:
            return _without_arrays(dataset, samples)
        return _with_arrays(dataset, batchify, samples)

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


def _with_arrays(dataset, batchify, samples):
    from .dataloader import default_mp_batchify_fn, make_batch

    return make_batch(dataset, batchify or default_mp_batchify_fn, samples)


def _without_arrays(dataset, samples):
    """The same from samples of NumPy's, without importing JAX for it."""
    from ._batched import rows

    members = rows(dataset, samples)
    if members is not None:
        batch = [_values(m) for m in members]
        if None not in batch:
            return batch if len(batch) > 1 else batch[0]
        return _with_arrays(dataset, None, samples)
    items = [dataset[i] for i in samples]
    batch = _stacked(items) if "jmx.ndarray" not in sys.modules else None
    if batch is None:
        from .dataloader import default_mp_batchify_fn

        return default_mp_batchify_fn(items)
    return batch


def _stacked(samples):
    """What `default_batchify_fn` makes of samples without arrays of this package; None if it must do it itself."""
    if isinstance(samples[0], tuple):
        members = [_stacked(member) for member in zip(*samples)]
        return None if None in members else members
    import numpy as np

    try:
        return _values(np.asarray(samples))
    except ValueError:
        return None


def _values(array):
    from ._messages import Values

    return Values(array) if array.dtype.name in _TYPES and array.size else None


def _seed(for_python, for_numpy, for_arrays) -> None:
    """Random transforms draw from numbers that depend on the batch only, whichever worker makes it."""
    import random

    import numpy as np

    random.seed(for_python)
    np.random.seed(for_numpy)
    arrays = sys.modules.get("jmx.random")
    if arrays is None and "jmx.ndarray" in sys.modules:
        from ... import random as arrays
    if arrays is not None:
        arrays.seed(for_arrays)


def _fail(connection, number, error) -> None:
    text = traceback.format_exc()
    try:
        pickle.loads(cloudpickle.dumps(error))  # some exceptions cannot be made again
        sent = error if isinstance(error, Exception) else None
    except Exception:
        sent = None
    Packed((number, False, (sent, text))).send(connection)
