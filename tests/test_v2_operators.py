"""Operators that came with MXNet 2.0, of `mx.nd` and `mx.sym`, against their definitions in NumPy."""

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, nd, np, npx

X = onp.array([-30, -2, -0.5, 0, 1, 30], "float32")


@pytest.fixture
def v2():
    mx.v2()
    yield
    mx.v2(False)


def _sigmoid(x):
    return 1 / (1 + onp.exp(-x))


def _mish_slope(x):
    bent = onp.tanh(onp.logaddexp(x, 0))
    return bent + x * _sigmoid(x) * (1 - bent**2)


CURVES = {
    "log_sigmoid": (lambda x: -onp.logaddexp(-x, 0), lambda x: _sigmoid(-x)),
    "mish": (lambda x: x * onp.tanh(onp.logaddexp(x, 0)), _mish_slope),
}


def _differentiated(function, *arrays):
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        out = function(*arrays)
    out.backward()
    return out.asnumpy(), [array.grad.asnumpy() for array in arrays]


@pytest.mark.parametrize("name", CURVES)
class TestCurves:
    def test_operator(self, name):
        curve, slope = CURVES[name]
        wide = X.astype("float64")
        values, (grad,) = _differentiated(getattr(nd, name), nd.array(X))
        onp.testing.assert_allclose(values, curve(wide), rtol=1e-5, atol=1e-6)
        onp.testing.assert_allclose(grad, slope(wide), rtol=1e-5, atol=1e-6)
        symbol = getattr(mx.sym, name)(mx.sym.var("x"), name="q")
        executor = mx.sym.load_json(symbol.tojson()).bind(mx.cpu(), {"x": nd.array(X)})
        onp.testing.assert_array_equal(executor.forward()[0].asnumpy(), values)
        onp.testing.assert_array_equal(getattr(nd.array(X), name)().asnumpy(), values)

    def test_half_precision(self, name):
        curve, _ = CURVES[name]
        x = nd.array(X, dtype="float16")
        out = getattr(nd, name)(x)
        assert out.dtype == onp.float16
        onp.testing.assert_allclose(out.asnumpy(), curve(X.astype("float64")), rtol=2e-3, atol=1e-4)

    def test_activation(self, name, v2):
        curve, slope = CURVES[name]
        wide = X.astype("float64")
        values, (grad,) = _differentiated(lambda x: npx.activation(x, act_type=name), np.array(X))
        onp.testing.assert_allclose(values, curve(wide), rtol=1e-5, atol=1e-6)
        onp.testing.assert_allclose(grad, slope(wide), rtol=1e-5, atol=1e-6)
        assert name in mx.operator.get_operator_arguments("Activation").types[1]

    def test_activation_of_1_9_1_refuses_it(self, name):
        with pytest.raises(mx.MXNetError, match="act_type expect {'relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'}"):
            mx.sym.Activation(mx.sym.var("x"), act_type=name)
        assert name not in mx.operator.get_operator_arguments("Activation").types[1]


def _masked(data, mask, axis, temperature):
    shown = onp.broadcast_to(mask, data.shape)
    powers = onp.where(shown, onp.exp(data / temperature), 0)
    total = powers.sum(axis, keepdims=True)
    return onp.where(shown, powers / onp.where(total > 0, total, 1), 0)


