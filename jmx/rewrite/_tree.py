"""Trees of libcst, read fast: what is below a node, what is above it, and what names stand for by the imports of a file.

libcst's own metadata (parents, scopes, qualified names) take twenty times as long as parsing: they go through blanks and
commas, and copy the tree.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import libcst as cst

#: short names of MXNet's modules, and the modules that they stand for
SHORT = {
    "nd": "ndarray", "sym": "symbol", "mod": "module", "kv": "kvstore", "init": "initializer", "viz": "visualization",
    "rnd": "random", "mon": "monitor", "img": "image", "np": "numpy", "npx": "numpy_extension",
}  # fmt: skip
ROOTS = ("mxnet", "jmx")
#: fields that hold layout and no code
_LAYOUT = frozenset(
    "leading_lines lpar rpar lines_after_decorators lines_after_header header footer semicolon indent trailing_whitespace "
    "comma equal colon dot lbracket rbracket lbrace rbrace lpar rpar newline comment first_line empty_lines last_line "
    "encoding default_indent default_newline has_trailing_newline star".split()
)
_FIELDS: dict[type, tuple[str, ...]] = {}
#: what is below a node, by its `id`, with the node, so that no other gets that number. Nodes do not change, and most of
#: them go from one stage to the next.
_CHILDREN: dict[int, tuple[cst.CSTNode, list[cst.CSTNode]]] = {}
_KINDS: dict[Any, dict[type, bool]] = {}  #: for `below`: whether a class of nodes is of a kind
_COMPREHENSIONS = (cst.ListComp, cst.SetComp, cst.DictComp, cst.GeneratorExp)
_SCOPES = (cst.Module, cst.FunctionDef, cst.ClassDef, cst.Lambda, *_COMPREHENSIONS)
_TARGETS = frozenset((cst.Name, cst.Tuple, cst.List))
_BINDING = _TARGETS | {cst.Import, cst.ImportFrom, cst.FunctionDef, cst.ClassDef, cst.Global, cst.Nonlocal, cst.Param}
_ASSIGNING = frozenset((cst.AssignTarget, cst.AnnAssign, cst.AugAssign, cst.For, cst.CompFor, cst.NamedExpr))
_OF_BODIES = frozenset((cst.FunctionDef, cst.ClassDef, cst.Lambda))
Kind = TypeVar("Kind", bound=cst.CSTNode)


def _fields(cls: type) -> tuple[str, ...]:
    names = [one.name for one in dataclasses.fields(cls) if not one.name.startswith("whitespace") and one.name not in _LAYOUT]
    if issubclass(cls, (cst.FunctionDef, cst.ClassDef)):  # what is above a body is read before it
        names.sort(key=lambda name: name == "body")
    _FIELDS[cls] = tuple(names)
    return _FIELDS[cls]


def _is_a(base: type) -> Callable[[Any], bool]:
    """`isinstance` for a class of libcst, by a table: theirs are abstract, which makes it ten times as slow."""
    known: dict[type, bool] = {}

    def check(value: Any) -> bool:
        cls = value.__class__
        found = known.get(cls)
        if found is None:
            found = known[cls] = issubclass(cls, base)
        return found

    return check


is_node = _is_a(cst.CSTNode)
_is_compound = _is_a(cst.BaseCompoundStatement)


def is_statement(node: Any) -> bool:
    """Whether a node is a statement with lines of its own."""
    return node.__class__ is cst.SimpleStatementLine or _is_compound(node)


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The nodes of code directly below a node, without blanks, comments and commas. The list is not to be changed."""
    kept = _CHILDREN.get(id(node))
    if kept is not None:
        return kept[1]
    found: list[cst.CSTNode] = []
    _CHILDREN[id(node)] = node, found
    cls = node.__class__
    for name in _FIELDS.get(cls) or _fields(cls):
        value = getattr(node, name)
        if value.__class__ is tuple or value.__class__ is list:
            found += [one for one in value if is_node(one)]
        elif is_node(value):
            found.append(value)
    return found


def forget() -> None:
    """Let go of the nodes of sources that were read before."""
    _CHILDREN.clear()


