# Made by tools/make_stubs.py; not to be edited.
from jmx.gluon.data.vision.transforms import *
from jmx.gluon.data.vision.transforms import Block as Block, HybridBlock as HybridBlock, HybridSequential as HybridSequential, Sequential as Sequential
