# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.vision.transforms` is `jmx.gluon.data.vision.transforms`: this file is for type checkers only."""

from jmx.gluon.data.vision.transforms import *
from jmx.gluon.data.vision.transforms import composed as composed
from jmx.gluon.data.vision.transforms import shape as shape
from jmx.gluon.data.vision.transforms import values as values
