# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.densenet` is `jmx.gluon.model_zoo.vision.densenet`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.densenet import *
from jmx.gluon.model_zoo.vision.densenet import Classifier as Classifier
from jmx.gluon.model_zoo.vision.densenet import HybridConcurrent as HybridConcurrent
from jmx.gluon.model_zoo.vision.densenet import Identity as Identity
from jmx.gluon.model_zoo.vision.densenet import densenet_spec as densenet_spec
from jmx.gluon.model_zoo.vision.densenet import get_densenet as get_densenet
