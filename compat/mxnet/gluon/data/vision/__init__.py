# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.data.vision` is `jmx.gluon.data.vision`: this file is for type checkers only."""

from jmx.gluon.data.vision import *
from jmx.gluon.data.vision import image_files as image_files
