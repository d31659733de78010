"""Parallel layers under their former names, and an embedding with sparse weights; the others are those of :mod:`jmx.gluon.nn`."""

from __future__ import annotations

import warnings  # noqa: F401  (libraries import this and the like from here)
from typing import TYPE_CHECKING, Unpack

from .... import context, ndarray  # noqa: F401
from ..._typed import EagerLayer
from ...block import Block, HybridBlock  # noqa: F401
from ...nn import (  # noqa: F401
    BatchNorm,
    Concatenate,
    HybridConcatenate,
    HybridSequential,
    Identity,
    PixelShuffle1D,
    PixelShuffle2D,
    PixelShuffle3D,
    Sequential,
    SyncBatchNorm,
)  # fmt: skip

if TYPE_CHECKING:
    from ...._typing import BlockKeywords, Int
    from ....initializer.base import Initializer

__all__ = [
    "Concurrent", "HybridConcurrent", "Identity", "SparseEmbedding", "SyncBatchNorm", "PixelShuffle1D",
    "PixelShuffle2D", "PixelShuffle3D",
]  # fmt: skip


class Concurrent(Concatenate):
    """Blocks that all get the same input; their outputs are concatenated.

    Parameters
    ----------
    axis : int, default -1
        The axis to concatenate along.
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> net = gluon.contrib.nn.Concurrent(axis=1)
    >>> net.add(gluon.contrib.nn.Identity(), gluon.nn.Lambda(lambda x: x * 10))
    >>> net(nd.array([[1, 2]])).asnumpy()
    array([[ 1.,  2., 10., 20.]], dtype=float32)
    """


class HybridConcurrent(HybridConcatenate):
    """Hybrid blocks that all get the same input; their outputs are concatenated. Otherwise as :class:`Concurrent`.

    Parameters
    ----------
    axis : int, default -1
        The axis to concatenate along.
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> net = gluon.contrib.nn.HybridConcurrent(axis=1)
    >>> net.add(gluon.contrib.nn.Identity(), gluon.nn.HybridLambda(lambda F, x: x * 10))
    >>> net(nd.array([[1, 2]])).asnumpy()
    array([[ 1.,  2., 10., 20.]], dtype=float32)
    """


class SparseEmbedding(EagerLayer):
    """Vectors for class numbers, whose weight and gradient are row_sparse: only rows that occur are kept and updated.

    Before the first forward pass a Trainer must have been made with its parameters.

    Input of any shape gives that shape with `output_dim` behind it.

    Parameters
    ----------
    input_dim : int
        Number of classes.
    output_dim : int
        Size of the vectors.
    dtype : str, default 'float32'
        Element type of the weight and the result.
    weight_initializer : Initializer or str, optional
        Initial values.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.contrib.nn.SparseEmbedding(3, 2)
    >>> layer.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(layer.collect_params(), "sgd")
    >>> layer(nd.array([2, 0])).asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """

    def __init__(
        self,
        input_dim: Int,
        output_dim: Int,
        dtype: str = "float32",
        weight_initializer: Initializer | str | None = None,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": True}
        self.weight = self._params.get(
            "weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype, grad_stype="row_sparse",
            stype="row_sparse",
        )  # fmt: skip

    def forward(self, x):
        return ndarray.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self):
        return "{}({input_dim} -> {output_dim}, {dtype})".format(type(self).__name__, **self._kwargs)
