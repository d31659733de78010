"""Examples in the docstrings of the functions of `mx.np`: a block for each, which begins with a call of it.

What they print is what MXNet 1.9.1 prints; `tests/test_docstrings.py` runs them.
"""

import inspect
import re

_BLOCKS = """
>>> mx.np.sin(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 0.8415], dtype=float32)

>>> mx.np.cos(mx.np.array([0, 1])).asnumpy().round(4)
array([1.    , 0.5403], dtype=float32)

>>> mx.np.tan(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 1.5574], dtype=float32)

>>> mx.np.sinh(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 1.1752], dtype=float32)

>>> mx.np.cosh(mx.np.array([0, 1])).asnumpy().round(4)
array([1.    , 1.5431], dtype=float32)

>>> mx.np.tanh(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 0.7616], dtype=float32)

>>> mx.np.arctan(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 0.7854], dtype=float32)

>>> mx.np.arcsinh(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 0.8814], dtype=float32)

>>> mx.np.exp(mx.np.array([0, 1])).asnumpy().round(4)
array([1.    , 2.7183], dtype=float32)

>>> mx.np.expm1(mx.np.array([0, 1])).asnumpy().round(4)
array([0.    , 1.7183], dtype=float32)

>>> mx.np.arcsin(mx.np.array([0, 0.5])).asnumpy().round(4)
array([0.    , 0.5236], dtype=float32)

>>> mx.np.arccos(mx.np.array([0, 0.5])).asnumpy().round(4)
array([1.5708, 1.0472], dtype=float32)

>>> mx.np.arctanh(mx.np.array([0, 0.5])).asnumpy().round(4)
array([0.    , 0.5493], dtype=float32)

>>> mx.np.arccosh(mx.np.array([1, 2])).asnumpy().round(4)
array([0.   , 1.317], dtype=float32)

>>> mx.np.log(mx.np.array([1, 10])).asnumpy().round(4)
array([0.    , 2.3026], dtype=float32)

>>> mx.np.log2(mx.np.array([1, 10])).asnumpy().round(4)
array([0.    , 3.3219], dtype=float32)

>>> mx.np.log10(mx.np.array([1, 10])).asnumpy().round(4)
array([0., 1.], dtype=float32)

>>> mx.np.log1p(mx.np.array([1, 10])).asnumpy().round(4)
array([0.6931, 2.3979], dtype=float32)

>>> mx.np.sqrt(mx.np.array([1, 8])).asnumpy().round(4)
array([1.    , 2.8284], dtype=float32)

>>> mx.np.cbrt(mx.np.array([1, 8])).asnumpy().round(4)
array([1., 2.], dtype=float32)

>>> mx.np.square(mx.np.array([1, 8])).asnumpy().round(4)
array([ 1., 64.], dtype=float32)

>>> mx.np.reciprocal(mx.np.array([1, 4])).asnumpy().round(4)
array([1.  , 0.25], dtype=float32)

>>> mx.np.abs(mx.np.array([-2, 0, 3]))
array([2., 0., 3.])

>>> mx.np.fabs(mx.np.array([-2, 0, 3]))
array([2., 0., 3.])

>>> mx.np.absolute(mx.np.array([-2, 0, 3]))
array([2., 0., 3.])

>>> mx.np.sign(mx.np.array([-2, 0, 3]))
array([-1.,  0.,  1.])

>>> mx.np.negative(mx.np.array([-2, 0, 3]))
array([ 2., -0., -3.])

>>> mx.np.degrees(mx.np.array([0, 1])).asnumpy().round(4)
array([ 0.    , 57.2958], dtype=float32)

>>> mx.np.rad2deg(mx.np.array([0, 1])).asnumpy().round(4)
array([ 0.    , 57.2958], dtype=float32)

>>> mx.np.radians(mx.np.array([0, 180])).asnumpy().round(4)
array([0.    , 3.1416], dtype=float32)

>>> mx.np.deg2rad(mx.np.array([0, 180])).asnumpy().round(4)
array([0.    , 3.1416], dtype=float32)

>>> mx.np.rint(mx.np.array([-1.5, 0.2, 1.7]))
array([-2.,  0.,  2.])

>>> mx.np.fix(mx.np.array([-1.5, 0.2, 1.7]))
array([-1.,  0.,  1.])

>>> mx.np.trunc(mx.np.array([-1.5, 0.2, 1.7]))
array([-1.,  0.,  1.])

>>> mx.np.ceil(mx.np.array([-1.5, 0.2, 1.7]))
array([-1.,  1.,  2.])

>>> mx.np.floor(mx.np.array([-1.5, 0.2, 1.7]))
array([-2.,  0.,  1.])

>>> mx.np.invert(mx.np.array([0, 5], dtype="int32"))
array([-1, -6], dtype=int32)

>>> mx.np.bitwise_not(mx.np.array([0, 5], dtype="int32"))
array([-1, -6], dtype=int32)

>>> mx.np.logical_not(mx.np.array([0, 2]))
array([ True, False])

>>> mx.np.isnan(mx.np.array([1, mx.np.nan, -mx.np.inf]))
array([False,  True, False])

>>> mx.np.isinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
array([False, False,  True])

>>> mx.np.isposinf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
array([False, False, False])

>>> mx.np.isneginf(mx.np.array([1, mx.np.nan, -mx.np.inf]))
array([False, False,  True])

>>> mx.np.isfinite(mx.np.array([1, mx.np.nan, -mx.np.inf]))
array([ True, False, False])

>>> mx.np.add(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([3., 4., 5.])

>>> mx.np.subtract(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([-1.,  0.,  1.])

>>> mx.np.multiply(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([2., 4., 6.])

>>> mx.np.divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([0.5, 1. , 1.5])

>>> mx.np.true_divide(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([0.5, 1. , 1.5])

>>> mx.np.power(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([1., 4., 9.])

>>> mx.np.maximum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([2., 2., 3.])

>>> mx.np.minimum(mx.np.array([1, 2, 3]), mx.np.array([2, 2, 2]))
array([1., 2., 2.])

>>> mx.np.mod(mx.np.array([5, -5]), 3)
array([2., 1.])

>>> mx.np.remainder(mx.np.array([5, -5]), 3)
array([2., 1.])

>>> mx.np.lcm(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
array([12,  6], dtype=int32)

>>> mx.np.bitwise_and(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
array([4, 2], dtype=int32)

>>> mx.np.bitwise_or(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
array([6, 7], dtype=int32)

>>> mx.np.bitwise_xor(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 3], dtype="int32"))
array([2, 5], dtype=int32)

>>> mx.np.copysign(mx.np.array([1, 2]), mx.np.array([-1, 1]))
array([-1.,  2.])

>>> mx.np.hypot(mx.np.array([3, 5]), mx.np.array([4, 12]))
array([ 5., 13.])

>>> mx.np.arctan2(mx.np.array([0, 1]), mx.np.array([1, 1])).asnumpy().round(4)
array([0.    , 0.7854], dtype=float32)

>>> mx.np.ldexp(mx.np.array([1, 3]), mx.np.array([2, 2]))
array([ 4., 12.])

>>> mx.np.equal(mx.np.array([1, 2, 3]), 2)
array([False,  True, False])

>>> mx.np.not_equal(mx.np.array([1, 2, 3]), 2)
array([ True, False,  True])

>>> mx.np.greater(mx.np.array([1, 2, 3]), 2)
array([False, False,  True])

>>> mx.np.less(mx.np.array([1, 2, 3]), 2)
array([ True, False, False])

>>> mx.np.greater_equal(mx.np.array([1, 2, 3]), 2)
array([False,  True,  True])

>>> mx.np.less_equal(mx.np.array([1, 2, 3]), 2)
array([ True,  True, False])

>>> mx.np.matmul(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 10]))
array([21., 43.])

>>> mx.np.around(mx.np.array([0.25, 12.5]), 1)
array([ 0.2, 12.5])
>>> mx.np.around(mx.np.array([14, 26]), -1)
array([10., 30.])

>>> mx.np.round(mx.np.array([0.251, 12.57]), 1)
array([ 0.3, 12.6])

>>> mx.np.round_(mx.np.array([0.251, 12.57]), 1)
array([ 0.3, 12.6])

>>> mx.np.clip(mx.np.array([-1, 0.5, 3]), 0, 1)
array([0. , 0.5, 1. ])

>>> mx.np.nan_to_num(mx.np.array([1, mx.np.nan]), nan=-1)
array([ 1., -1.])

>>> mx.np.expand_dims(mx.np.array([1, 2]), 0).shape, mx.np.expand_dims(mx.np.array([1, 2]), 1).shape
((1, 2), (2, 1))

>>> mx.np.swapaxes(mx.np.zeros((2, 3, 4)), 0, 2).shape
(4, 3, 2)

>>> mx.np.tile(mx.np.array([1, 2]), 2)
array([1., 2., 1., 2.])
>>> mx.np.tile(mx.np.array([1, 2]), (2, 1))
array([[1., 2.],
       [1., 2.]])

>>> mx.np.split(mx.np.arange(4), 2)
[array([0., 1.]), array([2., 3.])]
>>> mx.np.split(mx.np.arange(4), [1, 3])
[array([0.]), array([1., 2.]), array([3.])]

>>> mx.np.array_split(mx.np.arange(4), 3)
[array([0., 1.]), array([2.]), array([3.])]

>>> mx.np.hsplit(mx.np.arange(6).reshape(2, 3), 3)[0]
array([[0.],
       [3.]])

>>> mx.np.vsplit(mx.np.arange(6).reshape(2, 3), 2)[1]
array([[3., 4., 5.]])

>>> mx.np.dsplit(mx.np.zeros((2, 3, 4)), 2)[0].shape
(2, 3, 2)

>>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])))
array([[1., 2.],
       [3., 4.]])
>>> mx.np.concatenate((mx.np.array([[1, 2]]), mx.np.array([[3, 4]])), axis=1)
array([[1., 2., 3., 4.]])

>>> mx.np.append(mx.np.array([1, 2]), mx.np.array([3]))
array([1., 2., 3.])

>>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
array([[1., 2.],
       [3., 4.]])
>>> mx.np.stack([mx.np.array([1, 2]), mx.np.array([3, 4])], axis=1)
array([[1., 3.],
       [2., 4.]])

>>> mx.np.vstack([mx.np.array([1, 2]), mx.np.array([3, 4])])
array([[1., 2.],
       [3., 4.]])

>>> mx.np.row_stack([mx.np.array([1, 2]), mx.np.array([3, 4])])
array([[1., 2.],
       [3., 4.]])

>>> mx.np.column_stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
array([[1., 3.],
       [2., 4.]])

>>> mx.np.hstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
array([1., 2., 3., 4.])

>>> mx.np.dstack((mx.np.array([1, 2]), mx.np.array([3, 4])))
array([[[1., 3.],
        [2., 4.]]])

>>> mx.np.ravel(mx.np.arange(6).reshape(2, 3))
array([0., 1., 2., 3., 4., 5.])

>>> mx.np.flip(mx.np.arange(6).reshape(2, 3), axis=1)
array([[2., 1., 0.],
       [5., 4., 3.]])

>>> mx.np.flipud(mx.np.arange(6).reshape(2, 3))
array([[3., 4., 5.],
       [0., 1., 2.]])

>>> mx.np.fliplr(mx.np.arange(6).reshape(2, 3))
array([[2., 1., 0.],
       [5., 4., 3.]])

>>> mx.np.rot90(mx.np.arange(6).reshape(2, 3))
array([[2., 5.],
       [1., 4.],
       [0., 3.]])

>>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2))
array([[1., 2.],
       [3., 1.]])

>>> mx.np.tril(mx.np.ones((3, 3)))
array([[1., 0., 0.],
       [1., 1., 0.],
       [1., 1., 1.]])

>>> mx.np.pad(mx.np.array([[1, 2]]), ((1, 0), (0, 2)))
array([[0., 0., 0., 0.],
       [1., 2., 0., 0.]])

>>> mx.np.mean(mx.np.arange(6).reshape(2, 3))
array(2.5)
>>> mx.np.mean(mx.np.arange(6).reshape(2, 3), axis=0)
array([1.5, 2.5, 3.5])

>>> mx.np.std(mx.np.array([[1, 2], [3, 6]]), axis=0)
array([1., 2.])

>>> mx.np.var(mx.np.array([[1, 2], [3, 6]]), axis=0)
array([1., 4.])

>>> mx.np.average(mx.np.array([1, 2]), weights=mx.np.array([3, 1]))
array(1.25)

>>> mx.np.argmax(mx.np.array([[1, 5], [4, 2]]), axis=1)
array([1, 0], dtype=int64)

>>> mx.np.argmin(mx.np.array([[1, 5], [4, 2]]), axis=1)
array([0, 1], dtype=int64)

>>> mx.np.percentile(mx.np.array([1, 2, 3, 4]), 50)
array(2.5)

>>> mx.np.quantile(mx.np.array([1, 2, 3, 4]), 0.25)
array(1.75)

>>> mx.np.histogram(mx.np.array([0.1, 0.2, 0.9]), bins=2, range=(0, 1))
[array([2, 1], dtype=int64), array([0. , 0.5, 1. ])]

>>> mx.np.bincount(mx.np.array([0, 2, 2], dtype="int64"))
array([1, 0, 2], dtype=int64)

>>> mx.np.diff(mx.np.array([1, 4, 9]))
array([3., 5.])

>>> mx.np.ediff1d(mx.np.array([1, 4, 9]))
array([3., 5.])

>>> mx.np.zeros((2, 3))
array([[0., 0., 0.],
       [0., 0., 0.]])

>>> mx.np.ones((2, 3))
array([[1., 1., 1.],
       [1., 1., 1.]])

>>> mx.np.full((2,), 7)
array([7., 7.])

>>> mx.np.full_like(mx.np.array([1, 2]), 7)
array([7., 7.])

>>> mx.np.zeros_like(mx.np.array([1, 2]))
array([0., 0.])

>>> mx.np.ones_like(mx.np.array([1, 2]))
array([1., 1.])

>>> mx.np.empty_like(mx.np.array([1, 2])).shape
(2,)

>>> mx.np.broadcast_to(mx.np.array([1, 2]), (3, 2))
array([[1., 2.],
       [1., 2.],
       [1., 2.]])

>>> mx.np.arange(4)
array([0., 1., 2., 3.])
>>> mx.np.arange(1, 2, 0.25)
array([1.  , 1.25, 1.5 , 1.75])

>>> mx.np.identity(2)
array([[1., 0.],
       [0., 1.]])

>>> mx.np.eye(2, 3, k=1)
array([[0., 1., 0.],
       [0., 0., 1.]])

>>> mx.np.linspace(0, 1, 5)
array([0.  , 0.25, 0.5 , 0.75, 1.  ])

>>> mx.np.logspace(0, 2, 3)
array([  1.,  10., 100.])

>>> mx.np.indices((2, 2))
array([[[0, 0],
        [1, 1]],
<BLANKLINE>
       [[0, 1],
        [0, 1]]], dtype=int32)

>>> mx.np.hanning(5).asnumpy().round(4)
array([0. , 0.5, 1. , 0.5, 0. ], dtype=float32)

>>> mx.np.hamming(5).asnumpy().round(4)
array([0.08, 0.54, 1.  , 0.54, 0.08], dtype=float32)

>>> mx.np.blackman(5).asnumpy().round(4)
array([-0.  ,  0.34,  1.  ,  0.34, -0.  ], dtype=float32)

>>> mx.np.shape(mx.np.zeros((2, 3)))
(2, 3)

>>> mx.np.argsort(mx.np.array([3, 1, 2]))
array([1, 2, 0], dtype=int64)

>>> mx.np.sort(mx.np.array([3, 1, 2]))
array([1., 2., 3.])

>>> mx.np.unique(mx.np.array([3, 1, 3]))
array([1., 3.])
>>> mx.np.unique(mx.np.array([3, 1, 3]), return_counts=True)
(array([1., 3.]), array([1, 2], dtype=int64))

>>> mx.np.tensordot(mx.np.arange(6).reshape(2, 3), mx.np.ones((3, 2)), axes=1)
array([[ 3.,  3.],
       [12., 12.]])

>>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4]))
array(11.)

>>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4]))
array([[3., 4.],
       [6., 8.]])

>>> mx.np.vdot(mx.np.array([1, 2]), mx.np.array([3, 4]))
array(11.)

>>> mx.np.einsum("ij,j->i", mx.np.arange(6).reshape(2, 3), mx.np.ones(3))
array([ 3., 12.])

>>> mx.np.polyval(mx.np.array([1, 0, 2]), mx.np.array([3]))
array([11.])

>>> mx.np.take(mx.np.array([10, 20, 30]), mx.np.array([2, 0]))
array([30., 10.])

>>> mx.np.insert(mx.np.array([1, 2]), 1, mx.np.array([9]))
array([1., 9., 2.])

>>> mx.np.delete(mx.np.array([1, 2, 3]), 1)
array([1., 3.])

>>> mx.np.diag_indices_from(mx.np.zeros((2, 2)))
(array([0, 1], dtype=int64), array([0, 1], dtype=int64))

>>> mx.np.unravel_index(mx.np.array([5], dtype="int64"), (2, 3))
(array([1], dtype=int64), array([2], dtype=int64))

>>> mx.np.shares_memory(mx.np.zeros(2), mx.np.zeros(2))
False

>>> mx.np.may_share_memory(mx.np.zeros(2), mx.np.zeros(2))
False

>>> mx.np.nonzero(mx.np.array([[0, 5], [7, 0]]))
(array([0, 1], dtype=int64), array([1, 0], dtype=int64))

>>> mx.np.where(mx.np.array([1, 0]), mx.np.array([10, 20]), mx.np.array([-1, -2]))
array([10., -2.])

>>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]))
array(10.)
>>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([4., 6.])

>>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=1)
array([ 2., 12.])

>>> mx.np.product(mx.np.array([[1, 2], [3, 4]]), axis=1)
array([ 2., 12.])

>>> mx.np.max(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([3., 4.])

>>> mx.np.amax(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([3., 4.])

>>> mx.np.min(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([1., 2.])

>>> mx.np.amin(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([1., 2.])

>>> mx.np.all(mx.np.array([[1, 0], [1, 1]]), axis=1)
array([False,  True])

>>> mx.np.any(mx.np.array([[1, 0], [0, 0]]), axis=1)
array([ True, False])

>>> mx.np.sometrue(mx.np.array([[1, 0], [0, 0]]), axis=1)
array([ True, False])

>>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]))
array([ 1.,  3.,  6., 10.])
>>> mx.np.cumsum(mx.np.array([[1, 2], [3, 4]]), axis=0)
array([[1., 2.],
       [4., 6.]])

>>> mx.np.dot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 10]))
array([21., 43.])

>>> mx.np.repeat(mx.np.array([1, 2]), 2)
array([1., 1., 2., 2.])
>>> mx.np.repeat(mx.np.array([[1, 2], [3, 4]]), 2, axis=0)
array([[1., 2.],
       [1., 2.],
       [3., 4.],
       [3., 4.]])

>>> mx.np.transpose(mx.np.array([[1, 2], [3, 4]]))
array([[1., 3.],
       [2., 4.]])
>>> mx.np.transpose(mx.np.zeros((2, 3, 4)), (2, 0, 1)).shape
(4, 2, 3)

>>> mx.np.squeeze(mx.np.zeros((1, 2, 1))).shape
(2,)
>>> mx.np.squeeze(mx.np.zeros((1, 2, 1)), axis=0).shape
(2, 1)

>>> mx.np.copy(mx.np.array([1, 2]))
array([1., 2.])

>>> mx.np.atleast_1d(mx.np.array([1, 2]))
array([1., 2.])

>>> mx.np.atleast_2d(mx.np.array([1, 2]))
array([[1., 2.]])

>>> mx.np.atleast_3d(mx.np.array([1, 2])).shape
(1, 2, 1)

>>> mx.np.roll(mx.np.array([1, 2, 3, 4]), 1)
array([4., 1., 2., 3.])

>>> mx.np.trace(mx.np.array([[1, 2], [3, 4]]))
array(5.)

>>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
(3, 4, 2)

>>> mx.np.rollaxis(mx.np.zeros((2, 3, 4)), 2).shape
(4, 2, 3)

>>> mx.np.diag(mx.np.array([1, 2]))
array([[1., 0.],
       [0., 2.]])
>>> mx.np.diag(mx.np.array([[1, 2], [3, 4]]))
array([1., 4.])

>>> mx.np.diagflat(mx.np.array([1, 2]))
array([[1., 0.],
       [0., 2.]])

>>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]))
array([1., 4.])

>>> mx.np.triu(mx.np.ones((3, 3)))
array([[1., 1., 1.],
       [0., 1., 1.],
       [0., 0., 1.]])

>>> mx.np.cross(mx.np.array([1, 0, 0]), mx.np.array([0, 1, 0]))
array([0., 0., 1.])

>>> mx.np.kron(mx.np.array([1, 10]), mx.np.array([1, 2]))
array([ 1.,  2., 10., 20.])

>>> mx.np.median(mx.np.array([1, 2, 10]), axis=0)
array(2.)

>>> mx.np.floor_divide(mx.np.array([7, -7]), 2)
array([ 3., -4.])

>>> mx.np.fmax(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
array([2., 0.])

>>> mx.np.fmin(mx.np.array([1, mx.np.nan]), mx.np.array([2, 0]))
array([1., 0.])

>>> mx.np.fmod(mx.np.array([5, -5]), 3)
array([ 2., -2.])

>>> mx.np.gcd(mx.np.array([4, 6], dtype="int32"), mx.np.array([6, 9], dtype="int32"))
array([2, 3], dtype=int32)

>>> mx.np.logical_and(mx.np.array([1, 0]), mx.np.array([1, 1]))
array([ True, False])

>>> mx.np.logical_or(mx.np.array([1, 0]), mx.np.array([0, 0]))
array([ True, False])

>>> mx.np.logical_xor(mx.np.array([1, 0]), mx.np.array([1, 1]))
array([False,  True])

>>> mx.np.logaddexp(mx.np.array([0, 1]), mx.np.array([0, 1])).asnumpy().round(4)
array([0.6931, 1.6931], dtype=float32)

>>> mx.np.positive(mx.np.array([1, -2]))
array([ 1., -2.])

>>> mx.np.take_along_axis(mx.np.array([[10, 20], [30, 40]]), mx.np.array([[1], [0]], dtype="int64"), axis=1)
array([[20.],
       [30.]])

>>> mx.np.bitwise_left_shift(mx.np.array([1, 2], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
array([ 2, 16], dtype=int32)

>>> mx.np.bitwise_right_shift(mx.np.array([4, 16], dtype="int32"), mx.np.array([1, 3], dtype="int32"))
array([2, 2], dtype=int32)

>>> mx.np.nextafter(mx.np.array([1]), mx.np.array([2])).asnumpy() == np.float32(1 + 2**-23)
array([ True])

>>> mx.np.permute_dims(mx.np.zeros((2, 3, 4)), (2, 0, 1)).shape
(4, 2, 3)

>>> mx.np.matrix_transpose(mx.np.array([[1, 2], [3, 4]]))
array([[1., 3.],
       [2., 4.]])

>>> mx.np.vecdot(mx.np.array([[1, 2], [3, 4]]), mx.np.array([[1, 2], [3, 4]]))
array([ 5., 25.])

>>> mx.np.cumulative_sum(mx.np.array([1, 2, 3]))
array([1., 3., 6.])

>>> mx.np.cumulative_prod(mx.np.array([1, 2, 3]))
array([1., 2., 6.])

>>> mx.np.unstack(mx.np.array([[1, 2], [3, 4]]))
(array([1., 2.]), array([3., 4.]))

>>> mx.np.random.normal(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.uniform(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.rand(2, 3).shape
(2, 3)

>>> mx.np.random.randn(2, 3).shape
(2, 3)

>>> mx.np.random.randint(0, 10, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.beta(2, 2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.chisquare(2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.exponential(1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.gamma(2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.gumbel(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.laplace(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.logistic(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.lognormal(0, 1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.pareto(2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.rayleigh(1, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.weibull(2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.power(2, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.choice(5, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.f(2, 4, size=(2, 3)).shape
(2, 3)

>>> mx.np.random.multinomial(10, [0.5, 0.5]).sum()
array(10, dtype=int64)

>>> mx.np.random.multivariate_normal(mx.np.zeros(2), mx.np.eye(2), size=(3,)).shape
(3, 2)

>>> mx.np.linalg.cholesky(mx.np.array([[4, 2], [2, 5]]))
array([[2., 0.],
       [1., 2.]])

>>> mx.np.linalg.det(mx.np.array([[[1, 2], [3, 5]]])).asnumpy().round(4)
array([-1.], dtype=float32)

>>> mx.np.linalg.inv(mx.np.array([[1, 2], [3, 5]])).asnumpy().round(4)
array([[-5.,  2.],
       [ 3., -1.]], dtype=float32)

>>> mx.np.linalg.norm(mx.np.array([3, 4]))
array(5.)

>>> mx.np.linalg.solve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 2]))
array([1. , 0.5])

>>> mx.np.linalg.eigvalsh(mx.np.array([[2, 1], [1, 2]])).asnumpy().round(4)
array([1., 3.], dtype=float32)

>>> mx.np.linalg.eigh(mx.np.array([[2, 1], [1, 2]]))[0].asnumpy().round(4)
array([1., 3.], dtype=float32)

>>> mx.np.linalg.eigvals(mx.np.array([[1, 1], [0, 2]])).asnumpy().round(4)
array([1., 2.], dtype=float32)

>>> mx.np.linalg.eig(mx.np.array([[1, 1], [0, 2]]))[0].asnumpy().round(4)
array([1., 2.], dtype=float32)

>>> mx.np.linalg.svd(mx.np.array([[3, 0], [0, 4]]))[1]
array([4., 3.])

>>> mx.np.linalg.slogdet(mx.np.array([[[2, 0], [0, 1]]]))[1].asnumpy().round(4)
array([0.6931], dtype=float32)

>>> mx.np.linalg.pinv(mx.np.array([[2, 0], [0, 4]])).asnumpy().round(4)
array([[0.5 , 0.  ],
       [0.  , 0.25]], dtype=float32)

>>> mx.np.linalg.tensorinv(mx.np.array([[1, 2], [3, 5]]), ind=1).asnumpy().round(4)
array([[-5.,  2.],
       [ 3., -1.]], dtype=float32)

>>> mx.np.linalg.tensorsolve(mx.np.array([[2, 0], [0, 4]]), mx.np.array([2, 2]))
array([1. , 0.5])

>>> mx.np.linalg.cross(mx.np.array([1, 0, 0]), mx.np.array([0, 1, 0]))
array([0., 0., 1.])

>>> mx.np.linalg.matmul(mx.np.array([[1, 2], [3, 4]]), mx.np.array([1, 10]))
array([21., 43.])

>>> mx.np.linalg.outer(mx.np.array([1, 2]), mx.np.array([3, 4]))
array([[3., 4.],
       [6., 8.]])

>>> mx.np.linalg.vecdot(mx.np.array([1, 2]), mx.np.array([3, 4]))
array(11.)

>>> mx.np.linalg.tensordot(mx.np.arange(6).reshape(2, 3), mx.np.ones((3, 2)), axes=1)
array([[ 3.,  3.],
       [12., 12.]])

>>> mx.np.linalg.matrix_transpose(mx.np.array([[1, 2], [3, 4]]))
array([[1., 3.],
       [2., 4.]])
"""
#: name of a function below `mx.np` -> its example
EXAMPLES = {re.search(r"mx\.np\.([\w.]+)\(", block)[1]: block for block in _BLOCKS.strip().split("\n\n")}


def with_example(module, name, doc):
    """The docstring of a function of a module, `jmx.numpy` or one below it, with its example, in place of one of `mx.nd`."""
    example = EXAMPLES.get(f"{module.rpartition('numpy')[2]}.{name}".strip("."))
    if example is None:
        return doc
    return inspect.cleandoc(doc or "").partition("\n\nExamples\n--------\n")[0] + f"\n\nExamples\n--------\n{example}\n"
