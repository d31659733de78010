# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.contrib.data.text import *
from jmx.gluon.contrib.data.text import EOS_TOKEN as EOS_TOKEN, ndarray as ndarray
