"""The book's linear regression and its network for text, with the functions of the package."""

from d2l import mxnet as d2l
from mxnet import autograd, gluon, init, np, npx

npx.set_np()
true_w, true_b = np.array([2, -3.4]), 4.2
features, labels = d2l.synthetic_data(true_w, true_b, 500)
batches = d2l.load_array((features, labels), 10)
net = gluon.nn.Sequential()
net.add(gluon.nn.Dense(1))
net.initialize(init.Normal(sigma=0.01))
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.03})
for _ in range(3):
    for x, y in batches:
        with autograd.record():
            cost = gluon.loss.L2Loss()(net(x), y)
        cost.backward()
        trainer.step(10)
error = float(np.abs(net[0].weight.data().reshape(2) - true_w).max())
assert error < 0.05
print(f"- linear regression: weights within {error:.4f}")
attention = d2l.MultiHeadAttention(16, 4, 0.1)
attention.initialize()
x = np.ones((2, 5, 16))
print(f"- MultiHeadAttention: {attention(x, x, x, np.array([3, 2])).shape}")
encoder = d2l.Seq2SeqEncoder(10, 8, 16, 2)
encoder.initialize()
out, state = encoder(np.zeros((4, 7)))
print(f"- Seq2SeqEncoder: {out.shape}, state {state[0].shape}")
