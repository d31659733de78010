"""Copies of weights that are kept from call to call in inference: when they are made, when they are given up, and that no call
computes with old ones."""

import ctypes
import functools
import gc
import sys
import threading
import weakref

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.core.graph import kept_weights
from jmx.core.numpy_tier import interpreter, kept
from jmx.native import onednn
from jmx.ops.nn import _conv_onednn

pytestmark = pytest.mark.skipif(not onednn.usable(), reason=f"oneDNN is {onednn.describe()}")
SHAPE = (2, 4, 12, 12)


@pytest.fixture(autouse=True)
def small_arrays_too(monkeypatch):
    monkeypatch.setattr(_conv_onednn, "_FEWEST", 1)


class Made(list):
    """Weak references to the copies of each call that made some.

    With one set of parameters a compiled program makes copies in the first call, which are not kept, and in the second one.
    Interpreted, the first call has no copies of its own.
    """

    compiled = False

    def alive(self):
        gc.collect()
        return [any(reference() is not None for reference in copies) for copies in self]

    def are(self, *alive):
        """Whether these copies are alive, of those that a compiled program makes."""
        return self.alive() == [*(alive if self.compiled else alive[1::2])]

    def watched(self, make):
        def watch(weights):
            copies = make(weights)
            self.append([weakref.ref(copy) for copy in copies])
            return copies

        return watch


@pytest.fixture(params=["compiled", "interpreted"])
def made(request, monkeypatch):
    """What is kept where XLA compiles the first call already, and where NumPy runs all of a test's calls."""
    made = Made()
    made.compiled = request.param == "compiled"
    if made.compiled:
        monkeypatch.setenv("JMX_COMPILE", "now")

    watch(monkeypatch, made, made)
    return made


def watch(monkeypatch, interpreted, compiled):
    """Note the copies that programs make which NumPy runs, and those that XLA compiles."""

    class Watched(kept_weights._Programs):
        def __init__(self, *args):
            super().__init__(*args)
            self.pack = compiled.watched(self.pack)

    monkeypatch.setattr(kept_weights, "_Programs", Watched)
    make = kept.Cut.make
    monkeypatch.setattr(kept.Cut, "make", lambda cut, parameters: interpreted.watched(functools.partial(make, cut))(parameters))


