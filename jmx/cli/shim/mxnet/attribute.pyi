# Made by tools/make_stubs.py; not to be edited.
from jmx.attribute import *
from jmx.attribute import active as active
