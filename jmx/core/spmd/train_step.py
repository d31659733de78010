"""A training step on several devices as one program: forward, backward, the sum of the gradients, and the update.

Every array of the step has a copy on each device. To JAX the copies are one array, cut along its first axis; `shard_map` runs the
same function on every part, and `psum` is where the devices talk. Between two steps the parts lie in the cells of ordinary
arrays, where everything else finds them.

In a job of several processes the devices are those of all of them, each process holds the parts on its own, and before every
step they agree that they are about to do the same.
"""

from __future__ import annotations

import collections
import functools
import itertools
import sys
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, SingleDeviceSharding
from jax.sharding import PartitionSpec as Spec

from ...base import MXNetError
from ...config import compile_report, jax_internals
from ..declare.mesh_axes import axes_scope
from ..declare.x64 import is_on, is_wide, x64
from ..run import moving, rng
from ..run.backward_segments import limit_of
from ..run.cells import Taken, exclusively, under_locks
from ..run.fused_update import apply, arrange, cell_of, store
from ..run.program import differentiate
from ..run.pullback import fill_cotangents
from ..run.storage import wrap
from .collectives import connected, finished, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...ndarray.ndarray import NDArray


class _Slot:
    """One array on every device. `whole` and `parts` are what the last step left, `holders` how many references each part had."""

    __slots__ = ("arrays", "whole", "parts", "holders")
    whole: jax.Array | None
    parts: Any  # None with `whole`

    def __init__(self, arrays) -> None:
        self.arrays = list(arrays)
        self.whole = None

    def take(self, whole, alone) -> None:
        """Write a result of the program to the arrays, whose locks are held; `alone`: whether it is that of one device."""
        if alone:
            self.arrays[0]._write(whole)
            return
        self.whole = whole
        self.parts = [whole.addressable_data(i) for i in range(len(self.arrays))]
        for array, part in zip(self.arrays, self.parts):
            array._write(part)
        del part  # which would count as a holder
        self.holders = self._held()

    def _held(self):
        return [sys.getrefcount(part) for part in self.parts]

    def keep(self, values, places) -> bool:
        """Whether those of `values` at `places`, which have been taken out of the cells, are what the last step left.

        They may be held by nothing else: the list holds each of them once, as the cells did.
        """
        if self.whole is not None and len(places) == len(self.parts) and self._held() == self.holders:
            if all(values[i] is part for i, part in zip(places, self.parts)):
                return True
        self.whole = self.parts = None
        return False

    def give(self, values, join):
        """The arrays as one, whose memory the program may take; what others hold (None) is copied first."""
        if self.whole is not None:
            return self.whole
        return join([array._data().copy() if value is None else value for array, value in zip(self.arrays, values)])


class _Memory:
    """The buffers of all arrays that a step writes over, to be taken out of their cells, so that no other thread comes by one.

    The locks of the cells must be held. What is a view, or shares its cell with another array of the step, stays where it is.
    """

    def __init__(self, slots) -> None:
        arrays = [(slot, array) for slot in slots for array in slot.arrays]
        holders = collections.Counter([id(array._cell) for _, array in arrays])
        self._slots = slots
        self._at = {}  # by cell, the place among those that are taken
        for _, array in arrays:
            if array._view is None and array._dense and holders[id(array._cell)] == 1:
                self._at[id(array._cell)] = len(self._at)
        self.taken = Taken([array._cell for _, array in arrays if id(array._cell) in self._at])
        self._sole = []

    def take(self) -> None:
        self._sole = self.taken.take(self._accounted)

    def _accounted(self, values):
        kept = [False] * len(values)
        for slot in self._slots:
            places = [self._at[id(array._cell)] for array in slot.arrays if id(array._cell) in self._at]
            if slot.keep(values, places):
                for i in places:
                    kept[i] = True
        return kept

    def of(self, slot) -> list:
        """The buffer of each of a slot's arrays; None where something else holds it."""
        places = [self._at.get(id(array._cell)) for array in slot.arrays]
        return [self.taken.values[i] if i is not None and self._sole[i] else None for i in places]


