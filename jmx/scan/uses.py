"""The uses of MXNet in one source text: where they are, and what is said of each."""

import ast
import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from . import differences, facts
from .bindings import Collector, Walker
from .facts import Answer
from .inference import Inference
from .values import Value, below, is_mxnet

_VARIABLE = re.compile(r"(?:MXNET|DMLC|NNVM|PS)_[A-Z0-9_]+")
_IN_SHELL = re.compile(r"\$\{?((?:MXNET|DMLC|NNVM|PS)_[A-Z0-9_]+)|\b((?:MXNET|DMLC|NNVM|PS)_[A-Z0-9_]+)(?==)")
_GUARDS = ("ImportError", "ModuleNotFoundError", "Exception", "BaseException", "AttributeError")


@dataclass(frozen=True, slots=True)
class Use:
    """One use.

    `line` and `column` count from 1; in a notebook `line` is one of `cell`, which counts its cells from 1. `name` is what is
    used: `mxnet.ndarray.zeros`, `mxnet.ndarray.dot(forward_stype=)`, `numpy.product`, `MXNET_ENGINE_TYPE`. `path` is the name
    below `mxnet` that it stands for, "" for others. `probable` says that the class of a value was guessed.
    """

    line: int
    column: int
    verdict: str
    name: str
    advice: str
    path: str = ""
    probable: bool = False
    cell: int | None = None


def environment_uses(text: str, line: int, column: int = 1) -> list[Use]:
    """Return the uses of environment variables in a line for a shell, such as `MXNET_ENGINE_TYPE=NaiveEngine python train.py`."""
    uses = []
    for match in _IN_SHELL.finditer(text):
        name = match[1] or match[2]
        answer = facts.variable(name)
        if answer is not None:
            uses.append(Use(line, column + match.start(), answer.verdict, name, answer.advice))
    return uses


