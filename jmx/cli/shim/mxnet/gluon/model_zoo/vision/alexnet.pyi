# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.alexnet import *
from jmx.gluon.model_zoo.vision.alexnet import Classifier as Classifier
