"""Network operators where MXNet's CPU build gives no values to compare with, or where two lowerings must agree."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare.op import find


def call(name, *arrays, train=False, platform="cpu", **attrs):
    """(outputs, next states) of an operator as one compiled function."""
    op = find(name)
    parsed = op.parse(attrs)
    return jax.jit(lambda *arrays: op.pure(parsed, train, platform, jax.random.key(0), (), *arrays))(*arrays)


def draw(*shape, seed=0):
    return jnp.asarray(np.random.default_rng(seed).standard_normal(shape), "float32")


GEOMETRIES = [
    # data, filters, kernel, attributes
    ((2, 3, 7, 6), 4, (3, 3), {}),
    ((2, 5, 7, 6), 4, (3, 2), {"stride": (2, 1), "pad": (1, 0)}),
    ((2, 30, 7, 6), 4, (3, 3), {"pad": (1, 1)}),
    ((2, 30, 7, 6), 4, (5, 5), {"pad": (2, 2), "stride": (2, 2)}),
    ((2, 4, 9, 8), 6, (3, 3), {"dilate": (2, 1), "pad": (1, 2)}),
    ((2, 4, 7, 6), 6, (1, 1), {"stride": (2, 3)}),
    ((3, 20, 3, 2), 24, (1, 1), {}),
    ((2, 1, 9, 9), 3, (5, 5), {"stride": (2, 2), "pad": (2, 1)}),
    ((2, 6, 7, 6), 6, (3, 3), {"num_group": 6, "pad": (1, 1)}),
    ((2, 6, 7, 6), 12, (3, 3), {"num_group": 6, "stride": (2, 2)}),
    ((2, 8, 7, 6), 4, (3, 3), {"num_group": 2, "dilate": (2, 2), "pad": (2, 2)}),
    ((2, 36, 5, 5), 18, (3, 3), {"num_group": 9}),
    ((2, 4, 9), 5, (3,), {"stride": (2,), "pad": (1,)}),
    ((3, 48, 3, 4), 40, (3, 3), {"stride": (2, 2), "pad": (1, 1)}),
    ((1, 48, 6, 5), 40, (3, 3), {"dilate": (2, 1), "pad": (1, 1)}),
    ((1, 4, 5, 6, 4), 5, (3, 2, 3), {"pad": (1, 0, 1)}),
    ((1, 4, 5, 6, 5), 5, (3, 2, 3), {"pad": (1, 0, 1), "stride": (2, 1, 2)}),
    ((1, 4, 7, 6, 5), 4, (3, 3, 3), {"dilate": (2, 1, 1), "num_group": 2}),
]


@pytest.mark.parametrize("shape, filters, kernel, attrs", GEOMETRIES)
def test_convolution_lowerings_agree(shape, filters, kernel, attrs):
    """What the CPU computes in its own way equals XLA's convolution, its gradients and theirs."""
    attrs = {"kernel": kernel, "num_filter": filters, "no_bias": True, **attrs}
    x, w = draw(*shape), draw(filters, shape[1] // attrs.get("num_group", 1), *kernel, seed=1)

    def everything(platform):
        def f(x, w):
            return call("Convolution", x, w, platform=platform, **attrs)[0][0]

        y, pull = jax.vjp(f, x, w)
        head = draw(*y.shape, seed=2)
        second = jax.vjp(lambda x, w, g: jax.vjp(f, x, w)[1](g), x, w, head)[1]
        return y, pull(head), second((draw(*x.shape, seed=3), draw(*w.shape, seed=4)))

    ours, plain = jax.jit(everything, static_argnums=0)("cpu"), jax.jit(everything, static_argnums=0)("gpu")
    for a, b in zip(jax.tree.leaves(ours), jax.tree.leaves(plain), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("shape, filters, kernel, attrs", GEOMETRIES)
def test_deconvolution_is_the_transpose(shape, filters, kernel, attrs):
    """<Convolution(x), y> = <x, Deconvolution(y)> with one weight, dilation included."""
    groups = attrs.get("num_group", 1)
    x, w = draw(*shape), draw(filters, shape[1] // groups, *kernel, seed=1)
    y = call("Convolution", x, w, kernel=kernel, num_filter=filters, no_bias=True, **attrs)[0][0]
    head = draw(*y.shape, seed=2)
    stride = attrs.get("stride", (1,) * len(kernel))
    plain = call("Deconvolution", head, w, kernel=kernel, num_filter=shape[1], **attrs)[0][0]
    adj = tuple(a - b for a, b in zip(shape[2:], plain.shape[2:]))
    assert all(0 <= a < s for a, s in zip(adj, stride))
    back = call("Deconvolution", head, w, kernel=kernel, num_filter=shape[1], adj=adj, **attrs)[0][0]
    np.testing.assert_allclose(jnp.vdot(y, head), jnp.vdot(x, back), rtol=1e-3, atol=1e-2)


def test_channels_last_convolutions():
    """The layout moves axes and nothing else; the weight's channels come last with the data's."""
    x, w, b = draw(2, 4, 6, 5), draw(3, 4, 3, 2, seed=1), draw(3, seed=2)
    attrs = {"kernel": (3, 2), "num_filter": 3, "stride": (2, 1)}
    expected = call("Convolution", x, w, b, **attrs)[0][0]
    last = call("Convolution", x.transpose(0, 2, 3, 1), w.transpose(0, 2, 3, 1), b, layout="NHWC", **attrs)[0][0]
    np.testing.assert_allclose(last, expected.transpose(0, 2, 3, 1), rtol=1e-5, atol=1e-5)
    w = draw(4, 3, 3, 2, seed=1)
    expected = call("Deconvolution", x, w, **attrs)[0][0]
    last = call("Deconvolution", x.transpose(0, 2, 3, 1), w.transpose(0, 2, 3, 1), layout="NHWC", **attrs)[0][0]
    np.testing.assert_allclose(last, expected.transpose(0, 2, 3, 1), rtol=1e-5, atol=1e-5)


POOLS = [
    {"kernel": (2, 2), "stride": (2, 2)},
    {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)},
    {"kernel": (3, 2), "stride": (1, 3), "pooling_convention": "full"},
    {"kernel": (5, 5), "pad": (2, 2)},
]


@pytest.mark.parametrize("kind", ["max", "avg", "sum"])
@pytest.mark.parametrize("attrs", POOLS)
def test_pooling_lowerings_agree(kind, attrs):
    """Slices on the CPU give what XLA's reduce_window gives, gradients included."""
    x = jnp.asarray(np.random.default_rng(0).permutation(2 * 3 * 7 * 8).reshape(2, 3, 7, 8), "float32")

    def run(platform):
        y, pull = jax.vjp(lambda x: call("Pooling", x, platform=platform, pool_type=kind, **attrs)[0][0], x)
        return y, pull(draw(*y.shape, seed=2))

    for a, b in zip(jax.tree.leaves(run("cpu")), jax.tree.leaves(run("gpu")), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5)


def test_same_pooling_covers_the_input():
    x = jnp.arange(5, dtype="float32").reshape(1, 1, 5)
    out = call("Pooling", x, kernel=(3,), stride=(2,), pooling_convention="same")[0][0]
    np.testing.assert_array_equal(out[0, 0], [2, 4, 4])


@pytest.mark.parametrize("convention", ["valid", "full", "same"])
def test_pooling_ignores_strides_and_pads_beyond_the_kernels_axes(convention):
    x = jnp.arange(10, dtype="float32").reshape(1, 1, 10)
    out = call("Pooling", x, kernel=(2,), stride=(2, 7), pad=(0, 0, 0), pooling_convention=convention)[0][0]
    np.testing.assert_array_equal(out[0, 0], [1, 3, 5, 7, 9])
    with pytest.raises(mx.MXNetError, match="need 2 elements"):
        call("Pooling", x[None], kernel=(2, 2), stride=(2,), pooling_convention="valid")


def test_pooling_of_infinities():
    x = jnp.asarray([[[-np.inf, -1.0, np.inf, 2.0]]], "float32")
    out = call("Pooling", x, kernel=(2,), stride=(2,))[0][0]
    np.testing.assert_array_equal(out[0, 0], [-1, np.inf])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_keeps_its_type(dtype):
    """Half-precision data computes in single precision inside and returns its own type; statistics stay single."""
    x, w = draw(2, 4, 6, 5).astype(dtype), draw(3, 4, 3, 3, seed=1).astype(dtype)
    y = call("Convolution", x, w, kernel=(3, 3), num_filter=3, no_bias=True)[0][0]
    assert y.dtype == x.dtype
    exact = call("Convolution", x.astype("float32"), w.astype("float32"), kernel=(3, 3), num_filter=3, no_bias=True)
    np.testing.assert_allclose(y.astype("float32"), exact[0][0], rtol=2e-2, atol=2e-2)
    ones, zeros = jnp.ones(4), jnp.zeros(4)
    (out,), (mean, var) = call("BatchNorm", x, ones, zeros, zeros, ones, train=True)
    assert (out.dtype, mean.dtype, var.dtype) == (x.dtype, np.dtype("float32"), np.dtype("float32"))
    for name, attrs in (("softmax", {}), ("L2Normalization", {}), ("LRN", {"nsize": 3}), ("Pooling", {"kernel": (2, 2)})):
        assert call(name, x, **attrs)[0][0].dtype == x.dtype


def test_dropout():
    """Survivors are scaled, the share of zeros is right, one draw serves the axes named, inference is the identity."""
    x = mx.nd.ones((200, 300))
    with mx.autograd.train_mode():
        y = mx.nd.Dropout(x, p=0.3).asnumpy()
        rows = mx.nd.Dropout(x, p=0.5, axes=(1,)).asnumpy()
    np.testing.assert_allclose(np.unique(y), [0, 1 / 0.7], rtol=1e-6)
    assert abs((y == 0).mean() - 0.3) < 0.01
    assert all(len(np.unique(row)) == 1 for row in rows)
    np.testing.assert_array_equal(mx.nd.Dropout(x, p=0.3).asnumpy(), x.asnumpy())
    assert 0.4 < (mx.nd.Dropout(x, p=0.5, mode="always").asnumpy() == 0).mean() < 0.6


@pytest.mark.parametrize("shape", [(301, 333), (7,), (1,)])
def test_dropout_draws_every_element_by_itself(shape):
    """Two elements share a random word: neither these nor neighbours depend on each other."""
    mx.random.seed(5)
    kept = mx.nd.Dropout(mx.nd.ones(shape), p=0.3, mode="always").asnumpy().ravel() > 0
    assert kept.shape == (np.prod(shape),)
    if kept.size < 1000:
        return
    middle = (kept.size + 1) // 2
    assert abs(kept.mean() - 0.7) < 0.006  # four standard deviations
    for one, other in ((kept[: kept.size - middle], kept[middle:]), (kept[1:], kept[:-1])):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.02


@pytest.mark.parametrize("call", [
    lambda x: mx.nd.LeakyReLU(x, slope=0.1),
    lambda x: mx.nd.LeakyReLU(x, mx.nd.ones((1,)), act_type="prelu"),
    lambda x: mx.nd.Dropout(x, p=0, mode="always"),
    lambda x: mx.nd.RNN(
        x.reshape((2, 1, 2)), mx.nd.ones((12,)), mx.nd.ones((1, 1, 2)), mode="rnn_tanh", state_size=2, num_layers=1
    ),
])  # fmt: skip
def test_what_draws_no_random_numbers_takes_none(call):
    following = []
    for before in (lambda: None, lambda: call(mx.nd.ones((2, 2)))):
        mx.random.seed(3)
        with mx.autograd.train_mode():
            before()
        following.append(mx.nd.Dropout(mx.nd.ones((100,)), mode="always").asnumpy())
    np.testing.assert_array_equal(*following)


def test_dropout_gradient_uses_the_same_mask():
    x = mx.nd.ones((50, 60))
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.Dropout(x, p=0.5)
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), y.asnumpy())


