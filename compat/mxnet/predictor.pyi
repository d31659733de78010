# Made by tools/make_stubs.py; not to be edited.
from jmx.predictor import *
from jmx.predictor import Context as Context, MXNetError as MXNetError