class Agreement(NamedTuple):
    """What the processes of a job have told one another before a step.

    devices    those of all processes by their ids, or None if they differ: then all had better loop
    name       of the step, by the shapes of its data
    compiling  whether any process has yet to compile it
    samples    of the batches of all processes together
    """

    devices: list[int] | None
    name: str
    compiling: bool
    samples: int


def agree(member, contexts, pieces, samples, ready):
    """The `Agreement` on a step that all processes of a job are about to make; called by all of them.

    Parameters
    ----------
    member : Rank
        This process's place in the job.
    contexts : list of Context, or empty
        Its devices; none if it cannot run its batch as one program.
    pieces : list of NDArray
        One device's part of each input.
    samples : int
        Of this process's batch.
    ready : set of str
        Names of steps that have been compiled.

    Raises
    ------
    MXNetError
        A process is lost, late, or does something else.
    """
    text = repr([(a.shape, str(a.dtype)) for a in pieces] + [ctx.device.platform for ctx in contexts])
    name = f"{zlib.crc32(text.encode()):08x}"
    mine = name, [ctx.device.id for ctx in contexts], name in ready, samples
    names, devices, compiled, counts = zip(*member.barrier("training step", "a training step", mine))
    same = contexts and set(names) == {name} and {len(ids) for ids in devices} == {len(contexts)}
    return Agreement([i for ids in devices for i in ids] if same else None, name, not all(compiled), sum(counts))


