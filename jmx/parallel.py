"""Data parallelism: a training step as one compiled program on a list of contexts, and data for the ranks of a job."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import autograd
from .base import MXNetError
from .cluster.rank import joined
from .context import cpu
from .core.run.fused_update import taking
from .core.run.storage import wrap_all
from .core.run.trace_observer import trace_observer
from .core.spmd.train_step import TrainStep, agree, arrays_of, stand_in
from .gluon import HybridBlock, Trainer
from .gluon._parameter_state import generation
from .gluon.data._ranks import DistributedSampler, EvenBatches
from .gluon.utils import split_and_load
from .kvstore import KVStore
from .ndarray import NDArray
from .optimizer import _plan
from .optimizer.base import is_half

if TYPE_CHECKING:
    from ._typing import AnyFunction, Int
    from .gluon.loss.base import Loss
    from .symbol.symbol import Symbol

__all__ = ["DataParallelStep", "DistributedSampler", "EvenBatches"]

#: of a parameter: what every step asks of all of them, without a frame for each
_request, _arrays, _grads = map(operator.attrgetter, ("_grad_req", "_arrays", "_grad"))
_first = operator.itemgetter(0)


class _Cost(HybridBlock):
    """Losses of a network, and its outputs behind them."""

    def __init__(self, net: Any, loss: Any, n_data: Any) -> None:
        super().__init__(prefix="")
        self.net = net
        self._loss, self._n_data, self.n_losses = loss, n_data, 0

    def hybrid_forward(self, F: Any, x: NDArray | Symbol, *args: NDArray | Symbol, **params: Any) -> Any:
        inputs = (x, *args)
        losses, outputs = _losses(self.net, self._loss, inputs[: self._n_data], inputs[self._n_data :])
        self.n_losses = len(losses)
        return [*losses, *outputs]


def _losses(net, loss, data, label):
    """(losses, outputs), each as a flat list."""
    outputs = net(*data)
    return _flat(loss(*(outputs if isinstance(outputs, list | tuple) else [outputs]), *label)), _flat(outputs)


def _flat(outputs):
    return [leaf for part in outputs for leaf in _flat(part)] if isinstance(outputs, list | tuple) else [outputs]


def _several(inputs):
    """Inputs as a tuple: a tuple and a list of arrays are several, anything else is one."""
    if inputs is None:
        return ()
    if isinstance(inputs, tuple) or isinstance(inputs, list) and inputs and all(getattr(a, "shape", ()) for a in inputs):
        return tuple(inputs)
    return (inputs,)


class DataParallelStep:
    """One step of training on all contexts of a network as one compiled program.

    It does what this loop does, to rounding, with the memory of parameters and states used again in place::

        data = gluon.utils.split_and_load(x, contexts)
        label = gluon.utils.split_and_load(y, contexts)
        with autograd.record():
            losses = [loss(net(a), b) for a, b in zip(data, label)]
        autograd.backward(losses)
        trainer.step(len(x))

    The gradients are added up inside of the program and are not written to the parameters' `grad()`. The trainer keeps the states
    of the optimizer, its learning rate and schedule; `save_states` and further loops work as ever. Losses of a trainer that
    `amp.init_trainer` has seen are scaled inside of the program.

    In a job of several processes whose trainer has a distributed kvstore all of them run one program together. Each gives its own
    part of the batch, and all have to call the step equally often.

    Parameters
    ----------
    net : HybridBlock
        Initialized on the contexts to use.
    loss : gluon.loss.Loss or callable
        Called as ``loss(output, label)``, with all outputs of the network first and all labels behind them.
    trainer : Trainer
        Of the network's parameters. It must not update on a kvstore; where `update_on_kvstore` was not given, it will not.
    batch_axis : int or tuple of int
        Axis along which batches are split; a tuple has one for each input of the network and then for each label.

    Attributes
    ----------
    outputs : list
        What the network gave in the last step: a list with an array for each context, or for several outputs a list of such
        lists.

    Raises
    ------
    MXNetError
        The trainer, its optimizer or the network cannot be one program; the message names the reason.
    """

    def __init__(self, net: HybridBlock, loss: Loss | AnyFunction, trainer: Trainer, batch_axis: Int | Sequence[Int] = 0) -> None:
        if not isinstance(net, HybridBlock):
            raise MXNetError(f"DataParallelStep needs a HybridBlock, whose graph can be compiled; got {type(net).__name__}.")
        if not isinstance(trainer, Trainer):
            raise TypeError(f"trainer must be a gluon.Trainer, got {type(trainer).__name__}")
        self._net, self._loss, self._trainer, self._batch_axis = net, loss, trainer, batch_axis
        self._contexts = self._programs = self._cross_device = None
        self._ready = set()
        self._repeated: _Repeated | None = None
        self.outputs = []
        self._check()
        trainer._kvstore_params["update_on_kvstore"] = False

    def _check(self) -> None:
        """Refuse a trainer whose step cannot be one program."""
        trainer = self._trainer
        reason = None
        if not getattr(trainer.optimizer, "_fuses", lambda: False)():
            reason = f"{type(trainer.optimizer).__name__} computes its update in a way of its own"
        elif trainer._compression_params:
            reason = "gradients are to be compressed"
        elif trainer._contains_sparse_weight or trainer._contains_sparse_grad:
            reason = "parameters or gradients are sparse"
        elif any(p.grad_req == "add" for p in trainer._params):
            reason = "gradients are accumulated (grad_req='add')"
        elif trainer._kvstore_params["update_on_kvstore"] or (trainer._kv_initialized and trainer._update_on_kvstore):
            reason = "the kvstore updates the parameters: create the Trainer with update_on_kvstore=False"
        if reason is not None:
            raise MXNetError(f"This training step cannot be one program: {reason}. Use the loop over contexts.")

    def __call__(self, data: Any, label: Any = None) -> list[NDArray]:
        """Train on one batch.

        Parameters
        ----------
        data : NDArray, array-like, or tuple or list of arrays
            The whole batch: the network's inputs.
        label : NDArray, array-like, or tuple or list of arrays, optional
            What else the loss takes.

        Returns
        -------
        list of NDArray
            The losses on each context, as the loop has them; for a loss with several outputs a list of such lists.

        Raises
        ------
        UserWarning
            The network does not use a parameter of the trainer, whose gradient the loop would call stale.
        ValueError
            There is no data, the batch has fewer samples than there are contexts, or `batch_axis` does not fit it.
        """
        if self._repeated is not None:
            losses = self._repeated.run(self, data, label)
            if losses is not None:
                return losses
        self._check()
        data, label = _several(data), _several(label)
        if not data:
            raise ValueError("A training step needs data: step(data, label).")
        contexts = self._net_contexts()
        arrays, axes = self._arrays((*data, *label))
        sizes = [a.shape[axis] for a, axis in zip(arrays, axes)]
        size = sizes[0]
        if min(sizes) < len(contexts):
            raise ValueError(f"A batch of {min(sizes)} cannot be split over {len(contexts)} contexts.")
        pieces = [split_and_load(a, contexts, axis, even_split=False) for a, axis in zip(arrays, axes)]
        if self._scaler is not None:
            self._trainer._scale = self._trainer._amp_original_scale / self._scaler.loss_scale
        hindrance = None
        if len({ctx.device for ctx in contexts}) < len(contexts):
            hindrance = "the contexts are one device"
        elif any(n % len(contexts) for n in sizes):
            hindrance = "the batch does not split evenly over the contexts"
        member = self._job(pieces, len(data))
        agreed = None
        if member:
            agreed = agree(member, [] if hindrance else contexts, [a[0] for a in pieces], size, self._ready)
            size = agreed.samples / member.size  # the same on all, so that they update alike
            if agreed.devices is None:
                hindrance = hindrance or "the processes of the job have batches of different shapes"
        if hindrance:
            self._check_loop(pieces, len(data), hindrance)
            n_losses, arrays = self._loop(pieces, len(data), size)
        else:
            self._trainer._check_and_rescale_grad(self._trainer._scale / size)
            n_losses, arrays = self._run(pieces, len(data), member, agreed)
        outputs = arrays[n_losses:]
        self.outputs = outputs[0] if len(outputs) == 1 else outputs
        return arrays[0] if n_losses == 1 else arrays[:n_losses]

    @property
    def _scaler(self):
        """What scales the losses by amp, or None."""
        return getattr(self._trainer, "_amp_loss_scaler", None)

    def _arrays(self, inputs: Any) -> Any:
        """Inputs and labels as arrays, and the batch axis of each."""
        axes = self._batch_axis if isinstance(self._batch_axis, tuple | list) else [self._batch_axis] * len(inputs)
        if len(axes) != len(inputs):
            raise ValueError(f"batch_axis has {len(axes)} axes for {len(inputs)} inputs and labels: it needs one for each.")
        # on the CPU, from where each part goes to its own device
        arrays = [a if isinstance(a, NDArray) else split_and_load(a, [cpu()])[0] for a in inputs]
        for a, axis in zip(arrays, axes):
            if not -a.ndim <= axis < a.ndim:
                raise ValueError(f"An array of shape {a.shape} has no axis {axis} (batch_axis) to be split along.")
        return arrays, axes

    def _net_contexts(self):
        params = self._trainer._params
        return next((p.list_ctx() for p in params if p.grad_req != "null"), params[0].list_ctx())

    def _job(self, pieces, n_data):
        """This process's place in a job whose gradients are added up by the trainer's store, or None."""
        trainer = self._trainer
        if joined() is None:
            return None
        if not trainer._kv_initialized:
            self._graph([a[0] for a in pieces], n_data)  # parameters get their shapes
            trainer._init_kvstore()
        if not isinstance(trainer._kvstore, KVStore) or trainer._kvstore.num_workers == 1:
            return None
        trainer._get_ready()  # rank 0's values
        return joined()

    def _check_loop(self, pieces, n_data, hindrance):
        """Refuse the loop, before anything is changed, for a network whose layers look at all devices at once."""
        if self._cross_device is None:
            self._cross_device = _cross_device_nodes(self._graph([a[0] for a in pieces], n_data)._cached_op.program.graph)
        if self._cross_device:
            raise MXNetError(
                f"This training step cannot be one program: {hindrance}. But {', '.join(self._cross_device)} (SyncBatchNorm) "
                "needs one, for its statistics are those of all devices. Leave uneven batches out, as last_batch='discard' or "
                "'rollover' of a DataLoader does, give each context a device of its own, or use BatchNorm."
            )

    def _loop(self, pieces: Any, n_data: Any, size: Any) -> Any:
        """The loop: for batches that do not split evenly over devices or processes, and for contexts that are one device."""
        kept = []
        with autograd.record():
            for part in zip(*pieces):
                kept.append(_losses(self._net, self._loss, part[:n_data], part[n_data:]))
            factor = self._scaler.loss_scale if self._scaler else 1
            heads = [one * factor if self._scaler else one for losses, _ in kept for one in losses]
        autograd.backward(heads)
        self._trainer.step(size)
        return len(kept[0][0]), [list(of) for of in zip(*([*losses, *(o.detach() for o in outputs)] for losses, outputs in kept))]

    def _run(self, pieces: Any, n_data: Any, member: Any, agreed: Any) -> Any:
        trainer, contexts = self._trainer, [a.ctx for a in pieces[0]]
        variant = tuple(a[0]._numpy for a in pieces), n_data, tuple(p.grad_req for p in trainer._params)
        every = agreed.devices if agreed else ()
        if self._contexts != [*contexts, *every]:
            self._contexts, self._programs = [*contexts, *every], {}
        traced = self._programs.get(variant)
        if traced is None:
            traced = self._programs[variant] = self._trace([a[0] for a in pieces], n_data, contexts, member, every)
        cost, step, weights, indices, fixed, cls = traced
        self._repeated = None
        before = _counters(trainer._optimizer)
        try:
            stages, gradients, states = self._update(weights, indices)
            results, overflow = step(
                pieces, [p.list_data() for p in weights], gradients, [p.list_data() for p in fixed], states, stages,
                compiling=bool(agreed and agreed.compiling), loss_scale=self._scaler and self._scaler.loss_scale,
            )  # fmt: skip
        except BaseException:
            vars(trainer._optimizer).update(before)
            raise
        if agreed:
            self._ready.add(agreed.name)
        if self._scaler and self._scaler.note(overflow):
            vars(trainer._optimizer).update(before)
        # Where the loop has it: the first step gives all contexts the moving averages of the first one.
        trainer._get_ready()
        if len(contexts) == 1 and not agreed and len(stages) == 1 and self._scaler is None:
            axis = self._batch_axis[0] if isinstance(self._batch_axis, tuple | list) else self._batch_axis
            self._repeated = _repeated(trainer, traced, pieces, n_data, pieces[0][0].shape[axis], stages[0])
        return cost.n_losses, [arrays_of(buffers, contexts, cls) for buffers in results]

    def _graph(self, pieces: Any, n_data: Any) -> Any:
        cost = _Cost(self._net, self._loss, n_data)
        with pieces[0].ctx:
            cost._build_cache(*pieces)
        return cost

    def _trace(self, pieces: Any, n_data: Any, contexts: Any, member: Any, every: Any) -> Any:
        trainer = self._trainer
        cost = self._graph(pieces, n_data)
        op = cost._cached_op
        if op.program.dynamic:
            raise MXNetError("This training step cannot be one program: shapes in it depend on values. Use the loop.")
        trained = {id(p) for p in trainer._params if p.grad_req != "null"}
        used = [entry for is_data, entry in cost._cached_op_args if not is_data]
        # in the trainer's order, which optimizers with a schedule of their own look at
        weights = sorted((p for p in used if id(p) in trained), key=lambda p: trainer._param2idx[p._name])
        fixed = [p for p in used if id(p) not in trained]
        role_of = {id(p): ("weight", i) for i, p in enumerate(weights)} | {id(p): ("fixed", i) for i, p in enumerate(fixed)}
        roles = [("data", entry) if is_data else role_of[id(entry)] for is_data, entry in cost._cached_op_args]
        unused = trained.difference(map(id, weights))
        if unused:
            names = ", ".join(p.name for p in trainer._params if id(p) in unused)
            raise UserWarning(f"The trainer updates parameters that the network does not use: {names}.")
        if not trainer._kv_initialized:
            trainer._init_kvstore()
        _check_store(trainer._kvstore)
        op.program.title = self._net.name or op.program.title
        step = TrainStep(op.program, contexts, roles, cost.n_losses, bool(trainer._kvstore), member, every)
        indices = [trainer._param2idx[p._name] for p in weights]
        return cost, step, weights, indices, fixed, op._class

    def _update(self, weights: Any, indices: Any) -> Any:
        """The optimizer's calls on the first context, and arrays that stand for gradients; the states on all contexts."""
        trainer = self._trainer
        optimizer = trainer._optimizer
        states = []
        for updater, arrays in zip(trainer._updaters, zip(*(p.list_data() for p in weights))):
            states.append(updater.ready(list(indices), arrays))
        optimizer._set_current_context(weights[0].list_ctx()[0].device_id)
        optimizer._begin(indices)
        calls, later, gradients = [], [], []
        for index, param, state in zip(indices, weights, states[0]):
            weight, grad = param.list_data()[0], param.list_grad()[0]
            if optimizer.multi_precision and is_half(weight):
                if optimizer._mixed_in_single:
                    grad = stand_in(weight, np.dtype("float32"))
                now, after = optimizer.mixed_calls(index, weight, grad, state)
                calls += now
                later += after
            else:
                calls += optimizer.step_calls(index, weight, grad, state)
            gradients.append(grad)
        counts = optimizer._index_update_count
        for ctx in weights[0].list_ctx()[1:]:
            optimizer._set_current_context(ctx.device_id)
            optimizer._index_update_count.update((i, counts[i]) for i in indices if i in counts)
        flat = [[leaf for state in of_device for leaf in _leaves(state)] for of_device in states]
        return [calls, later] if later else [calls], gradients, [list(arrays) for arrays in zip(*flat)]


