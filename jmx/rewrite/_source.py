"""Sources and trees: parsing, the check of what was written, and the base class of the stages' transformers."""

from __future__ import annotations

import ast
import codecs
import warnings
from collections.abc import Iterable, Sequence
from typing import Any

import libcst as cst

from ..base import MXNetError
from . import MARK
from ._tree import ROOTS, Reader, canonical, dotted, forget, is_statement, tree_of

__all__ = [
    "MARK",
    "ROOTS",
    "Codemod",
    "canonical",
    "chain",
    "checked",
    "comment",
    "dotted",
    "header_end",
    "parsed",
    "run",
    "text_of",
]


def parsed(source: bytes) -> cst.Module:
    """The tree of a source. MXNetError if it is not Python 3."""
    forget()
    try:
        # libcst takes more than Python does, and ends the process where expressions are nested too deeply.
        _compiled(source)
        return cst.parse_module(source)
    except cst.ParserSyntaxError as error:
        raise MXNetError(f"line {error.raw_line} is not Python 3: {error.message.splitlines()[0]}") from error
    except SyntaxError as error:
        raise MXNetError(f"is not Python 3: {error}" if error.lineno else f"cannot be read: {error}") from error
    except (ValueError, LookupError) as error:  # the encoding, zero bytes
        raise MXNetError(f"cannot be read: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise MXNetError("cannot be read: expressions are nested too deeply") from error


def text_of(source: bytes, module: cst.Module) -> str:
    """The text that a module was read from. MXNetError if libcst does not give it back, so that it must not be written."""
    text = source.removeprefix(codecs.BOM_UTF8).decode(module.encoding)
    if "\x0c" in text and module.code != text:
        raise MXNetError("is left as it is: libcst does not give back what it read, such as the form feeds in it")
    return text


def _compiled(text: str | bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as invalid escapes, which are the author's
        compile(text, "<source>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def checked(text: str) -> None:
    """Raise MXNetError if a text is not Python, so that it is not written."""
    try:
        _compiled(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise MXNetError(f"the result would not be Python and is left out ({error}); please report this program") from error


def chain(name: str) -> cst.Name | cst.Attribute:
    """The tree of `a.b.c`."""
    first, *rest = name.split(".")
    node: cst.Name | cst.Attribute = cst.Name(first)
    for part in rest:
        node = cst.Attribute(node, cst.Name(part))
    return node


def comment(text: str) -> cst.EmptyLine:
    """A line with the comment of what could not be rewritten."""
    return cst.EmptyLine(comment=cst.Comment(MARK + text))


class Codemod(cst.CSTTransformer, Reader):
    """A transformer that counts what it rewrites and puts comments above statements that it cannot rewrite."""

    def __init__(self) -> None:
        super().__init__()
        self.places = 0
        self._marked = False
        self._open: list[list[str]] = []
        self._first: cst.CSTNode | None = None
        self._header: list[cst.EmptyLine] = []
        self._handlers: dict[type, tuple[Any, Any]] = {}
        self._alive: set[cst.CSTNode] = set()  #: nodes that hold a place of interest

    @property
    def changed(self) -> bool:
        """Whether anything was rewritten, or marked."""
        return bool(self.places) or self._marked

    def mark(self, text: str) -> None:
        """Put a comment above the statement that is being rewritten."""
        self._marked = True
        if text not in self._open[-1]:
            self._open[-1].append(text)

    def places_of_interest(self) -> Iterable[cst.CSTNode]:
        """The nodes that this transformer may change; what holds none of them is passed over."""
        return [node for node in self.tree.parents if self._handler(node) != (None, None)]

    def _find_alive(self) -> None:
        parents = self.tree.parents
        for found in self.places_of_interest():
            node: cst.CSTNode | None = found
            while node is not None and node not in self._alive:
                self._alive.add(node)
                node = parents.get(node)

    def on_visit(self, node: cst.CSTNode) -> bool:
        if node.__class__ is cst.Module:
            module = cst.ensure_type(node, cst.Module)
            self._first, self._header = (module.body[0] if module.body else None), list(module.header)
            visit, _ = self._handler(node)
            if visit is not None:
                visit(node)
            self._find_alive()
            return bool(self._alive)
        if node not in self._alive:
            return False
        if is_statement(node):
            self._open.append([])
        visit, _ = self._handler(node)
        if visit is not None:
            visit(node)
        return True

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        if original_node not in self._alive:
            return updated_node
        _, leave = self._handler(original_node)
        left = updated_node if leave is None else leave(original_node, updated_node)
        if is_statement(original_node):
            texts = self._open.pop()
            if texts:
                # Comments at the top of a file are not part of its first statement.
                above = self._header if original_node is self._first else []
                left = _commented(left, texts, above)
        return left

    def _handler(self, node: cst.CSTNode) -> tuple[Any, Any]:
        """The methods of this class for a kind of nodes; libcst's own do nothing."""
        cls = node.__class__
        found = self._handlers.get(cls)
        if found is None:
            names = f"visit_{cls.__name__}", f"leave_{cls.__name__}"
            mine = [getattr(type(self), name, None) is not getattr(cst.CSTTransformer, name, None) for name in names]
            visit, leave = (getattr(self, name) if own else None for name, own in zip(names, mine))
            found = self._handlers[cls] = visit, leave
        return found


def _commented(left: Any, texts: Sequence[str], above: Sequence[cst.EmptyLine]) -> Any:
    if isinstance(left, cst.FlattenSentinel):
        first, *rest = left
        return cst.FlattenSentinel([_commented(first, texts, above), *rest])
    if isinstance(left, cst.RemovalSentinel):
        return left
    present = {line.comment.value for line in (*above, *left.leading_lines) if line.comment is not None}
    new = [comment(text) for text in texts if MARK + text not in present]
    return left.with_changes(leading_lines=[*left.leading_lines, *new]) if new else left


def run(codemod: Codemod, module: cst.Module) -> cst.Module:
    """Return the module as a transformer changes it."""
    try:
        codemod.tree = tree_of(module)
        result = module.visit(codemod)
        return result if codemod.changed else module
    except RecursionError as error:
        raise MXNetError("cannot be rewritten: expressions are nested too deeply") from error


def header_end(body: Sequence[cst.BaseStatement | cst.BaseSmallStatement], roots: Iterable[str] = ROOTS) -> int:
    """The index after the last import of a file's header: past its docstring and imports, at least past MXNet's own."""
    end, seen = 0, False
    for i, statement in enumerate(body):
        if _imports(statement):
            end = i + 1
            seen = seen or any(root in _imported(statement) for root in roots)
        elif seen and not (isinstance(statement, (cst.Try, cst.If)) and _holds_import(statement)):
            break
        elif isinstance(statement, (cst.Try, cst.If)) and _holds_import(statement):
            end, seen = i + 1, True
    return end


def _imports(statement: Any) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and any(
        isinstance(part, (cst.Import, cst.ImportFrom)) for part in statement.body
    )


def _imported(statement: Any) -> set[str]:
    roots: set[str] = set()
    for part in statement.body:
        if isinstance(part, cst.Import):
            roots |= {(dotted(alias.name) or "").split(".")[0] for alias in part.names}
        elif isinstance(part, cst.ImportFrom) and not part.relative:
            roots.add((dotted(part.module) or "").split(".")[0])
    return roots


def _holds_import(statement: Any) -> bool:
    return any(_imports(part) and _imported(part) & set(ROOTS) for part in getattr(statement.body, "body", ()))
