"""Transforms made of others: one after the other, or with a probability."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....._errors.homes import home
from ....block import HybridBlock
from ....nn import HybridSequential, Sequential

if TYPE_CHECKING:
    from ....._typing import AnyFunction, Float
    from .....ndarray.ndarray import NDArray
    from ....base_block import Block

__all__ = ["Compose", "HybridCompose", "HybridRandomApply", "RandomApply"]


class Compose(Sequential):
    """Several transforms, one after the other. Hybrid ones that follow each other run as one compiled program.

    Parameters
    ----------
    transforms : list of Block
        The transforms.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> change = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
    >>> change(nd.zeros((4, 5, 3), dtype="uint8"))[0, 0].asnumpy()
    array([-1., -1., -1., -1., -1.], dtype=float32)
    """

    def __init__(self, transforms: Sequence[Block]) -> None:
        super().__init__()
        run = []
        for transform in [*transforms, None]:
            if isinstance(transform, HybridBlock):
                run.append(transform)
                continue
            if len(run) == 1:
                self.add(run[0])
            elif run:
                joined = HybridSequential()
                joined.add(*run)
                joined.hybridize()
                self.add(joined)
            run = []
            if transform is not None:
                self.add(transform)


class HybridCompose(Compose):
    """Several transforms, one after the other, hybridized. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    transforms : list of Block
        Hybrid blocks, or transforms of this module.

    Raises
    ------
    ValueError
        One is neither: use `Compose` for it.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> change = gluon.data.vision.transforms.HybridCompose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)])
    >>> change(nd.full((4, 5, 3), 255, dtype="uint8"))[0, 0].asnumpy()
    array([1., 1., 1., 1., 1.], dtype=float32)
    """

    def __init__(self, transforms: Sequence[Block]) -> None:
        for transform in transforms:
            if not isinstance(transform, HybridBlock) and not home(type(transform)).startswith(f"{__package__}."):
                raise ValueError(f"{transform} is not a HybridBlock, try use `Compose` instead")
        super().__init__(transforms)
        super(Sequential, self).hybridize()  # Sequential's would advise against Sequential


class RandomApply(Sequential):
    """A transform that is applied with some probability only.

    Parameters
    ----------
    transforms : Block or callable
        The transform.
    p : float, default 0.5
        The probability, drawn for each call by Python's `random`.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> image = nd.zeros((4, 5, 3), dtype="uint8")
    >>> [transforms.RandomApply(transforms.Resize(2), p)(image).shape for p in (0.0, 1.0)]
    [(4, 5, 3), (2, 2, 3)]
    """

    def __init__(self, transforms: Block | AnyFunction, p: Float = 0.5) -> None:
        super().__init__()
        self.transforms: Any = transforms
        self.p = p

    def forward(self, x) -> NDArray:
        if self.p < random.random():
            return x
        return self.transforms(x)


class HybridRandomApply(RandomApply):
    """`RandomApply` of one hybrid block. Of MXNet 2.0: MXNet 1.9.1 has no such class.

    Parameters
    ----------
    transforms : HybridBlock
        The transform.
    p : float, default 0.5
        With which probability it is applied, drawn for each call by Python's `random`.

    Raises
    ------
    AssertionError
        `transforms` is no HybridBlock.

    Examples
    --------
    >>> transforms = gluon.data.vision.transforms
    >>> never, always = (gluon.data.vision.transforms.HybridRandomApply(transforms.ToTensor(), p) for p in (0.0, 1.0))
    >>> image = nd.zeros((4, 5, 3), dtype="uint8")
    >>> never(image).shape, always(image).shape
    ((4, 5, 3), (3, 4, 5))
    """

    def __init__(self, transforms: HybridBlock, p: Float = 0.5) -> None:
        assert isinstance(transforms, HybridBlock), f"HybridRandomApply takes a HybridBlock, got {type(transforms).__name__}"
        super().__init__(transforms, p)
