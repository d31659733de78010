"""Transforms made of others: one after the other, or with a probability."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..... import autograd, config
from ....._errors.homes import home
from .....core.run.in_numpy import NoForm, OperatorsInNumpy, may_compute
from .....core.run.storage import place, wrap
from .....ndarray import NDArray
from .....util import is_bit_equal
from ....block import HybridBlock
from ....nn import HybridSequential, Sequential

if TYPE_CHECKING:
    from ....._typing import AnyFunction, Float
    from ....base_block import Block

__all__ = ["Compose", "HybridCompose", "HybridRandomApply", "RandomApply"]


class Compose(Sequential):
    """Several transforms, one after the other. Hybrid ones that follow each other run as one compiled program.

    Those of this module run one by one on the CPU as soon as images of another size come, as every size is a program of its own.

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
        #: of blocks that are several transforms of this module: the shape of the first image, None once another one came
        self._shapes: dict[Block, Any] = {}
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
                if all(home(type(one)).startswith(f"{__package__}.") for one in run):
                    self._shapes[joined] = ()
            run = []
            if transform is not None:
                self.add(transform)

    def forward(self, x) -> NDArray:
        for block in self._children.values():
            if block in self._shapes and isinstance(x, NDArray) and self._one_by_one(block, x):
                x = _in_turn(list(block._children.values()), x)
            else:
                x = block(x)
        return x

    def _one_by_one(self, block: Block, x: NDArray) -> bool:
        """Whether the transforms of `block` run one by one. Where draws are concerned, that they once do stays so."""
        if x.ctx.device_type == "gpu" or autograd.is_recording() or is_bit_equal():
            return False
        if config.get("JMX_COMPILE") == "never":
            return True
        first = self._shapes[block]
        if first == ():
            first = self._shapes[block] = x.shape
        if first is not None and first != x.shape:
            first = self._shapes[block] = None
        return first is None


@functools.lru_cache(64)
def _space_in_numpy(ctx):
    """What `hybrid_forward` gets as `F`, for both interfaces."""
    space: Any = OperatorsInNumpy("", ctx)
    space.image, space.npx = OperatorsInNumpy("_image_", ctx), space
    return space


def _in_turn(run: list[Any], x: NDArray) -> NDArray:
    """Transforms one by one; from the first on, as many as NumPy has forms of are computed by it, and make one array."""
    ctx, done = x.ctx, 0
    if may_compute(ctx):
        given, space = x.asnumpy(), _space_in_numpy(ctx)
        pixels = given
        with contextlib.suppress(NoForm), np.errstate(all="ignore"):
            for transform in run:
                pixels = transform.hybrid_forward(space, pixels)
                done += 1
        if pixels is not given:
            x = wrap(place(np.ascontiguousarray(pixels), ctx), ctx, type(x))
    for transform in run[done:]:
        x = transform._call_operators(ctx, x)
    return x


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
