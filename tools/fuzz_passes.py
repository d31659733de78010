#!/usr/bin/env python
"""Every subset of the passes over graphs, on networks drawn at random: each must give what no pass at all gives.

    python tools/fuzz_programs.py --passes [--seed 0] [--minutes 10 | --count N] [--only NUMBER]

A network (`fuzz_networks.py`) is bound without passes, then with every subset of them in their order, and in some other orders.
Three of four are unrolled over few time steps, for which loops are rolled that would not be worth it otherwise. Subsets that make
the same graphs of it run once. Compared are outputs and gradients of training, auxiliary states, and outputs of inference, with
and without kept copies of weights. The last lines say how often each pass had something to do.
"""

import argparse
import collections
import contextlib
import itertools
import os
import pathlib
import random
import sys
import time
import traceback
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import fuzz_networks  # noqa: E402
import fuzz_programs  # noqa: E402
import numpy as np  # noqa: E402

import jmx as mx  # noqa: E402
from jmx.config import compile_report  # noqa: E402
from jmx.core.graph import lower as lowering  # noqa: E402
from jmx.core.graph.passes import Facts, order, prepare, scan  # noqa: E402

#: what rounding may make of a number, beside the largest number of its array (at least 1)
TOLERANCE = 5e-4


@contextlib.contextmanager
def only(passes):
    """Graphs that are lowered inside of this are rewritten by `passes` alone."""
    before = os.environ.get("JMX_PASSES")
    os.environ["JMX_PASSES"] = ",".join(["none", *passes])
    try:
        yield
    finally:
        if before is None:
            del os.environ["JMX_PASSES"]
        else:
            os.environ["JMX_PASSES"] = before


@contextlib.contextmanager
def ordered(passes):
    """All passes are applied in this order."""
    before = order._STRUCTURAL, order._SHAPED
    order._STRUCTURAL, order._SHAPED = {}, {name: order.PASSES[name] for name in passes}
    try:
        yield
    finally:
        order._STRUCTURAL, order._SHAPED = before


@contextlib.contextmanager
def short_loops():
    """Loops of few steps are rolled as well."""
    before = scan._BLOCKS, scan._SAVED
    scan._BLOCKS, scan._SAVED = 3, 6
    try:
        yield FEW
    finally:
        scan._BLOCKS, scan._SAVED = before


#: time steps for `short_loops`
FEW = (3, 5)


class Graphs:
    """The graphs that passes make of a network: for training, for inference, and for inference with copies of weights."""

    MODES = ((True, False), (False, False), (False, True))

    def __init__(self, text) -> None:
        symbol, shapes = fuzz_networks.build(mx, text)
        self.lowered = lowering.lower(symbol._entries).graph
        arguments, _, states = symbol.infer_shape(**shapes)
        sizes = dict(zip(symbol.list_arguments() + symbol.list_auxiliary_states(), arguments + states))
        self.arrays = [np.zeros(sizes[node.name], "float32") for node in self.lowered.inputs]
        self.shapes = None

    def made_by(self, passes):
        """One tuple for each mode: what tells the graph that `passes` make from others."""
        left_out, told = frozenset(order.PASSES) - frozenset(passes) - {"close_shapes"}, []
        for train, pack in self.MODES:
            facts = Facts(self.lowered, "cpu", self.arrays, train=train, pack=pack, left_out=left_out)
            if self.shapes is None:
                self.shapes = facts.shapes
            facts.__dict__["shapes"] = self.shapes  # they are the same for all
            try:
                graph = prepare(self.lowered, facts)
            except Exception as error:  # which running it tells of
                told.append(repr(error))
                continue
            told.append((tuple(map(_told, graph.steps)), tuple(graph.heads)))
        return tuple(told)


def _told(call):
    """What tells a call from others: closures count as what made them."""
    inside = call.node or (call.name, getattr(call.function, "__qualname__", ""), frozenset(call.attrs.items()))
    return type(call), inside, frozenset(getattr(call, "changes", {}).items()), tuple(call.sources)


def run(text, seed):
    """What a network gives, with the passes of the moment."""
    return fuzz_programs.run(mx, {"program": fuzz_networks.program(text, seed)})


def differences(found, wanted):
    """[(key, how far beside the largest number)] of arrays that differ by more than rounding."""
    told = [(key, "missing") for key in wanted.keys() ^ found.keys()]
    for key in wanted.keys() & found.keys():
        ours, theirs = found[key], wanted[key]
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            told.append((key, f"{ours.shape} {ours.dtype}, not {theirs.shape} {theirs.dtype}"))
            continue
        far = np.max(np.abs(ours - theirs), initial=0) / max(1.0, float(np.max(np.abs(theirs), initial=0)))
        if not far <= TOLERANCE:
            told.append((key, f"{far:.1e}"))
    return told


