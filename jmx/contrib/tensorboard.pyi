# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

class LogMetricsCallback:
    def __init__(self, logging_dir: str, prefix: str | None = None) -> None: ...
    def __call__(self, param: Any) -> None: ...
    summary_writer: Any
    prefix: str | None
