# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.onnx.importing._api import import_to_gluon as import_to_gluon

__all__ = ['import_to_gluon']
