# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import ArrayT, DTypeLike, Float, Int
from jmx.gluon.parameter import Parameter
from jmx.gluon.parameter_dict import ParameterDict
from jmx.initializer import Initializer
from jmx.gluon.block import HybridBlock as HybridBlock

class _BatchNorm(HybridBlock):
    gamma: Parameter
    beta: Parameter
    def __init__(self, axis: Float = 1, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, fuse_relu: bool = False, beta_initializer: str = 'zeros', gamma_initializer: str = 'ones', running_mean_initializer: str = 'zeros', running_variance_initializer: str = 'ones', in_channels: Float = 0, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def cast(self, dtype: DTypeLike) -> None: ...
    running_var: Any
    running_mean: Any
    in_channels: Float
    fuse_relu: bool
    _kwargs: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
class BatchNorm(_BatchNorm):
    def __init__(self, axis: Int = 1, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', running_mean_initializer: Initializer | str = 'zeros', running_variance_initializer: Initializer | str = 'ones', in_channels: Int = 0, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class BatchNormReLU(_BatchNorm):
    def __init__(self, axis: Float = 1, momentum: Float = 0.9, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, use_global_stats: bool = False, beta_initializer: str = 'zeros', gamma_initializer: str = 'ones', running_mean_initializer: str = 'zeros', running_variance_initializer: str = 'ones', in_channels: Float = 0, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
class InstanceNorm(HybridBlock):
    gamma: Parameter
    beta: Parameter
    def __init__(self, axis: Int = 1, epsilon: Float = 1e-05, center: bool = True, scale: bool = False, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', in_channels: Int = 0, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    _axis: Int
    _kwargs: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
class LayerNorm(HybridBlock):
    gamma: Parameter
    beta: Parameter
    def __init__(self, axis: Int = -1, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', in_channels: Int = 0, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    _scale: bool
    _axis: Int
    _kwargs: Any
    def __call__(self, data: ArrayT) -> ArrayT: ...
class GroupNorm(HybridBlock):
    gamma: Parameter
    beta: Parameter
    def __init__(self, num_groups: Int = 1, epsilon: Float = 1e-05, center: bool = True, scale: bool = True, beta_initializer: Initializer | str = 'zeros', gamma_initializer: Initializer | str = 'ones', prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    _scale: bool
    _kwargs: Any
    def __call__(self, data: ArrayT) -> ArrayT: ...
