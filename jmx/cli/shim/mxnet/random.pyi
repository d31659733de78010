# Made by tools/make_stubs.py; not to be edited.
from jmx.random import *
from jmx.random import Context as Context, current_seed as current_seed
