"""What all networks share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..._typed import Layer
from ...block import HybridBlock
from .. import model_store
from ..model_store import ROOT  # noqa: F401

if TYPE_CHECKING:
    from ....context import Context
    from ....ndarray.ndarray import NDArray
    from ....symbol.symbol import Symbol


class Classifier(Layer):
    """`output(features(x))`: subclasses make these two."""

    features: HybridBlock
    output: HybridBlock

    def hybrid_forward(self, F, x) -> NDArray | Symbol:
        return self.output(self.features(x))


#: what docstrings of functions that make networks have in common, with _EXAMPLE
_LOADING = """
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
    Of :class:`{network}`: `classes`, the number of outputs, and others.

Returns
-------
{network}

Examples
--------
"""
#: how a network is made and what it computes; `infer_shape` runs nothing
_EXAMPLE = """\
>>> net = gluon.model_zoo.vision.{call}
>>> net(mx.sym.var("data")).infer_shape(data=(1, 3, {size}, {size}))[1]
[(1, 10)]
"""


def loading(network: type[Classifier], call: str) -> str:
    """What docstrings of functions that make a network have in common, for `described_by`, with `call` as the example."""
    return _LOADING.format(network=network.__name__) + _EXAMPLE.format(call=call, size=299 if "inception" in call else 224)


def loaded(net: Any, pretrained: Any, name: str, root: Any, ctx: Context) -> Any:
    """The network, if `pretrained` with the trained parameters called `name`."""
    if pretrained:
        net.load_parameters(model_store.get_model_file(name, root=root), ctx=ctx)
    return net


def variant(name: str, text: Any, get: Callable[..., Any], *args: Any, **fixed: Any) -> Callable[..., Any]:
    """The function `name(**kwargs)` that makes one network of a family by `get(*args, **kwargs, **fixed)`."""

    def make(**kwargs):
        return get(*args, **{**kwargs, **fixed})

    make.__name__ = make.__qualname__ = name
    make.__module__ = get.__module__
    make.__doc__ = (
        f"{text}.\n\nParameters\n----------\n**kwargs\n    As for `{get.__name__}`: `pretrained`, `ctx`, `root`, and what the "
        "network itself takes, such as `classes`.\n\nReturns\n-------\nHybridBlock\n\nExamples\n--------\n"
        + _EXAMPLE.format(call=f"{name}(classes=10)", size=224)
    )
    return make
