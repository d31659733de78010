"""Training with stochastic variance reduced gradients (SVRG)."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ... import ndarray as nd
from ... import optimizer as opt
from ...context import cpu
from ...module import Module
from ...module.base_module import _arguments
from .svrg_optimizer import _SVRGOptimizer

if TYPE_CHECKING:
    from ..._typing import AnyFunction, Float, Int
    from ...context import Context
    from ...io.base import DataBatch, DataDesc
    from ...kvstore.kvstore import KVStore
    from ...ndarray.ndarray import NDArray
    from ...optimizer.base import Optimizer
    from ...symbol.symbol import Symbol

__all__ = ["SVRGModule"]


class SVRGModule(Module):
    """A module whose gradients are g(w) - g(v) + G(v).

    g is the gradient on the batch, G the mean over all data, and v the weights as of every `update_freq`-th epoch.

    Parameters
    ----------
    symbol, data_names, label_names, logger, context, work_load_list, fixed_param_names, state_names, group2ctxs,
    compression_params
        As those of Module.
    update_freq : int
        In how many epochs G is computed once.

    Raises TypeError or ValueError if `update_freq` is not a positive integer.
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
        update_freq: Int | None = None,
    ) -> None:
        arguments = _arguments(locals())
        del arguments["update_freq"]
        super().__init__(**arguments)
        what = "update_freq in SVRGModule must be {} to represent the frequency for calculating full gradients"
        if not isinstance(update_freq, int):
            raise TypeError(what.format("an integer") + f", not {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(what.format("a positive integer") + f", not {update_freq}")
        self.update_freq = update_freq
        self._mod_aux = Module(**arguments)
        self._param_dict = None
        self._ctx_len = len(self._context)

    def _reset_bind(self) -> None:
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def reshape(
        self,
        data_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]],
        label_shapes: Sequence[DataDesc | tuple[str, Sequence[Int]]] | None = None,
    ) -> None:
        """Use inputs of other shapes from now on; see Module.reshape."""
        super().reshape(data_shapes, label_shapes=label_shapes)
        self._mod_aux.reshape(data_shapes, label_shapes=label_shapes)

    def init_optimizer(
        self,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Set the optimizer up, and the full gradients beside it; see Module.init_optimizer."""
        shapes = {name: value.shape for name, value in self.get_params()[0].items()}
        self._param_dict = [
            {name: nd.zeros(shape, ctx=self._context[i]) for name, shape in shapes.items()} for i in range(self._ctx_len)
        ]
        wrapped = self._create_optimizer(_SVRGOptimizer.__name__, optimizer, kvstore, optimizer_params)
        super().init_optimizer(kvstore=kvstore, optimizer=wrapped, optimizer_params=optimizer_params, force_init=force_init)
        if self._kvstore:
            for name in self._exec_group.param_names:
                self._kvstore.init(name + "_full", nd.zeros(self._arg_params[name].shape))

    def _create_optimizer(self, optimizer, default_opt, kvstore, optimizer_params):
        _, _, rescale_grad, idx2name = self._for_optimizer(kvstore)
        for name in self._param_dict[0]:
            idx2name[max(idx2name) + 1] = name + "_full"
        params = {"rescale_grad": rescale_grad, **dict(optimizer_params)}
        return opt.create(optimizer, default_optimizer=default_opt, param_idx2name=idx2name, **params)

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
        """Make the executors; see Module.bind."""
        arguments = _arguments(locals())
        super().bind(**arguments)
        if for_training:
            self._mod_aux.bind(**arguments)

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        """Compute the outputs, in training those with the former weights too."""
        super().forward(data_batch, is_train)
        if is_train:
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        """Compute the gradients at both sets of weights."""
        super().backward(out_grads)
        if self._mod_aux.binded:
            self._mod_aux.backward(out_grads)

    def update(self) -> None:
        """Reduce the gradients' variance and update the weights with them."""
        self._update_svrg_gradients()
        super().update()

    def update_full_grads(self, train_data: Any) -> None:
        """Take the present weights for v and compute their mean gradient over the batches of `train_data`."""
        names = self._exec_group.param_names
        self._mod_aux.set_params(*self.get_params())
        train_data.reset()
        count = pad = 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            count += 1
            pad = batch.pad
            for device, sums in enumerate(self._param_dict):
                for name, grads in zip(names, self._mod_aux._exec_group.grad_arrays):
                    sums[name] = sums[name] + grads[device]
        batches = count - (pad or 0) / train_data.batch_size
        for name in names:
            for sums in self._param_dict:
                sums[name] /= batches
            if self._kvstore:
                self._accumulate_kvstore(name, [sums[name] for sums in self._param_dict])

    def _accumulate_kvstore(self, key, value):
        """Add the gradients of all devices up in the store, and give each device its share."""
        self._kvstore.push(key + "_full", value)
        self._kvstore._barrier()
        self._kvstore.pull(key + "_full", value)
        self._allocate_gradients(key, value)

    def _allocate_gradients(self, key, value):
        for i in range(self._ctx_len):
            self._param_dict[i][key] = value[i] / self._ctx_len

    def _svrg_grads_update_rule(self, g_curr_batch_curr_weight, g_curr_batch_special_weight, g_special_weight_all_batch):
        """g(w) - g(v) + G(v), in the memory of the first."""
        g_curr_batch_curr_weight[:] = g_curr_batch_curr_weight - g_curr_batch_special_weight + g_special_weight_all_batch
        return g_curr_batch_curr_weight

    def _update_svrg_gradients(self):
        former = self._mod_aux._exec_group.grad_arrays
        for index, name in enumerate(self._exec_group.param_names):
            grads = self._exec_group.grad_arrays[index]
            for device in range(self._ctx_len):
                grads[device] = self._svrg_grads_update_rule(grads[device], former[index][device], self._param_dict[device][name])

    def _begin_epoch(self, train_data: Any, epoch: Any) -> Any:
        """The batches of an epoch; at the start of every `update_freq`-th one the gradient over all of them is taken."""
        if epoch % self.update_freq == 0:
            self.update_full_grads(train_data)
        train_data.reset()
        return super()._begin_epoch(train_data, epoch)

    def prepare(self, data_batch: DataBatch, sparse_row_id_fn: AnyFunction | None = None) -> None:
        """Make ready for a batch; see Module.prepare."""
        super().prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self._mod_aux.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
