"""Blocks with `F.contrib.foreach`, `while_loop` and `cond`: eager, hybridized, exported, imported; beside MXNet's."""

import importlib.util
import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx import gluon

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"
_spec = importlib.util.spec_from_file_location("control_flow_cases", GOLDEN / "control_flow_cases.py")
cases = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(cases)
NAMES = ("recurrent", "stopping")


@pytest.fixture(scope="module")
def numbers():
    with np.load(GOLDEN / "control_flow.npz") as file:
        return dict(file)


@pytest.fixture(params=NAMES)
def built(request):
    mx.AttrScope._subgraph_names.clear()
    block, shapes = cases.blocks(mx)[request.param]
    cases.set_parameters(mx, request.param, block)
    return request.param, block, cases.block_inputs(request.param, shapes)


def agree(found, numbers, name):
    expected = {k.removeprefix(f"block/{name}/"): v for k, v in numbers.items() if k.startswith(f"block/{name}/")}
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert found[key].shape == value.shape, key
        np.testing.assert_allclose(found[key], value, rtol=1e-5, atol=1e-6, err_msg=key)


@pytest.mark.parametrize("hybrid", [False, True])
def test_values_and_gradients(built, numbers, hybrid):
    name, block, arrays = built
    block.hybridize(hybrid)
    for _ in range(2):
        agree(cases.run_block(mx, block, arrays), numbers, name)


def test_exported_files_are_mxnets(built, tmp_path):
    name, block, arrays = built
    with mx.name.NameManager():
        block.hybridize()
        block(*map(mx.nd.array, arrays))
    block.export(str(tmp_path / name))
    for ending in ("symbol.json", "0000.params"):
        assert (tmp_path / f"{name}-{ending}").read_bytes() == (GOLDEN / "control_flow" / f"{name}-{ending}").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_files_of_mxnet_run(name, numbers):
    shapes = cases.blocks(mx)[name][1]
    inputs = ["data"] if len(shapes) == 1 else [f"data{i}" for i in range(len(shapes))]
    path = str(GOLDEN / "control_flow" / name)
    block = gluon.SymbolBlock.imports(f"{path}-symbol.json", inputs, f"{path}-0000.params")
    agree(cases.run_block(mx, block, cases.block_inputs(name, shapes)), numbers, name)


def test_weights_inside_the_body_get_their_shapes():
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.layer = gluon.nn.Dense(4, flatten=False)

        def hybrid_forward(self, F, x, s):
            return F.contrib.foreach(lambda x, s: (self.layer(x) + s, s), x, s)[0]

    net = Net()
    net.initialize()
    net.hybridize()
    assert net(mx.nd.ones((3, 2, 5)), mx.nd.zeros((2, 4))).shape == (3, 2, 4)
    assert net.layer.weight.shape == (4, 5)


def test_batch_norm_in_the_body_learns_its_statistics():
    class Net(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.norm = gluon.nn.BatchNorm(momentum=0.5, in_channels=2)

        def hybrid_forward(self, F, x, s):
            return F.contrib.foreach(lambda x, s: (self.norm(x), s + 0 * x), x, s)[0]

    x = mx.nd.array(np.random.RandomState(1).uniform(-1, 1, (3, 4, 2)))
    seen = []
    for hybrid in (False, True):
        net = Net()
        net.initialize()
        net.hybridize(hybrid)
        with mx.autograd.record():
            out = net(x, mx.nd.zeros((4, 2)))
        out.backward()
        seen.append([out.asnumpy(), net.norm.running_mean.data().asnumpy()])
    np.testing.assert_allclose(seen[0][0], seen[1][0], rtol=1e-5, atol=1e-6)
    # the tape goes from the last iteration to the first; MXNet's backward pass of the compiled loop raises
    for rows, (_, found) in zip((x.asnumpy()[::-1], x.asnumpy()), seen):
        mean = np.zeros(2)
        for row in rows:
            mean = mean * 0.5 + row.mean(0) * 0.5
        np.testing.assert_allclose(found, mean, rtol=1e-5, atol=1e-6)


def test_shapes_that_depend_on_values_in_a_branch():
    """Such a graph runs operator by operator."""

    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x, keep):
            return F.contrib.cond(F.sum(x) > 0, lambda: F.contrib.boolean_mask(x, keep), lambda: x * 2)

    net = Net()
    net.hybridize()
    x, keep = mx.nd.array([[1, 2], [3, 4], [5, 6]]), mx.nd.array([0, 1, 1])
    x.attach_grad()
    with mx.autograd.record():
        out = net(x, keep)
    out.backward()
    assert out.asnumpy().tolist() == [[3, 4], [5, 6]] and x.grad.asnumpy().tolist() == [[0, 0], [1, 1], [1, 1]]
    assert net(-x, keep).asnumpy().tolist() == [[-2, -4], [-6, -8], [-10, -12]]


def test_branches_of_different_shapes():
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return F.contrib.cond(F.sum(x) > 0, lambda: F.reshape(x, shape=(1, -1)), lambda: x * 2)

    net = Net()
    net.hybridize()
    assert net(mx.nd.ones(3)).shape == (1, 3) and net(-mx.nd.ones(3)).shape == (3,)


def test_gradients_see_the_masks_that_were_drawn():
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, n, x):
            _, (_, x) = F.contrib.while_loop(
                lambda n, x: n < 2, lambda n, x: (None, [n + 1, F.Dropout(x, p=0.5)]), [n, x], max_iterations=6
            )
            return F.contrib.cond(F.sum(n) < 1, lambda: F.Dropout(x, p=0.5), lambda: x)

    net = Net()
    net.hybridize()
    seen = []
    for _ in range(3):
        x = mx.nd.ones(400)
        x.attach_grad()
        with mx.autograd.record():
            y = net(mx.nd.array([0], dtype="int64"), x)
        y.backward()
        assert set(np.unique(y.asnumpy())) == {0, 8}
        np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())
        seen.append(tuple(y.asnumpy()))
    assert len(set(seen)) == 3


def test_second_derivatives_through_a_loop():
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            _, last = F.contrib.while_loop(lambda y: F.sum(y) < 50, lambda y: (None, y * y), x, max_iterations=6)
            return last

    net = Net()
    for hybrid in (False, True):
        net.hybridize(hybrid)
        x = mx.nd.array([3.0])
        x.attach_grad()
        with mx.autograd.record():
            y = net(x)  # x ** 4
            (first,) = mx.autograd.grad(y, [x], create_graph=True)
        first.backward()
        np.testing.assert_allclose(first.asnumpy(), [108], rtol=1e-6)
        np.testing.assert_allclose(x.grad.asnumpy(), [108], rtol=1e-6)
