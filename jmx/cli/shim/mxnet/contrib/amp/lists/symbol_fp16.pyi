# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.amp.lists.symbol_fp16 import *
