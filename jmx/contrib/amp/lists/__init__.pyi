# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import symbol_bf16 as symbol_bf16, symbol_fp16 as symbol_fp16

