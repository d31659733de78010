"""Normalization layers. They belong to `basic_layers`, which exports them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Unpack

from ... import config, context
from ..._described import described_by
from ..._dialects import dialect
from ...core.declare.dtype import bfloat16, np_dtype
from .._legacy_operators import operators
from .._typed import Layer
from ..utils import _operator

if TYPE_CHECKING:
    from ..._typing import BlockKeywords, DTypeLike, Float, Int
    from ...initializer.base import Initializer
    from ..parameter import Parameter
    from ..parameter_dict import ParameterDict


class _Norm(Layer):
    gamma: Parameter
    beta: Parameter
    _kwargs: dict[str, Any]

    def _scale_and_shift(self, channels, center, scale, beta_initializer, gamma_initializer, strict=False) -> None:
        """Make `gamma` and `beta`. With `strict`, one that is switched off cannot be switched on again."""

        def own(name, learned, init):
            req, differentiable = "write" if learned else "null", learned or not strict
            return self._params.get(
                name, grad_req=req, shape=(channels,), init=init, allow_deferred_init=True, differentiable=differentiable
            )

        self.gamma = own("gamma", scale, gamma_initializer)
        self.beta = own("beta", center, beta_initializer)

    def _describe(self, **more: Any) -> str:
        content = ", ".join(f"{key}={value!r}" for key, value in {**self._kwargs, **more}.items())
        return f"{type(self).__name__}({content})"


class _BatchNorm(_Norm):
    def __init__(
        self,
        axis: Int = 1,
        momentum: Float = 0.9,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        fuse_relu: bool = False,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        running_mean_initializer: Initializer | str = "zeros",
        running_variance_initializer: Initializer | str = "ones",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {
            "axis": axis, "eps": epsilon, "momentum": momentum, "fix_gamma": not scale,
            "use_global_stats": use_global_stats,
        }  # fmt: skip
        self.fuse_relu = fuse_relu
        if in_channels != 0:
            self.in_channels = in_channels
        self._scale_and_shift(in_channels, center, scale, beta_initializer, gamma_initializer, strict=True)
        self.running_mean = self._statistic("running_mean", in_channels, running_mean_initializer)
        self.running_var = self._statistic("running_var", in_channels, running_variance_initializer)

    def _statistic(self, name, in_channels, init):
        return self._params.get(
            name, grad_req="null", shape=(in_channels,), init=init, allow_deferred_init=True, differentiable=False
        )

    def cast(self, dtype: DTypeLike) -> None:
        """As :meth:`Block.cast`, but statistics in float16 or bfloat16 would be too coarse and stay float32."""
        super().cast("float32" if np_dtype(dtype) in ("float16", bfloat16) else dtype)

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        if self.fuse_relu:
            norm = F.contrib.BatchNormWithReLU
        else:
            norm = _operator(F, "BatchNorm", "batch_norm")
        return norm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)

    def __repr__(self) -> str:
        return self._describe(in_channels=self.gamma.shape[0] or None)


_BATCH_NORM_PARAMETERS = """
Parameters
----------
axis : int, default 1
    The axis of channels.
momentum : float, default 0.9
    How much of the running statistics is kept at each update.
epsilon : float, default 1e-05
    Added to the variance.
center, scale : bool, default True
    Learn a shift `beta`, a scale `gamma`.
use_global_stats : bool, default False
    Use the running statistics in training too.
beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer : Initializer or str
    Initial values; 0, 1, 0 and 1 by default.
in_channels : int, default 0
    Number of channels; 0 leaves it to the first forward pass.
**kwargs
    `prefix` and `params`, as for :class:`Block`.
