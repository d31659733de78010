"""The stage `numpy`: programs on `mx.nd` become programs on `mx.np` and `mx.npx`.

`mx.npx.set_np()` changes what arrays all of Gluon returns, so that a file is rewritten as a whole or not at all: where
anything in it has no counterpart, it gets comments only.
"""

from __future__ import annotations

from typing import Any, cast

import libcst as cst

from . import Outcome, _arrays, _axes, _classic, _differences, _limits, _twins
from ._blocks import Facts
from ._handed import Handed
from ._results import number
from ._source import Codemod, dotted, header_end, run
from ._special import COMPARISONS, called, one_part
from ._writes import is_returned, writing

#: methods that mx.np.ndarray has as well, with other results or other names of arguments
_SHARED = frozenset(
    "flatten argmax argmin argsort sort take clip swapaxes transpose sum mean max min prod tile split flip round".split()
)
#: methods that arrays of both kinds have
_BOTH = frozenset("sum mean max min prod as_np_ndarray as_nd_ndarray asnumpy attach_grad wait_to_read as_in_ctx copyto".split())
#: arguments that only the methods of NDArray have
_KEYWORDS = {
    "clip": {"a_min", "a_max"}, "swapaxes": {"dim1", "dim2"}, "split": {"num_outputs"}, "argsort": {"is_ascend"},
    "sort": {"is_ascend"},
}  # fmt: skip
#: operators that `mx.nd` calls with numbers as well
_OF_NUMBERS = frozenset(f"broadcast_logical_{name}" for name in ("and", "or", "xor"))
_NOTHING = cst.SimpleWhitespace("")
_EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
#: methods of NDArray without arguments, which other objects may have with some
_ELEMENTWISE = frozenset(
    "abs sign square sqrt cbrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh floor ceil trunc relu "
    "sigmoid norm".split()
)
#: methods that only arrays of `mx.nd` have among arrays, and that things of other kinds have as well
_OF_OTHERS = frozenset("pad slice fix grad split_v2 tostype".split()) | _ELEMENTWISE


def stage(module: cst.Module) -> Outcome:
    """Rewrite a module."""
    facts = Facts()
    facts.read(module)
    if not facts.root or facts.numpy_style:
        return Outcome(module, 0)
    codemod = _Numpy(facts)
    result = run(codemod, module)
    if codemod.blockers:
        marker = _Marker(codemod.blockers)
        return Outcome(run(marker, module), 0)
    return Outcome(_with_set_np(result, facts, codemod), codemod.places + 1)


def _with_set_np(module: cst.Module, facts: Facts, codemod: _Numpy) -> cst.Module:
    body, alias = list(module.body), codemod.alias
    new: list[Any] = [cst.parse_statement(f"\n{alias}.npx.set_np()\n")]
    if facts.alias is None:
        new.insert(0, cst.parse_statement(f"import {facts.root} as {alias}\n"))
    if codemod.helper_used:
        new.append(cst.parse_statement("\n" + _axes.HELPER.format(name=codemod.helper, alias=alias)))
    if codemod.classic_used:
        new.append(cst.parse_statement("\n" + _classic.HELPER.format(name=codemod.classic, alias=alias)))
    at = header_end(body)
    return module.with_changes(body=[*body[:at], *new, *body[at:]])


class _Marker(Codemod):
    """Puts comments above given statements."""

    def __init__(self, texts: dict[cst.CSTNode, list[str]]) -> None:
        super().__init__()
        self.texts = texts

    def places_of_interest(self) -> list[cst.CSTNode]:
        return list(self.texts)

    def on_visit(self, node: cst.CSTNode) -> bool:
        result = super().on_visit(node)
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            for text in self.texts.get(node, ()):
                self.mark(text)
        return result


class _Frame:
    """A function that is being rewritten."""

    def __init__(self, node: cst.CSTNode, namespace: str | None, modules: str | None) -> None:
        self.node = node
        self.namespace = namespace  #: the parameter that stands for mx.nd or mx.sym
        self.modules = modules  #: what `np` and `npx` are attributes of inside it


