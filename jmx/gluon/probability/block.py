"""Blocks that collect losses while they run."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Unpack

from ..block import HybridBlock
from ..utils import _indent

if TYPE_CHECKING:
    from ..._typing import BlockKeywords


__all__ = ["StochasticBlock", "StochasticSequential"]


class StochasticBlock(HybridBlock):
    """A hybrid block whose `forward` may add losses, such as a divergence, to be read as :attr:`losses` after each call.

    `forward` is decorated by :meth:`collectLoss`.

    Examples
    --------
    >>> class Latent(gluon.probability.StochasticBlock):
    ...     @gluon.probability.StochasticBlock.collectLoss
    ...     def forward(self, loc, scale):
    ...         q = gluon.probability.Normal(loc, scale)
    ...         self.add_loss(gluon.probability.kl_divergence(q, gluon.probability.Normal(0.0, 1.0)))
    ...         return q.sample()
    >>> latent = Latent()
    >>> latent(mx.np.array([1.0]), mx.np.array([1.0])).shape, latent.losses
    ((1,), [array([0.5])])
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._losses = []
        self._losscache = []

    def add_loss(self, loss: Any) -> None:
        """Add a loss to those of the present call.

        Parameters
        ----------
        loss : ndarray, or a list of them
        """
        self._losscache.append(loss)

    @staticmethod
    def collectLoss(func: Callable[..., Any]) -> Any:
        """A decorator for `forward`, which then returns its result together with the losses that were added.

        Parameters
        ----------
        func : callable
        """

        @wraps(func)
        def collecting(self, *args):
            self._losscache = []
            out = func(self, *args)
            losses, self._losscache = self._losscache, []
            return out, losses

        vars(collecting)["_collects_losses"] = True
        return collecting

    def __call__(self, *args: Any) -> Any:
        if not getattr(type(self).forward, "_collects_losses", False):
            raise ValueError(f"The method forward of {type(self).__name__} must be decorated by StochasticBlock.collectLoss.")
        out, losses = super().__call__(*args)
        self._take(losses)
        return out

    def _take(self, losses: Any) -> None:
        self._losses = losses

    @property
    def losses(self) -> Any:
        """The losses of the last call, in the order in which they were added."""
        return self._losses


class StochasticSequential(StochasticBlock):
    """Blocks one after the other; :attr:`losses` holds a list of losses for each of them that is a StochasticBlock.

    Examples
    --------
    >>> class Penalized(gluon.probability.StochasticBlock):
    ...     @gluon.probability.StochasticBlock.collectLoss
    ...     def forward(self, x):
    ...         self.add_loss((x**2).sum())
    ...         return x * 2
    >>> net = gluon.probability.StochasticSequential()
    >>> net.add(Penalized(), Penalized())
    >>> net(mx.np.array([1.0, 2.0])), net.losses
    (array([4., 8.]), [[array(5.)], [array(20.)]])
    """

    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None:
        super().__init__(**kwargs)
        self._layers = []

    def add(self, *blocks: HybridBlock) -> None:
        """Add blocks at the end.

        Parameters
        ----------
        *blocks : HybridBlock
        """
        for block in blocks:
            self._layers.append(block)
            self.register_child(block)

    @StochasticBlock.collectLoss
    def forward(self, x: Any, *args: Any) -> Any:
        for block in self._layers:
            x = block(x, *args)
            args = ()
            if isinstance(x, (tuple, list)):
                x, *rest = x
                args = tuple(rest)
        for block in self._layers:
            if isinstance(block, StochasticBlock):
                self.add_loss(block.losses)
        return (x, *args) if args else x

    def _take(self, losses: Any) -> None:
        super()._take(losses)
        # A compiled call does not run the blocks themselves.
        for block, own in zip((block for block in self._layers if isinstance(block, StochasticBlock)), losses):
            block._take(own)

    def __repr__(self):
        rows = "\n".join(f"  ({key}): {_indent(repr(block), 2)}" for key, block in self._children.items())
        return f"{type(self).__name__}(\n{rows}\n)"

    def __getitem__(self, key: Any) -> Any:
        layers = self._layers[key]
        if not isinstance(layers, list):
            return layers
        net = type(self)()
        net.add(*layers)
        return net

    def __len__(self) -> int:
        return len(self._layers)
