"""The stage `optax` on training loops of many forms: recorded blocks become functions, and the numbers stay."""

import contextlib
import io
import re

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import rewrite

HEAD = """import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

mx.random.seed(3)
ctx = mx.cpu()
net = nn.HybridSequential()
net.add(nn.Dense(6, activation="tanh"), nn.Dense(3))
net.initialize(mx.init.Xavier())
data = nd.random.uniform(-1, 1, shape=(16, 5))
label = nd.argmax(data, axis=1) % 3
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, label), batch_size=8)
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
metric = mx.metric.Accuracy()
"""
END = """
print("%.4f" % net(data).sum().asscalar(), "%.4f" % nd.abs(net(data)).sum().asscalar())
"""
IDIOMS = {
    "list of losses": """
for x, y in loader:
    xs, ys = gluon.utils.split_and_load(x, [ctx]), gluon.utils.split_and_load(y, [ctx])
    with autograd.record():
        losses = [loss_fn(net(a), b) for a, b in zip(xs, ys)]
    for l in losses:
        l.backward()
    trainer.step(x.shape[0])
    print("%.4f" % sum(l.mean().asscalar() for l in losses))
""",
    "list that grows": """
for x, y in loader:
    xs, ys = gluon.utils.split_and_load(x, [ctx]), gluon.utils.split_and_load(y, [ctx])
    losses, outs = [], []
    with autograd.record():
        for a, b in zip(xs, ys):
            out = net(a)
            l = loss_fn(out, b)
            outs.append(out)
            losses.append(l)
        autograd.backward(losses)
    metric.update(ys, outs)
    trainer.step(x.shape[0])
print(metric.get())
""",
    "backward in the inner loop": """
for x, y in loader:
    losses = []
    with autograd.record():
        for a, b in zip([x], [y]):
            l = loss_fn(net(a), b)
            l.backward()
            losses.append(l)
    trainer.step(8)
    print("%.4f" % losses[0].sum().asscalar())
""",
    "backward inside, metrics inside": """
total = 0
for epoch in range(2):
    for x, y in loader:
        with autograd.record():
            out = net(x)
            loss = loss_fn(out, y)
            metric.update(y, out)
            total += loss.mean().asscalar()
            loss.backward()
        trainer.step(x.shape[0])
    print(metric.get(), "%.4f" % total)
""",
    "sum of losses": """
other = gluon.loss.L2Loss()
for x, y in loader:
    with autograd.record():
        out = net(x)
        first = loss_fn(out, y)
        second = other(out, nd.zeros_like(out)) * 0.5
        loss = first + second
        mean = loss.mean()
    mean.backward()
    trainer.step(1)
    print("%.4f %.4f" % (first.mean().asscalar(), mean.asscalar()))
""",
    "sum of two without a name": """
for x, y in loader:
    with autograd.record():
        a = loss_fn(net(x), y)
        b = (net(x * 0.5) ** 2).mean(axis=1)
        (a + b).backward()
    trainer.step(8)
""",
    "clipping": """
for x, y in loader:
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    grads = [p.grad(ctx) for p in net.collect_params().values()]
    norm = gluon.utils.clip_global_norm(grads, 0.5)
    trainer.step(8)
    print("%.4f" % norm)
""",
    "clipping between allreduce and update": """
for x, y in loader:
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    trainer.allreduce_grads()
    gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 1.0)
    trainer.update(8)
""",
    "is_train": """
def run(batches, is_train):
    total = 0
    for x, y in batches:
        if is_train:
            with autograd.record():
                out = net(x)
                loss = loss_fn(out, y)
            loss.backward()
            trainer.step(x.shape[0])
        else:
            out = net(x)
            loss = loss_fn(out, y)
        total += loss.sum().asscalar()
    return total


for epoch in range(2):
    print("%.4f %.4f" % (run(loader, True), run(loader, is_train=False)))
""",
    "the mode of the block is that of the step": """
def run(batches, is_train):
    total = 0
    for x, y in batches:
        with autograd.record(train_mode=is_train):
            out = net(x)
            losses = [loss_fn(out, y)]

        if is_train:
            [loss.backward() for loss in losses]
            size = x.shape[0]
            trainer.step(size)
        total += sum(loss.sum().asscalar() for loss in losses) + out[0, 0].asscalar()
    return total


for epoch in range(2):
    print("%.4f %.4f" % (run(loader, True), run(loader, False)))
""",
    "a step under a condition, recorded in training mode": """
for i, (x, y) in enumerate(loader):
    updates = i % 2 == 0
    with autograd.record():
        loss = loss_fn(net(x), y)
    if updates:
        loss.backward()
        trainer.step(8)
    print("%.4f" % loss.mean().asscalar())
""",
    "accumulation": """
net.collect_params().setattr("grad_req", "add")
for i, (x, y) in enumerate(loader):
    with autograd.record():
        loss = loss_fn(net(x), y)
    loss.backward()
    if (i + 1) % 2 == 0:
        trainer.step(16)
        net.collect_params().zero_grad()
""",
    "two trainers": """
made = nn.HybridSequential()
made.add(nn.Dense(4, activation="relu"), nn.Dense(5))
made.initialize(mx.init.Xavier())
made_trainer = gluon.Trainer(made.collect_params(), "sgd", {"learning_rate": 0.05})
bce = gluon.loss.SigmoidBinaryCrossEntropyLoss()
for x, y in loader:
    noise = nd.ones((8, 2)) * 0.3
    real, fake = nd.ones((8,)), nd.zeros((8,))
    with autograd.record():
        on_real = bce(net(x)[:, 0], real)
        pictures = made(noise)
        on_fake = bce(net(pictures.detach())[:, 0], fake)
        error = on_real + on_fake
        error.backward()
    trainer.step(8)
    with autograd.record():
        pictures = made(noise)
        made_error = bce(net(pictures)[:, 0], real)
        made_error.backward()
    made_trainer.step(8)
    print("%.4f %.4f" % (error.mean().asscalar(), made_error.mean().asscalar()))
print("%.4f" % made(noise).sum().asscalar())
""",
    "states carried": """
class Model(gluon.Block):
    def __init__(self):
        super().__init__()
        self.rnn = gluon.rnn.LSTM(4, input_size=5)
        self.out = nn.Dense(3, flatten=False)

    def forward(self, x, states):
        y, states = self.rnn(x, states)
        return self.out(y), states


def detach(states):
    if isinstance(states, (list, tuple)):
        return [detach(one) for one in states]
    return states.detach()


model = Model()
model.initialize(mx.init.Xavier())
model_trainer = gluon.Trainer(model.collect_params(), "sgd", {"learning_rate": 0.5})
states = model.rnn.begin_state(func=nd.zeros, batch_size=2, ctx=ctx)
for i in range(4):
    x, y = nd.reshape(data, (8, 2, 5)), nd.reshape(label, (8, 2))
    states = detach(states)
    with autograd.record():
        out, states = model(x, states)
        loss = loss_fn(out.reshape((-1, 3)), y.reshape((-1,)))
    loss.backward()
    model_trainer.step(16)
    print("%.4f %.4f" % (loss.mean().asscalar(), states[0].sum().asscalar()))
""",
    "in a class": """
class Learner:
    def __init__(self, net, trainer):
        self.net, self.trainer, self.loss, self.scale = net, trainer, loss_fn, nd.ones((1,)) * 2

    def step(self, x, y):
        with autograd.record():
            out = self.net(x)
            loss = (self.loss(out, y) * self.scale).mean()
        loss.backward()
        self.trainer.step(1)
        return loss.asscalar()


learner = Learner(net, trainer)
for epoch in range(2):
    for x, y in loader:
        print("%.4f" % learner.step(x, y))
    learner.scale = learner.scale * 0.5
""",
    "a penalty on weights": """
for x, y in loader:
    with autograd.record():
        loss = loss_fn(net(x), y).mean()
        for p in net.collect_params(".*weight").values():
            loss = loss + 0.1 * (p.data() ** 2).sum()
    loss.backward()
    trainer.step(1)
    print("%.4f" % loss.asscalar())
""",
    "a rate that changes": """
def train(net, batches, trainer, epochs):
    for epoch in range(epochs):
        trainer.set_learning_rate(0.1 / (epoch + 1))
        for x, y in batches:
            with autograd.record():
                out = net(x)
                loss = loss_fn(out, y)
            loss.backward()
            trainer.step(x.shape[0], ignore_stale_grad=True)
        print("%.4f" % loss.sum().asscalar())


train(net, loader, trainer, 3)
""",
    "a function of the file": """
def compute(x, y):
    out = net(x)
    return loss_fn(out, y), out


for x, y in loader:
    with autograd.record():
        loss, out = compute(x, y)
    loss.backward()
    trainer.step(8)
    print("%.4f" % out.sum().asscalar())
""",
    "more than backward in the loop over losses": """
for x, y in loader:
    with autograd.record():
        losses = [loss_fn(net(a), b) for a, b in zip([x * 0.5], [y])]
    total = 0
    for loss in losses:
        total += loss.sum().asscalar()
        loss.backward()
        print("%.4f" % loss.mean().asscalar())
    trainer.step(8)
    print("%.4f" % total)
""",
    "on one line, with a gradient": """
for x, y in loader:
    with autograd.record(): loss = loss_fn(net(x), y)
    loss.backward(nd.array([1, 2] * 4))
    trainer.step(8)
    print("%.4f" % loss.sum().asscalar())
""",
    "one of two losses": """
distil, penalty = True, False
for i, (x, y) in enumerate(loader):
    if distil:
        soft = nd.softmax(net(x) * 2)
    if penalty:
        weight = 0.5
    with autograd.record():
        out = net(x)
        if distil:
            loss = loss_fn(out, y) + ((nd.softmax(out) - soft) ** 2).sum(axis=1)
        else:
            loss = loss_fn(out, y)
        if penalty:
            loss = loss * weight
    loss.backward()
    trainer.step(8)
    print("%.4f" % loss.mean().asscalar())
""",
    "mixed precision": """
from mxnet.contrib import amp

use_amp = True
trainer._amp_loss_scaler, trainer._amp_original_scale = amp.loss_scaler.LossScaler(), trainer._scale
for x, y in loader:
    with autograd.record():
        losses = [loss_fn(net(x), y)]
        if use_amp:
            with amp.scale_loss(losses, trainer) as scaled:
                autograd.backward(scaled)
        else:
            autograd.backward(losses)
    trainer.step(8)
    print("%.4f" % losses[0].mean().asscalar())
""",
    "scaled below the block": """
from mxnet.contrib import amp

trainer._amp_loss_scaler, trainer._amp_original_scale = amp.loss_scaler.LossScaler(), trainer._scale
for x, y in loader:
    with autograd.record():
        loss = loss_fn(net(x), y)
        with amp.scale_loss(loss, trainer) as scaled:
            scaled.backward()
    trainer.step(8)
    print("%.4f" % loss.mean().asscalar())
""",
    "accumulation over parts of a batch": """
for p in net.collect_params().values():
    p.grad_req = "add"
for x, y in loader:
    for a, b in zip(nd.split(x, 2, axis=0), nd.split(y, 2, axis=0)):
        with autograd.record():
            loss = loss_fn(net(a), b).mean() / 2
        loss.backward()
    trainer.step(1)
    net.collect_params().zero_grad()
    print("%.4f" % loss.asscalar())
""",
    "step inside of record": """
for x, y in loader:
    with autograd.record():
        loss = loss_fn(net(x), y)
        loss.backward()
        trainer.step(8)
    print("%.4f" % loss.mean().asscalar())
""",
    "the critic of a GAN": """
critic = nn.HybridSequential()
critic.add(nn.Dense(4, activation="tanh"), nn.Dense(1))
critic.initialize(mx.init.Xavier())
critic_trainer = gluon.Trainer(critic.collect_params(), "rmsprop", {"learning_rate": 0.01})
for x, y in loader:
    for _ in range(2):
        with autograd.record():
            fake = net(x)
            loss = critic(fake.detach()).mean() - critic(nd.ones_like(fake)).mean()
            loss.backward()
        critic_trainer.step(1)
        for p in critic.collect_params().values():
            p.set_data(p.data().clip(-0.1, 0.1))
    with autograd.record():
        made = -critic(net(x)).mean()
        made.backward()
    trainer.step(1)
    print("%.4f %.4f" % (loss.asscalar(), made.asscalar()))
""",
    "several weights of a loss": """
weight = 0.5
for x, y in loader:
    with mx.autograd.record(train_mode=True):
        loss = weight * loss_fn(net(x), y)
        weight *= 0.5
    loss.backward(retain_graph=True)
    trainer.step(8)
print(weight)
""",
}


def run(source):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, "<program>", "exec"), {"__name__": "program"})
    return out.getvalue()


def close(one, other):
    """Whether two outputs agree, numbers up to a unit of their last digit."""
    number = r"-?\d+\.?\d*"
    values = [[float(value) for value in re.findall(number, text)] for text in (one, other)]
    return re.sub(number, "#", one) == re.sub(number, "#", other) and values[0] == pytest.approx(values[1], abs=2e-4)


@pytest.mark.parametrize("idiom", list(IDIOMS))
def test_idioms(idiom, recwarn):
    source = (HEAD + IDIOMS[idiom] + END).encode()
    result = rewrite(source, "optax")
    assert not result.marks, result.marks
    assert b".record(" not in result.source and b"backward()" not in result.source
    assert rewrite(result.source, "optax").source == result.source
    before = run(source)
    del recwarn.list[:]
    after = run(result.source)
    assert close(before, after), f"{before}\n{after}\n{result.source.decode()}"
    if idiom != "states carried":  # its network is a Block, which JAX cannot compile
        assert not [one for one in recwarn if "not compiled" in str(one.message)], [str(one.message) for one in recwarn]
    mx.npx.reset_np()
