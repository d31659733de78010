# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Iterator
from typing import Any
from jmx._typing import Int
from jmx.gluon.data import sampler

class IntervalSampler(sampler.Sampler):
    def __init__(self, length: Int, interval: Int, rollover: bool = True) -> None: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    _length: Int
__all__ = ['IntervalSampler']
