# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import cnn as cnn
from . import data as data
from . import estimator as estimator
from . import rnn as rnn
from . import nn as nn

