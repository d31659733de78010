# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.onnx.importing._api import get_model_metadata as get_model_metadata, import_model as import_model

__all__ = ['get_model_metadata', 'import_model']