@pytest.mark.parametrize("axis, rows", [(-1, 4), (0, 1), (1, 4)])
def test_masked_softmax(axis, rows):
    random = onp.random.default_rng(3)
    data = random.normal(size=(4, 3, 5)).astype("float32")
    mask = random.integers(0, 2, (rows, 3, 5))
    heads = random.normal(size=data.shape).astype("float32")
    p = _masked(data.astype("float64"), mask, axis, 2.0)
    symbols = {
        word: getattr(mx.sym, word)(mx.sym.var("data"), mx.sym.var("mask"), axis=axis, temperature=2.0)
        for word in ("masked_softmax", "masked_log_softmax")
    }
    values, grads = {}, {}
    for word, symbol in symbols.items():
        grads[word] = nd.zeros(data.shape)
        inputs = {"data": nd.array(data), "mask": nd.array(mask, dtype="bool")}
        executor = symbol.bind(mx.cpu(), inputs, {"data": grads[word]}, {"data": "write", "mask": "null"})
        values[word] = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(nd.array(heads))
    onp.testing.assert_allclose(values["masked_softmax"], p, rtol=1e-5, atol=1e-6)
    wanted = p * (heads - (p * heads).sum(axis, keepdims=True)) / 2
    onp.testing.assert_allclose(grads["masked_softmax"].asnumpy(), wanted, rtol=1e-4, atol=1e-6)
    shown = onp.broadcast_to(mask, data.shape) != 0
    with onp.errstate(divide="ignore"):
        onp.testing.assert_allclose(values["masked_log_softmax"], onp.where(shown, onp.log(p), -onp.inf), rtol=1e-4, atol=1e-6)
    passed = onp.where(shown, heads, 0)
    wanted = onp.where(shown, (passed - p * passed.sum(axis, keepdims=True)) / 2, 0)
    onp.testing.assert_allclose(grads["masked_log_softmax"].asnumpy(), wanted, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize(
    "source, codes, wanted",
    [((2, 3, 4), (0, -1), (2, 12)), ((2, 3, 4), (-3, 0), (6, 4)), ((6, 1), (-4, 2, -1, -2), (2, 3, 1)), ((2, 3), (-2,), (2, 3))],
)
def test_dynamic_reshape(source, codes, wanted):
    data = onp.arange(onp.prod(source), dtype="float32").reshape(source)
    heads = nd.array(data.reshape(wanted) * 3)
    x = nd.array(data)
    x.attach_grad()
    with autograd.record():
        out = nd.contrib.dynamic_reshape(x, nd.array(codes))
    out.backward(heads)
    assert out.shape == wanted and (out.asnumpy().ravel() == data.ravel()).all()
    onp.testing.assert_array_equal(x.grad.asnumpy(), data * 3)
    net = mx.sym.load_json(mx.sym.contrib.dynamic_reshape(mx.sym.var("x"), mx.sym.var("shape")).tojson())
    grad = nd.zeros(source)
    executor = net.bind(mx.cpu(), {"x": x, "shape": nd.array(codes)}, {"x": grad}, {"x": "write", "shape": "null"})
    assert executor.forward(is_train=True)[0].shape == wanted
    executor.backward(heads)
    onp.testing.assert_array_equal(grad.asnumpy(), data * 3)


def test_dynamic_reshape_refuses_other_sizes():
    with pytest.raises(mx.MXNetError, match="same size as the source"):
        nd.contrib.dynamic_reshape(nd.ones((2, 3)), nd.array([4, 2]))


class TestArraysWithoutElements:
    @pytest.mark.parametrize("shape", [(0, 2), (2, 0), (0, 2, 3), (3, 0, 2)])
    def test_bipartite_matching(self, v2, shape):
        x = np.zeros(shape)
        x.attach_grad()
        with autograd.record():
            rows, columns = npx.bipartite_matching(x, threshold=0.1)
        rows.backward()
        assert rows.shape == shape[:-1] and columns.shape == (*shape[:-2], shape[-1]) and x.grad.shape == shape
        assert (rows.asnumpy() == -1).all() and (columns.asnumpy() == -1).all()

    @pytest.mark.parametrize("shape", [(0, 2, 3), (1, 0, 2), (1, 2, 0)])
    def test_instance_norm(self, v2, shape):
        x, gamma, beta = np.zeros(shape), np.ones(shape[1]), np.ones(shape[1])
        for array in (x, gamma, beta):
            array.attach_grad()
        with autograd.record():
            out = npx.instance_norm(x, gamma, beta)
        out.backward()
        assert out.shape == x.grad.shape == shape and (gamma.grad.asnumpy() == 0).all() and (beta.grad.asnumpy() == 0).all()


class TestCounts:
    def test_binomial(self):
        mx.random.seed(5)
        drawn = nd.random.binomial(40, 0.25, shape=(4000,)).asnumpy()
        assert drawn.dtype == onp.float32 and (drawn == onp.floor(drawn)).all() and drawn.min() >= 0 and drawn.max() <= 40
        assert abs(drawn.mean() - 10) < 0.3 and abs(drawn.var() - 7.5) < 0.8
        n, p = nd.array([[40, 7]]), nd.array([[0.5, 1]])
        drawn = nd.random.binomial(n, p, shape=1000, dtype="float64").asnumpy()
        assert drawn.shape == (1, 2, 1000) and drawn.dtype == onp.float64 and (drawn[0, 1] == 7).all()
        assert abs(drawn[0, 0].mean() - 20) < 0.7 and abs(drawn[0, 0].var() - 10) < 2
        like = nd.random.binomial_like(nd.zeros((2, 3), dtype="float64"), n=5, p=1)
        assert like.dtype == onp.float64 and (like.asnumpy() == onp.full((2, 3), 5)).all()
        symbol = mx.sym.random.binomial(mx.sym.var("n"), mx.sym.var("p"), shape=(3,))
        assert symbol.bind(mx.cpu(), {"n": n, "p": p}).forward()[0].shape == (1, 2, 3)

    @pytest.mark.parametrize("n, p, message", [(-1, 0.5, "n must be"), (1.5, 0.5, "n must be"), (3, 1.5, "p must lie")])
    def test_binomial_refuses(self, n, p, message):
        with pytest.raises(mx.MXNetError, match=message):
            nd.random.binomial(n, p, shape=3).wait_to_read()

    def test_multinomial(self, v2):
        mx.random.seed(7)
        n, p = nd.array([10, 200]), onp.array([[0.1, 0.9, 0], [0.5, 0.25, 0.25]])
        drawn = nd.random.multinomial(n, nd.array(p), shape=(3, 500)).asnumpy()
        assert drawn.shape == (2, 3, 500, 3) and drawn.dtype == onp.float32
        assert (drawn.sum(-1) == n.asnumpy()[:, None, None]).all() and (drawn[0, ..., 2] == 0).all()
        onp.testing.assert_allclose(drawn.mean((1, 2)), p * n.asnumpy()[:, None], atol=0.6)
        onp.testing.assert_allclose(drawn.var((1, 2)), p * (1 - p) * n.asnumpy()[:, None], rtol=0.15, atol=0.1)
        assert nd.random.multinomial([4], [[0.5, 0.5]]).asnumpy().sum() == 4
        symbol = mx.sym.random.multinomial(mx.sym.var("n"), mx.sym.var("p"), shape=2)
        out = symbol.bind(mx.cpu(), {"n": n, "p": nd.array(p)}).forward()[0]
        assert out.shape == (2, 2, 3) and (out.asnumpy().sum(-1) == n.asnumpy()[:, None]).all()
        with pytest.raises(mx.MXNetError, match="p must have shape"):
            nd.random.multinomial(n, nd.array(p[0])).wait_to_read()
        assert nd.random.categorical(nd.array(p), shape=4).shape == (2, 4)

    def test_multinomial_of_1_9_1(self):
        drawn = nd.random.multinomial(nd.array([[0, 1], [1, 0]]), shape=3)
        assert drawn.dtype == onp.int32 and drawn.asnumpy().tolist() == [[1, 1, 1], [0, 0, 0]]


class TestSlidingAttention:
    """Against attention to all places, with a mask for those in the window."""

    def _inside(self, length, w, symmetric, dilation):
        """(heads, length, window): the place that each place of the window is."""
        steps = onp.arange(-w, w + 1 if symmetric else 1)
        return onp.arange(length)[None, :, None] + steps * onp.array(dilation)[:, None, None]

    @pytest.mark.parametrize("symmetric", [True, False])
    @pytest.mark.parametrize("w, dilation", [(2, [1, 3]), (0, [1, 1]), (4, [2, 1])])
    def test_against_full_attention(self, symmetric, w, dilation):
        random = onp.random.default_rng(1)
        batch, length, heads, units = 2, 7, 2, 3
        seen = self._inside(length, w, symmetric, dilation)
        valid = [7, 4]
        query, key, value, grads = (random.normal(size=(batch, length, heads, units)) for _ in range(4))
        score = onp.zeros((batch, length, heads, seen.shape[-1]))
        mask, context = onp.zeros_like(score), onp.zeros_like(value)
        of_query, of_key, of_value = (onp.zeros_like(value) for _ in range(3))
        for b, h, i, k in onp.ndindex(batch, heads, length, seen.shape[-1]):
            j = seen[h, i, k]
            if not 0 <= j < length:
                continue
            score[b, i, h, k] = query[b, i, h] @ key[b, j, h]
            mask[b, i, h, k] = j < valid[b] and i < valid[b]
            weight = score[b, i, h, k] * mask[b, i, h, k]
            context[b, i, h] += weight * value[b, j, h]
            of_value[b, j, h] += weight * grads[b, i, h]
            slope = mask[b, i, h, k] * (grads[b, i, h] @ value[b, j, h])
            of_query[b, i, h] += slope * key[b, j, h]
            of_key[b, j, h] += slope * query[b, i, h]
        arrays = [np.array(x, dtype="float64") for x in (query, key, value)]
        for array in arrays:
            array.attach_grad()
        step, lengths = np.array(dilation, dtype="int32"), np.array(valid, dtype="int32")
        with autograd.record():
            found = npx.sldwin_atten_score(*arrays[:2], step, w=w, symmetric=symmetric)
            shown = npx.sldwin_atten_mask_like(found, step, lengths, w=w, symmetric=symmetric)
            out = npx.sldwin_atten_context(found * shown, arrays[2], step, w=w, symmetric=symmetric)
        out.backward(np.array(grads, dtype="float64"))
        for one, other in [(found, score), (shown, mask), (out, context)]:
            onp.testing.assert_allclose(one.asnumpy(), other, atol=1e-12)
        for array, wanted in zip(arrays, (of_query, of_key, of_value)):
            onp.testing.assert_allclose(array.grad.asnumpy(), wanted, atol=1e-12)

    def test_shapes_that_do_not_fit(self):
        x, score, dilation = nd.ones((1, 4, 2, 3)), nd.ones((1, 4, 2, 5)), nd.array([1, 1], dtype="int32")
        score_of, mask_of = nd.contrib.sldwin_atten_score, nd.contrib.sldwin_atten_mask_like
        for call, message in [
            (lambda: score_of(x, x[:, :3], dilation, w=2, symmetric=True), "key must have the shape of query"),
            (lambda: score_of(x, x, dilation[:1], w=2, symmetric=True), "dilation must have shape"),
            (lambda: score_of(x, x, dilation, w=-1, symmetric=True), "must not be negative"),
            (lambda: mask_of(score, dilation, nd.ones(1), w=2, symmetric=False), "3 elements along its last axis"),
            (lambda: mask_of(score, dilation, nd.ones(3), w=2, symmetric=True), "valid_length must have shape"),
            (lambda: nd.contrib.sldwin_atten_context(score, x[:, :3], dilation, w=2, symmetric=True), "value must have shape"),
        ]:
            with pytest.raises(mx.MXNetError, match=message):
                call().wait_to_read()


@pytest.mark.parametrize("modulated", [False, True])
def test_deformable_convolution_of_npx(modulated):
    random = onp.random.default_rng(4)
    x, weight = random.normal(size=(1, 2, 5, 5)), random.normal(size=(3, 2, 3, 3))
    offset, mask = random.normal(size=(1, 18, 3, 3)) * 0.3, random.random((1, 9, 3, 3))
    inputs = [x, offset, mask, weight] if modulated else [x, offset, weight]
    options = {"kernel": (3, 3), "num_filter": 3, "no_bias": True}
    plain = nd.contrib.ModulatedDeformableConvolution if modulated else nd.contrib.DeformableConvolution
    wanted = plain(*map(nd.array, inputs), **options).asnumpy()
    named = npx.modulated_deformable_convolution if modulated else npx.deformable_convolution
    onp.testing.assert_allclose(named(*map(np.array, inputs), **options).asnumpy(), wanted, rtol=1e-3, atol=1e-5)


def test_outcomes_of_npx(v2):
    assert npx.random.categorical(np.array([[0, 1.0], [1, 0]]), shape=3).tolist() == [[1, 1, 1], [0, 0, 0]]
    assert npx.random.categorical(np.array([[0, 1.0]])).shape == (1,)
    n, p = np.array([3, 5]), np.array([[0, 1.0, 0], [0.5, 0.5, 0]])
    counts = npx.random.multinomial(n, p, shape=(4,))
    assert type(counts) is np.ndarray and counts.shape == (2, 4, 3) and (counts.sum(-1).asnumpy() == [[3] * 4, [5] * 4]).all()
    assert npx.random.multinomial(n, p).shape == (2, 3)

    class Drawn(mx.gluon.HybridBlock):
        def forward(self, p):
            return npx.random.categorical(p, shape=(7,))

    net = Drawn()
    net.hybridize()
    assert net(p).shape == (2, 7)


def test_group_norm_scales_channels(v2):
    random = onp.random.default_rng(2)
    data, gamma, beta = random.normal(size=(2, 6, 3)), random.normal(size=6), random.normal(size=6)
    groups = data.reshape(2, 3, -1)
    mean, deviation = groups.mean(-1, keepdims=True), onp.sqrt(groups.var(-1, keepdims=True) + 1e-5)
    wanted = ((groups - mean) / deviation).reshape(data.shape) * gamma[:, None] + beta[:, None]
    symbol = mx.sym.GroupNorm(mx.sym.var("data"), mx.sym.var("gamma"), mx.sym.var("beta"), num_groups=3, output_mean_var=True)
    assert symbol.infer_shape(data=(2, 6, 3))[0] == [(2, 6, 3), (6,), (6,)]
    inputs = dict(zip(("data", "gamma", "beta"), map(nd.array, (data, gamma, beta))))
    for found in (symbol.bind(mx.cpu(), inputs).forward(), nd.GroupNorm(*inputs.values(), num_groups=3, output_mean_var=True)):
        onp.testing.assert_allclose(found[0].asnumpy(), wanted, rtol=1e-4, atol=1e-5)
        onp.testing.assert_allclose(found[1].asnumpy(), mean[..., 0], rtol=1e-4, atol=1e-5)
        onp.testing.assert_allclose(found[2].asnumpy(), deviation[..., 0], rtol=1e-4)
