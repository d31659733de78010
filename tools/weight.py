"""How heavy the sources are: lines, docstrings, stubs, long functions, types, circles of imports.

    python -m tools.weight              a table of the whole
    python -m tools.weight --packages   lines and annotated functions of each package
    python -m tools.weight --json       the same as JSON
    python -m tools.weight --tree DIR   of another checkout, to compare

A function's length leaves out its docstring. Public are functions whose name, and the names of whose classes, have no
underscore in front; functions inside functions do not count. A repeated docstring line is one of at least 20 characters that an
earlier docstring of the same kind of file has already.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import pathlib
import re
import statistics
import tokenize
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
#: what a function may have at most, without its docstring; what a file may have
LONG_FUNCTION, LONG_FILE = 60, 600
_BRANCHES = (
    ast.If, ast.For, ast.While, ast.Try, ast.With, ast.IfExp, ast.BoolOp, ast.comprehension, ast.ExceptHandler, ast.match_case,
)  # fmt: skip


class Function(NamedTuple):
    """A function of a source: where it stands and what its signature says."""

    module: str
    name: str
    lines: int
    branches: int
    public: bool
    returns: bool
    arguments: bool


class Source(NamedTuple):
    """A source file: the kinds of its lines, its functions, and what it imports at its top level."""

    name: str
    is_package: bool
    lines: int
    blank: int
    docstrings: list[str]
    comments: int
    trailing_comments: int
    functions: list[Function]
    imports: set[str]
    counts: collections.Counter


def module_name(path, root):
    """A file's name as an import has it."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _docstring(node):
    """The node of a docstring, or None."""
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first
    return None


def _functions(module, tree):
    def visit(node, names, public):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                visit(child, [*names, child.name], public and not child.name.startswith("_"))
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append(_function(module, [*names, child.name], child, public))
                visit(child, [*names, child.name], False)
            elif not isinstance(child, ast.expr):
                visit(child, names, public)

    found: list[Function] = []
    visit(tree, [], True)
    return found


def _function(module, names, node, public):
    text = _docstring(node)
    lines = node.end_lineno - node.lineno + 1 - (text.end_lineno - text.lineno + 1 if text else 0)
    decorated = {getattr(d, "attr", getattr(d, "id", "")) for d in node.decorator_list}
    every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    every = every[1:] if len(names) > 1 and "staticmethod" not in decorated else every
    every += [a for a in (node.args.vararg, node.args.kwarg) if a]
    dunder = node.name.startswith("__") and node.name.endswith("__")
    return Function(
        module, ".".join(names), lines, sum(isinstance(n, _BRANCHES) for n in ast.walk(node)),
        public and not (node.name.startswith("_") and not dunder), node.returns is not None, all(a.annotation for a in every),
    )  # fmt: skip


