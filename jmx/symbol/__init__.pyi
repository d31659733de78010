# Made by tools/make_stubs.py from the operator registry; not to be edited.
from . import op as op, _internal as _internal, contrib as contrib, image as image, linalg as linalg
from .op import *
from . import symbol as symbol
from .symbol import *
