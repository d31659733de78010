# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping, Sequence
from typing import Any
from jmx._typing import Int
from jmx.symbol import Symbol as Symbol
from jmx.visualization.summary import numbers as numbers, output_shapes as output_shapes

def plot_network(symbol: Symbol, title: str = 'plot', save_format: str = 'pdf', shape: Mapping[str, Sequence[Int]] | None = None, dtype: Mapping[str, type[Any]] | None = None, node_attrs: Mapping[str, str] = ..., hide_weights: bool = True) -> Any: ...
