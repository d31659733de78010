# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.text.vocab import *
from jmx.contrib.text.vocab import UNKNOWN_IDX as UNKNOWN_IDX
