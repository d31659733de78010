"""The names that a source file binds, scope by scope: what each was assigned, imported or passed, where it can be seen.

Nothing is decided here. `inference` asks for the bindings of a name, and finds out what they are.
"""

import ast
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True, eq=False)
class Binding:
    """One place that binds a name.

    `how` says what `node` is to the name: "expr" its value, "element" what it is an element of, "part" the sequence of which it
    is the element number `extra`, "class" and "def" its definition, "import" an import statement (`extra` is the alias),
    "argument" a parameter (`extra` its position), "annotation" the type of a variable without a value, "unknown" something else.
    """

    line: int
    how: str
    node: Any
    scope: "Scope"
    extra: Any = None


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class, function or comprehension.

    `names` are its bindings, `attributes` those of `self` in a class, `stars` its star imports, `results` what a function
    returns, and `outside` the names that `global` and `nonlocal` give to another scope.
    """

    kind: str
    node: Any
    parent: "Scope | None"
    names: dict[str, list[Binding]] = field(default_factory=dict)
    attributes: dict[str, list[Binding]] = field(default_factory=dict)
    stars: list[ast.ImportFrom] = field(default_factory=list)
    results: list[ast.expr] = field(default_factory=list)
    outside: dict[str, "Scope"] = field(default_factory=dict)

    def module(self) -> "Scope":
        """The module's scope."""
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope

    def owner(self) -> "Scope | None":
        """The class whose method this is, or is inside of."""
        scope: Scope | None = self
        while scope is not None and scope.kind != "class":
            scope = scope.parent
        return scope

    def lookup(self, name: str) -> "tuple[Scope, list[Binding]] | None":
        """Return (scope, bindings) that a name means here, or None for builtins and unknown names."""
        scope: Scope | None = self
        first = True
        while scope is not None:
            if name in scope.outside:
                scope, first = scope.outside[name], True
                continue
            if (scope.kind != "class" or first) and name in scope.names:
                return scope, scope.names[name]
            scope, first = scope.parent, first and scope.kind == "comprehension"
        return None


#: fields of nodes in which there are no nodes that matter
_PLAIN = frozenset(
    "ctx op ops id attr arg asname level module kind type_comment conversion simple is_async rest kwd_attrs".split()
)
_fields: dict[type, tuple[str, ...]] = {}


class Walker:
    """As `ast.NodeVisitor`, three times as fast: it passes over operators and contexts, and remembers which fields hold nodes."""

    def __init__(self) -> None:
        self._methods: dict[type, Any] = {}

    def visit(self, node: Any) -> None:
        """Call the method for this kind of node."""
        kind = type(node)
        method = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = getattr(self, f"visit_{kind.__name__}", self.generic_visit)
        method(node)

    def forget_methods(self) -> None:
        """Let go of the walker's own methods, which refer to the walker."""
        self._methods.clear()

    def generic_visit(self, node: Any) -> None:
        """Visit what is inside a node."""
        kind = type(node)
        fields = _fields.get(kind)
        if fields is None:
            fields = _fields[kind] = tuple(each for each in kind._fields if each not in _PLAIN)
        for name in fields:
            inside = getattr(node, name, None)
            if isinstance(inside, list):
                for each in inside:
                    if isinstance(each, ast.AST):
                        self.visit(each)
            elif isinstance(inside, ast.AST):
                self.visit(inside)


