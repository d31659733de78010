"""What does not fit when parameters are loaded is named at once, and nothing is loaded."""

import numpy as np
import pytest

import jmx as mx
from jmx.gluon import nn


def network(*sizes):
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        for inside, outside in zip(sizes, sizes[1:]):
            net.add(nn.Dense(outside, in_units=inside))
    return net


@pytest.fixture
def files(tmp_path):
    net = network(3, 4, 2)
    net.initialize()
    net.save_parameters(str(tmp_path / "places"))
    net.collect_params().save(str(tmp_path / "names"))
    return {name: str(tmp_path / name) for name in ("places", "names")}


def load(net, name, file):
    return net.load_parameters(file) if name == "places" else net.collect_params().load(file)


@pytest.mark.parametrize("name", ["places", "names"])
def test_shapes(files, name):
    net = network(3, 5, 2)
    net.initialize(mx.init.One())
    with pytest.raises(AssertionError) as caught:
        load(net, name, files[name])
    lines = str(caught.value).splitlines()
    assert lines[0] == "3 parameters do not fit:"
    assert lines[1:] == [
        f"Failed loading Parameter '{name}' from saved params: shape incompatible expected {mine} vs saved {theirs}"
        for name, mine, theirs in (
            ("net_dense0_weight", "(5, 3)", "(4, 3)"),
            ("net_dense0_bias", "(5,)", "(4,)"),
            ("net_dense1_weight", "(2, 5)", "(2, 4)"),
        )
    ]
    assert all((net[i].weight.data() == 1).asnumpy().all() for i in (0, 1))


@pytest.mark.parametrize("name", ["places", "names"])
def test_missing(files, name):
    net = network(3, 4, 2, 2)
    first, second = ("2.weight", "2.bias") if name == "places" else ("net_dense2_weight", "net_dense2_bias")
    with pytest.raises(AssertionError, match=f"Parameter '{first}' is missing in .*The same holds for '{second}'"):
        load(net, name, files[name])
    assert net[0].weight._data is None


@pytest.mark.parametrize("name, error", [("places", ValueError), ("names", AssertionError)])
def test_extra(files, name, error):
    net = network(3, 4)
    first, second = ("1.weight", "1.bias") if name == "places" else ("net_dense1_weight", "net_dense1_bias")
    with pytest.raises(error, match=f"Parameter '{first}' loaded from .*is not present in.*The same holds for '{second}'"):
        load(net, name, files[name])
    assert net[0].weight._data is None


def test_element_types(files):
    net = network(3, 4, 2)
    net.cast("float16")
    with pytest.raises(AssertionError, match="4 parameters do not fit:\n.*net_dense0_weight.*dtype incompatible"):
        net.load_parameters(files["places"])
    net.load_parameters(files["places"], cast_dtype=True)
    assert net[1].bias.data().dtype == np.float16


def test_a_list_of_arrays(tmp_path):
    file = str(tmp_path / "list")
    mx.nd.save(file, [mx.nd.ones((2,))])
    with pytest.raises(AttributeError, match="without names"):
        network(3, 4).load_parameters(file)


def test_the_inputs_of_a_compiled_block_lie_where_its_parameters_do():
    net = network(3, 4)
    net.initialize()
    net.hybridize()
    x = mx.nd.ones((2, 3))
    for where in (mx.cpu(1), mx.cpu(0)):
        net(x)
        net.collect_params().reset_ctx(where)
        if where != x.ctx:
            with pytest.raises(mx.MXNetError, match="same context.*inputs are on .* while Parameter 'net_dense0_weight' is on"):
                net(x)
        x = x.as_in_context(where)
    net.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])
    with pytest.raises(RuntimeError, match="was not initialized on context cpu\\(2\\)"):
        net(x.as_in_context(mx.cpu(2)))


def test_flags_that_contradict_and_outputs_that_are_none():
    net = network(3, 4)
    net.initialize()
    net.hybridize(static_shape=True)
    with pytest.raises(mx.MXNetError, match="static_alloc must be True when static_shape is True"):
        net(mx.nd.ones((2, 3)))

    class Gap(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return [x, None]

    gap = Gap()
    assert gap(mx.nd.ones((1,)))[1] is None
    gap.hybridize()
    with pytest.raises(TypeError, match="cannot return None"):
        gap(mx.nd.ones((1,)))


def test_files_of_the_time_before_numpy_mode(tmp_path):
    """The model zoo's, for example: read in NumPy mode too, with arrays of `mx.np`."""
    path = str(tmp_path / "net.params")

    def network():
        net = mx.gluon.nn.HybridSequential()
        net.add(mx.gluon.nn.Dense(2, in_units=3), mx.gluon.nn.Dense(1, in_units=2))
        return net

    old = network()
    old.initialize(mx.init.Normal())
    old.save_parameters(path)
    wanted = old(mx.nd.ones((1, 3))).asnumpy()
    with mx.util.np_shape(True), mx.util.np_array(True):
        new = network()
        new.load_parameters(path)
        assert type(new[0].weight.data()) is mx.np.ndarray
        np.testing.assert_array_equal(new(mx.np.ones((1, 3))).asnumpy(), wanted)
        with pytest.raises(mx.MXNetError, match="was not saved in np shape semantics"):
            mx.npx.load(path)
