"""Unrolled recurrent networks, rolled up again: a stretch of a graph that repeats itself runs as one scan.

A cell unrolled over 60 time steps is 60 times the same operators, and compiling each of them takes minutes where compiling one
step and a loop takes a second. `roll_loops` is the pass. `find` looks for stretches of steps in which block follows block with
the same operators and attributes, and every input comes from the same block, from the block before, or from outside of the
stretch.
"""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from .calls import InternalCall, Rewriter

if TYPE_CHECKING:
    import jax

    from ..lower import Lowered


#: a stretch is worth a loop if so many blocks follow each other, and so many steps are left out
_BLOCKS, _SAVED = 6, 48
_LONGEST = 512


class BlocksDiffer(Exception):
    """The blocks of the loop that begins at step `start` do not have the same shapes and element types."""

    def __init__(self, start) -> None:
        super().__init__(start)
        self.start = start


class RolledLoop:
    """A stretch of steps `start` .. `start + size * count - 1`: `count` blocks of `size` steps.

    inputs    for every step of a block, for every input: ("same", (offset, output)), ("before", number of the carried value),
              ("fixed", place) or ("each", number of the list of places)
    carried   for every value handed to the next block: ((offset, output), place of the first block's)
    each      lists of places, one for every block
    wanted    (offset, output) of values that steps behind the stretch, or the graph's heads, read -> the blocks it is read of
    """

    __slots__ = ("start", "size", "count", "inputs", "carried", "each", "wanted")

    def __init__(self, start, size, count) -> None:
        self.start, self.size, self.count = start, size, count
        self.inputs, self.carried, self.each, self.wanted = [], [], [], {}

    @property
    def stop(self) -> int:
        """The number of the first step behind the stretch."""
        return self.start + self.size * self.count


class LoopCall(InternalCall):
    """A `RolledLoop` as one call of a lowered graph.

    Its inputs are the values carried into the first block, those that all blocks read, and those of which each block reads a
    slice along the first axis; its outputs are the wanted values of all blocks, stacked.

    Parameters
    ----------
    loop : RolledLoop
    block : list of GraphNodeCall
        The steps of the first block.
    carried, fixed, streams : list of (int, int)
        Places of the inputs.
    """

    def __init__(self, loop, block, carried, fixed, streams) -> None:
        attrs = {"blocks": str(loop.count), "operators": " ".join(step.node.op.name for step in block)}
        super().__init__("loop", f"loop{loop.start}", None, [*carried, *fixed.values(), *streams], attrs)
        self.loop, self.block, self.fixed = loop, block, {place: i for i, place in enumerate(fixed)}
        self._ends = len(carried), len(carried) + len(fixed)

    def __call__(self, train, platform, key, arrays, repeated=None) -> tuple[list[jax.Array], tuple[()]]:
        """(outputs, no new values of inputs). Raises `BlocksDiffer`."""
        first, second = self._ends
        fixed, streams = arrays[first:second], arrays[second:]

        def block(carry, now):
            number, streamed = now
            outputs: list = []
            for step, sources in zip(self.block, self.loop.inputs):
                inputs = []
                for origin, which in sources:
                    if origin == "same":
                        inputs.append(outputs[which[0]][which[1]])
                    elif origin == "before":
                        inputs.append(carry[which])
                    else:
                        inputs.append(fixed[self.fixed[which]] if origin == "fixed" else streamed[which])
                outputs.append(step(train, platform, key, inputs, number * self.loop.size)[0])
            return [outputs[k][i] for (k, i), _ in self.loop.carried], [outputs[k][i] for k, i in self.loop.wanted]

        numbers = jnp.arange(self.loop.count, dtype=jnp.uint32)
        try:
            return lax.scan(block, list(arrays[:first]), (numbers, list(streams)))[1], ()
        except TypeError as error:
            raise BlocksDiffer(self.loop.start) from error


def roll_loops(graph, facts) -> Lowered:
    """Put one `LoopCall` in the place of each stretch that repeats itself, but for those that `facts` refuses."""
    if len(graph.steps) <= _SAVED:
        return graph
    loops = [loop for loop in find(graph.steps, graph.heads) if loop.start not in facts.refused]
    if not loops:
        return graph
    result = _Loops(graph)
    by_start = {loop.start: loop for loop in loops}
    number = 0
    while number < len(graph.steps):
        loop = by_start.get(number)
        if loop is None:
            result.keep(number, result.joined(graph.steps[number]))
            number += 1
        else:
            result.roll(loop)
            number = loop.stop
    return result.finish()