class Collector(Walker):
    """Collects the bindings of a tree.

    After `visit(tree)`, `top` is the module's scope, `scopes` has the scope that each node of a class, function or comprehension
    opens, `stored` the names of all attributes that are assigned anywhere, `asked` those that `hasattr` asks for, and `imports`
    are (source, name) pairs, such as ("..common", "nd"), with "" for whole modules and "*" for all names. `calls` are the calls
    by the last name of what is called, each with its scope.
    """

    def __init__(self) -> None:
        super().__init__()
        self.imports: list[tuple[str, str]] = []
        self.calls: dict[str, list[tuple[ast.Call, Scope]]] = {}
        self.scopes: dict[ast.AST, Scope] = {}
        self.stored: set[str] = set()
        self.asked: set[str] = set()
        self.top = Scope("module", None, None)
        self._scope = self.top

    def visit_Module(self, node: ast.Module) -> None:
        """The whole."""
        self.top.node = node
        self._body(node.body)

    def _body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.visit(statement)

    def _bind(self, name: str, line: int, how: str, node: Any, extra: Any = None) -> None:
        scope = self._scope.outside.get(name, self._scope)
        scope.names.setdefault(name, []).append(Binding(line, how, node, self._scope, extra))

    def _open(self, kind: str, node: ast.AST) -> Scope:
        scope = Scope(kind, node, self._scope)
        self.scopes[node] = scope
        return scope

    # ---- definitions

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class."""
        self._bind(node.name, node.lineno, "class", node)
        for each in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.visit(each)
        before, self._scope = self._scope, self._open("class", node)
        self._body(node.body)
        self._scope = before

    def _function(self, node: Any) -> None:
        if not isinstance(node, ast.Lambda):
            self._bind(node.name, node.lineno, "def", node)
            for each in node.decorator_list:
                self.visit(each)
        arguments = node.args
        for each in (*arguments.defaults, *(d for d in arguments.kw_defaults if d)):
            self.visit(each)
        before, self._scope = self._scope, self._open("function", node)
        plain = [*arguments.posonlyargs, *arguments.args]
        missing = len(plain) - len(arguments.defaults)
        for position, argument in enumerate(plain):
            default = arguments.defaults[position - missing] if position >= missing else None
            self._argument(argument, node.lineno, default, position)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults):
            self._argument(argument, node.lineno, default, None)
        for argument in (arguments.vararg, arguments.kwarg):
            if argument:
                self._bind(argument.arg, node.lineno, "unknown", node)
        if isinstance(node, ast.Lambda):
            self.visit(node.body)
            self._scope.results.append(node.body)
        else:
            self._body(node.body)
        self._scope = before

    def _argument(self, argument: ast.arg, line: int, default: ast.expr | None, position: int | None) -> None:
        self._bind(argument.arg, line, "argument", (argument.annotation, default), position)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function

    def visit_Return(self, node: ast.Return) -> None:
        """What a function returns."""
        if node.value is not None:
            self._scope.results.append(node.value)
            self.visit(node.value)

    def _outside(self, node: Any) -> None:
        for name in node.names:
            if isinstance(node, ast.Global):
                if self._scope is not self.top:
                    self._scope.outside[name] = self.top
            elif self._scope.parent is not None:
                found = self._scope.parent.lookup(name)
                if found:
                    self._scope.outside[name] = found[0]

    visit_Global = visit_Nonlocal = _outside

    # ---- imports

    def visit_Import(self, node: ast.Import) -> None:
        """`import a.b as c`, `import a.b`."""
        for alias in node.names:
            self.imports.append((alias.name, ""))
            self._bind(alias.asname or alias.name.partition(".")[0], node.lineno, "import", node, alias)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from a import b as c`, `from a import *`."""
        for alias in node.names:
            self.imports.append(("." * node.level + (node.module or ""), alias.name))
            if alias.name == "*":
                self._scope.stars.append(node)
            else:
                self._bind(alias.asname or alias.name, node.lineno, "import", node, alias)

    # ---- assignments

    def _target(self, target: ast.expr, how: str, node: Any, extra: Any = None) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, target.lineno, how, node, extra)
        elif isinstance(target, ast.Starred):
            self._target(target.value, "unknown", node)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for number, each in enumerate(target.elts):
                if how == "expr" and isinstance(node, (ast.Tuple, ast.List)) and len(node.elts) == len(target.elts):
                    self._target(each, "expr", node.elts[number])
                elif how in ("expr", "element", "part"):
                    self._target(each, "part", Binding(target.lineno, how, node, self._scope, extra), number)
                else:
                    self._target(each, "unknown", node)
        elif isinstance(target, ast.Attribute):
            self.stored.add(target.attr)
            self.visit(target.value)
            cls = self._scope.owner()
            if cls is not None and isinstance(target.value, ast.Name) and target.value.id == "self":
                cls.attributes.setdefault(target.attr, []).append(Binding(target.lineno, how, node, self._scope, extra))
        else:
            self.visit(target)

    def visit_Assign(self, node: ast.Assign) -> None:
        """`a = b = value`."""
        self.visit(node.value)
        for target in node.targets:
            self._target(target, "expr", node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """`a: annotation = value`."""
        if node.value is not None:
            self.visit(node.value)
            self._target(node.target, "expr", node.value)
        else:
            self._target(node.target, "annotation", node.annotation)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`a += value`: what `a` was stays."""
        self.visit(node.value)
        if isinstance(node.target, ast.Attribute):
            self.stored.add(node.target.attr)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """`(a := value)`."""
        self.visit(node.value)
        self._target(node.target, "expr", node.value)

    def _loop(self, node: Any) -> None:
        self.visit(node.iter)
        self._target(node.target, "element", node.iter)
        self._body(node.body)
        self._body(node.orelse)

    visit_For = visit_AsyncFor = _loop

    def _with(self, node: Any) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self._target(item.optional_vars, "unknown", item.context_expr)
        self._body(node.body)

    visit_With = visit_AsyncWith = _with

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """`except Error as name`."""
        if node.type is not None:
            self.visit(node.type)
        if node.name:
            self._bind(node.name, node.lineno, "unknown", node)
        self._body(node.body)

    def _comprehension(self, node: Any) -> None:
        self.visit(node.generators[0].iter)  # the first one is evaluated outside
        before, self._scope = self._scope, self._open("comprehension", node)
        for number, generator in enumerate(node.generators):
            if number:
                self.visit(generator.iter)
            self._target(generator.target, "element", generator.iter)
            for condition in generator.ifs:
                self.visit(condition)
        for each in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.visit(each)
        self._scope = before

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def visit_Call(self, node: ast.Call) -> None:
        """A call: `hasattr(x, "name")`, `setattr` and `getattr` with a default say which names a program does not rely on."""
        function = node.func
        name = function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
        self.calls.setdefault(name, []).append((node, self._scope))
        if isinstance(node.func, ast.Name) and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            name = node.args[1].value
            if isinstance(name, str):
                if node.func.id == "hasattr" or node.func.id == "getattr" and len(node.args) > 2:
                    self.asked.add(name)
                elif node.func.id == "setattr":
                    self.stored.add(name)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Nothing is inside."""

    def visit_Name(self, node: ast.Name) -> None:
        """A name that is read, or deleted."""
