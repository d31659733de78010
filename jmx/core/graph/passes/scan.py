"""Unrolled recurrent networks, rolled up again: a stretch of a graph that repeats itself runs as one scan.

A cell unrolled over 60 time steps is 60 times the same operators, and compiling each of them takes minutes where compiling one
step and a loop takes a second. `find` looks for stretches of steps in which block follows block with the same operators
and attributes, and every input comes from the same block, from the block before, or from outside of the stretch.
"""

from __future__ import annotations

import itertools

import jax.numpy as jnp
import numpy as np
from jax import lax

from ..nodes import plain

#: a stretch is worth a loop if so many blocks follow each other, and so many steps are left out
_BLOCKS, _SAVED = 6, 48
_LONGEST = 512


class RolledLoop:
    """A stretch of steps `start` .. `start + size * count - 1`: `count` blocks of `size` steps.

    inputs    for every step of a block, for every input: ("same", (offset, output)), ("before", number of the carried value),
              ("fixed", place) or ("each", number of the list of places)
    carried   for every value handed to the next block: ((offset, output), place of the first block's)
    each      lists of places, one for every block
    wanted    (offset, output) of values that steps behind the stretch, or the graph's heads, read -> the blocks it is read of
    """

    __slots__ = ("start", "size", "count", "inputs", "carried", "each", "wanted")

    def __init__(self, start, size, count):
        self.start, self.size, self.count = start, size, count
        self.inputs, self.carried, self.each, self.wanted = [], [], [], {}

    @property
    def stop(self):
        """The number of the first step behind the stretch."""
        return self.start + self.size * self.count

    def run(self, steps, train, platform, key, made, read):
        """A `ScanSlice` for every step of the stretch.

        made    the outputs of the steps before it
        read    function of a place and an output to the value

        Raises TypeError if the blocks do not have the same shapes and element types.
        """
        first = steps[self.start : self.start + self.size]
        streams = [_stream(steps, places, made, read) for places in self.each]

        def block(carry, now):
            number, streamed = now
            here: list = []
            for step, sources in zip(first, self.inputs):
                arrays = []
                for kind, what in sources:
                    if kind == "same":
                        arrays.append(here[what[0]][what[1]])
                    elif kind == "before":
                        arrays.append(carry[what])
                    else:
                        arrays.append(read(*what) if kind == "fixed" else streamed[what])
                here.append(step(train, platform, key, arrays, number * self.size)[0])
            return [here[k][i] for (k, i), _ in self.carried], [here[k][i] for k, i in self.wanted]

        begin = [read(*place) for _, place in self.carried]
        numbers = jnp.arange(self.count, dtype=jnp.uint32)
        _, stacked = lax.scan(block, begin, (numbers, streams))
        stacks = {which: ScanOutput(values, blocks) for (which, blocks), values in zip(self.wanted.items(), stacked)}
        return [ScanSlice(stacks, t, k) for t in range(self.count) for k in range(self.size)]


class ScanOutput:
    """What one output of a block's steps was in all blocks, by block, and those of them that are asked for one by one."""

    __slots__ = ("values", "few", "cut")

    def __init__(self, values, blocks):
        self.values, self.few, self.cut = values, len(blocks) <= 2, None

    def __getitem__(self, block):
        if self.few:
            return lax.squeeze(lax.slice_in_dim(self.values, block, block + 1), (0,))
        if self.cut is None:  # one split for all, whose gradient is one concatenation
            self.cut = lax.split(self.values, (1,) * len(self.values))
        return lax.squeeze(self.cut[block], (0,))

    def part(self, blocks):
        """The values of `blocks`, which follow each other up or down, stacked; None if they do not."""
        first, last = blocks[0], blocks[-1]
        if blocks == list(range(first, last + 1)):
            return lax.slice_in_dim(self.values, first, last + 1)
        if blocks == list(range(first, last - 1, -1)):
            return lax.rev(lax.slice_in_dim(self.values, last, first + 1), (0,))
        return None


class ScanSlice:
    """The outputs of one step of a stretch, made when they are asked for."""

    __slots__ = ("stacks", "block", "offset")

    def __init__(self, stacks, block, offset):
        self.stacks, self.block, self.offset = stacks, block, offset

    def __getitem__(self, output):
        return self.stacks[self.offset, output][self.block]


