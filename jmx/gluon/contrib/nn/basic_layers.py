"""Parallel layers, identity, batch normalization over devices and pixel shuffling."""

from __future__ import annotations

import warnings

from .... import config, context, ndarray
from ...block import Block, HybridBlock
from ...nn import BatchNorm, HybridSequential, Sequential

__all__ = [
    "Concurrent", "HybridConcurrent", "Identity", "SparseEmbedding", "SyncBatchNorm", "PixelShuffle1D",
    "PixelShuffle2D", "PixelShuffle3D",
]  # fmt: skip


class Concurrent(Sequential):
    """Blocks that all get the same input; their outputs are concatenated.

    Parameters
    ----------
    axis : int
        The axis to concatenate along.
    """

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x):
        return ndarray.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class HybridConcurrent(HybridSequential):
    """Hybrid blocks that all get the same input; otherwise as :class:`Concurrent`."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F, x):
        return F.concat(*[block(x) for block in self._children.values()], dim=self.axis)


class Identity(HybridBlock):
    """Returns its input; among the blocks of a Concurrent, it keeps the input beside their outputs."""

    def hybrid_forward(self, F, x):
        return x


class SparseEmbedding(Block):
    """Vectors for class numbers, whose weight and gradient are row_sparse: only rows that occur are kept and updated.

    Before the first forward pass a Trainer must have been made with its parameters.

    Parameters
    ----------
    input_dim : int
        Number of classes.
    output_dim : int
        Size of the vectors.
    dtype : str
        Element type of the weight and the result.
    weight_initializer : Initializer or str, optional
        Initial values.

    Input of any shape gives that shape with `output_dim` behind it.
    """

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, **kwargs):
        super().__init__(**kwargs)
        self._kwargs = {"input_dim": input_dim, "output_dim": output_dim, "dtype": dtype, "sparse_grad": True}
        self.weight = self.params.get(
            "weight", shape=(input_dim, output_dim), init=weight_initializer, dtype=dtype, grad_stype="row_sparse",
            stype="row_sparse",
        )  # fmt: skip

    def forward(self, x):
        return ndarray.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self):
        return "{}({input_dim} -> {output_dim}, {dtype})".format(type(self).__name__, **self._kwargs)


class SyncBatchNorm(BatchNorm):
    """Batch normalization whose statistics cover the parts of a batch on all devices.

    With more than one device training takes :class:`jmx.parallel.DataParallelStep`, in which they run one program together, on
    batches that split evenly; a loop over contexts raises MXNetError, since its first call would need what the later ones bring.
    Predicting, for which the running statistics are used, works anywhere.

    Parameters
    ----------
    in_channels : int
        Number of channels; 0 leaves it to the first forward pass.
    num_devices : int, optional
        Number of devices that take part; by default all GPUs, or without one the devices that JMX_CPU_DEVICES makes of the CPU.
        With 1 each device has statistics of its own, as in :class:`BatchNorm`.
    momentum, epsilon, center, scale, use_global_stats
        As for :class:`BatchNorm`, as are the initializers.
    """

    def __init__(
        self,
        in_channels=0,
        num_devices=None,
        momentum=0.9,
        epsilon=1e-5,
        center=True,
        scale=True,
        use_global_stats=False,
        beta_initializer="zeros",
        gamma_initializer="ones",
        running_mean_initializer="zeros",
        running_variance_initializer="ones",
        **kwargs,
    ):
        super().__init__(
            1, momentum, epsilon, center, scale, use_global_stats, beta_initializer, gamma_initializer,
            running_mean_initializer, running_variance_initializer, in_channels, **kwargs,
        )  # fmt: skip
        del self._kwargs["axis"]  # the operator has none: channels are axis 1
        self._kwargs["ndev"] = self._get_num_devices() if num_devices is None else num_devices
        self._kwargs["key"] = self.prefix

    def _get_num_devices(self):
        warnings.warn(
            "SyncBatchNorm assumes that all GPUs take part. If some do not, please set num_devices.", UserWarning, stacklevel=3
        )
        return context.num_gpus() or config.get("JMX_CPU_DEVICES") or 1

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)


def _factors(factor, dims):
    try:
        return (int(factor),) * dims
    except TypeError:
        factors = tuple(int(one) for one in factor)
        assert len(factors) == dims, f"factor must be a number or {dims} numbers, but got {factor}"
        return factors


class PixelShuffle1D(HybridBlock):
    """Turns groups of channels into width: (N, f C, W) becomes (N, C, f W).

    Parameters
    ----------
    factor : int
        Number of channels in a group.
    """

    def __init__(self, factor):
        super().__init__()
        self._factor = int(factor)

    def hybrid_forward(self, F, x):
        x = F.reshape(x, (0, -4, -1, self._factor, 0))
        x = F.transpose(x, (0, 1, 3, 2))
        return F.reshape(x, (0, 0, -3))

    def __repr__(self):
        return f"{type(self).__name__}({self._factor})"


class PixelShuffle2D(HybridBlock):
    """Turns groups of channels into area: (N, f1 f2 C, H, W) becomes (N, C, f1 H, f2 W).

    Parameters
    ----------
    factor : int or tuple of 2 int
        Factors of height and width.
    """

    def __init__(self, factor):
        super().__init__()
        self._factors = _factors(factor, 2)

    def hybrid_forward(self, F, x):
        f1, f2 = self._factors
        x = F.reshape(x, (0, -4, -1, f1 * f2, 0, 0))
        x = F.reshape(x, (0, 0, -4, f1, f2, 0, 0))
        x = F.transpose(x, (0, 1, 4, 2, 5, 3))
        return F.reshape(x, (0, 0, -3, -3))

    def __repr__(self):
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle3D(HybridBlock):
    """Turns groups of channels into volume: (N, f1 f2 f3 C, D, H, W) becomes (N, C, f1 D, f2 H, f3 W).

    Parameters
    ----------
    factor : int or tuple of 3 int
        Factors of depth, height and width.
    """

    def __init__(self, factor):
        super().__init__()
        self._factors = _factors(factor, 3)

    def hybrid_forward(self, F, x):
        f1, f2, f3 = self._factors
        x = F.reshape(x, (0, -4, -1, f1 * f2 * f3, 0, 0, 0))
        x = F.reshape(x, (0, 0, -4, f1, f2 * f3, 0, 0, 0))
        x = F.reshape(x, (0, 0, 0, -4, f2, f3, 0, 0, 0))
        x = F.transpose(x, (0, 1, 5, 2, 6, 3, 7, 4))
        return F.reshape(x, (0, 0, -3, -3, -3))

    def __repr__(self):
        return f"{type(self).__name__}({self._factors})"
