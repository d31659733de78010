# Made by tools/make_stubs.py; not to be edited.
from jmx.ndarray.numpy.array import ndarray

def broadcast_arrays(*args: ndarray) -> list[ndarray]:
    ...
__all__ = ['broadcast_arrays']
