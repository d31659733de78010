# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Int
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense
from jmx.initializer import Xavier as Xavier
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

vgg_spec: Any
class VGG(Classifier):
    def __init__(self, layers: Sequence[Int], filters: Sequence[Int], classes: Int = 1000, batch_norm: bool = False, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: Any
def get_vgg(num_layers: Literal[11, 13, 16, 19], pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any:
    """A VGG by its number of layers.

    Parameters
    ----------
    num_layers : {11, 13, 16, 19}
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
        Of :class:`VGG`: `classes`, the number of outputs, and others.

    Returns
    -------
    VGG

    Examples
    --------
    >>> net = gluon.model_zoo.vision.get_vgg(11, classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def vgg11(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg13(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg16(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg19(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg11_bn(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg13_bn(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg16_bn(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def vgg19_bn(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
__all__ = ['VGG', 'get_vgg', 'vgg11', 'vgg11_bn', 'vgg13', 'vgg13_bn', 'vgg16', 'vgg16_bn', 'vgg19', 'vgg19_bn']
