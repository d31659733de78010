"""Arrays of MXNet in functions of JAX, and arrays of JAX in those of MXNet."""

import doctest
import gc
import operator
import os
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

import jmx
import jmx as mx
from jmx import autograd, gluon
from jmx.core.run import jax_arrays

MODULES = {"nd": mx.nd, "np": mx.np}
CLASSES = {"nd": mx.nd.NDArray, "np": mx.np.ndarray}


@pytest.fixture(params=["nd", "np"])
def kind(request):
    return request.param


def array(kind, values, dtype="float32"):
    return MODULES[kind].array(np.asarray(values), dtype=dtype)


# ---- functions of JAX


def test_functions_of_jax_numpy_give_arrays_of_jax(kind):
    a = array(kind, [[1, 2], [3, 4]])
    value = np.array([[1, 2], [3, 4]], np.float32)
    for result, expected in (
        (jnp.sin(a), np.sin(value)),
        (jnp.concatenate([a, a], 1), np.concatenate([value, value], 1)),
        (jnp.asarray(a), value),
        (jnp.where(a > 2, a, 0), np.where(value > 2, value, 0)),
        (jax.nn.relu(-a), np.zeros((2, 2))),
        (jnp.einsum("ij,jk->ik", a, a), value @ value),
    ):
        assert isinstance(result, jax.Array)
        np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_traced_functions_see_plain_values_of_jax(kind):
    a = array(kind, [1, 2, 3])
    seen = []

    def function(x):
        seen.append(x)
        return x.at[0].set(10) + jax.lax.sin(x), x

    first, second = jax.jit(function)(a)
    assert isinstance(seen[0], jax.core.Tracer)
    assert isinstance(first, jax.Array) and isinstance(second, jax.Array)
    np.testing.assert_allclose(first, np.array([10, 2, 3]) + np.sin([1, 2, 3]), rtol=1e-6)
    np.testing.assert_array_equal(jax.vmap(lambda x: x * 2)(a), [2, 4, 6])
    np.testing.assert_array_equal(jax.vmap(lambda x, y: x * y, in_axes=(0, None))(a, a)[1], [2, 4, 6])
    assert jax.eval_shape(jnp.sum, a).shape == ()
    np.testing.assert_array_equal(jax.lax.scan(lambda c, x: (c + x, c), jnp.float32(0), a)[1], [0, 1, 3])


def test_gradients_have_the_structure_and_class_of_the_parameters(kind):
    parameters = {"w": array(kind, [1, 2]), "b": [array(kind, [3])]}
    loss = lambda p: (p["w"] ** 2).sum() * p["b"][0][0]
    grads = jax.grad(loss)(parameters)
    assert type(grads["w"]) is CLASSES[kind] and grads["w"].ctx == mx.cpu()
    np.testing.assert_array_equal(grads["w"].asnumpy(), [6, 12])
    np.testing.assert_array_equal(grads["b"][0].asnumpy(), [5])
    stepped = jax.tree.map(lambda p, g: p - 0.5 * g, parameters, grads)
    assert type(stepped["w"]) is CLASSES[kind]
    np.testing.assert_array_equal(stepped["w"].asnumpy(), [-2, -4])


def test_a_pullback_keeps_the_value_that_it_was_made_of(kind):
    """The reason for which arrays are nodes of pytrees and not values of JAX's."""
    a = array(kind, [1, 2])
    _, pullback = jax.vjp(lambda x: x**2, a)
    a[:] = 100
    np.testing.assert_array_equal(pullback(jnp.ones(2))[0].asnumpy(), [2, 4])


