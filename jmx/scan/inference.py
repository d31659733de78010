"""What the expressions of a source file are: objects of MXNet, instances of its classes, classes that derive from them.

Inference does not follow the flow of the program: of several assignments in one function the last one before a line counts.
"""

import ast
from collections.abc import Mapping
from typing import Any

from . import facts
from .bindings import Binding, Collector, Scope
from .values import CLOSED, NDARRAY, SYMBOL, Value, below, doubted, is_array, is_mxnet, parse_result, part, together, union

_NUMPY_KIND = {NDARRAY: "numpy.ndarray", SYMBOL: "symbol.numpy._Symbol"}
_DEEP = 60  # expressions that depend on one another
_SITES = 8  # calls of a function that are looked at for what they pass


class Inference:
    """Finds the values of expressions of one file.

    Parameters
    ----------
    collector : Collector
        It has visited the file's tree.
    imported : mapping of str to (mapping of str to value)
        What other modules of the program define: {module's name as this file imports it: {name: value}}. Relative names start
        with dots, as in the file.
    """

    def __init__(self, collector: Collector, imported: Mapping[str, Mapping[str, Value]]) -> None:
        self.collector = collector
        self._imported = imported
        self._known: dict[Any, tuple[Value, ...]] = {}
        self._open: set[Any] = set()
        self._bases: dict[Any, tuple[str, ...]] = {}

    def release(self) -> None:
        """Let go of all nodes."""
        self._known.clear()
        self._bases.clear()

    # ---- names

    def values(self, node: ast.AST | None, scope: Scope) -> tuple[Value, ...]:
        """Return what an expression may be: nothing where it is unknown."""
        if node is None or isinstance(node, ast.Constant):
            return ()
        known = self._known.get(node)
        if known is not None:
            return known
        if node in self._open or len(self._open) > _DEEP:
            return ()
        self._open.add(node)
        try:
            method = getattr(self, f"_{type(node).__name__}", None)
            found = method(node, scope) if method is not None else ()
        finally:
            self._open.discard(node)
        self._known[node] = found
        return found

    def first(self, node: ast.AST | None, scope: Scope) -> Value | None:
        """Return the first of `values`, or None."""
        found = self.values(node, scope)
        return found[0] if found else None

    def _Name(self, node: ast.Name, scope: Scope) -> tuple[Value, ...]:
        return self.name(node.id, scope, node.lineno)

    def name(self, name: str, scope: Scope, line: int) -> tuple[Value, ...]:
        """Return what a name may mean at a line of a scope."""
        found = scope.lookup(name)
        if found is None:
            starred = self._starred(name, scope.module())
            return starred or ((("python", name),) if name in _PYTHON else ())
        where, bindings = found
        here = scope
        while here.kind == "comprehension" and here is not where and here.parent is not None:
            here = here.parent
        if here is where and len(bindings) > 1:
            before = [binding for binding in bindings if binding.line < line]
            if before and not _is_none(before[-1]):
                found_there = self.bound(before[-1])
                # A parameter that is assigned on some paths: it may still be what the caller gave.
                return doubted(found_there) if any(each.how == "argument" for each in bindings) else found_there
        return together([self.bound(binding) for binding in bindings[:8] if not _is_none(binding)])

    def _starred(self, name: str, scope: Scope) -> tuple[Value, ...]:
        for node in scope.stars:
            source = "." * node.level + (node.module or "")
            if node.level == 0 and is_mxnet(source):
                path = facts.member(facts.canonical(below(source)), name)
                if path is not None and not name.startswith("_"):
                    return (("mx", path),)
            elif name in self._imported.get(source, ()):
                return (self._imported[source][name],)
        return ()

    def bound(self, binding: Binding) -> tuple[Value, ...]:
        """Return what a binding gives to its name."""
        known = self._known.get(binding)
        if known is not None:
            return known
        if binding in self._open or len(self._open) > _DEEP:
            return ()
        self._open.add(binding)
        try:
            found = self._bound(binding)
        finally:
            self._open.discard(binding)
        self._known[binding] = found
        return found

    def _bound(self, binding: Binding) -> tuple[Value, ...]:
        node, scope = binding.node, binding.scope
        if binding.how == "expr":
            return self.values(node, scope)
        if binding.how == "element":
            return union([(element,) for value in self.values(node, scope) if (element := self.element(value))])
        if binding.how == "part":
            return union([(found,) for value in self.bound(node) if (found := part(value, binding.extra))])
        if binding.how == "class":
            return (("class", self.collector.scopes[node]),)
        if binding.how == "def":
            return (("def", self.collector.scopes[node]),)
        if binding.how == "import":
            return self._import(node, binding.extra)
        if binding.how == "annotation":
            annotated = self._annotated(node, scope)
            return (annotated,) if annotated else ()
        return self._argument(node, binding) if binding.how == "argument" else ()

    def _argument(self, node: tuple[ast.expr | None, ast.expr | None], binding: Binding) -> tuple[Value, ...]:
        scope, position = binding.scope, binding.extra
        annotation, default = node
        function = scope.node
        if scope.kind == "function" and scope.parent is not None:
            method = scope.parent.kind == "class" and isinstance(function, ast.FunctionDef)
            decorators = [ast.unparse(each) for each in getattr(function, "decorator_list", ())] if method else []
            if method and position == 0 and not {"staticmethod", "classmethod"} & set(decorators):
                return (("self", scope.parent),)
            names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
            if position == method and names[position] == "F" and default is None:
                return (("F", ""),)
            if method and function.name == "hybrid_forward" and (position is None or position >= 2):
                return (("input",),)
        outer = scope.parent or scope
        if annotation is not None:
            found = self._annotated(annotation, outer)
            if found:
                return (found,)
        return doubted(union([self.values(default, outer), *self._passed(binding)]))

    def _passed(self, binding: Binding) -> list[tuple[Value, ...]]:
        """What calls in this file pass for a parameter of a function."""
        scope, position = binding.scope, binding.extra
        function = scope.node
        if isinstance(function, ast.Lambda) or scope.parent is None:
            return []
        method = scope.parent.kind == "class"
        makes = method and function.name == "__init__"
        called: Value = ("class", scope.parent) if makes else ("def", scope)
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        name = next((each.arg for each in every if binding in scope.names.get(each.arg, ())), None)
        found = []
        for call, where in self.collector.calls.get(scope.parent.node.name if makes else function.name, ())[:_SITES]:
            if called not in self.values(call.func, where):
                continue
            given = next((each.value for each in call.keywords if each.arg == name), None)
            if given is None and position is not None:
                number = position - method
                if 0 <= number < len(call.args) and not any(isinstance(each, ast.Starred) for each in call.args[: number + 1]):
                    given = call.args[number]
            found.append(self.values(given, where))
        return found

    def _annotated(self, node: ast.expr, scope: Scope) -> Value | None:
        if isinstance(node, ast.Subscript):
            inner = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
            found = self._annotated(inner, scope)
            outer = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if found and outer.lower() in ("list", "tuple", "sequence", "iterable", "iterator"):
                return ("list", found)
            return found if outer == "Optional" else None
        if isinstance(node, ast.BinOp):
            return self._annotated(node.left, scope) or self._annotated(node.right, scope)
        value = self.first(node, scope)
        return self.instance(value, sure=False) if value and value[0] in ("mx", "class", "xclass") else None

    def _import(self, node: ast.AST, alias: ast.alias) -> tuple[Value, ...]:
        if isinstance(node, ast.Import):
            name = alias.name if alias.asname else alias.name.partition(".")[0]
            return self.module(name)
        assert isinstance(node, ast.ImportFrom)
        source = "." * node.level + (node.module or "")
        if node.level == 0:
            if is_mxnet(source):
                path = facts.member(facts.canonical(below(source)), alias.name)
                return (("mx", path),) if path is not None else ()
            if source.partition(".")[0] == "numpy":
                return (("numpy", f"{source}.{alias.name}"),)
            if source == "importlib" and alias.name == "import_module":
                return (("python", "import_module"),)
        known = self._imported.get(source, {}).get(alias.name)
        if known is not None:
            return (known,)
        whole = source + ("" if source.endswith(".") else ".") + alias.name
        return (("module", whole),) if whole in self._imported else ()

    def module(self, name: str) -> tuple[Value, ...]:
        """Return the value of a module by its dotted name."""
        if is_mxnet(name):
            return (("mx", below(name)),)
        if name.partition(".")[0] == "numpy":
            return (("numpy", name),)
        if name == "importlib":
            return (("python", "importlib"),)
        return (("module", name),) if any(each == name or each.startswith(f"{name}.") for each in self._imported) else ()

    # ---- expressions

    def _Attribute(self, node: ast.Attribute, scope: Scope) -> tuple[Value, ...]:
        return union(self.attribute(value, node.attr)[0] for value in self.values(node.value, scope))

    def _Call(self, node: ast.Call, scope: Scope) -> tuple[Value, ...]:
        return union(self._called(value, node, scope) for value in self.values(node.func, scope))

    def _Subscript(self, node: ast.Subscript, scope: Scope) -> tuple[Value, ...]:
        found = []
        for value in self.values(node.value, scope):
            if value[0] == "tuple" and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int):
                element = part(value, node.slice.value)
            elif value[0] == "list" and isinstance(node.slice, ast.Slice):
                element = value
            elif value[0] == "dict":
                element = value[1]
            else:
                element = self.element(value)
            if element:
                found.append((element,))
        return union(found)

    def _BinOp(self, node: ast.BinOp, scope: Scope) -> tuple[Value, ...]:
        sides = (*self.values(node.left, scope), *self.values(node.right, scope))
        return tuple(value for value in sides if is_array(value))[:1]

    def _UnaryOp(self, node: ast.UnaryOp, scope: Scope) -> tuple[Value, ...]:
        return tuple(value for value in self.values(node.operand, scope) if is_array(value))

    def _Compare(self, node: ast.Compare, scope: Scope) -> tuple[Value, ...]:
        if any(isinstance(each, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for each in node.ops):
            return ()
        return tuple(value for value in self.values(node.left, scope) if is_array(value))

    def _IfExp(self, node: ast.IfExp, scope: Scope) -> tuple[Value, ...]:
        return union(self.values(each, scope) for each in (node.body, node.orelse))

    def _BoolOp(self, node: ast.BoolOp, scope: Scope) -> tuple[Value, ...]:
        return union(self.values(each, scope) for each in node.values)

    def _NamedExpr(self, node: ast.NamedExpr, scope: Scope) -> tuple[Value, ...]:
        return self.values(node.value, scope)

    def _Lambda(self, node: ast.Lambda, scope: Scope) -> tuple[Value, ...]:
        return (("def", self.collector.scopes[node]),)

    def _sequence(self, node: Any, scope: Scope) -> tuple[Value, ...]:
        parts = tuple(self.first(each, scope) for each in node.elts[:12])
        if isinstance(node, ast.Tuple):
            return (("tuple", parts),) if any(parts) else ()
        return (("list", next(part for part in parts if part)),) if any(parts) else ()

    _Tuple = _List = _Set = _sequence

    def _comprehension(self, node: Any, scope: Scope) -> tuple[Value, ...]:
        element = self.first(node.elt, self.collector.scopes[node])
        return (("list", element),) if element else ()

    _ListComp = _SetComp = _GeneratorExp = _comprehension

    def _DictComp(self, node: ast.DictComp, scope: Scope) -> tuple[Value, ...]:
        element = self.first(node.value, self.collector.scopes[node])
        return (("dict", element),) if element else ()

    # ---- what values do

    def attribute(self, value: Value, name: str) -> tuple[tuple[Value, ...], str | None, str | None]:
        """Return (values of the attribute, path where it is MXNet's, path of the owner where MXNet's owner lacks it)."""
        sort = value[0]
        if sort == "mx":
            return self._of_object(value[1], name)
        if sort == "of":
            return self._of_instance(value[1], name, value[2])
        if sort == "input":
            found = self._of_instance(NDARRAY, name, False)
            return ((("input",),) if found[0] else (), found[1], None) if found[0][:1] != (("array",),) else found
        if sort == "F":
            return self._of_namespace(value[1], name)
        if sort == "numpy":
            return (("numpy", f"{value[1]}.{name}"),), None, None
        if sort in ("self", "xself", "super", "class"):
            return self._of_own(value, name)
        if sort == "module":
            known = self._imported.get(value[1], {}).get(name)
            if known is not None:
                return (known,), None, None
            return self.module(f"{value[1]}.{name}"), None, None
        if value == ("python", "importlib") and name == "import_module":
            return (("python", "import_module"),), None, None
        if sort == "list" and name in ("copy", "pop") or sort == "dict" and name in ("values", "items", "copy", "pop", "get"):
            return (("python", f"list.{name}", value),), None, None
        return (), None, None

    def _of_object(self, path: str, name: str) -> tuple[tuple[Value, ...], str | None, str | None]:
        real = facts.canonical(path)
        if name.startswith("__"):
            return (), None, None
        sort = facts.kind(real)
        found = facts.member(real, name)
        if found is not None:
            return (("mx", found),), found, None
        return (), None, real if sort in ("m", "c") else None

    def _of_instance(self, cls: str, name: str, sure: bool) -> tuple[tuple[Value, ...], str | None, str | None]:
        if name.startswith("__"):
            return (), None, None
        found = facts.attribute(cls, name)
        if found is None and cls in _NUMPY_KIND:
            found = facts.attribute(_NUMPY_KIND[cls], name)
        if found is None:
            return (), None, cls if sure and cls in CLOSED else None
        real = facts.canonical(found)
        if facts.kind(real) in ("d", "f"):
            return (("method", real, cls),), found, None
        held = parse_result(facts.result(real))
        return (held,) if held else (), found, None

    def _of_namespace(self, inside: str, name: str) -> tuple[tuple[Value, ...], str | None, str | None]:
        both = [facts.member(facts.canonical(f"{side}.{inside}".rstrip(".")), name) for side in ("ndarray", "symbol")]
        if both[0] is None or both[1] is None:
            lacking = "symbol" if both[0] is not None else "ndarray"
            return (), both[0] or both[1], facts.canonical(f"{lacking}.{inside}".rstrip("."))
        return (("F", f"{inside}.{name}".lstrip(".")),), both[0], None

    def _of_own(self, value: Value, name: str) -> tuple[tuple[Value, ...], str | None, str | None]:
        bases = self.bases(value)
        if value[0] in ("self", "class"):
            scope: Scope = value[1]
            if name in scope.names:
                last = scope.names[name][-1]
                return (("method", "", ""),) if last.how == "def" and value[0] == "class" else self.bound(last), None, None
            if name in scope.attributes:
                given = [self.bound(each) for each in scope.attributes[name][:4] if not _is_none(each)]
                return together(given), None, None
        if value[0] in ("self", "class", "super"):
            for base in self._own_bases(value[1]):
                if base[0] == "class" and (name in base[1].names or name in base[1].attributes):
                    return self._of_own(("self" if value[0] == "super" else value[0], base[1]), name)
                if base[0] == "xclass" and name in base[2]:
                    return (), None, None
        elif value[0] == "xself" and name in value[2]:
            return (), None, None
        for base in bases:
            found = self._of_instance(base, name, False)
            if found[1] is not None:
                return found
        return (), None, None

    def _own_bases(self, scope: Scope) -> list[Value]:
        return [value for node in scope.node.bases for value in self.values(node, scope.parent or scope)]

    def bases(self, value: Value) -> tuple[str, ...]:
        """Return the canonical paths of MXNet's classes that a class of the program, or its instances, derive from."""
        if value[0] in ("xclass", "xself"):
            return value[1]
        scope = value[1]
        if scope not in self._bases:
            self._bases[scope] = ()  # a class that is its own base
            found: list[str] = []
            for base in self._own_bases(scope):
                if base[0] == "mx" and facts.kind(facts.canonical(base[1])) == "c":
                    found.append(facts.canonical(base[1]))
                elif base[0] in ("class", "xclass"):
                    found += self.bases(base)
            self._bases[scope] = tuple(dict.fromkeys(found))
        return self._bases[scope]

    def instance(self, value: Value, sure: bool = True) -> Value | None:
        """Return an instance of a class."""
        if value[0] == "mx":
            path = facts.canonical(value[1])
            return ("of", path, sure) if facts.kind(path) == "c" else None
        if value[0] == "class":
            return ("self", value[1])
        return ("xself", value[1], value[2]) if value[0] == "xclass" else None

    def element(self, value: Value) -> Value | None:
        """Return what iterating over a value, or indexing it, gives."""
        if value[0] == "list":
            return value[1]
        if value[0] == "tuple":
            return next((part for part in value[1] if part), None)
        if value[0] in ("input", "array"):
            return value
        if value[0] in ("of", "self", "xself"):
            lineage = facts.lineage(value[1]) if value[0] == "of" else self._whole_lineage(value)
            for cls, inner in _ELEMENTS.items():
                if cls in lineage:
                    return inner
            if value[0] == "of" and value[1] in ("numpy.ndarray", "symbol.numpy._Symbol", *CLOSED):
                return value
        return None

    def _whole_lineage(self, value: Value) -> set[str]:
        return {each for base in self.bases(value) for each in facts.lineage(base)}

    def _called(self, value: Value, node: ast.Call, scope: Scope) -> tuple[Value, ...]:
        sort = value[0]
        made: Value | None = None
        if sort == "mx":
            path = facts.canonical(value[1])
            made = self.instance(value) if facts.kind(path) == "c" else parse_result(facts.result(path))
        elif sort in ("class", "xclass"):
            made = self.instance(value)
        elif sort == "method" and value[1]:
            made = parse_result(facts.result(value[1]))
            if made == ("of", NDARRAY, True) and value[2] != NDARRAY:
                made = ("of", NDARRAY, False)
        elif sort == "F":
            made = ("input",) if value[1] else None
        elif sort == "input":
            made = ("input",)
        elif sort == "def":
            return self._returned(value[1])
        elif sort == "xdef":
            made = value[1]
        elif sort in ("of", "self", "xself"):
            lineage = facts.lineage(value[1]) if sort == "of" else self._whole_lineage(value)
            if "gluon.Block" in lineage:
                inputs = [self.first(each, scope) for each in node.args]
                made = ("input",) if ("input",) in inputs else ("of", NDARRAY, False)
            elif SYMBOL in lineage:
                made = ("of", SYMBOL, False)
        elif sort == "python":
            return self._python(value, node, scope)
        return (made,) if made else ()

    def _returned(self, scope: Scope) -> tuple[Value, ...]:
        return union(self.values(each, scope) for each in scope.results[:4])

    def _python(self, value: Value, node: ast.Call, scope: Scope) -> tuple[Value, ...]:
        name, arguments = value[1], node.args
        if name == "super":
            cls = scope.owner()
            return (("super", cls),) if cls is not None else ()
        if name.startswith("list."):
            inner = value[2][1]
            return {
                "list.items": (("list", ("tuple", (None, inner))),),
                "list.values": (("list", inner),),
                "list.copy": (value[2],),
            }.get(name, (inner,) if inner else ())
        if not arguments:
            return ()
        if name in ("import_module", "__import__"):
            word = arguments[0]
            return self.module(word.value) if isinstance(word, ast.Constant) and isinstance(word.value, str) else ()
        if name == "getattr":
            word = arguments[1] if len(arguments) > 1 else None
            if isinstance(word, ast.Constant) and isinstance(word.value, str):
                return union(self.attribute(each, word.value)[0] for each in self.values(arguments[0], scope))
            return ()
        elements = [next((e for v in self.values(each, scope) if (e := self.element(v))), None) for each in arguments]
        if name == "zip":
            return (("list", ("tuple", tuple(elements))),) if any(elements) else ()
        if name == "enumerate":
            return (("list", ("tuple", (None, elements[0]))),) if elements[0] else ()
        if name in ("list", "tuple", "sorted", "reversed", "iter", "next"):
            inner = elements[0]
            return ((inner,) if name == "next" else (("list", inner),)) if inner else ()
        return ()

    # ---- what other files may know

    def exports(self) -> dict[str, Value]:
        """Return {name: value} of the module's names that other files may import, in values that mean the same there."""
        found = {}
        for name in self.collector.top.names:
            for value in self.name(name, self.collector.top, 1 << 30)[:1]:
                outside = self._outside(value)
                if outside is not None:
                    found[name] = outside
        for node in self.collector.top.stars:
            source = "." * node.level + (node.module or "")
            for name, value in self._imported.get(source, {}).items():
                found.setdefault(name, value)
        return found

    def _outside(self, value: Value) -> Value | None:
        if value[0] in ("mx", "of", "xclass", "xdef", "xself", "array"):
            return value
        if value[0] in ("list", "dict"):
            inner = self._outside(value[1]) if value[1] else None
            return (value[0], inner) if inner else None
        if value[0] in ("class", "self"):
            bases, scope = self.bases(value), value[1]
            own = frozenset(scope.names) | frozenset(scope.attributes)
            return ("xclass" if value[0] == "class" else "xself", bases, own) if bases else None
        if value[0] == "def":
            made = next((outside for each in self._returned(value[1]) if (outside := self._outside(each))), None)
            return ("xdef", made) if made else None
        return None


#: builtins that matter
_PYTHON = frozenset("super getattr __import__ zip enumerate list tuple sorted reversed iter next".split())
#: what iterating over an instance, or indexing it, gives
_ELEMENTS: dict[str, Value] = {
    "io.DataIter": ("of", "io.DataBatch", True),
    "gluon.data.DataLoader": ("of", NDARRAY, False),
    "gluon.ParameterDict": ("of", "gluon.Parameter", True),
    "gluon.nn.Sequential": ("of", "gluon.Block", False),
    "gluon.nn.HybridSequential": ("of", "gluon.HybridBlock", False),
}


def _is_none(binding: Binding) -> bool:
    return binding.how == "expr" and isinstance(binding.node, ast.Constant) and binding.node.value is None
