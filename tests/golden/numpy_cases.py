"""Expressions of `mx.np` and `mx.npx`, evaluated by MXNet for the golden values and by jmx in the tests.

Names that expressions may use are those of `namespace`. `show` turns a result into what a JSON file can hold.
"""

import json

import numpy as onp

CASES = {
    "creation": """
np.array([[1, 2], [3, 4]])
np.array([1, 2], dtype='int32')
np.array(3)
np.array([])
np.array([True, False])
np.array(onp.arange(3))
np.array(onp.float64(2.5))
np.array(onp.array([1.5, 2.5], dtype='float16'))
np.array(np.array([1, 2], dtype='int8'))
np.array([[1], [2, 3]])
np.array('a')
np.array(nd.ones((2,)))
np.zeros((2, 3))
np.zeros(3, dtype='int64')
np.zeros((0, 2))
np.zeros(())
np.zeros((2,), order='F')
np.zeros((2, -2))
np.ones((2, 2), dtype=bool)
np.ones(2, dtype=int)
np.ones((2,), dtype='nothing')
np.full((2, 2), 7)
np.full((2,), True)
np.full((2,), np.array(3.0))
np.full((2,), 1.7, dtype='int32')
np.full_like(a, 5)
np.full_like(i, 2.7)
np.full_like(a, 1, dtype='int32')
np.zeros_like(i)
np.ones_like(a, dtype='float64')
np.empty((2, 0)).shape
np.empty_like(i).dtype
np.arange(4)
np.arange(1, 2, 0.25)
np.arange(5, 1, -2, dtype='int32')
np.arange(3, 1)
np.arange(2.5)
np.arange(0, 3, 0)
np.arange(None)
np.identity(2)
np.identity(2.0)
np.identity(-1)
np.eye(2, 3, 1)
np.eye(2, dtype='int32')
np.eye(2, order='C')
np.linspace(0, 1, 5)
np.linspace(0, 1, 4, endpoint=False)
np.linspace(1, 3, 3, retstep=True)
np.linspace([0], 1)
np.logspace(0, 2, 3)
np.logspace(0, 3, 4, base=2.0)
np.indices((2, 2))
np.indices(3)
np.hanning(4)
np.hamming(4)
np.blackman(4)
np.meshgrid(v, np.array([5, 6]))
np.meshgrid(v, np.array([5, 6]), indexing='ij')
np.meshgrid(v, sparse=True)
np.meshgrid(v, indexing='ji')
np.broadcast_to(v, (2, 3))
np.broadcast_to(2, (2,))
np.broadcast_arrays(v, np.ones((2, 1)))
np.tril(a)
np.diag(v)
np.genfromtxt(['1 2', '3 4'])
""",
    "arithmetic": """
a + a
a + 1
1 - a
a * i
a / 2
2 / i
i / 2
i * 1.5
i + a
i + True
a - onp.float32(1)
onp.float32(1) - a
a ** 2
2 ** a
i ** 2
a % 2
-7 % a
-i
-a
abs(-a)
a @ a
a @ v
+np.zeros((0,)).sum()
a == a
a != 2
a > 2
2 > a
i <= 3
(a > 2) & (a < 4)
(a > 2) | (a < 2)
(a > 2) ^ (a < 4)
~(a > 2)
~i
i & 3
i | 4
i ^ i
a & 1
a // 2
round(a + 0.5)
(a > 2) * 1
(a > 2) + a
(a > 2) + (a > 3)
b * np.array(2.0)
a + [1, 2]
a + 'x'
a + None
a == None
a + nd.ones((2, 2))
a + onp.ones((2, 2))
onp.ones((2, 2)) + a
np.add(1, 2)
np.add(a, 1, out=np.zeros((2, 2)))
np.add(a, a, out=np.zeros((3,)))
np.add(a, a, where=True)
np.add(a, a, where=False)
np.add(a, a, other=1)
np.sin(a, casting='no')
np.sin(a, dtype='int32')
np.sin('x')
np.sin(nd.ones((2,)))
np.maximum(a, 2)
np.minimum(2, a)
np.lcm(i, 2)
np.lcm(4, 6)
np.arctan2(a, 1)
np.arctan2(1, a)
np.copysign(a, -1)
np.ldexp(a, 2)
np.hypot(a, a)
np.power(2, a)
np.mod(7, a)
np.true_divide(i, i)
np.equal(a, 2)
np.greater(2, a)
np.less_equal(2, a)
np.invert(i)
np.logical_not(a - 1)
np.isnan(np.array([1, onp.nan]))
np.isinf(np.array([1, onp.inf]))
np.isposinf(np.array([-onp.inf, onp.inf]))
np.isneginf(np.array([-onp.inf, onp.inf]))
np.isfinite(np.array([onp.nan, 1]))
np.nan_to_num(np.array([onp.nan, 1, onp.inf]), nan=2.0, posinf=9.0)
np.around(a + 0.55, 1)
np.round(2.567, 1)
np.clip(a, 2, 3)
np.clip(a, None, 3)
np.clip(a, None, None)
np.clip(5, 0, 2)
np.square(a)
np.cbrt(a)
np.rint(a + 0.5)
np.fix(a - 2.5)
np.trunc(a - 2.5)
np.sign(a - 2)
np.degrees(a)
np.deg2rad(a)
np.exp(a)
np.log1p(a)
np.expm1(i)
np.sqrt(i)
np.reciprocal(a)
np.fabs(-a)
""",
    "array": """
repr(a)
repr(i)
repr(a > 2)
repr(np.array(1.5))
repr(np.array([1.5], dtype='float64'))
str(a)
f'{np.array(1.5):.3f}'
f'{a}'
f'{a:.3f}'
a.dtype
a.shape
np.array(2).shape
np.array(2).ndim
a.size
a.T
a.stype
len(a)
len(np.array(1))
list(v)
list(np.array(1))
bool(np.array(1.0))
bool(a)
bool(np.zeros((0,)))
int(np.array([3.7]))
float(np.array(2))
float(a)
hash(a)
a.item(2)
a.item()
np.array(4).item()
a.tolist()
a.asscalar()
a.exp()
a.nothing
a.sum()
a.sum(axis=0, keepdims=True)
i.sum()
a.sum(0, dtype='float64')
a.prod()
a.mean()
a.mean(axis=1)
i.mean()
a.std()
a.var(axis=0, ddof=1)
a.max()
a.min(axis=1)
a.all()
a.any(axis=0)
a.argmax()
a.argmin(axis=0)
a.cumsum(axis=0)
a.clip(2, 3)
a.round()
a.dot(v[:2])
a.swapaxes(0, 1)
a.take(np.array([0, 3]))
a.argsort(axis=0)
a.nonzero()
a.repeat(2, axis=0)
a.squeeze()
b.squeeze(axis=1)
a.reshape(4)
a.reshape(1, -1)
a.reshape((1, 4))
a.reshape(3, 3)
a.reshape()
a.reshape(4, order='F')
a.reshape(4, other=1)
a.flatten()
a.transpose()
b.transpose(1, 0)
b.transpose((1, 0))
a.broadcast_to((2, 2, 2))
a.astype('int32')
a.astype(bool)
a.astype('float16').dtype
a.astype('int32', order='F')
a.astype('int32', casting='safe')
a.copy()
a.copy(order='F')
a.copyto(np.zeros((2, 2)))
a.copyto(3)
a.as_in_ctx(mx.cpu())
a.as_nd_ndarray()
a.as_np_ndarray() is a
a.as_nd_ndarray().as_np_ndarray()
a.detach()
a.tostype('csr')
pickle.loads(pickle.dumps(a))
pickle.loads(pickle.dumps(np.array(2, dtype='int8')))
copy.deepcopy(a)
onp.sum(a)
onp.add(a, a)
onp.mean(a, axis=0)
onp.concatenate([a, a])
onp.allclose(a, a)
onp.linalg.norm(a)
onp.logaddexp(a, a)
onp.cov(a)
onp.add.reduce(a)
np.allclose(a, a)
np.argwhere(a > 2)
np.nanmax(a)
np.nanmax(a, axis=0)
np.modf(a)
np.ndim(a)
np.size(a)
np.tril_indices_from(a)
np.npv(0.1, [1, 2])
np.float_power(a, 2)
np.interp(v, v, v)
np.searchsorted(v, np.array([1.5]))
np.in1d(v, v)
np.trapz(v)
np.pi
np.newaxis
np.finfo('float32').eps
mx.nd.dot(a, a)
mx.nd.save('unused', [a])
nd.ones((2,)) + v[:2]
npx.relu(nd.ones((2,)))
np.dot(a, nd.ones((2, 2)))
np.dot(a, 2)
np.concatenate([a, nd.ones((2, 2))])
np.may_share_memory(a, a)
np.shares_memory(a, a.copy())
np.shares_memory(a, a[1])
""",
    "indexing": """
a[0]
a[-1]
a[0, 1]
a[2]
a[-3]
a[:, 0]
a[:, None].shape
a[None, 0].shape
a[...]
a[..., 0]
a[0:1]
a[0:0]
a[::-1]
a[:, ::2]
a[()]
a[0, 0, 0]
np.array(5)[()]
np.array(5)[0]
np.array(5)[...]
a[True]
a[False]
a[a > 2]
a[a > 9]
a[onp.array([True, False])]
a[[True, False]]
a[np.array([1, 0, 1], dtype='int32')]
a[[0, 1], [1, 0]]
a[[[0, 1], [1, 0]]].shape
a[:, [0]]
a[np.array([[0], [1]], dtype='int64'), np.array([0, 1], dtype='int64')]
a[np.array([True])]
c[1, :, [0, 2]].shape
c[0, ..., 1]
c[:, 1:, ::2].shape
c[:, None, 0].shape
c[c > 20]
c[onp.array([True, False])].shape
c[1][2][3]
assign(a, 0, 9)
assign(a, (0, 1), 9)
assign(a, slice(None), 5)
assign(a, (), 5)
assign(a, ..., v[:2])
assign(a, (slice(None), 1), v[:2])
assign(a, (slice(None), slice(None, None, -1)), a)
assign(a, ([0, 1], [1, 0]), onp.array([8, 9]))
assign(a, a > 2, 0)
assign(a, a > 2, np.array([7.0, 8.0]))
assign(a, a > 2, [7, 8])
assign(a, 0, [7, 8])
assign(a, 0, 'x')
assign(a, 0, nd.ones((2,)))
assign(a, 0, v)
assign(a, False, 5)
assign(a, True, 5)
assign(np.array(1.0), (), 4)
assign(np.array(1.0), 0, 4)
assign(i, 0, 2.9)
assign(a, np.array([0, 1], dtype='int32'), 3)
assign(np.zeros((0, 2)), slice(None), 1)
inplace(a, '+', 1)
inplace(a, '-', a)
inplace(a, '*', 2)
inplace(i, '+', 1.7)
inplace(a, '/', 2)
inplace(a, '%', 2)
inplace(i, '+', a)
shared(a)
""",
    "functions": """
np.sum(a)
np.sum(a, axis=(0, 1))
np.sum(a, 1, keepdims=True)
np.sum(a, other=1)
np.mean(i, axis=0)
np.average(a, axis=0, weights=v[:2])
np.average(a)
np.average(a, weights=a, returned=True)
np.std(a, axis=0)
np.percentile(a, 50)
np.percentile(a, np.array([25.0, 75.0]), axis=0)
np.quantile(a, 0.5, axis=1)
np.percentile(a, 50, overwrite_input=True)
np.histogram(a, 4, (0, 5))
np.histogram(a)
np.histogram(a, [1, 2])
np.histogram(a, normed=True)
np.bincount(np.array([1, 1, 3], dtype='int32'))
np.bincount(np.array([1, 1, 3], dtype='int32'), minlength=-1)
np.bincount([1])
np.diff(c[0, 0])
np.ediff1d(v, to_begin=9)
np.sort(np.array([3.0, 1, 2]))
np.sort(a, order='x')
np.argsort(np.array([3.0, 1, 2]))
np.unique(np.array([2.0, 1, 2]))
np.unique(np.array([2.0, 1, 2]), return_counts=True, return_index=True)
np.concatenate([a, a], axis=1)
np.concatenate([a, v[None]])
np.concatenate([a, a], axis=None)
np.append(a, a)
np.stack([a, a], axis=1).shape
np.stack(a)
np.vstack([v, v])
np.hstack([v, v])
np.dstack([v, v]).shape
np.column_stack([v, v])
np.split(np.arange(6), 3)
np.split(np.arange(6), 4)
np.split(np.arange(6), [2, 3])
np.split(np.arange(6), 'x')
np.array_split(np.arange(5), 3)
np.hsplit(a, 2)
np.vsplit(a, 1)
np.vsplit(v, 1)
np.dsplit(a, 1)
np.expand_dims(a, 0).shape
np.tile(v, 2)
np.tile(2, 3)
np.flip(a)
np.flip(a, 0)
np.flipud(a)
np.fliplr(a)
np.rot90(a)
np.ravel(a)
np.ravel(a, order='F')
np.resize(v, (2, 2))
np.roll(v, 1)
np.moveaxis(c, 0, -1).shape
np.transpose(c, (2, 0, 1)).shape
np.repeat(v, 2)
np.squeeze(v[None])
np.atleast_2d(v).shape
np.trace(a)
np.diagonal(a)
np.diagflat(v).shape
np.pad(a, ((1, 0), (0, 1)))
np.pad(a, ((1, 1), (0, 0)), mode='edge')
np.pad(a, ((1, 1), (0, 0)), mode='wrap')
np.pad(a, [[1, 1], [0, 0]])
np.take(a, np.array([0, 3], dtype='int32'))
np.take(a, np.array([0, 5], dtype='int32'), axis=0, mode='clip')
np.take(a, v, mode='none')
np.insert(v, 1, 9.0)
np.insert(a, 1, v[:2], axis=0)
np.insert(v, 'x', 1.0)
np.delete(v, 1)
np.delete(a, slice(0, 1), axis=1)
np.delete(v, 'x')
np.where(a > 2, a, 0)
np.where(a > 2, 1, 0)
np.where(a > 2, a, -a)
np.where(a > 2)
np.where(True, a, 0)
np.nonzero(a - 1)
np.unravel_index(np.array([1, 2], dtype='int32'), (2, 2))
np.unravel_index(3, (2, 2))
np.diag_indices_from(a)
np.dot(a, a)
np.dot(v, v)
np.matmul(a, a)
np.tensordot(a, a)
np.tensordot(a, a, ([0], [1]))
np.tensordot(a, a, 'x')
np.inner(a, a)
np.outer(v, v)
np.vdot(a, a)
np.einsum('ij,jk->ik', a, a)
np.einsum('ii', a, optimize=True)
np.polyval(v, v)
np.polyval([1, 2], 3)
np.polyval(v, 3)
np.cumsum(a)
np.shape(a)
np.linalg.norm(a)
np.linalg.norm(a, axis=0)
np.linalg.norm(a, 'fro')
np.linalg.norm(a, 'inf', (0, 1))
np.linalg.norm(a, 1, axis=(0, 1))
np.linalg.norm(v, 3)
np.linalg.norm(a, axis='x')
np.linalg.inv(a)
np.linalg.det(c[:, :2, :2] + np.eye(2))
np.linalg.solve(a, v[:2])
np.linalg.cholesky(np.array([[4.0, 2], [2, 3]]))
np.linalg.svd(a)
np.linalg.eigvalsh(a + a.T)
np.linalg.pinv(a)
np.linalg.pinv(a, hermitian=True)
np.linalg.tensorinv(np.eye(4).reshape(2, 2, 2, 2)).shape
np.linalg.tensorsolve(np.eye(4).reshape(2, 2, 2, 2), a)
np.linalg.matrix_rank(a)
np.linalg.qr(a)
np.linalg.matrix_power(a, 2)
""",
    "extension": """
npx.relu(a - 2)
npx.sigmoid(a)
npx.softmax(a)
npx.log_softmax(a, axis=0)
npx.activation(a, act_type='tanh')
npx.leaky_relu(a - 2, act_type='leaky', slope=0.1)
npx.fully_connected(a, a, num_hidden=2, no_bias=True)
npx.batch_flatten(c)
npx.one_hot(np.array([0, 1]), 3)
npx.pick(a, np.array([0, 1]))
npx.topk(a)
npx.embedding(np.array([1, 0]), a, 2, 2)
npx.reshape(a, (-1,))
npx.reshape_like(a, np.zeros((4,)))
npx.layer_norm(a, np.ones(2), np.zeros(2))
npx.batch_dot(c, c, transpose_b=True).shape
npx.gamma(a)
npx.erf(a)
npx.smooth_l1(a)
npx.sequence_mask(a, np.array([1, 2]), use_sequence_length=True)
npx.nonzero(a - 1)
npx.shape_array(a)
npx.cast(a, 'int32')
npx.gather_nd(a, np.array([[0, 1], [1, 0]]))
npx.constraint_check(np.array([True], dtype='bool'), 'no')
npx.constraint_check(np.array([False], dtype='bool'), 'no').asnumpy()
npx.pooling(c[None], (2, 2)).shape
npx.arange_like(a)
npx.dropout(a)
npx.is_np_array()
npx.num_gpus()
npx.current_context()
npx.random.bernoulli(prob=1.0, size=(2,))
npx.random.bernoulli(prob=0.5, logit=1.0)
npx.random.uniform_n(np.zeros(2), 1.0, batch_shape=(3,)).shape
npx.random.normal_n(0.0, 1.0, batch_shape=(3,)).shape
npx.image.to_tensor(np.ones((2, 3, 3), dtype='uint8')).shape
np.random.uniform(size=(2, 3)).dtype
np.random.uniform(size=(2, 3)).shape
np.random.uniform(np.array([1.0, 2]), 3).shape
np.random.normal().shape
np.random.normal(size=()).shape
np.random.normal(0, np.ones((2, 1)), size=(2, 3), dtype='float64').dtype
np.random.randint(5, size=(2,)).dtype
np.random.randint(2, 5, size=2, dtype='int32').dtype
np.random.randn(2, 3).shape
np.random.rand(2).shape
np.random.choice(5, 3).dtype
np.random.choice(v, 2).shape
np.random.choice(3, (2, 2), p=np.array([0.0, 1.0, 0.0]))
np.random.multinomial(3, [1.0, 0.0])
np.random.gamma(v).shape
np.random.beta(1, 2, size=(3,)).shape
np.random.chisquare(2, size=(3,)).shape
np.random.exponential(size=(2,)).shape
np.random.weibull(2.0, size=(2,)).shape
np.random.pareto(2.0).shape
np.random.power(2.0, size=(2,)).shape
np.random.gumbel(size=(2,)).shape
np.random.logistic(np.zeros(2)).shape
np.random.rayleigh(size=(2,)).shape
np.random.lognormal(size=(2,)).shape
np.random.multivariate_normal(np.zeros(2), np.eye(2), size=(3,)).shape
np.random.shuffle(v)
""",
    "symbols": """
type(x)
x
x.name
(x + 1).name
x + x
(x + 1).tojson()
(1 + x).attr('is_int')
(x * 1.5).attr('is_int')
x + sym.var('y')
sym.var('y') + x
sym.np.sin(sym.var('y'))
sym.sin(x)
sym.npx.relu(sym.var('y'))
sym.np.sin(2.0)
sym.np.sin('x')
x.as_nd_ndarray()
x.as_np_ndarray() is x
x.exp()
len(x)
list(x)
x[0].name
x['a']
sym.np.split(x, 2)
sym.np.split(x, 1)
sym.np.hsplit(x, 1)
sym.np.concatenate([x, x], axis=1).name
x.reshape(-1).attr('newshape')
x.sum(axis=0).attr('axis')
x.astype('int32').attr('dtype')
x.T.name
sym.np.where(x, x, 1.0).name
sym.np.zeros((2,)).name
sym.np.random.normal(size=(2,)).name
sym.np.linalg.norm(x).name
sym.npx.activation(x, act_type='relu').tojson()
run(x + 1)
run(x[0])
run(x[:, 1])
run(x[0:1])
run(x[-1, :])
run(x.reshape(4))
run(sym.np.dot(x, x))
run(sym.np.mean(x, axis=0))
run(sym.np.split(x, 2, axis=1)[1])
run(sym.npx.softmax(x))
run(x.T @ x)
run(-x)
run(2 ** x)
run(x > 2)
run(sym.np.tensordot(x, x, 1))
run(sym.np.einsum('ij->ji', x))
run(sym.np.full_like(x, 3))
run(sym.np.stack([x, x]))
""",
    "nodes": """
nodes(sym.np.sum(x,axis=0))
nodes(sym.np.mean(x,axis=(0,1),keepdims=True))
nodes(sym.np.zeros((2,3)))
nodes(sym.np.ones((2,),dtype='int32'))
nodes(sym.np.arange(3))
nodes(sym.np.arange(1,5,2,dtype='int32'))
nodes(sym.np.concatenate([x,y],axis=1))
nodes(sym.np.where(x,y,1.0))
nodes(sym.np.where(x,y,x))
nodes(sym.np.where(x,1,2))
nodes(sym.np.linspace(0,1,5))
nodes(sym.np.random.normal(size=(2,)))
nodes(sym.np.random.uniform(0,1,(2,3)))
nodes(sym.np.random.normal(x,1.0))
nodes(sym.np.full_like(x,3))
nodes(sym.np.zeros_like(x))
nodes(sym.np.full((2,),3.5))
nodes(sym.np.tile(x,(2,1)))
nodes(sym.np.take(x,y,axis=0))
nodes(sym.np.take(x,y))
nodes(sym.np.clip(x,0,1))
nodes(sym.np.clip(x,None,1))
nodes(sym.np.argmax(x,axis=1))
nodes(sym.np.std(x,axis=0,ddof=1))
nodes(sym.np.var(x))
nodes(sym.np.einsum('ij,jk',x,y))
nodes(sym.np.tensordot(x,y,1))
nodes(sym.np.tensordot(x,y,([0],[1])))
nodes(sym.np.expand_dims(x,0))
nodes(sym.np.squeeze(x,axis=0))
nodes(sym.np.transpose(x,(1,0)))
nodes(sym.np.transpose(x))
nodes(x.T)
nodes(x.reshape(2,-1))
nodes(x.reshape((-1,)))
nodes(sym.np.swapaxes(x,0,1))
nodes(sym.np.stack([x,y],axis=1))
nodes(sym.np.vstack([x,y]))
nodes(sym.np.sort(x))
nodes(sym.np.argsort(x))
nodes(sym.np.cumsum(x,axis=0))
nodes(sym.np.dot(x,y))
nodes(sym.np.matmul(x,y))
nodes(sym.np.linalg.norm(x,axis=0))
nodes(sym.np.linalg.svd(x)[0])
nodes(sym.np.linalg.inv(x))
nodes(sym.np.add(x,2))
nodes(sym.np.subtract(2,x))
nodes(x/2)
nodes(2/x)
nodes(x**2)
nodes(x%3)
nodes(x==y)
nodes(x>1.5)
nodes(sym.np.maximum(x,0))
nodes(sym.np.flip(x,0))
nodes(sym.np.roll(x,1))
nodes(sym.np.repeat(x,2,axis=0))
nodes(sym.np.broadcast_to(x,(2,3)))
nodes(sym.np.identity(3))
nodes(sym.np.eye(3))
nodes(sym.np.tril(x))
nodes(sym.np.unique(x))
nodes(sym.np.percentile(x,50))
nodes(sym.np.average(x,weights=y))
nodes(sym.np.average(x))
nodes(sym.np.histogram(x,5,(0,1))[0])
nodes(sym.np.bincount(x))
nodes(sym.np.diff(x))
nodes(sym.np.delete(x,1))
nodes(sym.np.insert(x,1,2.0))
nodes(sym.np.resize(x,(2,2)))
nodes(sym.np.empty_like(x))
nodes(sym.np.nan_to_num(x))
nodes(sym.np.around(x,2))
nodes(sym.np.copy(x))
nodes(sym.np.random.choice(5,3))
nodes(sym.np.random.gamma(2.0))
nodes(sym.np.random.randint(5,size=(2,)))
nodes(sym.np.indices((2,2)))
nodes(sym.np.hanning(4))
nodes(sym.np.rot90(x))
nodes(sym.np.ravel(x))
nodes(x.astype('float16'))
nodes(x[0])
nodes(x[1:3])
nodes(x[:,0])
nodes(x[0,1:2])
nodes(sym.np.array_split(x,3)[1])
nodes(sym.np.hsplit(x,2)[0])
nodes(sym.np.all(x))
nodes(sym.np.any(x,axis=0))
nodes(sym.np.prod(x,axis=0))
nodes(sym.np.max(x,axis=0,keepdims=True))
nodes(sym.np.moveaxis(x,0,1))
nodes(sym.np.diag(x))
nodes(sym.np.trace(x))
nodes(sym.np.polyval(x,y))
nodes(sym.np.logspace(0,1,3))
nodes(sym.np.linalg.tensorinv(x))
nodes(sym.np.ediff1d(x))
nodes(sym.np.quantile(x,0.5))
nodes(sym.npx.softmax(x,axis=0))
nodes(sym.npx.one_hot(x,3))
nodes(sym.npx.pick(x,y))
nodes(sym.npx.fully_connected(x,y,num_hidden=3,no_bias=True))
nodes(sym.npx.batch_norm(x,y,y,y,y))
nodes(sym.npx.random.bernoulli(prob=.5,size=(2,)))
nodes(sym.npx.reshape(x,(-1,)))
nodes(sym.np.atleast_1d(x))
nodes(sym.np.unravel_index(x,(2,2)))
nodes(sym.np.random.multivariate_normal(x,y))
nodes(sym.np.random.exponential(2.0,size=(2,)))
nodes(sym.np.logical_not(x))
nodes(sym.np.arctan2(x,1))
nodes(sym.np.lcm(x,2))
nodes(sym.np.bitwise_and(x,y))
nodes(sym.np.diag_indices_from(x))
nodes(sym.np.column_stack([x,y]))
nodes(sym.np.inner(x,y))
nodes(sym.np.outer(x,y))
nodes(sym.np.true_divide(x,y))
nodes(sym.np.may_share_memory(x,y))
""",
    "autograd": """
grad(lambda t: t * t)
grad(lambda t: np.sum(t[0] * 3))
grad(lambda t: t[:, 0] * 2)
grad(lambda t: t[t > 2] * 5)
grad(lambda t: t.reshape(4) ** 2)
grad(lambda t: t[[0, 0]] * 2)
grad(lambda t: np.exp(t).sum())
grad(lambda t: np.dot(t, t))
grad(lambda t: (t.as_nd_ndarray() * 2).as_np_ndarray())
grad(lambda t: np.concatenate([t, t * 3]))
grad(lambda t: np.where(t > 2, t, 0))
grad(lambda t: npx.softmax(t) * t)
grad(lambda t: np.mean(t) + t.max())
grad(lambda t: np.linalg.norm(t))
grad(lambda t: np.tensordot(t, t, 1))
grad(lambda t: t.T @ t)
grad(lambda t: np.squeeze(np.expand_dims(t, 0)))
grad(lambda t: t.astype('float64') * 2)
grad(lambda t: np.std(t))
recorded(lambda t: t.__setitem__(0, 1))
recorded(lambda t: t.__iadd__(1))
recorded(lambda t: np.nanmax(t))
type(gradients()).__name__
""",
}


