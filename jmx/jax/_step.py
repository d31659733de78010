"""`jmx.to_jax_step`: one step of a Gluon training loop as a pure function of JAX."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import optax

from ..base import MXNetError
from ..gluon import HybridBlock, Trainer
from ..gluon.block import Block
from ..gluon.optax_trainer import OptaxOptimizer
from ._layout import layout_of
from ._network import to_jax
from ._optax import to_optax
from ._optax_states import copied, optax_state


def to_jax_step(
    net, loss, trainer, *example_inputs, batch_size=None, axis_name=None, with_outputs=False, key=None, steps=None
) -> tuple[Step, Any, Any, Any]:
    """One training step: forward, backward, and the update of the parameters, as a pure function for `jax.jit`.

    It does what ``with autograd.record(): l = loss(net(x), y)``, ``l.backward()`` and ``trainer.step(batch_size)`` do: the
    gradient of the sum of the losses, divided by the batch size, goes to the Trainer's optimizer. Parameters whose `grad_req` is
    'null', or which the Trainer has not, stay as they are.

    Parameters
    ----------
    net : HybridBlock
        The network.
    loss : gluon.loss.Loss, other HybridBlock, or function of JAX
        Called with the network's outputs and what comes after the inputs in the batch; a function gets `jax.Array`s. It has no
        parameters.
    trainer : Trainer
        Where its optimizer stands, the training goes on.
    *example_inputs : NDArray, jax.Array, numpy.ndarray or jax.ShapeDtypeStruct
        Inputs of the network, as for `jmx.to_jax`. Their number is the number of inputs in a batch.
    batch_size : int, optional
        What gradients are divided by. By default it is the length of the first axis of the first input.
    axis_name : str, optional
        Axis of `jax.shard_map` or `jax.pmap` that the batch is split over: gradients and losses are summed over it, and moving
        statistics averaged. Not needed where arrays are split by their sharding, under `jax.jit` alone.
    with_outputs : bool
        Whether the step returns the network's outputs, too, for metrics.
    key, steps
        As for `jmx.to_optax`: a key for SGLD's noise, the length of the table for a scheduler of the user's.

    Returns
    -------
    step : Step
        `step(params, opt_state, state, *inputs, *labels, key=None) -> (params, opt_state, state, loss)`, where `loss` is the sum
        of the losses divided by the batch size, float32, and `key` is for dropout. See `Step`.
    params, opt_state, state
        What the first step gets: copies of the parameters, the state of the optimizer, and what the network itself writes, such
        as moving statistics. They may be donated: `jax.jit(step, donate_argnums=(0, 1, 2))`.

    Raises
    ------
    MXNetError
        As `jmx.to_jax` and `jmx.to_optax`.
    TypeError
        The loss is no HybridBlock and no function, or the trainer no Trainer.

    Examples
    --------
    >>> net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    >>> step, params, opt_state, state = jmx.to_jax_step(net, mx.gluon.loss.L2Loss(), trainer, mx.nd.ones((4, 2)))
    >>> x, y = jnp.ones((4, 2)), jnp.zeros((4, 1))
    >>> params, opt_state, state, loss = jax.jit(step)(params, opt_state, state, x, y)
    >>> params, float(loss)
    ({'weight': Array([[0., 0.]], dtype=float32)}, 2.0)
    """
    if not isinstance(trainer, Trainer):
        raise TypeError(f"to_jax_step takes a gluon.Trainer, got {type(trainer).__name__}; for others see jmx.to_jax")
    if not example_inputs:
        raise TypeError(
            "to_jax_step needs example inputs: their number tells the inputs of the network from the labels in a batch"
        )
    if batch_size is not None and not (isinstance(batch_size, (int, float)) and batch_size > 0):
        raise ValueError(f"batch_size must be a positive number, got {batch_size!r}")
    network, params, state = to_jax(net, *example_inputs)
    options = {"batch_size": batch_size, "key": key, "steps": steps}
    transformation = to_optax(trainer, network, **options)
    made = Step(network, _LossFunction(loss), transformation, trainer, len(example_inputs), batch_size, axis_name, with_outputs)
    params, state = jax.tree.map(copied, (params, state))
    if not isinstance(trainer._optimizer, OptaxOptimizer):
        return made, params, optax_state(trainer, network, **options), state
    if any(updater.state is not None for updater in trainer._updaters):
        raise MXNetError(
            "The trainer has trained with a transformation of optax; make the step with a new Trainer, whose state begins anew"
        )
    return made, params, transformation.init(params), state


class Step:
    """The function that `jmx.to_jax_step` makes.

    It is pure. Called with `key`, the step draws random numbers from it; give each step another one, such as
    `jax.random.fold_in(key, number)`.

    Attributes
    ----------
    network : Network
        The network's function, for evaluation: `step.network(params, state, x)`; also what `jmx.jax.load_trainer` takes.
    transformation : optax.GradientTransformation
        The optimizer.
    """

    def __init__(self, network, loss, transformation, trainer, inputs, batch_size, axis_name, with_outputs) -> None:
        self.network = network
        self.transformation = transformation
        self._loss, self._inputs, self._batch_size = loss, inputs, batch_size
        self._axis_name, self._with_outputs = axis_name, with_outputs
        # Gradients of 16-bit parameters become single before they are divided if the optimizer has single-precision copies.
        self._wide = trainer._optimizer.multi_precision
        trained = [leaf.index is not None for leaf in layout_of(trainer, network).leaves]
        self._trained = [place for place, is_trained in enumerate(trained) if is_trained]
        self.__name__ = f"step_of_{network.__name__.removeprefix('to_jax_')}"

    def __repr__(self) -> str:
        return f"<jmx.to_jax_step: function of (params, opt_state, state, *inputs, *labels, key=None), {self.network!r}>"

    def __call__(self, params, opt_state, state, *batch, key=None):
        """Do one step.

        Parameters
        ----------
        params, opt_state, state : pytree
            As the last step has returned them.
        *batch : jax.Array or numpy.ndarray
            The inputs, and then what the loss takes beside the outputs.
        key : jax.Array, optional
            `jax.random.key(...)`, for dropout.

        Returns
        -------
        params, opt_state, state, loss
            And the outputs, if the step was made with `with_outputs`.
        """
        if len(batch) < self._inputs:
            raise TypeError(f"the network has {self._inputs} inputs, and the batch has {len(batch)} arrays")
        inputs, labels = batch[: self._inputs], batch[self._inputs :]
        leaves, structure = jax.tree.flatten(params)

        def total(trained):
            mixed = list(leaves)
            for place, value in zip(self._trained, trained):
                mixed[place] = value
            outputs, new_state = self.network(structure.unflatten(mixed), state, *inputs, train=True, key=key)
            losses = self._loss(outputs, labels, key)
            return jnp.sum(losses.astype(jnp.promote_types(losses.dtype, jnp.float32))), (outputs, new_state)

        trained = [leaves[place] for place in self._trained]
        if self._axis_name is not None:
            # JAX sums gradients of what is the same everywhere by itself, unless shard_map is told not to check. So that they are
            # summed once in any case, below, the parameters count as different.
            trained = jax.lax.pcast(trained, self._axis_name, to="varying")
        (value, (outputs, new_state)), grads = jax.value_and_grad(total, has_aux=True)(trained)
        size = self._batch_size or _rows(inputs)
        if self._axis_name is not None:
            grads, value = jax.lax.psum((grads, value), self._axis_name)
            new_state = jax.tree.map(self._averaged, new_state)
            size = size if self._batch_size else size * jax.lax.psum(1, self._axis_name)
        full = [jnp.zeros_like(leaf) for leaf in leaves]
        for place, grad in zip(self._trained, grads):
            full[place] = grad if self._batch_size else self._divided(grad, size)
        updates, opt_state = self.transformation.update(structure.unflatten(full), opt_state, params)
        new = jax.tree.leaves(optax.apply_updates(params, updates))
        for place in set(range(len(leaves))).difference(self._trained):
            new[place] = leaves[place]
        result = structure.unflatten(new), opt_state, new_state, value / size
        return (*result, outputs) if self._with_outputs else result

    def _divided(self, grad, size):
        if self._wide and grad.dtype.itemsize == 2:
            grad = grad.astype(jnp.float32)
        return grad * jnp.asarray(1 / size, grad.dtype)

    def _averaged(self, value):
        return jax.lax.pmean(value, self._axis_name) if jnp.issubdtype(value.dtype, jnp.inexact) else value


def _rows(inputs):
    """The number of samples: the length of the first axis of the first array."""
    first = jax.tree.leaves(inputs)[0]
    if not jnp.ndim(first):
        raise MXNetError("The first input has no axis, so that the batch size is not known: pass batch_size to jmx.to_jax_step")
    return jnp.shape(first)[0]


class _LossFunction:
    """A loss as a function of (outputs, labels, key); one of Gluon's is traced for each set of shapes."""

    def __init__(self, loss) -> None:
        if isinstance(loss, Block) and not isinstance(loss, HybridBlock) or not callable(loss):
            raise TypeError(
                f"The loss is a {type(loss).__name__}; expected a gluon.loss.Loss or another HybridBlock, or a function of JAX"
            )
        self._loss = loss

    def __call__(self, outputs, labels, key):
        if not isinstance(self._loss, HybridBlock):
            losses = self._loss(outputs, *labels)
            if not isinstance(losses, jax.Array):
                raise TypeError(f"The loss returned a {type(losses).__name__}; expected a jax.Array")
            return losses
        shapes = jax.tree.map(lambda x: jax.ShapeDtypeStruct(jnp.shape(x), jnp.result_type(x)), (outputs, *labels))
        # The step is being traced itself; the loss is traced with arrays of its own.
        with jax.ensure_compile_time_eval():
            function, params, state = to_jax(self._loss, *shapes)
        if params or state:
            raise MXNetError(
                f"The loss {self._loss.name} has parameters of its own. Make it a part of the network, whose outputs are the "
                "losses then, and pass `lambda losses: losses` as the loss."
            )
        losses, _ = function({}, {}, outputs, *labels, train=True, key=None if key is None else jax.random.fold_in(key, 1))
        return losses


__all__ = ["Step", "to_jax_step"]
