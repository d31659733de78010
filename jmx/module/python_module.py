"""Modules whose computation is written in Python."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import ndarray as nd
from ..initializer import Uniform
from .base_module import BaseModule

if TYPE_CHECKING:
    from .._typing import AnyFunction, Int
    from ..initializer.base import Initializer
    from ..io.base import DataBatch, DataDesc
    from ..kvstore.kvstore import KVStore
    from ..metric.base import EvalMetric
    from ..ndarray.ndarray import NDArray
    from ..optimizer.base import Optimizer
    from .module import Module

__all__ = ["PythonLossModule", "PythonModule"]


class PythonModule(BaseModule):
    """A module without parameters; a subclass gives `_compute_output_shapes`, `forward`, `backward`, `get_outputs`.

    Parameters
    ----------
    data_names, label_names, output_names : list of str
        Inputs, labels (None for none) and outputs.
    logger : logging.Logger
        Where messages go.

    Examples
    --------
    A module that squares its input. It has nothing to train, so that only its forward pass is written.

    >>> class Square(mx.mod.PythonModule):
    ...     def _compute_output_shapes(self):
    ...         return [("square_output", self._data_shapes[0][1])]
    ...     def forward(self, data_batch, is_train=None):
    ...         self.result = data_batch.data[0] ** 2
    ...     def get_outputs(self, merge_multi_context=True):
    ...         return [self.result]
    >>> square = Square(["data"], None, ["square_output"])
    >>> square.bind([("data", (1, 3))], for_training=False)
    >>> square.forward(mx.io.DataBatch([nd.array([[1, 2, 3]])]))
    >>> square.output_shapes, square.get_outputs()[0].asnumpy()
    ([('square_output', (1, 3))], array([[1., 4., 9.]], dtype=float32))
    """

    def __init__(
        self, data_names: Sequence[str], label_names: Sequence[str], output_names: Sequence[str], logger: logging.Logger = logging
    ) -> None:
        super().__init__(logger=logger)
        self._data_names = list(data_names) if isinstance(data_names, tuple) else data_names
        self._label_names = list(label_names) if isinstance(label_names, tuple) else label_names
        self._output_names = output_names
        self._data_shapes: Any = None
        self._label_shapes: Any = None
        self._output_shapes: Any = None

    @property
    def data_names(self) -> list[str]:
        return self._data_names  # pyright: ignore[reportReturnType]

    @property
    def output_names(self) -> list[str]:
        return self._output_names  # pyright: ignore[reportReturnType]

    @property
    def data_shapes(self) -> list[Any]:
        return self._data_shapes

    @property
    def label_shapes(self) -> list[Any]:
        return self._label_shapes

    @property
    def output_shapes(self) -> list[Any]:
        return self._output_shapes

    def get_params(self) -> tuple[dict[str, NDArray], dict[str, NDArray]]:
        return {}, {}

    def init_params(
        self,
        initializer: Initializer = Uniform(0.01),
        arg_params: Mapping[str, NDArray] | None = None,
        aux_params: Mapping[str, NDArray] | None = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Do nothing: there are no parameters."""

    def update(self) -> None:
        """Do nothing: there are no parameters."""

    def update_metric(self, eval_metric: EvalMetric, labels: Any, pre_sliced: bool = False) -> None:
        if self._label_shapes is None:
            return  # the module is not the last one, or not bound for training
        if pre_sliced:
            raise RuntimeError("PythonModule does not support presliced labels")
        eval_metric.update(labels, self.get_outputs())

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
        """Take over the shapes of inputs and labels. See `BaseModule.bind`; `grad_req` must be 'write'."""
        if self.binded and not force_rebind:
            self.logger.warning("Already bound, ignoring bind()")
            return
        assert grad_req == "write", "Python module only support write gradient"
        names = [x[0] for x in data_shapes]
        assert names == self._data_names, f"the inputs are {self._data_names}, got {names}"
        if label_shapes is not None:
            names = [x[0] for x in label_shapes]
            assert names == self._label_names, f"the labels are {self._label_names}, got {names}"
        self.for_training = for_training
        self.inputs_need_grad = inputs_need_grad
        self._data_shapes = data_shapes
        self._label_shapes = label_shapes
        self._output_shapes = self._compute_output_shapes()

    def _compute_output_shapes(self):
        """Return the outputs as a list of (name, shape); `_data_shapes` and `_label_shapes` are set."""
        raise NotImplementedError()

    def init_optimizer(
        self,
        kvstore: str | KVStore = "local",
        optimizer: str | Optimizer = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Do nothing: there are no parameters."""


class PythonLossModule(PythonModule):
    """A loss whose gradient is computed by a Python function; its output is its input.

    Parameters
    ----------
    name : str
        The output is called `name` + '_output'.
    data_names, label_names : list of str
        The one input and the one label.
    logger : logging.Logger
        Where messages go.
    grad_func : callable, optional
        Gets the input and the label (NDArray) and returns the input's gradient, an NDArray or numpy.ndarray. Without it
        a subclass overrides `_backward_impl`.

    Examples
    --------
    The gradient of (score - label) ** 2:

    >>> loss = mx.mod.PythonLossModule(grad_func=lambda score, label: 2 * (score - label))
    >>> loss.bind([("data", (1, 2))], [("softmax_label", (1, 2))])
    >>> loss.forward(mx.io.DataBatch([nd.array([[1, 4]])], [nd.array([[3, 3]])]))
    >>> loss.backward()
    >>> loss.get_input_grads()[0].asnumpy()
    array([[-4.,  2.]], dtype=float32)
    """

    def __init__(
        self,
        name: str = "pyloss",
        data_names: Sequence[str] = ("data",),
        label_names: Sequence[str] = ("softmax_label",),
        logger: logging.Logger = logging,
        grad_func: AnyFunction | None = None,
    ) -> None:
        super().__init__(data_names, label_names, [name + "_output"], logger=logger)
        assert len(data_names) == 1 and len(label_names) == 1, "a loss has one input and one label"
        assert grad_func is None or callable(grad_func), "grad_func must be callable"
        self._name = name
        self._scores = self._labels = self._scores_grad = None
        self._grad_func = grad_func

    def _compute_output_shapes(self):
        return [(self._name + "_output", self._data_shapes[0][1])]

    def forward(self, data_batch: DataBatch, is_train: bool | None = None) -> None:
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the input, in a list; `merge_multi_context` must be True."""
        assert merge_multi_context is True
        return [self._scores]

    def backward(self, out_grads: NDArray | Sequence[NDArray] | None = None) -> None:
        assert out_grads is None, "For a loss module, out_grads should be None"
        assert self.for_training
        self._backward_impl()

    def _backward_impl(self):
        """Set `_scores_grad` from `_scores` and `_labels`."""
        if self._grad_func is None:
            raise NotImplementedError()
        grad = self._grad_func(self._scores, self._labels)
        self._scores_grad = grad if isinstance(grad, nd.NDArray) else nd.array(grad)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradient of the input, in a list; `merge_multi_context` must be True."""
        assert merge_multi_context is True
        return [self._scores_grad]

    def install_monitor(self, mon: Any) -> None:
        """Raise NotImplementedError: there is nothing to watch."""
        raise NotImplementedError()
