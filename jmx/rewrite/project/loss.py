"""The loss of a Gluon program as a function in a file of its own, with labels and losses to compare it by."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from ... import ndarray as nd
from ...base import MXNetError
from ...gluon.loss import L2Loss, Loss, SoftmaxCrossEntropyLoss
from ..twins.source import Writer, needed_helpers
from ..twins.structure import computation_of, structure_of
from ..twins.target import Target

_HEAD = '"""The loss of the Gluon program, for each sample; written by `jmx rewrite --to project`."""\n\n'


class LossSource(NamedTuple):
    """A loss that was written.

    text      the source of the file
    labels    an example of the labels, as Gluon's loss takes them
    classes   how many classes labels name; None where labels are no numbers of classes
    losses    what Gluon's loss is for the output and these labels
    axis      the axis of the classes in the output; None as for `classes`
    """

    text: str
    labels: np.ndarray
    classes: int | None
    losses: np.ndarray
    axis: int | None


def default_loss(output: np.ndarray):
    """The loss for an output where the program names none."""
    if output.ndim > 1 and output.shape[-1] > 1:
        return SoftmaxCrossEntropyLoss(), "gluon.loss.SoftmaxCrossEntropyLoss()"
    return L2Loss(), "gluon.loss.L2Loss()"


def loss_source(loss: Loss, said: str, output: np.ndarray, target: Target) -> LossSource:
    """The source of a loss.

    Parameters
    ----------
    loss : gluon.loss.Loss
        Of one output and one array of labels.
    said : str
        The loss as the program has it.
    output : numpy.ndarray
        What it is computed for.
    target : Target
        The library of the network, which says where channels are.

    Raises
    ------
    MXNetError
        It takes other arrays, has parameters or blocks of its own, or uses operators that have no form.
    """
    axis = vars(loss)["_axis"] % output.ndim if getattr(loss, "_sparse_label", False) else None
    random = np.random.default_rng(1)
    if axis is None:
        classes, labels = None, random.uniform(0, 1, output.shape).astype(output.dtype)
    else:
        classes = output.shape[axis]
        labels = random.integers(classes, size=output.shape[:axis] + output.shape[axis + 1 :]).astype(np.int32)
    arrays = [nd.array(output, dtype=output.dtype), nd.array(labels, dtype=labels.dtype)]
    try:
        losses = loss(*arrays).asnumpy()
    except (TypeError, ValueError, MXNetError) as error:
        raise MXNetError(f"{said} does not take one output and its labels: {str(error).splitlines()[0]}") from error
    root = structure_of(loss, arrays)
    computation = computation_of(root)
    if any(step.kind in ("child", "parameter") for step in computation.steps):
        raise MXNetError(f"{said} has blocks or parameters of its own")
    writer = Writer(root, {}, target)
    arguments, lines = writer.method(root, computation, {}, {})
    if writer.problems:
        raise MXNetError(f"{said} has {', '.join(what for _, what in writer.problems)}, which has no form")
    body = "".join(f"\n{helper}" for helper in needed_helpers(writer.helpers, target))
    body += f'\n\ndef losses({", ".join(arguments)}):\n    """What `{said}` computes."""\n'
    body += "".join(f"    {line}\n" for line in lines)
    imports = [
        name for name, word in (("import jax\n", r"\bjax\."), ("import jax.numpy as jnp\n", r"\bjnp\.")) if re.search(word, body)
    ]
    return LossSource(_HEAD + "".join(imports) + body, labels, classes, losses, axis)


__all__ = ["LossSource", "default_loss", "loss_source"]
