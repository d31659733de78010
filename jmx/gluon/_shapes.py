"""The shapes of what each block of a network returns, for the tree that notebooks show.

Nothing is noted while a network runs. A hybrid block keeps the shapes of the inputs that it was traced for, or that gave its
parameters their shapes. When it is shown, symbols are passed through the network, and the shapes of all outputs are inferred.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .. import autograd, ndarray, symbol
from ..context import current_context
from ..ndarray import NDArray
from ..symbol import Symbol
from ._forward import _attributes, graph_of, holds_forward
from ._parameter_state import building
from .structure import _describe, _flatten, _regroup

if TYPE_CHECKING:
    from .base_block import Block

#: by id of the block, its output shapes as text
Shapes = dict[int, str]


def known(block: Block) -> tuple[Shapes, str]:
    """The output shapes that can be told, and the shapes of the inputs that they belong to.

    A container of layers one after the other takes what its first layer takes. Where nothing is known of a block, there may be of
    those below it.
    """
    inputs = _inputs(block)
    if inputs is not None and _is_traceable(block):
        with contextlib.suppress(Exception):  # what cannot be traced is shown without shapes
            return _inferred(block, inputs), _text([one and one[0] for one in inputs[1]])
    shapes: Shapes = {}
    for child in block._children.values():
        shapes.update(known(child)[0])
    return shapes, ""


def of_example(block: Block, args) -> tuple[Shapes, str]:
    """The output shapes for these inputs, and theirs: inferred, or those of a run outside of training where they cannot be.

    Raises what the network raises for the inputs.
    """
    inputs = _describe(args)
    shapes = None
    if inputs is not None and _is_traceable(block):
        try:
            shapes = _inferred(block, inputs)
        except Exception:
            if any(param._arrays is None and not param._deferred_init for param in block.collect_params().values()):
                raise  # it cannot run, either
    if shapes is None:
        shapes = _run(block, args)
    return shapes, _text([one and one[0] for one in inputs[1]]) if inputs is not None else ""


def _inputs(block) -> Any:
    """What is known of the inputs of a block, or None."""
    inputs = getattr(block, "_described_inputs", None)
    if inputs is None and _is_sequence(block) and block._children:
        return _inputs(next(iter(block._children.values())))
    return inputs


def _is_traceable(block) -> bool:
    """Whether a network can be traced. What a user's Block does is not done for the sake of a picture."""
    from .hybrid import HybridBlock

    return all(isinstance(one, HybridBlock) or _is_sequence(one) for one in _all(block))


def _is_sequence(block) -> bool:
    from .nn import HybridSequential, Sequential

    kind = type(block)
    hybrid = getattr(kind, "hybrid_forward", None) is HybridSequential.hybrid_forward
    return hybrid or kind.forward is Sequential.forward


def _inferred(block, inputs) -> Shapes:
    nesting, arrays = inputs
    if holds_forward(block):
        return _taped(block, nesting, arrays)
    variables, sizes = [], {}
    for number, array in enumerate(arrays):
        if array is None:
            variables.append(None)
            continue
        variable = symbol.var(f"_shown_input{number}")
        sizes[variable.name] = array[0]
        variables.append(variable.as_np_ndarray() if array[2] else variable)
    with _watched(block) as outputs, warnings.catch_warnings(), _unchanged(block):
        warnings.simplefilter("ignore")
        block(*_regroup(variables, nesting))
        symbols = [one for parts in outputs.values() for one in parts]
        found = symbol.Group(symbols).infer_shape_partial(**sizes)[1]
    left = iter(found)
    return {number: _text([next(left) for part in parts for _ in part.list_outputs()]) for number, parts in outputs.items()}


def _taped(block, nesting, arrays) -> Shapes:
    """The same where some block defines `forward` on arrays, which stand-ins without values are passed through."""
    params = list(block._all_params().values())
    context = params[0].list_ctx()[0] if params else current_context()
    with context, building, autograd.predict_mode(), _watched(block) as outputs:
        zeros = [None if array is None else _zeros(*array) for array in arrays]
        graph_of(block, lambda one, *args: one(*args), zeros, nesting, context)
    return {number: _text([part.shape for part in parts]) for number, parts in outputs.items()}


def _zeros(shape, dtype, numpy) -> NDArray:
    array = ndarray.zeros(shape, dtype=dtype)
    return array.as_np_ndarray() if numpy else array


def _run(block, args) -> Shapes:
    """Run the network operator by operator, and look at what comes out of each block."""
    hybrid = [one for one in _all(block) if hasattr(one, "_call_plan")]
    before = [(one._active, one._call_plan) for one in hybrid]
    try:
        for one in hybrid:
            one._active, one._call_plan = False, None
        with _watched(block) as outputs, autograd.pause(train_mode=False):
            block(*args)
    finally:
        for one, (active, plan) in zip(hybrid, before):
            one._active, one._call_plan = active, plan
    return {number: _text([part.shape for part in parts]) for number, parts in outputs.items()}


@contextlib.contextmanager
def _watched(block) -> Iterator[dict[int, list]]:
    """What each block returns at its first call, by its id. Hooks of the program are not called meanwhile."""
    outputs: dict[int, list] = {}

    def note(one, _, result):
        with contextlib.suppress(ValueError):  # a block of the user's may return anything
            flat = [part for part in _flatten(result, "output")[0] if isinstance(part, (NDArray, Symbol))]
            outputs.setdefault(id(one), flat)

    blocks = _all(block)
    hooks = [(one._forward_hooks, one._forward_pre_hooks) for one in blocks]
    try:
        for one in blocks:
            one._forward_hooks, one._forward_pre_hooks = {0: note}, {}
        yield outputs
    finally:
        for one, (after, ahead) in zip(blocks, hooks):
            one._forward_hooks, one._forward_pre_hooks = after, ahead


@contextlib.contextmanager
def _unchanged(block) -> Iterator[None]:
    """Afterwards the attributes that a user's `hybrid_forward` sets are what they were."""
    before = _attributes(block)
    try:
        yield
    finally:
        for one, attributes in before:
            for name in [name for name in vars(one) if not name.startswith("_") and name not in attributes]:
                del vars(one)[name]
            vars(one).update(attributes)


def _all(block) -> list:
    """The block and those below it, each once."""
    found = {id(block): block}
    for child in block._children.values():
        found.update((id(one), one) for one in _all(child))
    return list(found.values())


def _text(shapes) -> str:
    known = [shape for shape in shapes if shape]
    return ", ".join("(" + ", ".join(str(size) if size > 0 else "?" for size in shape) + ")" for shape in known)
