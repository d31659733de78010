# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.vgg` is `jmx.gluon.model_zoo.vision.vgg`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.vgg import *
from jmx.gluon.model_zoo.vision.vgg import Classifier as Classifier
from jmx.gluon.model_zoo.vision.vgg import Xavier as Xavier
from jmx.gluon.model_zoo.vision.vgg import vgg_spec as vgg_spec
