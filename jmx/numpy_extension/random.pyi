# Made by tools/make_stubs.py; not to be edited.
from typing import Literal
from jmx._typing import Int
from jmx.context import Context

def seed(seed: Int, ctx: Context | Literal['all']='all') -> None:
    ...
__all__ = ['seed']
