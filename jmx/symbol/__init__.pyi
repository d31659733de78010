# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import _internal as _internal
from . import contrib as contrib
from . import creation as creation
from . import elementwise as elementwise
from . import image as image
from . import linalg as linalg
from . import numpy as numpy
from . import numpy_extension as numpy_extension
from . import op as op
from . import random as random
from . import register as register
from . import sparse as sparse
from . import taped as taped
np = numpy
npx = numpy_extension
from .op import *
from . import symbol as symbol
from jmx.symbol.symbol import *