def test_rrelu_draws_in_training_only():
    x = draw(40, 50)
    (out, mask), _ = call("LeakyReLU", x, act_type="rrelu", train=True)
    below = np.asarray(x) < 0
    assert 0.125 <= np.asarray(mask)[below].min() and np.asarray(mask)[below].max() < 0.334
    np.testing.assert_allclose(out, x * mask)
    (out, _), _ = call("LeakyReLU", x, act_type="rrelu")
    np.testing.assert_allclose(np.asarray(out)[below], np.asarray(x)[below] * (0.125 + 0.334) / 2, rtol=1e-5)


def test_softmax_output_multiplies_with_the_head_gradient_only_if_asked():
    x, label = mx.nd.array([[1, 2, 3], [4, 2, 0]]), mx.nd.array([0, 1])
    x.attach_grad()
    head = mx.nd.array([[1, 2, 3], [4, 5, 6]])
    grads = []
    for flag in (False, True):
        with mx.autograd.record():
            y = mx.nd.SoftmaxOutput(x, label, out_grad=flag)
        y.backward(head)
        grads.append(x.grad.asnumpy())
    np.testing.assert_allclose(grads[1], grads[0] * head.asnumpy(), rtol=1e-6)


def test_selu_gradient_is_the_derivative():
    x = jnp.asarray([-2.0, -0.5, 0.5, 2.0])
    slope = jax.grad(lambda x: call("LeakyReLU", x, act_type="selu")[0][0].sum())(x)
    np.testing.assert_allclose(slope, np.where(x > 0, 1.0507009873554805, 1.7580993408473766 * np.exp(x)), rtol=1e-5)


