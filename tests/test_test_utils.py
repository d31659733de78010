"""mx.test_utils: comparisons and their messages, checks of symbols, random data, statistics."""

import json
import os
import pathlib
import re
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import test_utils as tu
from jmx.tools import im2rec

FACTS = json.loads((pathlib.Path(__file__).parent / "golden" / "data.json").read_text())["messages"]
A = np.arange(12, dtype=np.float32).reshape(3, 4)
B = A.copy()
B[1, 2] += 0.5
B[2, 3] -= 2

CALLS = {
    "two": lambda: tu.assert_almost_equal(A, B),
    "named": lambda: tu.assert_almost_equal(mx.nd.array(A), mx.nd.array(B), rtol=1e-3, atol=1e-4, names=("x", "y")),
    "many": lambda: tu.assert_almost_equal(A, A + 1, mismatches=(3, 5)),
    "all": lambda: tu.assert_almost_equal(A, A + 1, mismatches=(2, 0)),
    "scalar": lambda: tu.assert_almost_equal(1.0, 2.0),
    "shapes": lambda: tu.assert_almost_equal(A, B[:1], use_broadcast=False),
    "rate": lambda: tu.assert_almost_equal_with_err(A, B, etol=0.1),
}


@pytest.mark.parametrize("name", CALLS)
def test_messages(name, capsys):
    before = np.get_printoptions()
    with pytest.raises(AssertionError) as caught:
        CALLS[name]()
    message, printed = FACTS[name]
    # NumPy 2 adds the shape to the text of an array it abridges
    assert re.sub(r" shape=\([^)]*\),", "", str(caught.value)).rstrip() == message.rstrip()
    assert capsys.readouterr().out.rstrip() == printed.rstrip()
    assert np.get_printoptions() == before


def test_tolerances_depend_on_the_less_precise_type():
    half = np.ones(3, np.float16)
    tu.assert_almost_equal(half, np.full(3, 1.05))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.ones(3), np.full(3, 1.05))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.array([1, 2]), np.array([1, 3]))
    assert tu.get_tols(np.float32(1), 1.0, None, None) == (1e-4, 1e-3)
    assert tu.get_tols(half, 1.0, {np.dtype(np.float16): 0.5}, 7) == (0.5, 7)
    assert tu.effective_dtype(mx.nd.ones(2)) == np.float32 and tu.get_etol() == 0 and tu.get_etol(0.1) == 0.1
    assert tu.get_rtol() == 1e-5 and tu.get_atol(dtype=np.dtype(np.float32)) == 1e-3


def test_comparisons_with_nan_infinity_and_bool():
    x = np.array([1, np.nan, np.inf])
    tu.assert_almost_equal(x, x, equal_nan=True)
    tu.assert_allclose(x, x)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(x, x)
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(x, np.array([1, np.nan, -np.inf]), equal_nan=True)
    tu.assert_almost_equal_ignore_nan(x, np.array([1, 2, np.inf]))
    tu.assert_almost_equal(np.array([True, False]), np.array([True, False]))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.array([True, False]), np.array([True, True]))
    tu.assert_almost_equal_with_err(A, B, etol=0.2)
    assert tu.almost_equal(A, A) and not tu.almost_equal(A, B)
    assert tu.same(A, A) and not tu.same(A, B) and not tu.same(A, A[:2])


def test_same_array():
    x = mx.nd.ones((2, 3))
    assert tu.same_array(x, x[:]) and not tu.same_array(x, x.copy())
    assert (x.asnumpy() == 1).all()


