# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.visualization import layout as layout
from jmx.visualization.source import parse as parse

def draw(source: Any) -> Any: ...
class _Turn:
    def __init__(self, direction: Any) -> None: ...
    def size(self, width: Any, height: Any) -> Any: ...
    def point(self, at: Any) -> Any: ...
    whole: Any
    sideways: Any
    backward: Any
class _Box:
    def __init__(self, name: str, attrs: Any) -> None: ...
    def svg(self) -> str: ...
    width: Any
    height: Any
    x: Any
    y: Any
    lines: Any
    font: Any
    shape: Any
    name: Any
    attrs: Any
class _Line:
    def __init__(self, attrs: Any, name: str, directed: Any) -> None: ...
    def svg(self, edge: Any, turn: Any) -> str: ...
    def loop(self, box: Any) -> str: ...
    at_tail: Any
    at_head: Any
    size: Any
    lines: Any
    font: Any
    attrs: Any
    name: Any
