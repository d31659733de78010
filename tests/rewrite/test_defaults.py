"""Programs whose numbers depend on defaults that differ between `mx.nd` and `mx.np`: the stage `numpy` keeps what they print.

Types of new arrays, axes and `keepdims`, results of one number, whole division, results of comparisons, memory that is shared;
in methods, functions that nothing in the file calls, dictionaries and lists, where the source does not tell what an array is.
"""

import pytest

pytest.importorskip("libcst")
from tests.rewrite.programs import SHOW, compared

HEAD = """import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn
mx.random.seed(5)
np.random.seed(5)
"""
PROGRAMS = {
    "method mean int": """
class Stats:
    def __init__(self, data):
        self.data = data
    def mean(self):
        return self.data.mean()
    def half(self):
        return self.data / 2
s = Stats(nd.array([1, 2, 4], dtype='int32'))
show('m', s.mean()); show('h', s.half())
""",
    "lambda transform": """
ds = gluon.data.ArrayDataset(np.arange(12).reshape(4, 3).astype('uint8'), np.arange(4))
t = ds.transform(lambda d, l: (nd.array(d) / 255, nd.array([l])))
for d, l in gluon.data.DataLoader(t, batch_size=2):
    show('d', d); show('l', l)
""",
    "uint8 div": """
img = nd.array(np.arange(12).reshape(2, 2, 3), dtype='uint8')
show('a', img.astype('float32') / 255)
show('b', img / 2)
mean = nd.array([0.5, 0.5, 0.5])
show('c', (img.astype('float32') / 255 - mean) / mean)
""",
    "argmax index": """
out = nd.random.uniform(shape=(4, 3))
pred = out.argmax(axis=1)
show('p', pred)
show('acc', (pred == nd.array([0, 1, 2, 0])).mean())
show('i', int(pred[0].asscalar()))
show('e', nd.one_hot(pred, 3))
best = nd.argmax(out)
show('best', best)
""",
    "global argmax method": """
out = nd.random.uniform(shape=(4, 3))
show('a', out.argmax()); show('b', out.argmin())
show('c', nd.argmax(out, axis=0, keepdims=True))
show('d', nd.argsort(out, is_ascend=0))
show('e', out.sort(axis=0, is_ascend=False))
show('f', nd.topk(out, k=2, ret_typ='both'))
show('g', nd.topk(out, k=2, ret_typ='mask'))
""",
    "softmax axis": """
x = nd.random.uniform(shape=(2, 3, 4))
show('a', nd.softmax(x)); show('b', nd.log_softmax(x, axis=1)); show('c', nd.softmin(x))
show('d', nd.SoftmaxActivation(x))
show('e', nd.concat(x, x)); show('f', nd.split(x, 3)); show('g', nd.split(x, 3, squeeze_axis=True))
show('h', nd.squeeze(nd.ones((1, 2, 1)))); show('i', nd.stack(x, x, axis=-1)); show('j', nd.repeat(x, 2))
show('k', nd.tile(x, 2)); show('l', nd.flip(x, 1)); show('m', nd.mean(x, axis=(0, 1)))
""",
    "norms": """
x = nd.random.uniform(shape=(2, 3, 4))
show('a', nd.norm(x)); show('b', nd.norm(x, ord=1, axis=1)); show('c', x.norm(axis=1))
show('d', nd.norm(x, axis=(0, 1)))
show('e', nd.L2Normalization(x)); show('f', nd.norm(x[0])); show('g', nd.norm(x, ord=2, axis=2, keepdims=True))
w = nd.array([3, 4]); show('h', nd.norm(w).asscalar())
""",
    "comparisons": """
x = nd.array([1, 2, 3]); y = nd.array([1, 5, 3])
m = x == y
show('m', m); show('s', m.sum()); show('x', x * m); show('n', 1 - m); show('mean', (x > 1).mean())
show('w', nd.where(x > y, x, y)); show('i', x[m.astype('int32')])
mask = (x > 1) * (y < 5)
show('mask', mask); show('neg', -mask); show('plus', mask + mask)
b = (x != y).asnumpy()
show('b', b)
def count(a, b):
    return ((a == b).sum() / a.size).asscalar()
show('count', count(x, y))
""",
    "compare in unknown function": """
def f(a, b):
    return (a == b) + (a > b)
def g(a):
    return (a > 0) * 1.5
import functools
h = functools.partial(f, b=nd.array([1, 2]))
show('h', h(nd.array([1, 3])))
show('g', list(map(g, [nd.array([1, -2])]))[0])
""",
    "boolean index": """
x = nd.array([[1, 2], [3, 4]])
show('a', nd.contrib.boolean_mask(x, nd.array([0, 1])))
idx = nd.array([1, 0])
show('b', x[idx]); show('c', nd.take(x, idx)); show('d', x.take(nd.array([0, 5]), mode='clip'))
show('e', nd.pick(x, idx, axis=1))
show('f', nd.take(x, nd.array([3]), mode='wrap'))
show('g', nd.batch_take(x, idx))
""",
    "views": """
x = nd.zeros((2, 3))
y = x.reshape((3, 2)); y[0] = 1
show('x', x)
z = x[0]; z[:] = 5
show('x2', x)
w = x.reshape((-1,)); w += 2
show('x3', x)
def fill(a):
    b = a.reshape((6,))
    b[:] = 9
fill(x)
show('x4', x)
v = x.T; v[:] = 0
show('x5', x)
s = x[:, 1]; s[:] = 4
show('x6', x)
e = nd.expand_dims(x, 0); e[:] = 7
show('x7', x)
f = x.flatten(); f[:] = 3
show('x8', x)
q = nd.squeeze(x.reshape((1, 2, 3))); q[:] = 1
show('x9', x)
""",
    "asnumpy types": """
x = nd.arange(5)
show('a', np.array(x.asnumpy()).dtype.itemsize)
total = 0
for i in range(3):
    total += nd.array([i]).asnumpy()
show('t', total)
show('sum', np.sum([nd.array([1, 2]).sum().asscalar(), 3]))
show('mean', np.mean([l.asscalar() for l in nd.array([1, 2, 3])]))
""",
    "arange random": """
show('a', nd.arange(0, 10, 3)); show('b', nd.arange(3, repeat=2)); show('c', nd.random.randint(0, 5, shape=(3,)))
show('d', nd.random.normal(shape=3)); show('e', nd.random.uniform(0, 1)); show('f', nd.random.randn(2))
show('g', nd.random_normal(0, 1, shape=(2,)))
show('h', mx.nd.full(3, 7)); show('i', mx.nd.eye(2)); show('j', nd.ones(2, dtype='int32') / 2)
show('k', nd.linspace(0, 1, 3))
show('l', nd.random.multinomial(nd.array([0, 1]))); show('m', nd.random.shuffle(nd.array([1])))
show('n', nd.random.normal(2, 0.1, shape=(1,)))
show('o', nd.random.poisson(3, shape=(2,))); show('p', nd.random.exponential(1, shape=(2,)))
show('q', nd.random.gamma(1, 1, shape=(2,)))
show('r', nd.random.uniform(nd.array([0, 1]), nd.array([1, 2])))
""",
    "int arithmetic": """
a = nd.array([7, 8], dtype='int32'); b = nd.array([2, 3], dtype='int32')
show('a', a / b); show('b', a / 2); show('c', a * 0.5); show('d', a + 1.7); show('e', a ** 2)
show('f', a % 3); show('g', 7 / b)
show('h', nd.mean(a)); show('i', nd.sqrt(a.astype('float32'))); show('j', a.sum() / 2)
show('k', a.mean() * 2); show('l', nd.dot(a, b)); show('m', -a / b)
show('n', (a > b) / 2); show('o', a.size / 3); show('p', nd.broadcast_div(a, b)); a /= 2; show('q', a)
show('r', nd.square(a) / nd.sum(a))
""",
    "int from numpy": """
labels = np.array([1, 2, 3])
y = nd.array(labels)
show('y', y); show('h', y / 2)
y2 = nd.array(labels, dtype=labels.dtype)
show('y2', y2); show('h2', y2 / 2)
y3 = nd.array(labels).astype('int64')
show('y3', y3.mean()); show('z', nd.array(y3)); show('zz', nd.array([y3.asnumpy(), y3.asnumpy()]))
f16 = nd.ones((2,), dtype='float16')
show('f', nd.array(f16)); show('g', nd.array([f16.asnumpy()])); show('hh', nd.array(f16.asnumpy()))
""",
    "float64 kept": """
x = nd.array(np.arange(3.0), dtype='float64')
show('a', x * 2); show('b', x.sum()); show('c', x > 1); show('d', x.argmax(axis=0))
show('e', nd.concat(x, x, dim=0)); show('f', nd.one_hot(x, 3)); show('g', x.argsort())
show('h', nd.softmax(x)); show('i', x.mean()); show('j', nd.where(x > 1, x, -x)); show('k', nd.topk(x))
show('l', nd.zeros_like(x)); show('m', (x == x).sum())
""",
    "accumulate": """
total = nd.zeros(1)
for i in range(3):
    total += nd.array([i, i]).sum()
show('t', total)
losses = []
for i in range(3):
    losses.append(nd.array([i, i + 1]).mean())
show('c', nd.concat(*losses, dim=0)); show('s', nd.stack(*losses).mean()); show('m', sum(losses))
show('a', nd.add_n(*losses))
m = nd.array([0.0])
m[:] = losses[0]
show('m', m)
buf = nd.zeros((3,))
for i, l in enumerate(losses):
    buf[i] = l
show('buf', buf)
show('shape', losses[0].shape[0]); show('len', len(losses[0])); show('np', losses[1].asnumpy())
show('np0', losses[1].asnumpy()[0])
""",
    "shapes of scalars": """
x = nd.array([[1, 2], [3, 4]])
s = x.sum()
print(s.shape, x[0][0].shape, x[0, 0].shape, x.max().shape, x.mean(axis=0)[1].shape, nd.dot(x[0], x[0]).shape, x[0].sum().shape)
print(s.reshape((1, 1)).shape, s.expand_dims(0).shape, nd.ones((1,)).squeeze().shape, s.size, s.ndim, s.broadcast_to((2,)).shape)
print(nd.array(3).shape, nd.array([3]).sum().shape)
def loss(a, b):
    d = (a - b) ** 2
    return d.mean()
print(loss(x, x).shape, nd.stack(loss(x, x), loss(x, x)).shape)
for v in x[0]:
    print(v.shape)
a, b = x.sum(axis=0)
print(a.shape, b.shape)
r = {k: v for k, v in zip('ab', x[0])}
print(r['a'].shape)
t = tuple(x.sum() for _ in range(2))
print(t[0].shape)
f = [x.max(), x.min()]
print(f[0].shape, f[-1].asnumpy().shape)
d = dict(loss=x.mean())
print(d['loss'].shape, d['loss'].asnumpy().tolist())
""",
    "clip and others": """
x = nd.array([[1.5, -2.5, 0.5]])
show('a', nd.round(x)); show('b', x.round()); show('c', nd.rint(x)); show('d', nd.fix(x))
show('e', nd.sign(x)); show('f', x.clip(-1, 1)); show('g', nd.clip(x, a_min=0, a_max=1))
show('h', nd.maximum(x, 0)); show('i', nd.minimum(0, x)); show('j', nd.power(2, x))
show('k', nd.power(x, 2)); show('l', nd.modulo(x, 2)); show('n', nd.logical_and(x, 1))
show('o', nd.logical_or(x, x)); show('p', nd.logical_xor(x, x)); show('q', nd.logical_not(x))
show('r', nd.greater(x, 0)); show('s', nd.lesser_equal(x, 0)); show('t', nd.equal(x, 1.5))
show('u', nd.broadcast_greater(x, x.T)); show('v', nd.cumsum(x)); show('w', nd.cumsum(x, axis=1))
show('x', nd.gamma(nd.abs(x))); show('y', nd.broadcast_axis(x, axis=0, size=2))
show('z', nd.broadcast_like(x, nd.ones((2, 3))))
show('aa', nd.degrees(x)); show('bb', nd.radians(x)); show('cc', nd.rsqrt(nd.abs(x)))
show('dd', nd.diag(x)); show('ee', nd.nansum(x)); show('ff', nd.argmax_channel(x))
show('gg', nd.hard_sigmoid(x)); show('hh', nd.softsign(x))
""",
    "reshape kinds": """
x = nd.arange(24).reshape((2, 3, 4))
show('a', x.reshape((0, -1))); show('b', x.reshape(-1)); show('c', x.reshape((-3, 0)))
show('d', x.reshape((0, -4, 1, 3, 0))); show('e', x.reshape((-2,))); show('f', x.reshape(0, 0, 2, 2))
show('g', nd.reshape(x, (0, -1), reverse=True))
shape = (0, -1)
show('h', x.reshape(shape))
n = x.shape[0]
show('i', x.reshape((n, -1))); show('j', x.reshape(n, 12)); show('k', x.reshape([4, 6]))
show('l', nd.Reshape(x, shape=(4, -1))); show('m', x.reshape_like(nd.ones((6, 4))))
show('n', x.transpose()); show('o', x.transpose((2, 0, 1))); show('p', x.transpose(2, 0, 1))
show('q', x.swapaxes(0, 2)); show('r', nd.moveaxis(x, 0, -1)); show('s', x.flatten())
show('t', nd.Flatten(x)); show('u', x.expand_dims(axis=0).shape); show('v', x.tile((1, 2, 1)).shape)
show('w', x.slice_axis(axis=1, begin=0, end=2)); show('x', x.slice(begin=(0, 1), end=(1, 3)))
show('y', nd.slice_like(x, nd.ones((1, 2, 2)))); show('z', x[:, ::2]); show('aa', x[..., 0]); show('bb', x[:, 1:2, -1])
""",
    "shape variable zero": """
def flat(x, shape=(0, -1)):
    return x.reshape(shape)
show('a', flat(nd.ones((2, 3, 4)))); show('b', flat(nd.ones((2, 3, 4)), (-1, 0, 4)))
codes = [0, 0, -1]
show('c', nd.ones((2, 3, 4, 5)).reshape(codes).shape[2])
""",
    "metric custom": """
class Hits(mx.metric.EvalMetric):
    def __init__(self):
        super().__init__('hits')
    def update(self, labels, preds):
        for l, p in zip(labels, preds):
            p = p.argmax(axis=1)
            self.sum_metric += (p == l).sum().asscalar()
            self.num_inst += l.size
m = Hits()
m.update([nd.array([0, 1])], [nd.array([[3, 2], [4, 1]])])
print(m.get())
acc = mx.metric.Accuracy()
acc.update(nd.array([0, 1]), nd.array([[3, 2], [4, 1]]))
print(acc.get())
def feval(label, pred):
    return (label == pred.argmax(axis=1)).mean()
c = mx.metric.np(feval)
c.update([nd.array([0, 1])], [nd.array([[3, 2], [4, 1]])])
print(c.get())
""",
    "loss by hand": """
def softmax_ce(y_hat, y):
    return - nd.pick(nd.log_softmax(y_hat), y)
def squared(y_hat, y):
    return (y_hat - y.reshape(y_hat.shape)) ** 2 / 2
def sgd(params, lr, batch):
    for p in params:
        p[:] = p - lr * p.grad / batch
w = nd.random.normal(scale=0.1, shape=(3, 2)); b = nd.zeros(2)
for p in (w, b):
    p.attach_grad()
x = nd.random.normal(shape=(4, 3)); y = nd.array([0, 1, 1, 0])
total = 0
for i in range(3):
    with autograd.record():
        l = softmax_ce(nd.dot(x, w) + b, y)
    l.backward()
    sgd([w, b], 0.1, 4)
    total += l.sum().asscalar()
    acc = (nd.dot(x, w).argmax(axis=1) == y.astype('float32')).sum().asscalar()
    print('%.4f' % total, '%g' % acc)
show('w', w); show('s', squared(nd.dot(x, w)[:, 0], y))
""",
    "mnist transform": """
def transform(data, label):
    return nd.transpose(data.astype(np.float32), (2, 0, 1)) / 255, label.astype(np.float32)
class D(gluon.data.Dataset):
    def __getitem__(self, i):
        return nd.array(np.full((2, 2, 1), i * 50), dtype=np.uint8), np.int32(i)
    def __len__(self):
        return 4
for d, l in gluon.data.DataLoader(D().transform(transform), 2):
    show('d', d); show('l', l)
""",
    "detection": """
def iou(a, b):
    tl = nd.maximum(a[:, :2], b[:, :2]); br = nd.minimum(a[:, 2:], b[:, 2:])
    wh = nd.maximum(br - tl, 0)
    inter = wh[:, 0] * wh[:, 1]
    area = lambda x: (x[:, 2] - x[:, 0]) * (x[:, 3] - x[:, 1])
    return inter / (area(a) + area(b) - inter)
a = nd.array([[0, 0, 2, 2], [1, 1, 3, 3]]); b = nd.array([[1, 1, 3, 3], [1, 1, 3, 3]])
show('iou', iou(a, b))
xmin, ymin, xmax, ymax = nd.split(a, axis=-1, num_outputs=4)
show('s', xmin); show('c', nd.concat((xmin + xmax) / 2, (ymin + ymax) / 2, dim=-1))
show('t', nd.contrib.box_iou(a, b)); show('n', nd.contrib.box_nms(nd.array([[0, 0.9, 0, 0, 1, 1]])))
keep = (a[:, 0] > 0)
show('k', keep); show('km', keep.expand_dims(1) * a)
ids = nd.array([1, 0], dtype='int32')
show('g', a[ids]); show('o', nd.one_hot(ids, 2)); show('p', ids / 2); show('e', ids == 1)
""",
    "sequence": """
x = nd.arange(24).reshape((4, 3, 2))
n = nd.array([1, 2, 4])
show('a', nd.SequenceMask(x, n, True)); show('b', nd.SequenceLast(x, n, True))
show('c', nd.SequenceReverse(x, n, True));
show('e', nd.Embedding(nd.array([1, 0]), nd.ones((3, 2)), input_dim=3, output_dim=2))
show('f', nd.LayerNorm(x, nd.ones(2), nd.zeros(2))); show('g', nd.batch_dot(x, x, transpose_b=True))
show('h', nd.linalg.gemm2(x, x, transpose_b=True)); show('i', nd.linalg_gemm2(x, x.transpose((0, 2, 1))))
show('j', nd.gather_nd(x, nd.array([[0, 1], [1, 2]])))
show('k', nd.scatter_nd(nd.array([1, 2]), nd.array([[0, 1]]), (3,))); show('l', nd.swapaxes(x, 0, 1))
show('m', nd.Activation(x, 'relu')); show('n', nd.LeakyReLU(x, act_type='leaky'))
show('o', nd.FullyConnected(x, nd.ones((2, 6)), nd.zeros(2), num_hidden=2))
show('p', nd.Pooling(nd.ones((1, 1, 4, 4)), kernel=(2, 2), stride=(2, 2)))
""",
    "zero dim if": """
x = nd.array([1, 2, 3])
if x.sum() > 5 and x[0] == 1:
    print('yes')
while x.max() < 10:
    x = x * 2
print(float(x.max().asscalar()), int(x.sum().asscalar()), bool(x[0] > 1))
print('%.2f' % x.sum().asscalar(), '{:.2f}'.format(x.mean().asscalar()), str(x.max().asscalar()))
print(max(x.asnumpy()), sorted(x.asnumpy().tolist()))
best = 0
for v in [nd.array([1.0]), nd.array([3.0])]:
    if v.asscalar() > best:
        best = v.asscalar()
print(best)
""",
    "list of mx": """
rows = [nd.array([1, 2]), nd.array([3, 4])]
show('a', nd.stack(*rows)); show('b', nd.concat(*[r.expand_dims(0) for r in rows], dim=0))
show('c', nd.concatenate(rows)); show('d', nd.concatenate(rows, axis=0) / 2)
vals = [r.sum() for r in rows]
show('e', nd.concatenate(vals)); show('f', nd.array([v.asscalar() for v in vals])); show('g', sum(vals) / len(vals))
d = {'x': nd.array([1, 2], dtype='int32')}
show('h', d['x'] / 2); show('i', d['x'].mean()); show('j', d['x'] > 1)
t = (nd.array([5, 6], dtype='int64'), 3)
show('k', t[0] / 4); show('l', t[0].mean())
""",
    "returns through methods": """
class Box:
    def make(self, kind):
        return nd.array([3, 4], dtype=kind)
    def first(self, x):
        return x[0]
    def cmp(self, x, y):
        return x > y
b = Box()
v = b.make('int32')
show('a', v / 2); show('b', b.first(v)); show('c', b.cmp(v, nd.array([3, 3], dtype='int32')))
show('d', v.mean()); show('e', b.make('float64').argmax(axis=0))
""",
    "global state": """
history = []
def log(x):
    history.append(x.mean())
log(nd.array([1, 2])); log(nd.array([3, 5], dtype='int32'))
print([h.asscalar() for h in history], [h.shape for h in history], [h.dtype == np.float32 for h in history])
""",
    "dtype param": """
def norm(x, mean, std):
    return (x - mean) / std
img = np.random.randint(0, 255, (2, 2, 3)).astype('uint8')
show('a', norm(nd.array(img), nd.array([1, 2, 3]), nd.array([2, 2, 2])))
show('b', norm(nd.array(img, dtype='uint8'), 1, 2)); show('c', norm(img, 1.0, 2.0)); show('d', norm(5, 1, 2))
""",
    "hybrid": """
class Net(gluon.HybridBlock):
    def __init__(self, **kw):
        super().__init__(**kw)
        with self.name_scope():
            self.d = nn.Dense(3)
    def hybrid_forward(self, F, x):
        h = self.d(x)
        m = h.max(axis=1, keepdims=True)
        e = F.exp(F.broadcast_sub(h, m))
        k = F.argmax(h, axis=1)
        z = F.zeros_like(x)
        q = (x > 0) * F.ones_like(x)
        return F.broadcast_div(e, e.sum(axis=1, keepdims=True)), k, z, q, F.mean(x), F.where(x > 0, x, z)
net = Net(); net.initialize(mx.init.One())
show('o', net(nd.array([[1, -2], [3, 4]])))
net.hybridize()
show('o', net(nd.array([[1, -2], [3, 4]])))
""",
    "numpy default types": """
a = np.zeros((2, 2)); a[0] = 1
b = nd.array(a)
c = mx.nd.array(np.random.rand(2, 2))
show('a', b); show('c', nd.dot(b, c)); show('d', b + c)
e = [mx.nd.array(r) for r in np.eye(2)]
show('e', e); show('f', nd.concat(*e, dim=0))
it = mx.nd.array(list(range(3)))
show('it', it / 2)
def batchify(data):
    return nd.array(np.asarray(data))
show('g', batchify([1, 2])); show('h', batchify([np.float64(1.5)])); show('i', nd.array(np.float64(2.5)))
show('j', nd.array(np.int64(2)))
z = np.array([1, 2])
k = nd.array(z) if True else z
show('k', k / 2)
x = y = nd.array(z)
show('y', y)
show('z', nd.array(data) if (data := np.arange(3)) is not None else 0)
""",
}


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_both_print_the_same(name):
    source, after, differ = compared(HEAD + SHOW + PROGRAMS[name])
    assert differ == [], f"{differ}\n{after}"
