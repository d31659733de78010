# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.ndarray import abs as NDabs
from jmx.optimizer.adaptive import FTML as FTML, AdaDelta as AdaDelta, AdaGrad as AdaGrad, Adam as Adam, Adamax as Adamax, Ftrl as Ftrl, Nadam as Nadam, RMSProp as RMSProp
from jmx.optimizer.base import Optimizer as Optimizer, create as create, register as register
from jmx.optimizer.contrib import GroupAdaGrad as GroupAdaGrad
from jmx.optimizer.layerwise import LAMB as LAMB, LARS as LARS
from jmx.optimizer.moments import LANS as LANS, AdaBelief as AdaBelief, AdamW as AdamW
from jmx.optimizer.sgd import DCASGD as DCASGD, LBSGD as LBSGD, NAG as NAG, SGD as SGD, SGLD as SGLD, Signum as Signum, Test as Test, ccSGD as ccSGD
from jmx.optimizer.updater import Updater as Updater, get_updater as get_updater

__all__ = ['AdaBelief', 'AdaDelta', 'AdaGrad', 'Adam', 'AdamW', 'Adamax', 'DCASGD', 'FTML', 'Ftrl', 'GroupAdaGrad', 'LAMB', 'LANS', 'LARS', 'LBSGD', 'NAG', 'NDabs', 'Nadam', 'Optimizer', 'RMSProp', 'SGD', 'SGLD', 'Signum', 'Test', 'Updater', 'ccSGD', 'create', 'get_updater', 'register']
