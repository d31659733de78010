# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import BlockKeywords, Float, Int, NetworkKeywords
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon._typed import Layer as Layer
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

class RELU6(Layer):
    def __init__(self, **kwargs: Unpack[BlockKeywords]) -> None: ...
class LinearBottleneck(Layer):
    def __init__(self, in_channels: Int, channels: Int, t: Int, stride: Any, **kwargs: Unpack[BlockKeywords]) -> None: ...
    out: HybridSequential
    use_shortcut: Any
class MobileNet(Classifier):
    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
class MobileNetV2(Classifier):
    def __init__(self, multiplier: Float = 1.0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: HybridSequential
    features: HybridSequential
def get_mobilenet(multiplier: Float, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Unpack[NetworkKeywords]) -> Any:
    """A MobileNet by its width.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels; there are trained parameters for 1, 0.75, 0.5 and 0.25.
    pretrained : bool, default False
        Load trained parameters, for which the file must be in `root` or can be downloaded.
    ctx : Context, default cpu(0)
        Where to load them.
    device : Context
        The same, MXNet 2.0's name.
    root : str, default ~/.mxnet/models
        Folder of their files.
    **kwargs
        Of :class:`MobileNet`: `classes`, the number of outputs, and others.

    Returns
    -------
    MobileNet

    Examples
    --------
    >>> net = gluon.model_zoo.vision.get_mobilenet(0.25, classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def get_mobilenet_v2(multiplier: Float, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Unpack[NetworkKeywords]) -> Any:
    """A MobileNetV2 by its width.

    Parameters
    ----------
    multiplier : float
        Factor on all numbers of channels; there are trained parameters for 1, 0.75, 0.5 and 0.25.
    pretrained : bool, default False
        Load trained parameters, for which the file must be in `root` or can be downloaded.
    ctx : Context, default cpu(0)
        Where to load them.
    device : Context
        The same, MXNet 2.0's name.
    root : str, default ~/.mxnet/models
        Folder of their files.
    **kwargs
        Of :class:`MobileNetV2`: `classes`, the number of outputs, and others.

    Returns
    -------
    MobileNetV2

    Examples
    --------
    >>> net = gluon.model_zoo.vision.get_mobilenet_v2(0.25, classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def mobilenet1_0(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_1_0(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_75(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_75(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_5(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_5(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet0_25(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def mobilenet_v2_0_25(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
__all__ = ['MobileNet', 'MobileNetV2', 'get_mobilenet', 'get_mobilenet_v2', 'mobilenet0_25', 'mobilenet0_5', 'mobilenet0_75', 'mobilenet1_0', 'mobilenet_v2_0_25', 'mobilenet_v2_0_5', 'mobilenet_v2_0_75', 'mobilenet_v2_1_0']
