# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import amp as amp
from . import lists as lists
from . import loss_scaler as loss_scaler
from jmx.contrib.amp.amp import *
from jmx.contrib.amp.amp import convert_bucketing_module as convert_bucketing_module