def below(node: cst.CSTNode, kind: type[Kind] | tuple[type[Kind], ...]) -> Iterator[Kind]:
    """All nodes of a kind, from this one down, in the order of the source."""
    table = _KINDS.get(kind)
    if table is None:
        table = _KINDS[kind] = {}
    waiting = [node]
    while waiting:
        one: Any = waiting.pop()
        cls = one.__class__
        fits = table.get(cls)
        if fits is None:
            fits = table[cls] = issubclass(cls, kind)
        if fits:
            yield one
        waiting += children(one)[::-1]


def dotted(node: cst.CSTNode | None) -> str | None:
    """`a.b.c` of a chain of plain names, else None."""
    if node.__class__ is cst.Name:
        return cast(cst.Name, node).value
    if node.__class__ is cst.Attribute:
        attribute = cast(cst.Attribute, node)
        base = dotted(attribute.value)
        return None if base is None else f"{base}.{attribute.attr.value}"
    return None


@functools.cache
def canonical(name: str) -> str | None:
    """`mx.ndarray.relu` for `mxnet.nd.relu` and its other spellings; None for a name that is not of MXNet's or jmx's."""
    root, *rest = name.split(".")
    if root not in ROOTS:
        return None
    if rest:
        rest[0] = SHORT.get(rest[0], rest[0])
        if rest[:2] in (["contrib", "ndarray"], ["contrib", "nd"], ["contrib", "symbol"], ["contrib", "sym"]):
            rest[:2] = [SHORT.get(rest[1], rest[1]), "contrib"]
        if (
            rest[:2] in (["ndarray", "ndarray"], ["ndarray", "op"], ["numpy", "multiarray"], ["symbol", "symbol"])
            and len(rest) > 2
        ):
            del rest[1]
    return ".".join(["mx", *rest])


class Tree:
    """What is known of a module before anything is rewritten."""

    def __init__(self, module: cst.Module) -> None:
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        self._bindings: dict[cst.CSTNode, dict[str, set[str]]] = {module: {}}
        self._names: dict[cst.CSTNode, str | None] = {}
        self._globals: dict[cst.CSTNode, set[str]] = {}
        self._read(module, module)

    def _read(self, node: cst.CSTNode, scope: cst.CSTNode) -> None:
        for child in children(node):
            if child in self.parents:
                raise ValueError("a node is in two places of the tree")
            self.parents[child] = node
            inner = scope
            if child.__class__ in _SCOPES:
                inner = child
                self._bindings[child] = {}
            self._note(child, node, scope)
            self._read(child, inner)

    def _bind(self, scope: cst.CSTNode, name: str, full: str | None = None) -> None:
        if name in self._globals.get(scope, ()):
            scope = next(iter(self._bindings))
        names = self._bindings[scope].setdefault(name, set())
        if full is not None:
            names.add(full)

    def _note(self, node: cst.CSTNode, parent: cst.CSTNode, scope: cst.CSTNode) -> None:
        """What a node binds."""
        cls = node.__class__
        if cls not in _BINDING:
            return
        if cls in _TARGETS:
            if _is_target(node, parent):
                for name in _names(node):
                    self._bind(scope, name)
        elif isinstance(node, (cst.Import, cst.ImportFrom)):
            self._note_import(node, scope)
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            self._bind(scope, node.name.value)
        elif isinstance(node, (cst.Global, cst.Nonlocal)):
            self._globals.setdefault(scope, set()).update(item.name.value for item in node.names)
        elif isinstance(node, cst.Param):
            self._bind(scope, node.name.value)

    def _note_import(self, node: cst.Import | cst.ImportFrom, scope: cst.CSTNode) -> None:
        if isinstance(node, cst.Import):
            for alias in node.names:
                name = dotted(alias.name) or ""
                given = dotted(alias.asname.name) if alias.asname else None
                self._bind(scope, given or name.partition(".")[0], name if given else name.partition(".")[0])
        else:
            base = "." * len(node.relative) + (dotted(node.module) or "")
            for alias in () if isinstance(node.names, cst.ImportStar) else node.names:
                name = dotted(alias.name) or ""
                given = dotted(alias.asname.name) if alias.asname else None
                self._bind(scope, given or name, f"{base}.{name}" if base.strip(".") else base + name)

    def full_name(self, node: cst.CSTNode) -> str | None:
        """The same as `Reader.full_name`."""
        if node not in self._names:
            self._names[node] = self._resolved(node)
        return self._names[node]

    def _resolved(self, node: cst.CSTNode) -> str | None:
        plain = dotted(node)
        if plain is None or node not in self.parents:
            return None
        above = self.parents[node]
        while above.__class__ is cst.Attribute:
            above = self.parents[above]
        if isinstance(above, (cst.ImportAlias, cst.ImportFrom)):
            return None
        root, _, rest = plain.partition(".")
        first = node
        while isinstance(first, cst.Attribute):
            first = first.value
        found = {f"{one}.{rest}" if rest else one for one in self._imported(first, root)}
        if len(found) > 1:  # a module that is imported by either of two ways, in try and except
            spelled = {canonical(name) for name in found}
            return found.pop() if len(spelled) == 1 and None not in spelled else None
        return found.pop() if found else None

    def _imported(self, node: cst.CSTNode, name: str) -> set[str]:
        """What the imports of the innermost scope around a node that binds a name bind it to."""
        inside_function = False
        child, scope = node, self.parents.get(node)
        while scope is not None:
            if scope in self._bindings and _is_inside(child, scope):
                names = self._bindings[scope]
                of_class = scope.__class__ is cst.ClassDef
                if name in names and not (of_class and inside_function):
                    return names[name]
                inside_function = inside_function or not of_class
            child, scope = scope, self.parents.get(scope)
        return set()


