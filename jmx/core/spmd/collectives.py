"""Sums over devices and processes by collectives: gradients travel packed into few large buckets.

A sum over processes has four steps. All ranks wait until they are about to do the same (`Rank.barrier`), while the CPU may
still compute the gradients. Small arrays of one type are packed into vectors; large ones travel as they are. The vectors are
added up by one `psum` over a device of every process. The sums are cut into arrays. On CPUs one sum runs at a time and is
waited for; on GPUs the program goes on meanwhile.
"""

from __future__ import annotations

import os
import socket
import sys
import time
import zlib
from concurrent.futures import wait
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as Spec

from ... import config
from ...base import MXNetError
from ...config.locks import RLock, survives_fork
from ...config.system import processes
from ..declare.x64 import x64
from ..numpy_tier import on_device
from ..run.backward_segments import begun, limit_of
from ..run.storage import wrap
from . import by_host, short_sums

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ndarray.ndarray import NDArray


_CUT = Spec("device")
#: of a program's threads, one adds up over processes
_one_at_a_time = survives_fork(RLock())
#: bytes from which an array is not worth packing on a CPU; a GPU copies so fast that another message costs more
ALONE = 4 << 20
#: seconds from one look at whether the job has failed to the next, while a sum is waited for
_LOOK = 0.1
#: where arrays begin inside of a packed vector on a CPU, in bytes: what XLA needs of memory that it uses in place
_ALIGNED = 64


def buckets(sizes, types, limit, platform="cpu") -> tuple[Any, ...]:
    """Divide arrays into buckets of one type, of at most `limit` bytes; on CPUs arrays of `ALONE` bytes have one for themselves.

    Parameters
    ----------
    sizes : sequence of int
        Elements of each array.
    types : sequence of dtype
    limit : int
        Bytes.
    platform : str
        Where they are.

    Returns
    -------
    tuple of tuple of int
        The numbers of the arrays in each bucket; arrays without elements are in none.
    """
    members, unfilled = [], {}  # of each bucket; by type, the bucket that has room left and its bytes
    alone = min(ALONE, limit) if platform == "cpu" else limit
    for i, (size, dtype) in enumerate(zip(sizes, types)):
        # no bytes to send, and a vector cannot be cut into them
        if not size:
            continue
        nbytes = size * np.dtype(dtype).itemsize
        if nbytes >= alone:
            members.append([i])
            continue
        # one open bucket for each type, filled in the order of the arrays: all ranks make the same buckets
        bucket, filled = unfilled.get(dtype, (None, limit))
        if bucket is None or filled + nbytes > limit:
            bucket, filled = [], 0
            members.append(bucket)
        bucket.append(i)
        unfilled[dtype] = bucket, filled + nbytes
    return tuple(map(tuple, members))


@jax.jit
def _pack(bufs):
    return jnp.concatenate([buf.ravel() for buf in bufs])


@lru_cache(maxsize=256)
def _unpacker(shapes):
    starts = np.cumsum([0, *(int(np.prod(shape)) for shape in shapes)]).tolist()

    def unpack(vector):
        return [vector[a:b].reshape(shape) for a, b, shape in zip(starts, starts[1:], shapes)]

    return jax.jit(unpack)


