# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx.contrib.amp.lists.symbol_fp16 import CONDITIONAL_FP32_FUNCS as CONDITIONAL_FP32_FUNCS, LOSS_OUTPUT_FUNCTIONS as LOSS_OUTPUT_FUNCTIONS

BF16_FUNCS: Any
BF16_FP32_FUNCS: Any
BF16_USE_FP32_PARAMS: Any
FP32_FUNCS: Any
WIDEST_TYPE_CASTS: Any
