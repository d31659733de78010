"""Which interface a program was written for: one that uses what only MXNet 2.0 has was written for that one."""

from __future__ import annotations

import ast

#: modules that MXNet 1.9.1 lacks
ONLY_2_0 = (
    "mxnet.gluon.metric", "mxnet.gluon.data.batchify", "mxnet.gluon.probability", "mxnet.gluon.rnn.conv_rnn_cell",
    "mxnet.device",
)  # fmt: skip
#: what a `try` around an import catches where a program does without it
_EXPECTED = {"ImportError", "ModuleNotFoundError", "AttributeError", "Exception"}


def program_file(args) -> str | None:
    """The script among the arguments of Python, or None for a module, for code and for standard input."""
    skip = False
    for arg in args:
        if skip:
            skip = False
        elif not arg.startswith("-"):
            return arg
        elif arg == "-" or arg[:2] in ("-m", "-c"):
            return None
        else:
            skip = arg in ("-W", "-X", "--check-hash-based-pycs")
    return None


def needs_2_0(path) -> tuple[str, int] | None:
    """(name, line) of the first thing in a script that only MXNet 2.0 has, or None; None too for what cannot be read.

    Uses in a `try` that expects the name to be missing do not count.
    """
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    reader = _Reader()
    try:
        reader.visit(tree)
    except RecursionError:
        return None
    return min(reader.found, key=lambda use: use[1], default=None)


class _Reader(ast.NodeVisitor):
    def __init__(self):
        self.found = []
        #: what names of modules stand for
        self._modules = {}

    def _note(self, dotted, node):
        for module in ONLY_2_0:
            if dotted == module or dotted.startswith(module + "."):
                self.found.append((module, node.lineno))

    def visit_Try(self, node):
        caught = {name.id for handler in node.handlers for name in ast.walk(handler.type or ast.Name("Exception"))
                  if isinstance(name, ast.Name)}  # fmt: skip
        if not caught & _EXPECTED:
            self.generic_visit(node)
            return
        for part in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(part)

    def visit_Import(self, node):
        for alias in node.names:
            self._note(alias.name, node)
            root = alias.name.partition(".")[0]
            if root == "mxnet":
                self._modules[alias.asname or root] = alias.name if alias.asname else root

    def visit_ImportFrom(self, node):
        if node.level or (node.module or "").partition(".")[0] != "mxnet":
            return
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}"
            self._note(dotted, node)
            self._modules[alias.asname or alias.name] = dotted

    def visit_Attribute(self, node):
        parts, value = [], node
        while isinstance(value, ast.Attribute):
            parts.append(value.attr)
            value = value.value
        if isinstance(value, ast.Name) and value.id in self._modules:
            self._note(".".join([self._modules[value.id], *reversed(parts)]), node)
        else:
            self.visit(value)
