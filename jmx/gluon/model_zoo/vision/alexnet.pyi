# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import Int
from jmx.context import Context
from jmx.gluon.nn.basic_layers import Dense, HybridSequential
from jmx.gluon.parameter_dict import ParameterDict
from jmx.gluon.model_zoo.vision._common import Classifier as Classifier

class AlexNet(Classifier):
    def __init__(self, classes: Int = 1000, *, prefix: str | None = None, params: ParameterDict | None = None) -> None: ...
    output: Dense
    features: HybridSequential
def alexnet(pretrained: bool = False, ctx: Context = ..., root: str = ..., *, classes: Int = 1000, prefix: str | None = None, params: ParameterDict | None = None) -> Any: ...
__all__ = ['AlexNet', 'alexnet']
