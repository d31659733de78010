"""Operators that NumPy runs for new shapes are traced once for all of them, and give what a trace for the shape gives."""

import gc
import math
import warnings
import weakref

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import jmx as mx
from jmx import nd
from jmx.core.declare.op import REGISTRY
from jmx.core.graph import lower
from jmx.core.numpy_tier import interpreter, jit
from jmx.core.numpy_tier.interpreter import Interpreted
from jmx.native.symbols import Scope, Size, Unfit, following

ANY = 0, None


def draw(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype("float32")


class Noted:
    """A function made by `jit` for arrays of any size, and the shapes that it was traced with."""

    def __init__(self, function, **options):
        self.function, self.shapes = function, []
        self.run = jit(self._call, any_size=ANY, **options)

    def _call(self, *arrays):
        self.shapes.append([x.shape for x in arrays])
        return self.function(*arrays)

    def __call__(self, *arrays):
        return self.run(*map(jnp.asarray, arrays))

    def is_exact(self, *arrays):
        """Whether a call gives what NumPy gives for a trace of these shapes, bit by bit."""
        arrays = [jnp.asarray(x) for x in arrays]
        expected = Interpreted(jax.jit(self.function).trace(*arrays).jaxpr)(arrays)
        found = jax.tree_util.tree_leaves(self.run(*arrays))
        return all(a.dtype == b.dtype and np.array_equal(a, b, equal_nan=True) for a, b in zip(found, expected, strict=True))


FUNCTIONS = {
    "elements": lambda x: (jnp.exp(x) * 2 + 1, jnp.where(x > 0, x, 0).astype("int32")),
    "reductions": lambda x: (x.sum(0), x.mean(1), x.max(), jnp.var(x, 1, keepdims=True)),
    "shapes": lambda x: (x.T, x.reshape(-1), jnp.concatenate([x, x], 1), jnp.stack([x, x]), x[1:, ::2], x[None]),
    "positions": lambda x: (jnp.argsort(x, 1), jnp.cumsum(x, 0), jnp.arange(x.shape[1]), x[-1]),
    "products": lambda x: (x @ x.T, jnp.einsum("ij,ik->jk", x, x)),
    "loops": lambda x: (
        lax.scan(lambda total, row: (total + row, total.sum()), jnp.zeros(x.shape[1]), x),
        lax.while_loop(lambda state: state[0] < 3, lambda state: (state[0] + 1, state[1] * 2), (0, x))[1],
        lax.map(jnp.tanh, x)[::-1],
    ),
    "choices": lambda x: lax.cond(x[0, 0] > 0, lambda x: x * 2, lambda x: x - x.mean(0), x),
    "gradients": jax.grad(lambda x: (jnp.tanh(x[:, 1:]) * x[:, :-1]).sum() / x.shape[0]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_trace_for_all_shapes(name):
    noted = Noted(FUNCTIONS[name])
    shapes = [(2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (7, 4), (20, 11)]
    assert all(noted.is_exact(draw(*shape)) for shape in shapes)
    # where the first shapes leave open whether the program for symbols does the same, the second ones are traced for themselves
    kinds = [type(shape[0]) for (shape,) in noted.shapes]
    assert kinds[:2] == [int, Size] and len(kinds) <= 5, "a table of JAX's may ask for one size more than the function does"


def test_equal_sizes_and_those_of_one_are_traced_for_themselves():
    def total(x, y):
        return (x + y).sum(0) if x.shape == y.shape else x.sum() * y

    noted = Noted(total)
    for n in range(2, 7):
        assert noted.is_exact(draw(n, n + 1), draw(n, n + 1))
    count = len(noted.shapes)
    for n in range(2, 7):
        assert noted.is_exact(draw(n, n + 1), draw(n + 3, n + 4))
        assert noted.is_exact(draw(n, n), draw(n, n))
        assert noted.is_exact(draw(n, 1), draw(n, 1))
    assert count < len(noted.shapes) <= count + 12
    before = len(noted.shapes)
    assert noted.is_exact(draw(8, 9), draw(11, 12)) and noted.is_exact(draw(9, 9), draw(9, 9))
    assert len(noted.shapes) == before


def test_what_a_function_asks_of_sizes_holds():
    """What is asked of a size is a condition; where it does not hold the function is traced anew."""

    def first(x):
        if x.shape[0] < 4:
            return x * 0
        return x[:4] * x.shape[1]

    noted = Noted(first)
    for n in (6, 7, 8, 9, 3, 5, 10, 2):
        assert noted.is_exact(draw(n, n + 1))
    assert len(noted.shapes) <= 6, "one shape, many rows, and few of them"


def test_sizes_that_stay_as_they_are():
    def layer(x, w):
        assert w.shape[0] == 5
        return x @ w.T

    noted = Noted(layer)
    w = draw(5, 7)
    assert all(noted.is_exact(draw(n, 7), w) for n in (2, 3, 4, 6, 9, 10, 5, 7))
    assert len(noted.shapes) <= 4, "five and seven are sizes of the weight, too"
    traced = len(noted.shapes)
    assert noted.is_exact(draw(30, 7), w) and len(noted.shapes) == traced
    with pytest.raises(AssertionError):
        noted(draw(30, 7), draw(6, 7))


def test_a_function_that_refuses_symbols_is_traced_for_every_shape():
    noted = Noted(lambda x: x * float(np.sqrt(int(x.shape[0]))))
    assert all(noted.is_exact(draw(n, n + 1)) for n in range(2, 9))
    assert len([1 for (shape,) in noted.shapes if isinstance(shape[0], int)]) == 7


def test_a_result_that_differs_is_not_trusted(monkeypatch):
    noted = Noted(lambda x: x * (1 if isinstance(x.shape[0], int) else 2))
    assert all(noted.is_exact(draw(n, n + 1)) for n in range(2, 7))
    (family,) = noted.run.families.values()
    assert family.seen is None and not family.programs


def test_other_types_are_traced():
    noted = Noted(lambda x: x + 1)
    for n in (2, 3, 100_000):
        noted(draw(n, 1, 1, 1, 1))
    traced = len(noted.shapes)
    assert traced == 2
    noted(draw(5, 1, 1, 1, 1).astype("float16"))
    assert [shape for (shape,) in noted.shapes[traced:]] == [(5, 1, 1, 1, 1)]


def test_not_where_xla_is_to_run_everything(monkeypatch):
    noted = Noted(lambda x: x + 1)
    for n in (2, 3, 4):
        noted(draw(n))
    traced = len(noted.shapes)
    with mx.util.bit_equal():
        noted(draw(7))
    monkeypatch.setenv("JMX_COMPILE", "now")
    noted(draw(8))
    assert {shape for (shape,) in noted.shapes[traced:]} == {(7,), (8,)}


def test_after_enough_calls_a_shape_is_compiled():
    noted = Noted(lambda x: x + 1)
    for n in (2, 3, 4):
        noted(draw(n))
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 1):
        noted(draw(9))
    assert ((9,),) in noted.run.compiled


@pytest.mark.parametrize("name, attributes", [
    ("slice_axis", {"axis": 1, "begin": 1, "end": 3}), ("transpose", {}), ("sum", {"axis": 0}), ("Reshape", {"shape": (-1, 1)}),
    ("L2Normalization", {}), ("expand_dims", {"axis": 1}), ("tile", {"reps": (2, 1)}), ("log_softmax", {"axis": 1}),
])  # fmt: skip
def test_gradients_of_operators(name, attributes):
    """Gradients of outputs have the shapes that the inputs say."""

    def gradient(x):
        x.attach_grad()
        with mx.autograd.record():
            y = getattr(nd, name)(x, **attributes)
        y.backward(y * 0.5 + 1)
        return x.grad.asnumpy()

    for n in range(4, 10):
        x = draw(n, n + 1, seed=n)
        found = gradient(nd.array(x))
        with mx.util.bit_equal():
            expected = gradient(nd.array(x))
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_random_numbers_of_new_shapes():
    def numbers():
        mx.random.seed(11)
        shaped = [nd.ones((n, n + 1)) for n in range(3, 9)]
        kinds = mx.nd.random.uniform_like, mx.nd.random.normal_like, nd.shuffle
        return [kind(x).asnumpy() for kind in kinds for x in shaped]

    found = numbers()
    with mx.util.bit_equal():
        expected = numbers()
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5)


def test_functions_of_users_see_numbers():
    """What a user declares may print sizes, or look into a table by them."""
    seen = []

    @mx.register_op(name="sizes_of_any_shape_test")
    def noted(x):
        seen.append(x.shape)
        return x * 2

    try:
        for n in range(2, 7):
            nd.sizes_of_any_shape_test(nd.ones((n, 2)))
    finally:
        for name in ("sizes_of_any_shape_test", "_npx_sizes_of_any_shape_test"):
            REGISTRY.pop(name, None)
    assert all(type(size) is int for shape in seen for size in shape)


def test_errors_are_those_of_the_shapes():
    for n in range(2, 7):
        nd.broadcast_add(nd.ones((n, n + 1)), nd.ones((n, n + 1)))
    with pytest.raises(mx.MXNetError, match="broadcast_add"):
        nd.broadcast_add(nd.ones((9, 10)), nd.ones((11, 10)))


class Traces:
    """How often graphs have been traced, and whether with symbols in place of sizes."""

    def __init__(self, monkeypatch):
        self.of_numbers = self.of_symbols = 0
        run = lower.Lowered.run

        def counted(graph, train, platform, key, scalars, *arrays, **options):
            if any(type(size) is not int for a in arrays for size in a.shape):
                self.of_symbols += 1
            else:
                self.of_numbers += 1
            return run(graph, train, platform, key, scalars, *arrays, **options)

        monkeypatch.setattr(lower.Lowered, "run", counted)


def dense(width):
    """A network of its own structure, so that no other test has traced it."""
    body = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=width, name="a"), act_type="tanh")
    body = mx.sym.Concat(body, mx.sym.sum(body, axis=1, keepdims=True), dim=1)
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(body, num_hidden=3, name="b"), name="softmax")