def test_nodes_keep_whatever_jax_puts_into_them(kind):
    a = array(kind, [1, 2])
    leaves, tree = jax.tree.flatten({"a": a})
    assert isinstance(leaves[0], jax.Array) and leaves[0] is a.asjax()
    for leaf in (None, object(), jax.ShapeDtypeStruct((2,), "float32"), 3):
        again = jax.tree.unflatten(tree, [leaf])
        assert type(again["a"]) is CLASSES[kind] and again["a"]._data() is leaf
        if leaf is not None:  # for JAX None is no leaf
            assert jax.tree.flatten(again) == ([leaf], tree)
    assert type(jax.device_get(a)) is CLASSES[kind]
    np.testing.assert_array_equal(jax.device_get(a).asnumpy(), [1, 2])
    assert jax.tree_util.keystr(jax.tree_util.tree_flatten_with_path({"a": a})[0][0][0]) == "['a'].value"


def test_subclasses_are_nodes_too():
    class Mine(mx.nd.NDArray):
        __slots__ = ()

    doubled = jax.tree.map(lambda x: x * 2, Mine(mx.nd.ones(2)))
    assert type(doubled) is Mine and doubled.asnumpy().tolist() == [2, 2]


def test_views_and_pending_work_give_the_current_value(kind):
    base = array(kind, np.arange(6).reshape(2, 3))
    view = base[1]
    before = view.asjax()
    base[1] = 7
    view += 1
    np.testing.assert_array_equal(before, [3, 4, 5])
    np.testing.assert_array_equal(jnp.sum(view), 24)
    np.testing.assert_array_equal(jax.jit(jnp.sum)(base), 27)


def test_an_error_that_waits_is_raised():
    mx.nd.random.normal(0, -1, shape=(2,))
    with pytest.raises(mx.MXNetError):
        jnp.sin(mx.nd.ones(2))
    jnp.sin(mx.nd.ones(2))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "bool", "uint8", "int8", "int32"])
def test_element_types(kind, dtype):
    a = array(kind, [0, 1, 1], dtype)
    assert jnp.asarray(a).dtype == a.asjax().dtype == np.dtype(a.dtype)
    np.testing.assert_array_equal(jax.jit(lambda x: x[1:])(a).astype(np.float32), [1, 1])


@mx.util.use_np_shape
def test_scalars_and_arrays_without_elements():
    assert jnp.sin(mx.np.zeros((0, 3))).shape == (0, 3)
    assert jax.jit(jnp.sin)(mx.np.array(0.0)).shape == ()
    assert (mx.np.zeros((0, 3)) + jnp.zeros((0, 3))).shape == (0, 3)
    assert (jnp.float32(2) * mx.np.array(3.0, dtype="float32")).item() == 6


@pytest.mark.parametrize("dtype, value", [("int64", 2**40 + 1), ("float64", 1 + 2**-40)])
def test_64_bits_are_exact_or_refused(kind, dtype, value):
    a = array(kind, [value], dtype)
    for use in (jnp.sum, jax.jit(lambda x: x * 1), jnp.asarray):
        with pytest.raises(mx.MXNetError, match=r"JAX cuts (int|float)64 to 32 bits.*enable_x64.*jmx\.jax\.call"):
            use(a)
        with jax.enable_x64(True):
            assert use(a).item() == value
    assert np.asarray(a.asjax())[0] == value
    assert (a + a.asjax()).asnumpy()[0] == value * 2


def test_sparse_arrays_say_what_to_do():
    sparse = mx.nd.ones((2, 2)).tostype("csr")
    for use in (jnp.sin, jax.jit(jnp.sin), jax.tree.leaves, lambda x: x.asjax(), np.from_dlpack):
        with pytest.raises(mx.MXNetError, match="CSRNDArray.*tostype"):
            use(sparse)


# ---- autograd


@pytest.mark.parametrize("use", [jnp.sin, jax.jit(jnp.sin), jax.tree.leaves, lambda x: x @ jnp.ones(2)], ids=range(4))
def test_no_gradient_is_lost_in_silence(use):
    a = mx.nd.array([1, 2])
    a.attach_grad()
    with autograd.record():
        with pytest.raises(mx.MXNetError, match=r"would lose its gradient.*jmx\.jax\.call.*detach"):
            use(a * 2)
        use(a.detach())
        use(mx.nd.ones(2))
        with autograd.pause():
            use(a)
        assert a.asjax().tolist() == [1, 2]
    use(a)


