# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Literal
from jmx.ndarray.numpy.array import ndarray

def meshgrid(*xi: ndarray, indexing: Literal['xy', 'ij']='xy', copy: bool=True, sparse: bool=False) -> list[ndarray]:
    ...
__all__ = ['meshgrid']
