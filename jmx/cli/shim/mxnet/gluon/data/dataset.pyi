# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.data.dataset import *
from jmx.gluon.data.dataset import FilterSampler as FilterSampler, Sampler as Sampler, SequentialSampler as SequentialSampler, is_array as is_array
