"""jmx.jax.call: functions of JAX as operators of the tape and of graphs."""

import copy
import functools
import gc
import pickle
import threading
import weakref

import cloudpickle
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon
from jmx.jax import _call

MODULES = {"nd": mx.nd, "np": mx.np}


@pytest.fixture(params=["nd", "np"])
def module(request):
    return MODULES[request.param]


def gelu(x, approximate=True):
    return jax.nn.gelu(x, approximate=approximate)


def variable(module, values, dtype="float32"):
    x = module.array(np.asarray(values), dtype=dtype)
    x.attach_grad()
    return x


def recorded(fn, *args, **static):
    with autograd.record():
        return jmx.jax.call(fn, *args, **static)


def test_values_gradients_and_class(module):
    x = variable(module, [-1, 0.5, 2])
    for approximate in (True, False):
        y = recorded(gelu, x, approximate=approximate)
        y.backward()
        assert type(y) is type(x) and y.ctx == x.ctx
        expected, pullback = jax.vjp(functools.partial(gelu, approximate=approximate), x.asjax())
        np.testing.assert_allclose(y.asnumpy(), expected, rtol=1e-5)
        np.testing.assert_allclose(x.grad.asnumpy(), pullback(jnp.ones(3))[0], rtol=1e-5)


def test_it_is_one_node_and_passes_gradients_on(module):
    x = variable(module, [1, 2])
    with autograd.record():
        y = jmx.jax.call(lambda v: jnp.cumsum(jnp.sin(v) * v), x * 3)
        z = (y * y).sum()
    assert y._entry[0].parents[0][1][0] is not y._entry[0] and len(y._entry[0].parents) == 1
    z.backward()
    expected = jax.grad(lambda v: (jnp.cumsum(jnp.sin(3 * v) * 3 * v) ** 2).sum())(jnp.array([1.0, 2]))
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-5)


def test_nested_arguments_and_results(module):
    x, i = variable(module, [1, 2, 3]), module.array([0, 2], dtype="int32")

    def function(tree, factor, flag):
        assert isinstance(tree["x"], jax.Array)
        return {"sum": tree["x"].sum() * factor, "rest": [tree["x"][tree["i"]] + tree["other"], jnp.where(flag, 1, 2), None]}

    with autograd.record():
        out = jmx.jax.call(function, {"x": x, "i": i, "other": np.float32([10, 20])}, 2.0, True)
        total = out["sum"] + out["rest"][0].sum()
    assert out["sum"].asnumpy() == 12 and out["rest"][2] is None and out["rest"][1].asnumpy() == 1
    np.testing.assert_array_equal(out["rest"][0].asnumpy(), [11, 23])
    total.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [3, 2, 3])


def test_parameters_of_a_block_get_gradients():
    net = gluon.nn.Dense(2, in_units=3, prefix="d_")
    net.initialize()
    x = mx.nd.array(np.arange(6).reshape(2, 3))

    def loss(p, x):
        return (jnp.tanh(x @ p["d_weight"].T + p["d_bias"]) ** 2).mean()

    recorded(loss, net.collect_params(), x).backward()
    expected = jax.grad(loss)({n: p.data().asjax() for n, p in net.collect_params().items()}, x.asjax())
    for name, parameter in net.collect_params().items():
        np.testing.assert_allclose(parameter.grad().asnumpy(), expected[name], rtol=1e-5, atol=1e-7)


def test_integers_get_no_gradient_and_stay_integers(module):
    table, i = variable(module, [[1, 2], [3, 4]]), variable(module, [1, 1], "int32")
    seen = []

    def rows(t, i):
        seen.append(i.dtype)
        return t[i]

    recorded(rows, table, i).backward()
    np.testing.assert_array_equal(table.grad.asnumpy(), [[0, 0], [2, 2]])
    np.testing.assert_array_equal(i.grad.asnumpy(), [0, 0])
    assert set(seen) == {np.dtype("int32")}


