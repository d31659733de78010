"""`model.FeedForward`, the estimator that modules have replaced."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import io, metric
from .. import ndarray as nd
from .. import optimizer as opt
from .. import symbol as sym
from ..base import _as_list, mx_real_t
from ..callback import LogValidationMetricsCallback
from ..context import Context, cpu
from ..initializer import Uniform
from ..io import DataDesc
from ..model import (
    _call_each,
    _create_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
    load_checkpoint,
    save_checkpoint,
)
from ..module._checks import _described
from .executor_manager import DataParallelExecutorManager, _check_arguments, _load_general

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int, NumPyArray
    from ..initializer.base import Initializer
    from ..io.base import DataIter
    from ..kvstore.kvstore import KVStore
    from ..monitor import Monitor
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from ..symbol.symbol import Symbol

__all__ = ["FeedForward"]

try:
    from sklearn.base import BaseEstimator as BASE_ESTIMATOR

    SKLEARN_INSTALLED = True
except ImportError:
    BASE_ESTIMATOR = object
    SKLEARN_INSTALLED = False


class FeedForward(BASE_ESTIMATOR):
    """An estimator around a symbol. Deprecated: use `module.Module`.

    Arguments whose name ends in 'data' or 'label' are the inputs.

    Parameters
    ----------
    symbol : Symbol or callable
        The network, or a function that returns it for a bucket's key.
    ctx : Context or list of Context, optional
        The devices, the CPU by default.
    num_epoch : int
        How many epochs to train.
    epoch_size : int, optional
        Batches in an epoch; all of the data by default.
    optimizer : str or Optimizer
        The optimizer.
    initializer : Initializer
        Gives the parameters' first values.
    numpy_batch_size : int
        Batch size where the data are arrays.
    arg_params, aux_params : dict of str to NDArray, optional
        Parameters and auxiliary states that are known already.
    allow_extra_params : bool
        Drop those that the symbol does not have.
    begin_epoch : int
        The number of the first epoch.
    **kwargs
        Parameters of the optimizer.
    """

    def __init__(
        self,
        symbol: Symbol | AnyFunction,
        ctx: Context | Sequence[Context] | None = None,
        num_epoch: Int | None = None,
        epoch_size: Int | None = None,
        optimizer: str | Optimizer = "sgd",
        initializer: Initializer = Uniform(0.01),
        numpy_batch_size: Int = 128,
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_extra_params: bool = False,
        begin_epoch: Int = 0,
        **kwargs: Any,
    ) -> None:
        warnings.warn(
            "\033[91mmxnet.model.FeedForward has been deprecated. Please use mxnet.mod.Module instead.\033[0m",
            DeprecationWarning,
            stacklevel=2,
        )
        if isinstance(symbol, sym.Symbol):
            self.symbol, self.sym_gen = symbol, None
        else:
            assert callable(symbol), f"symbol must be a Symbol or a function, got {type(symbol).__name__}"
            self.symbol, self.sym_gen = None, symbol
        self.arg_params = arg_params
        self.aux_params = aux_params
        self.allow_extra_params = allow_extra_params
        self.argument_checked = False
        if self.sym_gen is None:
            self._check_arguments()
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else ctx
        self.num_epoch = num_epoch
        self.epoch_size = epoch_size
        self.kwargs = kwargs.copy()
        self.optimizer = optimizer
        self.initializer = initializer
        self.numpy_batch_size = numpy_batch_size
        self._pred_exec = None
        self.begin_epoch = begin_epoch

    def __getstate__(self):
        return {**self.__dict__, "_pred_exec": None}

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)

    def _check_arguments(self):
        if self.argument_checked:
            return
        _check_arguments(self.symbol)
        self.argument_checked = True
        if self.allow_extra_params:
            arguments, states = set(self.symbol.list_arguments()), set(self.symbol.list_auxiliary_states())
            if self.arg_params:
                self.arg_params = {k: v for k, v in self.arg_params.items() if k in arguments}
            if self.aux_params:
                self.aux_params = {k: v for k, v in self.aux_params.items() if k in states}

    def _init_params(self, inputs: Any, overwrite: bool = False) -> Any:
        """Give the parameters values for inputs of these descriptions; return names of arguments, parameters, states."""
        inputs = _described(inputs)
        arg_shapes, _, aux_shapes = self.symbol.infer_shape(**{x.name: x.shape for x in inputs})
        assert arg_shapes is not None, "the inputs do not determine the shapes of all parameters"
        arg_dtypes, _, aux_dtypes = self.symbol.infer_type(**{x.name: x.dtype for x in inputs})
        assert arg_dtypes is not None, "the inputs do not determine the types of all parameters"
        arg_names, aux_names = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        input_names = {x.name for x in inputs}
        arguments = (x for x in zip(arg_names, arg_shapes, arg_dtypes) if x[0] not in input_names)
        arg_params = {name: nd.zeros(shape=shape, dtype=dtype) for name, shape, dtype in arguments}
        states = zip(aux_names, aux_shapes, aux_dtypes)
        aux_params = {name: nd.zeros(shape=shape, dtype=dtype) for name, shape, dtype in states}
        for arrays, known in ((arg_params, self.arg_params), (aux_params, self.aux_params)):
            for name, array in arrays.items():
                if known and name in known and not overwrite:
                    array[:] = known[name][:]
                else:
                    self.initializer(name, array)
        self.arg_params, self.aux_params = arg_params, aux_params
        return arg_names, list(arg_params), aux_names

    def _init_predictor(self, input_shapes, type_dict=None):
        """Bind for prediction, unless bound for these shapes already."""
        shapes = {name: array.shape for name, array in self.arg_params.items()}
        shapes.update(dict(input_shapes))
        if self._pred_exec is not None:
            arg_shapes, _, _ = self.symbol.infer_shape(**shapes)
            assert arg_shapes is not None, "Incomplete input shapes"
            if arg_shapes == [x.shape for x in self._pred_exec.arg_arrays]:
                return
        executor = self.symbol.simple_bind(self.ctx[0], grad_req="null", type_dict=type_dict, **shapes)
        executor.copy_params_from(self.arg_params, self.aux_params)
        _check_arguments(self.symbol)
        self._pred_exec = executor

    def _init_iter(self, X, y, is_train):
        """An iterator over X and y, or X itself if it is one."""
        if not isinstance(X, np.ndarray | nd.NDArray):
            if not isinstance(X, io.DataIter):
                raise TypeError("X must be DataIter, NDArray or numpy.ndarray")
            return X
        if y is None:
            if is_train:
                raise ValueError("y must be specified when X is numpy.ndarray")
            y = np.zeros(X.shape[0])
        if not isinstance(y, np.ndarray | nd.NDArray):
            raise TypeError("y must be ndarray when X is numpy.ndarray")
        if X.shape[0] != y.shape[0]:
            raise ValueError("The numbers of data points and labels not equal")
        if y.ndim == 2 and y.shape[1] == 1:
            y = y.flatten()
        if y.ndim != 1:
            raise ValueError("Label must be 1D or 2D (with 2nd dimension being 1)")
        batch_size, last = min(X.shape[0], self.numpy_batch_size), "roll_over" if is_train else "pad"
        return io.NDArrayIter(X, y, batch_size, shuffle=is_train, last_batch_handle=last)

    def _init_eval_iter(self, eval_data):
        """An iterator over evaluation data: None, an iterator, or a pair of data and labels."""
        if eval_data is None or isinstance(eval_data, io.DataIter):
            return eval_data
        if not isinstance(eval_data, tuple | list) or len(eval_data) != 2:
            raise TypeError("Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of length 2)")
        data, label = (np.array(x) if isinstance(x, list) else x for x in eval_data)
        if data is None:
            raise ValueError("Eval data is NONE")
        if label is None and isinstance(data, io.DataIter):
            return data
        return self._init_iter(data, label, is_train=True)

    def _predictor(self, X, reset):
        """(iterator, arrays of the inputs) after binding for prediction on X."""
        X = self._init_iter(X, None, is_train=False)
        if reset:
            X.reset()
        dtypes = {name: array.dtype for name, array in self.arg_params.items()}
        for x in X.provide_data:
            dtypes[x[0]] = x.dtype if isinstance(x, DataDesc) else mx_real_t
        self._init_predictor(X.provide_data, dtypes)
        return X, [self._pred_exec.arg_dict[x[0]] for x in X.provide_data]

    def predict(
        self, X: DataIter | NDArray | NumPyArray, num_batch: Int | None = None, return_data: bool = False, reset: bool = True
    ) -> Any:
        """Predict.

        Parameters
        ----------
        X : DataIter, NDArray or numpy.ndarray
            The data.
        num_batch : int, optional
            Stop after so many batches.
        return_data : bool
            Return data and labels as well.
        reset : bool
            Whether to start with the first batch.

        Returns
        -------
        numpy.ndarray, or list of numpy.ndarray for several outputs
            The outputs; with `return_data` a tuple of outputs, data and labels.
        """
        X, data_arrays = self._predictor(X, reset)
        outputs = [[] for _ in self._pred_exec.outputs]
        data = [[] for _ in X.provide_data]
        label = [[] for _ in X.provide_label]
        for i, batch in enumerate(X, 1):
            _load_general(batch.data, data_arrays)
            self._pred_exec.forward(is_train=False)
            real_size = X.batch_size - batch.pad
            groups = [(outputs, self._pred_exec.outputs)]
            if return_data:
                groups += [(data, batch.data), (label, batch.label)]
            for kept, arrays in groups:
                for parts, array in zip(kept, arrays):
                    parts.append(array[0:real_size].asnumpy())
            if num_batch is not None and i == num_batch:
                break
        return (_joined(outputs), _joined(data), _joined(label)) if return_data else _joined(outputs)

    def score(
        self,
        X: DataIter,
        eval_metric: Any = "acc",
        num_batch: Int | None = None,
        batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        reset: bool = True,
    ) -> Any:
        """Predict and evaluate a metric.

        Parameters
        ----------
        X : DataIter
            Data with labels.
        eval_metric : EvalMetric, str or list of these
            What to evaluate.
        num_batch : int, optional
            Stop after so many batches.
        batch_end_callback : callable or list of callable, optional
            Called with a `BatchEndParam` after each batch.
        reset : bool
            Whether to start with the first batch.

        Returns
        -------
        float, or list of float for several metrics
            The value.
        """
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        X, data_arrays = self._predictor(X, reset)
        for i, batch in enumerate(X):
            if num_batch is not None and i == num_batch:
                break
            _load_general(batch.data, data_arrays)
            self._pred_exec.forward(is_train=False)
            eval_metric.update(batch.label, self._pred_exec.outputs)
            _call_each(batch_end_callback, epoch=0, nbatch=i, eval_metric=eval_metric, locals=locals())
        return eval_metric.get()[1]

    def fit(
        self,
        X: DataIter | NDArray | NumPyArray,
        y: NDArray | NumPyArray | None = None,
        eval_data: Any = None,
        eval_metric: Any = "acc",
        epoch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        kvstore: str | KVStore = "local",
        logger: logging.Logger | None = None,
        work_load_list: Sequence[Float] | None = None,
        monitor: Monitor | None = None,
        eval_end_callback: AnyFunction | Sequence[AnyFunction] | None = LogValidationMetricsCallback(),
        eval_batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
    ) -> None:
        """Train.

        Parameters
        ----------
        X : DataIter, NDArray or numpy.ndarray
            Training data.
        y : NDArray or numpy.ndarray, optional
            Labels where X is an array.
        eval_data : DataIter, or pair of arrays, optional
            Data that is scored after each epoch.
        eval_metric : EvalMetric, str or list of these
            What is evaluated.
        epoch_end_callback, batch_end_callback : callable or list of callable, optional
            Called after each epoch with ``(epoch, symbol, arg_params, aux_params)``, and after each batch with a
            `BatchEndParam`.
        kvstore : str or KVStore
            How gradients of several devices come together.
        logger : logging.Logger, optional
            Where messages go.
        work_load_list : list of number, optional
            The share of each device.
        monitor : Monitor, optional
            Prints statistics.
        eval_end_callback, eval_batch_end_callback : callable or list of callable, optional
            Called with a `BatchEndParam` at the end of scoring, and after each of its batches.
        """
        data = self._init_iter(X, y, is_train=True)
        eval_data = self._init_eval_iter(eval_data)
        if self.sym_gen:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        self.kwargs["sym"] = self.symbol
        arg_names, param_names, aux_names = self._init_params([*data.provide_data, *data.provide_label])
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        kvstore, update_on_kvstore = _create_kvstore(kvstore, len(self.ctx), self.arg_params)
        copies = 1 if update_on_kvstore else len(self.ctx)
        idx2name = {i * copies + k: name for i, name in enumerate(param_names) for k in range(copies)}
        self.kwargs["param_idx2name"] = idx2name
        optimizer = self.optimizer
        if isinstance(optimizer, str):
            batch_size = data.batch_size
            if kvstore and "dist" in kvstore.type and "_async" not in kvstore.type:
                batch_size *= kvstore.num_workers
            optimizer = opt.create(optimizer, rescale_grad=1.0 / batch_size, **self.kwargs)
        elif not optimizer.idx2name:
            optimizer.idx2name = idx2name.copy()
        logger = logger or logging
        manager = DataParallelExecutorManager(
            self.symbol, self.ctx, data, arg_names, param_names, aux_names, work_load_list, logger, self.sym_gen
        )
        if monitor:
            manager.install_monitor(monitor)
        manager.set_params(self.arg_params, self.aux_params)
        step = self._step(manager, optimizer, kvstore, update_on_kvstore, eval_metric, monitor)
        data.reset()
        for epoch in range(self.begin_epoch, self.num_epoch):
            tic = time.time()
            eval_metric.reset()
            self._train_epoch(data, epoch, step, eval_metric, batch_end_callback, logger)
            logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)
            if epoch_end_callback or epoch + 1 == self.num_epoch:
                manager.copy_to(self.arg_params, self.aux_params)
            for callback in _as_list(epoch_end_callback or []):
                callback(epoch, self.symbol, self.arg_params, self.aux_params)
            if eval_data:
                self._evaluate(manager, eval_data, epoch, eval_metric, eval_end_callback, eval_batch_end_callback)

    def _step(self, manager: Any, optimizer: Any, kvstore: Any, update_on_kvstore: Any, eval_metric: Any, monitor: Any) -> Any:
        """The function that trains on one batch."""
        updater = None if update_on_kvstore else opt.get_updater(optimizer)
        names = manager.execgrp.param_names
        if update_on_kvstore:
            kvstore.set_optimizer(optimizer)
        if kvstore:
            _initialize_kvstore(kvstore, manager.param_arrays, self.arg_params, names, update_on_kvstore)

        def step(data_batch):
            manager.load_data_batch(data_batch)
            if monitor is not None:
                monitor.tic()
            manager.forward(is_train=True)
            manager.backward()
            arrays = manager.param_arrays, manager.grad_arrays
            if update_on_kvstore:
                _update_params_on_kvstore(*arrays, kvstore, names)
            else:
                _update_params(*arrays, updater, num_device=len(self.ctx), kvstore=kvstore, param_names=names)
            if monitor is not None:
                monitor.toc_print()
            manager.update_metric(eval_metric, data_batch.label)

        return step

    def _train_epoch(self, train_data, epoch, step, eval_metric, batch_end_callback, logger):
        """Call `step` with `epoch_size` batches, or with all that there are."""
        nbatch = 0
        while True:
            for data_batch in train_data:
                step(data_batch)
                nbatch += 1
                _call_each(batch_end_callback, epoch=epoch, nbatch=nbatch, eval_metric=eval_metric, locals=locals())
                if self.epoch_size is not None and nbatch >= self.epoch_size:
                    return  # the next epoch goes on from here
            logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            train_data.reset()
            if self.epoch_size is None or nbatch >= self.epoch_size:
                return

    def _evaluate(
        self, manager: Any, eval_data: Any, epoch: Any, eval_metric: Any, eval_end_callback: Any, eval_batch_end_callback: Any
    ) -> None:
        """Score `eval_data` after an epoch."""
        eval_metric.reset()
        eval_data.reset()
        total_num_batch = 0
        for i, eval_batch in enumerate(eval_data):
            manager.load_data_batch(eval_batch)
            manager.forward(is_train=False)
            manager.update_metric(eval_metric, eval_batch.label)
            _call_each(eval_batch_end_callback, epoch=epoch, nbatch=i, eval_metric=eval_metric, locals=locals())
            total_num_batch += 1
        _call_each(eval_end_callback, epoch=epoch, nbatch=total_num_batch, eval_metric=eval_metric, locals=locals())
        eval_data.reset()

    def save(self, prefix: str, epoch: Int | None = None, remove_amp_cast: bool = True) -> None:
        """Save a checkpoint, see `save_checkpoint`.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int, optional
            The number in them, `num_epoch` by default.
        remove_amp_cast : bool
            Leave out the casts that automatic mixed precision put in.
        """
        epoch = self.num_epoch if epoch is None else epoch
        assert epoch is not None, "save needs the number of the epoch"
        save_checkpoint(prefix, epoch, self.symbol, self.arg_params, self.aux_params, remove_amp_cast=remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: Int, ctx: Context | Sequence[Context] | None = None, **kwargs: Any) -> Any:
        """Return a model from a checkpoint.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int
            The number in them, and of the first epoch of further training.
        ctx : Context or list of Context, optional
            The devices.
        **kwargs
            Further arguments of `FeedForward`.
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(
        symbol: Any,
        X: Any,
        y: Any = None,
        ctx: Context | None = None,
        num_epoch: Any = None,
        epoch_size: Any = None,
        optimizer: str = "sgd",
        initializer: Any = Uniform(0.01),
        eval_data: Any = None,
        eval_metric: str = "acc",
        epoch_end_callback: Any = None,
        batch_end_callback: Any = None,
        kvstore: str = "local",
        logger: Any = None,
        work_load_list: Any = None,
        eval_end_callback: Any = LogValidationMetricsCallback(),
        eval_batch_end_callback: Any = None,
        **kwargs: Any,
    ) -> Any:
        """Make a model and train it: the arguments of `FeedForward` and of `fit`."""
        model = FeedForward(symbol, ctx, num_epoch, epoch_size, optimizer, initializer, **kwargs)
        model.fit(
            X,
            y,
            eval_data,
            eval_metric,
            epoch_end_callback,
            batch_end_callback,
            kvstore,
            logger,
            work_load_list,
            eval_end_callback=eval_end_callback,
            eval_batch_end_callback=eval_batch_end_callback,
        )
        return model


def _joined(groups):
    arrays = [np.concatenate(parts) for parts in groups]
    return arrays[0] if len(arrays) == 1 else arrays
