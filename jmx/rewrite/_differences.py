"""Where a function of `mx.nd` and its twin give different things, as `tools/list_rewrite_differences.py` has measured it."""

from __future__ import annotations

import functools
import json
import pathlib
from typing import Any


@functools.cache
def tables() -> dict[str, Any]:
    """All that was measured: signatures and defaults, and results of functions, methods and operators."""
    return json.loads(pathlib.Path(__file__).with_name("differences.json").read_text(encoding="utf-8"))


def types(name: str) -> frozenset[str]:
    """The element types of arrays for which a function of mx.nd gives other values or types than its twin."""
    return frozenset(tables()["types"].get(name, ()))


def only_classic(name: str) -> bool:
    """Whether a method of NDArray is one that arrays of mx.np have not, or that rounds otherwise."""
    return name in tables()["only_classic"] or name == "round" and name in tables()["methods"]


def positional(name: str) -> int:
    """How many arguments without names mean the same for the methods of both kinds of arrays."""
    return tables()["positional"].get(name, 9)
