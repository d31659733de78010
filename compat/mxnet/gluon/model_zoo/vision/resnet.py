# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.model_zoo.vision.resnet` is `jmx.gluon.model_zoo.vision.resnet`: this file is for type checkers only."""

from jmx.gluon.model_zoo.vision.resnet import *
from jmx.gluon.model_zoo.vision.resnet import Classifier as Classifier
from jmx.gluon.model_zoo.vision.resnet import HybridBlock as HybridBlock
from jmx.gluon.model_zoo.vision.resnet import Layer as Layer
from jmx.gluon.model_zoo.vision.resnet import resnet_block_versions as resnet_block_versions
from jmx.gluon.model_zoo.vision.resnet import resnet_net_versions as resnet_net_versions
from jmx.gluon.model_zoo.vision.resnet import resnet_spec as resnet_spec
