# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.alexnet` is `jmx.gluon.model_zoo.vision.alexnet`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.alexnet import *
from jmx.gluon.model_zoo.vision.alexnet import Classifier as Classifier
