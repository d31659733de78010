"""The stores of this package: values are added up on one device of each process, and over the processes of a job."""

from __future__ import annotations

import difflib
import functools
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy

from .. import autograd, config
from .. import optimizer as opt
from ..base import MXNetError
from ..config.locks import RLock
from ..core.spmd import collectives
from ..ndarray import NDArray, array, fused_update, sparse, zeros
from ..ndarray.buffers import overwritten, replica
from ..optimizer import _state_files
from ._compression import compression
from .base import KVStoreBase

if TYPE_CHECKING:
    from .._typing import Int
    from ..optimizer.base import Optimizer

__all__ = ["KVStore", "spans_processes"]

_LOCAL = "local local_update_cpu local_allreduce_cpu local_allreduce_device device nccl p3 horovod byteps".split()
_DISTRIBUTED = (
    "dist dist_sync dist_async dist_device dist_sync_device dist_device_sync dist_async_device dist_device_async".split()
)
#: kinds of devices whose arrays are added up where they are; CPU devices that wait for one another can starve XLA of threads
_BY_COLLECTIVES = ("gpu",)
#: others that span the processes of a job: they add up, and keep nothing
_ALLREDUCE = ("horovod", "byteps")


def spans_processes(name: str) -> Any:
    """Whether a store of this type works with the other processes of a job, where there are any."""
    return "dist" in name or name in _ALLREDUCE


def _pairs(keys, values):
    """[(key, [arrays])] from a key with one or several arrays, or from lists of these; keys all int or all str."""
    if not isinstance(keys, list | tuple):
        assert isinstance(keys, int | str), f"unexpected type for keys: {type(keys)}"
        if isinstance(values, NDArray):
            return [(keys, [values])]
        arrays = list(values)
        for value in arrays:
            assert isinstance(value, NDArray), f"the values of key {keys} must be NDArrays, got {type(value).__name__}"
        return [(keys, arrays)]
    assert len(keys) == len(values), f"{len(keys)} keys for {len(values)} values"
    pairs = []
    for key, value in zip(keys, values):
        if isinstance(value, NDArray) and isinstance(key, int | str):
            pairs.append((key, [value]))
        else:
            pairs += _pairs(key, value)
    assert len({isinstance(key, str) for key, _ in pairs}) <= 1, "inconsistent types of keys detected."
    return pairs


def _grouped(keys, values):
    """As `_pairs`, with the arrays of a key given several times put together."""
    groups = {}
    for key, arrays in _pairs(keys, values):
        groups.setdefault(key, []).extend(arrays)
    return groups


def _reduce(groups, new=True, copies=None):
    """The sums of the arrays of each key on the devices of the first ones, by one program a device, or a collective of GPUs.

    Where they come to be on the other devices as well, `copies` gets those by key and context. They are new arrays, but with
    `new=False` the array itself where a key has one only: then nobody may write to it.
    """
    sums = _reduce_by_collectives({key: arrays for key, arrays in groups.items() if len(arrays) > 1}, copies)
    groups = {key: arrays for key, arrays in groups.items() if key not in sums}
    calls = {}
    for key, arrays in groups.items():
        sums[key] = replica(arrays[0]) if new or len(arrays) > 1 else arrays[0]
        if len(arrays) > 1:
            total = sums[key]
            others = [array.as_in_ctx(total.ctx) for array in arrays[1:]]
            calls.setdefault(total.ctx, []).append(("add_n", [total, *others], {}, total))
    for of_device in calls.values():
        fused_update(of_device)
    return sums


def _reduce_by_collectives(groups, copies):
    """The sums of those keys, of several arrays each, that have an array on each of several GPUs."""
    places = {}
    for key, arrays in groups.items():
        ctxs = tuple(a.ctx for a in arrays)
        apart = len({ctx.device for ctx in ctxs}) == len(ctxs)
        if apart and all(ctx.device_type in _BY_COLLECTIVES for ctx in ctxs) and all(a.stype == "default" for a in arrays):
            places.setdefault(ctxs, []).append(key)
    sums = {}
    for ctxs, keys in places.items():
        columns = collectives.all_reduce_local([[groups[key][i] for key in keys] for i in range(len(ctxs))], ctxs)
        sums.update(zip(keys, columns[0]))
        if copies is not None:
            for ctx, column in zip(ctxs, columns):
                for key, array in zip(keys, column):
                    copies.setdefault(key, {})[ctx] = array
    return {key: sums[key] for key in groups if key in sums}