class _Repeated(NamedTuple):
    """A step on one device that is like the last one: what it needs besides arrays and numbers, and what has to be as it was.

    facts, kinds    of the trainer, and of the inputs (`_facts`, `_kinds`)
    size     how many samples there are
    rest     the arguments of `TrainStep.repeat` that stay
    """

    trainer: Trainer
    facts: tuple
    kinds: list
    n_data: int
    size: int
    plan: _plan.Plan
    traced: tuple
    rest: tuple

    def run(self, whole: DataParallelStep, data: Any, label: Any) -> Any:
        """The losses, as `DataParallelStep` returns them; None, and nothing is done, where something is not as it was."""
        data, label = [x if type(x) is tuple else () if x is None else (x,) for x in (data, label)]
        inputs = [*data, *label]
        cost, step, weights, indices, fixed, cls = self.traced
        trainer = self.trainer
        if len(data) != self.n_data or _kinds(inputs) != self.kinds or _facts(trainer, trace_observer.observer) != self.facts:
            return None
        optimizer = trainer._optimizer
        optimizer._set_current_context(self.plan.device_id)  # whose counts are put back if the step fails
        before = optimizer.num_update, dict(optimizer._index_update_count), optimizer.rescale_grad
        done = False
        try:
            trainer._check_and_rescale_grad(trainer._scale / self.size)
            arrays = list(map(_first, map(_arrays, weights)))
            found = self.plan.numbers(trainer._updaters[0], indices, arrays, list(map(_first, map(_grads, weights))), {})
            if found is None:
                return None
            n, ctx = len(weights), arrays[0]._ctx
            scalars, given = found
            kept = [*arrays, *map(_first, map(_arrays, fixed)), *given[2 * n :]]
            heads = step.repeat(*self.rest, (n, n + len(fixed)), kept, inputs, self.plan.passed(scalars, ctx))
            done = True
        finally:
            if not done:
                optimizer.num_update, counts, optimizer.rescale_grad = before
                optimizer._index_update_count.clear()
                optimizer._index_update_count.update(counts)
        results = [[one] for one in wrap_all(heads, ctx, cls)]
        losses, outputs = results[: cost.n_losses], results[cost.n_losses :]
        whole.outputs = outputs[0] if len(outputs) == 1 else outputs
        return losses[0] if len(losses) == 1 else losses


