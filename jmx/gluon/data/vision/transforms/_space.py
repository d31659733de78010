"""The operators that transforms compute with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....util import is_np_array

if TYPE_CHECKING:
    from types import ModuleType


def space_of(F) -> ModuleType:
    """The namespace of operators for F's kind of array."""
    return F.npx if is_np_array() else F
