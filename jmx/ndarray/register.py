"""Where MXNet's generated functions come from. Here they are made from the operator registry on first access."""

from __future__ import annotations

from typing import Any

from ..core.declare.op import find
from ..core.facade import imperative

__all__ = ["make_ndarray_function"]


def make_ndarray_function(handle: Any, name: str, func_name: Any) -> Any:
    """The function `func_name` that calls the operator registered as `name`."""
    return imperative(find(name), func_name, "jmx.ndarray")