class _Loops(Rewriter):
    """A graph with loops in the making: outputs of loops are stacks, cut into single values for who reads those."""

    def __init__(self, graph) -> None:
        super().__init__(graph)
        #: place of a step in a stretch -> (place of the stack that its output is in, its block, how many blocks are read)
        self._stacked: dict = {}
        self._single: dict = {}
        self._cut: dict = {}

    def read(self, place):
        if place not in self._stacked:
            return super().read(place)
        if place not in self._single:
            stack, block, count, few = self._stacked[place]
            # a split into all blocks would make values that nobody reads
            if few:

                def take(values):
                    return (lax.squeeze(lax.slice_in_dim(values, block, block + 1), (0,)),)

                self._single[place] = self.add_internal("take", take, [stack], block=block), 0
            else:  # one split for all, whose gradient is one concatenation
                if stack not in self._cut:

                    def split(values):
                        return [lax.squeeze(piece, (0,)) for piece in lax.split(values, (1,) * count)]

                    self._cut[stack] = self.add_internal("split", split, [stack])
                self._single[place] = self._cut[stack], block
        return self._single[place]

    def roll(self, loop) -> None:
        """Append a loop."""
        streams = [self._stream(places, loop.start) for places in loop.each]
        fixed = {which: self.read(which) for sources in loop.inputs for origin, which in sources if origin == "fixed"}
        carried = [self.read(place) for _, place in loop.carried]
        block = self.graph.steps[loop.start : loop.start + loop.size]
        number = self.add(LoopCall(loop, block, carried, fixed, streams))
        for position, ((offset, output), blocks) in enumerate(loop.wanted.items()):
            for block_number in blocks:
                place = loop.start + block_number * loop.size + offset, output
                self._stacked[place] = (number, position), block_number, loop.count, len(blocks) <= 2

    def _part(self, stack, blocks):
        """The place of the values of `blocks`, which follow each other up or down, stacked; None if they do not."""
        first, last = blocks[0], blocks[-1]
        if blocks == list(range(first, last + 1)):

            def part(values):
                return (lax.slice_in_dim(values, first, last + 1),)

        elif blocks == list(range(first, last - 1, -1)):

            def part(values):
                return (lax.rev(lax.slice_in_dim(values, last, first + 1), (0,)),)

        else:
            return None
        return self.add_internal("part", part, [stack], first=first, last=last), 0

    def _stream(self, places, start):
        """The place of the values at `places`, one for each block of the loop that begins at `start`, stacked."""
        stacks: list[Any] = [self._stacked.get(place) for place in places]
        if all(stacks) and len({stack[0] for stack in stacks}) == 1:
            whole = self._part(stacks[0][0], [stack[1] for stack in stacks])
            if whole is not None:
                return whole
        number = places[0][0]
        if number >= 0 and all(p == number for p, _ in places):
            step = self.graph.steps[number]
            axis = None
            if step.node is not None and step.node.op.traits.splits is not None:
                axis = step.node.op.traits.splits(step.node.parsed)
            # a variable that is written may have changed between the cut and the loop
            if axis is not None and -1 - step.sources[0][0] not in self.graph.written:
                # what was cut into time steps is taken whole
                source = [self.read(step.sources[0])]
                whole = self.add_internal("time_first", lambda x: (jnp.moveaxis(x, axis, 0),), source, axis=axis), 0
                whole = self._part(whole, [i for _, i in places])
                if whole is not None:
                    return whole

        def stack(*values):
            # shapes are not known before this trace: the pass is then told to leave this stretch alone
            if len({(value.shape, value.dtype) for value in values}) > 1:
                raise BlocksDiffer(start)
            return (jnp.stack(values),)

        return self.add_internal("stack", stack, [self.read(place) for place in places]), 0

    def joined(self, step):
        """A step of the former graph; where it joins outputs of many blocks, pieces that follow each other are joined already.

        What is left is joined by the same step, which takes any number of inputs.
        """
        node = step.node
        joins = None if node is None else node.op.traits.joins
        if node is None or joins is None or not any(place in self._stacked for place in step.sources):
            return step.at([self.read(place) for place in step.sources])
        sources, dim = [], joins(node.parsed)
        pieces = [(self._stacked.get(place, (None,))[0], place) for place in step.sources]
        for stack, group in itertools.groupby(pieces, key=lambda piece: piece[0]):
            places = [place for _, place in group]
            whole = self._part(stack, [self._stacked[place][1] for place in places]) if stack is not None else None
            if whole is None:
                sources += [self.read(place) for place in places]
            else:
                sources.append((self.add_internal("join", functools.partial(_join, dim), [whole], dim=dim), 0))
        return step.at(sources)


