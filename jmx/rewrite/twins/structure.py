"""The structure of a Gluon network, as its twin in another library needs it: blocks with shapes, and what joins them.

A network is run once, which gives the shapes. Then every block that is no layer of Gluon's own is traced by itself: its
`hybrid_forward` gets symbols, and the blocks below it stand still and only note that they were called. What is left is the
block's own computation, calls of operators and of its children, in the order of the program.
"""

from __future__ import annotations

import contextlib
import inspect
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from ... import symbol
from ...base import MXNetError
from ...core.graph.nodes import topo
from ...core.graph.shapes import Shapes
from ...gluon import nn
from ...gluon.hybrid import HybridBlock
from ...gluon.structure import _flatten, _regroup
from ...ndarray import concat, slice_axis
from ...ops.jax_function import FUNCTIONS
from ...symbol import Symbol, var
from ...symbol.register import create

if TYPE_CHECKING:
    from collections.abc import Iterator


_labels = itertools.count()


class Part:
    """One block of a network.

    block      the Gluon block
    path       its place: the names that lead to it, as in files of parameters
    shapes     shapes of its inputs and of its outputs, (list, list); None if it was not called by itself
    larger     the same for a batch of one sample more; None where the network does not take that
    nesting    how its inputs and its outputs are nested, as `gluon.structure` notes it
    given      element types of the inputs
    dtypes     element types of the outputs
    children   its blocks by name; a block that stands in two places is one part
    """

    def __init__(self, block, path=(), made=None) -> None:
        self.block, self.path = block, path
        made = {} if made is None else made
        made[id(block)] = self
        self.shapes: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] | None = None
        self.larger: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] | None = None
        self.nesting: tuple[Any, Any] = (0, 0)
        self.given: list[Any] = []
        self.dtypes: list[Any] = []
        self.children: dict[str, Part] = {}
        for name, child in block._children.items():
            self.children[name] = made[id(child)] if id(child) in made else Part(child, (*path, name), made)

    @property
    def is_sequence(self) -> bool:
        """Whether it calls its children one after the other."""
        return (
            isinstance(self.block, nn.HybridSequential) and type(self.block).hybrid_forward is nn.HybridSequential.hybrid_forward
        )

    def name(self) -> str:
        """Its place as text."""
        return ".".join(self.path) or "the network"

    def all(self) -> Iterator[Part]:
        """This part and all below it, each once."""
        found: dict[int, Part] = {}
        waiting: list[Part] = [self]
        while waiting:
            part = waiting.pop()
            if id(part) not in found:
                found[id(part)] = part
                waiting.extend(reversed(list(part.children.values())))
        yield from found.values()


class Step(NamedTuple):
    """One step of a block's computation.

    kind      "input", "parameter", "child" or "operator"
    of        the number of the input, the name of the parameter, the Part, or the node
    inputs    the values that it reads, (number of the step, output)
    shapes    shapes of its outputs
    varying   for each size of the first output whether it depends on the batch's size; None where that is not known
    """

    kind: str
    of: Any
    inputs: list[tuple[int, int]]
    shapes: list[tuple[int, ...]]
    varying: tuple[bool, ...] | None


class Computation(NamedTuple):
    """What a block computes.

    steps      in the order of the program
    names      of the inputs, as the program has them
    returns    the values that it returns, in one list
    nesting    how they are nested
    """

    steps: list[Step]
    names: list[str]
    returns: list[tuple[int, int]]
    nesting: Any


def structure_of(net, inputs) -> Part:
    """The parts of a network, which is run on arrays for their shapes.

    Raises
    ------
    MXNetError
        Some block is no HybridBlock.
    """
    root = Part(net)
    parts = {}
    for part in root.all():
        if not isinstance(part.block, HybridBlock):
            raise MXNetError(f"{part.name()} is a {type(part.block).__name__}, which is no HybridBlock and cannot be traced")
        parts[id(part.block)] = part

    noted = "shapes"

    def note(block, args, outs):
        part = parts[id(block)]
        if getattr(part, noted) is None:
            # recurrent layers make states where they are given none
            given, nesting = _flatten(list(args[:1] if getattr(block, "skip_states", False) else args), "input")
            made, results = _flatten(outs, "output")
            setattr(part, noted, ([a.shape for a in given if a is not None], [a.shape for a in made]))
            part.given = [np.dtype(a.dtype) for a in given if a is not None]
            part.dtypes, part.nesting = [np.dtype(a.dtype) for a in made], (nesting, results)

    handles = [part.block.register_forward_hook(note) for part in root.all()]
    active = [(part.block, part.block._active) for part in root.all()]
    try:
        for block, _ in active:
            block._active = False  # hooks of children run only where children are called
        net(*inputs)
        noted = "larger"
        _run_larger(net, inputs, parts.values())
    finally:
        for handle in handles:
            handle.detach()
        for block, was in active:
            block._active = was
    return root


def _run_larger(net, inputs, parts):
    """Run a network on a batch of one sample more, where its first axis is the batch's, or else its second one."""
    flat, nesting = _flatten(list(inputs), "input")
    for axis in (0, 1):
        if any(x.ndim <= axis for x in flat):
            continue
        longer = [concat(x, slice_axis(x, axis=axis, begin=0, end=1), dim=axis) for x in flat]
        try:
            net(*_regroup(longer, nesting))
        except (MXNetError, ValueError):  # that axis is no batch's, or of a size that is written down
            for part in parts:
                part.larger = None
        else:
            return


