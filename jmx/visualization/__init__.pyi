# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import network as network
from . import summary as summary
from jmx.visualization.network import plot_network as plot_network
from jmx.visualization.summary import print_summary as print_summary

__all__ = ['plot_network', 'print_summary']
