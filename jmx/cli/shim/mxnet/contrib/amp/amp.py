# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.amp.amp` is `jmx.contrib.amp.amp`: this file is for type checkers only."""

from jmx.contrib.amp.amp import *
from jmx.contrib.amp.amp import BucketingModule as BucketingModule
from jmx.contrib.amp.amp import LossScaler as LossScaler
from jmx.contrib.amp.amp import Optimizer as Optimizer
from jmx.contrib.amp.amp import Symbol as Symbol
from jmx.contrib.amp.amp import convert_bucketing_module as convert_bucketing_module
