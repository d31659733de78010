#!/usr/bin/env python
"""Write the type stubs (.pyi) of the namespaces that are made from the operator registry.

    python tools/make_stubs.py            write them beside the modules
    python tools/make_stubs.py --check    change nothing; exit status 1 if one of them is not up to date
"""

import argparse
import ast
import importlib
import keyword
import pathlib
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from jmx.core import attrs, facade  # noqa: E402

HEAD = "# Made by tools/make_stubs.py from the operator registry; not to be edited.\n"
#: packages whose namespaces are made from the registry: name, array class, whether it is symbolic
PACKAGES = (("ndarray", "NDArray", False), ("symbol", "Symbol", True))
SPACES = ("op", "_internal", "contrib", "image", "linalg")


def type_of(hint):
    """The annotation of an attribute: what a caller may give."""
    hint, optional = attrs.split_optional(hint)
    if typing.get_origin(hint) is typing.Literal:
        text = f"Literal[{', '.join(map(repr, typing.get_args(hint)))}]"
    elif hint == attrs.Scalar:
        text = "float"
    elif hint == attrs.DType:
        text = "Any"
    elif hint in (attrs.Shape, attrs.OptShape):
        text = "int | Sequence[int | None]" if hint == attrs.OptShape else "int | Sequence[int]"
    elif hint == attrs.Shapes:
        text = "Sequence[Sequence[int]]"
    elif hint in (attrs.Floats, attrs.Scalars):
        text = "float | Sequence[float]"
    else:
        text = hint.__name__
    return f"{text} | None" if optional and text != "Any" else text


def function(op, public, kind, symbolic):
    """One operator as a line of a stub."""
    parameters, defaulted = [], False
    for name, parameter in facade.signature(op, symbolic=symbolic).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            parameters.append(f"*{name}: {kind}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            parameters.append(f"**{name}: Any")
        elif name in op.inputs and name not in op.optional and not symbolic and not defaulted:
            parameters.append(f"{name}: {kind}")
        else:
            defaulted = True
            if name in op.inputs:
                hint = f"{kind} | None"
            elif name in op.schema:
                hint = type_of(op.schema[name][0])
            else:
                hint = {"out": f"{kind} | list[{kind}] | None", "name": "str | None"}.get(name, "dict[str, str] | None")
            parameters.append(f"{name}: {hint} = ...")
    visible = op._visible if op._visible is not None else op._outputs
    one = visible == 1 or symbolic  # several outputs of a symbol are one Symbol
    result = kind if one else f"list[{kind}]" if isinstance(visible, int) else f"{kind} | list[{kind}]"
    return f"def {public}({', '.join(parameters)}) -> {result}: ...\n"


def written_by_hand(package, space):
    """(lines of the stub, names) of what a module has besides operators: its functions, and those from private modules."""
    source = (ROOT / "jmx" / package / f"{space}.py").read_text(encoding="utf-8")
    lines, found = [], set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.ImportFrom) and node.level == 1 and (node.module or "").startswith("_"):
            names = [n.name for n in node.names if n.asname is None]
            lines += [f"from .{node.module} import {', '.join(f'{n} as {n}' for n in names)}\n"] if names else []
        elif isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            names = [node.name]
            node.args.defaults = [ast.Constant(...)] * len(node.args.defaults)
            lines.append(f"def {node.name}({ast.unparse(node.args)}) -> Any: ...\n")
        else:
            continue
        found.update(names)
    return sorted(lines, key=lambda line: line.startswith("def")), found


def namespace(package, space, kind, symbolic):
    """The stub of one module of operators."""
    more, taken = written_by_hand(package, space)
    lines = [
        HEAD, "from collections.abc import Sequence\n", "from typing import Any, Literal\n\n",
        f"from jmx.{package}.{kind.lower()} import {kind}\n\n", *more,
    ]  # fmt: skip
    for public in facade.public_names(space):
        if public.isidentifier() and not keyword.iskeyword(public) and public not in taken:
            lines.append(function(facade.lookup(space, public), public, kind, symbolic))
    return "".join(lines)


def package_stub(package, spaces):
    """The stub of a package: what its __init__ imports, the operators, and the modules of operators."""
    source = (ROOT / "jmx" / package / "__init__.py").read_text(encoding="utf-8")
    lines = [HEAD, "from . import " + ", ".join(f"{s} as {s}" for s in spaces) + "\n", "from .op import *\n"]
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ImportFrom):
            continue
        names = [n.asname or n.name for n in node.names]
        if names == ["*"]:
            lines.append(f"from {'.' * node.level}{node.module} import *\n")
            continue
        pairs = [f"{n.name} as {public}" for n, public in zip(node.names, names, strict=True) if public[0] != "_"]
        if pairs:
            lines.append(f"from {'.' * node.level}{node.module or ''} import {', '.join(pairs)}\n")
    return "".join(lines)


def stubs():
    """Yield (path, text) of every stub."""
    for package, kind, symbolic in PACKAGES:
        importlib.import_module(f"jmx.{package}")
        folder = ROOT / "jmx" / package
        spaces = [s for s in SPACES if (folder / f"{s}.py").exists()]
        for space in spaces:
            yield folder / f"{space}.pyi", namespace(package, space, kind, symbolic)
        yield folder / "__init__.pyi", package_stub(package, spaces)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether they are up to date")
    stale = 0
    check = parser.parse_args().check
    for path, text in stubs():
        ast.parse(text)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale += 1
            print(("not up to date: " if check else "written: ") + str(path.relative_to(ROOT)))
            if not check:
                path.write_text(text, encoding="utf-8")
    return int(check and stale > 0)


if __name__ == "__main__":
    sys.exit(main())
