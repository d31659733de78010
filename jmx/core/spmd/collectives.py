"""Sums over devices and processes by collectives: gradients travel packed into few large buckets.

A sum over processes is: wait until all ranks are about to do the same (`Member.meet`), which on CPUs goes on beside the
computation of the gradients; pack the small arrays of one type into vectors; add the vectors up (one `psum` over a device of
every process); and cut the sums into arrays. Large arrays travel as they are. One sum is under way at a time on CPUs, where
it is waited for; on GPUs it runs on.
"""

import os
import socket
import sys
import threading
import time
import zlib
from functools import lru_cache, partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as Spec

from ... import config
from ...base import MXNetError
from ..declare.x64 import x64
from ..numpy_tier import on_device
from ..run.dispatch import wrap

_CUT = Spec("device")
#: of a program's threads, one adds up over processes
_one_at_a_time = threading.Lock()
#: bytes from which an array is not worth packing on a CPU; a GPU copies so fast that another message costs more
ALONE = 4 << 20
#: where arrays begin inside of a packed vector on a CPU, in bytes: what XLA needs of memory that it uses in place
_ALIGNED = 64


def buckets(sizes, types, limit, platform="cpu"):
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
    found, open_ones = [], {}
    alone = min(ALONE, limit) if platform == "cpu" else limit
    for i, (size, kind) in enumerate(zip(sizes, types)):
        if not size:
            continue
        bytes_here = size * np.dtype(kind).itemsize
        if bytes_here >= alone:
            found.append([i])
            continue
        here = open_ones.get(kind)
        if here is None or here[1] + bytes_here > limit:
            here = open_ones[kind] = [[], 0]
            found.append(here[0])
        here[0].append(i)
        here[1] += bytes_here
    return tuple(map(tuple, found))


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
def _adder(devices):
    """The mesh of `devices`, how arrays are cut over it, and the program that adds them up."""
    mesh = Mesh(np.array(devices), ("device",))
    add = jax.shard_map(lambda parts: jax.lax.psum(parts, "device"), mesh=mesh, in_specs=_CUT, out_specs=_CUT, check_vma=False)
    return NamedSharding(mesh, _CUT), jax.jit(add)


def joined(parts, sharding, count):
    """One array of `count` parts, cut along its first axis, from the parts on this process's devices."""
    shape = parts[0].shape
    return jax.make_array_from_single_device_arrays((count * shape[0], *shape[1:]), sharding, parts)


def devices_add_up(columns, ctxs):
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
    plan = buckets([b.size for b in bufs[0]], [b.dtype for b in bufs[0]], limit, devices[0].platform)
    results = [list(column) for column in bufs]
    with x64(*bufs[0]):
        for numbers in plan:
            packed = [_packed(column, numbers) for column in bufs]
            whole = add(joined(packed, sharding, len(devices)))
            if devices[0].platform == "cpu":
                # Several of these under way on CPUs wait for one another, until XLA ends the process.
                whole.block_until_ready()
            for position, device in enumerate(devices):
                part = next(s.data for s in whole.addressable_shards if s.device == device)
                _deliver(part, numbers, bufs[position], results[position])
    return [[wrap(b, ctx, type(a)) for b, a in zip(found, column)] for found, column, ctx in zip(results, columns, ctxs)]


def _packed(bufs, numbers):
    if len(numbers) == 1:
        buf = bufs[numbers[0]]
        return buf if buf.ndim else buf.reshape(1)
    return _pack([bufs[i] for i in numbers])


def _deliver(vector, numbers, like, results):
    if len(numbers) == 1:
        (i,) = numbers
        results[i] = vector if like[i].ndim else vector.reshape(())
        return
    for i, buf in zip(numbers, _unpacker(tuple(like[i].shape for i in numbers))(vector)):
        results[i] = buf


