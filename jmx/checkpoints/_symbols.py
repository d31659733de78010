"""Symbols: what a -symbol.json file says about parameters, and what it holds."""

from __future__ import annotations

import collections
import dataclasses
import json
import os
from typing import Any

from .._files.reading import open_file
from ..base import MXNetError
from ._mapping import failed
from ._model import Checkpoint, listed


def applied(checkpoint: Checkpoint, path: str) -> Checkpoint:
    """The checkpoint with `arg:` and `aux:` as a symbol has them; MXNetError where names or shapes do not fit the symbol.

    Operators know which of their inputs are auxiliary states and which shapes fit them, so they are loaded, and JAX with them.
    """
    from .. import symbol as symbols

    try:
        network = symbols.load(path)
    except MXNetError as error:
        raise MXNetError(f"{path}: {error}") from error
    auxiliary, arguments = set(network.list_auxiliary_states()), set(network.list_arguments())
    entries = [dataclasses.replace(entry) for entry in checkpoint.entries]
    known = auxiliary | arguments
    foreign = [entry.name for entry in entries if entry.name not in known]
    if foreign:
        raise MXNetError(f"{checkpoint.path}: {path} has no parameters called {listed(foreign)}")
    wrong = [e.prefix + e.name for e in entries if e.prefix and (e.prefix == "aux:") != (e.name in auxiliary)]
    if wrong:
        raise MXNetError(f"{checkpoint.path}: arguments and auxiliary states differ from {path}: {listed(wrong)}")
    missing = sorted(auxiliary - {entry.name for entry in entries})
    if missing:
        raise MXNetError(f"{checkpoint.path}: auxiliary states of {path} are missing: {listed(missing)}")
    for entry in entries:
        entry.prefix = "aux:" if entry.name in auxiliary else "arg:"
    _check_shapes(checkpoint, network, path)
    return dataclasses.replace(checkpoint, entries=entries)


def _check_shapes(checkpoint: Checkpoint, network: Any, path: str) -> None:
    """Compare with the shapes that the symbol says, in which 0 is any size, and with those that follow from the others."""
    shapes = {entry.name: entry.shape for entry in checkpoint.entries if entry.parts}
    given = {name: shape for name, shape in shapes.items() if name in set(network.list_arguments())}
    try:
        both = [network.infer_shape_partial(), network.infer_shape_partial(**given)]
    except MXNetError as error:
        raise MXNetError(f"{checkpoint.path}: its shapes do not fit {path}: {' '.join(str(error).split())}") from error
    for arguments, _, states in both:
        inferred = [*zip(network.list_arguments(), arguments or ()), *zip(network.list_auxiliary_states(), states or ())]
        for name, shape in inferred:
            if name in shapes and shape and not _fits(shapes[name], tuple(shape)):
                raise MXNetError(f"{checkpoint.path}: {name} has shape {shapes[name]}, and {path} wants {tuple(shape)}")


def _fits(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(shape) == len(wanted) and all(want in (0, -1, have) for have, want in zip(shape, wanted))


def describe(path: str) -> dict[str, Any]:
    """What a -symbol.json file holds: variables, outputs, how many operators of each kind, the version of MXNet that wrote it."""
    try:
        with open_file(path, mode="r", encoding="utf-8") as file:
            graph = json.load(file)
        nodes = graph["nodes"]
        operators = collections.Counter(node["op"] for node in nodes if node["op"] != "null")
        variables = [_variable(node) for node in nodes if node["op"] == "null"]
        outputs = [_output(nodes, head) for head in graph["heads"]]
        version = graph.get("attrs", {}).get("mxnet_version", [None, None])[1]
    except OSError as error:
        raise failed("read", path, error) from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise MXNetError(
            f"{path}: is no symbol, or is damaged: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
        ) from error
    return {
        "file": path,
        "kind": "symbol",
        "version": f"MXNet {version // 10000}.{version // 100 % 100}.{version % 100}" if isinstance(version, int) else None,
        "bytes": os.path.getsize(path),
        "inputs": variables,
        "outputs": outputs,
        "operators": dict(operators.most_common()),
    }


def _variable(node: dict[str, Any]) -> dict[str, Any]:
    attributes = node.get("attrs") or node.get("attr") or node.get("param") or {}
    shape = attributes.get("__shape__")
    return {"name": str(node["name"]), **({"shape": str(shape)} if shape else {})}


def _output(nodes: list[dict[str, Any]], head: list[int]) -> str:
    node = nodes[head[0]]
    name = str(node["name"])
    return name if node["op"] == "null" else f"{name}_output" + (str(head[1]) if head[1] else "")