def _is_target(node: cst.CSTNode, parent: cst.CSTNode) -> bool:
    cls = parent.__class__
    if cls in _ASSIGNING:
        return getattr(parent, "target", None) is node
    return cls is cst.AsName and getattr(parent, "name", None) is node


def _names(node: cst.CSTNode) -> Iterator[str]:
    if isinstance(node, cst.Name):
        yield node.value
    elif isinstance(node, (cst.Tuple, cst.List)):
        for element in node.elements:
            yield from _names(element.value)


def _is_inside(child: cst.CSTNode, scope: cst.CSTNode) -> bool:
    """Whether a part of a function or class sees its names: defaults, decorators and bases do not."""
    return scope.__class__ not in _OF_BODIES or child is getattr(scope, "body", None)


@functools.lru_cache(maxsize=2)
def tree_of(module: cst.Module) -> Tree:
    """The tree of a module, made once. ValueError where one node stands in two places."""
    return Tree(module)


def unshared(module: cst.Module) -> cst.Module:
    """A module in which no node stands in two places, which transformers may leave."""
    try:
        tree_of(module)
        return module
    except ValueError:
        return module.deep_clone()


class Reader:
    """Goes through a module from top to bottom and calls the methods `visit_X` and `leave_X` that a class has for nodes `X`."""

    tree: Tree

    def name(self, node: cst.CSTNode) -> str | None:
        """The canonical name (`mx.ndarray.relu`) that a chain of names stands for by the imports of the file, or None."""
        full = self.tree.full_name(node)
        return None if full is None else canonical(full)

    def full_name(self, node: cst.CSTNode) -> str | None:
        """The name under which the file imports what a chain of names stands for, or None."""
        return self.tree.full_name(node)

    def parent(self, node: cst.CSTNode) -> cst.CSTNode:
        """The node above a node of the original tree."""
        return self.tree.parents[node]

    def read(self, module: cst.Module) -> None:
        """Go through a module."""
        self.tree = tree_of(module)
        self._methods: dict[type, tuple[Any, Any]] = {}
        self._go(module)

    def _go(self, node: cst.CSTNode) -> None:
        cls = node.__class__
        found = self._methods.get(cls)
        if found is None:
            found = getattr(self, f"visit_{cls.__name__}", None), getattr(self, f"leave_{cls.__name__}", None)
            self._methods[cls] = found
        visit, leave = found
        if visit is not None:
            visit(node)
        for child in children(node):
            self._go(child)
        if leave is not None:
            leave(node)
