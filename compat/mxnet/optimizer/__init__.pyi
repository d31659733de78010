# Made by tools/make_stubs.py; not to be edited.
from jmx.optimizer import *
from jmx.optimizer import adaptive as adaptive, base as base, layerwise as layerwise, optimizer as optimizer, sgd as sgd, states as states, updater as updater
