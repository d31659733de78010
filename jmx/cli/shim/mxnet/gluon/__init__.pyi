# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon import *
from jmx.gluon import hybrid as hybrid, optax_trainer as optax_trainer, parameter_dict as parameter_dict, structure as structure, symbol_block as symbol_block
