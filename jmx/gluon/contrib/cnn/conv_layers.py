"""Deformable convolutions: those of :mod:`jmx.gluon.nn`, where MXNet 2.0 has them."""

from ....base import numeric_types  # noqa: F401  (libraries import this and the like from here)
from ...block import HybridBlock  # noqa: F401
from ...nn import Activation  # noqa: F401
from ...nn.deformable_layers import DeformableConvolution, ModulatedDeformableConvolution

__all__ = ["DeformableConvolution", "ModulatedDeformableConvolution"]