def training_passes(net, sizes):
    module = mx.mod.Module(net)
    module.bind([("data", (4, 7))], [("softmax_label", (4,))])
    mx.random.seed(3)
    module.init_params(mx.init.Xavier())
    for size in sizes:
        module.reshape([("data", (size, 7))], [("softmax_label", (size,))])
        x, labels = draw(size, 7, seed=size), np.arange(size) % 3
        module.forward(mx.io.DataBatch([nd.array(x)], [nd.array(labels)]), is_train=True)
        module.backward()
        yield module.get_outputs()[0].asnumpy()
        yield from [arrays[0].asnumpy() for arrays in module._exec_group.grad_arrays]


def test_an_executor_of_ever_new_sizes_is_traced_twice(monkeypatch):
    traces, net, sizes = Traces(monkeypatch), dense(11), [5, 9, 6, 13, 17, 2, 1]
    by_numpy = list(training_passes(net, sizes))
    assert traces.of_symbols == 1
    assert traces.of_numbers == 2, "the first, and one row, which no symbol stands for"
    monkeypatch.setenv("JMX_COMPILE", "now")
    for mine, theirs in zip(by_numpy, training_passes(dense(11), sizes), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_a_hybridized_network_of_growing_sizes(monkeypatch):
    class Step(mx.gluon.HybridBlock):
        def __init__(self, **options):
            super().__init__(**options)
            self.layer = mx.gluon.nn.Dense(13, flatten=False)

        def hybrid_forward(self, F, x):
            y = self.layer(x)
            return F.batch_dot(F.softmax(F.batch_dot(y, y, transpose_b=True)), y), F.slice_axis(y, axis=1, begin=-1, end=None)

    net = Step()
    net.initialize(mx.init.Xavier())
    eager = [[y.asnumpy() for y in net(nd.array(draw(2, length, 5, seed=length)))] for length in range(3, 12)]
    net.hybridize()
    traces = Traces(monkeypatch)
    for length, wanted in zip(range(3, 12), eager):
        for y, other in zip(net(nd.array(draw(2, length, 5, seed=length))), wanted):
            np.testing.assert_allclose(y.asnumpy(), other, rtol=1e-5, atol=1e-6)
    assert (traces.of_numbers, traces.of_symbols) == (1, 1)


def test_a_graph_that_cannot_have_symbols_keeps_its_passes(monkeypatch):
    body = mx.sym.reshape(mx.sym.var("x"), shape=(0, 2, -1))
    net = mx.sym.broadcast_add(mx.sym.FullyConnected(body, num_hidden=5, name="f"), mx.sym.var("y"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for size in (4, 6, 8, 10, 12):
            x = nd.array(draw(3, size))
            run = net.bind(mx.cpu(), {"x": x, "f_weight": nd.ones((5, size)), "f_bias": nd.ones(5), "y": nd.ones((3, 5))})
            np.testing.assert_allclose(
                run.forward()[0].asnumpy(), 2 + x.sum(axis=1, keepdims=True).asnumpy() * np.ones(5), rtol=1e-5
            )


def test_sizes_reckon_as_numbers_do():
    """What is computed from symbols, for the numbers that they stand for now and for others."""

    def computed(a, b):
        return (
            a + 1 - 1, a - b + b, (a * b * 3) // (b * 3), (a * 6 * b) % 3, a // 4, 100 // b, 100 % a, -a // 3, a**3 - 2 * a,
            (a + a) // 2, divmod(a * b + 1, b), max(a, 5), min(b, a), a * (b < 0), np.int64(3) * a, 7 - b, (a + b) % 4, a // b,
            0 * a, bool(a - b),
            math.prod((a, b, 2)), np.prod((a, b)), 2.5 < a, a == 5.0, rounded(a, 2), rounded(b - a, 3),
        )  # fmt: skip

    def rounded(n, k):
        return -(-n // k)

    scope = Scope([9, 4])
    with scope.tracing():
        function = scope.function(computed(*scope.symbols))
    assert scope.symbols[0] + 1 - 1 is scope.symbols[0] and (scope.symbols[0] * 3) // 3 is scope.symbols[0]
    fitting = [(a, b) for a in range(2, 20) for b in range(2, 20) if scope.fits((a, b))]
    assert (9, 4) in fitting and len(fitting) > 20
    assert all(function(*sizes) == computed(*sizes) for sizes in fitting)
    a, b = (size.now for size in scope.symbols)
    assert [getattr(x, "now", x) for x in computed(*scope.symbols)[2:6]] == list(computed(a, b)[2:6])


def test_an_array_that_follows_from_sizes():
    noted = Noted(lambda x: x * following(lambda n, m: np.arange(n * m).reshape(n, m) / n, x.shape, x.shape, x.dtype))
    assert all(noted.is_exact(draw(n, n + 2)) for n in (2, 3, 4, 9))
    assert len(noted.shapes) == 2


def test_a_number_that_is_asked_for_is_refused():
    (size,) = Scope([5]).symbols
    for asks in (int, range, math.sqrt, float, [1].__mul__):
        with pytest.raises(TypeError):
            asks(size)
    assert size != Scope([5]).symbols[0], "of another program"
    assert size < float("inf") and size.scope.fits([7])
    assert size != 5 and 5 != size, "outside of the trace, where tables of JAX's compare it"
    with size.scope.tracing():
        assert size == 5 and list(range(size)) == [0, 1, 2, 3, 4], "what has been compared is known"
    assert not size.scope.fits([6])
    assert len({size, 5}) == 2


def test_sizes_that_functions_say_are_asked_again():
    scope = Scope([5], lambda plan: plan[1] + 10 if plan[1] < 20 else None)
    said = scope.said((3, scope.symbols[0]))
    assert said is scope.said((3, scope.symbols[0])) and said.now == 15
    function = scope.function((said, (said + 1, "name")))
    assert function(7) == (17, (18, "name"))
    with pytest.raises(Unfit):
        function(30)
    assert said > 11 and not scope.fits([30]) and scope.fits([7]) and not scope.fits([1])


def test_what_callers_hold_is_freed_when_they_end():
    """A trace with symbols leaves no circle of frames, whose callers' arrays would stay until Python looks for garbage."""
    run = jit(lambda x: jnp.pad(x, 1)[:, ::2].reshape(-1) * x.shape[0], any_size=(0, lambda *_: ()), label=("padded", "forward"))
    held = []

    def call(size):
        kept = np.zeros(3).view(type("Kept", (np.ndarray,), {}))
        held.append(weakref.ref(kept))
        return run(jnp.ones((size, size + 1))).shape, kept.size

    gc.collect()
    gc.disable()
    try:
        for size in (4, 7, 11):
            call(size)
        assert all(reference() is None for reference in held)
    finally:
        gc.enable()
