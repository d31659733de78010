"""Connectionist temporal classification."""

import functools
from typing import Literal

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.declare.gradients import custom_vjp
from ...core.declare.op import AnyArray, Array, Platform, op
from ...native import kernels
from ._common import check, expect_shape, fail, wide_enough
from .softmax import log_softmax_along

# Stands for log(0): low enough never to matter, and finite, so that differences of it are not nan.
NOTHING = -1e30


def _shifted(x, by):
    """The states `by` places to the right, log(0) moving in from the left; x is (batch, states)."""
    return jnp.pad(x[:, : x.shape[1] - by], ((0, 0), (by, 0)), constant_values=NOTHING)


def _log_of_sum(ways):
    """The logarithm of the sum of what `ways` are logarithms of: `jnp.logaddexp` takes a slow logarithm for each."""
    largest = lax.stop_gradient(functools.reduce(jnp.maximum, ways))
    return largest + jnp.log(sum(jnp.exp(way - largest) for way in ways))


def _scores(log_likely, labels, blank):
    """The logarithm of each state's class, (time, batch, states)."""
    # Blanks are one column, repeated. Of a label all steps are read together: XLA's scatter, the gradient of a gather, goes
    # through single numbers otherwise, and takes as long as all the rest.
    over_time = log_likely.transpose(1, 2, 0)
    of_labels = over_time.at[jnp.arange(len(labels))[:, None], labels].get(mode="clip").transpose(2, 0, 1)
    of_blanks = jnp.broadcast_to(log_likely[:, :, blank, None], of_labels.shape)
    pairs = jnp.stack([of_blanks, of_labels], 3).reshape(*of_labels.shape[:2], 2 * labels.shape[1])
    return jnp.concatenate([pairs, log_likely[:, :, blank, None]], 2)


def _costs(logits, labels, data_lengths, label_lengths, blank):
    """-log P(labels | logits), (batch,). logits (time, batch, classes), labels (batch, length), all lengths int32
    (batch,).
    """
    steps, batch, _ = logits.shape
    # States: a blank before, between and after the labels.
    states = jnp.full((batch, 2 * labels.shape[1] + 1), blank, jnp.int32).at[:, 1::2].set(labels)
    same = jnp.pad(states[:, 2:] == states[:, :-2], ((0, 0), (2, 0)), constant_values=True)
    may_skip = (states != blank) & ~same
    scores = _scores(log_softmax_along(logits, 2), labels, blank)
    first = jnp.where(jnp.arange(states.shape[1]) < 2, scores[0], NOTHING)

    def step(alpha, now):
        time, score = now
        ways = [alpha, _shifted(alpha, 1)] if states.shape[1] > 1 else [alpha]
        if states.shape[1] > 2:
            ways.append(jnp.where(may_skip, _shifted(alpha, 2), NOTHING))
        return jnp.where((time < data_lengths)[:, None], _log_of_sum(ways) + score, alpha), None

    alpha, _ = lax.scan(step, first, (jnp.arange(1, steps), scores[1:]))
    last = 2 * label_lengths[:, None]
    end_blank = jnp.take_along_axis(alpha, last, 1)[:, 0]
    end_label = jnp.take_along_axis(alpha, jnp.maximum(last - 1, 0), 1)[:, 0]
    total = jnp.where(label_lengths > 0, jnp.logaddexp(end_blank, end_label), end_blank)
    inside = jnp.arange(labels.shape[1]) < label_lengths[:, None]
    repeats = jnp.sum((labels[:, 1:] == labels[:, :-1]) & inside[:, 1:], 1)
    # Too few steps for the labels: MXNet's cost is then zero, not infinite.
    return jnp.where(label_lengths + repeats <= data_lengths, -total, 0.0)


def _by_xla(blank, padding, given, data, label, *lengths):
    """The same in operations of XLA; `given` says of data and of labels whether their lengths are in `lengths`."""
    labels, rest = label.astype(jnp.int32), list(lengths)
    steps = rest.pop(0).astype(jnp.int32) if given[0] else jnp.full(data.shape[1], data.shape[0], jnp.int32)
    if given[1]:
        ends = jnp.maximum(rest.pop().astype(jnp.int32), 0)
    else:
        ends = jnp.sum(jnp.cumsum(labels == padding, 1) == 0, 1, dtype=jnp.int32)
    labels = jnp.where(jnp.arange(labels.shape[1]) < ends[:, None], labels, blank)
    # What lies behind the end of a sequence may be anything, nan included, and takes no part.
    inside = jnp.arange(data.shape[0])[:, None, None] < steps[:, None]
    wide = jnp.where(inside, data, jnp.zeros((), data.dtype)).astype(wide_enough(data.dtype))
    return _costs(wide, labels, steps, ends, blank).astype(data.dtype)


#: what can be computed, as jmx/native/ctc.c numbers it
_COST, _COST_AND_SLOPE = 0, 1


