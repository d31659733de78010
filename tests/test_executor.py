"""Executors: binding, forward and backward, live arrays, reshaping, refusals."""

import pathlib

import numpy as np
import pytest

import jmx as mx
from jmx.base import MXNetError

FIXTURES = pathlib.Path(__file__).parent / "fixtures"


@pytest.fixture
def product():
    return mx.sym.Variable("a") * mx.sym.Variable("b")


def bound(symbol, **extra):
    return symbol.bind(
        mx.cpu(),
        {"a": mx.nd.array([1.0, 2.0]), "b": mx.nd.array([3.0, 4.0])},
        args_grad={"a": mx.nd.zeros(2), "b": mx.nd.zeros(2)},
        **extra,
    )


def test_forward_and_backward(product):
    run = bound(product)
    assert run.outputs[0].shape == (2,)
    assert run.forward(is_train=True)[0].asnumpy().tolist() == [3, 8]
    run.backward(mx.nd.array([1.0, 10.0]))
    assert run.grad_dict["a"].asnumpy().tolist() == [3, 40]
    assert run.grad_arrays[1].asnumpy().tolist() == [1, 20]


def test_backward_after_an_inference_forward(product):
    run = bound(product)
    run.forward()
    run.backward([mx.nd.ones(2)])
    assert run.grad_dict["a"].asnumpy().tolist() == [3, 4]


def test_arrays_are_live(product):
    run = bound(product)
    first = run.forward()[0]
    run.arg_dict["a"][:] = 5
    second = run.forward(b=np.array([1.0, 1.0]))[0]
    assert first.asnumpy().tolist() == second.asnumpy().tolist() == [5, 5]
    assert run.arg_arrays[1].asnumpy().tolist() == [1, 1]
    assert list(run.output_dict) == product.list_outputs()


@pytest.mark.parametrize("requests", [{"a": "add"}, ["add", "null"]])
def test_gradient_requests(product, requests):
    run = bound(product, grad_req=requests)
    for _ in range(2):
        run.forward(is_train=True)
        run.backward(mx.nd.ones(2))
    assert run.grad_dict["a"].asnumpy().tolist() == [6, 8]
    assert run.grad_dict["b"].asnumpy().tolist() == [0, 0]


def test_losses_need_no_head_gradient(product):
    run = bound(mx.sym.Group([mx.sym.make_loss(product), mx.sym.BlockGrad(product)]))
    run.forward(is_train=True)
    run.backward()
    assert run.grad_dict["a"].asnumpy().tolist() == [3, 4]
    run = bound(product)
    run.forward(is_train=True)
    with pytest.raises(MXNetError, match="head_gradient is required"):
        run.backward()
    with pytest.raises(MXNetError, match=r"\[3\].*\[2\]"):
        run.backward(mx.nd.ones(3))
    with pytest.raises(TypeError):
        run.backward([3])
    assert run.grad_dict["a"].asnumpy().tolist() == [0, 0]


def test_softmax_output_trains():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    run = mx.sym.SoftmaxOutput(net, name="softmax").simple_bind(mx.cpu(), data=(4, 2), grad_req={"fc_weight": "write"})
    assert [a.shape for a in run.arg_arrays] == [(4, 2), (3, 2), (3,), (4,)]
    run.arg_dict["data"][:] = np.arange(8).reshape(4, 2)
    run.arg_dict["softmax_label"][:] = [0, 1, 2, 0]
    run.forward(is_train=True)
    run.backward()
    probability = np.full((4, 3), 1 / 3, "float32")
    probability[np.arange(4), [0, 1, 2, 0]] -= 1
    np.testing.assert_allclose(
        run.grad_dict["fc_weight"].asnumpy(), probability.T @ np.arange(8).reshape(4, 2), rtol=1e-5, atol=1e-6
    )
    assert run.grad_dict["data"] is None


def test_auxiliary_states_are_written_in_training_only():
    net = mx.sym.BatchNorm(mx.sym.Variable("data"), fix_gamma=False, momentum=0.5, name="bn")
    run = net.simple_bind(mx.cpu(), data=(4, 2))
    run.arg_dict["data"][:] = np.array([[0, 2], [0, 4], [4, 2], [4, 4]])
    run.forward(is_train=False)
    assert run.aux_dict["bn_moving_mean"].asnumpy().tolist() == [0, 0]
    run.forward(is_train=True)
    run.backward(mx.nd.ones((4, 2)))
    assert run.aux_dict["bn_moving_mean"].asnumpy().tolist() == [1, 1.5]


