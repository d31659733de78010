# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.optimizer` is `jmx.optimizer`: this file is for type checkers only."""

from jmx.optimizer import *
from jmx.optimizer import adaptive as adaptive
from jmx.optimizer import base as base
from jmx.optimizer import layerwise as layerwise
from jmx.optimizer import moments as moments
from jmx.optimizer import optimizer as optimizer
from jmx.optimizer import sgd as sgd
from jmx.optimizer import states as states
from jmx.optimizer import updater as updater