def test_symbol_checks_pass_and_fail():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    draw = np.random.default_rng(1)
    # Away from zero: with grad_req="add" the check subtracts what was there, of about 1, in single precision.
    x, y, ones = draw.uniform(0.5, 1.5, (2, 3)), draw.uniform(0.5, 1.5, (2, 3)), np.ones((2, 3))
    assert np.allclose(tu.simple_forward(a * b, a=x, b=y), x * y)
    assert len(tu.simple_forward(mx.sym.Group([a + b, a - b]), a=x, b=y)) == 2
    tu.check_symbolic_forward(a * b, [x, y], [x * y])
    tu.check_symbolic_forward(a * b, {"a": x, "b": y}, [x * y], dtype=np.float64, rtol=1e-12)
    for request in ("write", "add", {"a": "add", "b": "null"}):
        expected = {"a": y} if isinstance(request, dict) else [y, x]
        tu.check_symbolic_backward(a * b, [x, y], [ones], expected, grad_req=request)
    with pytest.raises(AssertionError, match="EXPECTED_"):
        tu.check_symbolic_forward(a * b, [x, y], [x * y + 1])
    with pytest.raises(AssertionError, match="BACKWARD_b"):
        tu.check_symbolic_backward(a * b, [x, y], [ones], [y, x + 1])
    with pytest.raises(ValueError, match="arguments and keys of the given location do not match"):
        tu.check_symbolic_forward(a * b, {"a": x}, [x])
    with pytest.raises(AssertionError, match="dtype must be"):
        tu.check_symbolic_forward(a * b, [x, y], [x * y], dtype=np.int32)


def test_numeric_gradient():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    x, y = np.random.rand(2, 2), np.random.rand(2, 2)
    tu.check_numeric_gradient(a * b, [x, y])
    tu.check_numeric_gradient(mx.sym.tanh(a), {"a": x}, numeric_eps=1e-5, dtype=np.float64, rtol=1e-6, atol=1e-8)
    tu.check_numeric_gradient(a * b, [x, y], grad_nodes={"a": "add"})
    with pytest.raises(AssertionError, match="NUMERICAL_a"):
        tu.check_numeric_gradient(mx.sym.BlockGrad(a) + 0 * a, [x])
    with pytest.raises(AssertionError, match="too small"):
        tu.check_numeric_gradient(a * b, [x, y], numeric_eps=1e-7)
    with pytest.raises(ValueError, match="grad_nodes"):
        tu.check_numeric_gradient(a * b, [x, y], grad_nodes="a")


def test_consistency():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    shapes = [{"ctx": mx.cpu(0), "data": (2, 4), "type_dict": {"data": kind}} for kind in (np.float64, np.float32)]
    truth = tu.check_consistency(net, shapes)
    assert truth["fc_output"].dtype == np.float64
    wrong = [net, mx.sym.FullyConnected(mx.sym.Variable("data") * 1.5, num_hidden=3, name="fc")]
    with pytest.raises(AssertionError):
        tu.check_consistency(wrong, shapes)


def test_speed_and_structure():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    assert tu.check_speed(a * b, N=2, a=(2, 3), b=(2, 3)) > 0
    assert tu.check_speed(a * b, {"a": A, "b": B}, N=2, typ="forward") > 0
    with pytest.raises(ValueError, match="typ can only be"):
        tu.check_speed(a * b, {"a": A, "b": B}, typ="backward")
    assert tu.same_symbol_structure(a * b, b * a) and not tu.same_symbol_structure(a * b, a + b)


def test_random_data():
    assert tu.random_arrays((2, 3)).dtype == np.float32 and len(tu.random_arrays((2,), ())) == 2
    assert tu.random_uniform_arrays((3,), low=2, high=3)[0].min() >= 2
    with pytest.raises(TypeError, match="unexpected argument"):
        tu.random_uniform_arrays((3,), size=2)
    assert sorted(tu.random_sample([1, 2, 3], 3)) == [1, 2, 3]
    assert len(tu.rand_shape_nd(4)) == 4 and 1 <= min(tu.rand_shape_3d(3, 3, 3)) and max(tu.rand_shape_2d(2, 2)) <= 2
    assert tu.rand_ndarray((2, 3), dtype="float16").dtype == np.float16
    assert tu.create_2d_tensor(3, 2).asnumpy().tolist() == [[0, 0], [1, 1], [2, 2]]
    assert tu.create_vector(3).asnumpy().tolist() == [0, 1, 2]
    assert tu.get_identity_mat(3).asnumpy().tolist() == np.eye(3).tolist()
    assert tu.get_identity_mat_batch(2).shape == (2, 2, 2)
    assert tu.assign_each(A, lambda v: v + 1).tolist() == (A + 1).tolist()
    assert tu.assign_each2(A, B, lambda v, w: v * w).tolist() == (A * B).tolist()
    assert np.isreal(np.linalg.eigvals(tu.new_matrix_with_real_eigvals_2d(4))).all()
    symmetric = tu.new_sym_matrix_with_real_eigvals_nd((2, 3, 3))
    assert np.allclose(symmetric, symmetric.swapaxes(1, 2)) and symmetric.shape == (2, 3, 3)


