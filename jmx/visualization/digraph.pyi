# Made by tools/make_stubs.py; not to be edited.
import graphviz
from jmx.visualization.svg import draw as draw

class Digraph(graphviz.Digraph): ...
