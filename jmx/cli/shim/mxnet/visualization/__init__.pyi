# Made by tools/make_stubs.py; not to be edited.
from jmx.visualization import *
from jmx.visualization import digraph as digraph, layout as layout, network as network, source as source, summary as summary, svg as svg
