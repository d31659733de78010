"""All built-in optimizers, the registry, and the updater, under MXNet's module name."""

from ..ndarray import abs as NDabs
from .adaptive import FTML, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, Nadam, RMSProp
from .base import Optimizer, create, register
from .contrib import GroupAdaGrad
from .layerwise import LAMB, LARS
from .moments import LANS, AdaBelief, AdamW
from .sgd import DCASGD, LBSGD, NAG, SGD, SGLD, Signum, Test, ccSGD
from .updater import Updater, get_updater

__all__ = [
    "AdaBelief",
    "AdaDelta",
    "AdaGrad",
    "Adam",
    "AdamW",
    "Adamax",
    "DCASGD",
    "FTML",
    "Ftrl",
    "GroupAdaGrad",
    "LANS",
    "LARS",
    "LBSGD",
    "NAG",
    "NDabs",
    "Nadam",
    "Optimizer",
    "RMSProp",
    "SGD",
    "SGLD",
    "Signum",
    "LAMB",
    "Test",
    "Updater",
    "ccSGD",
    "create",
    "get_updater",
    "register",
]
