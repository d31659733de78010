# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any, Unpack
from jmx._typing import BlockKeywords, Int, NetworkKeywords
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.contrib.nn import HybridConcurrent as HybridConcurrent
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

def make_aux(classes: Int) -> HybridSequential: ...
class Inception3(Classifier):
    def __init__(self, classes: Int = 1000, **kwargs: Unpack[BlockKeywords]) -> None: ...
    output: Dense
    features: HybridSequential
def inception_v3(pretrained: bool = False, ctx: Context = ..., root: str = ..., **kwargs: Unpack[NetworkKeywords]) -> Any:
    """Inception v3.

    Parameters
    ----------
    pretrained : bool, default False
        Load trained parameters, for which the file must be in `root` or can be downloaded.
    ctx : Context, default cpu(0)
        Where to load them.
    device : Context
        The same, MXNet 2.0's name.
    root : str, default ~/.mxnet/models
        Folder of their files.
    **kwargs
        Of :class:`Inception3`: `classes`, the number of outputs, and others.

    Returns
    -------
    Inception3

    Examples
    --------
    >>> net = gluon.model_zoo.vision.inception_v3(classes=10)
    >>> net(mx.sym.var("data")).infer_shape(data=(1, 3, 299, 299))[1]
    [(1, 10)]
    """
__all__ = ['Inception3', 'inception_v3']
