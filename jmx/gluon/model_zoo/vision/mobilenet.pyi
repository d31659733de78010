# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import ArrayT, Float, Int
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

class RELU6(HybridBlock):
    def __init__(self, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    def __call__(self, x: ArrayT) -> ArrayT: ...
class LinearBottleneck(HybridBlock):
    def __init__(self, in_channels: Int, channels: Int, t: Int, stride: Int, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    out: HybridSequential
    use_shortcut: Any
    def __call__(self, x: ArrayT) -> ArrayT: ...
class MobileNet(Classifier):
    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    output: Dense
    features: HybridSequential
class MobileNetV2(Classifier):
    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    output: HybridSequential
    features: HybridSequential
def get_mobilenet(multiplier: Float, pretrained: bool = False, ctx: Context = ..., root: str = ..., *, classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any:
    """A MobileNet by its width.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels; there are trained parameters for 1, 0.75, 0.5 and 0.25.
    pretrained : bool
        Load trained parameters.
    ctx : Context
        Where to load them.
    root : str
        Folder of their files.
    **kwargs
        Of :class:`MobileNet`.
    """
def get_mobilenet_v2(multiplier: Any, pretrained: bool = False, ctx: Context | None = ..., root: Any = ..., *, classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet1_0(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_1_0(*, pretrained: bool = False, ctx: Context | None = ..., root: Any = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_75(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_75(*, pretrained: bool = False, ctx: Context | None = ..., root: Any = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_5(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_5(*, pretrained: bool = False, ctx: Context | None = ..., root: Any = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_25(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_25(*, pretrained: bool = False, ctx: Context | None = ..., root: Any = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
__all__ = ['MobileNet', 'MobileNetV2', 'get_mobilenet', 'get_mobilenet_v2', 'mobilenet0_25', 'mobilenet0_5', 'mobilenet0_75', 'mobilenet1_0', 'mobilenet_v2_0_25', 'mobilenet_v2_0_5', 'mobilenet_v2_0_75', 'mobilenet_v2_1_0']