def test_checkpoint_of_mxnet_predicts_the_same():
    symbol = mx.sym.load(str(FIXTURES / "mod-symbol.json"))
    saved = mx.nd.load(str(FIXTURES / "mod-0005.params"))
    expected = np.load(FIXTURES / "expected.npz")
    data, want = expected["mod-symbol.json|X"], expected["mod-symbol.json|pred"]
    run = symbol.simple_bind(mx.cpu(), data=data.shape, grad_req="null")
    args = {k[4:]: v for k, v in saved.items() if k.startswith("arg:")}
    states = {k[4:]: v for k, v in saved.items() if k.startswith("aux:")}
    run.copy_params_from(args, states)
    np.testing.assert_allclose(run.forward(data=data)[0].asnumpy(), want, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="extra"):
        run.copy_params_from({**args, "extra": args["fc1_bias"]})
    run.copy_params_from({**args, "extra": args["fc1_bias"]}, allow_extra_params=True)


def test_reshape_shares_arrays():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=4, name="fc")
    run = net.simple_bind(mx.cpu(), x=(5, 4), grad_req="null")
    run.arg_arrays[0][:] = 1
    run.arg_arrays[1][:] = mx.nd.ones((4, 4))
    small = run.reshape(x=(3, 4))
    assert small.forward()[0].asnumpy().tolist() == [[4] * 4] * 3
    assert (run.outputs[0].asnumpy()[:3] == 4).all()
    assert small.arg_dict["fc_weight"] is run.arg_dict["fc_weight"]
    with pytest.raises(MXNetError, match="larger than original"):
        run.reshape(x=(6, 4))
    large = run.reshape(allow_up_sizing=True, x=(6, 4))
    large.arg_arrays[0][:] = 0
    assert (run.arg_arrays[0].asnumpy() == 1).all()
    with pytest.raises(MXNetError, match="fc_weight changed"):
        run.reshape(x=(5, 3))
    assert run.reshape(partial_shaping=True, x=(5, 3)).arg_dict["fc_weight"].shape == (4, 3)


def test_simple_bind_lends_and_keeps_arrays():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=4, name="fc")
    first = net.simple_bind(mx.cpu(), x=(5, 4))
    second = net.simple_bind(mx.cpu(), x=(3, 4), shared_exec=first, shared_arg_names=["fc_weight", "fc_bias"])
    assert second.arg_dict["fc_weight"] is first.arg_dict["fc_weight"]
    assert second.grad_dict["fc_weight"] is first.grad_dict["fc_weight"]
    buffer = {}
    large = net.simple_bind(mx.cpu(), x=(5, 4), shared_buffer=buffer)
    small = net.simple_bind(mx.cpu(), x=(2, 4), shared_buffer=buffer)
    large.arg_dict["x"][:] = 7
    assert "x" in buffer and (small.arg_dict["x"].asnumpy() == 7).all()


def test_element_types():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="fc")
    run = net.simple_bind(mx.cpu(), x=(2, 3), type_dict={"x": "float64"})
    assert {a.dtype for a in run.arg_arrays} == {np.float64}
    run.arg_dict["x"][:] = 1 / 3
    run.arg_dict["fc_weight"][:] = 1
    run.forward(is_train=True)
    run.backward(mx.nd.ones((2, 2), dtype="float64"))
    assert run.outputs[0].dtype == np.float64 and abs(run.outputs[0].asnumpy()[0, 0] - 1) < 1e-15
    assert run.grad_dict["fc_weight"].dtype == np.float64
    hinted = (mx.sym.Variable("v", dtype="float16") * 2).simple_bind(mx.cpu(), v=(2,))
    assert hinted.arg_arrays[0].dtype == np.float16


def test_monitor_sees_every_node():
    net = mx.sym.FullyConnected(mx.sym.Variable("x"), num_hidden=2, name="fc")
    net = mx.sym.Activation(net, act_type="relu", name="act")
    run = net.simple_bind(mx.cpu(), x=(2, 3))
    seen = []
    run.set_monitor_callback(lambda name, array: seen.append((name, array.shape)))
    run.forward()
    assert seen == [("fc_output", (2, 2)), ("act_output", (2, 2))]
    seen.clear()
    run.set_monitor_callback(lambda name, array: seen.append(name), monitor_all=True)
    run.forward(is_train=True)
    assert seen == ["x", "fc_data", "fc_weight", "fc_weight", "fc_bias", "fc_bias", "fc_output", "act_input0", "act_output"]


def test_random_operators_draw_anew_and_follow_the_seed():
    run = mx.sym.Dropout(mx.sym.Variable("x"), p=0.5).simple_bind(mx.cpu(), x=(64,))
    run.arg_arrays[0][:] = 1
    mx.random.seed(3)
    first, second = (run.forward(is_train=True)[0].asnumpy() for _ in range(2))
    mx.random.seed(3)
    again = run.forward(is_train=True)[0].asnumpy()
    assert (first == again).all() and (first != second).any()
    assert (run.forward()[0].asnumpy() == 1).all()


