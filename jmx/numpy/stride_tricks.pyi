# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.ndarray.numpy.array import ndarray

def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    ...
__all__ = ['broadcast_arrays']
