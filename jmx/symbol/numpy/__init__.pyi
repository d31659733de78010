# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import _internal as _internal
from . import linalg as linalg
from . import random as random
from ._op import *
from . import _op as _op, _symbol as _symbol
from jmx.symbol.numpy._symbol import _Symbol as _Symbol

