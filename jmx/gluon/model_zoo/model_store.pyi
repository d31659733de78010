# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

apache_repo_url: str
ROOT: Any
_model_sha1: Any
def short_hash(name: str) -> Any: ...
def get_model_file(name: str, root: str = ...) -> str: ...
def purge(root: str = ...) -> None: ...
__all__ = ['get_model_file', 'purge']
