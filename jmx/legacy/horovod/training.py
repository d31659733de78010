"""Optimizer, trainer and parameters of a job, under Horovod's names."""

from __future__ import annotations

import types
import warnings
from typing import TYPE_CHECKING, Any

from ... import autograd
from ...gluon.parameter import DeferredInitializationError, Parameter, ParameterDict
from ...gluon.trainer import Trainer
from ...optimizer import Optimizer
from .collectives import Sum, broadcast_all, reduced
from .job import check_process_set, global_process_set, size

if TYPE_CHECKING:
    from ...ndarray.ndarray import NDArray


class Compressor:
    """What a gradient becomes before it travels, and back."""

    @staticmethod
    def compress(tensor):
        """Return the array to send, and what `decompress` needs besides."""
        raise NotImplementedError

    @staticmethod
    def decompress(tensor, ctx):
        """Return the gradient from what came."""
        raise NotImplementedError


class NoneCompressor(Compressor):
    """Gradients travel as they are."""

    @staticmethod
    def compress(tensor) -> tuple[NDArray, None]:
        """Return `tensor` and None."""
        return tensor, None

    @staticmethod
    def decompress(tensor, ctx) -> NDArray:
        """Return `tensor`."""
        return tensor


class FP16Compressor(Compressor):
    """Gradients travel in half precision. `DistributedTrainer` converts each bucket as it is sent, and adds up in float32."""

    @staticmethod
    def compress(tensor) -> tuple[NDArray, type[Any]]:
        """Return floating-point gradients as float16, and their type."""
        is_float = "float" in str(tensor.dtype)
        return tensor.astype("float16", copy=False) if is_float else tensor, tensor.dtype

    @staticmethod
    def decompress(tensor, ctx) -> NDArray:
        """Return the gradient in the type `ctx`."""
        return tensor.astype(ctx, copy=False)


class Compression:
    """How gradients travel: `Compression.none` or `Compression.fp16`."""

    none = NoneCompressor
    fp16 = FP16Compressor


def _checked(factor):
    """The factor by which gradients are divided before they are added up; 1 where nothing is added up."""
    if not factor > 0:
        raise ValueError(f"gradient_predivide_factor={factor!r}: expected a positive number")
    return factor if size() > 1 else 1.0


class DistributedOptimizer(Optimizer):
    """An optimizer whose gradients are averaged over all processes before each update: for Module and updaters.

    Parameters
    ----------
    optimizer : Optimizer
        The rule. Its `rescale_grad` is divided by the number of processes.
    gradient_predivide_factor : float
        Gradients are divided by it before they are added up, and multiplied by it afterwards.
    num_groups : int
        Without effect: gradients of all parameters travel together where they come together.
    process_set : ProcessSet
        Only `global_process_set`.

    Raises
    ------
    ValueError
        Before `init`.
    NotImplementedError
        For a set of processes.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.DistributedOptimizer(mx.optimizer.create("sgd", learning_rate=0.5)).learning_rate
    0.5
    """

    def __init__(self, optimizer, gradient_predivide_factor=1.0, num_groups=0, process_set=global_process_set) -> None:
        check_process_set(process_set)
        factor = _checked(gradient_predivide_factor)
        optimizer.rescale_grad *= factor / size()
        self._optimizer = optimizer
        # a built-in optimizer, and what derives from it, is not handed several parameters by number
        inherits = type(optimizer).step_calls is not Optimizer.step_calls
        self.aggregate_num = 0 if inherits else optimizer.aggregate_num
        self._prescale = 1.0 / factor

    def __getattr__(self, item) -> dict[Any, Any] | float:
        if item == "_optimizer":  # before __init__, as when it is unpickled
            raise AttributeError(item)
        return getattr(self._optimizer, item)

    @property
    def learning_rate(self):
        """The wrapped optimizer's learning rate."""
        return self._optimizer.learning_rate

    def _set_current_context(self, device_id):
        self._optimizer._set_current_context(device_id)

    def create_state(self, index, weight):
        """The wrapped optimizer's state for a parameter."""
        return self._optimizer.create_state(index, weight)

    def create_state_multi_precision(self, index, weight) -> NDArray:
        """The wrapped optimizer's state for a parameter, with a copy of half-precision weights."""
        return self._optimizer.create_state_multi_precision(index, weight)

    def _fuses(self):
        return self._optimizer._fuses()

    def _reduce(self, index, grad):
        if size() == 1:
            return
        indices, grads = (index, grad) if isinstance(index, list | tuple) else ([index], [grad])
        names = [str(i) for i in indices]
        _overwrite(grads, reduced(list(grads), Sum, "DistributedOptimizer", prescale_factor=self._prescale, names=names))

    def update(self, index, weight, grad, state) -> None:
        """Add up the gradients over all processes, in place, and let the wrapped optimizer update with them."""
        self._reduce(index, grad)
        self._optimizer.update(index, weight, grad, state)

    def update_multi_precision(self, index, weight, grad, state) -> None:
        """As `update`, for weights of which the state may hold a copy in single precision."""
        self._reduce(index, grad)
        self._optimizer.update_multi_precision(index, weight, grad, state)

    def set_learning_rate(self, lr) -> None:
        """Set the wrapped optimizer's learning rate."""
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult) -> None:
        """Set the wrapped optimizer's factors of learning rates."""
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult) -> None:
        """Set the wrapped optimizer's factors of weight decay."""
        self._optimizer.set_wd_mult(args_wd_mult)


