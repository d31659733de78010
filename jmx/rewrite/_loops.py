"""Elements of arrays, one after another: in `mx.nd` each has an axis, in `mx.np` those of an array of one axis have none."""

from __future__ import annotations

from typing import cast

import libcst as cst

from . import _axes
from ._classic import Classic
from ._tree import dotted

_REDUCTIONS = frozenset("sum mean max min prod".split())


class Loops(Classic):
    """The part of the stage `numpy` that writes loops over arrays, and what takes them apart."""

    bare: _axes.Bare
    helper = "one_axis"  #: what the function is called that gives one number an axis
    helper_used = False

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> cst.For:
        return updated_node.with_changes(iter=self._elements(original_node, updated_node.iter))

    def leave_CompFor(self, original_node: cst.CompFor, updated_node: cst.CompFor) -> cst.CompFor:
        return updated_node.with_changes(iter=self._elements(original_node, updated_node.iter))

    def _elements(self, loop: cst.For | cst.CompFor, new: cst.BaseExpression) -> cst.BaseExpression:
        """What a loop goes over: elements of an array have an axis in mx.nd."""
        if not self._may_hold_numbers(loop.iter) or self.symbolic or not isinstance(loop.target, cst.Name):
            return new
        if not self.bare.name_matters(loop.target):
            return new
        return self._mapped(new)

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        """Elements of an array that are given names have an axis in mx.nd."""
        several = any(isinstance(target.target, (cst.Tuple, cst.List)) for target in original_node.targets)
        made = original_node.value
        reduced = isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and made.func.attr.value in _REDUCTIONS
        unknown = reduced and self.flow.value(made).kind == "?" and self.full_name(cast(cst.Call, made).func) is None
        if not several or self.symbolic or not self._may_hold_numbers(made) and not unknown:
            return updated_node
        return updated_node.with_changes(value=self._mapped(updated_node.value))

    def _may_hold_numbers(self, node: cst.CSTNode) -> bool:
        """Whether an expression may be an mx array of one axis, as far as is known."""
        value = self.flow.value(node)
        return value.is_array and value.rank in (None, 1) or value.kind == "mixed"

    def _mapped(self, node: cst.BaseExpression) -> cst.Call:
        self.places += 1
        self.helper_used = True
        return cst.Call(cst.Name("map"), [cst.Arg(cst.Name(self.helper)), cst.Arg(node)])

    def elements_of_arguments(self, original: cst.Call, updated: cst.Call) -> cst.Call:
        """`zip(x, y)`, whose elements have an axis in mx.nd."""
        if self.symbolic or dotted(original.func) not in ("zip", "enumerate", "list", "tuple", "reversed"):
            return updated
        args = list(updated.args)
        for i, arg in enumerate(original.args):
            if self._may_hold_numbers(arg.value) and not arg.star and self.bare.loop_matters(original, i):
                args[i] = args[i].with_changes(value=self._mapped(args[i].value))
        return updated.with_changes(args=args)
