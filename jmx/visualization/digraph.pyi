# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
import graphviz
from collections.abc import Iterable

class Digraph(graphviz.Digraph): ...
def simple_svg(statements: Iterable[str]) -> str: ...
