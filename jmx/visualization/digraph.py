"""The graph that `plot_network` returns. This module needs the Python package graphviz."""

from __future__ import annotations

import graphviz

from .svg import draw


class Digraph(graphviz.Digraph):
    """A `graphviz.Digraph` that notebooks can show where graphviz' program `dot` is not installed.

    Everything else is graphviz' own: `source`, `render`, `view`, `pipe`, and their errors.
    """

    def _repr_image_svg_xml(self):
        try:
            return super()._repr_image_svg_xml()
        except graphviz.ExecutableNotFound:
            return draw(self.source)

    def _repr_svg_(self):
        return self._repr_image_svg_xml()
