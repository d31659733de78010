"""Every subset of the passes over networks drawn at random, and all of them in other orders: the numbers of no pass at all.

`tools/fuzz_programs.py --passes` draws more of them, and longer ones.
"""

import pathlib
import random
import sys

import pytest

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))

import fuzz_networks
import fuzz_passes

from jmx.core.graph.passes import PASSES, InternalCall, fuse

#: small networks of which together each pass changes some, by number: the kind follows from it
NETWORKS = {
    28: "cells and images",
    34: "residual",
    36: "cells",
    46: "shared",
    63: "flow",
    71: "images and cells",
    125: "layers",
    137: "images and cells",
    241: "mixed",
}


def drawn(number, steps):
    kind, text = fuzz_networks.draw(
        random.Random(f"tests/{number}"), fuzz_networks.KINDS[number % len(fuzz_networks.KINDS)], True, steps
    )
    assert kind == NETWORKS[number]
    return text


@pytest.mark.slow
def test_every_subset_of_the_passes():
    check, found = fuzz_passes.Check(), []
    with fuzz_passes.short_loops() as steps:
        for number in NETWORKS:
            with fuzz_passes.fresh():
                found += [(number, *told) for told in check.network(drawn(number, steps), number, permutations=1)]
    assert not found
    assert check.counts["networks"] == len(NETWORKS) and check.counts["subsets"] == 2 ** len(PASSES) * len(NETWORKS)
    assert check.counts["runs"] > 50, "so many subsets make graphs of their own"
    for name in PASSES:
        assert check.fired[name] >= 1, f"no network has work for {name}"


def faults(number, passes):
    """What comes of one network with some passes."""
    with fuzz_passes.short_loops() as steps, fuzz_passes.fresh():
        text = drawn(number, steps)
        with fuzz_passes.only(()):
            wanted = fuzz_passes.run(text, number)
        with fuzz_passes.only(passes):
            return fuzz_passes.Check()._compared(passes, text, number, wanted)


def test_a_call_that_forgets_what_it_is_is_found(monkeypatch):
    """As `InternalCall.at` once was: it made a plain call of a loop."""
    passes = ("roll_loops", "fuse_relu")
    assert faults(71, passes) == []
    plain = lambda call, sources: InternalCall(call.label, call.name, call.function, sources, call.attrs)
    monkeypatch.setattr(InternalCall, "at", plain, raising=False)
    ((_, told),) = faults(71, passes)
    assert "The pass fuse_relu failed" in str(told) and "'NoneType' object is not callable" in str(told)


def test_wrong_numbers_are_found(monkeypatch):
    """A chain of operators that loses its relu."""
    passes = ("fuse_inference",)
    assert faults(34, passes) == []
    whole = fuse._Chains.fused
    monkeypatch.setattr(fuse._Chains, "fused", lambda chains, chain: whole(chains, chain._replace(relu=False, add=chain.add)))
    ((_, told),) = faults(34, passes)
    assert any(key.startswith("infer") for key, _ in told) and not any(key.startswith("train") for key, _ in told)