def namespace(mx):
    """What expressions may use: the modules, some arrays, and a few functions."""
    import copy
    import pickle

    np, npx, nd, sym = mx.np, mx.npx, mx.nd, mx.sym
    x = sym.var("x").as_np_ndarray()
    a = np.array([[1, 2], [3, 4]])

    def assign(target, key, value):
        target[key] = value
        return target

    def inplace(target, sign, value):
        space = {"target": target, "value": value}
        exec(f"target {sign}= value", space)
        return target if space["target"] is target else "a new array"

    def shared(target):
        row, flat = target[1], target.reshape_view(-1)
        row[:] = 7
        flat[0] = -1
        target.as_nd_ndarray()[0, 1] = -2
        return target

    def run(symbol):
        bound = symbol.as_nd_ndarray().bind(mx.cpu(), {"x": a.as_nd_ndarray()})
        return bound.forward()[0].as_np_ndarray()

    def nodes(symbol):
        symbol = symbol[0] if isinstance(symbol, list) else symbol
        found = json.loads(symbol.tojson())["nodes"]
        return [f"{n['op']} {n['name']} {sorted(n.get('attrs', {}).items())}" for n in found if n["op"] != "null"]

    def grad(function):
        t = np.array([[1, 2], [3, 4]])
        t.attach_grad()
        with mx.autograd.record():
            y = function(t)
        y.backward()
        return [t.grad, y]

    def recorded(function):
        t = np.array([[1, 2], [3, 4]])
        t.attach_grad()
        with mx.autograd.record():
            return function(t * 2)

    def gradients():
        t = np.array([1.0, 2.0])
        t.attach_grad()
        with mx.autograd.record():
            y = t * t
        return mx.autograd.grad(y, [t])[0]

    return {
        "mx": mx, "np": np, "npx": npx, "nd": nd, "sym": sym, "onp": onp, "copy": copy, "pickle": pickle, "x": x, "a": a,
        "b": np.array([[1], [2]]), "c": np.arange(24).reshape(2, 3, 4), "i": np.array([[1, 2], [3, 4]], dtype="int32"),
        "v": np.array([1, 2, 3]), "assign": assign, "inplace": inplace, "shared": shared, "run": run, "grad": grad,
        "recorded": recorded, "gradients": gradients, "nodes": nodes, "y": sym.var("y").as_np_ndarray(),
    }  # fmt: skip


