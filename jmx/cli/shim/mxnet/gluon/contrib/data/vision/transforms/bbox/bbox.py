# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.data.vision.transforms.bbox.bbox` is `jmx.gluon.contrib.data.vision.transforms.bbox.bbox`: this file is for type checkers only."""

from jmx.gluon.contrib.data.vision.transforms.bbox.bbox import *
from jmx.gluon.contrib.data.vision.transforms.bbox.bbox import Block as Block