@pytest.mark.parametrize("dtype, rtol", [("float16", 2e-3), ("float32", 5e-7)])
def test_exponential_activations_are_exact_over_the_whole_range(dtype, rtol):
    x = np.concatenate([np.linspace(-100, 100, 4001), [-88, -1e-3, -1e-5, -1e-20, 0, 1e-20, np.inf, -np.inf, np.nan]]).astype(
        dtype
    )
    wide = x.astype(np.float64)
    softplus = np.maximum(wide, 0) + np.log1p(np.exp(-np.abs(wide)))
    tiny = np.finfo(dtype).tiny
    for name, attrs, want, slope in (
        ("Activation", {"act_type": "softrelu"}, softplus, 1 / (1 + np.exp(-np.maximum(wide, -700)))),
        (
            "LeakyReLU",
            {"act_type": "elu", "slope": 1.0},
            np.where(wide > 0, wide, np.expm1(np.minimum(wide, 0))),
            np.where(wide > 0, 1, np.exp(np.minimum(wide, 0))),
        ),
    ):
        y, pull = jax.vjp(lambda x, name=name, attrs=attrs: call(name, x, **attrs)[0][0], jnp.asarray(x))
        assert y.dtype == dtype
        np.testing.assert_allclose(np.asarray(y, np.float64), want, rtol=rtol, atol=2 * tiny)
        ends = np.isfinite(wide)
        np.testing.assert_allclose(
            np.asarray(pull(jnp.ones_like(y))[0], np.float64)[ends],
            slope[ends],
            rtol=2 * rtol,
            atol=5e-4 if dtype == "float16" else 3e-7,
        )


