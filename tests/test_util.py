"""NumPy semantics, environment variables, ufunc options: as the real MXNet 1.9.1 answers."""

import threading

import numpy as np
import pytest

import jmx as mx
from jmx import util


@pytest.fixture(autouse=True)
def legacy_semantics():
    util.reset_np()
    yield
    util.reset_np()


def in_a_thread(function):
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_shape_semantics_returns_what_was():
    assert util.set_np_shape(True) is False and util.is_np_shape() is True
    assert util.set_np_shape(True) is True
    assert util.set_np_shape(False) is True and util.is_np_shape() is False
    assert util.set_np_shape(3) is False and util.is_np_shape() is False
    for wrong in (None, "a", 1.0):
        with pytest.raises(TypeError):
            util.set_np_shape(wrong)


def test_shape_semantics_is_the_threads_or_everywhere():
    util.set_np_shape(1)
    assert util.np_shape_mode() == 1 and in_a_thread(util.is_np_shape) is False
    util.set_np_shape(2)
    assert util.np_shape_mode() == 2 and in_a_thread(util.is_np_shape) is True
    assert util.set_np_shape(1) is True and in_a_thread(util.is_np_shape) is True
    util.set_np_shape(0)
    assert util.np_shape_mode() == 0 and in_a_thread(util.is_np_shape) is False


def test_both_semantics():
    util.set_np()
    assert util.is_np_shape() and util.is_np_array() and in_a_thread(util.is_np_array) is False
    with pytest.raises(ValueError, match="Deactivating NumPy shape semantics while NumPy array semantics"):
        util.set_np_shape(False)
    util.set_np(shape=True, array=False)
    assert util.is_np_shape() and not util.is_np_array()
    util.reset_np()
    assert not util.is_np_shape() and not util.is_np_array()
    with pytest.raises(ValueError, match="NumPy Shape semantics is required in using NumPy array semantics"):
        util.set_np(shape=False, array=True)
    assert mx.is_np_array is util.is_np_array and mx.use_np is util.use_np


def test_scopes_nest_and_survive_exceptions():
    with util.np_shape():
        with util.np_shape(False):
            assert not util.is_np_shape()
        with util.np_shape(None):
            assert util.is_np_shape()
    assert not util.is_np_shape()
    with util.np_array() as scope:
        assert util.is_np_array()
        with scope, util.np_array(False):
            assert not util.is_np_array()
        assert util.is_np_array()
    assert not util.is_np_array()
    with pytest.raises(KeyError), util.np_shape(), util.np_array():
        raise KeyError
    assert not util.is_np_shape() and not util.is_np_array()


def state():
    return util.is_np_shape(), util.is_np_array()


def test_decorated_functions():
    def function(a, b=2):
        "doc"
        return state(), a, b

    wanted = {util.use_np_shape: (True, False), util.use_np_array: (False, True), util.use_np: (True, True)}
    for decorate, want in wanted.items():
        decorated = decorate(function)
        assert decorated(1, b=3) == (want, 1, 3) and state() == (False, False)
        assert decorated.__name__ == "function" and decorated.__doc__ == "doc" and decorated.__wrapped__


def test_decorated_classes():
    class Base:
        def inherited(self):
            return state()

    @util.use_np
    class Net(Base):
        def __init__(self):
            self.made = state()

        @property
        def value(self):
            "doc"
            return state()

        @value.setter
        def value(self, new):
            self.made = (new, state())

        @staticmethod
        def static(a=1):
            return state(), a

        @classmethod
        def of_class(cls):
            return state(), cls

    on = (True, True)
    net = Net()
    assert net.made == net.value == net.inherited() == on and Base().inherited() == (False, False)
    assert Net.static(5) == net.static(5) == (on, 5) and Net.of_class() == net.of_class() == (on, Net)
    assert Net.value.__doc__ == "doc"
    net.value = 3
    assert net.made == (3, on) and state() == (False, False)


@pytest.mark.parametrize("decorate", [util.use_np, util.use_np_array, util.use_np_shape])
def test_what_cannot_be_decorated(decorate):
    with pytest.raises(TypeError, match="only decorate classes and callable objects, while received a <class 'int'>"):
        decorate(3)


@pytest.mark.parametrize(
    ("key", "value", "legal"),
    [
        ("where", "C", True), ("casting", "safe", True), ("casting", "C", False), ("order", "C", True),
        ("order", 3, False),
        ("dtype", "float32", True), ("dtype", np.float16, True), ("dtype", "bool", False), ("dtype", np.bool_, False),
        ("dtype", "C", False), ("subok", False, True), ("subok", "C", False), ("zz", 1, False),
    ],
)  # fmt: skip
def test_ufunc_options(key, value, legal):
    assert util.np_ufunc_legal_option(key, value) is legal


@pytest.mark.parametrize("arguments", [1, 2])
def test_wrapped_ufuncs(arguments):
    def sine(*x, out=None):
        return x, out

    wrap = util.wrap_np_unary_func if arguments == 1 else util.wrap_np_binary_func
    wrapped, x = wrap(sine), (7, 8)[:arguments]
    assert wrapped(*x) == (x, None) and wrapped(*x, out=5) == (x, 5)
    assert wrapped(*x, where=True, casting="same_kind", order="K", dtype=None, subok=True) == (x, None)
    with pytest.raises(TypeError, match="foo is an invalid keyword to function 'sine'"):
        wrapped(*x, foo=1)
    with pytest.raises(NotImplementedError, match="dtype=float32 is not implemented yet for operator sine"):
        wrapped(*x, dtype="float32")
    with pytest.raises(TypeError, match="order=3 not understood for operator sine"):
        wrapped(*x, order=3)


def test_set_module():
    @util.set_module("mxnet.numpy")
    def function():
        pass

    assert function.__module__ == "mxnet.numpy"
    assert util.set_module(None)(test_set_module).__module__ == __name__


def test_environment(monkeypatch):
    monkeypatch.delenv("JMX_TEST_X", raising=False)
    assert util.getenv("JMX_TEST_X") is None
    util.setenv("JMX_TEST_X", "é")
    assert util.getenv("JMX_TEST_X") == "é"
    util.setenv("JMX_TEST_X", None)
    util.setenv("JMX_TEST_X", None)
    assert util.getenv("JMX_TEST_X") is None
    with pytest.raises(AttributeError):
        util.getenv(3)
    with pytest.raises(TypeError):
        util.setenv("JMX_TEST_X", 1)


def test_makedirs(tmp_path):
    util.makedirs(str(tmp_path / "a" / "b"))
    util.makedirs(str(tmp_path / "a" / "b"))
    assert (tmp_path / "a" / "b").is_dir()


def test_gpus():
    count = util.get_gpu_count()
    assert count == mx.context.num_gpus() >= 0
    with pytest.raises(mx.MXNetError, match=rf"gpu\({count}\) is not available"):
        util.get_gpu_memory(count)
    with pytest.raises(mx.MXNetError, match=rf"gpu\({count}\) is not available"):
        util.get_cuda_compute_capability(mx.gpu(count))
    with pytest.raises(ValueError, match=r"Expecting a gpu context .*, while received ctx cpu\(0\)"):
        util.get_cuda_compute_capability(mx.cpu())
    with pytest.raises(AttributeError):
        util.get_cuda_compute_capability(3)
