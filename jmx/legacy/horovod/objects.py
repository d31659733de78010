"""Objects of Python between the processes of a job.

They travel as pickles by the same sums as arrays, on ports that ask nobody for a password. So each process first tells the
others a checksum over the coordinator, which knows its ranks, and nothing is unpickled that does not have it.
"""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import numpy as np

from ...base import MXNetError
from ...core.spmd import collectives
from ...ndarray import array
from .job import check_root, world


def _exchanged(obj, senders, purpose, name):
    """What the ranks `senders` gave as `obj`, in their order."""
    here = world()
    if here.size == 1:
        return [obj]
    data = pickle.dumps(obj) if here.rank in senders else b""
    key = type(obj).__name__ if name is None else name
    call = f"hvd.{purpose} {key if name is not None else ''}"
    notes = here.member.barrier(call, call.strip(), [len(data), hashlib.sha256(data).hexdigest()])
    (rows,) = collectives.all_gather_rows(here.member, [array(np.frombuffer(data, np.uint8), dtype="uint8")], call, "object")
    objects, start = [], 0
    for rank, (length, digest) in enumerate(notes):
        part = rows[start : start + length].tobytes()
        start += length
        if rank not in senders:
            continue
        if hashlib.sha256(part).hexdigest() != digest:
            raise MXNetError(f"{call}: what came is not what rank {rank} has sent. Somebody else may have reached gloo's ports.")
        objects.append(obj if rank == here.rank else pickle.loads(part))
    return objects


def broadcast_object(obj, root_rank=0, name=None) -> dict[str, int]:
    """Give all processes an object of one of them.

    Parameters
    ----------
    obj : object
        What can be pickled; on other ranks anything.
    root_rank : int
        Whose object.
    name : str, optional
        What it is called in errors, the same on all processes.

    Returns
    -------
    object
        That of `root_rank`.

    Raises
    ------
    ValueError
        Before `init`.
    MXNetError
        There is no such rank; a process is lost, late or calls something else.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.broadcast_object({"epoch": 3})
    {'epoch': 3}
    """
    world()
    check_root(root_rank)
    return _exchanged(obj, {root_rank}, "broadcast_object", name)[0]


def allgather_object(obj, name=None) -> list[Any]:
    """Give all processes the objects of all, as a list by rank; parameters as for `broadcast_object`."""
    return _exchanged(obj, set(range(world().size)), "allgather_object", name)
