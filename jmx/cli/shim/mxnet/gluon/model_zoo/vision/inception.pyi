# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.inception import *
from jmx.gluon.model_zoo.vision.inception import Classifier as Classifier, HybridConcurrent as HybridConcurrent, make_aux as make_aux
