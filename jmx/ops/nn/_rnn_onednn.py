"""Layers of LSTM and GRU cells by oneDNN, on the CPU in single precision: one call for all steps, where XLA compiles a loop.

oneDNN has one bias for each gate; of a GRU one more, that of the state's share of the new content. Its GRU has the update gate
first.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from ...core.declare.gradients import custom_vjp
from ...native import onednn
from ...native.kernels import no_slope
from ...native.symbols import is_size

#: numbers of the cells in `onednn_recurrent.h`
_CELLS = {"lstm": 0, "gru": 1}


def suits(mode: str, x: jax.Array, size: int) -> bool:
    """Whether `layer` computes cells of this size for a sequence (time, batch, inputs)."""
    if mode not in _CELLS or x.dtype != jnp.float32 or not x.size or not all(map(is_size, x.shape)):
        return False
    tasks = onednn.RECURRENT, onednn.RECURRENT_TRAINING, onednn.RECURRENT_GRADIENT
    return all(_plan(what, mode, False, x, size) is not None for what in tasks)


def _plan(what, mode, backwards, x, size):
    steps, batch, inputs = x.shape
    flags = onednn.REVERSED if backwards else 0
    return onednn.plan(what, flags, batch, inputs, size, steps, kind=_CELLS[mode])


def layer(
    plain: Callable[..., Any],
    mode: str,
    backwards: bool,
    x: jax.Array,
    begin: tuple[jax.Array, ...],
    weights: Sequence[jax.Array],
    biases: Sequence[jax.Array],
) -> tuple[jax.Array, tuple[jax.Array, ...]]:
    """(outputs, last state) of one layer in one direction.

    plain      what computes the same of the following arguments in operations that JAX differentiates
    begin      the state before the first step, of an LSTM with the cells
    weights    (gates * size, inputs) and (gates * size, size)
    biases     two of (gates * size,)
    """
    w, u = weights if mode == "lstm" else map(_turned, weights)
    return _layer(plain, mode, backwards, x, begin, w, u, _joined(mode, *biases))


@custom_vjp
def _turned(array):
    """The first two of three gates exchanged. The gradient is as cheap; that of the parts would be a sum of padded arrays."""
    size = array.shape[0] // 3
    return jnp.concatenate([array[size : 2 * size], array[:size], array[2 * size :]])


_turned.defvjp(lambda array: (_turned(array), None), lambda _, slope: (_turned(slope),))


@functools.partial(custom_vjp, nondiff_argnums=(0,))
def _joined(mode, b, c):
    """oneDNN's bias. A GRU's new content has two biases that stay apart."""
    if mode == "lstm":
        return b + c
    size = b.shape[0] // 3
    return jnp.concatenate([_turned(b)[: 2 * size] + _turned(c)[: 2 * size], b[2 * size :], c[2 * size :]])


def _joined_backward(mode, _, slope):
    if mode == "lstm":
        return slope, slope
    size = slope.shape[0] // 4
    first = _turned(slope[: 3 * size])
    return first, jnp.concatenate([first[: 2 * size], slope[3 * size :]])


_joined.defvjp(lambda mode, b, c: (_joined(mode, b, c), None), _joined_backward)


def _by_xla(plain, mode, backwards, x, begin, w, u, bias):
    if mode == "gru":
        size = w.shape[0] // 3
        own = jnp.concatenate([jnp.zeros_like(bias[: 2 * size]), bias[3 * size :]])
        return plain(mode, backwards, x, begin, [_turned(w), _turned(u)], [_turned(bias[: 3 * size]), own])
    return plain(mode, backwards, x, begin, [w, u], [bias, jnp.zeros_like(bias)])


def _call(what, mode, backwards, x, begin, results, *arrays, over=None):
    plan = _plan(what, mode, backwards, x, begin[0].shape[-1])
    results = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in results]
    if what != onednn.RECURRENT:
        results.append(jax.ShapeDtypeStruct((plan[1],), jnp.uint8))  # pyright: ignore[reportOptionalSubscript]
    return onednn.call(plan, results, x, *begin, *arrays, over=over)


def _outputs(x, begin):
    return [jax.ShapeDtypeStruct((*x.shape[:2], begin[0].shape[-1]), x.dtype), *begin]


@functools.partial(custom_vjp, nondiff_argnums=(0, 1, 2))
def _layer(plain: Callable[..., Any], mode, backwards, x, begin, w, u, bias):
    y, *last = _call(onednn.RECURRENT, mode, backwards, x, begin, _outputs(x, begin), w, u, bias)
    return y, tuple(last)


@functools.partial(custom_vjp, nondiff_argnums=(0, 1, 2))
def _made(plain, mode, backwards, x, begin, w, u, bias):
    """(outputs, the states after the last step, what the gradient needs); the gradient of its gradient is XLA's."""
    return tuple(_call(onednn.RECURRENT_TRAINING, mode, backwards, x, begin, _outputs(x, begin), w, u, bias))


def _made_backward(plain, mode, backwards, given, heads):
    return jax.vjp(functools.partial(_by_xla, plain, mode, backwards), *given)[1]((heads[0], tuple(heads[1:-1])))


def _layer_forward(plain, mode, backwards, *given):
    made = _made(plain, mode, backwards, *given)
    return (made[0], tuple(made[1:-1])), (given, made)


@functools.partial(custom_vjp, nondiff_argnums=(0, 1, 2))
def _slopes(plain, mode, backwards, given, made, heads):
    """The gradients of `given`, from what the layer has made of it and the gradients of that."""
    x, begin, *weights = given
    results = [x, *begin, *weights]
    # oneDNN keeps gradients of the states in the workspace: another gradient of the same layer needs a copy of its own
    workspace = len(results) + len(made) - 1
    *found, _ = _call(
        onednn.RECURRENT_GRADIENT, mode, backwards, x, begin, results, *weights, *made, heads[0], *heads[1],
        over={workspace: len(results)},
    )  # fmt: skip
    return found[0], tuple(found[1 : 1 + len(begin)]), *found[1 + len(begin) :]


def _slopes_backward(plain, mode, backwards, kept, slopes):
    given, made, heads = kept
    function = functools.partial(_by_xla, plain, mode, backwards)
    _, turn = jax.vjp(lambda given, heads: jax.vjp(function, *given)[1](heads), given, heads)
    of_given, of_heads = turn(tuple(slopes))
    return of_given, jax.tree.map(no_slope, made), of_heads


_made.defvjp(lambda *args: (_made(*args), args[3:]), _made_backward)
_slopes.defvjp(lambda *args: (_slopes(*args), args[3:]), _slopes_backward)
_layer.defvjp(_layer_forward, lambda plain, mode, backwards, kept, heads: _slopes(plain, mode, backwards, *kept, heads))