def _only_dense(gradients):
    for key, value in gradients.items():
        if value.stype != "default":
            raise MXNetError(f"Gradient compression is for dense gradients, the one of key {key} is {value.stype}.")
    return gradients


def _write(values, groups, copies):
    """Write the value of each key to the arrays of `groups`; `copies` has those that are on other devices, by key and context."""
    # a pull is no operator: it may write to arrays that are in use as variables of a recorded graph
    with autograd.pause():
        _write_unrecorded(values, groups, copies)


def _write_unrecorded(values, groups, copies):
    for key, targets in groups.items():
        value, elsewhere = values[key], copies.get(key, ())
        for target in targets:
            if target is not value and not overwritten(target, value):
                target[:] = elsewhere[target.ctx] if target.ctx in elsewhere else value.as_in_ctx(target.ctx)


def _check_shapes(values, groups):
    """Refuse to copy a value to arrays of another shape, before anything is written."""
    for key, targets in groups.items():
        shape = values[key].shape
        for target in targets:
            if target.shape != shape:
                raise MXNetError(
                    f"kvstore: key {key}: operands shape mismatch from.shape = {list(shape)} "
                    f"to.shape={list(target.shape)}; arrays that are pulled to need the shape of the stored value."
                )


@functools.cache  # said once
def _say_async():
    warnings.warn(
        "kvstore dist_async runs synchronously: every push is applied before the next call returns, by all workers alike.",
        stacklevel=5,
    )


