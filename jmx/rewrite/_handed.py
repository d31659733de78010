"""Names of `mx.nd` that are not called: classes, functions that are handed on, and the module itself."""

from __future__ import annotations

from typing import Any

import libcst as cst

from . import _limits, _twins
from ._loops import Loops
from ._tree import dotted

#: functions that only look at what they are given, or print it
_LOOK = frozenset("print str repr format isinstance issubclass hasattr type id hash callable dir vars help bool".split())
#: methods of loggers
_LOG = frozenset("debug info warning warn error critical exception log".split())


class Handed(Loops):
    """The part of the stage `numpy` that rewrites such names."""

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        parent = self.parent(original_node)
        if isinstance(parent, cst.Attribute) or isinstance(parent, cst.Call) and parent.func is original_node:
            return updated_node
        return self._value(original_node, updated_node)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        parent = self.parent(original_node)
        if isinstance(
            parent, (cst.Attribute, cst.ImportAlias, cst.ImportFrom, cst.AsName, cst.Param, cst.AssignTarget, cst.NameItem)
        ):
            return updated_node
        if isinstance(parent, (cst.Call, cst.FunctionDef, cst.ClassDef)) and getattr(parent, "func", None) is original_node:
            return updated_node
        if isinstance(parent, (cst.FunctionDef, cst.ClassDef)) or isinstance(parent, cst.Arg) and parent.keyword is original_node:
            return updated_node
        return self._value(original_node, updated_node)

    def _value(self, original: cst.CSTNode, updated: Any) -> cst.BaseExpression:
        """A name of mx.nd that stands for itself: a class, or a function that is handed on."""
        name = self.name(original)
        if name is None:
            return updated
        reason = _limits.value(name)
        if reason:
            self.block(reason)
        if name in ("mx.ndarray.NDArray", "mx.ndarray.NDArray.NDArray"):
            self.places += 1
            return cst.parse_expression(f"{self.alias}.np.ndarray")
        if name == "mx.ndarray" or name.startswith("mx.ndarray.") and not self._own(name):
            key = name.removeprefix("mx.ndarray").removeprefix(".")
            if not key and self._is_harmless(original):
                return updated
            new = self._function_of(key)
            if new is not None:
                return new
            self.block(f"mx.nd{'.' + key if key else ''} is handed on here as it is, and what is done with it is not known")
        return updated

    def _function_of(self, key: str) -> cst.BaseExpression | None:
        """A function that stands for one of mx.nd, or None."""
        row = _twins.rows().get(key)
        if row is not None and len(row.parameters) == 1 and row.template.endswith("(data)"):
            self.places += 1
            return _twins.filled(_twins.Row((), row.template.removesuffix("(data)")), {}, self.modules())
        if key and not self.symbolic and _limits.is_there(key):
            self.places += 1
            self.classic_used = True
            return cst.parse_expression(f"{self.classic}({self.alias}.nd.{key})")
        return None

    def by_name(self, call: cst.Call) -> cst.BaseExpression | None:
        """What stands for `getattr(F, "relu")`, or None for other calls."""
        key = self.key_by_name(call)
        return None if key is None else self._function_of(key)

    def key_by_name(self, node: cst.CSTNode) -> str | None:
        """`relu` of `getattr(F, "relu")`, or None."""
        if not isinstance(node, cst.Call) or dotted(node.func) != "getattr" or len(node.args) != 2:
            return None
        name = node.args[1].value
        text = name.evaluated_value if isinstance(name, cst.SimpleString) else None
        return text if isinstance(text, str) and self.name(node.args[0].value) == "mx.ndarray" else None

    def _is_harmless(self, node: cst.CSTNode) -> bool:
        """Whether nothing is computed with the module mx.nd here: it is looked at, or goes to a function that calls it `F`."""
        parent = self.parent(node)
        if isinstance(parent, (cst.FormattedStringExpression, cst.Comparison, cst.ComparisonTarget)):
            return True
        if isinstance(parent, cst.Element):  # "%s" % (F,)
            parent = self.parent(parent)
            node, parent = parent, self.parent(parent)
        if isinstance(parent, cst.BinaryOperation):
            return isinstance(parent.operator, cst.Modulo) and isinstance(parent.left, cst.BaseString) and parent.right is node
        call = self.parent(parent) if isinstance(parent, cst.Arg) else None
        if not isinstance(parent, cst.Arg) or not isinstance(call, cst.Call):
            return False
        func = call.func
        if isinstance(func, cst.Attribute) and (func.attr.value in _LOG or func.attr.value == "format"):
            return func.attr.value != "format" or isinstance(func.value, cst.BaseString)
        if dotted(func) in _LOOK:
            return True
        key = self.key_by_name(call)
        if key is not None:  # which is rewritten where it is called, or by itself
            above = self.parent(call)
            row = _twins.rows().get(key)
            handed = row is not None and row.template.endswith("(data)") or not self.symbolic and _limits.is_there(key)
            return handed or isinstance(above, cst.Call) and above.func is call
        return self._parameter(call, parent) == "F"

    def _parameter(self, call: cst.Call, arg: cst.Arg) -> str | None:
        """What a function of the file calls an argument."""
        func, first = call.func, 0
        function = self.flow.functions.get(dotted(func) or "")
        if function is None and isinstance(func, cst.Attribute) and dotted(func.value) == "self":
            methods = self.flow.methods.get(func.attr.value, ())
            function, first = (methods[0] if len(methods) == 1 else None), 1
        if function is None or any(one.star for one in call.args):
            return None
        names = [param.name.value for param in (*function.params.posonly_params, *function.params.params)][first:]
        if arg.keyword is not None:
            return arg.keyword.value if arg.keyword.value in names else None
        place = next(i for i, one in enumerate(call.args) if one is arg)
        return names[place] if place < len(names) else None

    def _own(self, name: str) -> bool:
        return name.startswith(("mx.ndarray.np.", "mx.ndarray.npx.", "mx.ndarray.__"))