@pytest.mark.parametrize("beta", [0.75, 0.5])
def test_lrn_of_any_exponent_and_its_gradient(beta):
    x = draw(2, 7, 3, 4)

    def plain(x):
        padded = jnp.pad(x * x, ((0, 0), (2, 2), (0, 0), (0, 0)))
        return x * (2 + 0.1 / 5 * sum(padded[:, i : i + 7] for i in range(5))) ** -beta

    ours = lambda x: call("LRN", x, alpha=0.1, beta=beta, nsize=5)[0][0]
    for f in (lambda f: f(x), lambda f: jax.grad(lambda x: jnp.sum(f(x) ** 2))(x)):
        np.testing.assert_allclose(f(ours), f(plain), rtol=1e-5, atol=1e-6)
    big = jnp.full((1, 1, 1, 1), 1e30, jnp.float32)  # whose square is infinite
    grad = jax.grad(lambda x: call("LRN", x, beta=beta, nsize=1)[0][0].sum())(big)
    power = jax.grad(lambda x: (x * (2 + 1e-4 * x * x) ** -beta).sum())(big)
    np.testing.assert_array_equal(np.asarray(grad), np.asarray(power))


def test_infeasible_ctc_costs_nothing():
    """More labels and repeats than steps: cost and gradient are zero, and nothing is nan."""
    data = draw(3, 1, 4)
    label = jnp.asarray([[2.0, 2.0, 2.0]])
    cost, pull = jax.vjp(lambda x: call("CTCLoss", x, label)[0][0], data)
    assert float(cost[0]) == 0 and not np.any(pull(jnp.ones(1))[0])


