# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.squeezenet` is `jmx.gluon.model_zoo.vision.squeezenet`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.squeezenet import *
from jmx.gluon.model_zoo.vision.squeezenet import Classifier as Classifier
from jmx.gluon.model_zoo.vision.squeezenet import HybridConcurrent as HybridConcurrent
from jmx.gluon.model_zoo.vision.squeezenet import get_squeezenet as get_squeezenet
