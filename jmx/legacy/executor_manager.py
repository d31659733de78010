"""Executors over several devices as `model.FeedForward` uses them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..base import mx_real_t
from ..io import DataDesc
from ..module.executor_group import _split_input_slice, _write_means

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float
    from ..context import Context
    from ..io.base import DataBatch, DataIter
    from ..metric.base import EvalMetric
    from ..symbol.symbol import Symbol

__all__ = ["DataParallelExecutorGroup", "DataParallelExecutorManager"]


def _check_arguments(symbol: Any) -> None:
    """Raise ValueError if two arguments, or two auxiliary states, of `symbol` have one name."""
    arguments, states = symbol.list_arguments(), symbol.list_auxiliary_states()
    for role, names, listed in (
        ("argument", arguments, f"arguments are {arguments}"),
        ("auxiliary param", states, f"arguments are {arguments}, auxiliary params are {states}"),
    ):
        for name in names:
            if names.count(name) > 1:
                raise ValueError(
                    f'Find duplicated {role} name "{name}", please make the weight name non-duplicated(using name arguments), '
                    f"{listed}"
                )


def _load_general(data: Any, targets: Any) -> None:
    """Copy arrays to arrays, or to the parts that are given as (slice, array)."""
    for source, goals in zip(data, targets):
        if isinstance(goals, nd.NDArray):
            source.copyto(goals)
            continue
        assert goals[-1][0].stop == source.shape[0], f"Batch size miss match. Expected {goals[-1][0].stop}, got {source.shape[0]}"
        for where, goal in goals:
            (source if len(goals) == 1 else source[where]).copyto(goal)


def _load_data(batch, targets):
    """Copy the inputs of a batch, as `_load_general` does."""
    _load_general(batch.data, targets)


def _load_label(batch, targets):
    """Copy the labels of a batch, as `_load_general` does."""
    _load_general(batch.label, targets)


class DataParallelExecutorGroup:
    """Executors of one symbol, one per device.

    Parameters
    ----------
    sym : Symbol
        The network.
    arg_names, param_names : list of str
        All its arguments, and those that are parameters.
    ctx : list of Context
        The devices.
    slices : list of slice
        The part of the batch that each device gets.
    train_data : DataIter or DataBatch
        Anything with `provide_data` and `provide_label`.
    shared_group : DataParallelExecutorGroup, optional
        A group whose parameters this one uses as well.

    Raises
    ------
    ValueError
        Two arguments have one name.
    """

    def __init__(
        self,
        sym: Symbol,
        arg_names: Sequence[str],
        param_names: Sequence[str],
        ctx: Sequence[Context],
        slices: Any,
        train_data: DataIter | DataBatch,
        shared_group: DataParallelExecutorGroup | None = None,
    ) -> None:
        _check_arguments(sym)
        self.shared_data_arrays = [{} for _ in ctx] if shared_group is None else shared_group.shared_data_arrays
        inputs = [
            x if isinstance(x, DataDesc) else DataDesc(x[0], x[1], mx_real_t)
            for x in [*train_data.provide_data, *train_data.provide_label]
        ]
        self.data_names = [x[0] for x in train_data.provide_data]
        self.label_names = [x[0] for x in train_data.provide_label]
        self.aux_names = sym.list_auxiliary_states()
        self.param_idx = [i for i, name in enumerate(arg_names) if name in param_names]
        self.param_names = [arg_names[i] for i in self.param_idx]
        self.slices = slices
        names = {x.name for x in inputs}
        self.train_execs = [
            sym.simple_bind(
                ctx=context,
                grad_req={n: "null" if n in names else "write" for n in arg_names},
                type_dict={x.name: x.dtype for x in inputs},
                shared_arg_names=self.param_names,
                shared_exec=None if shared_group is None else shared_group.train_execs[i],
                shared_buffer=self.shared_data_arrays[i],
                **{x.name: (slices[i].stop - slices[i].start, *x.shape[1:]) for x in inputs},
            )
            for i, context in enumerate(ctx)
        ]
        self.data_arrays = self._of_inputs(self.data_names)
        self.label_arrays = self._of_inputs(self.label_names)
        self.param_arrays = [[e.arg_arrays[i] for e in self.train_execs] for i in self.param_idx]
        self.grad_arrays = [[e.grad_arrays[i] for e in self.train_execs] for i in self.param_idx]
        self.aux_arrays = [[e.aux_arrays[i] for e in self.train_execs] for i in range(len(self.aux_names))]

    def _of_inputs(self, names):
        return [[(where, e.arg_dict[n]) for where, e in zip(self.slices, self.train_execs)] for n in names]

    def load_data_batch(self, data_batch: Any) -> None:
        """Give each device its part of a batch."""
        _load_general(data_batch.data, self.data_arrays)
        _load_general(data_batch.label, self.label_arrays)

    def forward(self, is_train: bool = False) -> None:
        """Compute the outputs on each device."""
        for executor in self.train_execs:
            executor.forward(is_train=is_train)

    def backward(self) -> None:
        """Compute the gradients on each device."""
        for executor in self.train_execs:
            executor.backward()

    def update_metric(self, metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with the outputs.

        Parameters
        ----------
        metric : EvalMetric
            The metric.
        labels : list of NDArray, or list of such lists if `pre_sliced`
            Labels of the whole batch, or by device.
        pre_sliced : bool
            Whether labels are given by device.
        """
        for i, (executor, where) in enumerate(zip(self.train_execs, self.slices)):
            metric.update(labels[i] if pre_sliced else [x[where] for x in labels], executor.outputs)