class Analysis(Walker):
    """Reads one file; `uses` are in the order of the text, `imports` are those of `Collector`.

    Parameters
    ----------
    tree : ast.Module
        The file.
    lines : list of bytes
        Its lines in UTF-8, for columns.
    imported : mapping, optional
        What other files of the program define, as `Inference` takes it.
    """

    def __init__(self, tree: ast.Module, lines: list[bytes], imported: Mapping[str, Mapping[str, Value]] | None = None) -> None:
        super().__init__()
        self._collector = Collector()
        self._collector.visit(tree)
        self.inference = Inference(self._collector, imported or {})
        self._scope = self._collector.top
        self._lines = lines
        self._guarded = 0
        self._found: dict[tuple[int, int, str], Use] = {}
        # Names of methods alone say something only where the file has to do with MXNet.
        self._is_program_of_mxnet = bool(imported) or any(is_mxnet(source) for source, _ in self._collector.imports)
        self.visit(tree)

    def release(self) -> None:
        """Take the references apart that go in circles, so that the tree is freed at once, without the garbage collector."""
        for scope in (self._collector.top, *self._collector.scopes.values()):
            scope.names, scope.attributes, scope.parent, scope.outside = {}, {}, None, {}
        self._collector.scopes.clear()
        self.inference.release()
        for walker in (self, self._collector):
            walker.forget_methods()

    @property
    def imports(self) -> list[tuple[str, str]]:
        """What the file imports, as (source, name)."""
        return self._collector.imports

    @property
    def uses(self) -> list[Use]:
        """The uses, in the order of the text."""
        return sorted(self._found.values(), key=lambda use: (use.line, use.column))

    # ---- what is written down

    def _column(self, line: int, offset: int) -> int:
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else b""
        return offset + 1 if text.isascii() else len(text[:offset].decode("utf-8", "replace")) + 1

    def _add(self, line: int, offset: int, answer: Answer, name: str, path: str = "", probable: bool = False) -> None:
        advice = answer.advice
        last = name.rpartition(".")[2]
        guarded = self._guarded and not _VARIABLE.fullmatch(name) or last in self._collector.asked
        if answer.verdict in ("not-there", "not-in-mxnet") and guarded:
            advice = f"{advice}; the program goes on without it" if advice else "the program goes on without it"
        use = Use(line, self._column(line, offset), answer.verdict, name, advice, path, probable)
        self._found.setdefault((use.line, use.column, name), use)

    def _name(self, line: int, offset: int, path: str, probable: bool = False) -> None:
        self._add(line, offset, facts.answer(path), f"mxnet.{path}" if path else "mxnet", facts.canonical(path), probable)

    def _lacking(self, line: int, offset: int, owner: str, name: str, probable: bool = False) -> None:
        if facts.kind(owner) == "c" and name in self._collector.stored or name.startswith("__"):
            return
        self._add(line, offset, facts.unknown(owner, name), "mxnet." + f"{owner}.{name}".lstrip("."), "", probable)

    # ---- scopes

    def _within(self, node: ast.AST, parts: list[Any]) -> None:
        before, self._scope = self._scope, self._collector.scopes[node]
        for part in parts:
            self.visit(part)
        self._scope = before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """A class."""
        for each in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(each)
        self._within(node, node.body)

    def _function(self, node: Any) -> None:
        arguments = node.args
        outside = [*arguments.defaults, *(each for each in arguments.kw_defaults if each)]
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        outside += [each.annotation for each in every if each is not None and each.annotation is not None]
        if not isinstance(node, ast.Lambda):
            outside += node.decorator_list + ([node.returns] if node.returns is not None else [])
        for each in outside:
            self.visit(each)
        self._within(node, [node.body] if isinstance(node, ast.Lambda) else node.body)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function

    def _comprehension(self, node: Any) -> None:
        first, *others = node.generators
        self.visit(first.iter)
        result = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self._within(node, [first.target, *first.ifs, *others, *result])

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    # ---- imports

    def visit_Try(self, node: ast.Try) -> None:
        """`try: import ... except ImportError`: what is imported may be missing."""
        guards = {name for handler in node.handlers for name in _caught(handler)}
        guarded = bool(guards.intersection(_GUARDS))
        self._guarded += guarded
        for each in node.body:
            self.visit(each)
        self._guarded -= guarded
        for each in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(each)

    def visit_Import(self, node: ast.Import) -> None:
        """`import mxnet.gluon`."""
        for alias in node.names:
            self._module(alias.lineno, alias.col_offset, alias.name)

    def _module(self, line: int, offset: int, name: str) -> bool:
        foreign = facts.foreign_module(name)
        if foreign is not None:
            self._add(line, offset, foreign, name)
        if not is_mxnet(name):
            return foreign is not None
        path = ""
        for word in below(name).split("."):
            found = facts.member(facts.canonical(path), word) if word else ""
            if found is None:
                self._lacking(line, offset, facts.canonical(path), word)
                return False
            path = found
        self._name(line, offset, path)
        return True

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from mxnet.gluon import nn`."""
        source = node.module or ""
        if node.level:
            return
        if source.partition(".")[0] == "numpy":
            for alias in node.names:
                self._numpy(alias.lineno, alias.col_offset, source, alias.name)
            return
        for alias in node.names:
            if not is_mxnet(source):
                if not self._module(node.lineno, node.col_offset, source):
                    self._module(alias.lineno, alias.col_offset, f"{source}.{alias.name}")
                continue
            real = facts.canonical(below(source))
            if facts.kind(real) != "m":
                self._module(node.lineno, node.col_offset, source)
                return
            if alias.name == "*":
                self._add(alias.lineno, alias.col_offset, facts.answer(real), f"{source}.*", real)
                continue
            found = facts.member(real, alias.name)
            if found is None:
                self._lacking(alias.lineno, alias.col_offset, real, alias.name)
            else:
                self._name(alias.lineno, alias.col_offset, found)

    # ---- names

    def visit_Name(self, node: ast.Name) -> None:
        """A name that was imported."""
        if isinstance(node.ctx, ast.Load):
            value = self.inference.first(node, self._scope)
            if value is not None and value[0] == "mx" and facts.kind(facts.canonical(value[1])) != "m":
                self._name(node.lineno, node.col_offset, value[1])

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """`mx.nd.zeros`, `x.asnumpy`, `self.collect_params`."""
        values = self.inference.values(node.value, self._scope)
        chained = any(value[0] in ("mx", "F") for value in values)
        line, offset = (node.lineno, node.col_offset) if chained else _end(node)
        self._attribute(values, node.attr, line, offset, isinstance(node.ctx, ast.Load))
        base: ast.AST = node.value
        if chained:  # mx.nd in mx.nd.zeros is no use of its own
            while isinstance(base, ast.Attribute) and self.inference.values(base, self._scope):
                base = base.value
            if isinstance(base, ast.Name):
                return
        self.visit(base)

    def _attribute(self, values: tuple[Value, ...], name: str, line: int, offset: int, reads: bool) -> None:
        lacking: list[tuple[str, Value]] = []
        for value in values:
            _, path, owner = self.inference.attribute(value, name)
            if value[0] == "F" and owner is not None:
                if path is not None and name not in self._collector.asked:
                    there, here = ("mx.nd", "mx.sym") if owner.startswith("symbol") else ("mx.sym", "mx.nd")
                    answer = Answer(
                        "not-in-mxnet", f"F is {there} or {here}, and {here} has no such name: hybridize() fails, or the call"
                    )
                    self._add(line, offset, answer, f"mxnet.{path}", facts.canonical(path))
                elif path is None:
                    self._lacking(line, offset, owner, name)
                return
            if path is not None:
                self._name(line, offset, path, value[0] == "input" or value[0] == "of" and not value[2])
                return
            if value[0] == "numpy" and reads:
                self._numpy(line, offset, value[1], name)
                return
            if value == ("array",) and name in differences.NUMPY_METHODS:
                self._add(line, offset, Answer("not-there", differences.NUMPY_METHODS[name]), f"numpy.ndarray.{name}")
                return
            if owner is not None:
                lacking.append((owner, value))
        if not reads:
            return
        if lacking and len(lacking) == len(values):
            owner, value = lacking[0]
            self._lacking(line, offset, owner, name, value[0] == "of")
        elif not values and self._is_program_of_mxnet and name in differences.DISTINCTIVE:
            path = facts.attribute(differences.DISTINCTIVE[name], name)
            if path is not None:
                self._name(line, offset, path, probable=True)

    def _numpy(self, line: int, offset: int, module: str, name: str) -> None:
        answer = facts.numpy_name(name) if module == "numpy" and self._is_program_of_mxnet else None
        if answer is not None:
            self._add(line, offset, answer, f"numpy.{name}")

    # ---- calls

    def visit_Call(self, node: ast.Call) -> None:
        """A call: its keywords are checked, and names that are given as strings."""
        value = self.inference.first(node.func, self._scope)
        if value is not None:
            if value[0] == "python":
                self._named_by_string(value[1], node)
            for path in _callables(value):
                self._arguments(path, node, value)
                break
        self.generic_visit(node)

    def _arguments(self, path: str, node: ast.Call, value: Value) -> None:
        for keyword in node.keywords:
            if keyword.arg is None:
                continue
            answers = [facts.keyword(one, keyword.arg) for one in _callables(value)]
            answer = answers[0]
            if answer is not None and not (answer.verdict == "not-in-mxnet" and None in answers):
                self._add(keyword.lineno, keyword.col_offset, answer, f"mxnet.{path}({keyword.arg}=)")
        for (function, parameter, position), table in differences.VALUES.items():
            if (
                path == function
                or facts.kind(path) == "d"
                and function in [f"{c}.{path.rpartition('.')[2]}" for c in _owners(path)]
            ):
                given = next((k.value for k in node.keywords if k.arg == parameter), None)
                if given is None and len(node.args) > position:
                    given = node.args[position]
                if isinstance(given, ast.Constant) and given.value in table:
                    answer = Answer("differs", table[given.value])
                    self._add(given.lineno, given.col_offset, answer, f"mxnet.{path}({parameter}={given.value!r})")

    def _named_by_string(self, function: str, node: ast.Call) -> None:
        words = [each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else None for each in node.args]
        if function in ("import_module", "__import__") and words and words[0]:
            self._module(node.lineno, node.col_offset, words[0])
        elif function == "getattr" and len(words) > 1:
            values = self.inference.values(node.args[0], self._scope)
            if words[1]:
                self._attribute(values, words[1], node.lineno, node.col_offset, True)
            elif any(value[0] in ("mx", "F") for value in values):
                value = next(value for value in values if value[0] in ("mx", "F"))
                module = facts.canonical(value[1]) if value[0] == "mx" else f"ndarray.{value[1]}".rstrip(".")
                answer = Answer("unknown", "the name is computed when the program runs: `jmx run --trace-usage` sees it")
                self._add(node.lineno, node.col_offset, answer, f"mxnet.{module}.<computed>".replace("..", "."))

    # ---- environment variables

    def visit_Expr(self, node: ast.Expr) -> None:
        """A statement that is only a string is documentation."""
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A string with the name of an environment variable."""
        text = node.value
        if not isinstance(text, str) or "_" not in text or len(text) > 5000:
            return
        if _VARIABLE.fullmatch(text):
            answer = facts.variable(text)
            if answer is not None:
                self._add(node.lineno, node.col_offset, answer, text)
        elif "=" in text or "$" in text:
            for use in environment_uses(text, node.lineno):
                self._add(node.lineno, node.col_offset, Answer(use.verdict, use.advice), use.name)


def _caught(handler: ast.ExceptHandler) -> list[str]:
    if handler.type is None:
        return ["BaseException"]
    each = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return [node.id for node in each if isinstance(node, ast.Name)]


def _end(node: ast.Attribute) -> tuple[int, int]:
    """Where the name of an attribute stands."""
    return node.end_lineno or node.lineno, max((node.end_col_offset or 0) - len(node.attr.encode()), 0)


def _callables(value: Value) -> list[str]:
    """The canonical paths that a call of this value calls."""
    if value[0] == "mx":
        return [facts.canonical(value[1])]
    if value[0] == "method" and value[1]:
        return [value[1]]
    if value[0] == "F" and value[1]:
        return [facts.canonical(f"{side}.{value[1]}") for side in ("ndarray", "symbol")]
    return []


def _owners(path: str) -> tuple[str, ...]:
    return facts.lineage(path.rpartition(".")[0])


def read(text: str, imported: Mapping[str, Mapping[str, Value]] | None = None) -> Analysis:
    """Return the analysis of a source text.

    Raises
    ------
    SyntaxError, ValueError, RecursionError, MemoryError
        The text is not Python, or nested too deeply.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python's parser says about escapes in strings
        tree = ast.parse(text)
    return Analysis(tree, text.encode("utf-8", "replace").split(b"\n"), imported)


def in_cell(use: Use, cell: int, line: int) -> Use:
    """Return the same use with its place in a notebook."""
    return replace(use, cell=cell, line=line)