def test_higher_derivatives(module):
    x = variable(module, [1, 2])
    with autograd.record():
        y = jmx.jax.call(lambda v: v**4, x)
        first = autograd.grad(y.sum(), x, create_graph=True, retain_graph=True)[0]
        (second,) = autograd.grad(first.sum(), [x], create_graph=True, retain_graph=True)
        total = second.sum()
    np.testing.assert_allclose(first.asnumpy(), [4, 32], rtol=1e-6)
    np.testing.assert_allclose(second.asnumpy(), [12, 48], rtol=1e-6)
    total.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [24, 48], rtol=1e-6)


def test_a_custom_gradient_is_kept():
    @jax.custom_vjp
    def straight_through(v):
        return jnp.round(v)

    straight_through.defvjp(lambda v: (jnp.round(v), None), lambda _, ct: (ct * 5,))
    x = variable(mx.nd, [0.4, 1.6])
    y = recorded(straight_through, x)
    y.backward()
    assert y.asnumpy().tolist() == [0, 2] and x.grad.asnumpy().tolist() == [5, 5]


@pytest.mark.parametrize("dtype", ["float64", "float16", "bfloat16"])
def test_element_types(dtype):
    x = variable(mx.nd, [1 / 3, 2], dtype)
    y = recorded(lambda v: v * v, x)
    y.backward()
    assert y.dtype == x.grad.dtype == x.dtype
    np.testing.assert_array_equal(x.grad.astype("float64").asnumpy(), 2 * x.astype("float64").asnumpy())
    assert jmx.jax.call(jnp.sum, mx.nd.array([2**40, 5], dtype="int64")).asscalar() == 2**40 + 5


def test_without_mx_arrays_it_is_the_function():
    assert isinstance(jmx.jax.call(jnp.add, jnp.ones(2), 1), jax.Array)
    assert jmx.jax.call(max, 1, 2) == 2
    np.testing.assert_array_equal(jax.jit(lambda v: jmx.jax.call(jnp.sin, v))(jnp.zeros(2)), [0, 0])


def test_results_are_memory_of_their_own():
    x = mx.nd.ones(3)
    y = jmx.jax.call(lambda v: v, x)
    y += 1
    assert x.asnumpy().tolist() == [1, 1, 1] and y.asnumpy().tolist() == [2, 2, 2]


# ---- what raises


def raises_key_error(v):
    raise KeyError("nothing there")


def returns_text(v):
    return {"a": "text"}


def returns_nothing(v):
    return None


def returns_mx(v):
    return mx.nd.ones(2)


def looks_at_values(v):
    return v if v.sum() > 0 else -v


def loops(v):
    return jax.lax.while_loop(lambda c: c.sum() < 10, lambda c: c * 2, v)


@pytest.mark.parametrize(
    "fn, text",
    [
        (raises_key_error, "KeyError: 'nothing there'"),
        (returns_text, "returned a str; expected jax arrays"),
        (returns_nothing, "returned None"),
        (returns_mx, "returned a NDArray"),
        (looks_at_values, "TracerBoolConversionError"),
    ],
)
def test_errors_name_the_function(fn, text):
    for call in (jmx.jax.call, recorded):
        with pytest.raises(mx.MXNetError, match=rf"jmx\.jax\.call of {fn.__name__} \(test_call\.py:\d+\): .*{text}"):
            call(fn, variable(mx.nd, [1, 2]))


def test_what_cannot_be_differentiated_raises_in_backward_and_names_the_function():
    x = variable(mx.nd, [1, 2])
    y = recorded(loops, x)
    assert y.asnumpy().tolist() == [4, 8]
    with pytest.raises(mx.MXNetError, match=r"jmx\.jax\.call of loops .*Reverse-mode differentiation does not work"):
        y.backward()


