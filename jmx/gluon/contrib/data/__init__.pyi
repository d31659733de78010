# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import sampler as sampler, text as text, vision as vision
from jmx.gluon.contrib.data.sampler import IntervalSampler as IntervalSampler

__all__ = ['IntervalSampler', 'sampler', 'text', 'vision']
