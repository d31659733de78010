"""`jmx.show`: images as a grid, a network as a tree."""

from __future__ import annotations

from typing import Any

from ._images import images


def show(what, *inputs, **options) -> Any:
    """Show a batch of images, or a network with the output shapes of its layers.

    Parameters
    ----------
    what : array or Block
        Images, as in :func:`jmx.plot.images`; or a network.
    *inputs : array
        For images their labels, if any. For a network its inputs: their shapes decide. The network runs, once and outside of
        training, only where the shapes cannot be inferred without.
    **options
        Those of `images`.

    Returns
    -------
    matplotlib.figure.Figure or Network
        What a notebook shows when it is the last thing in a cell. A network prints as a tree of text elsewhere.

    Examples
    --------
    >>> net = gluon.nn.HybridSequential()
    >>> net.add(gluon.nn.Dense(4, in_units=3), gluon.nn.Dense(2, in_units=4))
    >>> show(net, nd.ones((5, 3)))
    HybridSequential -> (5, 2) [26 numbers]
      (0) Dense weight (4, 3), bias (4) -> (5, 4) [16 numbers]
      (1) Dense weight (2, 4), bias (2) -> (5, 2) [10 numbers]
    """
    from ..gluon import Block

    return Network(what, inputs) if isinstance(what, Block) else images(what, *inputs, **options)


class Network:
    """A network with output shapes, as `show` returns it."""

    def __init__(self, block, inputs) -> None:
        from ..gluon import _shapes

        self._block = block
        self._shapes, self._inputs = _shapes.of_example(block, inputs) if inputs else _shapes.known(block)

    def __repr__(self) -> str:
        from ..gluon._tree import shown_text

        return shown_text(self._block, self._shapes)

    def _repr_html_(self):
        from ..gluon._tree import shown_html

        return shown_html(self._block, self._shapes, self._inputs)
