# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.base import MXNetError as MXNetError

def load(path: str, verbose: bool = True) -> None: ...