class _Numpy(Handed):
    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self.alias = facts.alias or ("mx" if "mx" not in facts.names else facts.root)
        self.forward_classes = facts.forward_classes()
        self.blockers: dict[cst.CSTNode, list[str]] = {}
        self._statements: list[cst.CSTNode] = []
        self._frames: list[_Frame] = []
        self._classes: list[str] = []
        self.flow = _arrays.Flow(super().name, self.full_name, facts.classes, facts.odd_types, facts.odd_floats)
        self.bare = _axes.Bare(self.flow, self.parent, self.name)
        self.classic = "classic" if "classic" not in facts.names else "jmx_classic"
        self.helper, self.helper_used = "one_axis" if "one_axis" not in facts.names else "jmx_one_axis", False

    def places_of_interest(self) -> list[cst.CSTNode]:
        namespaces = {"F"} | {one.hybrid.params.params[1].name.value for one in self.facts.classes.values()
                              if one.hybrid is not None and len(one.hybrid.params.params) > 1}  # fmt: skip
        return [
            node for node in super().places_of_interest()
            if not isinstance(node, (cst.Name, cst.Attribute)) or (dotted(node) or "").partition(".")[0] in namespaces
            or self.full_name(node) is not None
        ]  # fmt: skip

    # what stands in the way

    def block(self, text: str) -> None:
        """Say above the statement at hand why the file stays as it is."""
        texts = self.blockers.setdefault(self._statements[-1], [])
        text += _limits.STAYS
        if text not in texts:
            texts.append(text)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self._statements.append(node)
        return super().on_visit(node)

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        left = super().on_leave(original_node, updated_node)
        if isinstance(original_node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self._statements.pop()
        return left

    # functions and names

    def visit_Module(self, node: cst.Module) -> None:
        self.flow.follow(node)
        self._writing = writing(self.flow.written, node, self.tree)
        self._frames.append(_Frame(node, None, None))

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._classes.append(node.name.value)
        for base in self.facts.classes[node.name.value].bases:
            reason = _limits.base_class(base)
            if reason:
                self.block(reason)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        self._classes.pop()
        return updated_node

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        above = self._frames[-1]
        in_block = node.name.value in ("forward", "hybrid_forward") and bool(self._classes)
        namespace, modules = above.namespace, above.modules
        names = [param.name.value for param in node.params.params]
        if in_block and node.name.value == "hybrid_forward" and len(names) > 1:
            namespace = names[1]
            modules = self.alias if self._classes[-1] in self.forward_classes else namespace
        elif "F" in names:
            namespace = modules = "F"
        self._frames.append(_Frame(node, namespace, modules))

    def visit_Lambda(self, node: cst.Lambda) -> None:
        above = self._frames[-1]
        names = [param.name.value for param in node.params.params]
        frame = _Frame(above.node, above.namespace, above.modules)
        if names[:1] == ["F"]:
            frame.namespace = frame.modules = "F"
        self._frames.append(frame)

    def leave_Lambda(self, original_node: cst.Lambda, updated_node: cst.Lambda) -> cst.Lambda:
        self._frames.pop()
        return updated_node

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        self._frames.pop()
        if original_node.name.value == "hybrid_forward" and self._classes and self._classes[-1] in self.forward_classes:
            self.places += 1
            return self._as_forward(self._classes[-1], updated_node)
        return updated_node

    def _as_forward(self, name: str, method: cst.FunctionDef) -> cst.FunctionDef:
        facts = self.facts.classes[name]
        own, _, first, *others = method.params.params
        lines: list[cst.BaseStatement] = []
        kept = [own, first]
        for param in others:
            what = param.name.value
            if what not in facts.parameters:
                kept.append(param)
                continue
            value = f"self.{what}.data({first.name.value}.ctx)"
            if what in facts.none or param.default is not None:
                value = f"None if self.{what} is None else {value}"
            lines.append(cst.parse_statement(f"{what} = {value}\n"))
        kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        body = method.body
        if lines:
            if isinstance(body, cst.SimpleStatementSuite):
                body = cst.IndentedBlock(body=[cst.SimpleStatementLine(body=body.body)])
            statements = list(body.body)
            at = 1 if _is_docstring(statements[0]) else 0
            body = body.with_changes(body=[*statements[:at], *lines, *statements[at:]])
        return method.with_changes(
            name=cst.Name("forward"), params=method.params.with_changes(params=kept), body=body
        )  # fmt: skip

    def name(self, node: cst.CSTNode) -> str | None:
        plain = dotted(node)
        key = self.key_by_name(node)
        if key is not None:
            return f"mx.ndarray.{key}"
        namespace = self._frames[-1].namespace if self._frames else None
        if namespace is not None and plain is not None and plain.partition(".")[0] == namespace:
            return "mx.ndarray" + plain.removeprefix(namespace)
        return super().name(node)

    @property
    def symbolic(self) -> bool:
        """Whether the computation at hand gets its functions by a parameter, and may be one of symbols."""
        frame = self._frames[-1]
        return frame.namespace is not None and frame.namespace == frame.modules

    def may_be_written(self, node: cst.CSTNode) -> bool:
        """Whether an expression is an array, and whoever gets hold of it from here may write into arrays."""
        if self.symbolic or not self._writing or self.flow.value(node).kind not in ("array", "mixed"):
            return False
        return self._frames[-1].node in self._writing or is_returned(node, self.tree)

    def modules(self) -> dict[str, cst.BaseExpression]:
        base = self._frames[-1].modules or self.alias
        return {short: cst.parse_expression(f"{base}.{short}") for short in ("np", "npx")}

    def _array(self, node: cst.CSTNode) -> bool:
        return self.flow.value(node).is_array

    def _not_array(self, node: cst.CSTNode) -> bool:
        return self.flow.value(node).kind in ("other", "number", "list")

    # expressions

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        result = self._call(original_node, updated_node)
        if result is updated_node:
            return self._with_axis(original_node, self.elements_of_arguments(original_node, updated_node))
        return self._with_axis(original_node, result)

    def _call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        name = self.name(original_node.func)
        if name is not None:
            reason = _limits.call(name, original_node)
            if reason:
                self.block(reason)
            if name.startswith("mx.ndarray."):
                return self._done(original_node, updated_node, self._function(name[11:], original_node, updated_node))
            if name in ("mx.random.uniform", "mx.random.normal", "mx.random.randn", "mx.random.randint"):
                return self._done(original_node, updated_node, self._function(name[3:], original_node, updated_node))
            return updated_node
        named = self.by_name(original_node)
        if named is not None:
            return self._done(original_node, updated_node, named)
        if isinstance(original_node.func, cst.Attribute) and self.full_name(original_node.func) is None:
            return self._done(original_node, updated_node, self._method(original_node, updated_node))
        return updated_node

    def _done(self, original: cst.Call, updated: cst.Call, new: cst.BaseExpression | None) -> cst.BaseExpression:
        if new is None:
            return updated
        self.places += 1
        parent = self.parent(original)
        if isinstance(new, cst.BinaryOperation) and isinstance(
            parent, (cst.BinaryOperation, cst.UnaryOperation, cst.Attribute, cst.Subscript, cst.Call, cst.Comparison, cst.Await)
        ) and not (isinstance(parent, cst.Call) and parent.func is not original):  # fmt: skip
            new = _twins.atom(new)
        return new.with_changes(lpar=[*updated.lpar, *new.lpar], rpar=[*new.rpar, *updated.rpar])

    def _function(self, key: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        for prefix, short in (("np.", "np"), ("npx.", "npx")):
            if key.startswith(prefix):
                return self._own_style(short, key.removeprefix(prefix), updated)
        args = list(updated.args)
        special = {
            "array": self.make_array, "reshape": self.reshape_function, "Reshape": self.reshape_function,
            "slice_axis": self.slice_axis, "add_n": self.sum_up, "ElementWiseSum": self.sum_up, "dot": self.dot,
            "where": self.where, **dict.fromkeys(COMPARISONS, self.compare),
        }.get(key)  # fmt: skip
        if key in ("maximum", "minimum", "power", *COMPARISONS) and all(
            self.flow.value(arg.value).kind == "number" for arg in original.args
        ):
            return None  # of numbers they give numbers
        if self._differs(key, original):
            if key in ("broadcast_div", "elemwise_div", "divide") and len(args) == 2:
                return self._quotient((original.args[0].value, original.args[1].value), [arg.value for arg in args])
            return self._bridged(key, original, updated)
        result = special(args, original) if special else None
        row = _twins.rows().get(key)
        if (
            result is None
            and row is not None
            and key not in ("dot", "where")
            and not (key in ("split", "SliceChannel") and one_part(args))
        ):
            values = _twins.bound(row, args)
            if values is not None:
                result = _twins.filled(row, values, self.modules())
        return result if result is not None else self._bridged(key, original, updated)

    def _differs(self, key: str, original: cst.Call) -> bool:
        """Whether the twin of a function gives something else for arrays of such types, or may do so."""
        types = _differences.types(key)
        given = [arg.value for arg in original.args]
        if isinstance(original.func, cst.Attribute) and self.name(original.func) is None:
            given.append(original.func.value)
        if key == "diag":  # of three and more axes mx.nd takes the first two
            return not any(self.flow.value(one).rank in (1, 2) for one in given)
        if not types:
            return False
        found = [self.flow.dtype(value) for value in map(self.flow.value, given) if value.is_array]
        return bool(found) and "float32" not in found and any(one is None or one in types for one in found)

    def _with_axis(self, original: cst.Call, node: cst.BaseExpression) -> cst.BaseExpression:
        """The call, with the axis that it has in mx.nd where that matters."""
        name, func = self.name(original.func), original.func
        bridged = isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "as_np_ndarray"
        if bridged or self.is_classic(node):
            return node
        if name is not None:
            key = name.removeprefix("mx.ndarray.") if name.startswith("mx.ndarray.") else None
        else:
            key = func.attr.value if isinstance(func, cst.Attribute) and self.full_name(func) is None else None
        if not isinstance(func, cst.Attribute) and name is None or not _axes.introduces(key):
            return node
        value = self.flow.value(original)
        if not value.is_array and name is None and (key in _BOTH or key in ("norm", "squeeze")):
            receiver = self.flow.value(cast(cst.Attribute, func).value)
            told = bool(original.args) and receiver.kind == "?"  # with an axis there is mostly another
            if receiver.kind in ("?", "mixed") and not told and not self.symbolic and self.bare.matters(original):
                return self._helped(node)
        if value.is_array and value.bare and self.bare.matters(original):
            return self._axis_of(value, node)
        return node

    def _axis_of(self, value: _arrays.Value, node: cst.BaseExpression, view: bool = False) -> cst.BaseExpression:
        if value.rank == 1:
            self.places += 1
            return _axes.with_axis(node, view)
        return node if self.symbolic else self._helped(node)

    def _helped(self, node: cst.BaseExpression) -> cst.BaseExpression:
        self.places += 1
        self.helper_used = True
        return cst.Call(cst.Name(self.helper), [cst.Arg(node.with_changes(lpar=[], rpar=[]))])

    def _own_style(self, short: str, rest: str, updated: cst.Call) -> cst.BaseExpression | None:
        """`F.np.x` where the namespace goes."""
        if self._frames[-1].modules == self._frames[-1].namespace:
            return None
        return updated.with_changes(func=cst.parse_expression(f"{self.alias}.{short}.{rest}"))

    def _bridged(self, key: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """The same function of mx.nd between arrays of the two kinds."""
        key = f"broadcast_{key}" if key.startswith("logical_") and key != "logical_not" else key
        inputs = _limits.inputs(key)
        if inputs is None:
            return self.of_mx_nd(key, original, updated)
        given = [arg.value for arg in original.args]
        if len(updated.args) > len(given):  # a method
            given.insert(0, cast(cst.Attribute, original.func).value)
        new: list[cst.Arg] = []
        for i, arg in enumerate(updated.args):
            name = arg.keyword.value if arg.keyword else inputs[i] if i < len(inputs) else None
            if arg.star or name in ("out", None) and arg.keyword:
                return self.of_mx_nd(key, original, updated)
            if name in inputs:
                kind = self.flow.value(given[i]).kind
                number = kind in ("number", "mixed", "other", "?") if key in _OF_NUMBERS else kind == "number"
                if isinstance(arg.value, (cst.BaseNumber, cst.UnaryOperation)) or number and not self.symbolic:
                    return self.of_mx_nd(key, original, updated)
                if not (isinstance(arg.value, cst.Name) and arg.value.value == "None"):
                    arg = arg.with_changes(value=called(arg.value, "as_nd_ndarray"))
            new.append(arg)
        frame = self._frames[-1]
        goes = frame.namespace is not None and frame.namespace != frame.modules
        if goes or not isinstance(updated.func, (cst.Attribute, cst.Call)):
            updated = updated.with_changes(func=cst.parse_expression(f"{self.alias}.nd.{key}"))
        elif isinstance(updated.func, cst.Attribute) and self.name(original.func) is None:  # a method
            base = frame.namespace if frame.namespace is not None else f"{self.alias}.nd"
            updated = updated.with_changes(func=cst.parse_expression(f"{base}.{key}"))
        return called(updated.with_changes(args=new, lpar=[], rpar=[]), "as_np_ndarray")

    # methods

    def _method(self, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        func = cast(cst.Attribute, original.func)
        name, receiver = func.attr.value, func.value
        new_receiver = cast(cst.Attribute, updated.func).value
        args = list(updated.args)
        if isinstance(receiver, cst.Name) and (receiver.value in ("self", "super") or self.full_name(receiver)):
            return None
        if name == "asscalar" and not args:
            return updated.with_changes(func=cst.Attribute(new_receiver, cst.Name("item")))
        if name in ("save_params", "load_params") and args:  # they know arrays of mx.nd alone
            return updated.with_changes(func=cst.Attribute(new_receiver, cst.Name(name[:5] + "parameters")))
        if name == "as_in_context":
            return updated.with_changes(func=cst.Attribute(new_receiver, cst.Name("as_in_ctx")))
        if name == "astype" and len(args) == 2 and args[1].keyword is None and self._array(receiver):
            return updated.with_changes(args=[args[0], args[1].with_changes(keyword=cst.Name("copy"), equal=_EQUAL)])
        if name == "reshape":
            return None if self._not_array(receiver) else self.reshape_method(new_receiver, args, original, updated)
        if any(arg.keyword and arg.keyword.value == "exclude" for arg in args):
            bridge = called(new_receiver, "as_nd_ndarray")
            return called(updated.with_changes(func=cst.Attribute(bridge, cst.Name(name)), lpar=[], rpar=[]), "as_np_ndarray")
        only = name in _arrays.ONLY_ARRAYS or name in _ELEMENTWISE and not args
        if _differences.only_classic(name) and self._array(receiver):
            only = True
        if not only and name not in _SHARED:
            kind = self.flow.value(receiver).kind
            own = _differences.only_classic(name) and (kind == "mixed" or kind == "?" and name not in _OF_OTHERS)
            return self.classic_method(name, updated) if own else None
        if self._not_array(receiver):
            return None
        if not only and not self._array(receiver) and not self._is_array_after(original):
            return self._unclear(name, original, updated)
        alike = sum(arg.keyword is None for arg in args) <= _differences.positional(name)
        if name in _BOTH and alike and not self._differs(name, original):
            return None
        if name in ("argmax", "argmin", "argsort") and self._has_method_after(original, "astype"):
            return None
        result = self._function(name, original, updated.with_changes(args=[cst.Arg(new_receiver), *args], lpar=[], rpar=[]))
        return result

    def _is_array_after(self, node: cst.CSTNode) -> bool:
        """Whether a result has a method that only mx arrays have."""
        parent = self.parent(node)
        return isinstance(parent, cst.Attribute) and parent.attr.value in _arrays.ONLY_ARRAYS

    def _has_method_after(self, node: cst.CSTNode, name: str) -> bool:
        parent = self.parent(node)
        return isinstance(parent, cst.Attribute) and parent.attr.value == name

    def _unclear(self, name: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """A method of an object that may be an mx array, one of NumPy's, or something else."""
        keywords = {arg.keyword.value for arg in original.args if arg.keyword}
        if name in ("argmax", "argmin") and isinstance(self.parent(original), (cst.Comparison, cst.BinaryOperation)):
            return called(updated.with_changes(lpar=[], rpar=[]), "astype", '"float32"')
        arrays_only = _KEYWORDS.get(name, set())
        if keywords & arrays_only:
            return self._function(
                name, original, updated.with_changes(args=[cst.Arg(cast(cst.Attribute, updated.func).value), *updated.args])
            )
        whole = name == "mean" and self.facts.odd_types
        if _differs_for_arrays(name, original, keywords) or whole and self.may_be_array(cast(cst.Attribute, original.func).value):
            result = self.classic_method(name, updated)
            if result is None:
                self.block(f"whether .{name}() is called on an array of mx.nd is not clear here; write F.{name}(...)")
            return result
        return None

    def leave_Comparison(self, original_node: cst.Comparison, updated_node: cst.Comparison) -> cst.BaseExpression:
        """Comparisons give float32 in mx.nd and bool in mx.np."""
        unknown = not self._array(original_node) and self.may_compare_arrays(original_node)
        if len(original_node.comparisons) != 1 or not self._array(original_node) and not unknown:
            return updated_node
        operator = original_node.comparisons[0].operator
        if isinstance(operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
            return updated_node
        parent = self.parent(original_node)
        if isinstance(parent, (cst.If, cst.While, cst.Assert, cst.BooleanOperation, cst.IfExp, cst.CompIf)):
            return updated_node
        if isinstance(parent, cst.UnaryOperation) and isinstance(parent.operator, cst.Not):
            return updated_node
        if self._has_method_after(original_node, "astype") or unknown and self._has_method_after(original_node, "mean"):
            return updated_node
        self.places += 1
        if unknown:
            text = cst.Module([]).code_for_node(operator.with_changes(whitespace_before=_NOTHING, whitespace_after=_NOTHING))
            return self.classic_operation(text, [updated_node.left, updated_node.comparisons[0].comparator])
        sides = (original_node.left, original_node.comparisons[0].comparator)
        return called(_twins.atom(updated_node), "astype", self.type_of(*sides))

    def _may_be_whole(self, *sides: cst.CSTNode) -> bool:
        """Whether among expressions there are arrays of whole numbers, or of a type that is not known."""
        found = [self.flow.dtype(value) for value in map(self.flow.value, sides) if value.is_array]
        return bool(found) and not any(one is not None and one.startswith("float") for one in found)

    def _quotient(self, originals: tuple[cst.CSTNode, cst.CSTNode], sides: list[cst.BaseExpression]) -> cst.BaseExpression | None:
        """A division as mx.nd does it, which keeps the type of whole numbers."""
        kinds = [self.flow.value(one).kind for one in originals]
        if all(kind in ("array", "number") for kind in kinds):
            new = [called(one, "as_nd_ndarray") if kind == "array" else _twins.atom(one) for one, kind in zip(sides, kinds)]
            return called(cst.BinaryOperation(new[0], cst.Divide(), new[1]), "as_np_ndarray")
        array = originals[kinds.index("array")]
        if self.symbolic:
            return None
        if dotted(array) is None:
            return self.classic_operation("/", sides)
        whole = cst.BinaryOperation(_twins.atom(sides[0]), cst.Divide(), _twins.atom(sides[1]))
        return called(whole, "astype", f"{dotted(array)}.dtype")

    def leave_BinaryOperation(self, original_node: cst.BinaryOperation, updated_node: cst.BinaryOperation) -> cst.BaseExpression:
        sides = (original_node.left, original_node.right)
        if not isinstance(original_node.operator, cst.Divide):
            return updated_node
        kinds = {self.flow.value(side).kind for side in sides}
        if self.facts.odd_types and not self.symbolic and {"?", "mixed"} & kinds and kinds <= {"?", "mixed", "number"}:
            self.places += 1
            return self.classic_operation("/", [updated_node.left, updated_node.right])
        if not self._may_be_whole(*sides):
            return updated_node
        new = self._quotient(sides, [updated_node.left, updated_node.right])
        if new is None:
            return updated_node
        self.places += 1
        return new.with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)

    def leave_AugAssign(self, original_node: cst.AugAssign, updated_node: cst.AugAssign) -> cst.BaseSmallStatement:
        sides = (original_node.target, original_node.value)
        if not isinstance(original_node.operator, cst.DivideAssign) or not self._may_be_whole(*sides):
            return updated_node
        target = cast(cst.BaseExpression, updated_node.target)
        new = self._quotient(sides, [target, updated_node.value]) if self._array(original_node.target) else None
        if new is None:
            return updated_node
        self.places += 1
        whole = cst.Subscript(target, [cst.SubscriptElement(cst.Slice(None, None))]) if isinstance(target, cst.Name) else target
        return cst.Assign([cst.AssignTarget(cast(cst.BaseAssignTargetExpression, whole))], new, semicolon=updated_node.semicolon)

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        parent = self.parent(original_node)
        if isinstance(parent, (cst.AssignTarget, cst.Del, cst.AnnAssign)) or (
            isinstance(parent, cst.AugAssign) and parent.target is original_node
        ):
            return updated_node
        if self._of_batch(original_node):
            self.places += 1
            return called(updated_node, "as_np_ndarray")
        value = self.flow.value(original_node)
        if self._array(original_node.value) and value.bare and self.bare.matters(original_node):
            return self._axis_of(value, updated_node, self.may_be_written(original_node))
        if self._is_number_of(original_node) and not self.symbolic and self.bare.matters(original_node):
            return self._helped(updated_node)
        return updated_node

    def _is_number_of(self, node: cst.Subscript) -> bool:
        """Whether an index takes a number of what may be an mx array: by two numbers, or of what is an array in some cases."""
        kind = self.flow.value(node.value).kind
        numbers = [isinstance(one.slice, cst.Index) and number(one.slice.value) is not None for one in node.slice]
        return all(numbers) and (kind == "mixed" or kind == "?" and len(numbers) > 1)

    def _of_batch(self, node: cst.Subscript) -> bool:
        """Whether it is `batch.data[0]` of a batch of mx.io, whose arrays are never mx.np's."""
        value, index = node.value, node.slice[0].slice
        if not isinstance(value, cst.Attribute) or value.attr.value not in ("data", "label"):
            return False
        if not isinstance(value.value, cst.Name) or len(node.slice) != 1 or not isinstance(index, cst.Index):
            return False
        return number(index.value) is not None and not self._has_method_after(node, "shape")


def _differs_for_arrays(name: str, call: cst.Call, keywords: set[str]) -> bool:
    """Whether a method that is called so gives something else for arrays of mx.np than for those of mx.nd, or is not there."""
    plain = sum(arg.keyword is None for arg in call.args)
    if name in _BOTH:
        return plain > _differences.positional(name)
    if name in ("argsort", "argmax", "argmin"):
        return not keywords - {"axis"}
    if name == "split":
        return bool(call.args) and isinstance(call.args[0].value, cst.Integer)
    return name in ("flip", "tile") or len(call.args) == {"flatten": 0, "round": 0, "take": 1}.get(name)


def _is_docstring(statement: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    first = statement.body[0]
    return isinstance(first, cst.Expr) and isinstance(first.value, (cst.SimpleString, cst.ConcatenatedString))