class TrainStep:
    """A training step of a lowered graph whose outputs are losses, on several devices.

    Parameters
    ----------
    program : Program
        The graph. Its first `n_losses` outputs are losses: the gradient of each element is 1. Others are passed on.
    contexts : list of Context
        Different devices of one kind.
    roles : list of (str, int)
        What each input of the program is: ("data", i), ("weight", i), which is updated, or ("fixed", i), which is not, except
        by the program where it is an auxiliary state.
    n_losses : int
    add_up : bool
        Whether gradients are added up over the devices, or each stays with its own.
    member : Rank, optional
        This process's place in a job that runs the step together.
    every : list of int, optional
        The devices of all processes, those of `contexts` among them.
    """

    def __init__(self, program, contexts, roles, n_losses, add_up, member=None, every=()) -> None:
        devices = [ctx.device for ctx in contexts]
        if len(set(devices)) < len(devices) or len({d.platform for d in devices}) > 1:
            raise MXNetError(f"One program on several contexts needs as many devices of one kind; these are {devices}.")
        self._program, self._contexts, self._roles = program, list(contexts), list(roles)
        self._n_losses, self._add_up = n_losses, add_up
        self._platform = devices[0].platform
        self._member = member
        if member is None:
            self._mesh = Mesh(np.array(devices), ("device",))
        else:
            known = {device.id: device for device in jax.devices(self._platform)}
            self._mesh = Mesh(np.array([known[i] for i in every]).reshape(member.size, -1), ("process", "device"))
        #: one device by itself, whose arrays are what the program takes and returns
        self._alone = member is None and len(devices) == 1
        self._cut = Spec(self._mesh.axis_names)
        self._sharding = NamedSharding(self._mesh, self._cut)
        self._compiled, self._slots = {}, {}
        #: the program of the last step, if it is not one of 64 bits
        self._last: Any = None

    def __call__(
        self, data, weights, gradients, fixed, states, stages, compiling=False, loss_scale=None
    ) -> tuple[list[list[jax.Array]], bool]:
        """Run one step.

        Parameters
        ----------
        data, weights, fixed : list of list of NDArray
            Each input on each device.
        gradients : list of NDArray
            Arrays that stand for the gradients of the weights in `stages`, in the element type that these expect; they are not
            touched.
        states : list of list of NDArray
            Other arrays of the update, on each device.
        stages : list of list of (operator, inputs, attributes, out)
            The update, written down for the first device: calls that do not depend on one another, then calls that see what the
            first ones have written, and so on.
        compiling : bool
            In a job, whether any process has yet to compile this: then all wait for it before they start.
        loss_scale : float, optional
            The losses' gradient, in place of 1. Where a gradient then overflows, weights and states stay as they are.

        Returns
        -------
        (list of list, bool)
            The program's outputs, each as a list of buffers, one per device; whether a gradient overflowed.

        Raises
        ------
        MXNetError
            An operator refuses its inputs, or the update uses arrays that are not among those given. Nothing is written then.
        """
        plans, slots, scalars, unique, index, _ = arrange([call for calls in stages for call in calls])
        if any(plan.program.needs_key for plan, _ in plans):
            raise MXNetError("An update that draws random numbers cannot be part of one program on several devices.")
        places = _Places([w[0] for w in weights], gradients, [s[0] for s in states])
        order = [places.of(a) for a in unique]
        outs = tuple(tuple(map(places.of, group)) for _, group in plans)
        ends = tuple(itertools.accumulate(map(len, stages)))
        types = tuple(g._cell.buf.dtype for g in gradients)
        scaled = loss_scale is not None
        deferred = bool(self._program.moving) and moving.in_backward(self._platform)
        token = (
            tuple(p for p, _ in plans),
            tuple(slots),
            tuple(index),
            tuple(order),
            outs,
            ends,
            types,
            len(data),
            scaled,
            deferred,
        )
        call = self._compiled.get(token)
        if call is None:
            nbytes = sum(a.size * dtype.itemsize for a, dtype in zip(gradients, types))
            call = self._compile([p for p, _ in plans], slots, index, order, outs, ends, types, deferred, nbytes)
            self._compiled[token] = call
        scalars = scalars, (loss_scale,) if scaled else ()
        kept = {role: [self._slot(a) for a in arrays] for role, arrays in (("w", weights), ("f", fixed), ("s", states))}
        every = [slot for group in kept.values() for slot in group]
        self._slots = {id(slot.arrays[0]._cell): slot for slot in every}
        wide = self._program.wide or is_wide(*(a[0]._cell.buf for a in (*weights, *fixed, *states, *data)))
        rng_state = None
        if self._program.needs_key:
            rng_state = [jax.device_put(rng.next_state(ctx), ctx.device) for ctx in self._contexts]
            rng_state = self._join(rng_state)
        inputs = [self._join([a._data() for a in arrays]) for arrays in data]
        self._last = None if wide else call
        cells = [array._cell for slot in every for array in slot.arrays]
        run = lambda *mine: self._run(call, compiling, rng_state, scalars, inputs, *mine)
        try:
            with x64(wide):
                results, new = exclusively(cells, self._overwrite, list(kept.values()), run)
        except (TypeError, ValueError) as error:
            if isinstance(error, MXNetError):
                raise
            raise MXNetError(f"Error in a training step on {len(self._contexts)} devices: {error}") from error
        if self._platform == "cpu" and self._member is None and not self._alone:
            # Two programs under way whose devices wait for one another can starve each other of the CPU's threads.
            jax.block_until_ready(new)
        overflow = scaled and not bool(results.pop().addressable_data(0)[0])
        if self._alone:
            return [[one] for one in results], overflow
        return [[whole.addressable_data(i) for i in range(len(self._contexts))] for whole in results], overflow

    def repeatable(self, arrays: list[NDArray]) -> Any:
        """The program of the last step for :meth:`repeat`, if no more is needed: one device, and whole arrays of their own."""
        cells = {a._cell for a in arrays}
        apart = len(cells) == len(arrays) and all(a._view is None for a in arrays)
        return self._last if self._alone and apart else None

    def repeat(
        self,
        call: Any,
        order: Callable[[Sequence], Sequence],
        ends: tuple[int, int],
        arrays: list[NDArray],
        inputs: list[NDArray],
        scalars: tuple,
    ) -> list[jax.Array]:
        """As a call of the object, on one device, with everything but arrays and numbers as in the last step.

        Parameters
        ----------
        call : callable
            From `repeatable`.
        order : callable
            Takes the arrays in the order of their locks.
        ends : (int, int)
            Where the weights and the fixed arrays end among `arrays`.
        arrays : list of NDArray
            Weights, fixed arrays and states.
        inputs : list of NDArray
        scalars : tuple
            As `Arrangement.passed` gives them.
        """
        return under_locks(list(map(cell_of, order(arrays))), self._repeat, call, ends, arrays, inputs, scalars)

    def _repeat(self, call, ends, arrays, inputs, scalars):
        rng_state = None
        if self._program.needs_key:
            ctx = self._contexts[0]
            rng_state = jax.device_put(rng.next_state(ctx), ctx.device)
        bufs = [a._data() for a in inputs]
        taken, results = Taken(list(map(cell_of, arrays))), []
        first, second = ends
        try:
            sole = taken.take()
            values = taken.values if False not in sole else [v if own else v.copy() for v, own in zip(taken.values, sole)]
            groups = values[:first], values[first:second], values[second:]
            arguments = (rng_state, (scalars, ()), bufs, *groups)
            if is_on():
                with x64(False):
                    results.extend(itertools.starmap(call, (arguments,)))
            else:
                results.extend(itertools.starmap(call, (arguments,)))
            heads, *new = results[0]
            store(range(len(arrays)), arrays, itertools.chain(*new))
            return heads
        finally:
            taken.over = True
            taken.put_back()

    def _overwrite(self, groups, run):
        """(outputs, new values) of a program that writes over the arrays of all slots, whose locks are held."""
        slots = [slot for group in groups for slot in group]
        memory = _Memory(slots)
        try:
            memory.take()
            mine = [[slot.give(memory.of(slot), self._join) for slot in group] for group in groups]
            results, *new = run(*mine)
            for slot, whole in zip(slots, [whole for group in new for whole in group]):
                slot.take(whole, self._alone)
            return results, new
        finally:
            memory.taken.over = True
            memory.taken.put_back()

    def _run(self, call, compiling, *arguments):
        if self._member is None:
            return connected(lambda: call(*arguments), self._sharding) if self._platform == "cpu" else call(*arguments)
        if compiling:
            call.lower(*arguments).compile()
            self._member.barrier("compiled", "the start of a training step")
        run = lambda: _Results(call(*arguments))
        return finished(self._member, run, self._contexts[0].device, self._sharding).arrays

    def _join(self, parts):
        """One array of what each device has."""
        return parts[0] if self._alone else joined(parts, self._sharding, self._mesh.size)

    def _slot(self, arrays):
        slot = self._slots.get(id(arrays[0]._cell))
        if slot is None or any(a is not b for a, b in zip(slot.arrays, arrays)):
            slot = _Slot(arrays)
        return slot

    def _compile(self, plans, slots, index, order, outs, ends, types, deferred, nbytes):
        program, platform = self._program, self._platform
        fn = program.source.per_call if deferred and program.source.per_call else program.fn
        weights_at = [i for i, (role, _) in enumerate(self._roles) if role == "weight"]
        weights_at.sort(key=lambda i: self._roles[i][1])

        def on_one(*arguments):
            with axes_scope(self._mesh.axis_names, self._mesh.axis_sizes):
                return one_device(*arguments)

        def one_device(rng_state, scalars, data, weights, fixed, states):
            scalars, loss_scale = scalars
            key = rng.key_of(rng_state) if program.needs_key else None
            inputs = {"data": data, "weight": weights, "fixed": fixed}
            arrays = [inputs[role][i] for role, i in self._roles]
            heads, pull, aux = differentiate(functools.partial(fn, True, platform, key, ()), arrays, weights_at)
            if deferred:
                aux = moving.resolved(program, weights_at, arrays, aux)
            token = tuple(False if i < self._n_losses else None for i in range(len(heads)))
            slope = loss_scale[0] if loss_scale else 1
            slopes = [jnp.full(o.shape, slope, o.dtype) for o in heads[: self._n_losses]]
            gradients = list(pull(fill_cotangents(token, slopes, [(o.shape, o.dtype) for o in heads])))
            if self._add_up:
                gradients = list(jax.lax.psum(gradients, self._mesh.axis_names))
            fixed = list(fixed)
            for position, value in zip(program.aux, aux):
                role, i = self._roles[position]
                if value is not None and role == "fixed":
                    fixed[i] = value
            gradients = [g.astype(dtype) for g, dtype in zip(gradients, types)]
            values = {"w": list(weights), "g": gradients, "s": list(states)}
            for first, end in zip((0, *ends), ends):
                unique = [values[role][i] for role, i in order]
                results = apply(plans[first:end], slots[first:end], index, None, scalars, unique, platform)
                for plan, (start, _, _), places, (outputs, changed) in zip(
                    plans[first:end], slots[first:end], outs[first:end], results
                ):
                    for (role, i), value in zip(places, outputs):
                        values[role][i] = value
                    for position, value in zip(plan.program.aux, changed):
                        role, i = order[index[start + position]]
                        values[role][i] = value
            heads = [jnp.atleast_1d(o) for o in heads]
            if loss_scale:
                finite = jnp.stack([jnp.isfinite(g).all() for g in gradients]).all()
                finite = jax.lax.pmin(finite.astype(jnp.int32), self._mesh.axis_names) > 0
                for role, before in (("w", weights), ("s", states)):
                    values[role] = [jnp.where(finite, new, old) for new, old in zip(values[role], before)]
                heads.append(finite.reshape(1))
            return heads, values["w"], fixed, values["s"]

        mapped = jax.shard_map(
            on_one, mesh=self._mesh, in_specs=(self._cut, Spec(), *[self._cut] * 4), out_specs=self._cut, check_vma=False
        )
        # A step in which a process of the job is lost leaves the arrays of the others as they were, where memory is no matter.
        donated = () if self._member and platform == "cpu" else (3, 4, 5)
        if self._alone:
            return jax.jit(mapped, donate_argnums=donated, out_shardings=SingleDeviceSharding(self._contexts[0].device))
        options = jax_internals.options_for_sums(jax, platform, limit_of(nbytes)) if self._add_up else None
        return jax.jit(mapped, donate_argnums=donated, compiler_options=options)


