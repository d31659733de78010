"""Elements of arrays, one after another: in `mx.nd` each has an axis, in `mx.np` those of an array of one axis have none."""

from __future__ import annotations

import libcst as cst

from . import _axes
from ._classic import Classic
from ._tree import dotted


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
        value = self.flow.value(loop.iter)
        if not value.is_array or value.rank not in (None, 1) or self.symbolic or not isinstance(loop.target, cst.Name):
            return new
        if not self.bare.name_matters(loop.target):
            return new
        return self._mapped(new)

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        """Elements of an array that are given names have an axis in mx.nd."""
        several = any(isinstance(target.target, (cst.Tuple, cst.List)) for target in original_node.targets)
        value = self.flow.value(original_node.value)
        if not several or not value.is_array or value.rank not in (None, 1) or self.symbolic:
            return updated_node
        return updated_node.with_changes(value=self._mapped(updated_node.value))

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
            value = self.flow.value(arg.value)
            if value.is_array and value.rank in (None, 1) and not arg.star and self.bare.loop_matters(original, i):
                args[i] = args[i].with_changes(value=self._mapped(args[i].value))
        return updated.with_changes(args=args)