def test_arguments_that_cannot_be_passed():
    x = mx.nd.ones(2)
    for call, error, text in (
        (lambda: jmx.jax.call(3, x), TypeError, "needs a function"),
        (lambda: jmx.jax.call(gelu, x, approximate=x), TypeError, "gelu .*approximate holds an array; pass arrays by position"),
        (lambda: jmx.jax.call(gelu, x, approximate=[1]), TypeError, "gelu .*must be hashable, and list is not"),
        (lambda: jmx.jax.call(gelu, x, "text"), TypeError, "gelu .*cannot pass a str by position"),
        (lambda: jmx.jax.call(gelu, mx.nd.ones((2, 2)).tostype("csr")), mx.MXNetError, "tostype"),
        (lambda: jax.jit(lambda v: jmx.jax.call(jnp.add, x, v))(jnp.ones(2)), mx.MXNetError, "JAX is tracing"),
    ):
        with pytest.raises(error, match=text):
            call()


# ---- what stays compiled


def test_it_is_traced_once_for_each_set_of_shapes_and_keywords():
    traced = []

    def function(v, number, power=1):
        traced.append((v.shape, power))
        return v**power * number

    x, y = mx.nd.ones(2), mx.nd.ones(3)
    for number in range(5):
        jmx.jax.call(function, x, float(number))
        jmx.jax.call(function, y, float(number), power=2)
    assert traced == [((2,), 1), ((3,), 2)]
    assert jmx.jax.call(function, x, 2, power=True).dtype == np.float32
    assert len(traced) == 3, "1 and True are two values"


def test_functions_are_freed_and_with_them_what_was_compiled():
    x = variable(mx.nd, [1, 2])

    def one():
        big = np.ones(1000, np.float32)
        function = lambda v: v * big[:2]
        y = recorded(function, x)
        return weakref.ref(function), y

    reference, y = one()
    gc.collect()
    y.backward()  # the tape holds the function
    assert x.grad.asnumpy().tolist() == [1, 1]
    del y
    gc.collect()
    assert reference() is None


def test_what_takes_no_attributes_is_kept_in_limited_number():
    class Scale:
        __slots__ = ("factor",)

        def __init__(self, factor):
            self.factor = factor

        def __call__(self, v):
            return v * self.factor

    x = mx.nd.ones(2)
    for factor in range(_call._KEPT_OTHERS + 3):
        assert jmx.jax.call(Scale(factor), x).asnumpy()[0] == factor
    assert len(_call._others) <= _call._KEPT_OTHERS
    assert jmx.jax.call(Scale(7).__call__, x).asnumpy()[0] == 7


def test_wrappers_and_copies_of_a_function_are_functions_of_their_own():
    x = mx.nd.ones(2)

    def double(v):
        return v * 2

    jmx.jax.call(double, x)

    @functools.wraps(double)
    def wrapper(v):
        return double(v) + 1

    assert jmx.jax.call(wrapper, x).asnumpy()[0] == 3
    assert jmx.jax.call(double, x).asnumpy()[0] == 2
    assert jmx.jax.call(cloudpickle.loads(cloudpickle.dumps(double)), x).asnumpy()[0] == 2
    half = functools.partial(jnp.multiply, 0.5)
    jmx.jax.call(half, x)
    assert jmx.jax.call(copy.deepcopy(half), x).asnumpy()[0] == 0.5
    assert jmx.jax.call(pickle.loads(pickle.dumps(functools.partial(gelu, approximate=False))), x).shape == (2,)


def test_threads():
    results, errors = [], []

    def function(v, n):
        return jnp.sin(v) * n

    def work(n):
        try:
            for size in range(1, 5):
                x = variable(mx.nd, np.arange(size))
                y = recorded(function, x, float(n))
                y.backward()
                results.append(np.allclose(x.grad.asnumpy(), np.cos(np.arange(size)) * n, atol=1e-6))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and all(results) and len(results) == 16


# ---- graphs