def subsets():
    """Every subset of the passes, as names in their order; the largest first."""
    names = tuple(order.PASSES)
    return [chosen for size in range(len(names), -1, -1) for chosen in itertools.combinations(names, size)]


class Check:
    """Networks, one after the other, under every subset of the passes; counts of what was done, by word."""

    def __init__(self) -> None:
        self.counts: collections.Counter = collections.Counter()
        #: by pass, how many networks it changed something of
        self.fired: collections.Counter = collections.Counter()

    def network(self, text, seed, permutations=0):
        """[(passes, what differs)] of one network."""
        with only(()):
            wanted = run(text, seed)
        graphs, found = Graphs(text), []
        made: dict = {}
        for chosen in subsets():  # with close_shapes, or without what is never left out, it is the same
            whole = tuple(name for name in order.PASSES if name in chosen or name == "close_shapes")
            made[chosen] = made.get(whole) or graphs.made_by(whole)
        for name in order.PASSES:
            without = [chosen for chosen in made if name not in chosen]
            added = [tuple(p for p in order.PASSES if p in chosen or p == name) for chosen in without]
            changed = any(made[less] != made[more] for less, more in zip(without, added))
            self.fired[name] += changed if name != "close_shapes" else graphs.lowered.open
        ran = {made[()]}
        for chosen in made:
            self.counts["subsets"] += 1
            if made[chosen] not in ran:
                ran.add(made[chosen])
                with only(chosen):
                    found += self._compared(chosen, text, seed, wanted)
        numbers = random.Random(seed)
        for _ in range(permutations):
            names = list(order.PASSES)
            numbers.shuffle(names)
            self.counts["orders"] += 1
            with ordered(names), fresh():
                found += self._compared((*names, "in this order"), text, seed, wanted)
        self.counts["networks"] += 1
        return found

    def _compared(self, chosen, text, seed, wanted):
        self.counts["runs"] += 1
        compile_report._warned.clear()  # each run tells of passes that fail
        try:
            with warnings.catch_warnings():
                warnings.filterwarnings("error", message="The pass .* failed")
                told = differences(run(text, seed), wanted)
        except Exception as error:
            told = [("error", "".join(traceback.format_exception(error)[-3:]))]
        return [(chosen, told)] if told else []


@contextlib.contextmanager
def fresh():
    """Nothing that was lowered before is used, nor is what is lowered in here used later."""
    for kept in (lowering._recent, lowering._by_structure):
        kept.clear()
    try:
        yield
    finally:
        for kept in (lowering._recent, lowering._by_structure):
            kept.clear()


def main(arguments=None) -> int:
    """Run from the command line; 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--count", type=int, default=10**9, help="how many networks at most")
    parser.add_argument("--only", type=int, help="the number of a single network")
    parser.add_argument("--orders", type=int, default=2, help="in how many other orders all passes are applied to each network")
    options = parser.parse_args(arguments)
    end, check, differ, kinds = time.monotonic() + 60 * options.minutes, Check(), 0, collections.Counter()
    numbers = range(options.count) if options.only is None else [options.only]
    for number in numbers:
        rng = random.Random(f"networks/{options.seed}/{number}")
        kind = fuzz_networks.KINDS[number % len(fuzz_networks.KINDS)]
        kinds[kind] += 1
        with fresh(), short_loops() if number % 4 else contextlib.nullcontext(fuzz_networks.STEPS) as steps:
            _, text = fuzz_networks.draw(rng, kind, True, steps)
            found = check.network(text, number, options.orders)
        for chosen, told in found:
            differ += 1
            print(f"network {number} ({kind}) with {', '.join(chosen)}:", flush=True)
            for key, how in told[:6]:
                print(f"    {key}: {how}")
        if found:
            print(text, flush=True)
        if number % 20 == 19:
            print(f"{dict(check.counts)}, {differ} differ", flush=True)
        if time.monotonic() > end:
            break
    print(f"kinds: {dict(kinds)}")
    print(f"passes that changed something: {dict(check.fired)}")
    done = check.counts
    print(
        f"{done['networks']} networks, {done['subsets']} subsets of passes, {done['orders']} other orders, {done['runs']} runs:"
    )
    print(f"{differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