def network(dropout=False, **options):
    """A small network with its own structure, so that no other test has compiled it."""
    network.filters += 1
    net = gluon.nn.HybridSequential(**options)
    net.add(gluon.nn.Conv2D(network.filters, 3, padding=1, in_channels=4, activation="relu"))
    net.add(gluon.nn.Conv2D(network.filters, 3, padding=1, in_channels=network.filters))
    net.add(gluon.nn.Conv2D(8, 3, padding=1, use_bias=False, in_channels=network.filters))
    net.add(gluon.nn.BatchNorm(in_channels=8), gluon.nn.Activation("relu"))
    if dropout:
        net.add(gluon.nn.Dropout(0.5))
    net.add(gluon.nn.Flatten(), gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    net(data())
    net.hybridize()
    return net


network.filters = 8


def data(*shape):
    return mx.nd.array(np.random.default_rng(0).standard_normal(shape or SHAPE, "float32"))


def plainly(net, x):
    """What a network computes operator by operator."""
    net.hybridize(False)
    try:
        return net(x).asnumpy()
    finally:
        net.hybridize()


def check(net, x):
    expected = plainly(net, x)
    first = net(x).asnumpy()
    np.testing.assert_allclose(first, expected, rtol=1e-4, atol=1e-4)
    return first


@pytest.mark.parametrize("dropout", [False, True])
def test_copies_are_made_twice_and_then_kept(made, dropout):
    net, x = network(dropout), data()
    expected = plainly(net, x)
    outputs = [net(x).asnumpy() for _ in range(4)]
    np.testing.assert_allclose(outputs[0], expected, rtol=1e-4, atol=1e-4)
    for output in outputs[1:]:
        np.testing.assert_array_equal(output, outputs[0])
    assert made.are(False, True)


def without_copies(net, monkeypatch):
    """Have a network compiled anew, by programs that keep nothing."""
    monkeypatch.setenv("JMX_KEEP_WEIGHTS", "0")
    monkeypatch.setattr(mx.core.graph.lower, "_recent", type(mx.core.graph.lower._recent)())
    monkeypatch.setattr(mx.core.graph.lower, "_by_structure", type(mx.core.graph.lower._by_structure)())
    net.hybridize()


@pytest.mark.parametrize("dropout", [False, True])
def test_numbers_are_those_without_copies(made, dropout, monkeypatch):
    net, x = network(dropout), data()
    kept = [net(x).asnumpy() for _ in range(4)]
    assert any(made.alive())
    without_copies(net, monkeypatch)
    made.clear()
    for expected in kept:
        np.testing.assert_array_equal(net(x).asnumpy(), expected)
    assert not made


def in_thread(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


def trained(net):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    with autograd.record():
        loss = (net(data()) ** 2).sum()
    loss.backward()
    trainer.step(2)


def loaded(net, folder):
    path = str(folder / "net.params")
    net.save_parameters(path)
    mx.nd.save(path, {name: array * 2 for name, array in mx.nd.load(path).items()})
    net.load_parameters(path)


WRITES = {
    "set_data": lambda net, folder: net[1].weight.set_data(net[1].weight.data() * -1),
    "in place": lambda net, folder: net[0].weight.data().__imul__(-2),
    "element": lambda net, folder: net[0].weight.data()[0].__setitem__(slice(None), 5),
    "whole": lambda net, folder: net[0].weight.data().__setitem__(slice(None), 1),
    "trainer": lambda net, folder: trained(net),
    "load": loaded,
    "thread": lambda net, folder: in_thread(lambda: net[1].weight.set_data(net[1].weight.data() * -1)),
    "initialize": lambda net, folder: net.initialize(mx.init.Normal(1), force_reinit=True),
    "statistics": lambda net, folder: net[3].running_mean.set_data(net[3].running_mean.data() + 3),
}


@pytest.mark.parametrize("way", WRITES)
def test_a_parameter_is_written_between_calls(made, way, tmp_path):
    net, x = network(), data()
    before = [net(x).asnumpy() for _ in range(3)][-1]
    WRITES[way](net, tmp_path)
    after = check(net, x)
    assert np.abs(after - before).max() > 1e-3
    assert not any(made.alive()[:2] if made.compiled else made.alive()[:1])
    np.testing.assert_array_equal(net(x).asnumpy(), after)
    np.testing.assert_array_equal(net(x).asnumpy(), after)


def test_a_parameter_is_written_whose_former_value_is_still_held(made):
    net, x = network(), data()
    for _ in range(3):
        net(x).wait_to_read()
    held = net[1].weight.data()._data()
    net[1].weight.set_data(net[1].weight.data() * -1)
    expected = plainly(net, x)
    for _ in range(3):
        np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-4, atol=1e-4)
    assert made.are(False, False, False, True) and held is not None


def test_memory_that_another_library_may_write(made):
    net, x = network(), data()
    weight = net[0].weight.data()
    capsule = weight.to_dlpack_for_write()
    for factor in (1, -1, 3):
        ctypes.c_float.from_address(weight._data().unsafe_buffer_pointer()).value = factor
        check(net, x)
    assert bool(made) is made.compiled and not any(made.alive())
    del capsule


def test_memory_that_another_library_may_write_from_some_call_on(made):
    net, x = network(), data()
    for _ in range(3):
        net(x).wait_to_read()
    assert any(made.alive())
    weight = net[0].weight.data()
    capsule = weight.to_dlpack_for_write()
    for factor in (1, -1, 3):
        ctypes.c_float.from_address(weight._data().unsafe_buffer_pointer()).value = factor
        check(net, x)
    del capsule


def test_xla_takes_over_what_numpy_ran(monkeypatch):
    """The copies of the one are given up when the other begins, and its own are kept from its first call on."""
    monkeypatch.setattr(interpreter, "_MOST_OF_OTHERS", 4)
    made, compiled = Made(), Made()
    watch(monkeypatch, made, compiled)
    net, x = network(), data()
    outputs = [net(x).asnumpy() for _ in range(6)]
    assert made.alive() == [True] and not compiled
    later = [net(x).asnumpy() for _ in range(3)]
    assert made.alive() == [False] and compiled.alive() == [True]
    np.testing.assert_allclose(outputs[0], later[0], rtol=1e-5, atol=1e-5)
    for mine, first in ((outputs, outputs[0]), (later, later[0])):
        for output in mine:
            np.testing.assert_array_equal(output, first)
    net[1].weight.set_data(net[1].weight.data() * -1)
    check(net, x)


def test_programs_for_any_size(monkeypatch):
    """Their weights are packed for each size anew, and kept as those of a size that was traced by itself."""
    made = Made()
    watch(monkeypatch, made, Made())
    net = network()
    batches = [data(n, *SHAPE[1:]) for n in range(2, 7)]
    kept = [[net(x).asnumpy() for _ in range(4)] for x in batches]
    assert len(made) == len(batches) and made.alive() == [False] * 3 + [True] * 2
    assert len({len(copies) for copies in made}) == 1
    without_copies(net, monkeypatch)
    for x, outputs in zip(batches, kept):
        expected = net(x).asnumpy()
        for output in outputs:
            np.testing.assert_array_equal(output, expected)
    assert len(made) == len(batches)


def test_a_training_loop_that_evaluates_once_keeps_nothing(made):
    net, x = network(), data()
    for _ in range(3):
        trained(net)
        check(net, x)
        assert not any(made.alive())
    assert len(made) == (3 if made.compiled else 0)


def test_buffers_can_still_be_given_up(made):
    net, x = network(), data()
    for _ in range(3):
        net(x).wait_to_read()
    for layer in net[:3]:
        assert layer.weight.data()._cell.unshared()


def test_copies_go_with_the_network(made):
    net, x = network(), data()
    for _ in range(3):
        net(x).wait_to_read()
    assert made.are(False, True)
    del net
    assert not any(made.alive())


def test_several_batch_sizes(made):
    net = network()
    batches = [data(n, *SHAPE[1:]) for n in (1, 2, 3)]
    expected = [plainly(net, x) for x in batches]
    for _ in range(3):
        for x, wanted in zip(batches[:2], expected):
            np.testing.assert_allclose(net(x).asnumpy(), wanted, rtol=1e-4, atol=1e-4)
    assert len(made) == (4 if made.compiled else 2) and sum(made.alive()) == 2
    for _ in range(3):
        np.testing.assert_allclose(net(batches[2]).asnumpy(), expected[2], rtol=1e-4, atol=1e-4)
    assert sum(made.alive()) == 2  # those of the shapes used last


def test_networks_of_one_structure_and_shared_parameters(made):
    network.filters += 1
    width = network.filters

    def build(params=None):
        net = gluon.nn.HybridSequential(params=params, prefix="shared_" if params else None)
        with net.name_scope():
            net.add(gluon.nn.Conv2D(width, 3, in_channels=4), gluon.nn.Conv2D(width, 3, in_channels=width))
        net.hybridize()
        return net

    first, second = build(), build()
    for net in (first, second):
        net.initialize(mx.init.Xavier())
    third = gluon.nn.HybridSequential()
    third.add(first[0], gluon.nn.Conv2D(width, 3, in_channels=width))
    third[1].initialize(mx.init.Xavier())
    third.hybridize()
    x = data()
    for _ in range(4):
        for net in (first, second, third):
            check(net, x)
    assert len(made) == (6 if made.compiled else 3) and sum(made.alive()) == 3
    first[0].weight.set_data(first[0].weight.data() + 1)
    for net in (first, second, third):
        check(net, x)
    assert sum(made.alive()) == 1  # that of the two that do not have this weight


def test_threads_that_infer_while_a_weight_is_written(made):
    net, x = network(), data()
    values = [net[0].weight.data().copy(), net[0].weight.data() * -1]
    wanted = []
    for value in values:
        net[0].weight.set_data(value)
        wanted.append(plainly(net, x))
    failures, stop = [], threading.Event()

    def infer():
        while not stop.is_set():
            got = net(x).asnumpy()
            if not any(np.allclose(got, want, rtol=1e-3, atol=1e-3) for want in wanted):
                failures.append(got)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=infer) for _ in range(3)]
    try:
        for thread in threads:
            thread.start()
        for i in range(60):
            net[0].weight.set_data(values[i % 2])
            net(x).wait_to_read()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
    assert not failures


