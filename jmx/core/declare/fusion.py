"""What operators say of being put into one with their neighbours, as MXNet's oneDNN build cuts graphs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import NamedTuple


class Pointwise(NamedTuple):
    """A function of each element that a layer may apply to its results.

    kind       what it is, see `ops/nn/quantized_fused.py`
    slope      its parameter: the slope below zero, a bound, or a factor
    positive   whether nothing that comes out is negative
    """

    kind: str
    slope: float = 0.0
    positive: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class FusionSeed:
    """A layer that is put into one operator with what follows it.

    name       of the operator that holds both as a graph
    step       which layers are fused in one step, and numbered together
    label      how the names of its nodes begin behind "sg_mkldnn_"
    only       function of the attributes that says whether it is so; it always is by default
    sums       whether a normalization and a sum may follow, before the function of each element
    functions  the kinds of `Pointwise` that may follow
    integers   those of them that may follow where integers are to come
    function   what names of nodes call such a function
    flags      {role of what follows ("norm", "sum", "function", "function after sum"): the attribute, and its word}
    attributes  function of the layer's attributes: attributes that the new node has from them
    """

    name: str
    step: str
    label: str
    only: Callable | None = None
    sums: bool = False
    functions: frozenset[str] = frozenset()
    integers: frozenset[str] = frozenset()
    function: str = "act"
    flags: dict[str, tuple[str, str]] = dataclasses.field(default_factory=dict)
    attributes: Callable | None = None