def test_optimized_symbol_shares_expressions():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    for symbol, saved in [((a + b) + (a + b), 1), (mx.sym.Group([a * b, a * b]), 0), (mx.sym.Dropout(a) + mx.sym.Dropout(a), 0)]:
        shapes = dict.fromkeys(symbol.list_arguments(), (2,))
        executor = symbol.simple_bind(mx.cpu(), **shapes)
        optimized = executor.get_optimized_symbol()
        assert len(optimized.get_internals()) + saved == len(symbol.get_internals())
        assert optimized.list_arguments() == symbol.list_arguments()
        with mx.test_utils.environment("MXNET_ELIMINATE_COMMON_EXPR", "0"):
            whole = symbol.simple_bind(mx.cpu(), **shapes)
            # The setting counts at the time of binding.
            assert len(executor.get_optimized_symbol().get_internals()) + saved == len(symbol.get_internals())
        assert len(whole.get_optimized_symbol().get_internals()) == len(symbol.get_internals())


def test_description(product):
    text = bound(product).debug_str()
    assert "Op:elemwise_mul" in text and "MB allocated" in text


@pytest.mark.parametrize(
    "call, kind, words",
    [
        (lambda s, x: s.bind(mx.cpu(), {"a": x}), ValueError, "key `b` is missing in `args`"),
        (lambda s, x: s.bind(mx.cpu(), [x]), ValueError, "Length of args"),
        (lambda s, x: s.bind(mx.cpu(), [x, 3]), TypeError, "NDArrays"),
        (lambda s, x: s.bind(mx.cpu(), 3), TypeError, "NDArrays"),
        (lambda s, x: s.bind("cpu", [x, x]), TypeError, "Context"),
        (lambda s, x: s.bind(mx.cpu(), [x, x], grad_req="foo"), ValueError, "grad_req must be in"),
        (lambda s, x: s.bind(mx.cpu(), [x, mx.nd.ones(3)]), MXNetError, r"Error in operator .*\[2\], got \[3\]"),
        (lambda s, x: s.bind(mx.cpu(), [x, x.astype("float64")]), MXNetError, "expected float32, got float64"),
        (lambda s, x: s.bind(mx.cpu(), [x, x]).forward(zz=x), TypeError, "Unknown argument zz"),
        (lambda s, x: s.bind(mx.cpu(), [x, x]).forward(a=3), ValueError, "only accept keyword argument of NDArrays"),
        (lambda s, x: s.bind(mx.cpu(), [x, x]).forward(a=mx.nd.ones(3)), ValueError, "Shape not match"),
        (lambda s, x: s.simple_bind(mx.cpu(), a=(2, 0)), RuntimeError, r"simple_bind error[\s\S]*a: \[2,\?\]"),
        (lambda s, x: s.simple_bind(mx.cpu(), a=(2,), b=(3,)), RuntimeError, "simple_bind error"),
        (lambda s, x: s.simple_bind(mx.cpu(), a=(2,), grad_req=[]), RuntimeError, "empty list"),
        (lambda s, x: s.simple_bind(mx.cpu(), a=(2,), grad_req="foo"), RuntimeError, "grad_req=foo"),
        (lambda s, x: s.simple_bind(mx.cpu(), a=(2,), grad_req=["write"]), RuntimeError, "expected 2, provided 1"),
        (lambda s, x: (s + mx.sym.Variable("a")).simple_bind(mx.cpu(), a=(2,)), RuntimeError, "Duplicate"),
    ],
)
def test_refusals(product, call, kind, words):
    with pytest.raises(kind, match=words):
        call(product, mx.nd.ones(2))


def test_backward_without_forward_runs_it_first(product):
    x = mx.nd.array([2.0, 3.0])
    grad = mx.nd.zeros(2)
    run = product.bind(mx.cpu(), {"a": x, "b": x * 5}, args_grad={"a": grad})
    run.backward(mx.nd.ones(2))
    assert grad.asnumpy().tolist() == [10, 15]


def test_evaluation(product):
    assert product.eval(a=mx.nd.array([2.0]), b=mx.nd.array([4.0]))[0].asnumpy().tolist() == [8]
    with pytest.raises(ValueError, match="missing"):
        product.eval(a=mx.nd.ones(1))


@pytest.mark.parametrize("given", [{}, {"data": (2, 3)}, {"data": (2, 3), "length": (2,)}])
def test_lengths_without_a_type_are_integers(given):
    data, length = mx.sym.Variable("data", shape=(2, 3)), mx.sym.Variable("length", shape=(2,))
    net = mx.sym.softmax(data, length, axis=1, use_length=True)
    run = net.simple_bind(mx.cpu(), grad_req="null", **given)
    assert run.arg_dict["data"].dtype == np.float32 and run.arg_dict["length"].dtype == np.int32
    run.arg_dict["length"][:] = 2
    assert run.forward()[0].asnumpy().tolist() == [[0.5, 0.5, 0]] * 2
    with pytest.raises(RuntimeError, match="length must be int32 or int64"):
        net.simple_bind(mx.cpu(), type_dict={"length": "float32", "data": "float32"}, **given)