def symbol():
    network.filters += 1
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=network.filters, name="c0")
    x = mx.sym.Activation(mx.sym.Convolution(x, kernel=(3, 3), num_filter=4, name="c1"), act_type="relu")
    return mx.sym.FullyConnected(x, num_hidden=2, name="d")


def test_an_executor(made):
    bound = symbol().simple_bind(mx.cpu(), data=SHAPE, grad_req="null")
    for array in bound.arg_arrays:
        array[:] = mx.nd.random.normal(shape=array.shape)
    outputs = [bound.forward(data=data())[0].asnumpy() for _ in range(3)]
    assert made.are(False, True)
    np.testing.assert_array_equal(outputs[1], outputs[2])
    bound.arg_dict["c1_weight"][:] *= 0
    bound.arg_dict["c1_bias"][:] = 0
    for _ in range(3):
        np.testing.assert_allclose(
            bound.forward()[0].asnumpy(), np.tile(bound.arg_dict["d_bias"].asnumpy(), (2, 1)), rtol=1e-6, atol=1e-6
        )
    assert made.are(False, False, False, True)


def test_a_module_and_a_symbol_block(made):
    sym = symbol()
    module = mx.mod.Module(sym, label_names=None)
    module.bind([("data", SHAPE)], for_training=False)
    module.init_params(mx.init.Xavier())
    batch = mx.io.DataBatch([data()])

    def predict():
        module.forward(batch, is_train=False)
        return module.get_outputs()[0].asnumpy()

    outputs = [predict() for _ in range(3)]
    np.testing.assert_array_equal(outputs[0], outputs[2])
    assert made.are(False, True)
    arguments, auxiliary = module.get_params()
    block = gluon.SymbolBlock(sym, mx.sym.var("data"))
    for name, parameter in block.collect_params().items():
        parameter.shape = arguments[name].shape
        parameter.initialize()
        parameter.set_data(arguments[name])
    block.hybridize()
    for _ in range(3):
        np.testing.assert_allclose(block(data()).asnumpy(), outputs[0], rtol=1e-5, atol=1e-5)
    module.set_params({name: array * 2 for name, array in arguments.items()}, auxiliary)
    doubled = predict()
    assert np.abs(doubled - outputs[0]).max() > 1e-3
    for _ in range(2):
        np.testing.assert_array_equal(predict(), doubled)


def test_gradients_of_the_data_in_inference_mode(made):
    net, x = network(), data()
    for _ in range(3):
        net(x).wait_to_read()
    gradients = []
    for hybrid in (True, False):
        net.hybridize(hybrid)
        x.attach_grad()
        with autograd.record(train_mode=False):
            y = (net(x) ** 2).sum()
        y.backward()
        gradients.append(x.grad.asnumpy())
    np.testing.assert_allclose(*gradients, rtol=1e-3, atol=1e-3)


def test_element_types_other_than_single_precision(made):
    net, x = network(), data()
    net(x).wait_to_read()
    copied = {}
    for dtype in ("float16", "float64"):
        made.clear()
        net.cast(dtype)
        outputs = [net(x.astype(dtype)) for _ in range(4)]
        assert outputs[0].dtype == np.dtype(dtype)
        for output in outputs[1:]:
            np.testing.assert_array_equal(output.asnumpy(), outputs[0].asnumpy())
        copied[dtype] = bool(made)
    # half precision is oneDNN's; XLA's programs copy no weights of 64 bits, and are not cut for small arrays alone
    assert copied["float16"] and copied["float64"] is not made.compiled
