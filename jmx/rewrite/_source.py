"""Sources and trees: parsing, the check of what was written, and the base class of the stages' transformers."""

from __future__ import annotations

import ast
import codecs
import warnings
from collections.abc import Collection, Iterable, Sequence
from typing import Any, cast

import libcst as cst
from libcst import metadata

from ..base import MXNetError
from . import MARK

#: short names of MXNet's modules, and the modules that they stand for
SHORT = {
    "nd": "ndarray", "sym": "symbol", "mod": "module", "kv": "kvstore", "init": "initializer", "viz": "visualization",
    "rnd": "random", "mon": "monitor", "img": "image", "np": "numpy", "npx": "numpy_extension",
}  # fmt: skip
ROOTS = ("mxnet", "jmx")
Statement = cst.SimpleStatementLine | cst.BaseCompoundStatement


def parsed(source: bytes) -> cst.Module:
    """The tree of a source. MXNetError if it is not Python 3."""
    try:
        # libcst takes more than Python does, and ends the process where expressions are nested too deeply.
        _compiled(source)
        module = cst.parse_module(source)
        if module.bytes != source.removeprefix(codecs.BOM_UTF8) and module.bytes != source:
            raise MXNetError("is left as it is: libcst does not give back what it read, such as the form feeds in it")
        return module
    except cst.ParserSyntaxError as error:
        raise MXNetError(f"line {error.raw_line} is not Python 3: {error.message.splitlines()[0]}") from error
    except SyntaxError as error:
        raise MXNetError(f"is not Python 3: {error}" if error.lineno else f"cannot be read: {error}") from error
    except (ValueError, LookupError) as error:  # the encoding, zero bytes
        raise MXNetError(f"cannot be read: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise MXNetError("cannot be read: expressions are nested too deeply") from error


def _compiled(text: str | bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # such as invalid escapes, which are the author's
        compile(text, "<source>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)


def checked(text: str) -> None:
    """Raise MXNetError if a text is not Python, so that it is not written."""
    try:
        _compiled(text)
    except (SyntaxError, ValueError) as error:
        raise MXNetError(f"the result would not be Python and is left out ({error}); please report this program") from error


def dotted(node: cst.CSTNode | None) -> str | None:
    """`a.b.c` of a chain of plain names, else None."""
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        base = dotted(node.value)
        return None if base is None else f"{base}.{node.attr.value}"
    return None


def chain(name: str) -> cst.Name | cst.Attribute:
    """The tree of `a.b.c`."""
    first, *rest = name.split(".")
    node: cst.Name | cst.Attribute = cst.Name(first)
    for part in rest:
        node = cst.Attribute(node, cst.Name(part))
    return node


def canonical(name: str) -> str | None:
    """`mx.ndarray.relu` for `mxnet.nd.relu` and its other spellings; None for a name that is not of MXNet's or jmx's."""
    root, *rest = name.split(".")
    if root not in ROOTS:
        return None
    if rest:
        rest[0] = SHORT.get(rest[0], rest[0])
        if (
            rest[:2] in (["ndarray", "ndarray"], ["ndarray", "op"], ["numpy", "multiarray"], ["symbol", "symbol"])
            and len(rest) > 2
        ):
            del rest[1]
    return ".".join(["mx", *rest])


def comment(text: str) -> cst.EmptyLine:
    """A line with the comment of what could not be rewritten."""
    return cst.EmptyLine(comment=cst.Comment(MARK + text))


class Codemod(cst.CSTTransformer):
    """A transformer that counts what it rewrites and puts comments above statements that it cannot rewrite."""

    METADATA_DEPENDENCIES = (
        metadata.QualifiedNameProvider, metadata.PositionProvider, metadata.ParentNodeProvider, metadata.ScopeProvider,
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.places = 0
        self._open: list[list[str]] = []
        self._first: cst.CSTNode | None = None
        self._header: list[cst.EmptyLine] = []

    def mark(self, text: str) -> None:
        """Put a comment above the statement that is being rewritten."""
        if text not in self._open[-1]:
            self._open[-1].append(text)

    def name(self, node: cst.CSTNode) -> str | None:
        """The canonical name (`mx.ndarray.relu`) that a chain of names stands for by the imports of the file, or None."""
        full = self.full_name(node)
        return None if full is None else canonical(full)

    def full_name(self, node: cst.CSTNode) -> str | None:
        """The name under which the file imports what a chain of names stands for, or None."""
        if dotted(node) is None:
            return None  # libcst leaves calls out of its names: f().g would be f.g
        found = self.get_metadata(metadata.QualifiedNameProvider, node, ())
        found = found() if callable(found) else found
        names = {one.name for one in cast("Collection[metadata.QualifiedName]", found)
                 if one.source is metadata.QualifiedNameSource.IMPORT}  # fmt: skip
        if len(names) > 1:  # a module that is imported by either of two ways, in try and except
            spelled = {canonical(name) for name in names}
            return names.pop() if len(spelled) == 1 and None not in spelled else None
        return names.pop() if names else None

    def parent(self, node: cst.CSTNode) -> cst.CSTNode:
        """The node above a node of the original tree."""
        return cast(cst.CSTNode, self.get_metadata(metadata.ParentNodeProvider, node))

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Module) and node.body:
            self._first, self._header = node.body[0], list(node.header)
        if isinstance(node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            self._open.append([])
        return super().on_visit(node)

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        left = super().on_leave(original_node, updated_node)
        if isinstance(original_node, (cst.SimpleStatementLine, cst.BaseCompoundStatement)):
            texts = self._open.pop()
            if texts:
                # Comments at the top of a file are not part of its first statement.
                above = self._header if original_node is self._first else []
                left = _commented(left, texts, above)
        return left


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
        return metadata.MetadataWrapper(module).visit(codemod)
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
