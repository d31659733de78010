"""The stubs agree with the modules: what they name exists, and parameters have the names that they have at run time."""

import ast
import importlib
import importlib.util
import inspect
import pathlib
import types

import pytest

import jmx as mx
from jmx.numpy import _op_doc

ROOT = pathlib.Path(mx.__file__).parent
STUBS = sorted(path for path in ROOT.rglob("*.pyi") if path.name != "_typing.pyi" and "shim" not in path.parts)
#: parameters of functions that read their arguments themselves; the stub says which
_ANY = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)


def module_of(path):
    name = ".".join(["jmx", *path.relative_to(ROOT).with_suffix("").parts])
    return name.removesuffix(".__init__")


def defined(node):
    """The public names that a statement of a stub defines or passes on."""
    if isinstance(node, ast.ImportFrom):
        return [a.name for a in node.names if a.asname == a.name]
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [node.target.id]
    return [t.id for t in node.targets if t.id != "__all__"] if isinstance(node, ast.Assign) else []


def parameters_differ(node, function):
    """The names that a stub's function has and the real one has not, which takes no further keywords."""
    try:
        real = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    if any(p.kind in _ANY for p in real):
        return []
    names = [p.name for p in real]
    if isinstance(function, types.FunctionType):
        # A function may show MXNet's signature and take more: np.reshape(a, shape=(2, 3)).
        code = function.__code__
        names += code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    told = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
    return [a.arg for a in told if a.arg not in (*names, "self", "cls")]


def shown_otherwise(module, name):
    """Whether the function shows, as in MXNet, a signature of which it does not take all names by keyword: np.all(a=x) fails."""
    prefix = {"jmx.numpy._op": "_np_", "jmx.numpy_extension._op": "_npx_"}.get(module)
    return prefix is not None and hasattr(_op_doc, prefix + name)


def optional(name):
    """Whether the module needs a package that is not installed."""
    return name in ("jmx.visualization.digraph", "jmx.contrib.tensorboard")


def there(module, name):
    """Whether a module has a name, which may be a module inside of it that nothing has loaded yet."""
    return hasattr(module, name) or (
        hasattr(module, "__path__") and importlib.util.find_spec(f"{module.__name__}.{name}") is not None
    )


@pytest.mark.parametrize("path", STUBS, ids=module_of)
def test_what_a_stub_names_exists(path):
    module = importlib.import_module(module_of(path))
    missing, other = [], []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        missing += [name for name in defined(node) if not optional(f"{module.__name__}.{name}") and not there(module, name)]
        if isinstance(node, ast.FunctionDef) and not shown_otherwise(module.__name__, node.name):
            other += [(node.name, name) for name in parameters_differ(node, getattr(module, node.name, None))]
        if not isinstance(node, ast.ClassDef) or not hasattr(module, node.name):
            continue
        cls = getattr(module, node.name)
        for inner in (n for n in node.body if isinstance(n, ast.FunctionDef)):
            if inner.name == "__iter__" and hasattr(cls, "__getitem__"):
                continue  # Python iterates by __getitem__, but type checkers' Iterable wants the method
            if not hasattr(cls, inner.name):
                missing.append(f"{node.name}.{inner.name}")
            elif inspect.isfunction(getattr(cls, inner.name)) and inner.name != "__init__":
                names = parameters_differ(inner, getattr(cls, inner.name))
                other += [(f"{node.name}.{inner.name}", name) for name in names]
    assert missing == []
    assert other == []
