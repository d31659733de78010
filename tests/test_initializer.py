"""Initializers: values and texts beside the real MXNet's, distributions, determinism, and what they refuse."""

import json
import logging
import pickle
import warnings

import numpy as np
import pytest

import jmx as mx
from tests.golden import training_cases as cases

with open(cases.FILE) as _file:
    GOLDEN = json.load(_file)

Desc = mx.init.InitDesc


def test_values_as_in_mxnet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        found = cases.trace_fills(mx)
    for a, b in zip(found, GOLDEN["fills"], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_texts_as_in_mxnet():
    assert cases.trace_dumps(mx) == GOLDEN["dumps"]


def test_all_names_are_registered():
    names = "bilinear constant fusedrnn lstmbias msraprelu normal one ones orthogonal uniform xavier zero zeros"
    names += " rnnfused"  # of MXNet 2.0
    registered = mx.registry.get_registry(mx.init.Initializer)
    # gluon.Constant registers an initializer of its own, "constant_<name>_<number>", for each constant made so far
    assert set(names.split()) == {name for name in registered if not name.startswith("constant_")}


@pytest.mark.parametrize("name", mx.init.__all__)
def test_pickles_find_classes_in_the_package_and_in_its_parts(name):
    """Earlier versions wrote `jmx.initializer`, which was one module; now pickles name the part."""
    assert pickle.loads(f"cjmx.initializer\n{name}\n.".encode()) is getattr(mx.init, name)
    if name not in ("alias", "create"):  # functions that `mx.registry` makes
        assert pickle.loads(pickle.dumps(getattr(mx.init, name))) is getattr(mx.init, name)


def _fill(init, shape=(60, 50), name="x_weight", dtype="float32"):
    array = mx.nd.zeros(shape, dtype=dtype)
    init(Desc(name), array)
    return array.asnumpy()


@pytest.mark.parametrize(
    "init, bound, deviation",
    [
        (mx.init.Uniform(0.3), 0.3, 0.3 / 3**0.5),
        (mx.init.Normal(0.2), None, 0.2),
        (mx.init.Xavier(), (3 / 55) ** 0.5, (1 / 55) ** 0.5),
        (mx.init.Xavier(factor_type="in", magnitude=6), (6 / 50) ** 0.5, (2 / 50) ** 0.5),
        (mx.init.Xavier("gaussian", "out", 2), None, (2 / 60) ** 0.5),
        (mx.init.MSRAPrelu("in", 0.0), None, (2 / 50) ** 0.5),
    ],
)
def test_distribution(init, bound, deviation):
    values = _fill(init)
    assert values.dtype == np.float32
    assert abs(values.mean()) < 5 * deviation / values.size**0.5
    np.testing.assert_allclose(values.std(), deviation, rtol=0.06)
    if bound:
        assert 0.98 * bound < abs(values).max() <= bound


def test_field_counts_for_convolutions():
    values = _fill(mx.init.Xavier(), (32, 16, 3, 3))
    np.testing.assert_allclose(values.std(), (1 / (24 * 9)) ** 0.5, rtol=0.06)


@pytest.mark.parametrize("kind", ["uniform", "normal"])
@pytest.mark.parametrize("shape", [(3, 8), (8, 3), (4, 2, 2)])
def test_orthogonal(kind, shape):
    matrix = _fill(mx.init.Orthogonal(2.0, kind), shape).reshape(shape[0], -1)
    small = matrix @ matrix.T if matrix.shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(small, 4 * np.eye(len(small)), atol=1e-5)


@pytest.mark.parametrize("init", [mx.init.Uniform(), mx.init.Normal(), mx.init.Xavier(), mx.init.Orthogonal()])
def test_seed_governs(init):
    mx.random.seed(5)
    first = _fill(init, (4, 3))
    assert (first != _fill(init, (4, 3))).any()
    mx.random.seed(5)
    assert (first == _fill(init, (4, 3))).all()


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_other_types(dtype):
    assert _fill(mx.init.Xavier(), (4, 3), dtype=dtype).dtype == dtype
    assert _fill(mx.init.Constant(0.1), (4, 3), dtype=dtype)[0, 0] == np.dtype(dtype).type(0.1)


def test_attribute_names_the_initializer():
    array = mx.nd.zeros((2, 2))
    mx.init.Xavier()(Desc("anything", {"__init__": mx.init.Constant(3).dumps()}), array)
    assert (array.asnumpy() == 3).all()


def test_equality():
    assert mx.init.Xavier() == mx.init.Xavier()
    assert mx.init.Xavier() != mx.init.Xavier(magnitude=2)
    assert mx.init.Uniform(0.1) != mx.init.Normal(0.1)
    assert mx.init.create(mx.init.Xavier("gaussian").dumps()) == mx.init.Xavier("gaussian")


def test_load():
    held = {"arg:a": mx.nd.ones((2,)), "b": mx.nd.ones((3,)) * 2}
    load = mx.init.Load(held, default_init=mx.init.Zero())
    a, c = mx.nd.zeros((2,)), mx.nd.ones((2,))
    load("a", a)
    load(Desc("c_weight"), c)
    assert a.asnumpy().tolist() == [1, 1] and c.asnumpy().tolist() == [0, 0]
    with pytest.raises(AssertionError, match=r"Shape mismatch, target \(2,\) vs loaded \(3,\)"):
        load("b", a)
    with pytest.raises(AssertionError, match="Cannot Initialize d"):
        mx.init.Load(held)("d", a)


def test_load_from_file(tmp_path):
    mx.nd.save(str(tmp_path / "p.params"), {"aux:a": mx.nd.ones((2,))})
    a = mx.nd.zeros((2,))
    mx.init.Load(str(tmp_path / "p.params"))("a", a)
    assert a.asnumpy().tolist() == [1, 1]


def test_mixed():
    init = mx.init.Mixed(["bias", ".*"], [mx.init.Zero(), mx.init.One()])
    a, b = mx.nd.ones((2,)) * 5, mx.nd.ones((2,)) * 5
    init(Desc("bias"), a)
    init(Desc("x_weight"), b)
    assert a.asnumpy().tolist() == [0, 0] and b.asnumpy().tolist() == [1, 1]
    with pytest.raises(ValueError, match="Parameter name x_bias did not match any pattern"):
        mx.init.Mixed(["y"], [mx.init.Zero()])(Desc("x_bias"), a)
    with pytest.raises(AssertionError):
        mx.init.Mixed(["y"], [])


def test_refused():
    array = mx.nd.ones((3,))
    with pytest.raises(ValueError, match="Unknown initialization pattern for x_foo"):
        mx.init.Xavier()(Desc("x_foo"), array)
    with pytest.raises(ValueError, match="cannot be applied to vector x_weight. It requires at least 2D"):
        mx.init.Xavier()(Desc("x_weight"), array)
    with pytest.raises(ValueError, match="Incorrect factor type"):
        _fill(mx.init.Xavier(factor_type="sum"))
    with pytest.raises(ValueError, match="Unknown random type"):
        _fill(mx.init.Xavier("cauchy"))
    with pytest.raises(NotImplementedError, match="Must override it"):
        mx.init.Initializer()(Desc("x_weight"), array)
    with pytest.raises(AssertionError, match="uniforn is not registered.*uniform"):
        mx.init.create("uniforn")
    with pytest.raises(ValueError, match="is no parameter of a lstm"):
        mx.init.FusedRNN(mx.init.One(), 3, 1, "lstm")(Desc("p_weight"), array)
    with pytest.warns(DeprecationWarning), pytest.raises(TypeError, match="name must be string"):
        mx.init.One()(3, array)
    assert array.asnumpy().tolist() == [1, 1, 1]


def test_verbosity(caplog):
    caplog.set_level(logging.INFO)
    init = mx.init.One().set_verbosity(True)
    _fill(init, (2, 2))
    assert caplog.messages == ["Initialized x_weight as weight: 1.0"]
    _fill(init.set_verbosity(True, lambda x: f"{x.shape}"), (2, 2))
    assert caplog.messages[-1] == "Initialized x_weight as weight: (2, 2)"


def test_own_initializer():
    @mx.init.register
    class Seven(mx.init.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = 7

    assert (_fill(mx.init.create("seven"), (2,)) == 7).all()


def test_fused_rnn_asks_the_global_initializer():
    seen = []

    class Note(mx.init.Initializer):
        def __call__(self, desc, arr):
            seen.append((str(desc), arr.shape))

    init = mx.init.FusedRNN(None, 3, 2, "gru", True)
    init._init_weight(Desc("p", global_init=Note()), mx.nd.zeros((cases._fused_size("gru", 2, True),)))
    assert seen[0] == ("l0_i2h_r_weight", (3, 2))
    assert ("r1_h2h_z_weight", (3, 3)) in seen and ("l1_i2h_o_weight", (3, 6)) in seen
    assert seen[-1] == ("r1_h2h_o_bias", (3,))
    assert len(seen) == 2 * 2 * 3 * 4


@pytest.mark.parametrize("value", [np.arange(3.0), mx.nd.arange(3), [0.0, 1.0, 2.0]])
def test_constant_array(value):
    init = mx.init.Constant(value)
    assert init.dumps() == '["constant", {"value": [0.0, 1.0, 2.0]}]'
    assert init == mx.init.create(init.dumps())
    assert _fill(init, (2, 3)).tolist() == [[0, 1, 2]] * 2


@pytest.mark.parametrize(
    "init", [mx.init.Uniform(0.5), mx.init.Normal(0.2), mx.init.Xavier(), mx.init.MSRAPrelu(), mx.init.Orthogonal()]
)
def test_bfloat16_networks(init):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dense(3))
    net.cast("bfloat16")
    net.initialize(init)
    assert net(mx.nd.ones((2, 2, 5, 5), dtype="bfloat16")).dtype.__name__ == "bfloat16"
    for name, param in net.collect_params().items():
        value = param.data()
        # statistics and their companions stay in single precision
        assert np.dtype(value.dtype).name == ("float32" if "batchnorm" in name else "bfloat16")
        if name.endswith("weight"):
            drawn = value.astype("float32").asnumpy()
            assert drawn.std() > 0.05 and np.abs(drawn).max() < 2 and len(np.unique(drawn)) > drawn.size / 4


@pytest.mark.parametrize("name, args, mean", [
    ("uniform", (-1, 3), 1), ("normal", (1, 2), 1), ("exponential", (2,), 2), ("gamma", (2, 1), 2), ("poisson", (3,), 3),
])  # fmt: skip
def test_bfloat16_samples(name, args, mean):
    mx.random.seed(3)
    drawn = getattr(mx.nd.random, name)(*args, shape=(4000,), dtype="bfloat16")
    assert drawn.dtype.__name__ == "bfloat16"
    assert abs(drawn.astype("float32").asnumpy().mean() - mean) < 0.15
    compiled = getattr(mx.sym.random, name)(*args, shape=(4000,), dtype="bfloat16").eval()[0]
    assert compiled.dtype.__name__ == "bfloat16"
    assert abs(compiled.astype("float32").asnumpy().mean() - mean) < 0.15
