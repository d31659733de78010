# Made by tools/make_stubs.py; not to be edited.
from jmx.kvstore.base import *
from jmx.kvstore.base import NDArray as NDArray, TestStore as TestStore
