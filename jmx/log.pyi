# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import logging
from typing import Any
from jmx._typing import Int

CRITICAL: Any
ERROR: Any
WARNING: Any
INFO: Any
DEBUG: Any
NOTSET: Any
class _Formatter(logging.Formatter):
    def __init__(self) -> None: ...
    def format(self, record: Any) -> Any: ...
def get_logger(name: str | None = None, filename: str | None = None, filemode: str | None = None, level: Int = ...) -> logging.Logger: ...
def getLogger(name: str | None = None, filename: str | None = None, filemode: str | None = None, level: Int = ...) -> logging.Logger: ...
