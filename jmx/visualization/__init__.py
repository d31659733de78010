"""Looking at networks: `print_summary` writes a table of the layers, `plot_network` draws the graph."""

from .network import plot_network
from .summary import print_summary

__all__ = ["plot_network", "print_summary"]
