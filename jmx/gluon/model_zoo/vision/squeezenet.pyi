# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Int, NetworkKeywords
from jmx.context import Context
from jmx.gluon.nn.basic_layers import HybridSequential
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.contrib.nn import HybridConcurrent as HybridConcurrent
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

class SqueezeNet(Classifier):
    def __init__(self, version: Literal['1.0', '1.1'] | str, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: HybridSequential
    features: HybridSequential
def get_squeezenet(version: Literal['1.0', '1.1'] | str, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Unpack[NetworkKeywords]) -> Any:
    """A SqueezeNet by version.

    Parameters
    ----------
    version : {'1.0', '1.1'}
        Which one.
    pretrained : bool, default False
        Load trained parameters, for which the file must be in `root` or can be downloaded.
    ctx : Context, default cpu(0)
        Where to load them.
    device : Context
        The same, MXNet 2.0's name.
    root : str, default ~/.mxnet/models
        Folder of their files.
    **kwargs
        Of :class:`SqueezeNet`: `classes`, the number of outputs, and others.

    Returns
    -------
    SqueezeNet

    Examples
    --------
    >>> net = gluon.model_zoo.vision.squeezenet1_1(classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def squeezenet1_0(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
def squeezenet1_1(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
__all__ = ['SqueezeNet', 'squeezenet1_0', 'squeezenet1_1']
