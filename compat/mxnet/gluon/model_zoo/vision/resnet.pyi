# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.resnet import *
from jmx.gluon.model_zoo.vision.resnet import Classifier as Classifier, HybridBlock as HybridBlock, resnet_block_versions as resnet_block_versions, resnet_net_versions as resnet_net_versions, resnet_spec as resnet_spec