def test_fused_recurrence_with_lengths():
    """Steps behind a sequence's end give zeros and leave its state alone, in both directions."""
    time, batch, inputs, hidden = 5, 2, 3, 2
    size = 2 * 4 * hidden * (inputs + hidden + 2)
    x, weights, state = draw(time, batch, inputs), draw(size, seed=1), draw(2, batch, hidden, seed=2)
    attrs = {"mode": "lstm", "state_size": hidden, "num_layers": 1, "bidirectional": True, "state_outputs": True}
    lengths = jnp.asarray([5.0, 3.0])
    out, last, cell = call("RNN", x, weights, state, state, lengths, use_sequence_length=True, **attrs)[0]
    assert not np.any(out[3:, 1])
    short = call("RNN", x[:3, 1:], weights, state[:, 1:], state[:, 1:], **attrs)[0]
    for a, b in zip((out[:3, 1:], last[:, 1:], cell[:, 1:]), short, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_residuals_are_inputs_or_outputs():
    """A recorded activation or softmax keeps no array of its own; Dropout keeps its mask alone."""
    cases = [("Activation", {"act_type": "tanh"}), ("Activation", {"act_type": "relu"}), ("softmax", {}), ("log_softmax", {})]
    x = draw(64, 64)
    for name, attrs in cases:

        def forward(x, name=name, attrs=attrs):
            return call(name, x, **attrs)[0][0]

        closed = jax.make_jaxpr(lambda x: jax.vjp(forward, x))(x)
        known = {*closed.jaxpr.invars, closed.jaxpr.outvars[0]}
        extra = [v for v in closed.jaxpr.outvars[1:] if v not in known and getattr(v.aval, "size", 0) >= x.size]
        assert not extra, (name, attrs, extra)


def test_batch_norm_of_wrong_parameters():
    with pytest.raises(mx.MXNetError, match=r"gamma has shape \(4,\) but \(3,\) is expected"):
        mx.nd.BatchNorm(mx.nd.ones((2, 3)), mx.nd.ones(4), mx.nd.ones(3), mx.nd.ones(3), mx.nd.ones(3))


@pytest.mark.parametrize(
    "call_, text",
    [
        (lambda: mx.nd.Pooling(mx.nd.ones((1, 1, 4, 4)), kernel=(5, 5)), "kernel size (5) exceeds input (4 padded to 4)"),
        (lambda: mx.nd.softmax(mx.nd.ones((2, 3)), axis=2), "axis 2"),
        (lambda: mx.nd.Embedding(mx.nd.ones(2), mx.nd.ones((3, 2)), input_dim=4, output_dim=2), "(4, 2) is expected"),
        (lambda: mx.nd.SequenceMask(mx.nd.ones((2, 3)), mx.nd.ones(2), use_sequence_length=True), "(3,) is expected"),
        (lambda: mx.nd.UpSampling(mx.nd.ones((2, 3)), scale=2, sample_type="nearest"), "should be 4D"),
        (lambda: mx.nd.contrib.BilinearResize2D(mx.nd.ones((1, 1, 2, 2)), mode="odd_scale"), "needs scale_height"),
    ],
)
def test_refusals_say_what_was_expected(call_, text):
    with pytest.raises(mx.MXNetError) as caught:
        call_()
    assert text in str(caught.value)


@pytest.mark.parametrize("kind", ["float32", "uint8"])
def test_lengths_of_softmax_are_whole(kind):
    with pytest.raises(mx.base.MXNetError, match=f"softmax: length must be int32 or int64, not {kind}"):
        mx.nd.softmax(mx.nd.ones((2, 3)), mx.nd.ones(2, dtype=kind), use_length=True).asnumpy()


def test_batch_norm_of_data_far_from_zero():
    random = np.random.default_rng(0)
    data = (random.normal(size=(16, 4, 32, 32)) + 100).astype("float32")
    exact = data.astype("float64")
    centred = exact - exact.mean((0, 2, 3), keepdims=True)
    deviation = np.sqrt(exact.var((0, 2, 3), keepdims=True) + 1e-5)
    head = random.normal(size=data.shape).astype("float32")
    normal = centred / deviation
    slope = head - head.mean((0, 2, 3), keepdims=True, dtype="float64")
    slope = (slope - normal * (head * normal).mean((0, 2, 3), keepdims=True)) / deviation
    x = mx.nd.array(data)
    x.attach_grad()
    for given, expected in ((head, slope), (np.ones_like(head), np.zeros_like(slope))):
        with mx.autograd.record():
            out = mx.nd.BatchNorm(x, *[mx.nd.ones((4,)) * v for v in (1, 0, 0, 1)], eps=1e-5, fix_gamma=False)
        out.backward(mx.nd.array(given))
        np.testing.assert_allclose(out.asnumpy(), normal, rtol=0, atol=8e-6)
        np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=0, atol=1e-6)


