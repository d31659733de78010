"""Functions of `mx.nd` that the table of twins cannot hold, as their form depends on what they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import libcst as cst

from . import _arrays, _twins
from ._results import number
from ._source import Codemod, dotted

#: codes of a shape: what NDArray.reshape reads, and what npx.reshape reads
_CODES = {0: -2, -1: -1, -2: -4, -3: -5, -4: -6}


def _row(parameters: str, template: str) -> _twins.Row:
    return _twins.Row(tuple(map(_twins._parameter, parameters.split(", "))), template)


_ARRAY = _row("source_array, ctx=..., dtype=...", "np.array(source_array, dtype=dtype, ctx=ctx)")
_RESHAPE = _row("data, shape, reverse=...", "npx.reshape(data, shape, reverse=reverse)")
#: functions of mx.nd that compare
COMPARISONS = {
    "equal": cst.Equal(), "not_equal": cst.NotEqual(), "greater": cst.GreaterThan(), "greater_equal": cst.GreaterThanEqual(),
    "lesser": cst.LessThan(), "lesser_equal": cst.LessThanEqual(),
}  # fmt: skip
_DOT = "lhs, rhs, transpose_a=False, transpose_b=False"


class Special(Codemod):
    """The part of the stage `numpy` that writes these functions."""

    flow: _arrays.Flow
    alias: str
    symbolic = False  #: whether the computation at hand may be done with symbols

    def block(self, text: str) -> None:
        """Say above the statement at hand why the file stays as it is."""
        raise NotImplementedError

    def modules(self) -> dict[str, cst.BaseExpression]:
        """How the file writes `np` and `npx` here."""
        raise NotImplementedError

    def fill(self, row: _twins.Row, values: _twins.Values) -> cst.BaseExpression:
        """The expression of a row."""
        return _twins.filled(row, values, self.modules())

    def make_array(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.array` makes float32 of all but mx arrays; `mx.np.array` keeps the type of NumPy's arrays."""
        values = _twins.bound(_ARRAY, args)
        source = next((arg.value for arg in original.args if not arg.keyword or arg.keyword.value == "source_array"), None)
        if values is None or source is None:
            return None
        value = self.flow.value(source)
        literal = isinstance(source, (cst.List, cst.Tuple, cst.BaseNumber, cst.UnaryOperation, cst.ListComp))
        if "dtype" not in values and not literal and not (value.is_array and value.sure):
            values["dtype"] = cst.SimpleString('"float32"')
            if self.flow.odd_types and value.kind not in ("other", "number", "list") and dotted(source):
                test = f"{dotted(source)}.dtype if isinstance({dotted(source)}, {self.alias}.np.ndarray) else 'float32'"
                values["dtype"] = cst.ensure_type(cst.parse_expression(test.replace("'", '"')), cst.IfExp)
        return self.fill(_ARRAY, values)

    def reshape_function(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.reshape`, whose shapes have codes."""
        values = _twins.bound(_RESHAPE, args)
        if values is None:
            return None
        shape = values["shape"]
        codes = _shape(shape) if isinstance(shape, cst.BaseExpression) else None
        if codes is None:
            return None
        new = _recoded(codes)
        if new is None:
            self.block("this shape has codes that npx.reshape has not")
            return None
        if "reverse" not in values and not any(number(one) in (0, -2, -3, -4) for one in codes):
            row = _twins.Row(_RESHAPE.parameters, "np.reshape(data, shape)")
            return self.fill(row, {"data": values["data"], "shape": shape})
        return self.fill(_RESHAPE, {**values, "shape": new})

    def slice_axis(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.slice_axis` as an index."""
        values = _twins.bound(_row("data, axis, begin, end", "data"), args)
        if values is None or self.symbolic or self.flow.written:  # an index shares memory
            return None
        data, axis, begin, end = (cast(cst.BaseExpression, values[name]) for name in ("data", "axis", "begin", "end"))
        axis_number = number(axis)
        if axis_number is None or not -1 <= axis_number <= 3:
            return None
        colon = cst.SubscriptElement(cst.Slice(None, None))
        first = [cst.SubscriptElement(cst.Index(cst.Ellipsis()))] if axis_number == -1 else [colon] * axis_number
        lower, upper = (None if isinstance(one, cst.Name) and one.value == "None" else one for one in (begin, end))
        return cst.Subscript(_twins.atom(data), [*first, cst.SubscriptElement(cst.Slice(lower, upper))])

    def sum_up(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.add_n` as a sum."""
        if not args or any(arg.star or arg.keyword for arg in args):
            return None
        total = _twins.atom(args[0].value)
        for arg in args[1:]:
            total = cst.BinaryOperation(total, cst.Add(), _twins.atom(arg.value))
        return total

    def dot(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.dot` sums over the last axis and the first; `mx.np.dot` does so where the second array has at most two axes."""
        row = _row(_DOT, "np.dot(lhs, rhs)")
        values, given = _twins.bound(row, args), _twins.bound(row, list(original.args))
        if values is None:
            return None
        if given is None:  # a method: its array comes first
            given = _twins.bound(row, [cst.Arg(cast(cst.Attribute, original.func).value), *original.args]) or {}
        options = {name: values.pop(name) for name in ("transpose_a", "transpose_b")}
        if any(not isinstance(one, cst.Name) or one.value not in ("True", "False") for one in options.values()):
            return None
        turned = [cast(cst.Name, one).value == "True" for one in options.values()]
        ranks = [self.flow.value(cast(cst.CSTNode, given.get(side))).rank for side in ("lhs", "rhs")]
        if ranks[1] in (1, 2) and (not turned[0] or ranks[0] in (1, 2)):
            for side, turn in zip(("lhs", "rhs"), turned):
                if turn:
                    values[side] = cst.Attribute(_twins.atom(cast(cst.BaseExpression, values[side])), cst.Name("T"))
            return self.fill(row, values)
        axes = f"axes=([{0 if turned[0] else -1}], [{-1 if turned[1] else 0}])" if any(turned) else "1"
        return self.fill(row._replace(template=f"np.tensordot(lhs, rhs, {axes})"), values)

    def compare(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.equal` and its like, which are no operators of MXNet's, but choose one."""
        operator = COMPARISONS[cast(cst.Attribute, original.func).attr.value if isinstance(original.func, cst.Attribute) else ""]
        if len(args) != 2 or any(arg.keyword or arg.star for arg in args):
            return None
        compared = cst.Comparison(_twins.atom(args[0].value), [cst.ComparisonTarget(operator, _twins.atom(args[1].value))])
        return called(compared, "astype", self.type_of(*[arg.value for arg in original.args]))

    def type_of(self, *nodes: cst.BaseExpression) -> str:
        """The element type of one of these arrays, as Python."""
        values = [self.flow.value(node) for node in nodes]
        known = [self.flow.dtype(value) for value in values if value.is_array]
        dtype = next((one for one in known if one), None)
        if dtype is None and known and not self.symbolic:
            for node, value in zip(nodes, values):
                if value.is_array and dotted(node):
                    return f"{dotted(node)}.dtype"
        return f'"{dtype or "float32"}"'

    def where(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """`mx.nd.where` takes whole rows where its condition has one axis; None where that is possible, or it is no such call."""
        row = _twins.rows()["where"]
        values, given = _twins.bound(row, args), _twins.bound(row, list(original.args))
        if values is None or given is None:
            return None
        condition, *others = [cast(cst.CSTNode, given[name]) for name in ("condition", "x", "y")]
        ranks = [self.flow.value(one).rank for one in (condition, *others)]
        texts = [cst.Module([]).code_for_node(cast(Any, one)) for one in others]
        compared = [condition.left, *(part.comparator for part in condition.comparisons)] if isinstance(
            condition, cst.Comparison) else []  # fmt: skip
        alike = any(cst.Module([]).code_for_node(one) in texts for one in compared)
        return self.fill(row, values) if alike or ranks[0] and ranks[0] == max(one or 0 for one in ranks[1:]) else None

    def reshape_method(self, receiver: cst.BaseExpression, args: list[cst.Arg], original: cst.Call, updated: cst.Call):
        """`x.reshape(...)`, whose shapes have codes, and which shares the memory of x."""
        if any(arg.star for arg in args):
            return None
        keywords = {arg.keyword.value: arg.value for arg in args if arg.keyword}
        if keywords.keys() - {"shape", "reverse"}:
            return None
        if self.may_be_written(cast(cst.Attribute, original.func).value):
            return updated.with_changes(func=cst.Attribute(_twins.atom(receiver), cst.Name("reshape_view")))
        shape = keywords.get("shape") or (args[0].value if args and args[0].keyword is None else None)
        several = sum(arg.keyword is None for arg in args) > 1
        codes = [arg.value for arg in args if arg.keyword is None] if several else _shape(shape) if shape is not None else None
        if codes is None and shape is not None and not self.symbolic and self._may_have_codes(shape):
            return self.as_classic("lambda x, shape: x.reshape(shape)", [receiver, shape])
        plain = codes is None or not any(number(one) in (0, -2, -3, -4) for one in codes) and "reverse" not in keywords
        if plain:
            return updated.with_changes(args=[cst.Arg(shape)]) if shape is not None and "shape" in keywords else None
        new = _recoded(codes or [])
        if new is None:
            self.block("this shape has codes that npx.reshape has not")
            return None
        values: dict[str, Any] = {"data": receiver, "shape": new}
        if "reverse" in keywords:
            values["reverse"] = keywords["reverse"]
        return self.fill(_RESHAPE, values)

    def _may_have_codes(self, shape: cst.BaseExpression) -> bool:
        """Whether a shape that is not written out may have codes in it."""
        value = self.flow.value(shape)
        if isinstance(shape, cst.Attribute) and shape.attr.value == "shape":
            return False
        if value.kind == "list":
            return not value.items or any(one.kind == "?" or one.dtype == "code" for one in value.items)
        return value.kind in ("?", "mixed")

    def as_classic(self, text: str, args: Sequence[cst.BaseExpression]) -> cst.Call:
        """Python of a function, called by the helper of the program."""
        raise NotImplementedError

    def may_be_written(self, node: cst.CSTNode) -> bool:
        """Whether an expression is an array, and the function at hand writes into arrays."""
        raise NotImplementedError


def called(node: cst.BaseExpression, method: str, argument: str | None = None) -> cst.Call:
    """A call of a method without arguments, or with one."""
    args = [cst.Arg(cst.parse_expression(argument))] if argument else []
    return cst.Call(cst.Attribute(_twins.atom(node), cst.Name(method)), args)


def one_part(args: list[cst.Arg]) -> bool:
    """Whether a `split` may make one part, which it then returns by itself."""
    given = [arg.value for arg in args if arg.keyword and arg.keyword.value == "num_outputs"] or [arg.value for arg in args[1:2]]
    parts = number(given[0]) if given else None
    return parts is None or parts < 2


def _shape(node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The parts of a shape that is written out, or None."""
    if isinstance(node, (cst.Tuple, cst.List)):
        parts = [element.value for element in node.elements]
        return None if any(isinstance(element, cst.StarredElement) for element in node.elements) else parts
    return [node] if number(node) is not None else None


def _recoded(parts: list[cst.BaseExpression]) -> cst.Tuple | None:
    """A shape with the codes of npx.reshape in place of NDArray.reshape's."""
    elements: list[cst.Element] = []
    for part in parts:
        code = number(part)
        if code is None or code > 0:
            elements.append(cst.Element(part))
        elif code in _CODES:
            elements.append(cst.Element(cst.parse_expression(str(_CODES[code]))))
        else:
            return None
    if len(elements) == 1:
        elements[0] = elements[0].with_changes(comma=cst.Comma())
    return cst.Tuple(elements)
