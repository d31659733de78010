# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import activations as activations
from . import basic_layers as basic_layers
from . import conv_layers as conv_layers
from . import deformable_layers as deformable_layers
from . import norm_layers as norm_layers
from . import pool_layers as pool_layers
from . import shuffle_layers as shuffle_layers
from jmx._errors.wording import missing_of as missing_of
from jmx.gluon.block import Block as Block, HybridBlock as HybridBlock, SymbolBlock as SymbolBlock
from jmx.gluon.nn.activations import *
from jmx.gluon.nn.basic_layers import *
from jmx.gluon.nn.conv_layers import *
from jmx.gluon.nn.deformable_layers import *
from jmx.gluon.nn.shuffle_layers import *

__all__ = ['Activation', 'AvgPool1D', 'AvgPool2D', 'AvgPool3D', 'BatchNorm', 'BatchNormReLU', 'Block', 'Concatenate', 'Conv1D', 'Conv1DTranspose', 'Conv2D', 'Conv2DTranspose', 'Conv3D', 'Conv3DTranspose', 'DeformableConvolution', 'Dense', 'Dropout', 'ELU', 'Embedding', 'Flatten', 'GELU', 'GlobalAvgPool1D', 'GlobalAvgPool2D', 'GlobalAvgPool3D', 'GlobalMaxPool1D', 'GlobalMaxPool2D', 'GlobalMaxPool3D', 'GroupNorm', 'HybridBlock', 'HybridConcatenate', 'HybridLambda', 'HybridSequential', 'Identity', 'InstanceNorm', 'Lambda', 'LayerNorm', 'LeakyReLU', 'MaxPool1D', 'MaxPool2D', 'MaxPool3D', 'ModulatedDeformableConvolution', 'PReLU', 'PixelShuffle1D', 'PixelShuffle2D', 'PixelShuffle3D', 'ReflectionPad2D', 'SELU', 'Sequential', 'SiLU', 'Swish', 'SymbolBlock', 'SyncBatchNorm']
