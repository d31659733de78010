# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.base import register_error
from jmx.base import MXNetError as MXNetError

register = register_error
class InternalError(MXNetError): ...
__all__ = ['InternalError', 'MXNetError', 'register']
