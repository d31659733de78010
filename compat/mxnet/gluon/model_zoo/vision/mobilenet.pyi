# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.mobilenet import *
from jmx.gluon.model_zoo.vision.mobilenet import Classifier as Classifier, HybridBlock as HybridBlock, LinearBottleneck as LinearBottleneck, RELU6 as RELU6
