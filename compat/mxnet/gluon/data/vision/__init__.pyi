# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.data.vision import *
from jmx.gluon.data.vision import image_files as image_files