def _imports(module, is_package, tree, known):
    """Modules of the tree that are imported when this one is."""
    package = module if is_package else module.rpartition(".")[0]
    found = set()

    def visit(node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            if isinstance(child, ast.Import):
                found.update(alias.name for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                start = child.module or ""
                if child.level:
                    base = package.split(".")
                    base = base[: len(base) - child.level + 1]
                    start = ".".join([*base, *([child.module] if child.module else [])])
                for alias in child.names:
                    inner = f"{start}.{alias.name}"
                    found.add(inner if inner in known else start)
            visit(child)

    visit(tree)
    return {name for name in found if name in known and name != module}


def read(path, root, known):
    """What is counted of one source."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    module, is_package = module_name(path, root), path.name == "__init__.py"
    docstrings = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (said := _docstring(node)):
            docstrings += text.splitlines()[said.lineno - 1 : said.end_lineno]
    whole = trailing = 0
    with open(path, "rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                alone = not token.line[: token.start[1]].strip()
                whole, trailing = whole + alone, trailing + (not alone)
    counts = collections.Counter(
        type_ignore=text.count("type: ignore"),
        noqa=text.count("# noqa"),
        any=len(re.findall(r"(?<![\w.])Any\b", text)),
        is_v2=text.count("is_v2()"),
        global_statements=sum(isinstance(n, ast.Global) for n in ast.walk(tree)),
        cached=len(re.findall(r"@(functools\.)?(lru_)?cache\b", text)),
    )
    return Source(
        module, is_package, len(text.splitlines()), sum(not line.strip() for line in text.splitlines()), docstrings, whole,
        trailing, _functions(module, tree), _imports(module, is_package, tree, known), counts,
    )  # fmt: skip


def circles(graph):
    """Sets of modules that import each other at their top level, the largest first (Tarjan's algorithm)."""
    index, low, stack, found = {}, {}, [], []

    def visit(start):
        work = [(start, iter(graph[start]))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in stack:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    if len(stack) - at > 1:
                        found.append(sorted(stack[at:]))
                    del stack[at:]

    for name in graph:
        if name not in index:
            visit(name)
    return sorted(found, key=len, reverse=True)


def _repeated(lines, seen):
    count = 0
    for line in lines:
        if len(line.strip()) >= 20:
            count += line.strip() in seen
            seen.add(line.strip())
    return count


def _share(functions, what):
    public = [f for f in functions if f.public]
    return round(100 * sum(getattr(f, what) for f in public) / len(public), 1) if public else 0.0


def _stubs(paths):
    """Lines, docstring lines, and those of them that were there before."""
    lines, texts = 0, []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        lines += len(text.splitlines())
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (said := _docstring(node)):
                texts += text.splitlines()[said.lineno - 1 : said.end_lineno]
    return lines, len(texts), _repeated(texts, set())


def sources(tree=ROOT):
    """All modules of jmx in a checkout."""
    paths = sorted((tree / "jmx").rglob("*.py"))
    known = {module_name(path, tree) for path in paths}
    return [read(path, tree, known) for path in paths]


def figures(tree=ROOT):
    """All figures of a checkout, by name."""
    found = sources(tree)
    functions = [f for source in found for f in source.functions]
    lines = [source.lines for source in found]
    counts = sum((source.counts for source in found), collections.Counter())
    knots = circles({source.name: sorted(source.imports) for source in found})
    stubs = sorted(path for folder in ("jmx", "compat", "tools") for path in (tree / folder).rglob("*.pyi"))
    stub_lines, stub_docstrings, stub_repeated = _stubs(stubs)
    total = sum(lines)
    seen: set[str] = set()
    return {
        "lines of jmx/**.py": total,
        "modules": len(found),
        "docstring lines": sum(len(source.docstrings) for source in found),
        "repeated docstring lines": sum(_repeated(source.docstrings, seen) for source in found),
        "blank lines": sum(source.blank for source in found),
        "comments per 100 lines": round(100 * sum(s.comments + s.trailing_comments for s in found) / total, 2),
        "whole-line comments": sum(source.comments for source in found),
        "mean lines of a file": round(statistics.mean(lines)),
        "median lines of a file": round(statistics.median(lines)),
        f"files over {LONG_FILE} lines": sum(n > LONG_FILE for n in lines),
        "lines of stubs": stub_lines,
        "stub files": len(stubs),
        "stub docstring lines": stub_docstrings,
        "repeated stub docstring lines": stub_repeated,
        "functions": len(functions),
        f"functions over {LONG_FUNCTION} lines": sum(f.lines > LONG_FUNCTION for f in functions),
        "functions with 15 branches": sum(f.branches >= 15 for f in functions),
        "public functions": sum(f.public for f in functions),
        "public functions with a return type, %": _share(functions, "returns"),
        "public functions with all arguments typed, %": _share(functions, "arguments"),
        "Any": counts["any"],
        "type: ignore": counts["type_ignore"],
        "noqa": counts["noqa"],
        "is_v2()": counts["is_v2"],
        "global statements": counts["global_statements"],
        "cached functions": counts["cached"],
        "circles of imports": len(knots),
        "modules in the largest circle": len(knots[0]) if knots else 0,
    }


def packages(tree=ROOT):
    """(package, lines, public functions, % with a return type, % with all arguments typed) of each package."""
    grouped = collections.defaultdict(list)
    for source in sources(tree):
        parts = source.name.split(".")
        grouped[parts[1] if len(parts) > 2 or source.is_package and len(parts) > 1 else "(top)"].append(source)
    rows = []
    for package, members in sorted(grouped.items()):
        functions = [f for source in members for f in source.functions]
        public = sum(f.public for f in functions)
        rows.append(
            (package, sum(s.lines for s in members), public, _share(functions, "returns"), _share(functions, "arguments"))
        )
    return rows


def main(arguments=None):
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.weight", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT, help="a checkout (this one)")
    parser.add_argument("--packages", action="store_true", help="by package")
    parser.add_argument("--long", action="store_true", help=f"functions over {LONG_FUNCTION} lines, and circles of imports")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    tree = options.tree.resolve()
    if options.long:
        found = sources(tree)
        for function in sorted((f for s in found for f in s.functions if f.lines > LONG_FUNCTION), key=lambda f: -f.lines):
            print(f"{function.lines:5} {function.module}.{function.name}")
        for circle in circles({source.name: sorted(source.imports) for source in found}):
            print(len(circle), *circle)
    elif options.packages:
        rows = packages(tree)
        if options.json:
            print(json.dumps(rows))
        else:
            print(f"{'package':16} {'lines':>7} {'public':>7} {'returns':>8} {'arguments':>9}")
            for row in rows:
                print("{:16} {:7} {:7} {:7}% {:8}%".format(*row))
    else:
        found = figures(tree)
        if options.json:
            print(json.dumps(found, indent=1))
        else:
            for name, value in found.items():
                print(f"{name:46} {value:>9,}")


if __name__ == "__main__":
    main()
