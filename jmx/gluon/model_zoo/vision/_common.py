"""What all networks share."""

from __future__ import annotations

import inspect
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


#: parameters of functions that make networks, as their documentation has them
_LOADING = """
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


def documented(network: Any, call: Any) -> Any:
    """Add to a function's docstring the parameters that all have which make networks, and the example of such a call."""

    def add(get):
        # Python 3.13 takes the indentation out of docstrings, older ones leave it in.
        text = inspect.cleandoc(get.__doc__ or "") + _LOADING.format(network=network.__name__)
        get.__doc__ = text + _EXAMPLE.format(call=call, size=299 if "inception" in call else 224)
        return get

    return add


def loaded(net: Any, pretrained: Any, name: str, root: Any, ctx: Context) -> Any:
    """The network, if `pretrained` with the trained parameters called `name`."""
    if pretrained:
        net.load_parameters(model_store.get_model_file(name, root=root), ctx=ctx)
    return net


def variant(name: str, text: Any, get: Any, *args: Any, **fixed: Any) -> Any:
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
