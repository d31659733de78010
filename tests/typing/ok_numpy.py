# pyright: strict
"""The NumPy interface."""

from mxnet import autograd, gluon, np, npx
from mxnet.gluon import nn

npx.set_np()
a = np.array([[1, 2], [3, 4]], dtype=np.float32)
b = np.ones((2, 2), ctx=npx.cpu()) + a * 2 - 1
c = np.dot(a, b.T) @ np.linspace(0, 1, 2)
a.attach_grad()
with autograd.record():
    loss = np.sum(np.exp(a) ** 2, axis=1).mean()
loss.backward()
print(a.grad, a[0], a[a > 1], c.sum().item(), a.shape, a.dtype, loss.asnumpy(), np.pi, np.newaxis)
d = np.concatenate([a, b], axis=0).reshape(-1, 2).transpose(1, 0)
e = np.where(a > 2, a, np.zeros_like(a))
u, s, v = np.linalg.svd(a)
left, right = np.split(d, 2, axis=1)
print(d.astype("int32").sum(axis=0, keepdims=True), e, u, s, v, left.max(), right, np.expand_dims(a, 0), np.clip(a, 0, 1))
print(np.random.uniform(0, 1, size=(2, 3)), np.random.normal(size=3), np.maximum(a, 0), np.arange(0, 10, 2), np.stack([a, b]))
print(npx.relu(a), npx.softmax(a, axis=-1), npx.one_hot(np.array([0, 1]), 3), npx.pick(a, np.array([0, 1])), a.tolist())
npx.random.seed(1)
net = nn.HybridSequential()
net.add(nn.Dense(3, activation="relu"))
net.initialize()
print(net(a).sum(), gluon.loss.L2Loss()(a, b), a.as_nd_ndarray().exp(), npx.num_gpus(), npx.is_np_array())
for row in a:
    print(row * 2)
