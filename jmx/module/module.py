"""A module for one symbol, on one or several devices."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from .. import optimizer as opt
from ..base import MXNetError
from ..context import Context, cpu
from ..core.serial import together
from ..initializer import InitDesc, Uniform
from ..io import DataDesc
from ..model import _create_kvstore, _initialize_kvstore, _update_params, _update_params_on_kvstore, load_checkpoint
from ..optimizer import _state_files
from ._checks import _check_input_names, _needs, _parse_data_desc
from .base_module import BaseModule
from .executor_group import DataParallelExecutorGroup

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int
    from ..initializer.base import Initializer
    from ..io.base import DataBatch
    from ..kvstore.kvstore import KVStore
    from ..metric.base import EvalMetric
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from ..symbol.symbol import Symbol

__all__ = ["Module"]


def _list(names: Any) -> Any:
    return [] if names is None else list(names)


class Module(BaseModule):
    """A symbol with its parameters.

    Parameters
    ----------
    symbol : Symbol
        The network.
    data_names, label_names : list of str, optional
        Arguments that are inputs and labels; None for none.
    logger : logging.Logger
        Where messages go.
    context : Context or list of Context, default cpu(0)
        The devices; each batch is shared out among them.
    work_load_list : list of number, optional
        The share of each device, equal by default.
    fixed_param_names : list of str, optional
        Parameters that are not trained.
    state_names : list of str, optional
        Arguments that are set with `set_states`, such as the first states of a recurrent network.
    group2ctxs : dict of str to Context or list of Context, or list of dict of str to Context, optional
        Devices by the name of a `ctx_group`.
    compression_params : dict, optional
        Handed to the key-value store.

    Raises
    ------
    ValueError
        If the symbol lacks one of the names (a missing label only warns).

    Examples
    --------
    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    >>> module = mx.mod.Module(net, label_names=None)
    >>> module.bind(data_shapes=[("data", (1, 3))], for_training=False)
    >>> module.init_params(mx.init.One())
    >>> module.forward(mx.io.DataBatch([nd.ones((1, 3))]), is_train=False)
    >>> module.get_outputs()[0].asnumpy()
    array([[3., 3.]], dtype=float32)
    """

    def __init__(
        self,
        symbol: Symbol,
        data_names: Sequence[str] | None = ("data",),
        label_names: Sequence[str] | None = ("softmax_label",),
        logger: logging.Logger = logging,
        context: Context | Sequence[Context] = cpu(),
        work_load_list: Sequence[Float] | None = None,
        fixed_param_names: Sequence[str] | None = None,
        state_names: Sequence[str] | None = None,
        group2ctxs: Mapping[str, Context] | Sequence[Context] | Sequence[Mapping[str, Context]] | None = None,
        compression_params: Mapping[Any, Any] | None = None,
    ) -> None:
        super().__init__(logger=logger)
        self._context = [context] if isinstance(context, Context) else context
        self._work_load_list = [1] * len(self._context) if work_load_list is None else work_load_list
        assert len(self._work_load_list) == len(self._context), (
            f"work_load_list has {len(self._work_load_list)} entries for {len(self._context)} devices"
        )
        self._group2ctxs = group2ctxs
        self._symbol = symbol
        self._data_names, self._label_names = _list(data_names), _list(label_names)
        self._state_names, self._fixed_param_names = _list(state_names), _list(fixed_param_names)
        _check_input_names(symbol, self._data_names, "data", True)
        _check_input_names(symbol, self._label_names, "label", False)
        _check_input_names(symbol, self._state_names, "state", True)
        _check_input_names(symbol, self._fixed_param_names, "fixed_param", True)
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()

        self._arg_params: Any = None
        self._aux_params: Any = None
        self._params_dirty = False  # whether the devices are ahead of _arg_params and _aux_params
        self._compression_params = compression_params
        self._optimizer = self._kvstore = self._update_on_kvstore = self._updater = None
        self._preload_opt_states = None
        self._grad_req = None
        self._exec_group = None
        self._data_shapes: Any = None
        self._label_shapes: Any = None

    # ---- files

    @staticmethod
    def load(prefix: str, epoch: Int, load_optimizer_states: bool = False, **kwargs) -> Any:
        """Return a module with the symbol and parameters of a checkpoint.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int
            The number in them.
        load_optimizer_states : bool
            Whether `init_optimizer` is to take over the states that were saved as well.
        **kwargs
            Further arguments of `Module`.
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        module = Module(symbol=symbol, **kwargs)
        module._arg_params, module._aux_params = arg_params, aux_params
        module.params_initialized = True
        if load_optimizer_states:
            module._preload_opt_states = f"{prefix}-{epoch:04d}.states"
        return module

    def save_checkpoint(self, prefix: str, epoch: Int, save_optimizer_states: bool = False, remove_amp_cast: bool = True) -> None:
        """Save symbol and parameters as ``prefix-symbol.json`` and ``prefix-NNNN.params``.

        All files get their names when all are complete.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int
            The number in them.
        save_optimizer_states : bool
            Save also ``prefix-NNNN.states``.
        remove_amp_cast : bool
            Leave out the casts that automatic mixed precision put in.
        """
        file, states = (f"{prefix}-{epoch:04d}.{ending}" for ending in ("params", "states"))
        with together():
            self._symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
            self.save_params(file)
            if save_optimizer_states:
                self.save_optimizer_states(states)
        logging.info('Saved checkpoint to "%s"', file)
        if save_optimizer_states:
            logging.info('Saved optimizer state to "%s"', states)

    def save_optimizer_states(self, fname: str) -> None:
        """Write the states of the optimizer to a file, which is replaced as a whole or not at all.

        Parameters
        ----------
        fname : str
            The file is MXNet's pickle, or safetensors if its name ends in ``.safetensors``.
        """
        assert self.optimizer_initialized, "call init_optimizer before saving its states"
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            _state_files.save(self._updater, fname, False)

    def load_optimizer_states(self, fname: str) -> None:
        """Take over the states of the optimizer from the file `fname`."""
        assert self.optimizer_initialized, "call init_optimizer before loading its states"
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            _state_files.load([self._updater], fname)

    # ---- names and shapes

    @property
    def data_names(self) -> list[str]:
        return self._data_names

    @property
    def label_names(self) -> Any:
        """Names of the labels."""
        return self._label_names

    @property
    def output_names(self) -> list[str]:
        return self._output_names

    @property
    def data_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._data_shapes

    @property
    def label_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._exec_group.get_output_shapes()

    @property
    def _total_exec_bytes(self):
        return 0 if self._exec_group is None else self._exec_group._total_exec_bytes

    # ---- parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        assert self.params_initialized, "the parameters have no values yet: call init_params or set_params"
        if self._params_dirty:
            self._sync_params_from_devices()
        return self._arg_params, self._aux_params

    def init_params(
        self,
        initializer: Initializer = Uniform(0.01),
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        if self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. init_params call ignored.", stacklevel=2)
            return
        assert self.binded, "call bind before initializing the parameters"
        pairs = [
            (name, array, source)
            for mine, source in ((self._arg_params, arg_params), (self._aux_params, aux_params))
            for name, array in sorted(mine.items())
        ]
        if not allow_missing:
            for name, _, source in pairs:
                if source is not None and name not in source:
                    raise RuntimeError(f"{name} is not presented")
        for name, array, source in pairs:
            _check_shape(name, array, source)
        attributes = self._symbol.attr_dict()
        for name, array, source in pairs:
            if source is not None and name in source:
                if source[name] is not array:
                    source[name].copyto(array)
            elif source is None or initializer is not None:
                initializer(InitDesc(name, attributes.get(name)), array)
        self.params_initialized = True
        self._params_dirty = False
        self._exec_group.set_params(self._arg_params, self._aux_params, allow_extra=allow_extra)

    def set_params(
        self,
        arg_params: Mapping[str, NDArray],
        aux_params: Mapping[str, NDArray],
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        if not allow_missing:
            super().set_params(arg_params, aux_params, force_init=force_init, allow_extra=allow_extra)
            return
        if self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. set_params call ignored.", stacklevel=2)
            return
        for mine, source in ((self._arg_params, arg_params), (self._aux_params, aux_params)):
            for name, array in mine.items():
                _check_shape(name, array, source)
        self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)
        self._params_dirty = True
        self.params_initialized = True

    def _sync_params_from_devices(self):
        """Fetch the values of the devices."""
        self._exec_group.get_params(self._arg_params, self._aux_params)
        if self._kvstore and self._update_on_kvstore:
            for name, value in sorted(self._arg_params.items()):
                if value.stype == "row_sparse":  # devices have only the rows that they asked for
                    rows = nd.arange(0, value.shape[0], dtype="int64")
                    self._kvstore.row_sparse_pull(name, value, row_ids=rows)
        self._params_dirty = False

    # ---- setting up

    def _reset_bind(self) -> None:
        self.binded = False
        self._exec_group = None
        self._data_shapes = self._label_shapes = None

    def bind(
        self,
        data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]] | None = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: Module | None = None,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
    ) -> None:
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        assert for_training or not inputs_need_grad, "gradients of inputs need for_training=True"
        data_shapes, label_shapes = _parse_data_desc(self.data_names, self.label_names, data_shapes, label_shapes)
        shared_group = None
        if shared_module is not None:
            assert isinstance(shared_module, Module) and shared_module.binded and shared_module.params_initialized, (
                "shared_module must be a Module that is bound and initialized"
            )
            shared_group = shared_module._exec_group
            assert len(shared_group.execs) >= len(self._context), "shared_module must have as many devices"
        group = DataParallelExecutorGroup(
            self._symbol,
            self._context,
            self._work_load_list,
            data_shapes,
            label_shapes,
            self._param_names,
            for_training,
            inputs_need_grad,
            shared_group,
            logger=self.logger,
            fixed_param_names=self._fixed_param_names,
            grad_req=grad_req,
            group2ctxs=self._group2ctxs,
            state_names=self._state_names,
        )
        if shared_module is not None:
            self.params_initialized = True
            self._arg_params, self._aux_params = shared_module._arg_params, shared_module._aux_params
        elif self.params_initialized:
            group.set_params(self._arg_params, self._aux_params)
        else:
            self._arg_params = {name: _blank(x[0]) for name, x in zip(self._param_names, group.param_arrays)}
            self._aux_params = {name: _blank(x[0]) for name, x in zip(self._aux_names, group.aux_arrays)}
        self._exec_group = group
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        if shared_module is not None and shared_module.optimizer_initialized:
            self.borrow_optimizer(shared_module)
        self.binded = True

    def reshape(
        self,
        data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]] | None = None,
    ) -> None:
        """Use inputs of other shapes from now on.

        Parameters
        ----------
        data_shapes, label_shapes : list of DataDesc or (str, tuple of int)
            The inputs.
        """
        _needs(self, "binded")
        data_shapes, label_shapes = _parse_data_desc(self.data_names, self.label_names, data_shapes, label_shapes)
        self._exec_group.reshape(data_shapes, label_shapes)
        self._data_shapes, self._label_shapes = data_shapes, label_shapes

    def init_optimizer(
        self,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        _needs(self, "binded", "params_initialized")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        if self._params_dirty:
            self._sync_params_from_devices()
        kvstore, update_on_kvstore, rescale_grad, idx2name = self._for_optimizer(kvstore)
        if isinstance(optimizer, str):
            optimizer_params = {"rescale_grad": rescale_grad, **dict(optimizer_params)}
            optimizer = opt.create(optimizer, sym=self.symbol, param_idx2name=idx2name, **optimizer_params)
        else:
            assert isinstance(optimizer, opt.Optimizer), (
                f"optimizer must be a name or an Optimizer, got {type(optimizer).__name__}"
            )
            if optimizer.rescale_grad != rescale_grad:
                warnings.warn(
                    "Optimizer created manually outside Module but rescale_grad is not normalized to "
                    f"1.0/batch_size/num_workers ({optimizer.rescale_grad} vs. {rescale_grad}). Is this intended?",
                    stacklevel=2,
                )
            if not optimizer.idx2name:
                optimizer.idx2name = idx2name.copy()
        self._optimizer = optimizer
        self._kvstore, self._update_on_kvstore = kvstore, update_on_kvstore
        self._updater = None if update_on_kvstore else opt.get_updater(optimizer)
        if kvstore:
            if self._compression_params:
                kvstore.set_gradient_compression(self._compression_params)
            if update_on_kvstore:
                kvstore.set_optimizer(optimizer)
            arrays = self._exec_group.param_arrays
            _initialize_kvstore(kvstore, arrays, self._arg_params, self._param_names, update_on_kvstore)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _for_optimizer(self, kvstore: Any) -> Any:
        """(store, whether it updates, one over the batch size of all workers, names of the parameters by index)."""
        devices = len(self._context)
        kvstore, update_on_kvstore = _create_kvstore(kvstore, devices, self._arg_params)
        batch_size = self._exec_group.batch_size
        if kvstore and "dist" in kvstore.type and "_sync" in kvstore.type:
            batch_size *= kvstore.num_workers
        copies = 1 if update_on_kvstore else devices
        names = self._exec_group.param_names
        idx2name = {i * copies + k: name for k in range(copies) for i, name in enumerate(names)}
        return kvstore, update_on_kvstore, 1.0 / batch_size, idx2name

    def borrow_optimizer(self, shared_module: Module) -> None:
        """Use the optimizer of another module, with its states.

        Parameters
        ----------
        shared_module : Module
            A module with an optimizer.
        """
        assert shared_module.optimizer_initialized, "the other module has no optimizer"
        self._optimizer = shared_module._optimizer
        self._kvstore = shared_module._kvstore
        self._update_on_kvstore = shared_module._update_on_kvstore
        self._updater = shared_module._updater
        self.optimizer_initialized = True

    # ---- computing

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        shapes = _batch_shapes(data_batch)
        if shapes != tuple(x.shape for x in self._data_shapes):
            self._follow(data_batch, shapes)
        self._exec_group.forward(data_batch, is_train)

    def _follow(self, data_batch, shapes):
        """Reshape for a batch whose arrays have other shapes than before."""
        data = getattr(data_batch, "provide_data", None)
        if not data:
            data = [DataDesc(x.name, shape, x.dtype, x.layout) for x, shape in zip(self._data_shapes, shapes)]
        label = getattr(data_batch, "provide_label", None) or None
        if label is None and getattr(data_batch, "label", None):
            pairs = zip(self._label_shapes, data_batch.label)
            label = [DataDesc(x.name, array.shape, x.dtype, x.layout) for x, array in pairs]
        self.reshape(data, label)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        self._exec_group.backward(out_grads=out_grads)

    def update(self) -> None:
        _needs(self, "binded", "params_initialized", "optimizer_initialized")
        self._params_dirty = True
        group = self._exec_group
        arrays = group.param_arrays, group.grad_arrays
        if self._update_on_kvstore:
            _update_params_on_kvstore(*arrays, self._kvstore, group.param_names)
        else:
            _update_params(*arrays, self._updater, len(self._context), self._kvstore, group.param_names)

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized")
        return self._exec_group.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized", "inputs_need_grad")
        return self._exec_group.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the arrays of the states by state and device; `merge_multi_context` must be False."""
        _needs(self, "binded", "params_initialized")
        return self._exec_group.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Sequence[Sequence[NDArray]] | None = None, value: Float | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Any) -> None:
        _needs(self, "binded")
        self._exec_group.install_monitor(mon)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: AnyFunction | None = None) -> None:
        _needs(self, "binded")
        if sparse_row_id_fn is None:
            return
        if not self._kvstore or not self._update_on_kvstore:
            warnings.warn(
                UserWarning("Parameters are not updated in the KVStore. No need to call sparse_row_id_fn."), stacklevel=2
            )
            return
        row_ids = sparse_row_id_fn(data_batch)
        assert isinstance(row_ids, dict), "Expected dict output from sparse_row_id_fn"
        for name, rows in row_ids.items():
            index = self._exec_group.param_names.index(name)
            arrays = self._exec_group.param_arrays[index]
            if arrays[0].stype == "row_sparse":
                self._kvstore.row_sparse_pull(name, arrays, row_ids=rows, priority=-index)
            else:
                warnings.warn(UserWarning(f"{name}.stype is not 'row_sparse'. No need to perform row_sparse_pull."), stacklevel=2)


def _blank(array):
    """An array of zeros on the CPU that is like `array`."""
    return nd.zeros(shape=array.shape, dtype=array.dtype, stype=array.stype)


def _check_shape(name, array, source):
    if source is not None and name in source and tuple(source[name].shape) != array.shape:
        raise MXNetError(
            f"Parameter {name} has shape {array.shape} in the network, but the array that is given has shape "
            f"{source[name].shape}; nothing has been set."
        )


def _batch_shapes(data_batch):
    """Shapes of the inputs of a batch; the whole batch if there is a list with one for each device."""
    if not isinstance(data_batch, list):
        return tuple(array.shape for array in data_batch.data)
    assert data_batch, "Encountered empty data batch"
    shapes = []
    for arrays in zip(*(batch.data for batch in data_batch)):
        shape = arrays[0].shape
        assert all(array.shape == shape for array in arrays), "All data batches in a list need to have the same shape"
        shapes.append((len(data_batch) * shape[0], *shape[1:]))
    return tuple(shapes)
