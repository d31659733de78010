# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import BlockKeywords, DTypeLike, Float, Int
from jmx.gluon.parameter import Parameter
from jmx.gluon.parameter_dict import ParameterDict
from jmx.initializer.base import Initializer
from jmx._dialects import dialect as dialect
from jmx.gluon._legacy_operators import operators as operators
from jmx.gluon._typed import Layer as Layer

class _Norm(Layer):
    gamma: Parameter
    beta: Parameter
    _kwargs: dict[str, Any]
    def _describe(self, **more: Any) -> str: ...
class _BatchNorm(_Norm):
    def __init__(self, axis: Int = 1, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, fuse_relu: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', running_mean_initializer: Initializer | str = 'zeros', running_variance_initializer: Initializer | str = 'ones', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    def cast(self, dtype: DTypeLike) -> None: ...
    running_var: Any
    running_mean: Any
    in_channels: Int
    fuse_relu: bool
class _PublicBatchNorm(_BatchNorm):
    """The constructor of BatchNorm and BatchNormReLU.

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
    def __init__(self, axis: Int = 1, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', running_mean_initializer: Initializer | str = 'zeros', running_variance_initializer: Initializer | str = 'ones', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
class BatchNorm(_PublicBatchNorm):
    """Normalizes every channel by the mean and variance over the batch, then scales and shifts it.

    While recording for training it uses the batch's statistics and updates the running ones; otherwise it uses
    the running ones.

    out = gamma * (x - mean) / sqrt(var + epsilon) + beta, where mean and var belong to a channel. After a training step
    running = momentum * running + (1 - momentum) * the batch's. The output has the input's shape.

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
class BatchNormReLU(_PublicBatchNorm): ...
class InstanceNorm(_Norm):
    def __init__(self, axis: Int = 1, epsilon: Float = 1e-05, center: bool = True, scale: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', in_channels: Int = 0, **kwargs: Unpack[BlockKeywords]) -> None: ...
    _epsilon: Float
    _axis: Int
class LayerNorm(_Norm):
    def __init__(self, axis: Int = -1, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', in_channels: Int = 0, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    _scale: bool
    _epsilon: Float
    _axis: Int
class GroupNorm(_Norm):
    def __init__(self, num_groups: Int = 1, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', prefix: str | None = None, params: ParameterDict | None = None, in_channels: Int = 0) -> None: ...
    _scale: bool
    _epsilon: Float
class SyncBatchNorm(BatchNorm):
    def __init__(self, in_channels: Int = 0, num_devices: Int | None = None, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', running_mean_initializer: Initializer | str = 'zeros', running_variance_initializer: Initializer | str = 'ones', **kwargs: Unpack[BlockKeywords]) -> None: ...
    _operators: Any
