"""Type stubs (.pyi) of the operator namespaces, written from the registry.

    python -m jmx.core.stubs            writes them beside the modules
    python -m jmx.core.stubs --check    says which are out of date; exit status 1 if any is
"""

import os
import sys
import types
import typing
from typing import Literal

from .attrs import REQUIRED, DType, Floats, OptShape, Scalar, Shape, split_optional
from .facade import lookup, public_names

_PACKAGES = {"ndarray": "NDArray", "symbol": "Symbol"}
_HEAD = '''"""Operators of `mx.{package}.{space}`. Written by `python -m jmx.core.stubs`; do not edit."""

from collections.abc import Sequence
from typing import Any, Literal

from .{package} import {kind}

'''


def _type(hint):
    hint, optional = split_optional(hint)
    if typing.get_origin(hint) is Literal:
        text = "Literal[" + ", ".join(repr(v) for v in typing.get_args(hint)) + "]"
    elif hint in (Shape, OptShape):
        text = "int | Sequence[int | None]" if hint == OptShape else "int | Sequence[int]"
    elif hint == Floats:
        text = "float | Sequence[float]"
    elif hint == DType:
        text = "Any"
    elif hint == Scalar:
        text = "float"
    else:
        text = hint.__name__ if isinstance(hint, type) and not isinstance(hint, types.GenericAlias) else "Any"
    return text + " | None" if optional and text != "Any" else text


def _function(public, op, kind):
    if op.variadic:
        params = [f"*{op.inputs[0]}: {kind}"]
    else:
        params = [f"{n}: {kind} | None = None" for n in op.inputs]
    for name, (hint, default) in op.schema.items():
        params.append(f"{name}: {_type(hint)} = {'...' if default is REQUIRED else repr(default)}")
    tail = ("out", "name") if kind == "NDArray" else ("name", "attr", "out")
    params += [f"{n}: Any = None" for n in tail if n not in op.schema and n not in op.inputs]
    n = op._visible if op._visible is not None else op._outputs
    single = n == 1 or (isinstance(n, (tuple, list)) and len(n) == 1)
    result = kind if single or kind == "Symbol" else f"{kind} | list[{kind}]" if callable(n) else f"list[{kind}]"
    head = f"def {public}({', '.join(params)}, **kwargs: Any) -> {result}: ..."
    return head


def text(package, space):
    """The stub of `jmx/<package>/<space>.pyi`."""
    kind = _PACKAGES[package]
    lines = []
    for public in public_names(space):
        if public.isidentifier() and public not in ("None", "lambda"):
            lines.append(_function(public, lookup(space, public), kind))
    return _HEAD.format(package=package, space=space, kind=kind) + "\n".join(lines) + "\n"


def stubs():
    """(path, text) of every stub."""
    import jmx.ops  # noqa: F401  (declares the operators)

    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for package in _PACKAGES:
        for space in ("op", "_internal", "linalg", "contrib", "image"):
            yield os.path.join(root, package, space + ".pyi"), text(package, space)


def main(argv):
    """Write the stubs, or with --check compare them."""
    stale = []
    for path, wanted in stubs():
        found = None
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                found = file.read()
        if found == wanted:
            continue
        stale.append(os.path.basename(os.path.dirname(path)) + "/" + os.path.basename(path))
        if "--check" not in argv:
            from .serial import atomic_file

            with atomic_file(path, "w") as file:
                file.write(wanted)
    print("\n".join(stale) or "all stubs are up to date")
    return 1 if stale and "--check" in argv else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
