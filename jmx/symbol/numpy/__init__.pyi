# Made by tools/make_stubs.py; not to be edited.
from . import _internal as _internal
from . import linalg as linalg
from . import random as random
from ._op import *