class KVStore(KVStoreBase):
    """Values by key, for the devices of this process, or of all processes of a job. Use `create` to make one.

    The types that start with ``dist`` span the job. Each worker keeps a copy of all values and updates it with the same sums,
    so that copies stay equal; there are no servers. All workers have to make the same calls in the same order. As in MXNet,
    `pushpull` changes their stored values, gradients are compressed after those of one worker's devices have been added up
    instead of before, the first values are those of rank 0, and ``dist_async`` updates by an optimizer only.

    Parameters
    ----------
    handle : str
        The type's name.

    Examples
    --------
    Values pushed from two devices are added up. With an optimizer, the sum is a gradient that updates the stored value.

    >>> store = mx.kv.create("local")
    >>> store.init("weight", nd.ones((2,)))
    >>> store.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
    >>> store.push("weight", [nd.array([1, 2]), nd.array([1, 2])])
    >>> weight = nd.zeros((2,))
    >>> store.pull("weight", out=weight)
    >>> weight.asnumpy()
    array([ 0., -1.], dtype=float32)
    >>> store.type, store.rank, store.num_workers
    ('local', 0, 1)
    """

    def __init__(self, handle: str) -> None:
        assert isinstance(handle, str), f"KVStore takes the name of its type, got {type(handle).__name__}"
        if handle not in (*_LOCAL, *_DISTRIBUTED):
            close = difflib.get_close_matches(handle, (*_LOCAL, *_DISTRIBUTED), 1)
            raise MXNetError(
                f"kvstore type {handle!r} is unknown{f'; did you mean {close[0]!r}?' if close else '.'} Types are "
                f"{', '.join((*_LOCAL, *_DISTRIBUTED))}, and classes registered with KVStoreBase.register."
            )
        self.handle = handle
        self._updater = self._compression = self._rank = None
        self._values = {}
        self._storing = RLock()  # an updater may call the store
        self._is_p3 = config.get("DMLC_PS_VAN_TYPE") == "p3"
        self._distributed = "dist" in handle
        if spans_processes(handle):
            self._join()

    def _join(self) -> None:
        """What a distributed type needs of its surroundings."""
        from .. import cluster

        self._rank = cluster.current()
        if "async" in self.handle:
            if self._is_p3:
                raise MXNetError("Asynchronous update is not supported in P3StoreDist. Use dist_sync with DMLC_PS_VAN_TYPE=p3.")
            _say_async()

    def _check_kind(self, keys):
        """Refuse str keys in a store that has int keys, and the other way round."""
        for old, new in zip(list(self._values)[:1], list(keys)[:1]):
            if isinstance(old, str) != isinstance(new, str):
                raise MXNetError(
                    f"Mixed key types are not allowed: this store has keys of type {type(old).__name__}, got {new!r}"
                )

    def _check_known(self, keys):
        self._check_kind(keys)
        for key in keys:
            if key not in self._values:
                raise MXNetError(f"key {key} has not been inited. Call init({key!r}, value) or broadcast with it first.")

    def init(self, key: Any, value: NDArray | Sequence[NDArray]) -> None:
        """Set first values; each key once.

        Parameters
        ----------
        key : int, str or list of these
            All int or all str, the same in one store.
        value : NDArray or list of NDArray
            One per key; the store keeps a copy.

        Raises
        ------
        MXNetError
            If a key has a value already.
        """
        pairs = _pairs(key, value)
        self._check_kind([name for name, _ in pairs])
        seen = set(self._values)
        for name, arrays in pairs:
            if name in seen or len(arrays) > 1:
                raise MXNetError(
                    f"duplicate init of key {name}. push changes its value; please double check if you called kv.init or "
                    "kv.broadcast with this key multiple times"
                )
            seen.add(name)
        first = {name: arrays[0] for name, arrays in pairs}
        self._values.update(self._of_rank_0(first) if self._rank else {name: replica(a) for name, a in first.items()})

    def _of_rank_0(self, values):
        """Copies of rank 0's values: the others add nothing to them."""
        if self._rank.number:
            values = {name: zeros(a.shape, a.ctx, a.dtype, stype=a.stype) for name, a in values.items()}
        return self._over_processes(values, "init")

    def _over_processes(self, sums, purpose, form=None, two_bits=None):
        """Add up what the processes of the job have come to; the same on all of them.

        `form` is how dense arrays travel, and `two_bits` what makes signs of them.
        """
        if not self._rank or not sums:
            return sums
        totals = {}
        dense = [name for name, value in sums.items() if value.stype == "default"]
        for name, value in sums.items():
            if value.stype == "row_sparse":
                totals[name] = self._rows_of_all(name, value, purpose)
            elif value.stype != "default":
                raise MXNetError(
                    f"kvstore {self.handle}: key {name} has storage type {value.stype}; processes exchange dense and row_sparse "
                    "values."
                )
        with autograd.pause():
            if dense:
                values = {name: sums[name] for name in dense}
                # a byte holds the sums of up to 127 ranks
                signs = two_bits and two_bits.signs(values, "int8" if self.num_workers < 128 else "int32")
                added = collectives.all_reduce(self._rank, list(values.values()), purpose, dense, form, signs)
                totals.update(zip(dense, map(two_bits.restored, added) if two_bits else added))
        return {name: totals[name] for name in sums}

    def _rows_of_all(self, name, value, purpose):
        rows, data = collectives.all_gather_rows(self._rank, [value.indices, value.data], purpose, name)
        order = numpy.argsort(rows, kind="stable")  # equal numbers stay in the order of the ranks
        indices, first = numpy.unique(rows[order], return_index=True)
        merged = numpy.add.reduceat(data[order], first, axis=0, dtype=data.dtype) if len(indices) else data
        return sparse.row_sparse_array((merged, indices), shape=value.shape, ctx=value.ctx, dtype=value.dtype)

    def broadcast(self, key: Any, value: NDArray | Sequence[NDArray], out: Any, priority: Int = 0) -> None:
        _check_shapes({name: arrays[0] for name, arrays in _pairs(key, value)}, _grouped(key, out))
        self.init(key, value)
        self.pull(key, out, priority)

    def push(self, key: Any, value: Any, priority: Int = 0) -> None:
        """Add up the values of each key; store the sum, or hand it to the updater as gradient.

        Parameters
        ----------
        key : int, str or list of these
            Keys that have been initialized.
        value : NDArray, list of NDArray, or list of lists
            One or several arrays per key, one per device as a rule.
        priority : int
            Without effect here.
        """
        groups = _grouped(key, value)
        self._check_known(groups)
        self._check_async()
        self._update(self._reduce(groups, "push"))

    def _check_async(self):
        if self._updater is None and self._distributed and "async" in self.handle:
            raise MXNetError("Updater needs to be set for async mode: call set_optimizer before the first push.")

    def _reduce(self, groups: Any, purpose: Any, copies: Any = None) -> Any:
        kind, two_bits = self._compression, self._two_bits
        if kind is not None:
            purpose = f"{purpose} ({kind.words})"  # part of what ranks compare
        sums = self._reduce_here(groups, None if self._rank else copies)
        return self._over_processes(sums, purpose, None if kind is None else kind.form, two_bits)

    @property
    def _two_bits(self):
        return self._compression and self._compression.two_bits

    def _reduce_here(self, groups, copies):
        """The sums over the devices of this process."""
        two_bits = self._two_bits
        if two_bits is None:
            return _reduce(groups, self._rank is None, copies)  # the processes' sum is a new one
        with autograd.pause():
            if not self._distributed:
                return _reduce({key: self._compressed(two_bits, key, arrays) for key, arrays in groups.items()})
            sums = _only_dense(_reduce(groups))
            return sums if self._rank else {key: two_bits(key, 0, value) for key, value in sums.items()}

    @staticmethod
    def _compressed(two_bits, key, arrays):
        if len(arrays) == 1 or any(a.stype != "default" for a in arrays):
            return arrays
        return [two_bits(key, position, a) for position, a in enumerate(arrays)]

    def _update(self, merged: Any) -> None:
        with self._storing:
            self._take(merged)

    def _take(self, merged: Any) -> None:
        if self._updater is None:
            self._values.update(merged)
            return
        # keys in the order in which MXNet visits them
        if merged and isinstance(next(iter(merged)), str):
            names = [name for name in list(self._values) if name in merged]
        else:
            names = sorted(merged)
        for name in names:
            target = merged[name].ctx
            if self._values[name].ctx != target:
                self._values[name] = self._values[name].as_in_ctx(target)
        if isinstance(self._updater, opt.Updater):
            self._updater(names, [merged[n] for n in names], [self._values[n] for n in names])
            return
        for name in names:
            # MXNet hands str keys to updaters as bytes
            key = name.encode("utf-8") if isinstance(name, str) else name
            self._updater(key, merged[name], self._values[name])

    def pull(self, key: Any, out: Any = None, priority: Int = 0, ignore_sparse: bool = True) -> None:
        """Copy stored values to arrays.

        Parameters
        ----------
        key : int, str or list of these
            Keys that have been initialized.
        out : NDArray, list of NDArray, or list of lists
            One or several arrays per key.
        priority : int
            Without effect here.
        ignore_sparse : bool
            Leave sparse arrays of `out` as they are.
        """
        assert out is not None, "pull needs `out`, the arrays to copy to"
        groups = _grouped(key, out)
        self._check_known(groups)
        groups = {name: [t for t in targets if t.stype == "default" or not ignore_sparse] for name, targets in groups.items()}
        _check_shapes(self._values, groups)
        _write(self._values, groups, {})

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: Int = 0) -> None:
        groups = _grouped(key, value)
        targets = groups if out is None else _grouped(key, out)
        stored = self._updater is not None or self._distributed
        if stored:
            self._check_known(groups)
            self._check_async()
        _check_shapes({name: arrays[0] for name, arrays in groups.items()}, targets)
        copies = {}
        merged = self._reduce(groups, "pushpull", copies)
        if stored:
            self._update(merged)
            merged, copies = self._values, {}
        _write(merged, targets, copies)

    def row_sparse_pull(
        self, key: Any, out: Any = None, priority: Int = 0, row_ids: NDArray | Sequence[NDArray] | None = None
    ) -> None:
        """Copy rows of row-sparse values to row-sparse arrays, which then hold these rows and no others.

        Parameters
        ----------
        key : int, str or list of these
            Keys that have been initialized with row-sparse values.
        out : RowSparseNDArray, list of these, or list of lists
            One or several arrays per key.
        priority : int
            Without effect here.
        row_ids : NDArray or list of NDArray
            Row numbers in any order, one array for each of `out`, or one for all arrays of a key.

        Raises
        ------
        MXNetError
            If a value or an array of `out` has dense storage.
        """
        if self._is_p3 and self._distributed:
            raise MXNetError("row_sparse_pull is not supported in P3StoreDist. Unset DMLC_PS_VAN_TYPE.")
        assert out is not None, "row_sparse_pull needs `out`, the arrays to copy to"
        assert row_ids is not None, "row_sparse_pull needs `row_ids`, the rows to copy"
        row_ids = [row_ids] if isinstance(row_ids, NDArray) else row_ids
        assert isinstance(row_ids, list), "row_ids should be NDArray or list of NDArray"
        pairs = _pairs(key, out)
        if len(row_ids) == 1 and isinstance(out, list):
            wanted = [(key, row_ids * len(pairs[0][1]))]
        else:
            wanted = _pairs(key, row_ids)
        counts = [len(arrays) for _, arrays in pairs]
        assert counts == [len(ids) for _, ids in wanted], "the number of row_ids doesn't match the number of values"
        self._check_known([name for name, _ in pairs])
        for name, arrays in pairs:
            for what, source in [("the value", self._values[name]), *(("`out`", target) for target in arrays)]:
                if source.stype != "row_sparse":
                    raise MXNetError(
                        f"row_sparse_pull of key {name}: {what} has storage type {source.stype!r}; it copies rows between "
                        "row_sparse arrays. Use pull for others."
                    )
        with autograd.pause():
            for (name, arrays), (_, ids) in zip(pairs, wanted):
                for target, rows in zip(arrays, ids):
                    rows = rows.asnumpy().astype(numpy.int64).reshape(-1)
                    if not (numpy.diff(rows) > 0).all():
                        rows = numpy.unique(rows)
                    kept = self._values[name].retain(array(rows, dtype=numpy.int64))
                    target[:] = kept.as_in_ctx(target.ctx)

    def is_capable(self, capability: Any) -> bool:
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return not self._is_p3
        raise ValueError(f"Unknown capability: {capability}")

    def set_gradient_compression(self, compression_params: Mapping[Any, Any]) -> None:
        """Send dense gradients in fewer bytes. All ranks of a job need the same setting.

        Parameters
        ----------
        compression_params : dict
            `{'type': 'bf16'}` or `{'type': 'fp16'}`, which MXNet does not have: floating-point gradients travel between processes
            in half precision, are added up in float32, and come back in their own type. A float16 holds no more than 65504:
            larger gradients become infinite. Without effect inside of one process.

            `{'type': '2bit', 'threshold': 0.5}`: every element becomes the threshold, its negative or 0, and what is left of it
            is added to the next gradient; in a distributed store this is done to the sum of a process's devices, elsewhere to
            the gradient of each. Four elements travel as a byte. Inside of one process it saves no time.

        Raises
        ------
        MXNetError
            The type is unknown or the threshold is not positive. Pushes raise it where ranks have different settings.
        Exception
            The store is of type 'local'.

        Examples
        --------
        >>> store = mx.kv.create("dist_sync")
        >>> store.set_gradient_compression({"type": "bf16"})
        """
        if self._distributed and self._is_p3:
            raise MXNetError("Gradient compression is not supported in P3StoreDist. Unset DMLC_PS_VAN_TYPE.")
        if not ("device" in self.type or self._distributed):
            raise Exception("Gradient compression is not supported for this type of kvstore")
        self._compression = compression(compression_params)

    def set_optimizer(self, optimizer: Optimizer) -> None:
        """Update the stored values with this optimizer from now on.

        Parameters
        ----------
        optimizer : Optimizer
            Gets the sums pushed as gradients. In a job rank 0's numbers (learning rate, rescale_grad and so on) hold for all.

        Raises
        ------
        MXNetError
            The ranks of a job give optimizers of different classes.
        """
        if self._rank and self._distributed:
            self._agree_on(optimizer)
        self._set_updater(opt.get_updater(optimizer))

    def _agree_on(self, optimizer):
        """Give this optimizer the numbers of rank 0's, as all of MXNet's workers use the one that rank 0 sends to the servers."""
        name = type(optimizer).__name__
        plain = {k: v for k, v in vars(optimizer).items() if isinstance(v, bool | int | float | str) and k != "num_update"}
        notes = self._rank.barrier(f"set_optimizer {name}", f"set_optimizer of {name}", plain if self._rank.number == 0 else None)
        vars(optimizer).update(notes[0] or {})

    def _set_updater(self, updater):
        """Let ``updater(key, pushed, stored)`` change the stored value in place at each push."""
        if self._distributed and self._is_p3:
            raise MXNetError("Update on P3StoreDist is not supported. Please set MXNET_UPDATE_ON_KVSTORE to false.")
        self._updater = updater

    @property
    def type(self) -> str:
        return self.handle

    @property
    def rank(self) -> int:
        return self._rank.number if self._rank else 0

    @property
    def num_workers(self) -> int:
        return self._rank.size if self._rank else 1

    def _barrier(self) -> None:
        """Wait for all workers. MXNetError names the one that is late (after JMX_TIMEOUT seconds) or lost."""
        if self._rank:
            self._rank.barrier("barrier", "a barrier")

    def _send_command_to_servers(self, head, body):
        """Without effect: workers reduce among themselves, there are no servers to tell."""

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file.

        Parameters
        ----------
        fname : str
            Path of the file; it is replaced as a whole or not at all. The file is MXNet's pickle, or safetensors if its name
            ends in ``.safetensors``.
        dump_optimizer : bool
            Include the optimizer itself.
        """
        assert self._updater is not None, "Cannot save states: set_optimizer has not been called"
        _state_files.save(self._updater, fname, dump_optimizer)

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file of `save_optimizer_states`."""
        assert self._updater is not None, "Cannot load states: set_optimizer has not been called"
        _state_files.load([self._updater], fname)
