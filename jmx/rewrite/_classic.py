"""What is right for whatever an expression is: the function of `mx.nd`, called by a helper of the program.

Where the source does not tell whether something is an mx array, or of which type, `x / y` becomes
`classic(lambda x, y: x / y)(x, y)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import libcst as cst

from . import _limits
from ._special import Special
from ._tree import below, dotted

#: a function for what the source does not tell enough of
HELPER = '''
def {name}(function):
    """A function as mx.nd has it, for arrays of mx.np; what is no array is passed on."""

    def turned(value, kind, turn):
        if type(value) in (list, tuple):
            return type(value)([turned(one, kind, turn) for one in value])
        return getattr(value, turn)() if isinstance(value, kind) else value

    def called(*args, **kwargs):
        args, values = turned([args, list(kwargs.values())], {alias}.np.ndarray, "as_nd_ndarray")
        return turned(function(*args, **dict(zip(kwargs, values))), {alias}.nd.NDArray, "as_np_ndarray")

    return called
'''


class Classic(Special):
    """The part of the stage `numpy` that writes calls of the helper."""

    classic = "classic"  #: what the helper is called
    classic_used = False

    def as_classic(self, text: str, args: Sequence[cst.BaseExpression]) -> cst.Call:
        """A call of a function, given as Python, with arrays as mx.nd has them."""
        self.classic_used = True
        function = cst.ensure_type(cst.parse_expression(f"{self.classic}({text})"), cst.Call)
        return cst.Call(function, [cst.Arg(one.with_changes(lpar=[], rpar=[])) for one in args])

    def is_classic(self, node: cst.CSTNode) -> bool:
        """Whether an expression is a call of the helper's result."""
        return isinstance(node, cst.Call) and isinstance(node.func, cst.Call) and dotted(node.func.func) == self.classic

    def classic_operation(self, operator: str, sides: Sequence[cst.BaseExpression]) -> cst.Call:
        """`a / b` of whatever the two are; a number that is written out stays in the function."""
        texts = [_code(side) if _is_literal(side) else letter for side, letter in zip(sides, "xy")]
        given = [side for side in sides if not _is_literal(side)]
        names = [text for text in texts if text in ("x", "y")]
        return self.as_classic(f"lambda {', '.join(names)}: {texts[0]} {operator} {texts[1]}", given)

    def classic_method(self, method: str, call: cst.Call) -> cst.Call | None:
        """A method of an object that may be an mx array or something else."""
        if self.symbolic or len(call.args) > 5 or any(arg.star for arg in call.args):
            return None
        given, names, texts = [cast(cst.Attribute, call.func).value], ["x"], []
        for arg in call.args:
            text = _code(arg.value)
            if not _is_literal(arg.value):
                given.append(arg.value)
                names.append("yzuvw"[len(names) - 1])
                text = names[-1]
            texts.append(f"{arg.keyword.value}={text}" if arg.keyword else text)
        return self.as_classic(f"lambda {', '.join(names)}: x.{method}({', '.join(texts)})", given)

    def may_be_array(self, node: cst.CSTNode) -> bool:
        """Whether an expression is of a kind that the source does not tell."""
        return self.flow.value(node).kind in ("?", "mixed")

    def of_mx_nd(self, key: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """The function of mx.nd as it is, where its arguments do not tell which of them are arrays."""
        key = key.removeprefix("broadcast_") if key.startswith("broadcast_logical_") else key
        if self.symbolic:
            self.block(f"mx.nd.{key} has no counterpart in mx.np or mx.npx for symbols")
            return None
        method = isinstance(original.func, cst.Attribute) and self.name(original.func) is None
        if not _limits.is_there(key):
            if method:
                receiver, *args = updated.args
                return self.classic_method(
                    key, updated.with_changes(func=cst.Attribute(receiver.value, cst.Name(key)), args=args)
                )
            self.block(f"there is no mx.nd.{key}")
            return None
        self.classic_used = True
        function = cst.parse_expression(f"{self.classic}({self.alias}.nd.{key})")
        return updated.with_changes(func=function, lpar=[], rpar=[])

    def may_compare_arrays(self, node: cst.Comparison) -> bool:
        """Whether a comparison may be one of mx arrays, by all that the source tells."""
        sides = [node.left, *(part.comparator for part in node.comparisons)]
        kinds = [self.flow.value(side).kind for side in sides]
        return not self.symbolic and {"?", "mixed"} & set(kinds) != set() and set(kinds) <= {"?", "mixed", "number"}


def _code(node: cst.BaseExpression) -> str:
    return cst.Module([]).code_for_node(node)


def _is_literal(node: cst.BaseExpression) -> bool:
    """Whether an expression is written out, with nothing looked up."""
    names = below(node, (cst.Name, cst.Attribute, cst.Call, cst.FormattedString))
    return all(isinstance(one, cst.Name) and one.value in ("True", "False", "None") for one in names)
