# Made by tools/make_stubs.py; not to be edited.
from . import model_store as model_store, vision as vision

