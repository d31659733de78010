# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any

FP16_FUNCS: Any
FP16_FP32_FUNCS: Any
FP32_FUNCS: Any
CONDITIONAL_FP32_FUNCS: Any
WIDEST_TYPE_CASTS: Any
LOSS_OUTPUT_FUNCTIONS: Any
