"""Trainer: applies an optimizer to a network's parameters, on one context or several."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import optimizer as opt
from .._dialects import dialect
from .._errors.wording import KnownKeywords, brief
from ..core.run.trace_observer import trace_observer
from ..kvstore import KVStore
from ..model import _create_kvstore, _create_sparse_kvstore
from ..optimizer import _state_files
from .optax_trainer import OptaxOptimizer, is_transformation
from .parameter import Parameter, ParameterDict

if TYPE_CHECKING:
    from .._typing import Float
    from ..context import Context
    from ..ndarray import NDArray

__all__ = ["Trainer"]

#: of a parameter: what is asked of all of them in each step, without a frame for each
_of_parameter = operator.attrgetter("_grad_req", "_arrays", "_grad")
_first, _entry, _is_fresh = operator.itemgetter(0), operator.attrgetter("_entry"), operator.attrgetter("fresh")


class Trainer(KnownKeywords):
    """Updates parameters from their gradients.

    `step(batch_size)` divides the gradients by `batch_size`, adds them up over the contexts and updates each parameter
    with the optimizer.

    Parameters
    ----------
    params : ParameterDict, dict or list of Parameter
        What to train. Their order, which saved states depend on, is by name for dictionaries.
    optimizer : str, Optimizer or optax transformation
        The rule, by name or as an object. An optax transformation such as `optax.adamw(1e-3)` sees the mean gradient
        that `step` forms, and updates all parameters together.
    optimizer_params : dict, optional
        Arguments of an optimizer given by name.
    kvstore : str, KVStore or None, default 'device'
        What combines the gradients of several contexts or machines.
    compression_params : dict, optional
        How gradients travel: `{'type': 'bf16'}`, `{'type': 'fp16'}` or `{'type': '2bit', 'threshold': 0.5}`, as
        `KVStore.set_gradient_compression` describes.
    update_on_kvstore : bool, optional
        Whether the store also updates the parameters; by default it decides.

    Raises
    ------
    ValueError
        If `params` holds anything but parameters.

    Examples
    --------
    >>> net = gluon.nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    >>> with autograd.record():
    ...     loss = net(nd.array([[1, 2]]))
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> net.weight.data().asnumpy()
    array([[0.5, 0. ]], dtype=float32)
    >>> trainer.learning_rate
    0.5
    """

    def __init__(
        self,
        params: ParameterDict | Mapping[str, Parameter] | Sequence[Parameter],
        optimizer: Any,
        optimizer_params: Mapping[str, Any] | None = None,
        kvstore: str | KVStore | None = "device",
        compression_params: Mapping[str, Any] | None = None,
        update_on_kvstore: bool | None = None,
    ) -> None:
        given = params
        if isinstance(params, (dict, ParameterDict)):
            given = list(params.values())
            params = [params[key] for key in sorted(params.keys())]
            if dialect().structural_names:  # a parameter that several blocks share has several names
                params = list(dict.fromkeys(params))
        if not isinstance(params, (list, tuple)):
            mend = " Give its collect_params()." if hasattr(params, "collect_params") else ""
            raise ValueError(f"First argument must be a list or dict of Parameters, got {type(params)}.{mend}")
        for param in params:
            if not isinstance(param, Parameter):
                raise ValueError(f"First argument must be a list or dict of Parameters, got list of {type(param)}.")
        self._params = list(params)
        self._param2idx = {param._name: index for index, param in enumerate(self._params)}
        #: numbers of the parameters in the order in which a network has them, in which it computes as a rule
        places = {param: place for place, param in enumerate(given)}
        self._by_place = sorted(range(len(self._params)), key=lambda index: places[self._params[index]])
        self._contains_sparse_weight = any(param._stype != "default" for param in self._params)
        self._contains_sparse_grad = any(param._grad_stype != "default" for param in self._params)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._init_optimizer(optimizer, optimizer_params or {})
        for param in self._params:
            param._set_trainer(self)
        self._scale = self._optimizer.rescale_grad
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._kvstore: Any = None
        self._reset_kvstore()

    def _check_contexts(self) -> list[Context] | Any:
        contexts = None
        for param in self._params:
            own = param.list_ctx()
            assert contexts is None or contexts == own, (
                f"All Parameters must be initialized on the same set of contexts, but Parameter {param.name} is "
                f"initialized on {own} while previous Parameters are initialized on {contexts}."
            )
            contexts = own
        return contexts

    def _init_optimizer(self, optimizer: Any, optimizer_params: Mapping[str, Any]) -> None:
        param_dict = dict(enumerate(self._params))
        if is_transformation(optimizer):
            optimizer = OptaxOptimizer(optimizer)
        if isinstance(optimizer, opt.Optimizer):
            assert not optimizer_params, "optimizer_params must be None if optimizer is an instance of Optimizer instead of str"
            optimizer.param_dict = param_dict
            self._optimizer = optimizer
        else:
            if not hasattr(optimizer_params, "keys"):
                raise TypeError(
                    f"optimizer_params must be a dict of the optimizer's parameters, such as {{'learning_rate': 0.1}}, got "
                    f"{brief(optimizer_params)} of {type(optimizer_params)}"
                )
            self._optimizer = opt.create(optimizer, param_dict=param_dict, **optimizer_params)
        own = self._optimizer
        self._updaters: list[Any] = [
            own.new_updater() if isinstance(own, OptaxOptimizer) else opt.get_updater(own) for _ in self._contexts or ()
        ]

    def _init_params(self) -> None:
        """Give the store the parameters it has not got yet; those whose shape is not known wait."""
        assert self._kv_initialized, "Cannot initialize parameters in KVStore when KVStore is not initialized."
        waiting, dense = [], []
        if self._kvstore:
            for param in self._params_to_init:
                if param._deferred_init:
                    waiting.append(param)
                    continue
                arrays = param._check_and_get(param._data, list)
                index = self._param2idx[param._name]
                if param._stype != "default":
                    self._kvstore.init(index, arrays[0])
                elif isinstance(self._kvstore, KVStore):
                    dense.append((index, arrays))
                else:
                    self._kvstore.broadcast(index, arrays[0], arrays)
        if dense:
            # one call for all, so that processes exchange them at once
            indices, arrays = map(list, zip(*dense))
            self._kvstore.broadcast(indices, [of[0] for of in arrays], arrays)
        self._params_to_init = waiting

    def _reset_kvstore(self) -> None:
        if self._kvstore and "dist" in self._kvstore.type:
            raise RuntimeError("Cannot reset distributed KVStore.")
        self._kv_initialized = False
        self._kvstore = None
        self._distributed = None
        self._update_on_kvstore = None
        self._params_to_init = list(self._params)

    def _choose_kvstore(self) -> tuple[Any, bool]:
        """The store, and whether it shall update the parameters."""
        wanted = self._kvstore_params["kvstore"]
        update = self._kvstore_params["update_on_kvstore"]
        if self._contains_sparse_weight:
            kvstore, default = _create_sparse_kvstore(wanted)
            if update is False:
                raise ValueError("Cannot set update_on_kvstore=False when sparse weights are present.")
            return kvstore, default
        arrays = {param._name: param.data(self._contexts[0]) for param in self._params}
        kvstore, default = _create_kvstore(wanted, len(self._contexts), arrays)
        distributed = kvstore is not None and "dist" in kvstore.type
        if self._contains_sparse_grad:
            if update is False and distributed:
                raise ValueError("Cannot set update_on_kvstore=False on dist kvstore when sparse gradients are present.")
            if kvstore is not None and not isinstance(kvstore, KVStore):
                raise ValueError(f"Cannot use {type(kvstore)} for multi-device training with sparse gradients")
            return kvstore, distributed if update is None else update
        if kvstore is not None and distributed and "async" in kvstore.type:
            if update is False:
                raise ValueError("Please set update_on_kvstore=True when training in async mode.")
            default = True
        if isinstance(self._optimizer, OptaxOptimizer):
            if update:
                raise ValueError(
                    "An optax transformation updates all parameters together, which a KVStore cannot do. Please set "
                    "update_on_kvstore=False or leave it out."
                )
            return kvstore, False
        if update is not None:
            default = update
        if default and kvstore is not None and not kvstore.is_capable("optimizer"):
            if update:
                raise ValueError(f"Please set update_on_kvstore=False when training with {type(kvstore)}")
            default = False
        return kvstore, default

    def _init_kvstore(self) -> None:
        """Create the store when training starts; until then it may be reset freely."""
        if not self._params:
            raise TypeError("This Trainer was created without parameters; give it the collect_params() of a network.")
        kvstore, update_on_kvstore = self._choose_kvstore()
        self._distributed = kvstore is not None and "dist" in kvstore.type
        if kvstore:
            if self._compression_params:
                kvstore.set_gradient_compression(self._compression_params)
            if update_on_kvstore:
                kvstore.set_optimizer(self._optimizer)
        self._kvstore = kvstore or None
        self._update_on_kvstore = update_on_kvstore if kvstore else None
        self._kv_initialized = True

    def _get_ready(self) -> None:
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params()

    @property
    def learning_rate(self) -> float:
        """The current learning rate, as the scheduler says if there is one."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has to be defined before its learning rate can be accessed.")
        return self._optimizer.learning_rate

    @property
    def optimizer(self) -> Any:
        """The optimizer."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has not been initialized yet")
        return self._optimizer

    def set_learning_rate(self, lr: Float) -> None:
        """Set the learning rate; raises UserWarning if a scheduler decides it."""
        if not isinstance(self._optimizer, opt.Optimizer):
            raise UserWarning("Optimizer has to be defined before its learning rate is mutated.")
        self._optimizer.set_learning_rate(lr)

    def _row_sparse_pull(self, parameter: Parameter, out: Any, row_id: NDArray, full_idx: bool = False) -> None:
        """Fetch rows of a row-sparse parameter from the store."""
        self._get_ready()
        index = self._param2idx[parameter._name]
        if full_idx and "dist" not in self._kvstore.type:
            assert row_id.size == out.shape[0], f"{row_id.size} row numbers were given for {out.shape[0]} rows"
            self._kvstore.pull(index, out=out, priority=-index, ignore_sparse=False)
        else:
            self._kvstore.row_sparse_pull(index, out=out, row_ids=row_id, priority=-index)

    def _check_and_rescale_grad(self, scale: float) -> None:
        fixed = self._update_on_kvstore and self._distributed and self._kv_initialized
        if fixed and self._optimizer.rescale_grad != scale:
            raise UserWarning(
                "The batch size changed since the previous step, but optimizers in a distributed kvstore keep the "
                "factor they started with. Use one batch size, or create the trainer with update_on_kvstore=False."
            )
        self._optimizer.rescale_grad = scale

    def step(self, batch_size: Any, ignore_stale_grad: bool = False) -> None:
        """Combine gradients over contexts and update all parameters, once per `backward`.

        Parameters
        ----------
        batch_size : int
            Gradients are divided by it.
        ignore_stale_grad : bool
            Skip parameters that `backward` did not reach since the last step, instead of raising.

        Raises
        ------
        UserWarning
            If a gradient is stale and `ignore_stale_grad` is False.
        """
        self._check_and_rescale_grad(self._scale / batch_size)
        if self._params_to_init or not self._kv_initialized:
            self._get_ready()
        sole = None if ignore_stale_grad else self._sole_arrays()
        if sole is None:
            self._check_stale(ignore_stale_grad)
        self._allreduce_grads()
        if sole is None or type(self)._update is not Trainer._update:
            self._update(ignore_stale_grad)
        else:
            self._update(ignore_stale_grad, sole)

    def allreduce_grads(self) -> None:
        """Combine gradients over contexts only; :meth:`update` then updates. For gradients that are changed in between.

        Raises
        ------
        AssertionError
            If the store updates the parameters.
        """
        self._get_ready()
        self._refuse_update_on_kvstore("allreduce_grads")
        self._allreduce_grads()

    def _refuse_update_on_kvstore(self, method: str) -> None:
        assert not (self._kvstore and self._update_on_kvstore), (
            f"{method}() when parameters are updated on kvstore is not supported. Try setting `update_on_kvstore` to "
            "False when creating trainer."
        )

    def _allreduce_grads(self) -> None:
        if not self._kvstore:
            return
        dense = []
        # processes add up the last ones first, while a backward pass computes the others
        for index in self._by_place if self._distributed else range(len(self._params)):
            param = self._params[index]
            if param.grad_req == "null":
                continue
            grads = param.list_grad()
            if grads[0].stype == "default":
                dense.append((index, grads, param.list_data() if self._update_on_kvstore else None))
                continue
            self._kvstore.push(index, grads, priority=-index)
            if param._stype == "default":
                out = param.list_data() if self._update_on_kvstore else grads
                self._kvstore.pull(index, out, priority=-index, ignore_sparse=self._distributed)
        if dense and isinstance(self._kvstore, KVStore):
            # One call for all, so that a store that updates parameters does so in one program.
            indices, grads, out = map(list, zip(*dense))
            self._kvstore.pushpull(indices, grads, out=out if self._update_on_kvstore else None)
        else:
            for index, grads, out in dense:
                self._kvstore.pushpull(index, grads, out=out, priority=-index)

    def update(self, batch_size: Any, ignore_stale_grad: bool = False) -> None:
        """Update all parameters; parameters as for :meth:`step`. To be called after :meth:`allreduce_grads`.

        Raises
        ------
        AssertionError
            If the store updates the parameters.
        UserWarning
            If a gradient is stale and `ignore_stale_grad` is False.
        """
        self._get_ready()
        self._refuse_update_on_kvstore("update")
        self._check_and_rescale_grad(self._scale / batch_size)
        self._check_stale(ignore_stale_grad)
        self._update(ignore_stale_grad)

    def _check_stale(self, ignore_stale_grad: bool) -> None:
        """Refuse to update with gradients no `backward` has written, before anything is changed."""
        if ignore_stale_grad or self._sole_arrays() is not None:
            return
        for param in self._params:
            if param.grad_req == "null":
                continue
            for array in param._check_and_get(param._data, list):
                if not array._fresh_grad:
                    raise UserWarning(
                        f"Gradient of Parameter `{param.name}` on context {array.ctx} has not been updated by "
                        "backward since last `step`. The parameter may have no part in the loss, or backward was not "
                        "called. If only some parameters are meant to be trained, call step with "
                        "ignore_stale_grad=True to skip the others."
                    )

    def _sole_arrays(self) -> tuple[list, list, list] | None:
        """Numbers, gradients and arrays of the parameters that are trained, where each has one array and its gradient is fresh.

        What it looks at is what `_check_stale` and `_update` ask the parameters for, one by one, in all other cases.
        """
        if self._kvstore or self._contains_sparse_weight or len(self._updaters) != 1 or trace_observer.observer is not None:
            return None
        requests, of_params, their_grads = zip(*map(_of_parameter, self._params)) if self._params else ((), (), ())
        indices = list(range(len(requests)))
        if "null" in requests:
            indices = [index for index in indices if requests[index] != "null"]
            of_params, their_grads = [of_params[index] for index in indices], [their_grads[index] for index in indices]
        try:
            if indices and max(map(len, (*of_params, *their_grads))) > 1:
                return None
            arrays, grads = list(map(_first, of_params)), list(map(_first, their_grads))
            if False in map(_is_fresh, map(_first, map(_entry, arrays))):
                return None
        except (TypeError, IndexError, AttributeError):  # not initialized, no variable any more
            return None
        return indices, grads, arrays

    def _skips_update(self) -> bool:
        """Whether a gradient is infinite, by the scale of the loss, or the store has updated the parameters."""
        loss_scaler = getattr(self, "_amp_loss_scaler", None)
        if loss_scaler is not None and loss_scaler.has_overflow(self._params):
            return True
        return bool(self._kvstore and self._update_on_kvstore)

    def _update_sole(self, indices: list, grads: list, arrays: list) -> None:
        if indices:
            self._updaters[0](indices, grads, arrays)
        for array in arrays:
            array._entry[0].fresh = False

    def _update(self, ignore_stale_grad: bool = False, sole: tuple[list, list, list] | None = None) -> None:
        if self._skips_update():
            return
        sole = sole or self._sole_arrays()
        if sole is not None:
            self._update_sole(*sole)
            return
        updates = [[] for _ in self._updaters]
        for index, param in enumerate(self._params):
            if param.grad_req == "null":
                continue
            for pending, array, grad in zip(updates, param.list_data(), param.list_grad()):
                if not ignore_stale_grad or array._fresh_grad:
                    pending.append((index, grad, array))
        for updater, pending in zip(self._updaters, updates):
            if pending:
                # One call with lists, so that all parameters of a context are updated by one program.
                indices, grads, arrays = map(list, zip(*pending))
                updater(indices, grads, arrays)
        for _, _, array in itertools.chain(*updates):
            array._fresh_grad = False

    def save_states(self, fname: str) -> None:
        """Write the optimizer's states (momenta and the like) and its settings to a file.

        Parameters
        ----------
        fname : str
            The file is replaced as a whole or not at all. It is MXNet's pickle, readable by both; for an optax transformation it
            is an array file instead. If the name ends in ``.safetensors``, it is a safetensors file, which other tools
            read, and :meth:`load_states` of jmx.

        Raises
        ------
        MXNetError
            The file cannot be written; it is an OSError too.

        Examples
        --------
        >>> import os, tempfile
        >>> from jmx import checkpoints
        >>> net = mx.gluon.nn.Dense(1, in_units=2)
        >>> net.initialize()
        >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9, "learning_rate": 0.5})
        >>> with mx.autograd.record():
        ...     loss = net(mx.nd.ones((1, 2)))
        >>> loss.backward()
        >>> trainer.step(1)
        >>> path = os.path.join(tempfile.mkdtemp(), "trainer.safetensors")
        >>> trainer.save_states(path)
        >>> checkpoints.load(path)["0"]
        array([[-0.5, -0.5]], dtype=float32)
        """
        self._get_ready()
        if self._update_on_kvstore:
            assert not self._params_to_init, "Cannot save trainer states when some parameters are not yet initialized in kvstore."
            self._kvstore.save_optimizer_states(fname, dump_optimizer=True)
        else:
            _state_files.save(self._updaters[0], fname, True)

    def load_states(self, fname: str) -> None:
        """Read the states that :meth:`save_states` or MXNet wrote, and with them the optimizer's settings.

        Parameters
        ----------
        fname : str
            A file of any of these formats; its content tells which. Nothing in it is executed.

        Raises
        ------
        MXNetError
            The file is missing (it is a FileNotFoundError too), or damaged; the error tells the place.
        """
        self._get_ready()
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
            self._optimizer = self._kvstore._updater.optimizer
        else:
            _state_files.load(self._updaters, fname)
            for updater in self._updaters:
                updater.optimizer = self._updaters[0].optimizer
            self._optimizer = self._updaters[0].optimizer
        self._optimizer.param_dict = dict(enumerate(self._params))
