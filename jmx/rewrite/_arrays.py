"""What the expressions of a program are, as far as its source says: mx arrays with their element type and axes, or other things.

The statements are followed in their order, so that a name may stand for one thing first and for another later. What is not known
stays unknown: a rule that needs to know then chooses a form that is right for both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from . import _results
from ._blocks import BlockClass
from ._results import BLOCK, CODE, NUMBER, OTHER, UNKNOWN, Value
from ._tree import children, dotted

#: methods that only mx arrays have, among what programs have methods of
ONLY_ARRAYS = frozenset(
    "asnumpy asscalar as_in_context as_in_ctx attach_grad expand_dims wait_to_read copyto softmax log_softmax slice_axis one_hot "
    "pick topk broadcast_like zeros_like ones_like argmax_channel as_np_ndarray as_nd_ndarray broadcast_axes slice_like "
    "reshape_like nansum rsqrt".split()
)
_NUMPY_LIKE = ("numpy", "scipy", "pandas", "cv2", "matplotlib", "random", "math", "PIL", "os", "time", "json", "sys", "re")
_MADE_BY_PYTHON = frozenset(
    "sorted range len float int dict set str open max min abs round sum isinstance input print type".split()
)
_BLOCKS = (
    "mx.gluon.nn.",
    "mx.gluon.rnn.",
    "mx.gluon.loss.",
    "mx.gluon.model_zoo.vision.",
    "mx.gluon.HybridBlock",
    "mx.gluon.Block",
)
Name = Callable[[cst.CSTNode], "str | None"]


Env = dict[str, Value]
_Function = cst.FunctionDef | cst.Lambda


def joined(one: Value | None, two: Value | None) -> Value:
    """What is either of two values."""
    if one is None or two is None or one == two:
        return one or two or UNKNOWN
    if one.kind != two.kind:
        plain = {"number", "other"}
        if {one.kind, two.kind} <= plain:
            return OTHER
        return UNKNOWN if "?" in (one.kind, two.kind) else Value("mixed")
    items = (_element(one), _element(two)) if one.items and two.items else ()
    return Value(
        one.kind,
        one.dtype if one.dtype == two.dtype else None,
        one.rank if one.rank == two.rank else None,
        one.bare or two.bare,
        one.sure and two.sure,
        (joined(*items),) if items else (),
    )


def _element(value: Value) -> Value:
    """What any element of a value is, when it is looped over."""
    if value.is_array:
        rank = None if value.rank is None else max(value.rank - 1, 1)
        return value._replace(rank=rank, bare=value.rank is None or value.rank == 1)
    if value.kind == "loader":
        return Value("batch")
    if value.kind == "batch":
        return Value("array")
    if value.kind in ("number", "other", "function", "dict"):
        return OTHER
    result: Value | None = None
    for item in value.items:
        result = joined(result, item)
    return result or UNKNOWN


class _Scope:
    """A function, or the module outside of functions."""

    def __init__(self, above: _Scope | None, node: cst.CSTNode) -> None:
        self.above, self.node = above, node
        self.all: Env = {}  #: everything that a name was given anywhere in it
        self.before: Env = {}  #: the same by the round before, which knows what comes below
        self.evidence: set[str] = set()  #: unknown names with methods of arrays
        self.namespace: str | None = above.namespace if above else None
        self.cls: str | None = above.cls if above else None


@dataclass
class _Found:
    """What a round through the module has found."""

    arguments: dict[_Function, Env] = field(default_factory=dict)
    returned: dict[_Function, Value] = field(default_factory=dict)
    attributes: dict[tuple[str | None, str], Value] = field(default_factory=dict)


class Flow:
    """Follows the statements of a module. `value` then tells what an expression of it is.

    Parameters
    ----------
    name, full_name : functions that tell what a chain of names stands for
    classes : the classes of the file
    odd_types, odd_floats : whether the file names element types other than float32, and whether one is of fractions
    """

    def __init__(self, name: Name, full_name: Name, classes: dict[str, BlockClass], odd_types: bool, odd_floats: bool) -> None:
        self._mx_name, self.full_name, self.classes = name, full_name, classes
        self.odd_types, self.odd_floats = odd_types, odd_floats
        self._values: dict[cst.CSTNode, Value] = {}
        self._scopes: dict[cst.CSTNode, _Scope] = {}
        self._scope = _Scope(None, cst.Module([]))
        self._known, self._found = _Found(), _Found()  #: by the round before, and by this one
        self._scopes_before: dict[cst.CSTNode, _Scope] = {}
        self.functions: dict[str, _Function] = {}
        self.methods: dict[str, list[cst.FunctionDef]] = {}  #: of the classes of the file, by name
        self._constructors: dict[str, cst.FunctionDef] = {}
        self.written: set[cst.CSTNode] = set()  #: functions and modules that write into arrays in place

    def follow(self, module: cst.Module) -> None:
        """Read the module. Several times, as functions use what is defined below them."""
        for statement in module.body:
            if isinstance(statement, cst.FunctionDef):
                self.functions[statement.name.value] = statement
            elif isinstance(statement, cst.ClassDef):
                self._note_methods(statement)
            for part in statement.body if isinstance(statement, cst.SimpleStatementLine) else ():
                if isinstance(part, cst.Assign) and isinstance(part.value, cst.Lambda):
                    self.functions[dotted(part.targets[0].target) or "?"] = part.value
        for _ in range(5):
            self._known, self._found = self._found, _Found()
            self._scopes_before, self._scopes = self._scopes, {}
            self._values.clear()
            self._enter(module)
            self._body(module.body, {})
            self._leave()
            if self._known == self._found:
                break

    def _note_methods(self, cls: cst.ClassDef) -> None:
        for one in getattr(cls.body, "body", ()):
            if isinstance(one, cst.FunctionDef):
                self.methods.setdefault(one.name.value, []).append(one)
                if one.name.value == "__init__":
                    self._constructors[cls.name.value] = one

    def value(self, node: cst.CSTNode) -> Value:
        """What an expression gives."""
        return self._values.get(node, UNKNOWN)

    def dtype(self, value: Value) -> str | None:
        """The element type of an array; float32 where the file names no other."""
        return value.dtype or (None if self.odd_types else "float32")

    # scopes and names

    def _enter(self, node: cst.CSTNode) -> _Scope:
        if node not in self._scopes:
            made = self._scopes[node] = _Scope(self._scope if self._scope.node is not node else None, node)
            if node in self._scopes_before:
                made.before, made.evidence = self._scopes_before[node].all, self._scopes_before[node].evidence
        self._scope = self._scopes[node]
        return self._scope

    def _leave(self) -> None:
        if self._scope.above is not None:
            self._scope = self._scope.above

    def name(self, node: cst.CSTNode) -> str | None:
        """The canonical name of a chain of names, `F.relu` in a block's computation included."""
        plain = dotted(node)
        namespace = self._scope.namespace
        if namespace is not None and plain is not None and plain.partition(".")[0] == namespace:
            return "mx.ndarray" + plain.removeprefix(namespace)
        return self._mx_name(node)

    def _lookup(self, name: str, env: Env) -> Value:
        scope: _Scope | None = self._scope
        found = env.get(name)
        while found is None and scope is not None:
            scope = scope.above
            found = scope.before.get(name) or scope.all.get(name) if scope else None
        found = found or (BLOCK if name == "net" else UNKNOWN)
        if found.kind == "?" and name in self._scope.evidence:
            return Value("array", sure=False)
        return found

    def _bind(self, target: cst.CSTNode, value: Value, env: Env) -> None:
        if isinstance(target, cst.Name):
            env[target.value] = value
            self._scope.all[target.value] = joined(self._scope.all.get(target.value), value)
        elif isinstance(target, (cst.Tuple, cst.List)):
            several = len(value.items) == len(target.elements) and value.kind == "list"
            for i, element in enumerate(target.elements):
                self._bind(element.value, value.items[i] if several else _element(value), env)
        elif isinstance(target, cst.Attribute):
            place = (self._scope.cls, dotted(target) or "?")
            self._found.attributes[place] = joined(self._found.attributes.get(place), value)
        elif isinstance(target, cst.Subscript):
            self._eval(target, env)
            owner = self._eval(target.value, env)
            if owner.kind in ("array", "mixed"):
                self.written.add(self._scope.node)
            elif owner.kind in ("dict", "list"):
                self._bind(target.value, _with_item(owner, value), env)

    # statements

    def _body(self, body: Iterable[Any], env: Env) -> None:
        for statement in body:
            if isinstance(statement, cst.SimpleStatementLine):
                self._body(statement.body, env)
            else:
                self._statement(statement, env)

    def _suite(self, node: Any, env: Env) -> None:
        self._body(node.body.body, env)

    def _statement(self, node: cst.CSTNode, env: Env) -> None:
        if isinstance(node, cst.Assign):
            value = self._eval(node.value, env)
            for target in node.targets:
                self._bind(target.target, value, env)
        elif isinstance(node, cst.AnnAssign):
            if node.value is not None:
                self._bind(node.target, self._eval(node.value, env), env)
        elif isinstance(node, cst.AugAssign):
            before, value = self._eval(node.target, env), self._eval(node.value, env)
            if before.is_array:
                self.written.add(self._scope.node)
            self._bind(node.target, _results.combined(before, value), env)
        elif isinstance(node, cst.Return):
            value = self._eval(node.value, env) if node.value is not None else OTHER
            function = self._scope.node
            if isinstance(function, cst.FunctionDef):
                self._found.returned[function] = joined(self._found.returned.get(function), value)
        elif isinstance(node, cst.If):
            self._eval(node.test, env)
            other = dict(env)
            self._suite(node, env)
            if isinstance(node.orelse, cst.If):
                self._statement(node.orelse, other)
            elif node.orelse is not None:
                self._suite(node.orelse, other)
            _merge(env, other)
        elif isinstance(node, (cst.For, cst.While)):
            self._loop(node, env)
        elif isinstance(node, (cst.Try, cst.TryStar)):
            before = dict(env)
            self._suite(node, env)
            for handler in node.handlers:
                other = dict(before)
                self._suite(handler, other)
                _merge(env, other)
            for part in (node.orelse, node.finalbody):
                if part is not None:
                    self._suite(part, env)
        elif isinstance(node, cst.With):
            for item in node.items:
                value = self._eval(item.item, env)
                if item.asname is not None:
                    self._bind(item.asname.name, UNKNOWN if value.is_array else value, env)
            self._suite(node, env)
        elif isinstance(node, cst.FunctionDef):
            self._function(node)
        elif isinstance(node, cst.ClassDef):
            outer, self._scope.cls = self._scope.cls, node.name.value
            self._suite(node, {})
            self._scope.cls = outer
        else:
            for child in children(node):
                if isinstance(child, cst.BaseExpression):
                    self._eval(child, env)

    def _loop(self, node: cst.For | cst.While, env: Env) -> None:
        for _ in range(2):
            before = dict(env)
            if isinstance(node, cst.For):
                self._bind(node.target, _element(self._eval(node.iter, env)), env)
            else:
                self._eval(node.test, env)
            self._suite(node, env)
            _merge(env, before)
            if all(env[name] == value for name, value in before.items()):
                break  # else once more, with what the first round has left
        if node.orelse is not None:
            self._suite(node.orelse, env)

    def _function(self, node: cst.FunctionDef) -> None:
        cls = self._scope.cls
        scope = self._enter(node)
        scope.cls = cls
        params = [*node.params.posonly_params, *node.params.params]
        names = [param.name.value for param in params]
        env: Env = dict.fromkeys((*names, *(one.name.value for one in node.params.kwonly_params)), UNKNOWN)
        if cls is not None and node.name.value in ("forward", "hybrid_forward"):
            if node.name.value == "hybrid_forward" and len(names) > 1:
                scope.namespace = names[1]
            for name in names:
                if name not in ("self", scope.namespace):
                    held = self._known.attributes.get((cls, f"self.{name}"))
                    is_parameter = held is not None and held.kind == "parameter"
                    env[name] = Value("array", rank=held.rank if held and is_parameter else None)
        elif "F" in names:
            scope.namespace = "F"
        else:
            given = self._known.arguments.get(node, {})
            env.update({name: value for name, value in given.items() if name in env})
        for param in params:
            if param.default is not None:
                self._eval(param.default, {})
        scope.all = dict(env)
        self._suite(node, env)
        self._leave()

    # expressions

    def _eval(self, node: Any, env: Env) -> Value:
        value = self._plain(node, env)
        if node in self._values:
            value = joined(self._values[node], value)
        self._values[node] = value
        return value

    def _plain(self, node: Any, env: Env) -> Value:
        if isinstance(node, cst.Name):
            return OTHER if node.value in ("None", "True", "False") else self._lookup(node.value, env)
        if isinstance(node, cst.BaseNumber):
            return CODE if _results.number(node) == 0 else NUMBER
        if isinstance(node, (cst.BaseString, cst.FormattedString)):
            self._rest(node, env)
            return OTHER
        if isinstance(node, (cst.Tuple, cst.List, cst.Set)):
            items = [self._eval(element.value, env) for element in node.elements]
            starred = any(isinstance(element, cst.StarredElement) for element in node.elements)
            return Value("list", items=(UNKNOWN,) if starred else tuple(items))
        if isinstance(node, (cst.ListComp, cst.SetComp, cst.GeneratorExp)):
            inner = dict(env)
            self._comprehension(node.for_in, inner)
            item = self._eval(node.elt, inner)
            return Value("list", items=(item, item, item, item, item))  # of no length that is written anywhere
        if isinstance(node, cst.DictComp):
            inner = dict(env)
            self._comprehension(node.for_in, inner)
            self._eval(node.key, inner)
            return Value("dict", items=(self._eval(node.value, inner),))
        if isinstance(node, cst.Dict):
            return self._dictionary(node, env)
        if isinstance(node, cst.BinaryOperation):
            left = self._eval(node.left, env)
            return _results.combined(left, self._eval(node.right, env))
        if isinstance(node, cst.UnaryOperation):
            value = self._eval(node.expression, env)
            return NUMBER if isinstance(node.operator, cst.Not) else CODE if (_results.number(node) or 0) < -1 else value
        if isinstance(node, cst.Comparison):
            value = self._eval(node.left, env)
            for part in node.comparisons:
                value = _results.combined(value, self._eval(part.comparator, env))
                if isinstance(part.operator, (cst.Is, cst.IsNot, cst.In, cst.NotIn)):
                    value = NUMBER
            return value
        if isinstance(node, cst.BooleanOperation):
            return joined(self._eval(node.left, env), self._eval(node.right, env))
        if isinstance(node, cst.IfExp):
            self._eval(node.test, env)
            return joined(self._eval(node.body, env), self._eval(node.orelse, env))
        if isinstance(node, cst.Attribute):
            return self._attribute(node, env)
        if isinstance(node, cst.Subscript):
            return self._subscript(node, env)
        if isinstance(node, cst.Call):
            return self._call(node, env)
        if isinstance(node, cst.Lambda):
            return Value("function", items=(self._lambda(node, env),))
        if isinstance(node, cst.NamedExpr):
            value = self._eval(node.value, env)
            self._bind(node.target, value, env)
            return value
        self._rest(node, env)
        return UNKNOWN

    def _dictionary(self, node: cst.Dict, env: Env) -> Value:
        held = Value("dict")
        for element in node.elements:
            if isinstance(element, cst.DictElement):
                self._eval(element.key, env)
            value = self._eval(element.value, env)
            held = _with_item(held, value if isinstance(element, cst.DictElement) else UNKNOWN)
        return held

    def _rest(self, node: cst.CSTNode, env: Env) -> None:
        for child in children(node):
            if isinstance(child, cst.BaseExpression):
                self._eval(child, env)
            else:
                self._rest(child, env)

    def _comprehension(self, node: cst.CompFor, env: Env) -> None:
        self._bind_only(node.target, _element(self._eval(node.iter, env)), env)
        for test in node.ifs:
            self._eval(test.test, env)
        if node.inner_for_in is not None:
            self._comprehension(node.inner_for_in, env)

    def _bind_only(self, target: cst.CSTNode, value: Value, env: Env) -> None:
        """Bind names of a comprehension, which are no names of the function."""
        kept = dict(self._scope.all)
        self._bind(target, value, env)
        self._scope.all = kept

    def _lambda(self, node: cst.Lambda, env: Env) -> Value:
        names = [param.name.value for param in node.params.params]
        outer, inner = self._scope.namespace, dict(env)
        inner.update(dict.fromkeys(names, UNKNOWN))
        if names[:1] == ["F"]:
            self._scope.namespace = "F"
            inner.update(dict.fromkeys(names[1:], Value("array")))
        inner.update(self._known.arguments.get(node, {}))
        value = self._found.returned[node] = self._eval(node.body, inner)
        self._scope.namespace = outer
        return value

    def _attribute(self, node: cst.Attribute, env: Env) -> Value:
        if self.full_name(node) is not None:
            return UNKNOWN
        owner = self._eval(node.value, env)
        attribute = node.attr.value
        if attribute in ONLY_ARRAYS and owner.kind == "?" and isinstance(node.value, cst.Name) and self.name(node.value) is None:
            self._scope.evidence.add(node.value.value)
        if owner.is_array:
            if attribute in ("T", "grad"):
                return owner
            return NUMBER if attribute in ("size", "ndim") else Value("list", items=(NUMBER,)) if attribute == "shape" else OTHER
        if owner.kind in ("other", "number"):
            return OTHER
        place = self._scope.cls, dotted(node) or "?"
        return self._known.attributes.get(place) or self._found.attributes.get(place, UNKNOWN)

    def _subscript(self, node: cst.Subscript, env: Env) -> Value:
        self._rest_of_subscript(node, env)
        owner = self._eval(node.value, env)
        if owner.is_array:
            return _results.indexed(owner, node, self._values)
        value = node.value
        if isinstance(value, cst.Attribute) and value.attr.value in ("data", "label") and isinstance(value.value, cst.Name):
            return Value("array", sure=False)  # a batch of mx.io
        if owner.kind == "dict":
            return owner.items[0] if owner.items else UNKNOWN
        if owner.kind == "list":
            index = node.slice[0].slice
            if len(node.slice) == 1 and isinstance(index, cst.Slice):
                return Value("list", items=(_element(owner),) * 5)
            if isinstance(index, cst.Index) and isinstance(index.value, cst.Integer):
                number = index.value.evaluated_value
                return owner.items[number] if number < len(owner.items) else _element(owner)
        return _element(owner) if owner.kind != "loader" else UNKNOWN

    def _rest_of_subscript(self, node: cst.Subscript, env: Env) -> None:
        for element in node.slice:
            self._rest(element, env)

    def _call(self, node: cst.Call, env: Env) -> Value:
        given = [self._eval(arg.value, env) for arg in node.args]
        full = self.full_name(node.func)
        name = self.name(node.func)
        called = dotted(node.func) or ""
        if name is not None:
            return self._of_mx(name, node, given)
        if full is not None:
            return OTHER if full.partition(".")[0] in _NUMPY_LIKE else UNKNOWN
        if called in self.functions:
            self._note_arguments(self.functions[called], node.args, given)
            return self._known.returned.get(self.functions[called], UNKNOWN)
        if called in self._constructors:
            self._note_arguments(self._constructors[called], node.args, given, 1)
        if called in self.classes:
            return BLOCK
        if called == "dict" and not any(arg.keyword is None for arg in node.args):
            held = Value("dict")
            for one in given:
                held = _with_item(held, one)
            return held
        if called in ("list", "tuple", "reversed") and given:
            return Value("list", items=given[0].items or (_element(given[0]),))
        if called == "zip":
            item = Value("list", items=tuple(_element(one) for one in given))
            return Value("list", items=(item,) * 7)
        if called == "enumerate" and given:
            item = Value("list", items=(NUMBER, _element(given[0])))
            return Value("list", items=(item,) * 7)
        if called == "sum" and len(given) == 1 and given[0].kind == "list" and _element(given[0]).is_array:
            return _element(given[0])._replace(bare=False)
        if called in _MADE_BY_PYTHON:
            return NUMBER if called in ("len", "float", "int") else UNKNOWN if called in ("max", "min", "sum", "abs") else OTHER
        held = self._lookup(called, env) if isinstance(node.func, cst.Name) else UNKNOWN
        if held.kind == "block":
            return self._of_network()
        if held.kind == "function":
            return held.items[0]
        if isinstance(node.func, cst.Attribute):
            return self._of_method(node, node.func, given, env)
        if self._eval(node.func, env).kind == "block":  # nn.Dense(2)(x)
            return self._of_network()
        return UNKNOWN

    def _of_network(self) -> Value:
        return Value("array", None if self.odd_floats else "float32")

    def _of_method(self, node: cst.Call, func: cst.Attribute, given: Sequence[Value], env: Env) -> Value:
        held = self._eval(func, env)
        owner = self.value(func.value)
        method = func.attr.value
        plain = dotted(func) or ""
        mine = self.methods.get(method, ())
        if len(mine) == 1 and owner.kind not in ("array", "number", "list", "dict"):
            self._note_arguments(mine[0], node.args, given, 1)
            if method not in ("forward", "hybrid_forward"):
                return self._known.returned.get(mine[0], UNKNOWN)
        held_in = self._of_container(owner, method, func, given, env)
        if held_in is not None:
            return held_in
        if method == "parse_args":
            return OTHER
        if method == "get" and not given and owner.kind in ("?", "block"):  # of a metric
            return Value("list", items=(OTHER, NUMBER))
        if held.kind == "block" or self._scope.cls and plain.startswith("self.") and plain.count(".") == 1 and self._in_forward():
            return self._of_network()
        if plain in ("self.params.get", "self.params.get_constant"):
            shape = next((value for arg, value in zip(node.args, given) if arg.keyword and arg.keyword.value == "shape"), None)
            return Value("parameter", rank=len(shape.items) if shape and shape.kind == "list" else None)
        if owner.is_array:
            return _results.of_function(method, [cst.Arg(func.value), *node.args], [owner, *given])
        if method in ("asnumpy", "tolist"):
            return OTHER
        if method in ("asscalar", "item"):
            return NUMBER
        if owner.kind in ("other", "number"):
            return OTHER
        if method in ("data", "grad") and not node.args:
            return Value("array") if "weight" in plain or "bias" in plain else UNKNOWN
        if method in ONLY_ARRAYS - {"wait_to_read", "attach_grad", "copyto"}:
            return _results.of_function(method, [cst.Arg(func.value), *node.args], [Value("array", sure=False), *given])
        return UNKNOWN

    def _of_container(self, owner: Value, method: str, func: cst.Attribute, given: Sequence[Value], env: Env) -> Value | None:
        """What a method of a list or dictionary returns, None for others."""
        if owner.kind == "list" and method == "append" and len(given) == 1:
            self._bind(func.value, _with_item(owner, given[0]), env)
            return OTHER
        if owner.kind == "dict" and method in ("values", "items", "get", "pop"):
            item = owner.items[0] if owner.items else UNKNOWN
            return Value("list", items=((item,) if method == "values" else (Value("list", items=(OTHER, item)),)) * 7) if (
                method in ("values", "items")) else item  # fmt: skip
        return None

    def _in_forward(self) -> bool:
        node = self._scope.node
        return isinstance(node, cst.FunctionDef) and node.name.value in ("forward", "hybrid_forward")

    def _note_arguments(self, function: _Function, args: Sequence[cst.Arg], given: Sequence[Value], first: int = 0) -> None:
        known = self._found.arguments.setdefault(function, {})
        names = [param.name.value for param in (*function.params.posonly_params, *function.params.params)][first:]
        for i, (arg, value) in enumerate(zip(args, given)):
            if arg.star:
                break
            name = arg.keyword.value if arg.keyword else names[i] if i < len(names) else "?"
            known[name] = joined(known.get(name), value)

    def _of_mx(self, name: str, node: cst.Call, given: Sequence[Value]) -> Value:
        for prefix in ("mx.ndarray.", "mx.numpy.", "mx.numpy_extension.", "mx.random."):
            if name.startswith(prefix):
                return _results.of_function(name.removeprefix(prefix), node.args, given)
        if name in ("mx.gluon.utils.split_and_load", "mx.gluon.utils.split_data"):
            return Value("list", items=(Value("array"),) * 9)
        if name.startswith("mx.image.") and name.rpartition(".")[2] in ("imread", "imdecode", "imresize", "resize_short"):
            return Value("array", given[0].dtype if given and given[0].is_array else "uint8", 3)
        if name.startswith("mx.gluon.data.DataLoader") or name == "mx.gluon.data.dataloader.DataLoader":
            return Value("loader")
        return BLOCK if name.startswith(_BLOCKS) else UNKNOWN


def _with_item(owner: Value, value: Value) -> Value:
    """A list or dictionary after something was put into it."""
    item = joined(_element(owner) if owner.kind == "list" else owner.items[0], value) if owner.items else value
    return Value(owner.kind, items=(item,) * (1 if owner.kind == "dict" else 5))


def _merge(env: Env, other: Env) -> None:
    for name in (*env, *[name for name in other if name not in env]):
        env[name] = joined(env.get(name), other.get(name)) if name in env and name in other else env.get(name) or other[name]