def test_bins_of_regions_end_where_the_quotient_says():
    """ROIPooling behind a convolution: of 7 rows in 3 bins the last ends with the region, in graphs as in eager calls."""
    rois = np.array([[0, 2, 3, 9, 12], [1, 12, 6, 13, 12], [1, 1, 1, 8, 7], [0, 5, 4, 6, 15], [1, 0, 2, 7, 8]], np.float32)
    image = np.broadcast_to(np.arange(16, dtype=np.float32)[:, None], (2, 3, 16, 16))
    weight = np.zeros((8, 3, 3, 3), np.float32)
    weight[:, 0, 1, 1] = 1
    x = mx.sym.Convolution(mx.sym.Variable("x"), kernel=(3, 3), pad=(1, 1), num_filter=8, no_bias=True, name="conv")
    pooled = mx.sym.ROIPooling(x, mx.sym.Variable("rois"), pooled_size=(3, 3), spatial_scale=1.0)
    arrays = {"x": mx.nd.array(image), "conv_weight": mx.nd.array(weight), "rois": mx.nd.array(rois)}
    (out,) = pooled.bind(mx.cpu(), arrays).forward(is_train=False)
    ends = [[y1 + -(-(i + 1) * (y2 - y1 + 1) // 3) - 1 for i in range(3)] for _, _, y1, _, y2 in rois.astype(int)]
    assert out.asnumpy()[:, 0, :, 0].tolist() == ends


def test_columns_by_a_kernel_of_one_axis_fewer():
    """MXNet reads the memory of a sample as if it had no second axis; recorded with MXNet 1.9.1, whose benchmark does it."""
    found = mx.nd.im2col(mx.nd.arange(1, 49).reshape((2, 2, 4, 3)), kernel=(3,), stride=2, pad=1)
    assert found.asnumpy().tolist() == [
        [[0, 2], [1, 3], [2, 4], [0, 6], [5, 7], [6, 8]],
        [[0, 26], [25, 27], [26, 28], [0, 30], [29, 31], [30, 32]],
    ]
    with pytest.raises(mx.MXNetError, match="does not fit data with 3 spatial axes"):
        mx.nd.im2col(mx.nd.zeros((1, 1, 3, 3, 3)), kernel=(2, 2)).wait_to_read()


@pytest.mark.parametrize("options, scale", [({}, 1.0), ({"normalization": "batch"}, 1 / 6), ({"normalization": "valid"}, 1 / 6)])
def test_softmax_output_of_several_axes_reads_a_label_for_each_sample(options, scale):
    """MXNet infers a label for each place of all axes but the last, takes the first ones, and divides by the number of all."""
    x = mx.nd.array(np.arange(24).reshape(2, 3, 4) * 0.1)
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.SoftmaxOutput(x, mx.nd.array([[1, 5, 2], [3, 0, 4]]), **options)
    y.backward()
    first = [0.04533, -0.9499, 0.05537, 0.06119, 0.06762, 0.07474, 0.0826, 0.09128]  # of MXNet 1.9.1
    np.testing.assert_allclose(x.grad.asnumpy()[0].ravel()[:8], np.array(first) * scale, atol=2e-5)
    # the second sample has the second label, 5
    assert (x.grad.asnumpy()[1].ravel() < 0).tolist() == [i == 5 for i in range(12)]
