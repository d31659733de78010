# Made by tools/make_stubs.py; not to be edited.
from jmx import *
from jmx import __version__ as __version__
