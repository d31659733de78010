# Made by tools/make_stubs.py; not to be edited.
from . import embedding as embedding, utils as utils, vocab as vocab

