# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.model_zoo.vision.vgg import *
from jmx.gluon.model_zoo.vision.vgg import Classifier as Classifier, Xavier as Xavier, vgg_spec as vgg_spec
