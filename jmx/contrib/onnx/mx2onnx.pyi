# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.onnx.mx2onnx import export_model as export_model, get_operator_support as get_operator_support

__all__ = ['export_model', 'get_operator_support']