def processes_add_up(member, arrays, kind, keys):
    """Sums over the processes of a job; called by all of them, with arrays of the same shapes and types.

    Parameters
    ----------
    member : Member
        This process's place in the job.
    arrays : list of NDArray
        Dense, on any device of this process.
    kind : str
        What this is for, in errors: "push".
    keys : list
        What the arrays are called there.

    Returns
    -------
    list of NDArray
        New arrays: the sums, on the devices of `arrays`; equal to the bit on all processes.

    Raises
    ------
    MXNetError
        A process is lost, late, or does something else.
    """
    results = [None] * len(arrays)
    for ctx in dict.fromkeys(a._ctx for a in arrays):
        numbers = [i for i, a in enumerate(arrays) if a._ctx == ctx]
        bufs = [arrays[i]._data() for i in numbers]
        with _one_at_a_time:
            sums = _on_device(member, bufs, ctx.device, kind, [keys[i] for i in numbers])
        for i, buf in zip(numbers, sums):
            results[i] = wrap(buf, ctx, type(arrays[i]))
    return results


def processes_concatenate(member, rows, kind, key):
    """The rows of all processes of a job, one behind the other; called by all of them.

    Parameters
    ----------
    member : Member
        This process's place in the job.
    rows : NDArray
        Any number of rows (axis 0), the same on all processes but for that.
    kind, key : str, int or str
        What this is for, in errors.

    Returns
    -------
    numpy.ndarray
        Rank 0's rows, then rank 1's, and so on.
    """
    own = rows.asnumpy()
    what, say = _described(kind, (key,), ((own.shape[1:], str(own.dtype)),))
    device = jax.local_devices(backend="cpu")[0]
    notes = member.meet(what, f"{say} (row_sparse)", [device.id, len(own)])
    counts = [count for _, count in notes]
    most = max(counts)
    if not most:
        return own
    room = 1 << (most - 1).bit_length()  # few different sizes, few programs
    with _one_at_a_time, x64(own):
        # Every process adds its rows to zeros at its own place.
        table = np.zeros((1, member.size * room, *own.shape[1:]), own.dtype)
        table[0, member.rank * room : member.rank * room + len(own)] = own
        sharding, add = _adder(_by_id("cpu", tuple(number for number, _ in notes)))
        whole = joined([jax.device_put(table, device)], sharding, member.size)
        whole = finished(member, partial(add, whole), device, sharding)
        every = np.asarray(whole.addressable_data(0))[0]
    return np.concatenate([every[i * room : i * room + count] for i, count in enumerate(counts)])


def _on_device(member, bufs, device, kind, keys):
    shapes = tuple((buf.shape, str(buf.dtype)) for buf in bufs)
    limit = config.get("JMX_BUCKET_SIZE") << 20
    what, say = _described(kind, tuple(keys), shapes, limit)
    plan = buckets([b.size for b in bufs], [b.dtype for b in bufs], limit, device.platform)
    with x64(*bufs):
        ids = _agreed(member, what, say, device.id)
        sharding, add = _adder(_by_id(device.platform, tuple(ids)))
        results = list(bufs)
        for numbers in plan:
            starts = _starts(bufs, numbers) if device.platform == "cpu" and len(numbers) > 1 else None
            vector = _packed_by_numpy(bufs, numbers, starts, device) if starts else _packed(bufs, numbers)
            whole = joined([vector], sharding, member.size)
            whole = finished(member, partial(add, whole), device, sharding).addressable_data(0)
            if starts:
                _deliver_by_numpy(whole, numbers, starts, bufs, results, device)
            else:
                _deliver(whole, numbers, bufs, results)
    return results


_known = {}


def _agreed(member, what, say, number):
    """The devices on which all ranks do `what`, from the first time on which they did; later a rank need not wait for that."""
    known = _known.get((member, what, number))
    if known is None:
        ids = member.meet(what, say, number)
        _known[member, what, number] = ids, f"{what} {zlib.crc32(repr(ids).encode()):08x}"
        return ids
    ids, what = known
    member.tell(what, say)
    return ids


