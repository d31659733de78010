"""Modules one after the other."""

from __future__ import annotations

import copy
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..initializer import Uniform
from ._checks import _needs
from .base_module import BaseModule, _arguments

if TYPE_CHECKING:
    from .._typing import Int
    from ..initializer.base import Initializer
    from ..io.base import DataBatch, DataDesc
    from ..kvstore.kvstore import KVStore
    from ..metric.base import EvalMetric
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from .module import Module

__all__ = ["SequentialModule"]


class SequentialModule(BaseModule):
    """A chain of modules: the outputs of each are the inputs of the next.

    Parameters
    ----------
    logger : logging.Logger
        Where messages go.

    Examples
    --------
    A network whose loss is a module of its own, which gets the labels.

    >>> net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
    >>> chain = mx.mod.SequentialModule()
    >>> chain = chain.add(mx.mod.Module(net, label_names=None))
    >>> loss = mx.mod.PythonLossModule(grad_func=lambda score, label: 2 * (score - label))
    >>> chain = chain.add(loss, take_labels=True, auto_wiring=True)
    >>> chain.bind([("data", (1, 2))], [("softmax_label", (1, 1))])
    >>> chain.init_params(mx.init.One())
    >>> chain.init_optimizer(optimizer_params={"learning_rate": 0.1})
    >>> chain.forward(mx.io.DataBatch([nd.array([[1, 2]])], [nd.array([[4]])]))
    >>> chain.get_outputs()[0].asnumpy()
    array([[3.]], dtype=float32)
    >>> chain.backward()
    >>> chain.update()
    >>> chain.get_params()[0]["fc_weight"].asnumpy()
    array([[1.2, 1.4]], dtype=float32)
    """

    #: option of `add`: the module gets the labels, and metrics are evaluated on its outputs
    META_TAKE_LABELS = "take_labels"
    #: option of `add`: the inputs are renamed to the names that the module wants
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger: logging.Logger = logging) -> None:
        super().__init__(logger=logger)
        self._modules = []
        self._metas = []
        self._label_shapes: Any = None
        self._data_shapes: Any = None
        self._meta_keys = {getattr(SequentialModule, x) for x in dir(SequentialModule) if x.startswith("META_")}

    def add(self, module: BaseModule, **kwargs: Any) -> SequentialModule:
        """Append a module, which undoes binding and initialization.

        Parameters
        ----------
        module : BaseModule
            The module.
        **kwargs : bool
            `take_labels` and `auto_wiring`, see `META_TAKE_LABELS` and `META_AUTO_WIRING`.

        Returns
        -------
        SequentialModule
            This one.
        """
        for key in kwargs:
            assert key in self._meta_keys, f'Unknown meta "{key}", a typo?'
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = False
        self.params_initialized = False
        self.optimizer_initialized = False
        return self

    # ---- names and shapes

    @property
    def data_names(self) -> list[str]:
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self) -> list[str]:
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._modules[0].data_shapes

    @property
    def label_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        _needs(self, "binded")
        return self._modules[-1].output_shapes

    # ---- parameters

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        _needs(self, "binded", "params_initialized")
        arg_params, aux_params = {}, {}
        for module in self._modules:
            arg, aux = module.get_params()
            arg_params.update(arg)
            aux_params.update(aux)
        return arg_params, aux_params

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
        for module in self._modules:
            module.init_params(**arguments)
        owners = ({}, {})
        for i, module in enumerate(self._modules):
            for known, names in zip(owners, module.get_params()):
                for name in names:
                    first = known.setdefault(name, i)
                    assert first == i, (
                        f'Duplicated parameter names: name "{name}" in layer {i} ({type(module)}) is already used in '
                        f"layer {first} ({type(self._modules[first])})."
                    )
        self.params_initialized = True

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
        """Bind all modules. See `BaseModule.bind`; `shared_module` is not supported and must be None."""
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        assert for_training is True or not inputs_need_grad, "gradients of inputs need for_training=True"
        assert shared_module is None, "Shared module is not supported"
        assert len(self._modules) > 0, "Attempting to bind an empty SequentialModule"
        shapes = data_shapes
        for i, (module, meta) in enumerate(zip(self._modules, self._metas)):
            if meta.get(SequentialModule.META_AUTO_WIRING, False):
                names = module.data_names
                assert len(names) == len(shapes), f"layer {i} has inputs {names}, but there are {len(shapes)} for it"
                shapes = [(name, shape) for name, (_, shape) in zip(names, shapes)]
            module.bind(
                data_shapes=shapes,
                label_shapes=label_shapes if self._takes_labels(meta) else None,
                for_training=for_training,
                inputs_need_grad=bool(inputs_need_grad or (for_training and i > 0)),
                force_rebind=force_rebind,
                shared_module=None,
                grad_req=grad_req,
            )
            shapes = module.output_shapes
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._label_shapes = label_shapes if any(map(self._takes_labels, self._metas)) else None
        self.binded = True

    @staticmethod
    def _takes_labels(meta):
        return bool(meta.get(SequentialModule.META_TAKE_LABELS, False))

    def init_optimizer(
        self,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        arguments = _arguments(locals())
        _needs(self, "binded", "params_initialized")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring.")
            return
        for module in self._modules:
            module.init_optimizer(**arguments)
        self.optimizer_initialized = True

    def install_monitor(self, mon: Any) -> None:
        _needs(self, "binded")
        for module in self._modules:
            module.install_monitor(mon)

    # ---- computing

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        batch = copy.copy(data_batch)
        for module in self._modules:
            module.forward(batch, is_train=is_train)
            if module is self._modules[-1]:
                break
            batch.data = module.get_outputs()
            if hasattr(batch, "provide_data"):
                names = [x[0] for x in module.output_shapes]
                assert len(names) == len(batch.data)
                batch.provide_data = [(name, x.shape) for name, x in zip(names, batch.data)]

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        _needs(self, "binded", "params_initialized")
        for module in reversed(self._modules):
            module.backward(out_grads=out_grads)
            if module is not self._modules[0]:
                out_grads = module.get_input_grads()

    def update(self) -> None:
        _needs(self, "binded", "params_initialized", "optimizer_initialized")
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized")
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        _needs(self, "binded", "params_initialized", "inputs_need_grad")
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        _needs(self, "binded", "params_initialized")
        for meta, module in zip(self._metas, self._modules):
            if self._takes_labels(meta):
                module.update_metric(eval_metric, labels, pre_sliced)
