# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

def count_tokens_from_str(source_str: str, token_delim: str = ' ', seq_delim: str = '\n', to_lower: bool = False, counter_to_update: Any = None) -> Any: ...
__all__ = ['count_tokens_from_str']
