# Made by tools/make_stubs.py; not to be edited.
# ruff: noqa
"""`mxnet.contrib.amp.loss_scaler` is `jmx.contrib.amp.loss_scaler`: this file is for type checkers only."""

from jmx.contrib.amp.loss_scaler import *
