# Made by tools/make_stubs.py; not to be edited.
from jmx.legacy.dlpack import *
from jmx.legacy.dlpack import NDArray as NDArray
