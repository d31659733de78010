"""Mixed precision at work: converted models, patched functions, scaled losses."""

import os
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx.contrib import amp
from jmx.core.declare.dtype import bfloat16

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def small():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


X = mx.nd.array(np.random.default_rng(0).normal(size=(2, 3, 6, 6)))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("cast_params", [False, True])
@pytest.mark.filterwarnings("ignore:Cannot decide type")
def test_convert_hybrid_block(dtype, cast_params):
    net = small()
    expected = net(X).asnumpy()
    made = amp.convert_hybrid_block(net, dtype, ctx=mx.cpu(), cast_optional_params=cast_params)
    found = made(X)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=0.05, atol=0.05)
    assert abs(found.asnumpy() - expected).max() > 0
    low = bfloat16 if dtype == "bfloat16" else np.dtype("float16")
    kinds = {name: np.dtype(p.dtype) for name, p in made.collect_params().items()}
    for name, kind in kinds.items():
        assert kind == (low if cast_params and name.endswith(("weight", "bias")) else np.float32), name
    made.hybridize()
    np.testing.assert_allclose(made(X).asnumpy(), found.asnumpy(), rtol=1e-2, atol=1e-2)


def test_convert_needs_a_graph():
    net = small()
    with pytest.raises(RuntimeError, match="hybridize"):
        amp.convert_hybrid_block(net)


def test_convert_model_runs_in_the_low_type():
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    net = mx.sym.softmax(data, name="soft")
    args = {"fc_weight": mx.nd.ones((4, 3)), "fc_bias": mx.nd.zeros((4,))}
    sym, args, aux = amp.convert_model(net, args, {}, cast_optional_params=True)
    assert args["fc_weight"].dtype == np.float16 and aux == {}
    inner = sym.get_internals()["fc_output"]
    out = inner.eval(data=mx.nd.ones((2, 3)), **args)[0]
    assert out.dtype == np.float16
    assert sym.eval(data=mx.nd.ones((2, 3)), **args)[0].dtype == np.float32


