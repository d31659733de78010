"""Updates of weights that the kernel in C computes, in whole or of some rows (`native/updates.c`)."""

from __future__ import annotations

import math
from typing import Any

import jax
import jax.numpy as jnp

from ..native import kernels, kinds_of_calls

#: what `native/updates.c` computes, as it numbers it, and how many numbers it takes
ADAM, RMSPROP, MOMENTUM, PLAIN = range(4)
_NUMBERS = 9
#: a weight of fewer elements is in the processor's cache, where XLA's several loops do not read memory several times
FEWEST_IN_ONE_LOOP = 1 << 16
#: so many different updates, of one loop each in XLA, too, take half a second to compile
MANY_KINDS = 16


def in_one_loop(platform: str | None, least: int, weight: Any, *others: Any) -> bool:
    """Whether an update is computed by the kernel in C, which reads and writes each array once.

    It is where the weight is large, and in a program of at least so many different updates: XLA compiles loops for each of them.
    """
    suits = platform == "cpu" and type(weight.size) is int and (kinds_of_calls() >= least or weight.size >= FEWEST_IN_ONE_LOOP)
    return suits and kernels.usable("updates", weight, *others)


def one_loop(
    kind: int, weight: Any, states: Any, grad: Any, numbers: Any, v2: bool = False, rows: Any = None
) -> tuple[Any, tuple]:
    """(new weight, new states) by the kernel; of the rows that a gradient of these rows has."""
    like = jax.ShapeDtypeStruct(weight.shape, jnp.float32)
    numbers = jnp.stack([jnp.asarray(n, jnp.float32) for n in (*numbers, *[0.0] * (_NUMBERS - len(numbers)))])
    over = {i: i for i in range(1 + len(states))}
    plan, some = (kind, weight.size, int(v2)), ()
    if rows is not None:
        plan, some = (*plan, len(weight), len(rows)), (rows,)
    new, *rest = kernels.call("updates", plan, [like] * len(over), weight, *states, grad, numbers, *some, over=over)
    return new, tuple(rest)


def rows_by_kernel(kind: int, numbers: Any, attrs: dict, rows: Any, grad: Any, weight: Any, *states: Any) -> list | None:
    """What the trait `on_rows` returns, of an update by the kernel, which takes the numbers `numbers(**attrs)`."""
    if not kernels.usable("updates", grad, weight, *states) or any(s.shape != weight.shape for s in states):
        return None
    new, rest = one_loop(kind, weight, states, grad, numbers(**attrs), attrs.get("v2", False), rows)
    return [new, *rest]


def plain_numbers(lr, wd, rescale_grad, clip_gradient, lazy_update=True) -> tuple:
    """The numbers of `PLAIN`, in the kernel's order."""
    return lr, 1 - lr * wd, rescale_grad, bound(clip_gradient)


def momentum_numbers(lr, momentum, wd, rescale_grad, clip_gradient, lazy_update=True) -> tuple:
    """The numbers of `MOMENTUM`."""
    return lr, lr * wd, rescale_grad, bound(clip_gradient), momentum


def adam_numbers(lr, beta1, beta2, epsilon, wd, rescale_grad, clip_gradient, lazy_update=True, v2=False) -> tuple:
    """The numbers of `ADAM`."""
    return lr, wd, rescale_grad, bound(clip_gradient), epsilon, beta1, 1 - beta1, beta2, 1 - beta2


def bound(number: float) -> float:
    """A bound as the kernel takes it: a negative one is none."""
    return number if number >= 0 else math.inf
