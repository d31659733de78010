"""The stage `numpy`: programs on `mx.nd` become programs on `mx.np` and `mx.npx`.

`mx.npx.set_np()` changes what arrays all of Gluon returns, so that a file is rewritten as a whole or not at all: where
anything in it has no counterpart, it gets comments only.
"""

from __future__ import annotations

from typing import Any, cast

import libcst as cst
from libcst import metadata

from . import Outcome, _arrays, _limits, _twins
from ._blocks import Facts
from ._source import Codemod, dotted, header_end, run

#: codes of a shape: what NDArray.reshape reads, and what npx.reshape reads
_CODES = {0: -2, -1: -1, -2: -4, -3: -5, -4: -6}
_AS_FLOAT = 'astype("float32")'
#: methods that mx.np.ndarray has as well, with other results or other names of arguments
_SHARED = frozenset(
    "flatten argmax argmin argsort sort take clip swapaxes transpose sum mean max min prod tile split flip round".split()
)
#: methods that arrays of both kinds have
_BOTH = frozenset("sum mean max min prod as_np_ndarray as_nd_ndarray asnumpy attach_grad wait_to_read as_in_ctx copyto".split())
#: methods of NDArray without arguments, which other objects may have with some
_ELEMENTWISE = frozenset(
    "abs sign square sqrt cbrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh floor ceil trunc relu "
    "sigmoid norm".split()
)


def stage(module: cst.Module) -> Outcome:
    """Rewrite a module."""
    facts = Facts()
    run(facts, module)
    if not facts.root or facts.numpy_style:
        return Outcome(module, 0)
    codemod = _Numpy(facts)
    result = run(codemod, module)
    if codemod.blockers:
        marker = _Marker(codemod.blockers)
        return Outcome(run(marker, module), 0)
    return Outcome(_with_set_np(result, facts, codemod.alias), codemod.places + 1)


def _with_set_np(module: cst.Module, facts: Facts, alias: str) -> cst.Module:
    body = list(module.body)
    new = [cst.parse_statement(f"\n{alias}.npx.set_np()\n")]
    if facts.alias is None:
        new.insert(0, cst.parse_statement(f"import {facts.root} as {alias}\n"))
    at = header_end(body)
    return module.with_changes(body=[*body[:at], *new, *body[at:]])


class _Marker(Codemod):
    """Puts comments above the statements that begin at given positions."""

    def __init__(self, texts: dict[tuple[int, int], list[str]]) -> None:
        super().__init__()
        self.texts = texts

    def on_visit(self, node: cst.CSTNode) -> bool:
        result = super().on_visit(node)
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            for text in self.texts.get(_position(self, node), ()):
                self.mark(text)
        return result


def _position(codemod: Codemod, node: cst.CSTNode) -> tuple[int, int]:
    start = cast(Any, codemod.get_metadata(metadata.PositionProvider, node)).start
    return start.line, start.column


class _Frame:
    """A function that is being rewritten."""

    def __init__(self, reader: _arrays.Reader, namespace: str | None, modules: str | None) -> None:
        self.reader = reader
        self.namespace = namespace  #: the parameter that stands for mx.nd or mx.sym
        self.modules = modules  #: what `np` and `npx` are attributes of inside it


