# Made by tools/make_stubs.py; not to be edited.
from jmx.legacy.container import *
