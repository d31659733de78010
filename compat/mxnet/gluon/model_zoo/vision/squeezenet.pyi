# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.squeezenet import *
from jmx.gluon.model_zoo.vision.squeezenet import Classifier as Classifier, HybridConcurrent as HybridConcurrent, get_squeezenet as get_squeezenet