def _starts(bufs, numbers):
    """Where each array begins in a vector that holds all of them, and behind these the vector's length."""
    step = _ALIGNED // np.dtype(bufs[numbers[0]].dtype).itemsize
    return np.cumsum([0, *(-(-bufs[i].size // step) * step for i in numbers)]).tolist()


_room = np.zeros(0, np.uint8)


def _packed_by_numpy(bufs, numbers, starts, device):
    """Arrays copied by this thread, which on a CPU takes less than to have a program do it.

    The vector's memory is used again for the next one, when the sum of this one is there.
    """
    global _room
    kind = np.dtype(bufs[numbers[0]].dtype)
    needed = starts[-1] * kind.itemsize
    if _room.size < needed + _ALIGNED:
        _room = np.zeros(needed + _ALIGNED, np.uint8)
    first = -_room.ctypes.data % _ALIGNED
    vector = _room[first : first + needed].view(kind)
    for i, start in zip(numbers, starts):
        vector[start : start + bufs[i].size] = np.asarray(bufs[i]).reshape(-1)
    return on_device(vector, device)


def _deliver_by_numpy(whole, numbers, starts, bufs, results, device):
    """The parts of a vector as arrays in its memory."""
    vector = np.asarray(whole)
    for i, start in zip(numbers, starts):
        results[i] = on_device(vector[start : start + bufs[i].size].reshape(bufs[i].shape), device)


@lru_cache(maxsize=1024)
def _described(kind, keys, shapes, limit=0):
    """What a rank is about to do: a number to compare, and words."""
    shown = ", ".join(f"{key} of shape {list(shape)} and type {dtype}" for key, (shape, dtype) in zip(keys[:3], shapes))
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    text = repr((kind, keys, shapes, limit))
    return f"{zlib.crc32(text.encode()):08x}", f"{kind} of key{'s' if len(keys) > 1 else ''} {shown}{more}"


@lru_cache(maxsize=64)
def _by_id(platform, ids):
    every = {device.id: device for device in jax.devices(platform)}
    return tuple(every[i] for i in ids)


def finished(member, run, device, group):
    """The result of `run()`, which the processes of a job compute together; on a CPU it is waited for until the job fails.

    `group` stands for the devices that take part: the first time gloo connects them.
    """
    if device.platform != "cpu":
        result = run()
        member.watch(result.is_ready)
        return result
    member.watch(lambda: False, _cut_links)
    try:
        if group in _connected:
            return _awaited(member, run())
        with _Silence() as links:
            result = _awaited(member, run())
            links.remember()
            _connected.add(group)
            return result
    except Exception as error:
        if isinstance(error, MXNetError):
            raise
        member.watch(None)  # it has ended
        member.learn(5)
        raise member.error(f"a reduction failed: {str(error).splitlines()[0]}") from None


def _awaited(member, result):
    member.watch(result.is_ready, _cut_links)
    began = time.perf_counter()
    failed = None
    while not result.is_ready():
        now = time.perf_counter()
        if member.failure is not None:
            failed = failed or now
            if now - failed > 10:
                raise member.error()
        time.sleep(min(0.0005, max(0.00002, (now - began) / 20)))
    result.block_until_ready()
    return result


def _cut_links():
    """Close what a sum that will not end waits for: the program waits for it, and all that it would compute later as well."""
    for descriptor, name in _links:
        try:
            if os.readlink(f"/proc/self/fd/{descriptor}") == name:
                with socket.socket(fileno=os.dup(descriptor)) as link:
                    link.shutdown(socket.SHUT_RDWR)
        except OSError:
            continue


#: the connections of CPU reductions: file descriptors and what they are
_links = []
#: groups of devices that are connected
_connected = set()


def _sockets():
    found = set()
    try:
        names = os.listdir("/proc/self/fd")
    except OSError:
        return found  # not Linux
    for name in names:
        try:
            target = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add((int(name), target))
    return found


def connected(run, group):
    """The result of `run()`, a program of devices of this process alone, which in a job gloo connects as well."""
    if group in _connected or jax.process_count() == 1:
        return run()
    with _Silence():
        result = jax.block_until_ready(run())
        _connected.add(group)
        return result


class _Silence:
    """Around the first sum over some devices, in which gloo connects them and prints how many they are to the standard output."""

    def __enter__(self):
        self._before = _sockets()
        sys.stdout.flush()
        self._kept = os.dup(1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
        return self

    def remember(self):
        """Keep the connections that have been made since."""
        _links.extend(_sockets() - self._before)

    def __exit__(self, *exc):
        os.dup2(self._kept, 1)
        os.close(self._kept)
