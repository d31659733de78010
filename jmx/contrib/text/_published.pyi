# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

GLOVE_ARCHIVES: Any
GLOVE_FILES: Any
FAST_TEXT_ARCHIVES: Any
FAST_TEXT_FILES: Any
