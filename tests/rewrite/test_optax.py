"""The stage `optax`: training loops that are recognized, what is marked, and numbers before and after."""

import contextlib
import io

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import rewrite

HEAD = """import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

mx.random.seed(3)
net = nn.HybridSequential()
net.add(nn.Dense(6, activation="relu"), nn.BatchNorm(), nn.Dense(3))
net.initialize(mx.init.Xavier())
data = nd.random.uniform(-1, 1, shape=(22, 5))
label = nd.argmax(data, axis=1) % 3
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(data, label), batch_size=8)
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
"""
LOOP = """
# epochs
for epoch in range(3):
    total = 0
    for x, y in loader:
        # one step
        with autograd.record():
            out = net(x)
            loss = loss_fn(out, y)
        loss.backward()
        trainer.step(x.shape[0])
        total += loss.mean().asscalar()  # so far
    print(epoch, "%.4f" % total, "%.4f" % net(data).sum().asscalar())
"""
REWRITTEN = """
# epochs
step, key = None, jax.random.key(0)
for epoch in range(3):
    total = 0
    for x, y in loader:
        # one step
        if step is None:
            step, params, opt_state, state = jmx.to_jax_step(net, loss_fn, trainer, x)
            train_step = jax.jit(step, donate_argnums=(0, 1, 2))
        key, dropout_key = jax.random.split(key)
        params, opt_state, state, loss = train_step(params, opt_state, state, x, y, key=dropout_key)
        total += float(loss)  # so far
    if step is not None:
        jmx.from_jax(net, params, state)
        jmx.jax.load_trainer(trainer, params, opt_state, step.network)
    print(epoch, "%.4f" % total, "%.4f" % net(data).sum().asscalar())
"""
#: other loops that are recognized
LOOPS = [
    """
right = mx.metric.Accuracy()
for x, y in loader:
    with autograd.record():
        out = net(x)
        loss = loss_fn(out, y)
    loss.backward()
    trainer.step(8)
    right.update([y], [out])
    print("%.4f %.4f" % (nd.mean(loss).asscalar(), loss.sum().asscalar()))
print(right.get(), trainer.optimizer.num_update)
""",
    """
def train(net, batches, batch_size):
    it = iter(batches)
    while True:
        try:
            x, y = next(it)
        except StopIteration:
            break
        with autograd.record():
            loss = loss_fn(net(x), y).mean()
        loss.backward()
        trainer.step(1)
        print("%.4f" % loss.asscalar())
    with autograd.predict_mode():
        print("%.4f" % loss_fn(net(data), label).sum().asscalar())


for epoch in range(2):
    train(net, loader, 8)
""",
    """
step = params = 3
for epoch in range(2):
    for i, batch in enumerate(loader):
        with mx.autograd.record():
            l = loss_fn(net(batch[0]), batch[1])
        l.backward()
        trainer.step(batch_size=len(batch[0]))
        if i % 2 == 0:
            print("%.4f" % float(l.asnumpy().mean()), step)
""",
]
BLOCK = """
class Net(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense, self.out = nn.Dense(4, activation="tanh"), nn.Dense(3)

    def hybrid_forward(self, F, x):
        return self.out(self.dense(x))


def build():
    made = Net()
    made.initialize(mx.init.Xavier())
    return made


net = build()
"""


def run(source):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(source, "<program>", "exec"), {"__name__": "program"})
    return out.getvalue()


def test_the_form():
    result = rewrite((HEAD + LOOP).encode(), "optax")
    assert not result.marks and result.places == 1
    head = HEAD.replace("mxnet", "jmx").replace("import nn\n", "import nn\nimport jax\nimport jmx\n")
    assert result.source.decode() == head + REWRITTEN
    assert rewrite(result.source, "optax").source == result.source


def test_sequential_becomes_hybrid():
    before = HEAD.replace("nn.HybridSequential()", "nn.Sequential()")
    result = rewrite((before + LOOP).encode(), "optax")
    assert b"nn.HybridSequential()" in result.source and not result.marks
    result = rewrite((before + "net.add(Mine())\n" + LOOP).encode(), "optax")
    assert not result.marks and b"nn.Sequential()" in result.source and b"jmx.jax.backward(recorded, net" in result.source


WITH_BLOCK = (
    HEAD.replace("net = nn", "first = nn")
    .replace("\nnet.", "\nfirst.")
    .replace("trainer = gluon.Trainer(net", "gluon.Trainer(first")
    + BLOCK
    + 'trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9})\n'
    + LOOP
)


@pytest.mark.parametrize(
    "source, numpy",
    [
        (HEAD + LOOP, False),
        (HEAD + LOOP, True),
        *((HEAD + loop, False) for loop in LOOPS),
        (WITH_BLOCK, False),
        (WITH_BLOCK, True),
    ],
)
def test_both_print_the_same(source, numpy):
    source = source.encode()
    before = run(source)
    assert len(before.splitlines()) >= 3
    try:
        if numpy:
            source = rewrite(source, "numpy").source
        result = rewrite(source, "optax")
        assert not result.marks and result.places == 1 and b".backward()" not in result.source
        assert run(result.source) == before
    finally:
        mx.npx.reset_np()


@pytest.mark.parametrize(
    "change, said",
    [
        (("loss.backward()", "loss.backward(nd.ones((8,)))"), None),
        (("loss.backward()", "loss.backward(*gradients)"), "with other arguments than a gradient"),
        (("        loss.backward()", "        if epoch:\n            loss.backward()"), None),
        (("        loss.backward()", "        if epoch > 1:\n            loss.backward()"), "`backward` does not follow"),
        (("        loss.backward()\n", ""), "`backward` does not follow"),
        (("loss = loss_fn(out, y)", "self.loss = loss_fn(out, y)"), "kept in an attribute"),
        (("out = net(x)", "gs = autograd.grad(net(x), x)"), "gradients are computed while it is recorded"),
        (("out = net(x)", "with autograd.pause():\n                out = net(x)"), "a part of it is not recorded"),
        (("out = net(x)", "if epoch:\n                out = net(x)"), "`out` gets a value in some cases only"),
        (("out = net(x)", "out = net(x); x.attach_grad()"), "gradients of arrays are wanted"),
        (
            ("loss.backward()", "with amp.scale_loss(loss, trainer) as scaled:\n            scaled.backward()"),
            "`backward` does not follow",
        ),
        (("loss_fn(out, y)", "loss_fn(out, y, w)"), None),
        (("net(data)", "mlp(data)"), None),
    ],
)
def test_what_is_marked(change, said):
    source = HEAD + LOOP.replace(*change)
    result = rewrite(source.encode(), "optax")
    if said is None:
        assert not result.marks and result.places == 1
        return
    ((line, text),) = result.marks
    assert said in text and result.places == 0
    lines = result.source.decode().splitlines()
    assert lines[: line - 1] + lines[line:] == source.splitlines() and lines[line].strip().startswith(("trainer.step", "with"))
    assert rewrite(result.source, "optax").source == result.source


def test_trainers_without_a_name_stay():
    source = b"import mxnet as mx\nwith mx.autograd.record():\n    y = x * 2\ny.backward()\ntrainers[0].step(2)\n"
    result = rewrite(source, "optax")
    assert not result.marks and b"jmx.jax.backward(recorded, x)\ntrainers[0].step(2)" in result.source
    other = source.replace(b"import mxnet", b"import torch")
    assert rewrite(other, "optax").source == other