def _overwrite(arrays, values):
    with autograd.pause():
        for a, value in zip(arrays, values):
            a[:] = value


class DistributedTrainer(Trainer):
    """A Trainer whose gradients are averaged over all processes.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
        What to train, on one context per process.
    optimizer : str or Optimizer
        The rule.
    optimizer_params : dict, optional
        Arguments of an optimizer given by name.
    compression : Compressor
        `Compression.none` or `Compression.fp16`.
    gradient_predivide_factor : float
        Gradients are divided by it before they are added up, and multiplied by it afterwards.
    prefix : str, optional
        What comes before the parameters' numbers in errors.
    num_groups : int
        Without effect: all gradients travel together.
    process_set : ProcessSet
        Only `global_process_set`.

    Raises
    ------
    ValueError
        Before `init`; for parameters on several contexts.
    NotImplementedError
        For a set of processes.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> net = mx.gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = hvd.DistributedTrainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    """

    def __init__(
        self,
        params,
        optimizer,
        optimizer_params=None,
        compression=NoneCompressor,
        gradient_predivide_factor=1.0,
        prefix=None,
        num_groups=0,
        process_set=global_process_set,
    ) -> None:
        check_process_set(process_set)
        factor = _checked(gradient_predivide_factor)
        assert prefix is None or isinstance(prefix, str), f"prefix should be a str, got {type(prefix)}"
        processes = size()
        if isinstance(optimizer, DistributedOptimizer):
            warnings.warn("DistributedTrainer unwraps its DistributedOptimizer", stacklevel=2)
            optimizer = optimizer._optimizer
            optimizer.rescale_grad *= processes
        super().__init__(params, optimizer, optimizer_params=optimizer_params, kvstore=None)
        if len(self._contexts or ()) > 1:
            raise ValueError(
                f"hvd.DistributedTrainer takes one context, got {self._contexts}. Start one process per "
                "device, or use gluon.Trainer with kvstore='dist_sync'."
            )
        self._compression = compression
        self._prescale = 1.0 / factor
        self._scale *= factor / processes
        self._prefix = prefix or ""

    def _allreduce_grads(self):
        if size() == 1:
            return
        trained = [(i, self._params[i]) for i in self._by_place if self._params[i].grad_req != "null"]
        pairs = [(self._prefix + str(i), param.list_grad()[0]) for i, param in trained]
        # converted here, gradients would be sent when the backward pass is over
        compression, form = (NoneCompressor, "fp16") if self._compression is FP16Compressor else (self._compression, None)
        with autograd.pause():
            sent = [compression.compress(grad) for _, grad in pairs]
            sums = reduced(
                [part for part, _ in sent], Sum, "DistributedTrainer", prescale_factor=self._prescale,
                names=[name for name, _ in pairs], form=form,
            )  # fmt: skip
            values = [compression.decompress(value, rest) for value, (_, rest) in zip(sums, sent)]
        _overwrite([grad for _, grad in pairs], values)


def _broadcast_when_made(param, root_rank, name):
    """Let a parameter whose shape is not known yet get the root's values when it is made."""
    init = param._init_impl

    def init_and_broadcast(self, *args, **kwargs):
        init(*args, **kwargs)
        arrays = self.list_data()
        (value,) = broadcast_all(arrays[:1], root_rank, "broadcast_parameters", [name])
        _overwrite(arrays, [value.as_in_ctx(a.ctx) for a in arrays])

    param._init_impl = types.MethodType(init_and_broadcast, param)


def broadcast_parameters(params, root_rank=0, prefix=None) -> None:
    """Give all processes the parameters of one of them, in place.

    Parameters
    ----------
    params : ParameterDict, or dict of Parameter or NDArray
        Of `net.collect_params()`, or one of the two of `Module.get_params()`. A parameter whose shape is not known yet gets the
        values in the first forward pass.
    root_rank : int
        Whose values.
    prefix : str, optional
        What comes before the names in errors.

    Raises
    ------
    ValueError
        Before `init`; for anything but a dictionary.
    MXNetError
        There is no such rank; a process is lost, late, or has other parameters.

    Examples
    --------
    >>> from jmx.legacy.horovod import mxnet as hvd
    >>> hvd.init()
    >>> hvd.broadcast_parameters({"weight": mx.nd.ones(3)}, root_rank=0)
    """
    if size() == 1:
        return
    assert prefix is None or isinstance(prefix, str), f"prefix should be a str, got {type(prefix)}"
    if not isinstance(params, dict | ParameterDict):
        raise ValueError(f"invalid params of type: {type(params)}; expected net.collect_params() or a dict")
    groups = {}
    for key, param in sorted(params.items()):
        name = (prefix or "") + str(key)
        try:
            groups[name] = param.list_data() if isinstance(param, Parameter) else [param]
        except DeferredInitializationError:
            _broadcast_when_made(param, root_rank, name)
    firsts = [arrays[0] for arrays in groups.values()]
    for arrays, value in zip(groups.values(), broadcast_all(firsts, root_rank, "broadcast_parameters", list(groups))):
        _overwrite(arrays, [value.as_in_ctx(a.ctx) for a in arrays])
