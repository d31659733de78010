"""Which functions write into arrays in place, themselves or by others: an index or a new shape of `mx.nd` shares memory."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import libcst as cst

from ._source import dotted
from ._tree import Tree, below


def writing(written: Set[cst.CSTNode], module: cst.Module, tree: Tree) -> set[cst.CSTNode]:
    """The functions, and the module, that write into arrays: those that do so themselves, and those that call one by its name."""
    found = set(written)
    functions: list[Any] = [one for one in tree.parents if isinstance(one, cst.FunctionDef)] if found else []
    calls = {one: _called(one) for one in (*functions, module)} if found else {}
    while True:
        names = {one.name.value for one in found if isinstance(one, cst.FunctionDef)}
        more = {one for one, called in calls.items() if called & names} - found
        if not more:
            return found
        found |= more


def _called(function: cst.CSTNode) -> set[str]:
    """The last parts of the names of what a function calls."""
    return {(dotted(call.func) or "").rpartition(".")[2] for call in below(function, cst.Call)}


def is_returned(node: cst.CSTNode, tree: Tree) -> bool:
    """Whether an expression, or what its methods and indices make of it, is returned."""
    whole, above = node, tree.parents[node]
    while isinstance(above, (cst.Attribute, cst.Subscript)) or isinstance(above, cst.Call) and above.func is whole:
        whole, above = above, tree.parents[above]
    return isinstance(above, cst.Return)