class Symbolic(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = gluon.nn.Dense(3)

    def hybrid_forward(self, F, x):
        return jmx.jax.call(gelu, self.dense(x), approximate=False) * 2


class OnArrays(gluon.HybridBlock):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.dense = gluon.nn.Dense(3, in_units=4)

    def forward(self, x):
        h = self.dense(x)
        low, high = jmx.jax.call(lambda v, n: (jnp.minimum(v, n), jnp.maximum(v, n)), h, 0.25)
        return low * 3 + high


@pytest.mark.parametrize("block", [Symbolic, OnArrays])
def test_in_hybrid_blocks(block):
    net, x = block(), mx.nd.array(np.random.default_rng(0).normal(size=(2, 4)))
    net.initialize(mx.init.Normal(0.5))

    def value_and_gradient():
        with autograd.record():
            y = net(x)
            loss = (y * y).sum()
        loss.backward()
        return y.asnumpy(), net.dense.weight.grad().asnumpy()

    net(x)
    eager = value_and_gradient()
    net.hybridize()
    for _ in range(2):
        for one, other in zip(eager, value_and_gradient()):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    assert net._cached_op is not None, "it was compiled"


def test_on_symbols():
    net = Symbolic(prefix="net_")
    net.initialize()
    out = net(mx.sym.var("data"))
    assert out.list_arguments() == ["data", "net_dense0_weight", "net_dense0_bias"]
    assert out.infer_shape(data=(2, 4))[1] == [(2, 3)]
    executor = out.simple_bind(mx.cpu(), data=(2, 4))
    executor.arg_dict["data"][:] = 1
    executor.arg_dict["net_dense0_weight"][:] = 0.5
    y = executor.forward(is_train=True)[0]
    np.testing.assert_allclose(y.asnumpy(), 2 * np.asarray(gelu(jnp.full((2, 3), 2.0), False)), rtol=1e-5)
    executor.backward(mx.nd.ones((2, 3)))
    slope = jax.grad(lambda v: gelu(v, False))(2.0)
    np.testing.assert_allclose(executor.grad_dict["net_dense0_bias"].asnumpy(), np.full(3, 4 * slope), rtol=1e-5)


def test_symbols_with_several_outputs_and_of_the_numpy_interface():
    def pair(v):
        return v + 1, v * 2

    pair.num_outputs = 2
    x = mx.sym.var("x")
    plus, twice = jmx.jax.call(pair, x)
    assert (plus * twice).eval(x=mx.nd.array([1, 2]))[0].asnumpy().tolist() == [4, 12]
    with pytest.raises(mx.MXNetError, match="returned 2 arrays.*num_outputs says, here 1"):
        jmx.jax.call(lambda v: (v, v), x).eval(x=mx.nd.ones(2))
    y = jmx.jax.call(jnp.sin, x.as_np_ndarray())
    assert type(y) is mx.sym.np._Symbol
    with pytest.raises(TypeError, match="symbols and mx arrays are mixed"):
        jmx.jax.call(jnp.add, x, mx.nd.ones(2))


def test_graphs_with_functions_of_jax_are_not_written_to_files(tmp_path):
    net = Symbolic()
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((2, 4)))
    symbol = net(mx.sym.var("data"))
    for write in (symbol.tojson, lambda: symbol.save(str(tmp_path / "s.json")), lambda: net.export(str(tmp_path / "net"))):
        with pytest.raises(mx.MXNetError, match=r"cannot be written as JSON.*gelu.*jmx\.jax\.call.*save_parameters"):
            write()
    assert list(tmp_path.iterdir()) == []
    net.save_parameters(str(tmp_path / "net.params"))
    text = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2).tojson().replace('"FullyConnected"', '"_jmx_call"')
    text = text.replace('"num_hidden": "2"', '"function": "gone#1"')
    with pytest.raises(mx.MXNetError, match=r"'gone#1' of jmx\.jax\.call does not exist in this process"):
        mx.sym.load_json(text).infer_shape(x=(1, 1))
