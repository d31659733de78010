# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import graphviz
from jmx.visualization.svg import draw as draw

class Digraph(graphviz.Digraph): ...
