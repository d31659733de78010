"""What all networks share."""

from __future__ import annotations

import inspect

from ...block import HybridBlock
from .. import model_store
from ..model_store import ROOT  # noqa: F401


class Classifier(HybridBlock):
    """`output(features(x))`: subclasses make these two."""

    features: HybridBlock
    output: HybridBlock

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


#: parameters of functions that make networks, as their documentation has them
_LOADING = """
pretrained : bool
    Load trained parameters.
ctx : Context
    Where to load them.
root : str
    Folder of their files.
**kwargs
    Of :class:`{network}`.
"""


def documented(network):
    """Add the parameters that all functions have which make networks to the documentation of the one for this class."""

    def add(get):
        # Python 3.13 takes the indentation out of docstrings, older ones leave it in.
        get.__doc__ = inspect.cleandoc(get.__doc__ or "") + _LOADING.format(network=network.__name__)
        return get

    return add


def loaded(net, pretrained, name, root, ctx):
    """The network, if `pretrained` with the trained parameters called `name`."""
    if pretrained:
        net.load_parameters(model_store.get_model_file(name, root=root), ctx=ctx)
    return net


def variant(name, text, get, *args, **fixed):
    """The function `name(**kwargs)` that makes one network of a family by `get(*args, **kwargs, **fixed)`."""

    def make(**kwargs):
        return get(*args, **{**kwargs, **fixed})

    make.__name__ = make.__qualname__ = name
    make.__module__ = get.__module__
    make.__doc__ = f"{text}; arguments as for `{get.__name__}`."
    return make
