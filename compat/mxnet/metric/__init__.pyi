# Made by tools/make_stubs.py; not to be edited.
from jmx.metric import *
from jmx.metric import base as base, binary as binary, classification as classification, regression as regression
