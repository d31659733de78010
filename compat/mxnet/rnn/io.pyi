# Made by tools/make_stubs.py; not to be edited.
from jmx.rnn.io import *
from jmx.rnn.io import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter, ndarray as ndarray
