"""What users give to autograd: results of `Function.backward`, head gradients, arrays for gradients. Values are MXNet 1.9.1's."""

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd

DATA = [[1.0, 2.0], [3.0, 4.0]]


def function(backward, forward=lambda *arrays: arrays[0] * 1.0):
    class Fixed(autograd.Function):
        def forward(self, *arrays):
            return forward(*arrays)

        def backward(self, *heads):
            return backward(*heads)

    return Fixed()


def gradient(backward, before=lambda x: x, req="write", passes=1, x=None, forward=lambda *arrays: arrays[0] * 1.0):
    x = nd.array(DATA) if x is None else x
    x.attach_grad(req)
    for _ in range(passes):
        with autograd.record():
            z = function(backward, forward)(before(x)).sum()
        z.backward()
    assert x.grad.shape == x.shape and x.grad.dtype == x.dtype
    return x.grad.asnumpy().astype(float).round(2).tolist()


def five(head):
    return nd.ones((1,)) * 5


WEIGHT = np.ones((2, 2), np.float32)


@pytest.mark.parametrize(
    ("backward", "before", "expected"),
    [
        (five, lambda x: x, [[5, 5], [5, 5]]),
        (lambda h: nd.array([[1.0, 2.0]]), lambda x: x, [[1, 2], [1, 2]]),
        (lambda h: nd.array([[1.0], [2.0]]), lambda x: x, [[1, 1], [2, 2]]),
        (lambda h: nd.ones((1, 2, 2)) * 5, lambda x: x, [[5, 5], [5, 5]]),
        (lambda h: nd.array([[0.0, 3.0]]).tostype("row_sparse"), lambda x: x, [[0, 3], [0, 3]]),
        (five, lambda x: x * 3, [[15, 15], [15, 15]]),
        (five, lambda x: nd.FullyConnected(x, nd.array(WEIGHT), num_hidden=2, no_bias=True), [[10, 10], [10, 10]]),
        (five, lambda x: x.reshape((4,)), [[5, 5], [5, 5]]),
        (lambda h: nd.ones((1, 1)), lambda x: x.sum(axis=1), [[1, 1], [1, 1]]),
        (five, lambda x: x[0], [[5, 5], [0, 0]]),
        (lambda h: h.astype("float64") * 2, lambda x: x, [[2, 2], [2, 2]]),
        (lambda h: h.astype("float64") * 2, nd.exp, [[5.44, 14.78], [40.17, 109.2]]),
        (lambda h: h.astype("int32") * 2, lambda x: x * 1.5, [[3, 3], [3, 3]]),
        (lambda h: [five(h)], lambda x: x, [[5, 5], [5, 5]]),
    ],
)
def test_what_backward_returns_is_broadcast_and_cast(backward, before, expected):
    assert gradient(backward, before) == expected


def test_it_is_cast_to_the_type_of_half_precision():
    x = nd.ones((2, 2), dtype="float16")
    grads = gradient(lambda h: h.astype("float32") * 2, nd.exp, x=x, forward=lambda a: a.astype("float32"))
    assert grads == [[5.44, 5.44], [5.44, 5.44]]


def test_it_is_broadcast_before_it_is_added():
    assert gradient(five, req="add", passes=3) == [[15, 15], [15, 15]]


def test_a_number_as_an_array_of_mx_np_is_broadcast():
    x = mx.np.ones((2, 3))
    x.attach_grad()
    with autograd.record():
        z = function(lambda h: h.sum() * 0 + 4)(x).sum()
    z.backward()
    assert x.grad.shape == (2, 3) and (x.grad.asnumpy() == 4).all()


def test_autograd_grad_and_higher_derivatives_broadcast_too():
    x = nd.array(DATA)
    x.attach_grad()
    with autograd.record():
        y = function(lambda h: h.sum().reshape((1, 1)) * 2)(x)
    assert autograd.grad(y, x, retain_graph=True)[0].asnumpy().tolist() == [[8, 8], [8, 8]]
    with autograd.record():
        z = function(lambda h: h[0:1] * 2)(x * x)
        slope = autograd.grad(z, x, create_graph=True)[0]
        total = slope.sum()
    total.backward()
    assert slope.asnumpy().tolist() == [[4, 8], [12, 16]]  # 2 x, times 2 in all rows
    assert x.grad.asnumpy().tolist() == [[4, 4], [4, 4]]


def test_a_hybridized_layer_before_it_learns_from_the_broadcast_gradient():
    net = gluon.nn.Dense(2, in_units=2)
    net.initialize(mx.init.One())
    net.hybridize()
    x = nd.array([[1.0, 2.0]])
    x.attach_grad()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    with autograd.record():
        z = function(lambda h: nd.array([[1.0, 2.0]]))(net(nd.concat(x, x, dim=0))).sum()
    z.backward()
    trainer.step(1)
    assert net.weight.data().asnumpy().tolist() == [[-1, -3], [-3, -7]]
    assert net.bias.data().asnumpy().tolist() == [-2, -4]
    assert x.grad.asnumpy().tolist() == [[6, 6]]


