"""Results of one number: `mx.nd` gives them the shape `(1,)`, `mx.np` none. Where that matters, and the form for it."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from . import _arrays, _results, _twins
from ._tree import below, dotted

#: a function for results of which the source does not tell whether they have an axis
HELPER = '''
def {name}(x):
    """What mx.nd gives one axis, and mx.np gives none."""
    return x.reshape_view((1,)) if isinstance(x, {alias}.np.ndarray) and x.ndim == 0 else x
'''
#: functions and methods whose result has no axis where their argument has none, and is of the same use
_ELEMENT_WISE = frozenset(
    "abs sign square sqrt cbrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh floor ceil trunc relu sigmoid negative "
    "reciprocal astype copy detach as_in_context as_in_ctx clip round".split()
)
#: what takes one number in either form
_EITHER = frozenset(
    "asscalar item backward wait_to_read attach_grad dtype context ctx sum mean max min prod norm __float__ __bool__".split()
)
_TESTS = (cst.If, cst.While, cst.Assert)


class Bare:
    """Tells of an expression without axes whether it matters that it has none."""

    def __init__(self, flow: _arrays.Flow, parent: Callable, name: Callable) -> None:
        self.flow, self.parent, self.name = flow, parent, name
        self._open: set[tuple[cst.CSTNode, str]] = set()
        self._names: dict[cst.CSTNode, dict[str, list[cst.Name]]] = {}

    def matters(self, node: cst.CSTNode) -> bool:
        """Whether something uses the shape of an expression, or may do so."""
        parent = self.parent(node)
        if isinstance(parent, (cst.Expr, *_TESTS)):
            return False
        if isinstance(parent, (cst.UnaryOperation, cst.BooleanOperation)):
            return not isinstance(getattr(parent, "operator", None), cst.Not) and self.matters(parent)
        if isinstance(parent, cst.IfExp):
            return node is not parent.test and self.matters(parent)
        if isinstance(parent, cst.BinaryOperation):
            return self._between(parent, parent.right if node is parent.left else parent.left)
        if isinstance(parent, cst.Comparison):
            return self._between(parent, parent.comparisons[0].comparator)
        if isinstance(parent, cst.ComparisonTarget):
            comparison = self.parent(parent)
            return self._between(comparison, comparison.left)
        if isinstance(parent, (cst.Assign, cst.AnnAssign)):
            targets = [one.target for one in parent.targets] if isinstance(parent, cst.Assign) else [parent.target]
            return any(self._kept(target) for target in targets)
        if isinstance(parent, cst.AugAssign):
            before = self.flow.value(parent.target)
            return not (before.is_array and not before.bare) and self._kept(parent.target)
        if isinstance(parent, cst.Attribute):
            return self._attribute(parent)
        if isinstance(parent, cst.Subscript):
            first = parent.slice[0].slice
            zero = isinstance(first, cst.Index) and _results.number(first.value) == 0
            return node is not parent.value or self.flow.value(node).rank == 1 or zero  # x[0][0] may be of one axis
        if isinstance(parent, cst.Arg):
            return self._argument(parent)
        if isinstance(parent, cst.Element):
            return self._element(parent)
        return True

    def _between(self, whole: cst.CSTNode, other: cst.CSTNode) -> bool:
        value = self.flow.value(other)
        return not (value.is_array and not value.bare) and self.matters(whole)

    def _attribute(self, node: cst.Attribute) -> bool:
        if node.attr.value in _EITHER:
            return False
        if node.attr.value == "grad":
            return self.matters(node)
        call = self.parent(node)
        return node.attr.value not in _ELEMENT_WISE or not isinstance(call, cst.Call) or self.matters(call)

    def _argument(self, arg: cst.Arg) -> bool:
        call = self.parent(arg)
        if not isinstance(call, cst.Call) or arg.star:
            return True
        if dotted(call.func) in ("float", "int", "bool"):
            return False
        name = self.name(call.func) or ""
        if name == "mx.autograd.backward":
            return False
        key = name.removeprefix("mx.ndarray.")
        if key == name:
            return True
        if key in _EITHER:
            return False
        if key in _ELEMENT_WISE:
            return self.matters(call)
        if key.startswith(("broadcast_", "elemwise_")) or key in ("maximum", "minimum", "add", "subtract", "multiply", "divide"):
            others = [self.flow.value(one.value) for one in call.args if one is not arg]
            return not any(one.is_array and not one.bare for one in others) and self.matters(call)
        return True

    def _element(self, element: cst.Element) -> bool:
        arg = self.parent(self.parent(element))
        call = self.parent(arg) if isinstance(arg, cst.Arg) else None
        return not (isinstance(call, cst.Call) and self.name(call.func) == "mx.autograd.backward")

    def _kept(self, target: cst.CSTNode) -> bool:
        """Whether it matters for what it is assigned to."""
        if isinstance(target, cst.Subscript):
            return not self.flow.value(target.value).is_array
        return not isinstance(target, cst.Name) or self.name_matters(target)

    def name_matters(self, target: cst.Name) -> bool:
        """Whether it matters for some use of a name."""
        function = self.parent(target)
        while not isinstance(function, (cst.FunctionDef, cst.Module, cst.Lambda)):
            function = self.parent(function)
        place = (function, target.value)
        if place in self._open:
            return False
        self._open.add(place)
        try:
            return any(self.matters(use) for use in self._uses(function).get(target.value, ()))
        finally:
            self._open.remove(place)

    def loop_matters(self, call: cst.Call, position: int) -> bool:
        """Whether it matters for elements of an argument of `zip` or `enumerate` that they have no axis."""
        loop = self.parent(call)
        if not isinstance(loop, (cst.For, cst.CompFor)) or loop.iter is not call or not isinstance(loop.target, cst.Tuple):
            return True
        place = 1 if dotted(call.func) == "enumerate" else position
        targets = [element.value for element in loop.target.elements]
        target = targets[place] if place < len(targets) else None
        return not isinstance(target, cst.Name) or self.name_matters(target)

    def _uses(self, function: cst.CSTNode) -> dict[str, list[cst.Name]]:
        if function not in self._names:
            names: dict[str, list[cst.Name]] = {}
            for node in below(function, cst.Name):
                if not self._is_label(node):
                    names.setdefault(node.value, []).append(node)
            self._names[function] = names
        return self._names[function]

    def _is_label(self, node: cst.Name) -> bool:
        """Whether a name names an attribute, an argument or what is assigned, and is no use of a value."""
        parent = self.parent(node)
        if isinstance(parent, (cst.AssignTarget, cst.Param, cst.AsName, cst.CompFor, cst.ImportAlias, cst.Global, cst.NameItem)):
            return not isinstance(parent, cst.CompFor) or node is parent.target
        if isinstance(parent, (cst.For, cst.AugAssign, cst.AnnAssign)):
            return node is parent.target
        return node is getattr(parent, "attr", None) or node is getattr(parent, "keyword", None)


def introduces(key: str | None) -> bool:
    """Whether a function of this name below mx.nd may make one number of an array."""
    return key in _results.REDUCTIONS or key in ("dot", "squeeze")


def with_axis(node: cst.BaseExpression, view: bool) -> cst.BaseExpression:
    """The expression with the one axis that mx.nd gives it; `view` says that it must share memory."""
    return cst.Call(
        cst.Attribute(_twins.atom(node), cst.Name("reshape_view" if view else "reshape")),
        [cst.Arg(cst.ensure_type(cst.parse_expression("(1,)"), cst.Tuple))],
    )
