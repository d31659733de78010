# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import AnyFunction, Int
from jmx.executor import Executor
from jmx.ndarray import NDArray as NDArray

class Monitor:
    def __init__(self, interval: Int, stat_func: AnyFunction | None = None, pattern: str = '.*', sort: bool = False, monitor_all: bool = False) -> None: ...
    def stat_helper(self, name: str, array: Any) -> None: ...
    def _note(self, name: str, array: Any) -> None: ...
    def install(self, exe: Executor) -> None: ...
    def tic(self) -> None: ...
    def toc(self) -> list[tuple[int, str, str]]: ...
    def toc_print(self) -> None: ...
    monitor_all: bool
    sort: bool
    re_prog: Any
    exes: Any
    step: Any
    queue: Any
    activated: bool
    interval: Int
    stat_func: Any
__all__ = ['Monitor']
