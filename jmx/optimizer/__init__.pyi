# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import adaptive as adaptive
from . import base as base
from . import layerwise as layerwise
from . import moments as moments
from . import sgd as sgd
from . import states as states
from . import updater as updater
from . import contrib as contrib, optimizer as optimizer
from jmx.optimizer.optimizer import *

__all__ = ['AdaBelief', 'AdaDelta', 'AdaGrad', 'Adam', 'AdamW', 'Adamax', 'DCASGD', 'FTML', 'Ftrl', 'GroupAdaGrad', 'LAMB', 'LANS', 'LARS', 'LBSGD', 'NAG', 'NDabs', 'Nadam', 'Optimizer', 'RMSProp', 'SGD', 'SGLD', 'Signum', 'Test', 'Updater', 'ccSGD', 'contrib', 'create', 'get_updater', 'register']