@pytest.mark.parametrize("before", [lambda x: x, lambda x: x * 2])
@pytest.mark.parametrize("shape", [(3, 2, 2), (4,), (3, 2), (3,)])
@pytest.mark.parametrize("req", ["write", "add"])
def test_a_gradient_that_cannot_be_broadcast_is_refused_and_nothing_written(before, shape, req):
    x = nd.array(DATA)
    x.attach_grad(req)
    x.grad[:] = 7
    with autograd.record():
        z = function(lambda h: nd.ones(shape))(before(x)).sum()
    with pytest.raises(mx.MXNetError, match=rf"Fixed.backward returned .* of shape \({shape[0]}.* input 0, .*\(2, 2\)"):
        z.backward()
    assert x.grad.asnumpy().tolist() == [[7, 7], [7, 7]]


def test_a_forgotten_sum_over_a_broadcast_axis_is_told():
    a, b = nd.ones((2, 2)), nd.ones(2)
    a.attach_grad(), b.attach_grad()
    with autograd.record():
        z = function(lambda h: (h * 2, h * 3), lambda a, b: a * b)(a, b).sum()
    with pytest.raises(mx.MXNetError, match=r"\(2, 2\) for input 1, whose shape is \(2,\)"):
        z.backward()


@pytest.mark.parametrize("result", [None, 1.0, np.ones((2, 2))])
def test_what_is_no_array_is_refused(result):
    with pytest.raises(mx.MXNetError, match=f"Fixed.backward must return NDArrays.*{type(result).__name__}"):
        gradient(lambda h: result)


# ---- head gradients


def with_head(head, operator=lambda x: x * 2, x=None):
    x = nd.array(DATA) if x is None else x
    x.attach_grad()
    with autograd.record():
        y = operator(x)
    y.backward(head)
    return x.grad.asnumpy().tolist()


def test_of_a_larger_head_gradient_the_first_elements_count():
    assert with_head(nd.arange(6)) == [[0, 2], [4, 6]]
    assert with_head(nd.arange(6).reshape((2, 3))) == [[0, 2], [4, 6]]


@pytest.mark.parametrize("dtype", ["float64", "float16", "int32"])
@pytest.mark.parametrize("operator", [lambda x: x * 2, nd.identity, nd.exp])
def test_a_head_gradient_of_another_type_is_refused(operator, dtype):
    with pytest.raises(mx.MXNetError, match=f"head gradient of type {dtype} given for an output of type float32"):
        with_head(nd.ones((2, 2), dtype=dtype), operator)


def test_a_head_gradient_of_single_precision_does_not_fit_other_types():
    with pytest.raises(mx.MXNetError, match="float32 given for an output of type float64"):
        with_head(nd.ones((2, 2)), x=nd.ones((2, 2), dtype="float64"))


def test_that_of_a_variable_itself_must_have_its_shape():
    x = nd.array(DATA)
    x.attach_grad()
    with pytest.raises(mx.MXNetError, match=r"\(6,\) given for an output of shape \(2, 2\)"):
        x.backward(nd.arange(6))


# ---- arrays for gradients


@pytest.mark.parametrize("req", ["write", "add"])
@pytest.mark.parametrize(
    "array", [nd.ones(3), nd.ones(4), nd.ones((1, 2)), nd.ones((2, 2), dtype="float64"), nd.ones((2, 2), dtype="float16")]
)
def test_an_array_for_a_gradient_that_does_not_fit_is_told_by_backward_and_kept(array, req):
    before = array.asnumpy()
    x, other, grad = nd.ones((2, 2)), nd.ones((2, 2)), nd.zeros((2, 2))
    autograd.mark_variables([x, other], [array, grad], req)
    with autograd.record():
        y = x * other
    with pytest.raises(mx.MXNetError, match="must have its shape and element type.*mark_variables"):
        y.backward()
    np.testing.assert_array_equal(array.asnumpy(), before)
    assert array.dtype == before.dtype and grad.asnumpy().tolist() == [[0, 0], [0, 0]]


def test_one_that_nobody_writes_to_may_have_any_shape():
    x, other = nd.ones((2, 2)), nd.ones((2, 2))
    autograd.mark_variables([x], [nd.ones(3)], "null")
    other.attach_grad()
    with autograd.record():
        y = x * other
    y.backward()
    assert other.grad.asnumpy().tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("gradient", [None, np.ones((2, 2))])
def test_a_gradient_must_be_an_array(gradient):
    x = nd.ones((2, 2))
    with pytest.raises(AttributeError, match=f"gradient 0 must be an NDArray, got {type(gradient).__name__}"):
        autograd.mark_variables([x], [gradient])
    assert x.grad is None


@pytest.mark.parametrize("dtype", ["float64", "float16", "int32"])
@pytest.mark.parametrize(("request_", "expected"), [("write", [3.0, 3.0]), ("add", [4.0, 4.0])])
def test_an_executor_takes_gradients_of_other_types(dtype, request_, expected):
    """MXNet casts head gradients, and gradients for arrays of another type than the argument, which some operators refuse."""
    grad = nd.ones(2, dtype=dtype)
    executor = mx.sym.sum(mx.sym.var("a")).bind(mx.cpu(), {"a": nd.ones(2)}, args_grad={"a": grad}, grad_req=request_)
    executor.forward(is_train=True)
    executor.backward(nd.array([3], dtype=dtype))
    assert executor.grad_dict["a"] is grad and grad.dtype == np.dtype(dtype) and grad.asnumpy().tolist() == expected