class DataParallelExecutorManager:
    """Executors for training on several devices, and for several buckets.

    Parameters
    ----------
    symbol : Symbol
        The network.
    ctx : list of Context
        The devices.
    train_data : DataIter
        What tells the inputs' shapes and the batch size.
    arg_names, param_names, aux_names : list of str
        Names of all arguments, of the parameters and of the auxiliary states.
    work_load_list : list of number, optional
        The share of each device, equal by default.
    logger : logging.Logger, optional
        Where messages go.
    sym_gen : callable, optional
        Returns the symbol for a bucket's key.
    """

    def __init__(
        self,
        symbol: Symbol,
        ctx: Sequence[Context],
        train_data: DataIter,
        arg_names: Sequence[str],
        param_names: Sequence[str],
        aux_names: Sequence[str],
        work_load_list: Sequence[Float] | None = None,
        logger: logging.Logger | None = None,
        sym_gen: AnyFunction | None = None,
    ) -> None:
        (logger or logging).info("Start training with %s", str(ctx))
        if work_load_list is None:
            work_load_list = [1] * len(ctx)
        assert isinstance(work_load_list, list) and len(work_load_list) == len(ctx), "Invalid settings for work load. "
        self.slices = _split_input_slice(train_data.batch_size, work_load_list)
        self.arg_names = arg_names
        self.param_names = param_names
        self.aux_names = aux_names
        self.ctx = ctx
        self.symbol = symbol
        self.sym_gen = sym_gen
        self.execgrp = DataParallelExecutorGroup(symbol, arg_names, param_names, ctx, self.slices, train_data)
        self.curr_execgrp = None
        if sym_gen is not None:
            self.execgrp_bucket = {train_data.default_bucket_key: self.execgrp}

    def install_monitor(self, monitor: Any) -> None:
        """Let a Monitor watch all executors; NotImplementedError with buckets."""
        if self.sym_gen is not None:
            raise NotImplementedError("Monitoring is not implemented for bucketing")
        for executor in self.execgrp.train_execs:
            monitor.install(executor)

    def set_params(self, arg_params: Any, aux_params: Any) -> None:
        """Copy parameters and auxiliary states, dicts of NDArray, to all devices."""
        for executor in self.execgrp.train_execs:
            executor.copy_params_from(arg_params, aux_params)

    def copy_to(self, arg_params: Any, aux_params: Any) -> None:
        """Write parameters and auxiliary states, averaged over the devices, into given dicts of NDArray."""
        _write_means(arg_params, self.param_names, self.param_arrays)
        _write_means(aux_params, self.aux_names, self.aux_arrays)

    @property
    def param_arrays(self) -> Any:
        """Arrays of the parameters, by parameter and device."""
        return self.execgrp.param_arrays

    @property
    def grad_arrays(self) -> Any:
        """Gradients of the parameters, by parameter and device."""
        return self.execgrp.grad_arrays

    @property
    def aux_arrays(self) -> Any:
        """Auxiliary states, by state and device."""
        return self.execgrp.aux_arrays

    def load_data_batch(self, data_batch: Any) -> None:
        """Give each device its part of a batch; take the executors of the batch's bucket."""
        self.curr_execgrp = self.execgrp
        if self.sym_gen is not None:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                names = self.arg_names, self.param_names
                self.execgrp_bucket[key] = DataParallelExecutorGroup(
                    self.sym_gen(key), *names, self.ctx, self.slices, data_batch, shared_group=self.execgrp
                )
            self.curr_execgrp = self.execgrp_bucket[key]
        self.curr_execgrp.load_data_batch(data_batch)

    def forward(self, is_train: bool = False) -> None:
        """Compute the outputs of the batch."""
        self.curr_execgrp.forward(is_train=is_train)

    def backward(self) -> None:
        """Compute the gradients."""
        self.curr_execgrp.backward()

    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with labels and outputs."""
        self.curr_execgrp.update_metric(metric, labels, pre_sliced)