def test_checkpoints_leave_casts_out(tmp_path):
    made = amp.convert_symbol(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc"))
    for remove, count in ((True, 1), (False, 4)):  # the cast of the output itself stays
        made.save(str(tmp_path / "net.json"), remove_amp_cast=remove)
        assert (tmp_path / "net.json").read_text().count('"op": "amp_cast"') == count


def test_convert_bucketing_module():
    def network(length):
        data = mx.sym.FullyConnected(mx.sym.sum(mx.sym.var("data"), axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(data, name="softmax"), ["data"], ["softmax_label"]

    module = mx.mod.BucketingModule(network, 4, context=mx.cpu())
    label = [("softmax_label", (2,))]
    module.bind([("data", (2, 4, 5))], label)
    module.init_params(mx.init.One())
    module.switch_bucket(3, [("data", (2, 3, 5))], label)
    made = amp.convert_bucketing_module(module)
    made.bind([("data", (2, 4, 5))], label, for_training=False)
    batch = mx.io.DataBatch(
        [mx.nd.ones((2, 4, 5))], [mx.nd.zeros((2,))], bucket_key=4, provide_data=[("data", (2, 4, 5))], provide_label=label
    )
    made.forward(batch, is_train=False)
    np.testing.assert_allclose(made.get_outputs()[0].asnumpy(), np.full((2, 3), 1 / 3), rtol=1e-3)
    assert set(made._buckets) == {3, 4}


NET = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")


@pytest.mark.parametrize("kwargs, message", [
    ({"target_dtype": "float64"}, "Only target_dtype float16 and bfloat16"),
    ({"target_dtype_ops": ["sin"], "fp32_ops": ["sin"]}, "Common ops .* sin"),
    ({"fp32_ops": ["nothing"]}, "nothing are in none of"),
    ({"fp32_ops": "sin"}, "fp32_ops should be a list"),
    ({"conditional_fp32_ops": [("Activation", "act_type")]}, "list of|index"),
])  # fmt: skip
def test_refusals(kwargs, message):
    with pytest.raises((AssertionError, IndexError), match=message):
        amp.convert_symbol(NET, **kwargs)


def test_needs_init():
    with pytest.raises(AssertionError, match="amp.init"):
        amp.init_trainer(None)
    with pytest.raises(AssertionError, match="only float16 or bfloat16"):
        amp.init("int8")
    with pytest.raises(TypeError, match="Gluon Trainer or an optimizer"):
        amp.unscale(3)
    with pytest.raises(TypeError, match="only compatible with Gluon Trainer"):
        amp.unscale(mx.optimizer.SGD())


def test_loss_scaler():
    from jmx.contrib.amp.loss_scaler import LossScaler

    p = mx.gluon.Parameter("p", shape=(2,))
    p.initialize()
    scaler = LossScaler()
    assert scaler.loss_scale == 2**16 and not scaler.has_overflow([p])
    p.grad()[:] = float("inf")
    assert scaler.has_overflow([p]) and scaler.loss_scale == 2**16
    p.grad()[:] = 1
    assert not scaler.has_overflow([p]) and scaler.loss_scale == 2**15
    scaler._unskipped = 1999
    assert not scaler.has_overflow([p]) and scaler._next_loss_scale == 2**16


SCRIPT = """
import numpy as np
import jmx as mx
from jmx.contrib import amp
from jmx.core.declare.dtype import np_dtype
amp.init({dtype!r})
low, full = np_dtype({dtype!r}), np.dtype("float32")
x, w, b = mx.nd.ones((2, 3)), mx.nd.ones((4, 3)), mx.nd.zeros((4,))
y = mx.nd.FullyConnected(x, w, b, num_hidden=4)
assert y.dtype == low
for z in (mx.nd.softmax(y), y.softmax(), mx.nd.exp(y) if low != np.float16 else mx.nd.norm(y), y + mx.nd.ones((2, 4)),
          mx.nd.elemwise_add(mx.nd.ones((2, 4)), y), mx.nd.Activation(y, act_type="softrelu")):
    assert z.dtype == full, z
s = mx.sym.softmax(mx.sym.FullyConnected(mx.sym.var("d"), num_hidden=4, name="f") + mx.sym.var("q"))
assert any("amp_multicast" in n for n in s.get_internals().list_outputs())
assert s.list_arguments() == ["d", "f_weight", "f_bias", "q"]

net = mx.gluon.nn.HybridSequential()
net.add(mx.gluon.nn.Dense(16, activation="relu"), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dense(3))
net.initialize(mx.init.Xavier())
rng = np.random.default_rng(0)
label = rng.integers(0, 3, 60)
data = rng.normal(size=(60, 4)).astype("float32")
data[np.arange(60), label] += 4
data, label = mx.nd.array(data), mx.nd.array(label)
trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {{"learning_rate": 0.1}})
amp.init_trainer(trainer)
loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
for step in range(30):
    if step == 15:
        net.hybridize()
    with mx.autograd.record():
        out = net(data)
        assert out.dtype == low
        value = loss(out, label)
        assert value.dtype == full
        with amp.scale_loss(value, trainer) as scaled:
            mx.autograd.backward(scaled)
    if step == 20:
        amp.unscale(trainer)
    trainer.step(60)
assert float(value.mean().asscalar()) < 0.2, value.mean()
weights, scale = net[0].weight.data().asnumpy(), trainer._amp_loss_scaler._next_loss_scale
with mx.autograd.record():
    with amp.scale_loss(loss(net(data), label) * float("inf"), trainer) as scaled:
        mx.autograd.backward(scaled)
trainer.step(60)
assert (net[0].weight.data().asnumpy() == weights).all()
assert trainer._amp_loss_scaler._next_loss_scale == scale / 2
print("done")
"""


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_init_in_a_process_of_its_own(dtype):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(dtype=dtype)],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": ROOT},
        check=False,
    )
    assert done.stdout.strip() == "done", done.stderr


def test_bfloat16_by_the_name_that_mxnet_gives_it():
    """MXNet writes it as a NumPy type of one field. Numbers are rounded, where MXNet cuts them off (docs/numbers.md)."""
    named = np.dtype([("bfloat16", np.uint16)])
    x = mx.nd.array([0.1, 2]).astype(named)
    assert np.dtype(x.dtype).name == "bfloat16" and mx.nd.ones(2, dtype=named).dtype == x.dtype
    assert x.astype("float32").asnumpy().tolist() == [0.10009765625, 2]
    with pytest.raises(KeyError, match="does not exist in MXNet"):
        mx.nd.array([1]).astype(np.dtype([("other", np.uint16)]))
