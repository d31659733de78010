# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import conv_layers as conv_layers
from jmx.gluon.contrib.cnn.conv_layers import DeformableConvolution as DeformableConvolution, ModulatedDeformableConvolution as ModulatedDeformableConvolution

__all__ = ['DeformableConvolution', 'ModulatedDeformableConvolution', 'conv_layers']
