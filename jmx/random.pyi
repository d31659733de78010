# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Literal
from jmx._typing import Int
from jmx.context import Context as Context
from jmx.ndarray.random import *  # pyright: ignore[reportAssignmentType]

def seed(seed_state: Int, ctx: Context | Literal['all']='all') -> None:
    ...
def current_seed() -> int:
    ...
__all__ = ['binomial', 'categorical', 'exponential', 'gamma', 'generalized_negative_binomial', 'multinomial', 'negative_binomial', 'normal', 'poisson', 'randint', 'randn', 'seed', 'shuffle', 'uniform']
