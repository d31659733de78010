"""A worker process of the DataLoader: makes the batches that it is asked for until the other side is gone."""

import pickle
import signal
import socket
import sys
import traceback

import cloudpickle

from ._messages import Packed, receive


def main(descriptor):
    """Serve the socket `descriptor`: where to import from, what to make batches of, then numbers of samples."""
    # Ctrl-C is for the program; its end ends this process, too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
                _seed(*seeds)
                reply = Packed((number, True, make(samples)))
            except BaseException as error:
                _fail(connection, number, error)
            else:
                reply.send(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass


def _prepared(dataset, batchify, np_shape, np_array):
    from ...util import set_np
    from .dataloader import make_batch

    if np_shape or np_array:
        set_np(np_shape, np_array)
    return lambda samples: make_batch(dataset, batchify, samples)


def _seed(for_python, for_numpy, for_arrays):
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


def _fail(connection, number, error):
    text = traceback.format_exc()
    try:
        pickle.loads(cloudpickle.dumps(error))  # some exceptions cannot be made again
        sent = error if isinstance(error, Exception) else None
    except Exception:
        sent = None
    Packed((number, False, (sent, text))).send(connection)
