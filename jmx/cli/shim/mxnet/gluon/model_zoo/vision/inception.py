# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.inception` is `jmx.gluon.model_zoo.vision.inception`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.inception import *
from jmx.gluon.model_zoo.vision.inception import Classifier as Classifier
from jmx.gluon.model_zoo.vision.inception import HybridConcurrent as HybridConcurrent
from jmx.gluon.model_zoo.vision.inception import make_aux as make_aux
