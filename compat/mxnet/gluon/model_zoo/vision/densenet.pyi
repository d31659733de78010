# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.densenet import *
from jmx.gluon.model_zoo.vision.densenet import Classifier as Classifier, HybridConcurrent as HybridConcurrent, Identity as Identity, densenet_spec as densenet_spec, get_densenet as get_densenet
