# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.gluon.contrib.data.text` is `jmx.gluon.contrib.data.text`: this file is for type checkers only."""

from jmx.gluon.contrib.data.text import *
from jmx.gluon.contrib.data.text import EOS_TOKEN as EOS_TOKEN
