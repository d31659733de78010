# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import dataclasses
from collections.abc import Sequence
from typing import Any
from jmx._typing import Float

@dataclasses.dataclass
class Edge:
    tail: int
    head: int
    label: tuple[float, float] = ...
    route: list = ...
    label_at: tuple[float, float] | None = ...
class _Place:
    def __init__(self, layer: Any, left: Any, right: Any, height: Any, node: Any = None, edge: Any = None) -> None: ...
    down: list
    up: list
    x: Any
    order: Any
    node: Any
    edge: Any
    layer: Any
    left: Any
    right: Any
    height: Any
def place(sizes: Sequence[tuple[Float, Float]], edges: Sequence[Edge]) -> tuple[list[tuple[float, float]], tuple[float, float]]: ...
