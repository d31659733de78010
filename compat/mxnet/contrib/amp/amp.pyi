# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.amp.amp import *
from jmx.contrib.amp.amp import BucketingModule as BucketingModule, LossScaler as LossScaler, Optimizer as Optimizer, Symbol as Symbol, convert_bucketing_module as convert_bucketing_module, ndarray as ndarray
