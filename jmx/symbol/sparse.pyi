# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Mapping
from typing import Any, Unpack
from jmx._typing import Float, NodeAttributes
from jmx.symbol.symbol import Symbol as Symbol

from .op import ElementWiseSum as ElementWiseSum
from .op import Embedding as Embedding
from .op import FullyConnected as FullyConnected
from .op import LinearRegressionOutput as LinearRegressionOutput
from .op import LogisticRegressionOutput as LogisticRegressionOutput
from .op import MAERegressionOutput as MAERegressionOutput
from .op import abs as abs
from .op import adam_update as adam_update
from .op import add_n as add_n
from .op import arccos as arccos
from .op import arccosh as arccosh
from .op import arcsin as arcsin
from .op import arcsinh as arcsinh
from .op import arctan as arctan
from .op import arctanh as arctanh
from .op import broadcast_add as broadcast_add
from .op import broadcast_div as broadcast_div
from .op import broadcast_minus as broadcast_minus
from .op import broadcast_mul as broadcast_mul
from .op import broadcast_plus as broadcast_plus
from .op import broadcast_sub as broadcast_sub
from .op import cast_storage as cast_storage
from .op import cbrt as cbrt
from .op import ceil as ceil
from .op import clip as clip
from .op import concat as concat
from .op import cos as cos
from .op import cosh as cosh
from .op import degrees as degrees
from .op import dot as dot
from .op import elemwise_add as elemwise_add
from .op import elemwise_div as elemwise_div
from .op import elemwise_mul as elemwise_mul
from .op import elemwise_sub as elemwise_sub
from .op import exp as exp
from .op import expm1 as expm1
from .op import fix as fix
from .op import floor as floor
from .op import ftrl_update as ftrl_update
from .op import gamma as gamma
from .op import gammaln as gammaln
from .op import log as log
from .op import log10 as log10
from .op import log1p as log1p
from .op import log2 as log2
from .op import log_sigmoid as log_sigmoid
from .op import make_loss as make_loss
from .op import mean as mean
from .op import mish as mish
from .op import negative as negative
from .op import norm as norm
from .op import radians as radians
from .op import relu as relu
from .op import rint as rint
from .op import round as round
from .op import rsqrt as rsqrt
from .op import sgd_mom_update as sgd_mom_update
from .op import sgd_update as sgd_update
from .op import sigmoid as sigmoid
from .op import sign as sign
from .op import sin as sin
from .op import sinh as sinh
from .op import slice as slice
from .op import sqrt as sqrt
from .op import square as square
from .op import stop_gradient as stop_gradient
from .op import sum as sum
from .op import tan as tan
from .op import tanh as tanh
from .op import trunc as trunc
from .op import where as where
from .op import zeros_like as zeros_like
def _contrib_round_ste(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Nearest whole number, halves away from zero; gradients pass unchanged. As mx.nd.sparse._contrib_round_ste."""
def _contrib_sign_ste(data: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Sign: -1, 0 or 1; gradients pass unchanged. As mx.nd.sparse._contrib_sign_ste."""
def adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: Float = ..., epsilon: Float = 1e-07, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """AdaGrad: steps divided by the root of the sum of all squared gradients. As mx.nd.sparse.adagrad_update."""
def retain(data: Symbol | None = None, indices: Symbol | None = None, name: str | None = None, attr: Mapping[str, str] | None = None, out: Any = None, **attributes: Unpack[NodeAttributes]) -> Symbol:
    """Some rows of a row-sparse array, the others being zero. As mx.nd.sparse.retain."""