"""


@described_by(_BATCH_NORM_PARAMETERS)
class _PublicBatchNorm(_BatchNorm):
    """The constructor of BatchNorm and BatchNormReLU."""

    _fuse_relu = False

    def __init__(
        self,
        axis: Int = 1,
        momentum: Float = 0.9,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        running_mean_initializer: Initializer | str = "zeros",
        running_variance_initializer: Initializer | str = "ones",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(
            axis, momentum, epsilon, center, scale, use_global_stats, self._fuse_relu, beta_initializer,
            gamma_initializer, running_mean_initializer, running_variance_initializer, in_channels, **kwargs,
        )  # fmt: skip


@described_by(_BATCH_NORM_PARAMETERS)
class BatchNorm(_PublicBatchNorm):
    """Normalizes every channel by the mean and variance over the batch, then scales and shifts it.

    While recording for training it uses the batch's statistics and updates the running ones; otherwise it uses
    the running ones.

    out = gamma * (x - mean) / sqrt(var + epsilon) + beta, where mean and var belong to a channel. After a training step
    running = momentum * running + (1 - momentum) * the batch's. The output has the input's shape.

    Examples
    --------
    >>> layer = gluon.nn.BatchNorm()
    >>> layer.initialize()
    >>> x = nd.array([[1, 10], [3, 30]])
    >>> with autograd.record():
    ...     y = layer(x)
    >>> y.asnumpy().round(3)
    array([[-1., -1.],
           [ 1.,  1.]], dtype=float32)
    """


class BatchNormReLU(_PublicBatchNorm):
    """:class:`BatchNorm` followed by ReLU, as one operator.

    Parameters
    ----------
    axis, momentum, epsilon, center, scale, use_global_stats
        As for :class:`BatchNorm`.
    beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer, in_channels
        As for :class:`BatchNorm`.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.BatchNormReLU(in_channels=2)
    >>> layer.gamma.shape
    (2,)
    """

    _fuse_relu = True


class InstanceNorm(_Norm):
    """Normalizes every channel of every sample over its positions.

    out = gamma * (x - mean) / sqrt(var + epsilon) + beta. The output has the input's shape, (batch, channels, ...) with `axis` 1.

    Parameters
    ----------
    axis : int, default 1
        The axis of channels.
    epsilon : float, default 1e-05
        Added to the variance.
    center, scale : bool
        Learn a shift `beta`, a scale `gamma`.
    beta_initializer, gamma_initializer : Initializer or str
        Initial values.
    in_channels : int, default 0
        Number of channels; 0 leaves it to the first forward pass.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.InstanceNorm()
    >>> layer.initialize()
    >>> layer(nd.array([[[1, 3], [10, 30]]])).asnumpy().round(3)
    array([[[-1.,  1.],
            [-1.,  1.]]], dtype=float32)
    """

    def __init__(
        self,
        axis: Int = 1,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = False,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        in_channels: Int = 0,
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(**kwargs)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis = axis
        self._epsilon = epsilon
        self._scale_and_shift(in_channels, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, x, gamma, beta):
        norm = _operator(F, "InstanceNorm", "instance_norm")
        if self._axis == 1:
            return norm(x, gamma, beta, name="fwd", eps=self._epsilon)
        return norm(x.swapaxes(1, self._axis), gamma, beta, name="fwd", eps=self._epsilon).swapaxes(1, self._axis)

    def __repr__(self) -> str:
        return self._describe(in_channels=self.gamma.shape[0])


class LayerNorm(_Norm):
    """Normalizes along one axis, for every position of the others.

    out = gamma * (x - mean) / sqrt(var + epsilon) + beta. The output has the input's shape.

    Parameters
    ----------
    axis : int, default -1
        The axis to normalize.
    epsilon : float, default 1e-05
        Added to the variance.
    center, scale : bool, default True
        Learn a shift `beta`, a scale `gamma`.
    beta_initializer, gamma_initializer : Initializer or str
        Initial values.
    in_channels : int, default 0
        Size of the axis; 0 leaves it to the first forward pass.
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.LayerNorm()
    >>> layer.initialize()
    >>> layer(nd.array([[1, 2, 3], [10, 20, 30]])).asnumpy().round(3)
    array([[-1.225,  0.   ,  1.225],
           [-1.225,  0.   ,  1.225]], dtype=float32)
    """

    def __init__(
        self,
        axis: Int = -1,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        in_channels: Int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {"eps": epsilon, "axis": axis, "center": center, "scale": scale}
        self._axis = axis
        self._epsilon = epsilon
        self._center = center
        self._scale = scale
        self._scale_and_shift(in_channels, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        norm = _operator(F, "LayerNorm", "layer_norm")
        return norm(data, gamma=gamma, beta=beta, axis=self._axis, eps=self._epsilon)

    def __repr__(self) -> str:
        return self._describe(in_channels=self.gamma.shape[0])


class GroupNorm(_Norm):
    """Normalizes groups of channels of every sample; the channels are axis 1.

    out = gamma * (x - mean) / sqrt(var + epsilon) + beta. The output has the input's shape, (batch, channels, ...).

    Parameters
    ----------
    num_groups : int, default 1
        Number of groups.
    epsilon : float, default 1e-05
        Added to the variance.
    center, scale : bool, default True
        Learn a shift `beta`, a scale `gamma`, one of each for a group.
    beta_initializer, gamma_initializer : Initializer or str
        Initial values.
    in_channels : int, default 0
        Of MXNet 2.0's interface, with which there is a shift and a scale for each channel: their number; 0 leaves it to the first
        forward pass.
    prefix, params
        As for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.nn.GroupNorm(num_groups=2)
    >>> layer.initialize()
    >>> layer(nd.array([[[1], [3], [10], [30]]])).asnumpy().round(3)
    array([[[-1.],
            [ 1.],
            [-1.],
            [ 1.]]], dtype=float32)
    """

    def __init__(
        self,
        num_groups: Int = 1,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = True,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        prefix: str | None = None,
        params: ParameterDict | None = None,
        in_channels: Int = 0,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._kwargs = {"eps": epsilon, "num_groups": num_groups, "center": center, "scale": scale}
        self._num_groups = num_groups
        self._epsilon = epsilon
        self._center = center
        self._scale = scale
        size = in_channels if dialect().group_norm_of_channels else num_groups
        self._scale_and_shift(size, center, scale, beta_initializer, gamma_initializer)

    def hybrid_forward(self, F, data, gamma, beta):
        norm = F.npx.group_norm if dialect().group_norm_of_channels else F.GroupNorm
        return norm(data, gamma=gamma, beta=beta, num_groups=self._num_groups, eps=self._epsilon)

    def __repr__(self) -> str:
        return self._describe()


class SyncBatchNorm(BatchNorm):
    """Batch normalization whose statistics cover the parts of a batch on all devices.

    With more than one device training takes :class:`jmx.parallel.DataParallelStep`, in which they run one program together, on
    batches that split evenly; a loop over contexts raises MXNetError, since its first call would need what the later ones bring.
    Predicting, for which the running statistics are used, works anywhere.

    Parameters
    ----------
    in_channels : int, default 0
        Number of channels; 0 leaves it to the first forward pass.
    num_devices : int, optional
        Number of devices that take part; by default all GPUs, or without one the devices that JMX_CPU_DEVICES makes of the CPU.
        With 1 each device has statistics of its own, as in :class:`BatchNorm`.
    momentum, epsilon, center, scale, use_global_stats
        As for :class:`BatchNorm`, as are the initializers.
    beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer
        As for :class:`BatchNorm`.
    **kwargs
        `prefix` and `params`, as for :class:`Block`.

    Examples
    --------
    >>> layer = gluon.contrib.nn.SyncBatchNorm(in_channels=2, num_devices=1)
    >>> layer.initialize()
    >>> layer(nd.array([[1, 2]])).asnumpy().round(3)
    array([[1., 2.]], dtype=float32)
    """

    def __init__(
        self,
        in_channels: Int = 0,
        num_devices: Int | None = None,
        momentum: Float = 0.9,
        epsilon: Float = 1e-5,
        center: bool = True,
        scale: bool = True,
        use_global_stats: bool = False,
        beta_initializer: Initializer | str = "zeros",
        gamma_initializer: Initializer | str = "ones",
        running_mean_initializer: Initializer | str = "zeros",
        running_variance_initializer: Initializer | str = "ones",
        **kwargs: Unpack[BlockKeywords],
    ) -> None:
        super().__init__(
            1, momentum, epsilon, center, scale, use_global_stats, beta_initializer, gamma_initializer,
            running_mean_initializer, running_variance_initializer, in_channels, **kwargs,
        )  # fmt: skip
        del self._kwargs["axis"]  # the operator has none: channels are axis 1
        self._kwargs["ndev"] = self._get_num_devices() if num_devices is None else num_devices
        self._kwargs["key"] = self.prefix

    _operators = staticmethod(operators)

    def _get_num_devices(self):
        warnings.warn(
            "SyncBatchNorm assumes that all GPUs take part. If some do not, please set num_devices.", UserWarning, stacklevel=3
        )
        return context.num_gpus() or config.get("JMX_CPU_DEVICES") or 1

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.contrib.SyncBatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)
