# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base as base, drawn as drawn, fixed as fixed, recurrent as recurrent
from jmx.initializer.base import *
from jmx.initializer.drawn import *
from jmx.initializer.fixed import *
from jmx.initializer.recurrent import *

__all__ = ['Bilinear', 'Constant', 'FusedRNN', 'InitDesc', 'Initializer', 'LSTMBias', 'Load', 'MSRAPrelu', 'Mixed', 'Normal', 'One', 'Orthogonal', 'RNNFused', 'Uniform', 'Xavier', 'Zero', 'alias', 'create', 'register']