def _join(dim, values):
    """Stacked arrays joined along their axis `dim`."""
    axis = dim % (values.ndim - 1)
    shape = values.shape[1:]
    return (jnp.moveaxis(values, 0, axis).reshape(*shape[:axis], -1, *shape[axis + 1 :]),)


def _kinds(steps):
    """A number for every step, the same for steps that may stand for each other; -1 for those that have to run by themselves."""
    known: dict = {}
    kinds = []
    for step in steps:
        node = step.node
        if node is None or step.bodies or step.writes or step.open or step.makes_integers or node.op.hosted or node.op.dynamic:
            # what writes, runs the user's Python or has shapes of its own cannot be a step of `lax.scan`
            kinds.append(-1)
        else:
            key = node.op, node.options, frozenset(step.changes.items()), len(step.sources)
            kinds.append(known.setdefault(key, len(known)))
    return np.array(kinds)


def _longest(flags):
    """(start, length) of the longest stretch of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    if not len(edges):
        return 0, 0
    lengths = edges[1::2] - edges[::2]
    best = int(np.argmax(lengths))
    return int(edges[2 * best]), int(lengths[best])


def _candidates(kinds):
    """(start, size, count) of stretches that repeat their operators, those that save most first."""
    ranked = []
    for size in range(1, min(len(kinds) // _BLOCKS, _LONGEST) + 1):
        start, length = _longest((kinds[:-size] == kinds[size:]) & (kinds[size:] >= 0))
        count = length // size + 1
        if count >= _BLOCKS and size * (count - 1) >= _SAVED:
            ranked.append((size * (count - 1), -size, start, count))
    # a few, since each is compared input by input in `_best`
    return [(start, -size, count) for _, size, start, count in sorted(ranked, reverse=True)[:8]]


def _classify(steps, roll) -> bool:
    """Fill in where the inputs of `roll` come from; False if the blocks differ in that."""
    start, size, count = roll.start, roll.size, roll.count
    carried: dict = {}
    for k in range(size):
        sources = []
        for j in range(len(steps[start + k].sources)):
            places = [steps[start + t * size + k].sources[j] for t in range(count)]
            offsets = {(p - start - t * size, i) for t, (p, i) in enumerate(places)}
            # the first block reads its beginning states from elsewhere
            later = {(p - start - t * size, i) for t, (p, i) in enumerate(places) if t}
            outside = all(p < start for p, _ in places)
            if len(offsets) == 1 and 0 <= min(offsets)[0] < k:
                sources.append(("same", min(offsets)))
            elif outside:
                if len(set(places)) == 1:
                    sources.append(("fixed", places[0]))
                elif any(p < 0 for p, _ in places):
                    return False  # layers with parameters of their own: stacking those would copy them
                else:
                    if places not in roll.each:
                        roll.each.append(places)
                    sources.append(("each", roll.each.index(places)))
            elif len(later) == 1 and -size <= min(later)[0] < 0 and places[0][0] < start:
                offset, output = min(later)
                value = (offset + size, output), places[0]
                sources.append(("before", carried.setdefault(value, len(carried))))
            else:
                return False
        roll.inputs.append(sources)
    roll.carried = list(carried)
    return True


def _collect_wanted(steps, heads, roll) -> None:
    inside = range(roll.start, roll.stop)
    readers = itertools.chain(heads, *(s.sources for i, s in enumerate(steps) if i not in inside))
    for place, output in readers:
        if place in inside:
            block, offset = divmod(place - roll.start, roll.size)
            roll.wanted.setdefault((offset, output), set()).add(block)


def _best(steps, heads, start, size, count):
    """The stretch cut into blocks where least is handed on and out, or None if its blocks differ in their inputs.

    `count` blocks and `size - 1` more steps at most are alike; the first ones often differ, where a network begins.
    """
    ranked = []
    for shift in range(0, 3 * size, max(1, size // 64)):
        left = count - -(-shift // size)
        if left < _BLOCKS or size * (left - 1) < _SAVED or (ranked and shift > size):
            break
        roll = RolledLoop(start + shift, size, left)
        if _classify(steps, roll):
            _collect_wanted(steps, heads, roll)
            ranked.append((len(roll.carried) + 2 * len(roll.wanted), shift, roll))
    return min(ranked, key=lambda entry: entry[:2])[2] if ranked else None


def find(steps, heads) -> list[RolledLoop]:
    """The stretches of a graph's steps to be run as loops, in their order."""
    rolls: list = []
    kinds = _kinds(steps)
    while True:
        candidates = (_best(steps, heads, *candidate) for candidate in _candidates(kinds))
        roll = next((r for r in candidates if r is not None), None)
        if roll is None:
            break
        rolls.append(roll)
        kinds[roll.start : roll.stop] = -1
    return sorted(rolls, key=lambda roll: roll.start)