def _source(made, place):
    """(the stack that a place is a piece of, its block), or (None, None)."""
    number, output = place
    piece = made[number] if 0 <= number < len(made) else None
    return (piece.stacks[piece.offset, output], piece.block) if isinstance(piece, ScanSlice) else (None, None)


def _stream(steps, places, made, read):
    """The values at `places`, stacked."""
    number, first = places[0]
    indices = [i for _, i in places]
    cut = steps[number].node if number >= 0 and all(p == number for p, _ in places) else None
    found = [_source(made, place) for place in places]
    if found[0][0] is not None and all(stack is found[0][0] for stack, _ in found):
        whole = found[0][0].part([block for _, block in found])
        if whole is not None:
            return whole
    axis = cut.op.traits.splits(cut.parsed) if cut is not None and cut.op.traits.splits is not None else None
    if axis is not None:
        # what was cut into time steps is taken whole
        whole = ScanOutput(jnp.moveaxis(read(*steps[number].sources[0]), axis, 0), ()).part(indices)
        if whole is not None:
            return whole
    values = [read(*place) for place in places]
    if len({(v.shape, v.dtype) for v in values}) > 1:
        raise TypeError("the blocks of this stretch take inputs of different shapes")
    return jnp.stack(values)


def join(step, made):
    """The inputs of a step that joins outputs of many blocks, with pieces that follow each other joined; None for others.

    What is left is joined by the same step, which takes any number of inputs.
    """
    joins = step.node.op.traits.joins
    if joins is None or not any(_source(made, place)[0] is not None for place in step.sources):
        return None
    inputs = []
    for stack, group in itertools.groupby([(*_source(made, p), p) for p in step.sources], key=lambda entry: entry[0]):
        entries = list(group)
        whole = stack.part([block for _, block, _ in entries]) if stack is not None else None
        if whole is None:
            inputs += [place for _, _, place in entries]
        else:
            axis = joins(step.node.parsed) % (whole.ndim - 1)
            shape = whole.shape[1:]
            inputs.append(jnp.moveaxis(whole, 0, axis).reshape(*shape[:axis], -1, *shape[axis + 1 :]))
    return inputs


def _kinds(steps):
    """A number for every step, the same for steps that may stand for each other; -1 for those that have to run by themselves."""
    known: dict = {}
    kinds = []
    for step in steps:
        op = step.node.op
        if step.bodies or step.writes or step.open or op.hosted or op.dynamic:
            kinds.append(-1)
        else:
            key = op, frozenset(plain(step.node.attrs).items()), len(step.sources)
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
    found = []
    for size in range(1, min(len(kinds) // _BLOCKS, _LONGEST) + 1):
        start, length = _longest((kinds[:-size] == kinds[size:]) & (kinds[size:] >= 0))
        count = length // size + 1
        if count >= _BLOCKS and size * (count - 1) >= _SAVED:
            found.append((size * (count - 1), -size, start, count))
    return [(start, -size, count) for _, size, start, count in sorted(found, reverse=True)[:8]]


def _classify(steps, roll):
    """Fill in where the inputs of `roll` come from; False if the blocks differ in that."""
    start, size, count = roll.start, roll.size, roll.count
    carried: dict = {}
    for k in range(size):
        sources = []
        for j in range(len(steps[start + k].sources)):
            places = [steps[start + t * size + k].sources[j] for t in range(count)]
            offsets = {(p - start - t * size, i) for t, (p, i) in enumerate(places)}
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


def _collect_wanted(steps, heads, roll):
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
    found = []
    for shift in range(0, 3 * size, max(1, size // 64)):
        left = count - -(-shift // size)
        if left < _BLOCKS or size * (left - 1) < _SAVED or (found and shift > size):
            break
        roll = RolledLoop(start + shift, size, left)
        if _classify(steps, roll):
            _collect_wanted(steps, heads, roll)
            found.append((len(roll.carried) + 2 * len(roll.wanted), shift, roll))
    return min(found, key=lambda entry: entry[:2])[2] if found else None


def find(steps, heads):
    """The stretches of a graph's steps to be run as loops, in their order."""
    rolls: list = []
    kinds = _kinds(steps)
    while len(steps) > _SAVED:
        made = (_best(steps, heads, *candidate) for candidate in _candidates(kinds))
        roll = next((r for r in made if r is not None), None)
        if roll is None:
            break
        rolls.append(roll)
        kinds[roll.start : roll.stop] = -1
    return sorted(rolls, key=lambda roll: roll.start)
