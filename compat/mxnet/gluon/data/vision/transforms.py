# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.vision.transforms` is `jmx.gluon.data.vision.transforms`: this file is for type checkers only."""

from jmx.gluon.data.vision.transforms import *
from jmx.gluon.data.vision.transforms import Block as Block
from jmx.gluon.data.vision.transforms import HybridBlock as HybridBlock
from jmx.gluon.data.vision.transforms import HybridSequential as HybridSequential
from jmx.gluon.data.vision.transforms import Sequential as Sequential
