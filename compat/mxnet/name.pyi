# Made by tools/make_stubs.py; not to be edited.
from jmx.name import *
from jmx.name import active as active