def _by_kernel(arrays, plan, plain):
    """The same by a kernel in C, which computes the gradient, by the costs' sum, along with the costs.

    arrays    data, label, and the lengths that are given
    plan      as the kernel has it, without what is computed
    plain     the same by XLA, which gradients of gradients are those of
    """
    cost, slope = (jax.ShapeDtypeStruct(shape, jnp.float32) for shape in (arrays[0].shape[1:2], arrays[0].shape))

    def both_by_xla(data, *rest):
        costs, pull = jax.vjp(lambda data: plain(data, *rest), data)
        return costs, pull(jnp.ones_like(costs))[0]

    def without(arrays):
        return tuple(map(kernels.no_slope, arrays))

    @custom_vjp
    def both(*arrays):
        return tuple(kernels.call("ctc", (_COST_AND_SLOPE, *plan), [cost, slope], *arrays))

    @custom_vjp
    def costs(*arrays):
        return kernels.call("ctc", (_COST, *plan), [cost], *arrays)[0]

    def forward(*arrays):
        found, slopes = both(*arrays)  # which has a gradient again
        return found, (slopes, *arrays[1:])

    both.defvjp(
        lambda *arrays: (both(*arrays), arrays),
        lambda arrays, heads: (
            *jax.vjp(lambda data: both_by_xla(data, *arrays[1:]), arrays[0])[1](tuple(heads)),
            *without(arrays[1:]),
        ),
    )
    costs.defvjp(forward, lambda kept, head: (kept[0] * head[:, None], *without(kept[1:])))
    return costs(*arrays)


@op(
    "CTCLoss",
    "_contrib_CTCLoss",
    "_contrib_ctc_loss",
    "ctc_loss",
    "_npx_ctc_loss",
    save=True,
    when={"data_lengths": lambda a: a.use_data_lengths, "label_lengths": lambda a: a.use_label_lengths},
    hidden=1,
    backward="ctc_loss",
)
def ctc_loss(
    data: Array,
    label: AnyArray,
    data_lengths: AnyArray | None = None,
    label_lengths: AnyArray | None = None,
    use_data_lengths: bool = False,
    use_label_lengths: bool = False,
    blank_label: Literal["first", "last"] = "first",
    *,
    platform: Platform,
) -> jax.Array:
    """Connectionist temporal classification: the negative log likelihood of each label sequence.

    data           (time, batch, classes): scores before softmax, blank included
    label          (batch, length): class numbers. With blank "first" class 0 is the blank and pads labels; with "last"
                   the last class is the blank and -1 pads
    data_lengths   (batch,) number of steps of each sequence, with `use_data_lengths`
    label_lengths  (batch,) number of labels of each sequence, with `use_label_lengths`; otherwise up to the first
                   padding
    use_data_lengths    whether `data_lengths` is an input; otherwise all steps count
    use_label_lengths    whether `label_lengths` is an input
    blank_label    where the blank is among the classes: "first" or "last"

    Returns (batch,).

    Examples
    --------
    >>> scores = nd.log(nd.array([[[0.5, 0.25, 0.25]], [[0.5, 0.25, 0.25]]]))    # two steps, one sequence, three classes
    >>> nd.exp(-nd.ctc_loss(scores, nd.array([[1, 2]])))    # only the path 1, 2
    [0.0625]
    <NDArray 1 @cpu(0)>
    """
    name = "CTCLoss"
    check(data.ndim == 3, name, f"The number of dimensions of data array must be 3, got shape {tuple(data.shape)}.")
    check(label.ndim == 2, name, f"The number of dimensions of labels array must be 2, got shape {tuple(label.shape)}.")
    if data.shape[1] != label.shape[0]:
        fail(
            name,
            "The batch size for the labels and data arrays must be the same: data is "
            f"{tuple(data.shape)} (time, batch, classes), label {tuple(label.shape)} (batch, length).",
        )
    if data.shape[0] < label.shape[1]:
        fail(
            name,
            "The max number of labels cannot exceed the maximum sequence length of the "
            f"data: {label.shape[1]} labels, {data.shape[0]} steps.",
        )
    expect_shape(name, "data_lengths", data_lengths, (data.shape[1],))
    expect_shape(name, "label_lengths", label_lengths, (data.shape[1],))
    blank, padding = (0, 0) if blank_label == "first" else (data.shape[2] - 1, -1)
    given = data_lengths is not None, label_lengths is not None
    plain = functools.partial(_by_xla, blank, padding, given)
    lengths = [length for length in (data_lengths, label_lengths) if length is not None]
    if platform == "cpu" and kernels.usable("ctc", data):
        whole = [x if x.dtype in ("float32", "int32") else x.astype(jnp.int32) for x in (label, *lengths)]
        return _by_kernel((data, *whole), (blank, padding, *given), plain)
    return plain(data, label, *lengths)


@ctc_loss.deduce
def _(a, data):
    return dict.fromkeys(("data_lengths", "label_lengths"), ShapeDtypeStruct((data.shape[1],), jnp.float32))
