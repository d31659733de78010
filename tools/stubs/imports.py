"""The imports that a stub needs: found from the names that it uses and does not define."""

import ast
import builtins

from . import source

TYPING = {
    "Any",
    "Literal",
    "Self",
    "Unpack",
    "overload",
    "TypeAlias",
    "ClassVar",
    "NoReturn",
    "NamedTuple",
    "TextIO",
    "TypeGuard",
}
ABSTRACT = {"ItemsView", "KeysView", "ValuesView", "Callable", "Iterable", "Iterator", "Mapping", "MutableMapping", "Sequence"}
OURS = {"AnyFunction", "P", "T", "CallableT", "ArrayT", "Int", "Float", "Shape", "OptShape", "Floats", "DTypeLike", "ArrayLike",
        "ContextLike", "Samples", "StorageType", "GradReq", "NumPyArray", "NodeAttributes", "BlockKeywords",
        "NetworkKeywords", "RecurrentKeywords", "OptimizerKeywords", "RatedOptimizerKeywords"}  # fmt: skip
OTHERS = {
    "np": "import numpy as np", "logging": "import logging", "contextmanager": "from contextlib import contextmanager",
    "dataclass": "from dataclasses import dataclass", "OrderedDict": "from collections import OrderedDict",
    "AbstractContextManager": "from contextlib import AbstractContextManager",
    "ContextDecorator": "from contextlib import ContextDecorator",
    "np_ndarray": "from jmx.ndarray.numpy.array import ndarray as np_ndarray",
}  # fmt: skip
#: public class -> the module that defines it
CLASSES: dict[str, str] = {}


def imports_of_types():
    """Names that mean types wherever they stand, even if a method of some class is called so."""
    return TYPING | ABSTRACT | OURS | OTHERS.keys() | CLASSES.keys()


def _as_the_source(module, name):
    """The import by which a source has a name: (its beginning, what is imported)."""
    place, called = source.imported(module)[name]
    return f"from {place} import ", called if called == name else f"{called} as {name}"


def needed(text, module):
    """Import lines for the names that a stub's text uses and neither defines nor imports."""
    tree = ast.parse(text)
    defined = set(dir(builtins))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            defined.update(a.asname or a.name for a in node.names)
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            defined.update(t.id for t in node.targets)
        elif isinstance(node, ast.AnnAssign):
            defined.add(node.target.id)
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in tree.body:  # aliases and setters inside a class
        if isinstance(node, ast.ClassDef):
            used -= {n.name for n in node.body if isinstance(n, ast.FunctionDef)} - imports_of_types()
            used -= {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)} - imports_of_types()
    lines = {}
    for name in sorted(used - defined):
        if name in TYPING:
            lines.setdefault("from typing import ", []).append(name)
        elif name in ABSTRACT:
            lines.setdefault("from collections.abc import ", []).append(name)
        elif name in OURS:
            lines.setdefault("from jmx._typing import ", []).append(name)
        elif name in source.imported(module) and source.imported(module)[name][0].startswith("jmx"):
            head, entry = _as_the_source(module, name)
            lines.setdefault(head, []).append(entry)
        elif name in OTHERS:
            lines[OTHERS[name]] = []
        elif name in source.whole_modules(module):
            lines[source.whole_modules(module)[name]] = []
        elif name in CLASSES:
            lines.setdefault(f"from {CLASSES[name]} import ", []).append(name)
        elif name in source.imported(module):
            head, entry = _as_the_source(module, name)
            lines.setdefault(head, []).append(entry)
        else:
            raise LookupError(f"the stub of {module} uses {name}, of which no import is known")
    ordered = sorted(lines.items(), key=lambda item: (item[0].startswith("from jmx"), item[0].startswith("from"), item[0]))
    return "".join(head + ", ".join(names) + "\n" for head, names in ordered)
