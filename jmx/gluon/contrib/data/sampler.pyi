# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon.data.sampler import IntervalSampler as IntervalSampler

__all__ = ['IntervalSampler']
