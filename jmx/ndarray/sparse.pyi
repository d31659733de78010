# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from collections.abc import Sequence
from typing import Any, Literal
from jmx._typing import DTypeLike, Float, Int, OptShape, Shape
from jmx.context import Context
from jmx.base import MXNetError as MXNetError, NotSupportedForSparseNDArray as NotSupportedForSparseNDArray
from jmx.ndarray._sparse_arrays import BaseSparseNDArray as BaseSparseNDArray, CSRNDArray as CSRNDArray, RowSparseNDArray as RowSparseNDArray
from jmx.ndarray.ndarray import NDArray as NDArray

def zeros(stype: str, shape: Int | Sequence[Int], ctx: Context | None = None, dtype: str | DTypeLike | None = None, **kwargs: Any) -> BaseSparseNDArray | NDArray: ...
def empty(stype: str, shape: Int | Sequence[Int], ctx: Context | None = None, dtype: str | DTypeLike | None = None) -> BaseSparseNDArray | NDArray: ...
def array(source_array: Any, ctx: Context | None = None, dtype: str | DTypeLike | None = None) -> BaseSparseNDArray: ...
def csr_matrix(arg1: Any, shape: Sequence[Int] | None = None, ctx: Context | None = None, dtype: DTypeLike | None = None) -> CSRNDArray: ...
def row_sparse_array(arg1: Any, shape: Sequence[Int] | None = None, ctx: Context | None = None, dtype: DTypeLike | None = None) -> RowSparseNDArray: ...
add: Any
subtract: Any
multiply: Any
divide: Any
def ElementWiseSum(*args: NDArray | Sequence[NDArray], num_args: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Examples
    --------
    >>> nd.add_n(nd.array([1, 2]), nd.array([10, 20]), nd.array([100, 200]))
    [111. 222.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def Embedding(data: NDArray, weight: NDArray, input_dim: Int = ..., output_dim: Int = ..., dtype: DTypeLike | None = 'float32', sparse_grad: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """The rows of a table that integers name.

    data    row numbers, of any shape and type; those out of range are moved to the nearest row
    weight    (input_dim, output_dim): the table
    input_dim    number of rows
    output_dim    length of a row
    dtype    element type of a weight that is still unknown
    sparse_grad    make the gradient of `weight` row-sparse, so that only rows that were read are updated

    Returns (*data.shape, output_dim).

    Examples
    --------
    >>> table = nd.array([[0, 0], [1, 10], [2, 20]])
    >>> nd.Embedding(nd.array([2, 1]), table, input_dim=3, output_dim=2)
    [[ 2. 20.]
     [ 1. 10.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/nn/dense.py.
    """
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: Int = ..., no_bias: bool = False, flatten: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """A dense layer, data @ weight.T + bias.

    data    (batch, *features), or without `flatten` (*any, features)
    weight    (num_hidden, features); with `flatten` the product of all axes of data but the first
    bias    (num_hidden,); left out with `no_bias`
    num_hidden    numbers in the output
    no_bias    add no bias
    flatten    make one axis of all but the first; False keeps all axes but the last

    Returns (batch, num_hidden), or without `flatten` (*any, num_hidden). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.FullyConnected(nd.array([[1, 2]]), nd.array([[1, 0], [0, 1], [1, 1]]), nd.array([0, 0, 10]), num_hidden=3)
    [[ 1.  2. 13.]]
    <NDArray 1x3 @cpu(0)>
    >>> nd.FullyConnected(nd.ones((2, 5, 4)), nd.ones((3, 4)), num_hidden=3, no_bias=True, flatten=False).shape
    (2, 5, 3)

    Declared in jmx/ops/nn/dense.py.
    """
def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself, with the gradient of half the squared error: (data - label) * grad_scale / numbers per sample.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LinearRegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-2.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>

    Declared in jmx/ops/nn/output.py.
    """
def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """sigmoid(data), with the gradient of the cross entropy: (output - label) * grad_scale / numbers per sample.

    data    (batch, ...): scores
    label    as many numbers, 0 to 1, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns the probabilities, an array like `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[0], [0]]), nd.array([[1], [0]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.LogisticRegressionOutput(x, label)
    >>> y.backward()
    >>> y, x.grad
    (
    [[0.5]
     [0.5]]
    <NDArray 2x1 @cpu(0)>,
    [[-0.5]
     [ 0.5]]
    <NDArray 2x1 @cpu(0)>)

    Declared in jmx/ops/nn/output.py.
    """
def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: Float = 1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` itself, with the gradient of the absolute error: sign(data - label) * grad_scale / numbers per sample.

    data    (batch, ...): predictions
    label    as many numbers, with the same first axis; has no gradient
    grad_scale    what the gradient is multiplied by

    Returns `data`. The gradient of what follows is ignored: this layer ends a network.

    Examples
    --------
    >>> x, label = nd.array([[1], [5]]), nd.array([[3], [4]])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.MAERegressionOutput(x, label)
    >>> y.backward()
    >>> x.grad
    [[-1.]
     [ 1.]]
    <NDArray 2x1 @cpu(0)>

    Declared in jmx/ops/nn/output.py.
    """
def _contrib_round_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves away from zero; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.round_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [0. 6.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/gradient.py.
    """
def _contrib_sign_ste(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sign: -1, 0 or 1; gradients pass unchanged.

    data    array of any shape, of a numeric type

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> x = nd.array([-0.25, 1.75])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = nd.contrib.sign_ste(x) * 3
    >>> y.backward()
    >>> y, x.grad
    (
    [-3.  3.]
    <NDArray 2 @cpu(0)>,
    [3. 3.]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/gradient.py.
    """
def abs(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Absolute value; its derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.abs(nd.array([-2, 0, 0.5]))
    [2.  0.  0.5]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: Float = ..., epsilon: Float = 1e-07, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """AdaGrad: steps divided by the root of the sum of all squared gradients.

    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Declared in jmx/ops/optimizer.py.
    """
def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: Float = ..., beta1: Float = 0.9, beta2: Float = 0.999, epsilon: Float = 1e-08, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Adam: mean = beta1 * mean + (1 - beta1) * g and var = beta2 * var + (1 - beta2) * g**2 with g = grad + wd * weight, then
    weight - lr * mean / (sqrt(var) + epsilon).

    mean, var    states in the weight's shape, zeros at first; updated in place
    lr    learning rate; the caller multiplies it by the bias correction sqrt(1 - beta2**t) / (1 - beta1**t)
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    beta1, beta2    the shares of `mean` and `var` that stay, 0 to 1
    epsilon    small number that keeps divisors from zero
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mean, var = nd.array([1, 2]), nd.array([4, -2]), nd.zeros(2), nd.zeros(2)
    >>> nd.adam_update(weight, grad, mean, var, lr=0.5, beta1=0.5, beta2=0.75, epsilon=0)
    [0.5 2.5]
    <NDArray 2 @cpu(0)>
    >>> mean, var
    (
    [ 2. -1.]
    <NDArray 2 @cpu(0)>,
    [4. 1.]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/optimizer.py.
    """
def add_n(*args: NDArray | Sequence[NDArray], num_args: Int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Examples
    --------
    >>> nd.add_n(nd.array([1, 2]), nd.array([10, 20]), nd.array([100, 200]))
    [111. 222.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def arccos(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse cosine, in radians; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arccos(nd.array([0, 1])).asnumpy().round(4)
    array([1.5708, 0.    ], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def arccosh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic cosine; NaN below 1.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arccosh(nd.array([1, 2])).asnumpy().round(4)
    array([0.   , 1.317], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def arcsin(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse sine, in radians; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arcsin(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.5708], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def arcsinh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic sine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arcsinh(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.8814], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def arctan(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse tangent, in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arctan(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 0.7854], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def arctanh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Inverse hyperbolic tangent; NaN outside [-1, 1].

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.arctanh(nd.array([0, 0.5])).asnumpy().round(4)
    array([0.    , 0.5493], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_add(nd.array([[1], [2]]), nd.array([10, 20]))
    [[11. 21.]
     [12. 22.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0).

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_div(nd.array([[1], [2]]), nd.array([2, 4]))
    [[0.5  0.25]
     [1.   0.5 ]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_sub(nd.array([[1], [2]]), nd.array([10, 20]))
    [[ -9. -19.]
     [ -8. -18.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_mul(nd.array([[1], [2]]), nd.array([10, 20]))
    [[10. 20.]
     [20. 40.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_add(nd.array([[1], [2]]), nd.array([10, 20]))
    [[11. 21.]
     [12. 22.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second.

    lhs, rhs    arrays of one numeric type; axes, aligned at the last, have equal lengths or length 1 in one of them

    Returns an array of the common shape and of that type. Raises MXNetError for shapes that do not fit, for different types
    and for boolean arrays.


    Examples
    --------
    >>> nd.broadcast_sub(nd.array([[1], [2]]), nd.array([10, 20]))
    [[ -9. -19.]
     [ -8. -18.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/broadcast.py.
    """
def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """An array in another storage type, its values unchanged.

    data    a matrix for "csr"; else an array of any shape and type
    stype    "default", "csr" or "row_sparse"

    Returns the array in this storage type.

    Examples
    --------
    >>> x = nd.cast_storage(nd.array([[0, 0], [0, 3]]), stype="csr")
    >>> x.indices, x.data
    (
    [1]
    <NDArray 1 @cpu(0)>,
    [3.]
    <NDArray 1 @cpu(0)>)

    Declared in jmx/ops/sparse.py.
    """
def cbrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cube root.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cbrt(nd.array([-8, 27])).asnumpy().round(4)
    array([-2.,  3.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def ceil(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Smallest whole number that is not less.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.ceil(nd.array([-1.5, 0.4, 2]))
    [-1.  1.  2.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def clip(data: NDArray, a_min: Float = ..., a_max: Float = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers below `a_min` replaced by `a_min` and above `a_max` by `a_max`; at the limits the derivative is 1.

    data    array of any shape, of a numeric type; the limits are converted to it
    a_min, a_max    lower and upper limit

    Returns an array like `data`. Raises MXNetError for a boolean array.

    Examples
    --------
    >>> nd.clip(nd.array([-2, 0.5, 3]), a_min=0, a_max=1)
    [0.  0.5 1. ]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def concat(*data: NDArray | Sequence[NDArray], num_args: Int = ..., dim: Int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Arrays joined along a dimension that they have.

    data    arrays of one type, and of one shape but for the dimension `dim`
    dim    the dimension, negative ones counting from the end

    Returns the joined array. Raises MXNetError if other dimensions differ.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5], [6]])
    >>> nd.concat(x, y, dim=1)
    [[1. 2. 5.]
     [3. 4. 6.]]
    <NDArray 2x3 @cpu(0)>

    Declared in jmx/ops/slicing.py.
    """
def cos(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Cosine of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cos(nd.array([0, np.pi / 3])).asnumpy().round(4)
    array([1. , 0.5], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def cosh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic cosine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.cosh(nd.array([0, 1])).asnumpy().round(4)
    array([1.    , 1.5431], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def degrees(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Angles in radians converted to degrees.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.degrees(nd.array([0, np.pi / 2])).asnumpy().round(4)
    array([ 0., 90.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool = False, transpose_b: bool = False, forward_stype: Literal['csr', 'default', 'row_sparse'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of products over the last dimension of `lhs` and the first of `rhs`: the product of matrices and vectors.

    lhs    array of one dimension or more, or a csr matrix
    rhs    array of one dimension or more, or a csr or row-sparse matrix
    transpose_a    sum over the first dimension of `lhs` instead
    transpose_b    sum over the last dimension of `rhs` instead
    forward_stype    storage type of the result of sparse arrays; without effect for dense ones

    Returns an array of the other dimensions, and of shape (1,) for two vectors. Raises MXNetError if the dimensions differ
    in size.

    Examples
    --------
    >>> nd.dot(nd.array([[1, 2], [3, 4]]), nd.array([[1, 0], [1, 1]]))
    [[3. 2.]
     [7. 4.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.dot(nd.array([1, 2]), nd.array([3, 4]))
    [11.]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/matrix.py.
    """
def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_add(nd.array([1, 2]), nd.array([2, 8]))
    [ 3. 10.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array divided by the second; integers are cut off towards zero (0 where divided by 0).

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_div(nd.array([1, 2]), nd.array([2, 8]))
    [0.5  0.25]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_mul(nd.array([1, 2]), nd.array([2, 8]))
    [ 2. 16.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """First array minus the second.

    lhs, rhs    arrays of one shape and one numeric type

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.


    Examples
    --------
    >>> nd.elemwise_sub(nd.array([1, 2]), nd.array([2, 8]))
    [-1. -6.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def exp(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Exponential.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.exp(nd.array([0, np.log(2)])).asnumpy().round(4)
    array([1., 2.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def expm1(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """exp(data) - 1, accurate near 0.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.expm1(nd.array([0, np.log(2)])).asnumpy().round(4)
    array([0., 1.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def fix(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whole number next to zero, as `trunc`.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.fix(nd.array([-1.5, 0.4, 2]))
    [-1.  0.  2.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def floor(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Largest whole number that is not greater.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.floor(nd.array([-1.5, 0.4, 2]))
    [-2.  0.  2.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: Float = ..., lamda1: Float = 0.01, beta: Float = 1.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Follow the regularized leader (FTRL-proximal), which makes weights that matter little exactly zero.

    z, n    states in the weight's shape, zeros at first; updated in place
    lamda1    strength of the L1 regularization
    beta    number added to the root of the sum of squared gradients
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> nd.ftrl_update(nd.zeros(2), nd.array([3, 0.5]), nd.zeros(2), nd.zeros(2), lr=0.5, lamda1=1)
    [-0.25  0.  ]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/optimizer.py.
    """
def gamma(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gamma(nd.array([1, 4, 0.5])).asnumpy().round(4)
    array([1.    , 6.    , 1.7725], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def gammaln(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the absolute gamma function.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.gammaln(nd.array([1, 4])).asnumpy().round(4)
    array([0.    , 1.7918], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def log(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log(nd.array([1, np.e])).asnumpy().round(4)
    array([0., 1.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def log10(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm to base 10.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log10(nd.array([1, 100])).asnumpy().round(4)
    array([0., 2.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def log1p(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """log(1 + data), accurate near 0.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log1p(nd.array([0, np.e - 1])).asnumpy().round(4)
    array([0., 1.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def log2(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm to base 2.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log2(nd.array([1, 8])).asnumpy().round(4)
    array([0., 3.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def log_sigmoid(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the logistic function, log(1 / (1 + exp(-data))). MXNet has it from 2.0 on.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.log_sigmoid(nd.array([-20, 0])).asnumpy().round(4)
    array([-20.    ,  -0.6931], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def make_loss(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data` as a loss: its gradient is 1 for every element, whatever follows.

    data    array of any shape, of a numeric type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     loss = nd.make_loss(x * x)
    >>> loss.backward()
    >>> x.grad
    [2. 4.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/gradient.py.
    """
def mean(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Mean of the elements over axes.

    data    array of any type; integers keep their type and are cut off; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.mean(nd.array([[1, 2], [3, 4]]), axis=1)
    [1.5 3.5]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/reduce.py.
    """
def mish(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """data * tanh(log(1 + exp(data))). MXNet has it from 2.0 on.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.mish(nd.array([0, 1, 20])).asnumpy().round(4)
    array([ 0.    ,  0.8651, 20.    ], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def negative(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Numbers with their sign changed.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.negative(nd.array([-2, 0.5]))
    [ 2.  -0.5]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def norm(data: NDArray, ord: Int = 2, axis: Shape | None = None, out_dtype: DTypeLike | None = None, keepdims: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of absolute values (`ord` 1) or root of the sum of squares (`ord` 2) over axes.

    data    array of any type
    ord    1 or 2
    axis    one axis or several, negative ones counting from the end; None or () for all
    out_dtype    element type of the result; default: that of `data`
    keepdims    keep reduced axes with length 1

    Returns an array of the remaining axes, of shape (1,) if none remain. Raises MXNetError for another `ord` and if an
    axis does not exist or is named twice.

    Examples
    --------
    >>> x = nd.array([[3, 4], [0, 5]])
    >>> nd.norm(x, axis=1)
    [5. 5.]
    <NDArray 2 @cpu(0)>
    >>> nd.norm(x, ord=1)
    [12.]
    <NDArray 1 @cpu(0)>

    Declared in jmx/ops/reduce.py.
    """
def radians(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Angles in degrees converted to radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.radians(nd.array([0, 90])).asnumpy().round(4)
    array([0.    , 1.5708], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def relu(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """max(data, 0); the derivative at 0 is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.relu(nd.array([-2, 0, 0.5]))
    [0.  0.  0.5]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def retain(data: NDArray, indices: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Some rows of a row-sparse array, the others being zero.

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

    Declared in jmx/ops/sparse.py.
    """
def rint(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves downwards.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.rint(nd.array([-1.5, 0.4, 2.5]))
    [-2.  0.  2.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def round(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number, halves away from zero.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.round(nd.array([-1.5, 0.4, 2.5]))
    [-2.  0.  3.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def rsqrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Reciprocal square root, 1 / sqrt(data).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.rsqrt(nd.array([4, 16])).asnumpy().round(4)
    array([0.5 , 0.25], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: Float = ..., momentum: Float = 0.0, wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gradient descent with momentum: mom = momentum * mom - lr * (grad + wd * weight), then weight + mom.

    mom    state in the weight's shape, zeros at first; updated in place
    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    momentum    the share of `mom` that stays, 0 to 1
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight, grad, mom = nd.array([1, 2]), nd.array([4, 2]), nd.zeros(2)
    >>> for _ in range(2):
    ...     weight = nd.sgd_mom_update(weight, grad, mom, lr=0.25, momentum=0.5)
    >>> weight, mom
    (
    [-1.5   0.75]
    <NDArray 2 @cpu(0)>,
    [-1.5  -0.75]
    <NDArray 2 @cpu(0)>)

    Declared in jmx/ops/optimizer.py.
    """
def sgd_update(weight: NDArray, grad: NDArray, lr: Float = ..., wd: Float = 0.0, rescale_grad: Float = 1.0, clip_gradient: Float = -1.0, lazy_update: bool = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Gradient descent: weight - lr * (grad + wd * weight), the gradient rescaled and clipped first.

    weight    the weight, of any shape and floating type
    grad    the gradient of the loss by the weight, in its shape
    lr    learning rate
    wd    weight decay: wd * weight is added to the gradient
    rescale_grad    what the gradient is multiplied by first, such as 1 / batch size
    clip_gradient    then it is cut to [-clip_gradient, clip_gradient]; not if negative, the default
    lazy_update    with a row-sparse gradient, leave rows alone that it lacks

    Returns the new weight; with out=weight it replaces the old one.

    Examples
    --------
    >>> weight = nd.array([1, 2])
    >>> nd.sgd_update(weight, nd.array([4, 2]), lr=0.5, out=weight)
    [-1.  1.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/optimizer.py.
    """
def sigmoid(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Logistic function, 1 / (1 + exp(-data)).

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sigmoid(nd.array([-2, 0, 2])).asnumpy().round(4)
    array([0.1192, 0.5   , 0.8808], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def sign(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sign: -1, 0 or 1 (0 for NaN). Its derivative is 0.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sign(nd.array([-2, 0, 0.5]))
    [-1.  0.  1.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def sin(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sine of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sin(nd.array([0, np.pi / 6])).asnumpy().round(4)
    array([0. , 0.5], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def sinh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic sine.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sinh(nd.array([0, 1])).asnumpy().round(4)
    array([0.    , 1.1752], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def slice(data: NDArray, begin: OptShape = ..., end: OptShape = ..., step: OptShape = (), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements begin:end:step of each leading dimension.

    data    array of any shape and type
    begin    first positions, of as many leading dimensions as it has entries; negative ones count from the end, None is the
             start
    end    positions where to stop, not included; None is the end
    step    distances, negative ones going backwards; 1 by default

    Returns the elements, in as many dimensions. Raises MXNetError for more entries than dimensions, or a step of 0.

    Examples
    --------
    >>> x = nd.array([[1, 2, 3], [4, 5, 6]])
    >>> nd.slice(x, begin=(0, 1), end=(2, 3))
    [[2. 3.]
     [5. 6.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.slice(x, begin=(None, -1), end=(None, None), step=(1, -2))
    [[3. 1.]
     [6. 4.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/slicing.py.
    """
def sqrt(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Square root.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.sqrt(nd.array([0, 4, 9]))
    [0. 2. 3.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def square(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Squares.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.square(nd.array([-2, 0.5]))
    [4.   0.25]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def stop_gradient(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """`data`, through which no gradient flows.

    data    array of any shape and type

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = x * nd.stop_gradient(x)
    >>> y.backward()
    >>> x.grad
    [1. 2.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/gradient.py.
    """
def sum(data: NDArray, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements over axes.

    data    array of any type; integers keep their type; half precision is summed in single precision
    axis    one axis or several, negative ones counting from the end; None or () for all
    keepdims    keep reduced axes with length 1
    exclude    reduce all axes but those in `axis`

    Returns an array of the remaining axes, of shape (1,) if none remain, and of the type of `data`. Raises MXNetError if an
    axis does not exist or is named twice.


    Examples
    --------
    >>> nd.sum(nd.array([[1, 2], [3, 4]]), axis=1)
    [3. 7.]
    <NDArray 2 @cpu(0)>

    Declared in jmx/ops/reduce.py.
    """
def tan(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Tangent of angles in radians.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.tan(nd.array([0, np.pi / 4])).asnumpy().round(4)
    array([0., 1.], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def tanh(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic tangent.

    data    array of any shape, of a numeric type; integers are computed in single precision, fractions are cut off

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.tanh(nd.array([-20, 0, 1])).asnumpy().round(4)
    array([-1.    ,  0.    ,  0.7616], dtype=float32)

    Declared in jmx/ops/unary.py.
    """
def trunc(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Whole number next to zero: the fraction is cut off.

    data    array of any shape, of a numeric type; exact for integers

    Returns an array of the shape and element type of `data`. Raises MXNetError for a boolean array.


    Examples
    --------
    >>> nd.trunc(nd.array([-1.5, 0.4, 2]))
    [-1.  0.  2.]
    <NDArray 3 @cpu(0)>

    Declared in jmx/ops/unary.py.
    """
def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Elements of `x` where `condition` is not 0, else of `y`.

    condition    array of the shape of `x`, or of one dimension as long as the first axis of `x` to choose whole rows;
                 of any type. It gets no gradient.
    x, y    arrays of one shape and type

    Returns an array like `x`. Raises MXNetError for other shapes and for different types of `x` and `y`.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5, 6], [7, 8]])
    >>> nd.where(nd.array([[0, 1], [1, 0]]), x, y)
    [[5. 2.]
     [3. 8.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.where(nd.array([1, 0]), x, y)
    [[1. 2.]
     [7. 8.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/elemwise.py.
    """
def zeros_like(data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """Zeros of the shape and type of an array.

    data    the array

    Returns an array like `data`.

    Examples
    --------
    >>> nd.zeros_like(nd.array([[1, 2], [3, 4]]))
    [[0. 0.]
     [0. 0.]]
    <NDArray 2x2 @cpu(0)>

    Declared in jmx/ops/creation.py.
    """
