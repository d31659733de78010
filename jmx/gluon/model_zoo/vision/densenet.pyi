# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal, Unpack
from jmx._typing import BlockKeywords, Float, Int
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.contrib.nn import HybridConcurrent as HybridConcurrent, Identity as Identity
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

densenet_spec: Any
class DenseNet(Classifier):
    def __init__(self, num_init_features: Int, growth_rate: Int, block_config: Sequence[Int], bn_size: Int = 4, dropout: Float = 0, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
def get_densenet(num_layers: Literal[121, 161, 169, 201], pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any:
    """A DenseNet by its number of layers.

    Parameters
    ----------
    num_layers : {121, 161, 169, 201}
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
        Of :class:`DenseNet`: `classes`, the number of outputs, and others.

    Returns
    -------
    DenseNet

    Examples
    --------
    >>> net = gluon.model_zoo.vision.densenet121(classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))[1]
    [(1, 10)]
    """
def densenet121(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet161(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet169(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
def densenet201(*, pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Any) -> Any: ...
__all__ = ['DenseNet', 'densenet121', 'densenet161', 'densenet169', 'densenet201']
