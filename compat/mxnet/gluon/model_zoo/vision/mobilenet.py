# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.mobilenet` is `jmx.gluon.model_zoo.vision.mobilenet`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.mobilenet import *
from jmx.gluon.model_zoo.vision.mobilenet import Classifier as Classifier
from jmx.gluon.model_zoo.vision.mobilenet import HybridBlock as HybridBlock
from jmx.gluon.model_zoo.vision.mobilenet import Layer as Layer
from jmx.gluon.model_zoo.vision.mobilenet import LinearBottleneck as LinearBottleneck
from jmx.gluon.model_zoo.vision.mobilenet import RELU6 as RELU6