class _Numpy(Codemod):
    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self.alias = facts.alias or ("mx" if "mx" not in facts.names else facts.root)
        self.forward_classes = facts.forward_classes()
        self.blockers: dict[tuple[int, int], list[str]] = {}
        self._statements: list[cst.CSTNode] = []
        self._frames: list[_Frame] = []
        self._classes: list[str] = []

    # what stands in the way

    def block(self, text: str) -> None:
        """Say above the statement at hand why the file stays as it is."""
        texts = self.blockers.setdefault(_position(self, self._statements[-1]), [])
        text += "; this file stays on mx.nd until that is changed"
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
        self._frames.append(_Frame(self._read(node, _arrays.Kinds(), False), None, None))

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._classes.append(node.name.value)
        for base in self.facts.classes[node.name.value].bases:
            reason = _limits.base_class(base)
            if reason:
                self.block(reason)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        self._classes.pop()
        return updated_node

    def _read(self, node: cst.CSTNode, kinds: _arrays.Kinds, block: bool) -> _arrays.Reader:
        return _arrays.read(node, kinds, self.name, self.full_name, set(self.facts.classes), block)

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        above = self._frames[-1]
        in_block = node.name.value in ("forward", "hybrid_forward") and bool(self._classes)
        kinds = _arrays.Kinds(above.reader.kinds)
        kinds.in_block = above.reader.kinds.in_block
        namespace, modules = above.namespace, above.modules
        names = [param.name.value for param in node.params.params]
        if in_block and node.name.value == "hybrid_forward" and len(names) > 1:
            namespace = names[1]
            modules = self.alias if self._classes[-1] in self.forward_classes else namespace
        elif "F" in names:
            namespace = modules = "F"
        self._frames.append(_Frame(above.reader, namespace, modules))
        self._frames[-1].reader = self._read(node, kinds, in_block)

    def visit_Lambda(self, node: cst.Lambda) -> None:
        above = self._frames[-1]
        names = [param.name.value for param in node.params.params]
        frame = _Frame(above.reader, above.namespace, above.modules)
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
        namespace = self._frames[-1].namespace if self._frames else None
        if namespace is not None and plain is not None and plain.partition(".")[0] == namespace:
            return "mx.ndarray" + plain.removeprefix(namespace)
        return super().name(node)

    def _modules(self) -> dict[str, cst.BaseExpression]:
        base = self._frames[-1].modules or self.alias
        return {short: cst.parse_expression(f"{base}.{short}") for short in ("np", "npx")}

    def _array(self, node: cst.CSTNode) -> bool:
        return _arrays.is_array(self._frames[-1].reader, node)

    def _not_array(self, node: cst.CSTNode) -> bool:
        return _arrays.is_numpy(self._frames[-1].reader, node)

    # expressions

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
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
            "array": self._make_array, "reshape": self._reshape_function, "Reshape": self._reshape_function,
            "slice_axis": self._slice_axis, "add_n": self._sum_up, "ElementWiseSum": self._sum_up, "dot": self._dot,
            "concat": self._concat,
        }.get(key)  # fmt: skip
        result = special(args, original) if special else None
        row = _twins.rows().get(key)
        if result is None and row is not None and not (key in ("split", "SliceChannel") and _one_part(args)):
            values = _twins.bound(row, args)
            if values is not None:
                result = _twins.filled(row, values, self._modules())
        return result if result is not None else self._bridged(key, original, updated)

    def _own_style(self, short: str, rest: str, updated: cst.Call) -> cst.BaseExpression | None:
        """`F.np.x` where the namespace goes."""
        if self._frames[-1].modules == self._frames[-1].namespace:
            return None
        return updated.with_changes(func=cst.parse_expression(f"{self.alias}.{short}.{rest}"))

    def _bridged(self, key: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """The same function of mx.nd between arrays of the two kinds."""
        inputs = _limits.inputs(key)
        if inputs is None:
            self.block(f"mx.nd.{key} has no counterpart in mx.np or mx.npx")
            return None
        new: list[cst.Arg] = []
        for i, arg in enumerate(updated.args):
            name = arg.keyword.value if arg.keyword else inputs[i] if i < len(inputs) else None
            if arg.star or name in ("out", None) and arg.keyword:
                self.block(f"mx.nd.{key} has no counterpart in mx.np or mx.npx for such arguments")
                return None
            if name in inputs:
                if isinstance(arg.value, (cst.BaseNumber, cst.UnaryOperation)):
                    self.block(f"mx.nd.{key} has no counterpart in mx.np or mx.npx for a number")
                    return None
                if not (isinstance(arg.value, cst.Name) and arg.value.value == "None"):
                    arg = arg.with_changes(value=_called(arg.value, "as_nd_ndarray"))
            new.append(arg)
        frame = self._frames[-1]
        if frame.namespace is not None and frame.namespace != frame.modules or isinstance(updated.func, cst.Attribute) is False:
            updated = updated.with_changes(func=cst.parse_expression(f"{self.alias}.nd.{key}"))
        elif isinstance(updated.func, cst.Attribute) and self.name(original.func) is None:  # a method
            base = frame.namespace if frame.namespace is not None else f"{self.alias}.nd"
            updated = updated.with_changes(func=cst.parse_expression(f"{base}.{key}"))
        return _called(updated.with_changes(args=new, lpar=[], rpar=[]), "as_np_ndarray")

    def _make_array(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        row = _twins.Row(
            tuple(map(_twins._parameter, ("source_array", "ctx=...", "dtype=..."))),
            "np.array(source_array, dtype=dtype, ctx=ctx)",
        )
        values = _twins.bound(row, args)
        if values is None or not original.args:
            return None
        source = original.args[0].value
        literal = isinstance(source, (cst.List, cst.Tuple, cst.BaseNumber, cst.UnaryOperation, cst.ListComp))
        if "dtype" not in values and not literal and not self._array(source):
            # mx.np.array keeps the type of NumPy's arrays, mx.nd.array makes float32 of all.
            values["dtype"] = cst.SimpleString('"float32"')
        return _twins.filled(row, values, self._modules())

    def _reshape_function(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        row = _twins.Row(
            tuple(map(_twins._parameter, ("data", "shape", "reverse=..."))), "npx.reshape(data, shape, reverse=reverse)"
        )
        values = _twins.bound(row, args)
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
        if "reverse" not in values and not any(_value(one) in (0, -2, -3, -4) for one in codes):
            return _twins.filled(
                _twins.Row(row.parameters, "np.reshape(data, shape)"), {"data": values["data"], "shape": shape}, self._modules()
            )
        return _twins.filled(row, {**values, "shape": new}, self._modules())

    def _slice_axis(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        row = _twins.Row(tuple(map(_twins._parameter, ("data", "axis", "begin", "end"))), "data")
        values = _twins.bound(row, args)
        frame = self._frames[-1]
        if values is None or (frame.namespace is not None and frame.namespace == frame.modules):
            return None
        data, axis, begin, end = (cast(cst.BaseExpression, values[name]) for name in ("data", "axis", "begin", "end"))
        number = _value(axis)
        if number is None or not -1 <= number <= 3:
            return None
        colon = cst.SubscriptElement(cst.Slice(None, None))
        first = [cst.SubscriptElement(cst.Index(cst.Ellipsis()))] if number == -1 else [colon] * number
        lower, upper = (None if isinstance(one, cst.Name) and one.value == "None" else one for one in (begin, end))
        return cst.Subscript(_twins.atom(data), [*first, cst.SubscriptElement(cst.Slice(lower, upper))])

    def _sum_up(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        if not args or any(arg.star or arg.keyword for arg in args):
            return None
        total = _twins.atom(args[0].value)
        for arg in args[1:]:
            total = cst.BinaryOperation(total, cst.Add(), _twins.atom(arg.value))
        return total

    def _concat(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        """Of numbers, which have one axis in mx.nd and none in mx.np; None where it is of arrays."""
        numbers = [_is_number(arg.value) for arg in original.args if arg.keyword is None]
        if not any(numbers):
            return None
        options = {arg.keyword.value: arg.value for arg in original.args if arg.keyword}
        if all(numbers) and options.keys() == {"dim"} and _value(options["dim"]) == 0:
            row = _twins.Row((_twins._parameter("*data"), _twins._parameter("dim")), "np.stack([*data], axis=dim)")
            values = _twins.bound(row, args)
            return None if values is None else _twins.filled(row, values, self._modules())
        self.block("what is reduced to one number has no axis in mx.np; join numbers with mx.nd.stack")
        return None

    def _dot(self, args: list[cst.Arg], original: cst.Call) -> cst.BaseExpression | None:
        row = _twins.Row(
            tuple(map(_twins._parameter, ("lhs", "rhs", "transpose_a=False", "transpose_b=False"))), "np.dot(lhs, rhs)"
        )
        values = _twins.bound(row, args)
        if values is None:
            return None
        for side, option in (("lhs", "transpose_a"), ("rhs", "transpose_b")):
            said = values.pop(option)
            if not isinstance(said, cst.Name) or said.value not in ("True", "False"):
                return None
            if said.value == "True":
                values[side] = cst.Attribute(_twins.atom(cast(cst.BaseExpression, values[side])), cst.Name("T"))
        return _twins.filled(row, values, self._modules())

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
        if name == "as_in_context":
            return updated.with_changes(func=cst.Attribute(new_receiver, cst.Name("as_in_ctx")))
        if name == "reshape":
            return self._reshape_method(new_receiver, args, updated)
        if any(arg.keyword and arg.keyword.value == "exclude" for arg in args):
            bridge = _called(new_receiver, "as_nd_ndarray")
            return _called(updated.with_changes(func=cst.Attribute(bridge, cst.Name(name)), lpar=[], rpar=[]), "as_np_ndarray")
        only = name in _arrays.ONLY_ARRAYS or name in _ELEMENTWISE and not args
        if name in ("norm", "flip", "tile", "split", "round", "square", "relu", "sigmoid") and self._array(receiver):
            only = True
        if not only and name not in _SHARED:
            return None
        if self._not_array(receiver):
            return None
        if not only and not self._array(receiver):
            return self._unclear(name, original, updated)
        if name in _BOTH:
            return None
        if name in ("argmax", "argmin", "argsort") and self._has_method_after(original, "astype"):
            return None
        result = self._function(name, original, updated.with_changes(args=[cst.Arg(new_receiver), *args], lpar=[], rpar=[]))
        return result

    def _has_method_after(self, node: cst.CSTNode, name: str) -> bool:
        parent = self.parent(node)
        return isinstance(parent, cst.Attribute) and parent.attr.value == name

    def _unclear(self, name: str, original: cst.Call, updated: cst.Call) -> cst.BaseExpression | None:
        """A method of an object that may be an mx array, one of NumPy's, or something else."""
        keywords = {arg.keyword.value for arg in original.args if arg.keyword}
        if name in ("argmax", "argmin") and isinstance(self.parent(original), (cst.Comparison, cst.BinaryOperation)):
            return _called(updated.with_changes(lpar=[], rpar=[]), "astype", '"float32"')
        arrays_only = {"clip": {"a_min", "a_max"}, "swapaxes": {"dim1", "dim2"}, "split": {"num_outputs"}}.get(name, set())
        if keywords & arrays_only:
            return self._function(
                name, original, updated.with_changes(args=[cst.Arg(cast(cst.Attribute, updated.func).value), *updated.args])
            )
        if name == "flatten" and not original.args or name in ("argsort", "argmax", "argmin") and not keywords - {"axis"}:
            if not self._has_method_after(original, "asnumpy") or name == "flatten":
                self.block(
                    f"whether .{name}() is called on an mx array or on one of NumPy's is not clear, and mx.np's gives "
                    f"something else; write mx.nd.{name}(...) for an mx array"
                )
        return None

    def _reshape_method(self, receiver: cst.BaseExpression, args: list[cst.Arg], updated: cst.Call) -> cst.BaseExpression | None:
        if any(arg.star for arg in args):
            return None
        keywords = {arg.keyword.value: arg.value for arg in args if arg.keyword}
        if keywords.keys() - {"shape", "reverse"}:
            return None
        shape = keywords.get("shape") or (args[0].value if args and args[0].keyword is None else None)
        several = sum(arg.keyword is None for arg in args) > 1
        codes = [arg.value for arg in args if arg.keyword is None] if several else _shape(shape) if shape is not None else None
        if codes is None:
            return updated.with_changes(args=[cst.Arg(shape)]) if shape is not None and "shape" in keywords else None
        if not any(_value(one) in (0, -2, -3, -4) for one in codes) and "reverse" not in keywords:
            return updated.with_changes(args=[cst.Arg(shape)]) if shape is not None and "shape" in keywords else None
        new = _recoded(codes)
        if new is None:
            self.block("this shape has codes that npx.reshape has not")
            return None
        row = _twins.Row(
            tuple(map(_twins._parameter, ("data", "shape", "reverse=..."))), "npx.reshape(data, shape, reverse=reverse)"
        )
        values: dict[str, Any] = {"data": receiver, "shape": new}
        if "reverse" in keywords:
            values["reverse"] = keywords["reverse"]
        return _twins.filled(row, values, self._modules())

    # names that are not called

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
            row = _twins.rows().get(key)
            if row is not None and len(row.parameters) == 1 and row.template.endswith("(data)"):
                self.places += 1
                return _twins.filled(_twins.Row((), row.template.removesuffix("(data)")), {}, self._modules())
            self.block(f"mx.nd{'.' + key if key else ''} is handed on here as it is, and what is done with it is not known")
        return updated

    def _own(self, name: str) -> bool:
        return name.startswith(("mx.ndarray.np.", "mx.ndarray.npx.", "mx.ndarray.__"))

    def leave_Comparison(self, original_node: cst.Comparison, updated_node: cst.Comparison) -> cst.BaseExpression:
        """Comparisons give float32 in mx.nd and bool in mx.np."""
        if len(original_node.comparisons) != 1 or not self._array(original_node):
            return updated_node
        operator = original_node.comparisons[0].operator
        if isinstance(operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
            return updated_node
        parent = self.parent(original_node)
        if isinstance(parent, (cst.If, cst.While, cst.Assert, cst.BooleanOperation, cst.IfExp)):
            return updated_node
        if self._has_method_after(original_node, "astype"):
            return updated_node
        self.places += 1
        return _called(_twins.atom(updated_node), "astype", '"float32"')

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        """`batch.data[0]` of a batch of mx.io, whose arrays are never mx.np's."""
        value = original_node.value
        if (
            not isinstance(value, cst.Attribute)
            or value.attr.value not in ("data", "label")
            or not isinstance(value.value, cst.Name)
        ):
            return updated_node
        index = original_node.slice[0].slice
        if len(original_node.slice) != 1 or not isinstance(index, cst.Index) or _value(index.value) is None:
            return updated_node
        if isinstance(self.parent(original_node), (cst.AssignTarget, cst.Del)) or self._has_method_after(original_node, "shape"):
            return updated_node
        self.places += 1
        return _called(updated_node, "as_np_ndarray")


def _is_number(node: cst.CSTNode) -> bool:
    """Whether an expression is a reduction over all elements, or computed from one and numbers."""
    if isinstance(node, cst.BinaryOperation):
        sides = (node.left, node.right)
        return any(map(_is_number, sides)) and all(_is_number(one) or isinstance(one, cst.BaseNumber) for one in sides)
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute) or node.args:
        return False
    return node.func.attr.value in ("sum", "mean", "max", "min", "prod", "norm")


def _is_docstring(statement: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    first = statement.body[0]
    return isinstance(first, cst.Expr) and isinstance(first.value, (cst.SimpleString, cst.ConcatenatedString))


def _called(node: cst.BaseExpression, method: str, argument: str | None = None) -> cst.Call:
    args = [cst.Arg(cst.parse_expression(argument))] if argument else []
    return cst.Call(cst.Attribute(_twins.atom(node), cst.Name(method)), args)


def _value(node: cst.CSTNode) -> int | None:
    """The number that an expression writes out, or None."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        below = _value(node.expression)
        return None if below is None else -below
    return node.evaluated_value if isinstance(node, cst.Integer) else None


def _shape(node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The parts of a shape that is written out, or None."""
    if isinstance(node, (cst.Tuple, cst.List)):
        parts = [element.value for element in node.elements]
        return None if any(isinstance(element, cst.StarredElement) for element in node.elements) else parts
    return [node] if _value(node) is not None else None


def _recoded(parts: list[cst.BaseExpression]) -> cst.Tuple | None:
    """A shape with the codes of npx.reshape in place of NDArray.reshape's."""
    elements: list[cst.Element] = []
    for part in parts:
        number = _value(part)
        if number is None or number > 0:
            elements.append(cst.Element(part))
        elif number in _CODES:
            elements.append(cst.Element(cst.parse_expression(str(_CODES[number]))))
        else:
            return None
    if len(elements) == 1:
        elements[0] = elements[0].with_changes(comma=cst.Comma())
    return cst.Tuple(elements)


def _one_part(args: list[cst.Arg]) -> bool:
    given = [arg.value for arg in args if arg.keyword and arg.keyword.value == "num_outputs"] or [arg.value for arg in args[1:2]]
    number = _value(given[0]) if given else None
    return number is None or number < 2
