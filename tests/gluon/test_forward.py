"""Hybrid blocks that define `forward` on arrays: compiled where that gives the same, run operator by operator elsewhere."""

import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd
from jmx.gluon import nn


class Affine(gluon.HybridBlock):
    def __init__(self, units, inside, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.weight = self.params.get("weight", shape=(units, inside))
            self.bias = self.params.get("bias", shape=(units,))

    def forward(self, x):
        return nd.FullyConnected(x, self.weight.data(), self.bias.data(), num_hidden=self.weight.shape[0])


class Network(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.first, self.norm, self.last = Affine(4, 3), nn.BatchNorm(), nn.Dense(2)

    def forward(self, x, shift=None):
        h = self.norm(nd.relu(self.first(x)).reshape((x.shape[0], -1)))
        for row in range(x.shape[0]):  # depends on the shape
            h = h + row
        out = self.last(h) * nd.arange(1, 3)
        return [out if shift is None else out + shift, (h if autograd.is_training() else h * 3,)]


def values(rows=4, seed=0):
    return nd.array(np.random.RandomState(seed).uniform(-1, 1, (rows, 3)))


def made(block):
    block.initialize()
    state = np.random.RandomState(7)
    x = values()
    block(x)
    for param in block.collect_params().values():
        param.set_data(nd.array(state.uniform(0.1, 1, param.shape)))
    return block


def step(block, *args):
    """Outputs, gradients of the input and of the parameters, and states, all as NumPy arrays."""
    args[0].attach_grad()
    with autograd.record():
        outs = block(*args)
        flat = [outs] if isinstance(outs, nd.NDArray) else [outs[0], *outs[1]]
        loss = sum((out * out).sum() for out in flat)
    loss.backward()
    params = list(block.collect_params().values())
    found = [*flat, args[0].grad, *(p.data() if p.grad_req == "null" else p.grad() for p in params)]
    return [array.asnumpy() for array in found]


def plans(block):
    return 0 if block._traces is None or block._traces.impossible else len(block._traces.plans)


def test_the_same_values_gradients_and_states_as_without_compiling():
    plain, compiled = made(Network(prefix="n_")), made(Network(prefix="n_"))
    compiled.hybridize()
    for seed, rows in enumerate((4, 4, 2, 4)):
        for shift in ((), (nd.array([[1, 2]]),)):
            for mine, theirs in zip(step(compiled, values(rows, seed), *shift), step(plain, values(rows, seed), *shift)):
                np.testing.assert_allclose(mine, theirs, rtol=2e-4, atol=2e-5)
        np.testing.assert_allclose(compiled(values(rows))[1][0].asnumpy(), plain(values(rows))[1][0].asnumpy(), rtol=1e-4)
    assert plans(compiled) == 6 and compiled._cached_graph[1].list_auxiliary_states()
    compiled.hybridize(False)
    assert plans(compiled) == 0


def test_parameters_that_change_are_seen():
    block = made(Affine(2, 3))
    block.hybridize()
    x = values()
    block(x)
    block.weight.set_data(nd.ones((2, 3)))
    block.bias.set_data(nd.array([1, 2]))
    np.testing.assert_allclose(block(x).asnumpy(), x.asnumpy().sum(1)[:, None] + [1, 2], rtol=1e-5)
    block.cast("float64")
    assert block(x.astype("float64")).dtype == np.float64
    block.cast("float32")
    block.collect_params().reset_ctx(mx.cpu(1))
    assert block(x.as_in_context(mx.cpu(1))).ctx == mx.cpu(1)
    trainer = gluon.Trainer(block.collect_params(), "sgd", {"learning_rate": 0.5})
    with autograd.record():
        loss = block(x.as_in_context(mx.cpu(1))).sum()
    loss.backward()
    trainer.step(1)
    np.testing.assert_allclose(block.bias.data().asnumpy(), [1 - 2, 2 - 2])


def test_exported_and_read_again(tmp_path):
    block = made(Network(prefix="n_"))
    block.hybridize()
    x = values()
    expected = block(x)
    block.export(str(tmp_path / "net"))
    again = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"))
    for mine, theirs in zip(again(x), (expected[0], expected[1][0])):
        np.testing.assert_allclose(mine.asnumpy(), theirs.asnumpy(), rtol=1e-5)


OUTSIDE = nd.array([1, 2, 3])


def looks(block, x):
    return x * 2 if x.sum().asscalar() > 0 else x - 1


def detaches(block, x):
    return x * x.detach()


def pauses(block, x):
    with autograd.pause():
        mask = x > 0
    return x * mask


def writes(block, x):
    out = nd.zeros(x.shape)
    out[1] = 5
    return x + out


def draws(block, x):
    return x * nd.random.uniform(shape=x.shape)


def reads_what_is_outside(block, x):
    return x * OUTSIDE


def catches(block, x):
    try:
        return x * float(x.sum().asscalar())
    except mx.MXNetError:
        return x


def counts(block, x):
    block.calls = getattr(block, "calls", 0) + 1
    return x * block.calls


@pytest.mark.parametrize(
    "forward", [looks, detaches, pauses, writes, draws, reads_what_is_outside, catches, counts], ids=lambda f: f.__name__
)
def test_what_no_graph_can_hold_runs_as_it_is(forward):
    def block():
        return type("Odd", (gluon.HybridBlock,), {"forward": forward})()

    plain, compiled = block(), block()
    compiled.hybridize()
    for seed in range(3):
        for sign in (1, -1):
            x = values(2, seed) * sign + sign
            if forward is draws:
                assert (compiled(x) != compiled(x)).asnumpy().any()
                continue
            for mine, theirs in zip(step(compiled, x.copy()), step(plain, x.copy())):
                np.testing.assert_allclose(mine, theirs, rtol=1e-5)
            if forward is reads_what_is_outside:
                OUTSIDE[:] = OUTSIDE + 1
    assert compiled._traces.impossible and not compiled._traces.plans
    if forward is counts:
        assert compiled.calls == plain.calls == 6


def test_attributes_set_from_outside_are_seen():
    class Scaled(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.factor = 2

        def forward(self, x):
            return x * self.factor

    block = Scaled()
    block.hybridize()
    assert block(nd.ones((1,))).asscalar() == 2 and plans(block) == 1
    block.factor = 5
    assert block(nd.ones((1,))).asscalar() == 5 and plans(block) == 1


def test_dropout_is_drawn_anew():
    block = type("Drop", (gluon.HybridBlock,), {"forward": lambda self, x: nd.Dropout(x, p=0.5)})()
    block.hybridize()
    x = nd.ones((64,))
    with autograd.record():
        assert (block(x) != block(x)).asnumpy().any()
    assert (block(x) == 1).asnumpy().all() and plans(block) == 2


def test_shapes_that_the_block_infers_itself():
    class Late(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(2, 0), allow_deferred_init=True)

        def infer_shape(self, x):
            self.weight.shape = (2, x.shape[1])

        def forward(self, x):
            return nd.dot(x, self.weight.data(), transpose_b=True)

    for hybridized in (False, True):
        block = Late()
        block.initialize(mx.init.One())
        block.hybridize(hybridized)
        x = values()
        for _ in range(2):
            np.testing.assert_allclose(block(x).asnumpy(), x.asnumpy().sum(1)[:, None] * [[1, 1]], rtol=1e-5)


def test_a_subclass_that_calls_its_base():
    class Shifted(Affine):
        def forward(self, x):
            return super().forward(x) + 1

    plain, compiled = made(Shifted(2, 3)), made(Shifted(2, 3))
    compiled.hybridize()
    for mine, theirs in zip(step(compiled, values()), step(plain, values())):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5)
    assert plans(compiled) == 1


def test_numpy_arrays():
    with mx.util.np_shape(True), mx.util.np_array(True):

        class Block(gluon.HybridBlock):
            def __init__(self):
                super().__init__()
                self.dense = nn.Dense(2)

            def forward(self, x):
                return self.dense(mx.npx.relu(x) + 1), mx.np.concatenate([x, mx.np.ones((x.shape[0], 1))], axis=1)

        block = Block()
        block.initialize()
        x = mx.np.array([[1.0, -2.0], [3.0, 4.0]])
        plain = block(x)
        block.hybridize()
        for mine, theirs in zip(block(x), plain):
            assert type(mine) is mx.np.ndarray
            np.testing.assert_allclose(mine.asnumpy(), theirs.asnumpy(), rtol=1e-5)
        assert plans(block) == 1


def test_parameters_without_a_dictionary():
    class Layer(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.weight = gluon.Parameter("weight", shape=(2, 3))

        def forward(self, x):
            return nd.dot(x, self.weight.data(), transpose_b=True)

    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(Layer(), nn.Dense(3, in_units=2), Layer())
    assert list(net.collect_params()) == ["net_dense0_weight", "net_dense0_bias"]
    net.initialize()
    assert list(net.collect_params(".*weight")) == ["net_layer0_weight", "net_dense0_weight", "net_layer1_weight"]
    x = values()
    expected = net(x)
    net.hybridize()
    with autograd.record():
        out = net(x)
    np.testing.assert_allclose(out.asnumpy(), expected.asnumpy(), rtol=1e-5)
    out.backward()
    before = net[0].weight.data().asnumpy()
    gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0}).step(1)
    assert (net[0].weight.data().asnumpy() != before).any()


def test_threads_that_trace_and_train_at_once():
    block = made(Network(prefix="n_"))
    plain = made(Network(prefix="n_"))
    block.hybridize()
    failed = []

    def work(number):
        try:
            for rows in (1, 2, 3):
                x = values(rows + number, number)
                np.testing.assert_allclose(block(x)[0].asnumpy(), plain(x)[0].asnumpy(), rtol=1e-4)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failed
    assert all(param.grad().shape == param.shape for param in block.collect_params(".*weight").values())
    step(block, values())
