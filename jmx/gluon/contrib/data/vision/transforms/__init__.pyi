# Made by tools/make_stubs.py; not to be edited.
from . import bbox as bbox

__all__ = ['bbox']
