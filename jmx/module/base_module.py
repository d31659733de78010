"""What all modules have in common: training, scoring and predicting on top of forward, backward and update."""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import metric, ndarray
from .._errors.wording import KnownKeywords
from ..base import _as_list
from ..context import cpu
from ..initializer import Uniform
from ..io import DataBatch, DataIter
from ..model import _call_each
from ._checks import _check_input_names, _check_names_match, _needs, _parse_data_desc  # noqa: F401  (programs import them here)

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int, NumPyArray
    from ..initializer.base import Initializer
    from ..kvstore.kvstore import KVStore
    from ..metric.base import EvalMetric
    from ..monitor import Monitor
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from ..symbol.symbol import Symbol

__all__ = ["BaseModule"]


def _arguments(values: Any) -> Any:
    """The arguments of a method, to be handed on by name, from the `locals()` at its start."""
    return {name: value for name, value in values.items() if name not in ("self", "__class__")}


#: what comes after the last batch of an epoch; an iterator that returns None is not at its end
_END = object()


class BaseModule(KnownKeywords):
    """The base of the modules: a network with parameters, in stages bound, initialized and with an optimizer.

    A subclass gives `bind`, `init_params`, `init_optimizer`, `forward`, `backward`, `update`, `get_outputs`,
    `get_input_grads`, `update_metric` and the names and shapes of inputs and outputs; `fit`, `score` and `predict`
    follow.

    Parameters
    ----------
    logger : logging.Logger
        Where messages go.

    Attributes
    ----------
    binded, params_initialized, optimizer_initialized : bool
        The stages that have been reached.
    for_training, inputs_need_grad : bool
        How the module is bound.

    Examples
    --------
    The stages of a module, and `fit`, which goes through all of them: it learns that the output is twice the input.

    >>> fc = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
    >>> net = mx.sym.LinearRegressionOutput(fc, mx.sym.Variable("y_label"))
    >>> module = mx.mod.Module(net, label_names=["y_label"])
    >>> isinstance(module, mx.mod.BaseModule), module.binded, module.optimizer_initialized
    (True, False, False)
    >>> data = mx.io.NDArrayIter(nd.array([[1], [2], [3]]), nd.array([[2], [4], [6]]), batch_size=3, label_name="y_label")
    >>> module.fit(data, num_epoch=10, eval_metric="mse", initializer=mx.init.Zero(), optimizer_params={"learning_rate": 0.2})
    >>> module.binded, module.optimizer_initialized
    (True, True)
    >>> module.get_params()[0]["fc_weight"].asnumpy().round(3)
    array([[2.]], dtype=float32)
    >>> [(name, round(float(value), 3)) for name, value in module.score(data, "mse")]
    [('mse', 0.0)]
    >>> module.predict(data).asnumpy().round(2)
    array([[2.],
           [4.],
           [6.]], dtype=float32)
    """

    def __init__(self, logger: logging.Logger = logging) -> None:
        self.logger = logger
        self.binded = False
        self.for_training = False
        self.inputs_need_grad = False
        self.params_initialized = False
        self.optimizer_initialized = False
        self._symbol: Any = None

    #: size of the executors in megabytes
    _total_exec_bytes = 0

    # ---- training and prediction

    def forward_backward(self, data_batch: Any) -> None:
        """Do `forward` in training mode and `backward`."""
        self.forward(data_batch, is_train=True)
        self.backward()

    def _batches(self, eval_data: Any, num_batch: Any, reset: Any, sparse_row_id_fn: Any) -> Iterator[Any]:
        """(number, batch) of the first `num_batch` batches, each after a forward for prediction."""
        if reset:
            eval_data.reset()
        for nbatch, eval_batch in enumerate(eval_data):
            if num_batch is not None and nbatch == num_batch:
                break
            self.prepare(eval_batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(eval_batch, is_train=False)
            yield nbatch, eval_batch

    def score(
        self,
        eval_data: DataIter,
        eval_metric: Any,
        num_batch: Int | None = None,
        batch_end_callback: Any = None,
        score_end_callback: Any = None,
        reset: bool = True,
        epoch: Int = 0,
        sparse_row_id_fn: AnyFunction | None = None,
    ) -> list[tuple[str, float]]:
        """Predict on a data set and evaluate a metric.

        Parameters
        ----------
        eval_data : DataIter
            The data.
        eval_metric : EvalMetric, str or list of these
            What to evaluate.
        num_batch : int, optional
            Stop after so many batches.
        batch_end_callback, score_end_callback : callable or list of callable, optional
            Get a `BatchEndParam` after each batch, and at the end.
        reset : bool
            Whether to start with the first batch.
        epoch : int
            The number that callbacks get.
        sparse_row_id_fn : callable, optional
            See `prepare`.

        Returns
        -------
        list of (str, float)
            Names and values of the metric.
        """
        _needs(self, "binded", "params_initialized")
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        for nbatch, eval_batch in self._batches(eval_data, num_batch, reset, sparse_row_id_fn):
            self._update_metric(eval_metric, eval_batch)
            _call_each(batch_end_callback, epoch=epoch, nbatch=nbatch, eval_metric=eval_metric, locals=locals())
            actual_num_batch += 1
        _call_each(score_end_callback or None, epoch=epoch, nbatch=actual_num_batch, eval_metric=eval_metric, locals=locals())
        return eval_metric.get_name_value()

    def _update_metric(self, eval_metric, batch):
        """Update a metric with the labels of `batch`, a batch or a list with one for each device."""
        if isinstance(batch, list):
            self.update_metric(eval_metric, [part.label for part in batch], pre_sliced=True)
        else:
            self.update_metric(eval_metric, batch.label)

    def iter_predict(
        self, eval_data: DataIter, num_batch: Int | None = None, reset: bool = True, sparse_row_id_fn: AnyFunction | None = None
    ) -> Iterator[Any]:
        """Iterate over predictions.

        Parameters
        ----------
        eval_data : DataIter
            The data.
        num_batch : int, optional
            Stop after so many batches.
        reset : bool
            Whether to start with the first batch.
        sparse_row_id_fn : callable, optional
            See `prepare`.

        Yields
        ------
        (list of NDArray, int, DataBatch)
            Outputs without the padding (valid until the next step), the number of the batch, and the batch.
        """
        _needs(self, "binded", "params_initialized")
        for nbatch, eval_batch in self._batches(eval_data, num_batch, reset, sparse_row_id_fn):
            yield [out[0 : out.shape[0] - eval_batch.pad] for out in self.get_outputs()], nbatch, eval_batch

    def predict(
        self,
        eval_data: DataIter | NDArray | NumPyArray,
        num_batch: Int | None = None,
        merge_batches: bool = True,
        reset: bool = True,
        always_output_list: bool = False,
        sparse_row_id_fn: AnyFunction | None = None,
    ) -> Any:
        """Predict on a data set and collect the outputs.

        Parameters
        ----------
        eval_data : DataIter, NDArray or numpy.ndarray
            The data; an array is one batch.
        num_batch : int, optional
            Stop after so many batches.
        merge_batches : bool
            Put the outputs of all batches together.
        reset : bool
            Whether to start with the first batch.
        always_output_list : bool
            Return a list also for a single output.
        sparse_row_id_fn : callable, optional
            See `prepare`.

        Returns
        -------
        NDArray, list of NDArray, or list of lists of NDArray
            The outputs; by batch and output if batches are not merged. The first output alone for an array.

        Raises
        ------
        ValueError
            If `eval_data` is of another type.
        """
        _needs(self, "binded", "params_initialized")
        if isinstance(eval_data, ndarray.NDArray | np.ndarray):
            if isinstance(eval_data, np.ndarray):
                eval_data = ndarray.array(eval_data)
            self.forward(DataBatch([eval_data]))
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError("eval_data must be of type NDArray or DataIter")
        batches = [
            [out[0 : out.shape[0] - eval_batch.pad].copy() for out in self.get_outputs()]
            for _, eval_batch in self._batches(eval_data, num_batch, reset, sparse_row_id_fn)
        ]
        if not batches or not merge_batches:
            return batches
        assert len({len(outputs) for outputs in batches}) == 1, (
            "Cannot merge batches, as num of outputs is not the same in mini-batches. Maybe bucketing is used?"
        )
        merged = [ndarray.concatenate(list(parts)) for parts in zip(*batches)]
        return merged[0] if len(merged) == 1 and not always_output_list else merged

    def fit(
        self,
        train_data: DataIter,
        eval_data: DataIter | None = None,
        eval_metric: Any = "acc",
        epoch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        eval_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        eval_batch_end_callback: AnyFunction | Sequence[AnyFunction] | None = None,
        initializer: Initializer = Uniform(0.01),
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_missing: bool = False,
        force_rebind: bool = False,
        force_init: bool = False,
        begin_epoch: Int = 0,
        num_epoch: Int | None = None,
        validation_metric: Any = None,
        monitor: Monitor | None = None,
        sparse_row_id_fn: AnyFunction | None = None,
    ) -> None:
        """Train: bind, initialize what is not yet, and run epochs.

        Parameters
        ----------
        train_data : DataIter
            Training data.
        eval_data : DataIter, optional
            Data that is scored after each epoch.
        eval_metric : EvalMetric, str or list of these
            What is evaluated on the training data.
        epoch_end_callback : callable or list of callable, optional
            Called with ``(epoch, symbol, arg_params, aux_params)``.
        batch_end_callback : callable or list of callable, optional
            Called with a `BatchEndParam` after each training batch.
        kvstore : str or KVStore
            How gradients of several devices come together.
        optimizer : str or Optimizer
            The optimizer.
        optimizer_params : dict, or pairs
            Its parameters if it is given by name; `rescale_grad` is one over the batch size unless given.
        eval_end_callback, eval_batch_end_callback : callable or list of callable, optional
            Called at the end of scoring, and after each of its batches.
        initializer : Initializer
            Gives the parameters' first values.
        arg_params, aux_params : dict of str to NDArray, optional
            First values that are known already.
        allow_missing : bool
            Leave names that these lack to the initializer, instead of raising RuntimeError.
        force_rebind, force_init : bool
            Bind anew, and initialize anew.
        begin_epoch, num_epoch : int
            The number of the first epoch, and of the one before which to stop.
        validation_metric : EvalMetric, str or list of these
            What is evaluated on `eval_data`, by default `eval_metric`.
        monitor : Monitor, optional
            Prints statistics.
        sparse_row_id_fn : callable, optional
            See `prepare`.
        """
        assert num_epoch is not None, "please specify number of epochs, as num_epoch=..."
        self.bind(
            data_shapes=train_data.provide_data,
            label_shapes=train_data.provide_label,
            for_training=True,
            force_rebind=force_rebind,
        )
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(
            initializer=initializer,
            arg_params=arg_params,
            aux_params=aux_params,
            allow_missing=allow_missing,
            force_init=force_init,
        )
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        validation_metric = eval_metric if validation_metric is None else validation_metric
        if not isinstance(eval_metric, metric.EvalMetric):
            eval_metric = metric.create(eval_metric)

        for epoch in range(begin_epoch, num_epoch):
            tic = time.time()
            eval_metric.reset()
            nbatch = 0
            data_iter = self._begin_epoch(train_data, epoch)
            next_data_batch = next(data_iter)
            eval_name_vals = []
            while next_data_batch is not _END:
                data_batch = next_data_batch
                if monitor is not None:
                    monitor.tic()
                self.forward_backward(data_batch)
                self.update()
                self._update_metric(eval_metric, data_batch)
                # an iterator may reuse its memory: the present batch is done with before the next one is asked for
                next_data_batch = next(data_iter, _END)
                if next_data_batch is not _END:
                    self.prepare(next_data_batch, sparse_row_id_fn=sparse_row_id_fn)
                if monitor is not None:
                    monitor.toc_print()
                if next_data_batch is _END:  # before callbacks, which may reset the metric
                    eval_name_vals = eval_metric.get_global_name_value()
                _call_each(batch_end_callback, epoch=epoch, nbatch=nbatch, eval_metric=eval_metric, locals=locals())
                nbatch += 1

            for name, val in eval_name_vals:
                self.logger.info("Epoch[%d] Train-%s=%f", epoch, name, val)
            self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - tic)

            # several devices go on with the same values
            arg_params, aux_params = self.get_params()
            self.set_params(arg_params, aux_params)
            if epoch_end_callback is not None:
                for callback in _as_list(epoch_end_callback):
                    callback(epoch, self.symbol, arg_params, aux_params)
            if eval_data is not None:
                callbacks = {"score_end_callback": eval_end_callback, "batch_end_callback": eval_batch_end_callback}
                for name, val in self.score(eval_data, validation_metric, epoch=epoch, **callbacks):
                    self.logger.info("Epoch[%d] Validation-%s=%f", epoch, name, val)
            train_data.reset()

    def _begin_epoch(self, train_data: Any, epoch: Any) -> Any:
        """The batches of an epoch of `fit`."""
        return iter(train_data)

    # ---- names and shapes

    @property
    def data_names(self) -> list[str]:
        """Names of the inputs."""
        raise NotImplementedError()

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        raise NotImplementedError()

    @property
    def data_shapes(self) -> list[Any]:
        """List of (name, shape) of the inputs."""
        raise NotImplementedError()

    @property
    def label_shapes(self) -> list[Any]:
        """List of (name, shape) of the labels, None if there are none."""
        raise NotImplementedError()

    @property
    def output_shapes(self) -> list[Any]:
        """List of (name, shape) of the outputs."""
        raise NotImplementedError()

    @property
    def symbol(self) -> Symbol:
        """The network, None if there is none."""
        return self._symbol

    # ---- parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        """Return (arg_params, aux_params): dicts of name to NDArray, on the CPU."""
        raise NotImplementedError()

    def init_params(
        self,
        initializer: Initializer | None = Uniform(0.01),
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Give parameters and auxiliary states their first values.

        Parameters
        ----------
        initializer : Initializer
            Gives the values that are not given here.
        arg_params, aux_params : dict of str to NDArray, optional
            Values that are known already.
        allow_missing : bool
            Leave names that these lack to the initializer.
        force_init : bool
            Initialize anew.
        allow_extra : bool
            Ignore names that the network does not have.
        """
        raise NotImplementedError()

    def set_params(
        self,
        arg_params: Mapping[str, NDArray] | None,
        aux_params: Mapping[str, NDArray] | None,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        """Set parameters and auxiliary states.

        Parameters
        ----------
        arg_params, aux_params : dict of str to NDArray
            Values by name.
        allow_missing : bool
            Leave parameters that are not named as they are.
        force_init : bool
            Set them even if they have values.
        allow_extra : bool
            Ignore names that the network does not have.
        """
        self.init_params(initializer=None, **_arguments(locals()))

    def save_params(self, fname: str) -> None:
        """Write parameters and auxiliary states to the file `fname`."""
        arg_params, aux_params = self.get_params()
        arrays = {f"arg:{name}": value.as_in_context(cpu()) for name, value in arg_params.items()}
        arrays.update({f"aux:{name}": value.as_in_context(cpu()) for name, value in aux_params.items()})
        ndarray.save(fname, arrays)

    def load_params(self, fname: str) -> None:
        """Set parameters and auxiliary states from the file `fname`; ValueError if it holds anything else."""
        params = {"arg": {}, "aux": {}}
        for key, value in ndarray.load(fname).items():
            group, name = key.split(":", 1)
            if group not in params:
                raise ValueError("Invalid param file " + fname)
            params[group][name] = value
        self.set_params(params["arg"], params["aux"])

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the states of all devices: none here. `merge_multi_context` must be False."""
        _needs(self, "binded", "params_initialized")
        assert not merge_multi_context
        return []

    def set_states(self, states: Sequence[Sequence[NDArray]] | None = None, value: Float | None = None) -> None:
        """Set the states. A module that has none takes neither argument.

        Parameters
        ----------
        states : list of list of NDArray
            Values by state and device, as `get_outputs(merge_multi_context=False)` returns them.
        value : number
            Or one number for all.
        """
        _needs(self, "binded", "params_initialized")
        assert not states and not value

    def install_monitor(self, mon: Monitor) -> None:
        """Let a Monitor watch the computation."""
        raise NotImplementedError()

    # ---- computing

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: AnyFunction | None = None) -> None:
        """Get ready for a batch: `fit`, `score` and `predict` call this before each.

        Parameters
        ----------
        data_batch : DataBatch
            The batch to come.
        sparse_row_id_fn : callable, optional
            Gets the batch and returns a dict of parameter name to row numbers (NDArray): the rows of row-sparse
            parameters that are fetched from the key-value store.
        """
        if sparse_row_id_fn is not None:
            warnings.warn(UserWarning("sparse_row_id_fn is not invoked for BaseModule."), stacklevel=2)

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Compute the outputs.

        Parameters
        ----------
        data_batch : DataBatch
            The inputs: anything with `data` and `label`. Another batch size than before is taken over.
        is_train : bool, optional
            Whether operators behave as in training; `for_training` by default.
        """
        raise NotImplementedError()

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Compute the gradients.

        Parameters
        ----------
        out_grads : NDArray or list of NDArray, optional
            Gradients of the outputs; not needed where all outputs are losses.
        """
        raise NotImplementedError()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the outputs of the last forward.

        Parameters
        ----------
        merge_multi_context : bool
            Put the parts of several devices together.

        Returns
        -------
        list of NDArray, or list of lists of NDArray
            One array per output, or one per output and device.
        """
        raise NotImplementedError()

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the inputs from the last backward, as `get_outputs` returns outputs."""
        raise NotImplementedError()

    def update(self) -> None:
        """Update the parameters from the gradients of the last backward."""
        raise NotImplementedError()

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric from labels and the outputs of the last forward.

        Parameters
        ----------
        eval_metric : EvalMetric
            The metric.
        labels : list of NDArray, or list of such lists if `pre_sliced`
            Labels of the batch, or by device.
        pre_sliced : bool
            Whether labels are given by device.
        """
        raise NotImplementedError()

    # ---- setting up

    def bind(
        self,
        data_shapes: Sequence[Any],
        label_shapes: Sequence[Any] | None = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: Any = None,
        grad_req: Any = "write",
    ) -> None:
        """Make the arrays and executors for inputs of given shapes.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or (str, tuple of int)
            The inputs, as in `DataIter.provide_data` and `provide_label`.
        for_training : bool
            Whether there will be gradients.
        inputs_need_grad : bool
            Whether there will be gradients of the inputs as well.
        force_rebind : bool
            Bind anew if bound; otherwise this only warns.
        shared_module : Module, optional
            A bound module whose parameters are used.
        grad_req : str, list of str or dict of str to str
            'write', 'add' or 'null', for all or by argument.
        """
        raise NotImplementedError()

    def init_optimizer(
        self,
        kvstore: str | KVStore | None = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Mapping[str, Any] | Sequence[tuple[str, Any]] = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Set up the optimizer.

        Parameters
        ----------
        kvstore : str or KVStore
            How gradients of several devices come together.
        optimizer : str or Optimizer
            The optimizer.
        optimizer_params : dict, or pairs
            Its parameters if it is given by name.
        force_init : bool
            Replace an optimizer that is there; otherwise this only warns.
        """
        raise NotImplementedError()
