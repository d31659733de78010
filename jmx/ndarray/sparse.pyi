# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any
from jmx._typing import DTypeLike, Float, Int
from jmx.context import Context
from jmx.base import MXNetError as MXNetError, NotSupportedForSparseNDArray as NotSupportedForSparseNDArray
from jmx.ndarray._sparse_arrays import BaseSparseNDArray as BaseSparseNDArray, CSRNDArray as CSRNDArray, RowSparseNDArray as RowSparseNDArray
from jmx.ndarray.ndarray import NDArray as NDArray

def zeros(stype: str, shape: Int | Sequence[Int], ctx: Context | None = None, dtype: str | DTypeLike | None = None, **kwargs: Any) -> CSRNDArray | NDArray | RowSparseNDArray: ...
def empty(stype: str, shape: Int | Sequence[Int], ctx: Context | None = None, dtype: str | DTypeLike | None = None) -> CSRNDArray | RowSparseNDArray: ...
def array(source_array: Any, ctx: Context | None = None, dtype: str | DTypeLike | None = None) -> CSRNDArray | RowSparseNDArray: ...
def csr_matrix(arg1: Any, shape: Sequence[Int] | None = None, ctx: Context | None = None, dtype: DTypeLike | None = None) -> CSRNDArray: ...
def row_sparse_array(arg1: Any, shape: Sequence[Int] | None = None, ctx: Context | None = None, dtype: DTypeLike | None = None) -> RowSparseNDArray: ...
add: Any
subtract: Any
multiply: Any
divide: Any
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
def _contrib_round_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves away from zero; gradients pass unchanged. As mx.nd.contrib.round_ste."""
def _contrib_sign_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sign: -1, 0 or 1; gradients pass unchanged. As mx.nd.contrib.sign_ste."""
def adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: Float = ..., epsilon: Float = 1e-07, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """AdaGrad: steps divided by the root of the sum of all squared gradients. Declared in jmx/ops/optimizer.py.

    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    """
def retain(data: NDArray, indices: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Some rows of a row-sparse array, the others being zero. Declared in jmx/ops/sparse.py.

    data    row-sparse array
    indices    (n,): numbers of the rows to keep

    Returns a row-sparse array of the same shape. Raises MXNetError if `indices` has another number of dimensions.

    Examples
    --------
    >>> x = nd.array([[1, 2], [0, 0], [5, 6]]).tostype("row_sparse")
    >>> nd.sparse.retain(x, nd.array([2])).asnumpy()
    array([[0., 0.],
           [0., 0.],
           [5., 6.]], dtype=float32)
    """
