# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.io import *
from jmx.contrib.io import DataDesc as DataDesc, DataIter as DataIter
