# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from jmx._typing import ArrayT
from jmx.context import Context
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.model_zoo import model_store as model_store
from jmx.gluon.model_zoo.model_store import ROOT as ROOT

class Classifier(HybridBlock):
    features: HybridBlock
    output: HybridBlock
    def __call__(self, x: ArrayT) -> ArrayT: ...
def loading(network: type[Classifier], call: str) -> str: ...
def loaded(net: Any, pretrained: Any, name: str, root: Any, ctx: Context) -> Any: ...
def variant(name: str, text: Any, get: Any, *args: Any, **fixed: Any) -> Any: ...