@lru_cache(maxsize=64)
def _adder(devices, form=None, per_host=1):
    """How arrays are cut over `devices`, and the program that adds them up: sent in `form` (`short_sums`), and by `by_host`."""
    if per_host > 1:
        body = partial(by_host.total, hosts=len(devices) // per_host, per_host=per_host, form=form)
    else:
        body = partial(short_sums.total, axis="device", count=len(devices), form=form)
    mesh, cut = _mesh(devices, per_host)
    add = jax.shard_map(body, mesh=mesh, in_specs=cut, out_specs=cut, check_vma=False)
    return NamedSharding(mesh, cut), jax.jit(add)


def _mesh(devices, per_host):
    """(devices in a row, or in one for each host; how arrays are cut over them)"""
    if per_host > 1:
        return Mesh(np.array(devices).reshape(-1, per_host), by_host.AXES), Spec(by_host.AXES)
    return Mesh(np.array(devices), ("device",)), _CUT


def joined(parts, sharding, count) -> jax.Array:
    """One array of `count` parts, cut along its first axis, from the parts on this process's devices."""
    shape = parts[0].shape
    return jax.make_array_from_single_device_arrays((count * shape[0], *shape[1:]), sharding, parts)


def all_reduce_local(columns, ctxs):
    """Sums over devices of this process by one collective.

    Parameters
    ----------
    columns : list of list of NDArray
        For each device the arrays on it: the same shapes and types on all.
    ctxs : list of Context
        The devices, all different and of one kind.

    Returns
    -------
    list of list of NDArray
        The sums on each device.
    """
    devices = tuple(ctx.device for ctx in ctxs)
    sharding, add = _adder(devices)
    bufs = [[a._data() for a in column] for column in columns]
    limit = config.get("JMX_BUCKET_SIZE") << 20
    platform = devices[0].platform
    results = [list(column) for column in bufs]
    with x64(*bufs[0]):
        for numbers in buckets([b.size for b in bufs[0]], [b.dtype for b in bufs[0]], limit, platform):
            packed = [_packed(column, numbers) for column in bufs]
            whole = add(joined(packed, sharding, len(devices)))
            if platform == "cpu":
                # Several of these under way on CPUs wait for one another, until XLA ends the process.
                whole.block_until_ready()
            for position, device in enumerate(devices):
                part = next(s.data for s in whole.addressable_shards if s.device == device)
                _deliver(part, numbers, bufs[position], results[position])
    return [[wrap(b, ctx, type(a)) for b, a in zip(sums, column)] for sums, column, ctx in zip(results, columns, ctxs)]


def _packed(bufs, numbers):
    if len(numbers) == 1:
        buf = bufs[numbers[0]]
        # cut along an axis over the devices, which a number does not have
        return buf if buf.ndim else buf.reshape(1)
    return _pack([bufs[i] for i in numbers])


def _deliver(vector, numbers, like, results) -> None:
    if len(numbers) == 1:
        (i,) = numbers
        results[i] = vector if like[i].ndim else vector.reshape(())
        return
    for i, buf in zip(numbers, _unpacker(tuple(like[i].shape for i in numbers))(vector)):
        results[i] = buf


def all_reduce(rank, arrays, purpose, keys, form=None, converted=None) -> list[NDArray]:
    """Sums over the processes of a job; called by all of them, with arrays of the same shapes and types.

    Parameters
    ----------
    rank : Rank
        This process's rank in the job.
    arrays : list of NDArray
        Dense, on any device of this process.
    purpose : str
        What this is for, in errors: "push".
    keys : list
        What the arrays are called there.
    form : str, optional
        What they travel as: "bf16" or "fp16" for arrays of floating-point numbers, "2bit" for arrays of -1, 0 and 1. `purpose`
        should say it, so that ranks which send something else are told.
    converted : Converted, optional
        What is added up in place of the arrays, whose sums then are of its type.

    Returns
    -------
    list of NDArray
        New arrays: the sums, of the same types, on the devices of `arrays`; equal to the bit on all processes.

    Raises
    ------
    MXNetError
        A process is lost, late, or does something else.
    """
    results: list[Any] = [None] * len(arrays)
    for ctx in dict.fromkeys(a._ctx for a in arrays):
        numbers = [i for i, a in enumerate(arrays) if a._ctx == ctx]
        bufs = [arrays[i]._data() for i in numbers]
        # two threads' sums would meet the other processes' in another order, and all would wait for ever
        with _one_at_a_time:
            chosen = converted and Converted(converted.dtype, lambda i, numbers=numbers: converted.of(numbers[i]))
            sums = _all_reduce_on(ctx.device, rank, bufs, purpose, [keys[i] for i in numbers], form, chosen)
        for i, buf in zip(numbers, sums):
            results[i] = wrap(buf, ctx, type(arrays[i]))
    return results


class Converted(NamedTuple):
    """What is added up in place of arrays, made when its turn comes, as later arrays may still be computed then.

    dtype  its type
    of     for the number of an array: a jax.Array of the same shape
    """

    dtype: np.dtype
    of: Callable[[int], jax.Array]


def all_gather_rows(rank, tables, purpose, key) -> list[np.ndarray]:
    """The rows of all processes of a job, one behind the other; called by all of them.

    Parameters
    ----------
    rank : Rank
        This process's rank in the job.
    tables : list of NDArray
        They travel in one message. All have one number of rows (axis 0), which other processes may have another one of.
    purpose, key : str, int or str
        What this is for, in errors.

    Returns
    -------
    list of numpy.ndarray
        For each table: rank 0's rows, then rank 1's, and so on.
    """
    own = [table.asnumpy() for table in tables]
    call, description = _described(purpose, (key,), tuple((part.shape[1:], str(part.dtype)) for part in own))
    device = jax.local_devices(backend="cpu")[0]
    notes = rank.barrier(call, f"{description} (row_sparse)", [device.id, rank.own_host, len(own[0])])
    of_ranks, hosts, counts = zip(*notes)
    widths = [int(np.prod(part.shape[1:])) * part.itemsize for part in own]
    room = rounded(_sections(widths, max(counts))[-1])
    # all ranks see the same counts, so that none waits for what others leave out
    if not room:
        return [np.zeros((sum(counts), *part.shape[1:]), part.dtype) for part in own]
    block = np.zeros(room, np.uint8)
    for part, start in zip(own, _sections(widths, len(own[0]))):
        block[start : start + part.nbytes] = np.ascontiguousarray(part).reshape(-1).view(np.uint8)
    ids, per_host = by_host.in_order(of_ranks, hosts)
    apart = by_host.worth(room * rank.size, room * rank.size, per_host)
    with _one_at_a_time:
        sharding, gather = _gatherer(_by_id("cpu", ids), per_host if apart else 1)
        whole = joined([jax.device_put(block, device)], sharding, rank.size)
        found = np.asarray(finished(rank, partial(gather, whole), device, sharding).addressable_data(0))
    block_of = dict(zip(ids, found.reshape(rank.size, room)))
    results = []
    for number, (part, width) in enumerate(zip(own, widths)):
        starts = [_sections(widths, count)[number] for count in counts]
        pieces = [block_of[of][start : start + count * width] for of, start, count in zip(of_ranks, starts, counts)]
        results.append(np.concatenate(pieces).view(part.dtype).reshape(sum(counts), *part.shape[1:]))
    return results


def _sections(widths, count):
    """Where the rows of each array begin in a message with `count` rows of each, and where the message ends."""
    return np.cumsum([0, *(-(-count * width // _ALIGNED) * _ALIGNED for width in widths)]).tolist()


def rounded(nbytes):
    """At least `nbytes`, and at most an eighth more or one unit: few different sizes, few programs."""
    step = max(_ALIGNED, (1 << nbytes.bit_length()) >> 4)
    return -(-nbytes // step) * step


@lru_cache(maxsize=64)
def _gatherer(devices, per_host):
    """How an array is cut over `devices`, and the program that gives the whole of it to each."""
    mesh, cut = _mesh(devices, per_host)
    body = by_host.gathered if per_host > 1 else partial(jax.lax.all_gather, axis_name="device")
    gather = jax.shard_map(body, mesh=mesh, in_specs=cut, out_specs=Spec(), check_vma=False)
    return NamedSharding(mesh, cut), jax.jit(gather)


def _all_reduce_on(device, rank, bufs, purpose, keys, form, converted):
    types = [converted.dtype if converted else buf.dtype for buf in bufs]
    shapes = tuple((buf.shape, str(dtype)) for buf, dtype in zip(bufs, types))
    nbytes = sum(buf.size * dtype.itemsize for buf, dtype in zip(bufs, types))
    limit = limit_of(nbytes) if device.platform == "cpu" else config.get("JMX_BUCKET_SIZE") << 20
    call, description = _described(purpose, tuple(keys), shapes, limit)
    with x64(*bufs):
        device_ids, per_host = _agreed(rank, call, description, device)
        devices = _by_id(device.platform, device_ids)
        results = [buf if buf.size or not converted else converted.of(i) for i, buf in enumerate(bufs)]
        # Gradients of the last layers are there first, and a bucket is when its last array is.
        cut = buckets([buf.size for buf in bufs[::-1]], types[::-1], limit, device.platform)
        for numbers in sorted(cut, key=max):
            numbers = tuple([len(bufs) - 1 - i for i in numbers])
            if converted:
                _convert(rank, converted, bufs, numbers)
            _add_up(rank, device, devices, per_host, form, bufs, numbers, results)
    return results


def _add_up(rank, device, devices, per_host, form, bufs, numbers, results) -> None:
    """Put the sums of one bucket into `results`."""
    starts = _starts(bufs, numbers) if device.platform == "cpu" and len(numbers) > 1 else None
    vector = _packed_by_numpy(bufs, numbers, starts, device) if starts else _packed(bufs, numbers)
    sent_as = short_sums.form_of(form, vector.dtype, device.platform)
    # sums of signs are no signs any more
    apart = sent_as != short_sums.TWO_BITS and by_host.worth(vector.nbytes, vector.size, per_host)
    sharding, add = _adder(devices, sent_as, per_host if apart else 1)
    whole = joined([vector], sharding, rank.size)
    beside = rank.overlaps and not all(buf.is_ready() for buf in bufs)
    whole = finished(rank, partial(add, whole), device, sharding, beside).addressable_data(0)
    if starts:
        _deliver_by_numpy(whole, numbers, starts, bufs, results, device)
    else:
        _deliver(whole, numbers, bufs, results)


def _convert(rank, converted, bufs, numbers) -> None:
    def made():
        return [converted.of(number) for number in numbers]

    arrays = begun(made).result() if rank.overlaps else made()
    for i, array in zip(numbers, arrays):
        bufs[i] = array


#: by rank, call and device: the devices of all ranks, how many each host has, and the call's name for those that agree on these
_agreements = {}


def _agreed(rank, call, description, device):
    """The devices on which all ranks make a call, and how many each host has (`by_host`). A rank waits for the others at the
    first such call, and only announces later ones."""
    agreement = _agreements.get((rank, call, device.id))
    if agreement is None:
        # NCCL knows by itself which GPUs share a host
        host = rank.own_host if device.platform == "cpu" else ""
        notes = rank.barrier(call, description, [device.id, host])
        ids, per_host = by_host.in_order([number for number, _ in notes], [host for _, host in notes])
        # with the devices in it, so that ranks which agreed on others do not take the call for the same
        name = f"{call} {zlib.crc32(repr((ids, per_host)).encode()):08x}"
        _agreements[rank, call, device.id] = ids, per_host, name
        return ids, per_host
    ids, per_host, call = agreement
    rank.announce(call, description)
    return ids, per_host


def _starts(bufs, numbers):
    """Where each array begins in a vector that holds all of them, and behind these the vector's length."""
    step = _ALIGNED // np.dtype(bufs[numbers[0]].dtype).itemsize
    return np.cumsum([0, *(-(-bufs[i].size // step) * step for i in numbers)]).tolist()


#: memory for packed vectors
_scratch = np.zeros(0, np.uint8)


def _packed_by_numpy(bufs, numbers, starts, device):
    """Arrays copied by this thread, which on a CPU takes less than to have a program do it.

    The vector's memory is used again for the next one, when the sum of this one is there.
    """
    global _scratch
    dtype = np.dtype(bufs[numbers[0]].dtype)
    needed = starts[-1] * dtype.itemsize
    if _scratch.size < needed + _ALIGNED:
        _scratch = np.zeros(needed + _ALIGNED, np.uint8)
    # NumPy aligns to 16 bytes, and XLA copies what is not aligned as it wants
    first = -_scratch.ctypes.data % _ALIGNED
    vector = _scratch[first : first + needed].view(dtype)
    for i, start in zip(numbers, starts):
        vector[start : start + bufs[i].size] = np.asarray(bufs[i]).reshape(-1)
    return on_device(vector, device)


def _deliver_by_numpy(whole, numbers, starts, bufs, results, device) -> None:
    """The parts of a vector as arrays in its memory."""
    vector = np.asarray(whole)
    for i, start in zip(numbers, starts):
        results[i] = on_device(vector[start : start + bufs[i].size].reshape(bufs[i].shape), device)


@lru_cache(maxsize=1024)
def _described(purpose, keys, shapes, limit=0):
    """The call that a rank is about to make: a number to compare, and words."""
    shown = ", ".join(f"{key} of shape {list(shape)} and type {dtype}" for key, (shape, dtype) in zip(keys[:3], shapes))
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    text = repr((purpose, keys, shapes, limit))
    return f"{zlib.crc32(text.encode()):08x}", f"{purpose} of key{'s' if len(keys) > 1 else ''} {shown}{more}"


@lru_cache(maxsize=64)
def _by_id(platform, ids):
    devices = {device.id: device for device in jax.devices(platform)}
    return tuple(devices[i] for i in ids)


def finished(rank, run, device, group, beside=False) -> Any:
    """The result of `run()`, which the processes of a job compute together; on a CPU it is waited for until the job fails.

    `group` stands for the devices that take part: the first time gloo connects them. `beside` says that a backward pass goes on.
    """
    if device.platform != "cpu":
        result = run()
        rank.watch(result.is_ready)
        return result
    rank.watch(lambda: False, _cut_connections)
    if rank.failure is not None:  # it came before this was watched, so that nothing would end the sum
        rank.watch(None)
        raise rank.error()
    try:
        with _connecting(group, _gloo_sockets):
            return _awaited(rank, run, beside)
    except MXNetError:
        raise
    except Exception as error:
        rank.watch(None)  # it has ended
        # the job's own message says which process is lost; gloo's only that a connection is
        rank.wait_for_failure(5)
        raise rank.error(f"a reduction failed: {str(error).splitlines()[0]}") from None


def _awaited(rank, run, beside):
    """`run()` when it has been computed, unless the job fails before.

    Beside a backward pass another thread begins it and sleeps in XLA, so that the next sum begins as soon as this one has ended.
    That costs more than looking often, which is what is done where nothing else is computed.
    """
    began = time.perf_counter()
    if beside:
        result = begun(lambda: _computed(run()))
        is_ready, pause = result.done, lambda: wait([result], _LOOK)
    else:
        result = run()
        # short sums are found at once, long ones do not keep a core busy
        is_ready, pause = result.is_ready, lambda: time.sleep(min(0.002, max(0.00002, (time.perf_counter() - began) / 20)))
    rank.watch(is_ready, _cut_connections)
    failed_at = None
    while not is_ready():
        now = time.perf_counter()
        if rank.failure is not None:
            failed_at = failed_at or now
            if now - failed_at > 10:
                raise rank.error()
        elif now - began > rank.patience:
            rank.give_up(
                f"a sum has not ended within {rank.patience:g} s, though no rank is late: packets between machines are lost. "
                "A network may drop large ones alone (compare the MTU of the interfaces), or those to gloo's ports"
            )
        pause()
    return result.result() if beside else _computed(result)


def _computed(result):
    result.block_until_ready()
    return result


def _cut_connections() -> None:
    """Close what a sum that will not end waits for: the program waits for it, and all that it would compute later as well."""
    for descriptor, name in _gloo_sockets:
        try:
            # the number may have been given to another file since
            if processes.what_is_open(descriptor) == name:
                # a copy, as closing the `socket` would close gloo's own descriptor
                with socket.socket(fileno=os.dup(descriptor)) as link:
                    link.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue


#: the connections of CPU reductions: file descriptors and what they are
_gloo_sockets = []
#: groups of devices that are connected
_connected_groups = set()


def connected(run, group) -> tuple[list[jax.Array], list[jax.Array], list[Any], list[jax.Array]]:
    """The result of `run()`, a program of devices of this process alone, which in a job gloo connects as well."""
    if group in _connected_groups or jax.process_count() == 1:
        return run()
    with _connecting(group):
        return jax.block_until_ready(run())


@contextmanager
def _connecting(group, sockets=None):
    """Around the first sum over some devices, in which gloo connects them and prints how many they are to the standard output.

    What it prints is dropped; the connections are added to the list `sockets`.
    """
    if group in _connected_groups:
        yield
        return
    before = processes.sockets()
    # Python's buffered output belongs before the change, or it would be dropped with gloo's
    sys.stdout.flush()
    # by descriptor: gloo writes in C++, past `sys.stdout`
    stdout, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    try:
        yield
        if sockets is not None:
            sockets.extend(processes.sockets() - before)
        _connected_groups.add(group)
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)