def expressions(family):
    """The expressions of a family."""
    return CASES[family].strip().split("\n")


def show(value):
    """A result as lists, strings and numbers: kind, element type, shape and elements of an array."""
    if hasattr(value, "asnumpy") and hasattr(value, "attach_grad"):
        host = value.asnumpy()
        elements = [repr(float(e)) for e in host.ravel()]
        return [type(value).__name__, host.dtype.name, list(host.shape), elements]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, *map(show, value)]
    if isinstance(value, onp.ndarray):
        return ["NumPy", value.dtype.name, list(value.shape), [repr(float(e)) for e in value.ravel()]]
    if isinstance(value, onp.dtype):
        return value.name
    if isinstance(value, onp.generic):
        return [type(value).__name__, repr(value.item())]
    if isinstance(value, type):
        return value.__name__
    return repr(value)


def evaluate(mx, family):
    """What every expression of a family gives: a list of `show`n results, or {"error": name of the class}."""
    found = []
    for text in expressions(family):
        with mx.util.np_shape(True), mx.util.np_array(True):
            with mx.name.NameManager():
                space = namespace(mx)
                try:
                    found.append(show(eval(text, space)))
                except Exception as error:
                    plain = (RuntimeError, Exception, BaseException, object)
                    known = [c for c in type(error).__mro__ if c.__module__ == "builtins" and c not in plain]
                    found.append({"error": known[0].__name__ if known else type(error).__name__})
    return found