def test_operators_with_jax_arrays_are_recorded_from_both_sides(kind):
    a, x = array(kind, [1, 2, 4]), jnp.array([1.0, 10, 100])
    a.attach_grad()
    with autograd.record():
        y = x * a + a * x + x / a - (x - a)
    y.backward()
    np.testing.assert_allclose(a.grad.asnumpy(), 2 * x - x / np.array([1, 4, 16]) + 1, rtol=1e-6)


# ---- operators

ARITHMETIC = "add sub mul truediv mod pow".split()
COMPARISONS = "eq ne lt le gt ge".split()


@pytest.mark.parametrize("name", [*ARITHMETIC, *COMPARISONS])
def test_operators_take_arrays_of_jax_on_either_side(kind, name):
    function, left, right = getattr(operator, name), np.array([1, 2, 3], np.float32), np.array([3, 2, 1], np.float32)
    for result in (function(array(kind, left), jnp.asarray(right)), function(jnp.asarray(left), array(kind, right))):
        assert type(result) is CLASSES[kind], type(result)
        expected = function(left, right)
        assert result.dtype == (np.bool_ if kind == "np" and name in COMPARISONS else np.float32)
        np.testing.assert_allclose(result.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("name", "add sub mul truediv mod".split())
def test_operators_in_place(kind, name):
    a = array(kind, [5, 6, 7])
    view, other, cell = a[1:], jnp.array([2.0, 4, 5]), a._cell
    a = getattr(operator, "i" + name)(a, other)
    expected = getattr(operator, name)(np.array([5, 6, 7], np.float32), np.asarray(other))
    assert a._cell is cell
    np.testing.assert_allclose(a.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(view.asnumpy(), expected[1:], rtol=1e-6)
    np.testing.assert_array_equal(other, [2, 4, 5])


def test_matrix_products_and_operators_that_a_class_lacks():
    m, x = np.arange(6, dtype=np.float32).reshape(2, 3), jnp.ones((3, 2))
    for result, expected in ((array("np", m) @ x, m @ np.ones((3, 2))), (x.T @ array("np", m).T, np.ones((2, 3)) @ m.T)):
        assert type(result) is mx.np.ndarray
        np.testing.assert_array_equal(result.asnumpy(), expected)
    # A classic array has neither @ nor //: JAX's answer it is.
    for result in (array("nd", m) @ x, array("nd", m) // x.T, x.T // array("nd", m + 1)):
        assert isinstance(result, jax.Array)


def test_operators_of_jax_make_way():
    """What lets `jax_array + x` be recorded: the operators of this JAX are told apart, each with its reflected one."""
    found = jax_arrays._operators()
    assert sorted(found.values()) == sorted(jax_arrays._REFLECTED.values())


def test_where_operators_cannot_be_told_apart_the_result_is_of_jax_and_no_gradient_is_lost(monkeypatch):
    monkeypatch.setattr(jax_arrays, "_operator_codes", {None: None})
    a, x = mx.nd.array([1, 2]), jnp.ones(2)
    a.attach_grad()
    assert isinstance(x + a, jax.Array)
    with autograd.record(), pytest.raises(mx.MXNetError, match="would lose its gradient"):
        x + a


def test_traced_operands_give_traced_results(kind):
    a = array(kind, [1, 2])
    results = jax.jit(lambda x: (x + a, a + x, a < x, x - a, a - x))(jnp.array([3.0, 1]))
    for result, expected in zip(results, ([4, 3], [4, 3], [True, False], [2, -1], [-2, 1])):
        assert isinstance(result, jax.Array)
        np.testing.assert_array_equal(result, expected)


def test_element_types_that_do_not_fit_raise_as_between_arrays():
    with pytest.raises(mx.MXNetError, match="different element types: float32, int32"):
        mx.nd.ones(3) + jnp.arange(3)
    with pytest.raises(TypeError, match="not supported"):
        mx.nd.ones(3) + "a"


# ---- functions, indices and assignments


def test_functions_take_arrays_of_jax():
    m, x = mx.nd.array(np.arange(6).reshape(2, 3)), jnp.ones((3, 2))
    for result, expected in (
        (mx.nd.dot(m, x), [[3, 3], [12, 12]]),
        (mx.nd.dot(x.T, m.T), [[3, 12], [3, 12]]),
        (mx.nd.concat(x, m.T, dim=1).sum(axis=0), [3, 3, 3, 12]),
        (mx.nd.maximum(x.T, m), [[1, 1, 2], [3, 4, 5]]),
        (mx.nd.add(m, x.T), [[1, 2, 3], [4, 5, 6]]),
        (mx.nd.take(m, jnp.array([1])), [[3, 4, 5]]),
        (m.take(jnp.array([1])), [[3, 4, 5]]),
        (mx.nd.where(m > 2, x.T, m), [[0, 1, 2], [1, 1, 1]]),
    ):
        assert type(result) is mx.nd.NDArray
        np.testing.assert_array_equal(result.asnumpy(), expected)
    n = m.as_np_ndarray()
    for result, expected in (
        (mx.np.dot(n, x), [[3, 3], [12, 12]]),
        (mx.np.add(x.T, n), [[1, 2, 3], [4, 5, 6]]),
        (mx.np.exp(jnp.zeros(2)), [1, 1]),
        (mx.np.where(n > 2, x.T, n), [[0, 1, 2], [1, 1, 1]]),
        (mx.np.concatenate([x.T, n]), [[1, 1, 1], [1, 1, 1], [0, 1, 2], [3, 4, 5]]),
    ):
        assert type(result) is mx.np.ndarray
        np.testing.assert_array_equal(result.asnumpy(), expected)
    with pytest.raises(AssertionError, match="must have NDArray type"):
        mx.nd.dot(m, [1])


def test_indices(kind):
    value = np.arange(12, dtype=np.float32).reshape(4, 3)
    a, i = array(kind, value), jnp.array([2, 0])
    for key in (i, (i, i), (slice(None), i)):
        expected = value[tuple(np.asarray(k) if isinstance(k, jax.Array) else k for k in key) if type(key) is tuple else i]
        result = a[key]
        assert type(result) is CLASSES[kind]
        np.testing.assert_array_equal(result.asnumpy(), expected)
        a[key] = jnp.float32(-1)
        np.testing.assert_array_equal(a[key].asnumpy(), np.full(expected.shape, -1))
        a[:] = jnp.asarray(value)
    with pytest.raises(IndexError, match="out of bounds"):
        a[jnp.array([9])]
    mask = jnp.array([True, False, False, True])
    if kind == "np":
        np.testing.assert_array_equal(a[mask].asnumpy(), value[[0, 3]])
    else:
        with pytest.raises(ValueError, match="boolean indexing"):
            a[mask]


def test_assignments_keep_type_and_device_and_leave_the_source_alone(kind):
    a, x = array(kind, [1, 2, 3]), jnp.array([4.0, 5, 6])
    a[:] = x
    a += 1
    a[0] = jnp.int32(9)
    np.testing.assert_array_equal(a.asnumpy(), [9, 6, 7])
    np.testing.assert_array_equal(x, [4, 5, 6])
    a[:] = jnp.arange(3)
    assert a.dtype == np.float32
    with pytest.raises((mx.MXNetError, ValueError)):
        a[:] = jnp.ones(4)


def test_arrays_are_made_of_arrays_of_jax():
    x = jnp.arange(3)
    assert mx.nd.array(x).dtype == np.float32 and mx.np.array(x).dtype == np.int32
    assert mx.nd.array(x, dtype="int32").asnumpy().tolist() == [0, 1, 2]


def test_values_that_are_traced_are_refused(kind):
    module, a = MODULES[kind], array(kind, [1, 2])

    def assign(x):
        a[:] = x

    for use in (module.from_jax, module.exp, lambda x: a[x], assign):
        with pytest.raises(mx.MXNetError, match="cannot hold a value that JAX is tracing"):
            jax.jit(use)(jnp.array([1, 0], jnp.int32))
    np.testing.assert_array_equal(a.asnumpy(), [1, 2])


# ---- sharing memory


def test_memory_is_shared_and_never_written_over(kind):
    x = jnp.arange(1000.0)
    a = MODULES[kind].from_jax(x)
    assert type(a) is CLASSES[kind]
    assert a.asjax().unsafe_buffer_pointer() == x.unsafe_buffer_pointer()
    b = MODULES[kind].zeros((1000,))
    y = b.asjax()
    alias = jax.device_put(y, next(iter(y.devices())))  # a second object of the same memory
    pointer = y.unsafe_buffer_pointer()
    del y
    for _ in range(3):
        for target in (a, b):
            target += 1
            target[3] = 5
            target[2:4] = 7
            target[:] = target * 2
    assert a.asjax().unsafe_buffer_pointer() != x.unsafe_buffer_pointer()
    np.testing.assert_array_equal(x, np.arange(1000))
    assert alias.unsafe_buffer_pointer() == pointer
    np.testing.assert_array_equal(alias, np.zeros(1000))


def test_weights_and_gradients_that_were_handed_out_survive_training():
    net = gluon.nn.Dense(200, in_units=200)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})

    def step():
        with autograd.record():
            loss = (net(mx.nd.ones((4, 200))) ** 2).sum()
        loss.backward()
        trainer.step(4)

    step()
    weight, grad = net.weight.data().asjax(), net.weight.grad().asjax()
    views = np.asarray(weight), np.asarray(grad)
    others = [jax.device_put(x, next(iter(x.devices()))) for x in (weight, grad)]
    copies = [view.copy() for view in views]
    del weight, grad
    step()
    step()
    for view, other, copied in zip(views, others, copies):
        np.testing.assert_array_equal(view, copied)
        np.testing.assert_array_equal(other, copied)
    assert not np.allclose(net.weight.data().asnumpy(), copies[0])


def test_what_was_handed_out_is_forgotten_with_it():
    from jmx.core.run import cells

    gc.collect()
    before = len(cells._lent)
    arrays = [mx.nd.ones(3) for _ in range(5)]
    values = [a.asjax() for a in arrays]
    assert len(cells._lent) == before + 5
    del arrays, values
    gc.collect()
    assert len(cells._lent) <= before


def test_from_jax_refuses_what_no_array_can_hold():
    gone = jnp.ones(3)
    gone.delete()
    for x, text in ((gone, "deleted"), (jnp.ones(2, "complex64"), "complex64"), (jax.random.key(0), "element type key")):
        with pytest.raises(mx.MXNetError, match=text):
            mx.nd.from_jax(x)
    with pytest.raises(TypeError, match=r"expected a jax\.Array, got ndarray"):
        mx.nd.from_jax(np.ones(2))


def test_from_jax_of_a_sharded_array():
    code = """
import jmx as mx, numpy as np
mx.nd.ones(1)
import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec
x = jax.device_put(np.arange(8.0, dtype="float32"), NamedSharding(Mesh(jax.devices(), "d"), PartitionSpec("d")))
try:
    mx.nd.from_jax(x)
except mx.MXNetError as error:
    print(error)
print(mx.nd.from_jax(jax.device_put(x, jax.devices()[1])).ctx, jax.device_put(mx.nd.ones(2), jax.devices()[1]).ctx)
"""
    env = {**os.environ, "JMX_CPU_DEVICES": "2"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert "lies on 2 devices" in done.stdout and done.stdout.splitlines()[-1] == "cpu(1) cpu(1)", done.stdout


# ---- parameters


def test_parameters_are_their_arrays_by_name():
    net = gluon.nn.HybridSequential(prefix="net_")
    net.add(gluon.nn.Dense(2, in_units=3, prefix="a_"), gluon.nn.Dense(1, in_units=2, prefix="b_"))
    net.initialize()
    parameters = net.collect_params()
    doubled = jax.tree.map(lambda w: w * 2, parameters)
    assert type(doubled) is dict and list(doubled) == list(parameters.keys())
    np.testing.assert_array_equal(doubled["a_weight"].asnumpy(), 2 * net[0].weight.data().asnumpy())
    assert isinstance(doubled["a_weight"], mx.nd.NDArray)
    x = np.ones((1, 3), np.float32)

    def forward(p, x):
        return ((x @ p["a_weight"].T + p["a_bias"]) @ p["b_weight"].T + p["b_bias"]).sum()

    np.testing.assert_allclose(jax.jit(forward)(parameters, x), net(mx.nd.array(x)).asscalar(), rtol=1e-5)
    grads = jax.grad(forward)(parameters, x)
    with autograd.record():
        loss = net(mx.nd.array(x)).sum()
    loss.backward()
    for name, parameter in parameters.items():
        np.testing.assert_allclose(grads[name].asnumpy(), parameter.grad().asnumpy(), rtol=1e-5)
    assert isinstance(jax.tree.map(lambda w: w, net[0].weight), mx.nd.NDArray)
    assert jax.tree_util.keystr(jax.tree_util.tree_flatten_with_path(parameters)[0][0][0]) == "['a_weight'].data.value"
    waiting = gluon.nn.Dense(2)
    waiting.initialize()
    with pytest.raises(gluon.parameter.DeferredInitializationError):
        jax.tree.leaves(waiting.collect_params())


def test_trees_for_optax():
    net = gluon.nn.Dense(1, in_units=2, prefix="fc_")
    net.initialize(mx.init.Normal(0.1))
    x = jnp.array([[1.0, 2], [3, 4], [0, 1]])
    parameters = jmx.jax.asjax({"net": net.collect_params(), "rest": [mx.np.ones(2), 3]})
    assert parameters["rest"][1] == 3 and isinstance(parameters["rest"][0], jax.Array)
    parameters = parameters["net"]
    assert parameters["fc_weight"] is net.weight.data().asjax()

    def loss(p):
        return ((x @ p["fc_weight"].T + p["fc_bias"] - 1) ** 2).mean()

    before, optimizer = float(loss(parameters)), optax.adam(0.1)
    state = optimizer.init(parameters)
    for _ in range(20):
        updates, state = optimizer.update(jax.grad(loss)(parameters), state, parameters)
        parameters = optax.apply_updates(parameters, updates)
    assert float(loss(parameters)) < before / 4
    for name, parameter in net.collect_params().items():
        parameter.set_data(parameters[name])
    np.testing.assert_allclose(net(mx.nd.from_jax(x)).asnumpy(), x @ parameters["fc_weight"].T + parameters["fc_bias"], rtol=1e-5)
    with pytest.raises(mx.MXNetError, match="tostype"):
        jmx.jax.asjax([mx.nd.ones((2, 2)).tostype("csr")])


# ---- documentation


@pytest.mark.parametrize(
    "thing", [mx.nd.NDArray.asjax, mx.nd.from_jax, mx.np.from_jax, mx.nd.from_dlpack, jmx.jax.call, jmx.jax.asjax]
)
def test_examples_of_docstrings(thing):
    names = {"mx": mx, "jmx": jmx, "jnp": jnp, "np": np, "jax": jax}
    found = [test for test in doctest.DocTestFinder(recurse=False).find(thing, thing.__name__, globs=names) if test.examples]
    assert found
    for test in found:
        assert doctest.DocTestRunner().run(test).failed == 0
