"""Partitioning backends: the same is computed whatever the backend, and there is none that MXNet's CPU library lacks."""

import ctypes

import numpy as np
import pytest

import jmx as mx
from jmx.base import _LIB, MXNetError, SymbolHandle, c_array, c_str, c_str_array, check_call, ctypes2buffer, mx_uint


@pytest.fixture
def net():
    weight = mx.sym.var("weight")
    return mx.sym.exp(mx.sym.FullyConnected(mx.sym.var("data"), weight, num_hidden=2, no_bias=True, name="fc"), name="out")


@pytest.mark.parametrize("backend", ["default", "default_v2", "MKLDNN", "MKLDNN_QUANTIZE"])
def test_the_same_is_computed(net, backend):
    values = {"data": mx.nd.ones((2, 3)), "weight": mx.nd.array([[1, 2, 3], [0, 0, 1]])}
    expected = net.eval(**values)[0].asnumpy()
    for other in (net.get_backend_symbol(backend), net.optimize_for(backend), net.optimize_for(backend, values, {}, mx.cpu())):
        assert other is not net and other.list_arguments() == net.list_arguments()
        np.testing.assert_allclose(other.eval(**values)[0].asnumpy(), expected, rtol=1e-6)


def test_backends_that_do_not_exist(net):
    with pytest.raises(MXNetError, match="SubgraphProperty TensorRT is not found.*MKLDNN"):
        net.get_backend_symbol("TensorRT")
    assert net.optimize_for("TensorRT").list_outputs() == ["out_output"]


def test_arrays_given_to_optimize_for_are_looked_at(net):
    with pytest.raises(MXNetError, match="fc: Shape inconsistent"):
        net.optimize_for("default", {"data": mx.nd.ones((2, 3)), "weight": mx.nd.ones((7, 9))})
    with pytest.raises(TypeError, match="Only accept list of NDArrays or dict"):
        net.optimize_for("default", {"data": 3})
    with pytest.raises(AssertionError):
        net.optimize_for(3)
    with pytest.raises(AssertionError):
        net.optimize_for("default", [mx.nd.ones(1)])


def test_gluon_blocks_take_a_backend():
    layer = mx.gluon.nn.Dense(2, in_units=3)
    layer.initialize()
    x = mx.nd.ones((1, 3))
    expected = layer(x).asnumpy()
    layer.hybridize(backend="default")
    np.testing.assert_allclose(layer(x).asnumpy(), expected, rtol=1e-6)
    layer.optimize_for(x, backend="MKLDNN")
    np.testing.assert_allclose(layer(x).asnumpy(), expected, rtol=1e-6)


def test_the_functions_of_the_library_that_there_are(net):
    names = c_str_array(["exp", "FullyConnected"])
    check_call(_LIB.MXSetSubgraphPropertyOpNames(c_str("default"), mx_uint(2), names))
    out = SymbolHandle()
    check_call(_LIB.MXBuildSubgraphByOpNames(net.handle, c_str("default"), mx_uint(2), names, ctypes.byref(out)))
    made = mx.sym.Symbol(out)
    assert made.tojson() == net.tojson()
    with pytest.raises(TypeError, match="handle just filled in"):
        mx.sym.Symbol(out)
    check_call(_LIB.MXRemoveSubgraphPropertyOpNames(c_str("default")))
    assert _LIB.MXBuildSubgraphByOpNames(net.handle, c_str("other"), mx_uint(2), names, ctypes.byref(out)) == -1
    with pytest.raises(MXNetError, match="SubgraphProperty other is not found"):
        check_call(-1)
    with pytest.raises(AttributeError, match="no C library behind jmx, and no function MXSymbolFree"):
        _ = _LIB.MXSymbolFree


def test_helpers_for_ctypes():
    assert list(c_array(ctypes.c_int, [1, 2])) == [1, 2]
    text = ctypes.create_string_buffer(b"abc")
    assert ctypes2buffer(ctypes.cast(text, ctypes.POINTER(ctypes.c_char)), 2) == bytearray(b"ab")
    with pytest.raises(TypeError, match="char pointer"):
        ctypes2buffer(3, 2)
    numbers = (ctypes.c_float * 4)(1, 2, 3, 4)
    shared = mx.base.ctypes2numpy_shared(ctypes.cast(numbers, mx.base.mx_float_p), (2, 2))
    shared[0, 0] = 7
    assert numbers[0] == 7 and shared.shape == (2, 2)
    with pytest.raises(AttributeError, match="has no attribute 'c_nothing'"):
        _ = mx.base.c_nothing