def test_reductions():
    x = np.random.rand(2, 3, 4)
    assert np.allclose(tu.np_reduce(x, (0, 2), True, np.sum), x.sum(axis=(0, 2), keepdims=True))
    assert np.allclose(tu.np_reduce(x, None, False, np.max), x.max())
    assert np.allclose(tu.collapse_sum_like(x, (3, 1)), x.sum(axis=(0, 2)).reshape(3, 1))


def test_statistics():
    pytest.importorskip("scipy")
    from scipy import stats

    np.random.seed(0)
    buckets, probs = tu.gen_buckets_probs_with_ppf(stats.norm.ppf, 5)
    tu.verify_generator(lambda n: mx.nd.array(np.random.normal(size=n)), buckets, probs, nsamples=20000)
    with pytest.raises(AssertionError, match="Generator test fails"):
        tu.verify_generator(lambda n: np.random.normal(0.2, 1, n), buckets, probs, nsamples=20000)
    p, observed, expected = tu.chi_square_check(lambda n: np.random.randint(0, 3, n), [0, 1, 2], [1 / 3] * 3, 9000)
    assert p > 1e-4 and observed.sum() == 9000 and expected.dtype == np.int32
    assert tu.mean_check(lambda n: np.random.normal(size=n), 0, 1, 10000)
    assert not tu.mean_check(lambda n: np.random.normal(0.2, 1, n), 0, 1, 10000)
    assert tu.var_check(lambda n: np.random.normal(size=n), 1, 10000)


def test_environment_is_restored(monkeypatch):
    monkeypatch.setenv("JMX_A", "1")
    with tu.environment({"JMX_A": None, "JMX_B": "2"}):
        assert "JMX_A" not in os.environ and os.environ["JMX_B"] == "2"
    assert os.environ["JMX_A"] == "1" and "JMX_B" not in os.environ
    with pytest.raises(KeyError), tu.environment("JMX_B", "3"):
        raise KeyError
    assert "JMX_B" not in os.environ


def test_retry_and_exceptions():
    tries = []

    @tu.retry(3)
    def flaky():
        tries.append(1)
        assert len(tries) == 3

    flaky()
    assert len(tries) == 3
    with pytest.raises(AssertionError):
        tu.retry(2)(lambda: tu.checkShapes(A, A[:1]))()
    tu.assert_exception(int, ValueError, "x")
    with pytest.raises(AssertionError, match="did not raise ValueError"):
        tu.assert_exception(int, ValueError, "1")


def test_discard_stderr(capfd):
    with tu.discard_stderr():
        os.write(2, b"lost")
    os.write(2, b"kept")
    assert capfd.readouterr().err == "kept"


def test_dummy_iter_repeats_the_first_batch():
    made = tu.DummyIter(mx.io.NDArrayIter(np.arange(4), batch_size=2))
    assert made.provide_data == [("data", (2,))]
    assert next(made) is next(made) and made.next().data[0].asnumpy().tolist() == [0, 1]


def test_compare_optimizers():
    sgd = mx.optimizer.SGD
    tu.compare_optimizer(sgd(momentum=0.9), sgd(momentum=0.9), (3, 4), "float32")
    with pytest.raises(AssertionError):
        tu.compare_optimizer(sgd(learning_rate=0.5), sgd(learning_rate=0.1), (3, 4), "float32")


def test_contexts_and_machine():
    assert tu.default_context() == mx.current_context() and tu.default_dtype() is np.float32
    assert list(tu.list_gpus()) == list(range(mx.context.num_gpus()))
    assert tu.is_op_runnable() and not tu.is_cd_run()
    assert os.path.samefile(tu.get_im2rec_path("JMX_NO_SUCH_VARIABLE"), im2rec.__file__)


def test_star_import_brings_what_test_files_expect():
    space = {}
    exec("from jmx.test_utils import *", space)
    for name in ("np", "mx", "os", "assert_almost_equal", "default_context", "use_np", "environment", "rnd", "Symbol"):
        assert name in space
    assert "tolerance" not in space and space["mx"] is sys.modules["jmx"]
    assert tu.npt.assert_allclose is np.testing.assert_allclose
    with pytest.raises(AttributeError):
        tu.no_such_name  # noqa: B018
