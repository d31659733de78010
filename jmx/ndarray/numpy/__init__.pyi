# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import _internal as _internal
from . import array as array
from . import keys as keys
from . import linalg as linalg
from . import protocol as protocol
from . import random as random
from ._op import *
from . import _op as _op