def _describe(local):
    step = local["self"]
    count = len(step._contexts)
    return "on_one", step._program.title, f"training step on {count} device{'s' if count > 1 else ''}", local["arguments"]


compile_report.describe_calls(TrainStep._run.__code__, _describe)


class _Results:
    """All that a program returns, to be waited for like one array."""

    def __init__(self, arrays) -> None:
        self.arrays = arrays
        self._leaves = jax.tree_util.tree_leaves(arrays)

    def is_ready(self):
        return all(leaf.is_ready() for leaf in self._leaves)

    def block_until_ready(self) -> None:
        jax.block_until_ready(self._leaves)


class _Places:
    """What the arrays of an update are: ("w", i), ("g", i) or ("s", i)."""

    def __init__(self, weights, gradients, states) -> None:
        self._known = {}
        for role, arrays in (("w", weights), ("g", gradients), ("s", states)):
            self._known.update(((id(a._cell), a._view), (role, i)) for i, a in enumerate(arrays))

    def of(self, array):
        try:
            return self._known[id(array._cell), array._view]
        except KeyError:
            raise MXNetError(
                "The optimizer's update computes on arrays other than weights, gradients and states, which one program on "
                "several devices does not hold. Use the loop over contexts."
            ) from None


def arrays_of(buffers, contexts, cls) -> list[NDArray]:
    """Buffers, one per device, as arrays of class `cls`."""
    return [wrap(buf, ctx, cls) for buf, ctx in zip(buffers, contexts)]


def stand_in(like, dtype):
    """An array in the shape of `like`, without values, that stands for a gradient in an update written down for `TrainStep`."""
    return wrap(jax.ShapeDtypeStruct(like.shape, dtype), like._ctx, type(like))
