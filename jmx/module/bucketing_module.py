"""A module with one symbol for each length, or other key, of its inputs."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ndarray as nd
from .. import symbol as sym
from ..context import cpu
from ..core.serial import together
from ..initializer import Uniform
from ..model import load_params
from ..name import NameManager
from ._checks import _check_input_names, _needs
from .base_module import BaseModule, _arguments
from .module import Module, _list

if TYPE_CHECKING:
    from .._typing import AnyFunction, Float, Int
    from ..context import Context
    from ..initializer.base import Initializer
    from ..io.base import DataBatch, DataDesc
    from ..kvstore.kvstore import KVStore
    from ..metric.base import EvalMetric
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from ..symbol.symbol import Symbol

__all__ = ["BucketingModule"]


class BucketingModule(BaseModule):
    """Modules by bucket key that share their parameters and the memory of their inputs.

    Parameters
    ----------
    sym_gen : callable
        Gets a bucket's key and returns ``(symbol, data_names, label_names)``.
    default_bucket_key
        The bucket that is bound first: the one with the largest inputs.
    logger : logging.Logger
        Where messages go.
    context : Context or list of Context
        The devices; each batch is shared out among them.
    work_load_list : list of number, optional
        The share of each device, equal by default.
    fixed_param_names : list of str, optional
        Parameters that are not trained.
    state_names : list of str, optional
        Arguments that are set with `set_states`.
    group2ctxs : dict of str to Context or list of Context, or list of dict of str to Context, optional
        Devices by the name of a `ctx_group`.
    compression_params : dict, optional
        Handed to the key-value store.

    Examples
    --------
    Sums of sequences, whose length is the bucket's key: one symbol for each length, one scale for all.

    >>> def sym_gen(length):
    ...     data = mx.sym.Variable("data", shape=(1, length))
    ...     net = mx.sym.broadcast_mul(mx.sym.sum(data, axis=1, keepdims=True), mx.sym.Variable("scale", shape=(1, 1)))
    ...     return net, ["data"], None
    >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    >>> module.bind([("data", (1, 4))], for_training=False)
    >>> module.init_params(arg_params={"scale": nd.array([[10]])}, aux_params={})
    >>> for length in (4, 2):
    ...     batch = mx.io.DataBatch([nd.ones((1, length))], bucket_key=length, provide_data=[("data", (1, length))])
    ...     module.forward(batch)
    ...     print(length, module.get_outputs()[0].asnumpy())
    4 [[40.]]
    2 [[20.]]
    """

    def __init__(
        self,
        sym_gen: AnyFunction,
        default_bucket_key: Any = None,
        logger: logging.Logger = logging,
        context: Context | Sequence[Context] = cpu(),
        work_load_list: Sequence[Float] | None = None,
        fixed_param_names: Sequence[str] | None = None,
        state_names: Sequence[str] | None = None,
        group2ctxs: Mapping[str, Context] | Sequence[Context] | Sequence[Mapping[str, Context]] | None = None,
        compression_params: Mapping[Any, Any] | None = None,
    ) -> None:
        super().__init__(logger=logger)
        assert default_bucket_key is not None, "BucketingModule needs a default_bucket_key"
        self._default_bucket_key = default_bucket_key
        self._sym_gen = sym_gen
        symbol, data_names, label_names = self._call_sym_gen(default_bucket_key)
        state_names, fixed_param_names = _list(state_names), _list(fixed_param_names)
        _check_input_names(symbol, _list(data_names), "data", True)
        _check_input_names(symbol, _list(label_names), "label", False)
        _check_input_names(symbol, state_names, "state", True)
        _check_input_names(symbol, fixed_param_names, "fixed_param", True)
        self._compression_params = compression_params
        self._fixed_param_names = fixed_param_names
        self._state_names = state_names
        self._context = context
        self._work_load_list = work_load_list
        self._group2ctxs = group2ctxs

        self._buckets = {}
        self._curr_module = self._curr_bucket_key = None
        self._params_dirty = False
        self._monitor = None
        self._grad_req = None

    def _reset_bind(self) -> None:
        self.binded = False
        self._buckets = {}
        self._curr_module = self._curr_bucket_key = None

    def _call_sym_gen(self, *args, **kwargs):
        with NameManager():  # every bucket's automatic names start from 0
            return self._sym_gen(*args, **kwargs)

    def _module(self, bucket_key: Any) -> Any:
        return Module(*self._call_sym_gen(bucket_key), **self._options())

    def _options(self) -> Any:
        """The arguments that each bucket's module gets."""
        return {
            "logger": self.logger,
            "context": self._context,
            "work_load_list": self._work_load_list,
            "fixed_param_names": self._fixed_param_names,
            "state_names": self._state_names,
            "group2ctxs": self._group2ctxs,
            "compression_params": self._compression_params,
        }

    # ---- names and shapes

    @property
    def data_names(self) -> list[str]:
        return self._curr_module.data_names if self.binded else self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self) -> list[str]:
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    @property
    def data_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._curr_module.data_shapes

    @property
    def label_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._curr_module.label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._curr_module.output_shapes

    @property
    def symbol(self) -> Symbol:
        """The network of the present bucket."""
        _needs(self, "binded")
        return self._curr_module.symbol

    # ---- parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        _needs(self, "params_initialized")
        self._curr_module._params_dirty = self._params_dirty
        params = self._curr_module.get_params()
        self._params_dirty = False
        return params

    def set_params(
        self,
        arg_params: Mapping[str, NDArray],
        aux_params: Mapping[str, NDArray],
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        arguments = _arguments(locals())
        if not allow_missing:
            super().set_params(**arguments)
            return
        if self.params_initialized and not force_init:
            warnings.warn("Parameters already initialized and force_init=False. set_params call ignored.", stacklevel=2)
            return
        self._curr_module.set_params(**arguments)
        self._params_dirty = True
        self.params_initialized = True

    def init_params(
        self,
        initializer: Initializer = Uniform(0.01),
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        arguments = _arguments(locals())
        if self.params_initialized and not force_init:
            return
        assert self.binded, "call bind before initializing the parameters"
        self._curr_module.init_params(**arguments)
        self._params_dirty = False
        self.params_initialized = True

    def get_states(self, merge_multi_context: bool = True) -> Any:
        """Return the arrays of the present bucket's states; `merge_multi_context` must be False."""
        _needs(self, "binded", "params_initialized")
        return self._curr_module.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Sequence[Sequence[NDArray]] | None = None, value: Float | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        self._curr_module.set_states(states, value)

    # ---- setting up

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
        """Bind the default bucket; the others follow when they are needed. See `BaseModule.bind`.

        `shared_module` is not supported and must be None.
        """
        params = self.get_params() if self.params_initialized else None
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        assert shared_module is None, "shared_module for BucketingModule is not supported"
        key = self._default_bucket_key
        module = self._buckets.get(key) or self._module(key)
        module.bind(data_shapes, label_shapes, for_training, inputs_need_grad, force_rebind=False, grad_req=grad_req)
        self.for_training, self.inputs_need_grad, self._grad_req = for_training, inputs_need_grad, grad_req
        self._curr_module, self._curr_bucket_key = module, key
        self._buckets[key] = module
        self.binded = True
        if params is not None:
            self.set_params(*params)

    def switch_bucket(
        self,
        bucket_key: Any,
        data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]] | None = None,
    ) -> None:
        """Use the module of another bucket, which is made and bound if there is none yet.

        Parameters
        ----------
        bucket_key
            Which bucket.
        data_shapes, label_shapes : list of DataDesc or (str, tuple of int)
            Its inputs; only looked at when it is bound.
        """
        assert self.binded, "call bind before switching bucket"
        module = self._buckets.get(bucket_key)
        new = module is None
        if new:
            module = self._module(bucket_key)
        if not module.binded:
            modes = self._curr_module.for_training, self._curr_module.inputs_need_grad
            default = self._buckets[self._default_bucket_key]
            module.bind(data_shapes, label_shapes, *modes, shared_module=default, grad_req=self._grad_req)
        if new:
            if self._monitor is not None:
                module.install_monitor(self._monitor)
            self._buckets[bucket_key] = module
        self._curr_module, self._curr_bucket_key = module, bucket_key

    def init_optimizer(
        self,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        _needs(self, "binded", "params_initialized")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        self._curr_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init=force_init)
        for module in self._buckets.values():
            if module is not self._curr_module:
                module.borrow_optimizer(self._curr_module)
        self.optimizer_initialized = True

    def install_monitor(self, mon: Any) -> None:
        _needs(self, "binded")
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # ---- computing

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: AnyFunction | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        present = self._curr_bucket_key
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self.switch_bucket(present, None, None)  # the outputs of the last batch are still to be read

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        self.switch_bucket(data_batch.bucket_key, data_batch.provide_data, data_batch.provide_label)
        self._curr_module.forward(data_batch, is_train=is_train)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        self._curr_module.backward(out_grads=out_grads)

    def update(self) -> None:
        _needs(self, "binded", "params_initialized", "optimizer_initialized")
        self._params_dirty = True
        self._curr_module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized")
        return self._curr_module.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized", "inputs_need_grad")
        return self._curr_module.get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        _needs(self, "binded", "params_initialized")
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    # ---- files

    def save_checkpoint(self, prefix: str, epoch: Int, remove_amp_cast: bool = False) -> None:
        """Save the parameters, the symbol of every bucket and the list of buckets, whose keys must be numbers.

        Parameters
        ----------
        prefix : str
            Start of the file names ``prefix-NNNN.params``, ``prefix-KEY-symbol.json`` and ``prefix.buckets``.
        epoch : int
            The number in the first.
        remove_amp_cast : bool
            Leave out the casts that automatic mixed precision put in.
        """
        assert len(self._buckets) > 0, "Empty BucketingModule cannot be saved"
        keys = nd.array(list(self._buckets), dtype=np.int32)
        with together():
            for key in self._buckets:
                symbol, _, _ = self._sym_gen(key)
                symbol.save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
            nd.save(f"{prefix}.buckets", keys)
            self.save_params(f"{prefix}-{epoch:04d}.params")

    @staticmethod
    def load(prefix: str, epoch: Int, sym_gen: AnyFunction | None = None, default_bucket_key: Any = None, **kwargs: Any) -> Any:
        """Return a module with the symbols and parameters that `save_checkpoint` saved.

        Parameters
        ----------
        prefix : str
            Start of the file names.
        epoch : int
            The number in the file of parameters.
        sym_gen : callable
            As in `BucketingModule`; the names of inputs and labels come from it.
        default_bucket_key
            The bucket that is bound first.
        **kwargs
            Further arguments of `BucketingModule`.
        """
        assert sym_gen is not None, "sym_gen is required for loading BucketingModule"
        assert default_bucket_key is not None, "default_bucket_key is required for loading BucketingModule"
        keys = [int(key) for key in nd.load(f"{prefix}.buckets")[0].asnumpy()]
        symbols = {key: (sym.load(f"{prefix}-{key}-symbol.json"), key) for key in keys}
        return _with_params(symbols, sym_gen, default_bucket_key, *load_params(prefix, epoch), kwargs)

    @staticmethod
    def load_dict(
        sym_dict: Any = None,
        sym_gen: AnyFunction | None = None,
        default_bucket_key: Any = None,
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        **kwargs: Any,
    ) -> Any:
        """Return a module with given symbols and parameters.

        Parameters
        ----------
        sym_dict : dict of key to Symbol
            The symbol of each bucket.
        sym_gen : callable
            As in `BucketingModule`; the names of inputs and labels come from it.
        default_bucket_key
            The bucket that is bound first.
        arg_params, aux_params : dict of str to NDArray
            Parameters and auxiliary states.
        **kwargs
            Further arguments of `BucketingModule`.
        """
        for name, argument in (("sym_dict", sym_dict), ("arg_params", arg_params), ("aux_params", aux_params)):
            verb = "needs" if name == "sym_dict" else "need"
            assert argument is not None, f"{name} {verb} to be provided for BucketingModule.load_dict"
        assert default_bucket_key is not None, "default_bucket_key needs to be provided for BucketingModule.load_dict"
        symbols = {key: (symbol, default_bucket_key) for key, symbol in sym_dict.items()}
        return _with_params(symbols, sym_gen, default_bucket_key, arg_params, aux_params, kwargs)


def _with_params(symbols, sym_gen, default_bucket_key, arg_params, aux_params, kwargs):
    """A BucketingModule from {key: (symbol, key whose input names hold)} and parameters."""
    bucketing = BucketingModule(sym_gen, default_bucket_key, **kwargs)
    for key, (symbol, names_of) in symbols.items():
        _, data_names, label_names = sym_gen(names_of)
        bucketing._buckets[key] = Module(symbol, data_names, label_names, **kwargs)
    bucketing._curr_module = module = bucketing._buckets[default_bucket_key]
    module._arg_params, module._aux_params = arg_params, aux_params
    module.params_initialized = bucketing.params_initialized = True
    return bucketing