def _kinds(inputs):
    """What inputs of a step have to have in common with those of the last one; never equal for what are no dense arrays."""
    return [
        (type(a), a._ctx, a._cell.buf.aval if a._view is None else (a.shape, a._cell.buf.dtype))
        if isinstance(a, NDArray) and a._dense
        else object()
        for a in inputs
    ]


def _facts(trainer, observer):
    """What of a trainer a step depends on besides its optimizer's numbers."""
    store, scaler = trainer._kvstore, getattr(trainer, "_amp_loss_scaler", None)
    requests = list(map(_request, trainer._params))
    return (
        generation[0], requests, trainer._updaters, trainer._optimizer, store, scaler, joined(), observer,
        trainer._kv_initialized, trainer._update_on_kvstore, trainer._compression_params, list(trainer._params_to_init),
        trainer._kvstore_params["update_on_kvstore"],
    )  # fmt: skip


def _repeated(trainer, traced, pieces, n_data, size, calls):
    """The `_Repeated` for further steps like this one, or None."""
    _, step, weights, indices, fixed, _ = traced
    updater, arrays, grads = trainer._updaters[0], [p.list_data()[0] for p in weights], [p.list_grad()[0] for p in weights]
    states = [updater.states[i] for i in indices]
    if not _plan.can_be_planned(trainer._optimizer, indices, arrays, grads, states):
        return None
    plan = _plan.Plan(trainer._optimizer, indices, arrays, grads, states)
    each = len(calls) // len(indices)
    plan.arrange(arrays, grads, states, [calls[i : i + each] for i in range(0, len(calls), each)])
    kept = [*arrays, *[p.list_data()[0] for p in fixed], *[leaf for state in states for leaf in _leaves(state)]]
    call = step.repeatable(kept)
    if call is None or plan.lost or trainer._params_to_init:
        return None
    order = taking(sorted(range(len(kept)), key=lambda i: id(kept[i]._cell)))
    inputs = [a[0] for a in pieces]
    return _Repeated(trainer, _facts(trainer, None), _kinds(inputs), n_data, size, plan, traced, (call, order))


def _check_store(store):
    if store is not None and not isinstance(store, KVStore):
        raise MXNetError(
            f"This training step cannot be one program: gradients are added up by {type(store).__name__}, a kvstore of its own. "
            "Use the loop over contexts."
        )


def _cross_device_nodes(graph):
    """Names of the nodes of a lowered graph that look at all devices at once."""
    names = []
    for step in graph.steps:
        devices = step.node.op.traits.devices
        if devices is not None and devices(step.node.parsed) > 1:
            names.append(step.node.name)
        for body in step.bodies:
            names += _cross_device_nodes(body)
    return names


def _counters(optimizer):
    """What an update changes in an optimizer, to be put back if it fails."""
    counts = {device: dict(of) for device, of in optimizer._all_index_update_counts.items()}
    return {**vars(optimizer), "_all_index_update_counts": counts, "_index_update_count": counts.setdefault(0, {})}


def _leaves(state):
    if isinstance(state, NDArray):
        return [state]
    if isinstance(state, list | tuple):
        return [leaf for part in state for leaf in _leaves(part)]
    return []