def computation_of(part) -> Computation:
    """What a part computes by itself, as steps that call operators and its children.

    Raises
    ------
    MXNetError
        It cannot be traced with symbols.
    """
    if part.shapes is None:
        raise MXNetError(f"{part.name()} was not called when the network ran")
    block = part.block
    inputs = [var(f"input{i}") for i in range(len(part.shapes[0]))]
    params = {name: var(name) for name in block._reg_params}
    called: dict[str, Part] = {}
    try:
        with _standing_still(part, called):
            outs = block.hybrid_forward(symbol, *_nested(inputs, part.nesting[0]), **params)
    except NotImplementedError as error:
        raise MXNetError(f"{part.name()} ({type(block).__name__}) defines forward on arrays; write hybrid_forward") from error
    except Exception as error:
        raise MXNetError(f"{part.name()} ({type(block).__name__}) cannot be traced: {error}") from error
    try:
        flat, nesting = _flatten(outs, "output")
        entries = [entry for out in flat for entry in out._entries]
        steps, returns = _steps(part, entries, inputs, params, called)
        return Computation(steps, _input_names(block, part.nesting[0]), returns, nesting)
    finally:
        for label in called:
            FUNCTIONS.pop(label, None)


def _nested(flat, nesting):
    """A flat list nested as `nesting` says; the list holds nothing for what is None."""
    items = iter(flat)
    return _regroup([None if leaf == -1 else next(items) for leaf in leaves_of(nesting)], nesting)


def leaves_of(nesting) -> list[int]:
    """The leaves of a nesting, -1 for those that are None."""
    if isinstance(nesting, int):
        return [nesting] * max(nesting, 1)
    return [leaf for one in nesting for leaf in leaves_of(one)]


def _input_names(block, nesting):
    """The names of a block's inputs as its program has them, where it names each of them."""
    positional = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
    names = [p.name for p in inspect.signature(block.hybrid_forward).parameters.values() if p.kind in positional][1:]
    count = len(nesting)
    return names[:count] if len(names) >= count else [f"x{i + 1}" for i in range(count)]


def _steps(part, entries, inputs, params, called):
    order = topo(entries)
    positions = {variable._entries[0][0]: i for i, variable in enumerate(inputs)}
    names = {variable._entries[0][0]: name for name, variable in params.items()}
    others = [node.name for node in order if node.op is None and node not in positions and node not in names]
    if others:
        raise MXNetError(f"it uses {', '.join(others)}, which are neither its inputs nor its parameters")

    def shapes_for(given):
        for label, child in called.items():
            outs = list(zip(child.shapes[1] if given is part.shapes else child.larger[1], child.dtypes))
            FUNCTIONS[label] = lambda *buffers, outs=outs: tuple(jnp.zeros(shape, dtype) for shape, dtype in outs)
        known, dtypes = {}, {}
        for node in order:
            if node in positions:
                known[node], dtypes[node] = given[0][positions[node]], part.given[positions[node]]
            elif node in names:
                param = part.block._reg_params[names[node]]
                known[node], dtypes[node] = param.shape, np.dtype(param.dtype)
        return Shapes(entries, known, dtypes).run().shape

    shapes = shapes_for(part.shapes)
    larger = shapes_for(part.larger) if part.larger is not None else None
    steps, numbers = [], {}
    for node in order:
        numbers[node] = len(steps)
        sources = [(numbers[source], index) for source, index, _ in node.inputs]
        if node.op is None:
            kind, of = ("input", positions[node]) if node in positions else ("parameter", names[node])
            made = [tuple(shapes[node, 0])]
        else:
            label = node.attrs.get("function") if node.op.name == "_jmx_call" else None
            kind, of = ("child", called[label]) if label in called else ("operator", node)
            made = [tuple(shapes[node, i]) for i in range(node.num_outputs())]
        varying = None if larger is None else tuple(a != b for a, b in zip(shapes[node, 0], larger[node, 0]))
        steps.append(Step(kind, of, sources, made, varying))
    return steps, [(numbers[node], index) for node, index, *_ in entries]


@contextlib.contextmanager
def _standing_still(part, called):
    """The blocks below a part note their calls in `called` and return symbols, and compute nothing."""
    below = [one for one in part.all() if one is not part]
    before = [(one.block, type(one.block)) for one in below]
    try:
        for one in below:
            cls = type(one.block)
            standing = type(cls.__name__, (cls,), {"__call__": _noting(one, called)})
            object.__setattr__(one.block, "__class__", standing)
        yield
    finally:
        for block, cls in before:
            object.__setattr__(block, "__class__", cls)


def _nothing(*buffers):
    raise MXNetError("a block that stands still computes nothing")


def _noting(part, called):
    def call(self, *args):
        if part.shapes is None:
            raise MXNetError(f"{part.name()} was not called when the network ran, and is called when it is traced")
        symbols = [one for one in _flatten(list(args), "input")[0] if one is not None]
        label = f"twin{next(_labels)}"
        called[label] = part
        count = len(part.shapes[1])
        FUNCTIONS[label] = _nothing  # until the shapes are asked for
        attrs = {"function": label, "num_outputs": count}
        made = create("_jmx_call", part.path[-1].lower(), symbols, attrs, None, None, Symbol)
        return _nested([made[i] for i in range(count)], part.nesting[1])

    return call
