# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from jmx.gluon.block import HybridBlock as HybridBlock
from jmx.gluon.nn import Activation as Activation
from jmx.gluon.nn.deformable_layers import DeformableConvolution as DeformableConvolution, ModulatedDeformableConvolution as ModulatedDeformableConvolution

__all__ = ['DeformableConvolution', 'ModulatedDeformableConvolution']
