"""Networks for images. `get_model` makes them by name."""

from __future__ import annotations

from typing import Any

from .alexnet import *
from .densenet import *
from .inception import *
from .mobilenet import *
from .resnet import *
from .squeezenet import *
from .vgg import *

# names for get_model -> names of functions
_MODELS = {
    **{name: name for name in ("alexnet", "densenet121", "densenet161", "densenet169", "densenet201")},
    **{name: name for name in (f"resnet{depth}_v{version}" for version in (1, 2) for depth in (18, 34, 50, 101, 152))},
    **{name: name for name in (f"vgg{depth}{suffix}" for suffix in ("", "_bn") for depth in (11, 13, 16, 19))},
    **{f"mobilenet{width}": f"mobilenet{width.replace('.', '_')}" for width in ("1.0", "0.75", "0.5", "0.25")},
    **{f"mobilenetv2_{width}": f"mobilenet_v2_{width.replace('.', '_')}" for width in ("1.0", "0.75", "0.5", "0.25")},
    "squeezenet1.0": "squeezenet1_0",
    "squeezenet1.1": "squeezenet1_1",
    "inceptionv3": "inception_v3",
}


def get_model(name: str, **kwargs: Any) -> Any:
    """A network by name, such as 'resnet50_v1' or 'mobilenetv2_1.0'.

    Parameters
    ----------
    name : str
        The name; upper case counts as lower case.
    **kwargs
        `pretrained`: load trained parameters; `ctx`: where to; `root`: folder of their files; `classes`: number of
        outputs; `prefix`, `params`: as for every block.

    Returns
    -------
    HybridBlock

    Raises
    ------
    ValueError
        If there is no such network.

    Examples
    --------
    >>> net = gluon.model_zoo.vision.get_model("resnet18_v1", classes=10)
    >>> net.output
    Dense(512 -> 10, linear)
    >>> shapes, outputs, states = net(mx.sym.var("data")).infer_shape(data=(1, 3, 224, 224))
    >>> sum(int(np.prod(shape)) for shape in shapes[1:]), outputs    # parameters; shape of the output
    (11181642, [(1, 10)])
    """
    name = name.lower()
    if name not in _MODELS:
        options = "\n\t".join(sorted(_MODELS))
        raise ValueError(f"Model {name} is not supported. Available options are\n\t{options}")
    return globals()[_MODELS[name]](**kwargs)
