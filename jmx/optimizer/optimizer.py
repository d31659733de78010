"""All built-in optimizers, the registry, and the updater, under MXNet's module name."""

from ..ndarray import abs as NDabs
from .adaptive import FTML, AdaDelta, AdaGrad, Adam, Adamax, Ftrl, Nadam, RMSProp
from .base import Optimizer, create, register
from .layerwise import LAMB, LARS
from .sgd import DCASGD, LBSGD, NAG, SGD, SGLD, Signum, Test, ccSGD
from .updater import Updater, get_updater

__all__ = [
    "AdaDelta",
    "AdaGrad",
    "Adam",
    "Adamax",
    "DCASGD",
    "FTML",
    "Ftrl",
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
