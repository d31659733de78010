# Made by tools/make_stubs.py; not to be edited.
from jmx.module.base_module import *
from jmx.module.base_module import DataBatch as DataBatch, DataDesc as DataDesc, DataIter as DataIter, Uniform as Uniform, ndarray as ndarray
