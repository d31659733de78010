# Made by tools/make_stubs.py; not to be edited.
from jmx.contrib.amp.loss_scaler import *
