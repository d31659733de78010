# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import base_block as base_block
from . import base_parameter as base_parameter
from . import constant as constant
from . import hybrid as hybrid
from . import metric_distances as metric_distances
from . import optax_trainer as optax_trainer
from . import parameter_dict as parameter_dict
from . import structure as structure
from . import symbol_block as symbol_block
from jmx.util import note_v2 as note_v2
from . import block as block, contrib as contrib, data as data, loss as loss, metric as metric, model_zoo as model_zoo, nn as nn, parameter as parameter, probability as probability, rnn as rnn, trainer as trainer, utils as utils
from jmx.gluon.block import Block as Block, HybridBlock as HybridBlock, SymbolBlock as SymbolBlock
from jmx.gluon.parameter import Constant as Constant, DeferredInitializationError as DeferredInitializationError, Parameter as Parameter, ParameterDict as ParameterDict, tensor_types as tensor_types
from jmx.gluon.trainer import Trainer as Trainer

__all__ = ['Block', 'Constant', 'DeferredInitializationError', 'HybridBlock', 'Parameter', 'ParameterDict', 'SymbolBlock', 'Trainer', 'block', 'contrib', 'data', 'loss', 'metric', 'model_zoo', 'nn', 'parameter', 'probability', 'rnn', 'tensor_types', 'trainer', 'utils']
