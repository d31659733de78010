"""The switch to MXNet 2.0's interface, and `device=` beside `ctx=`."""

import os
import subprocess
import sys
import threading

import mxnet as mx
import pytest
from mxnet import gluon


@pytest.fixture
def v2():
    mx.v2()
    yield
    mx.v2(False)


def _semantics():
    return mx.util.is_np_shape(), mx.util.is_np_array()


def test_the_switch_holds_in_every_thread(v2):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(_semantics()))
    thread.start()
    thread.join()
    assert seen == [(True, True)]
    assert _semantics() == (True, True)


def test_the_switch_goes_back():
    mx.v2()
    mx.v2(False)
    seen = []
    thread = threading.Thread(target=lambda: seen.append(_semantics()))
    thread.start()
    thread.join()
    assert seen == [(False, False)]
    assert not mx.util.is_v2()


@pytest.mark.parametrize(("value", "expected"), [("2", "True True"), ("1", "False False")])
def test_the_environment_decides(value, expected):
    code = "import mxnet as mx; print(mx.util.is_np_shape(), mx.util.is_np_array())"
    environment = {**os.environ, "JMX_API": value}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == expected, done.stderr


def test_another_value_is_refused():
    done = subprocess.run(
        [sys.executable, "-c", "import mxnet"], env={**os.environ, "JMX_API": "3"}, capture_output=True, text=True
    )
    assert done.returncode
    assert "JMX_API" in done.stderr and "expected 1 (MXNet 1.9.1) or 2 (MXNet 2.0)" in done.stderr


def test_jmx_run_takes_the_interface():
    code = "import mxnet as mx; print(mx.util.is_v2())"
    done = subprocess.run([sys.executable, "-m", "jmx", "run", "--api", "2", "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "True", done.stderr
    refused = subprocess.run([sys.executable, "-m", "jmx", "run", "--api", "3", "-c", code], capture_output=True, text=True)
    assert refused.returncode == 2 and "--api takes 1 (MXNet 1.9.1) or 2 (MXNet 2.0)" in refused.stderr


@pytest.mark.parametrize(
    "make",
    [
        lambda **kw: mx.nd.zeros((2,), **kw),
        lambda **kw: mx.nd.array([1, 2], **kw),
        lambda **kw: mx.nd.random.uniform(shape=(2,), **kw),
        lambda **kw: mx.nd.sparse.zeros("csr", (2, 2), **kw),
        lambda **kw: mx.np.ones((2,), **kw),
        lambda **kw: mx.np.array([1, 2], **kw),
        lambda **kw: mx.np.arange(3, **kw),
        lambda **kw: mx.np.random.normal(size=(2,), **kw),
    ],
)
def test_arrays_take_device(make):
    array = make(device=mx.cpu(1))
    assert array.device == mx.cpu(1) == make(ctx=mx.cpu(1)).ctx
    with pytest.raises(TypeError, match="got both ctx=.* and device=.*, two names of one argument"):
        make(ctx=mx.cpu(1), device=mx.cpu(1))


@pytest.mark.parametrize("array", [mx.nd.array([1, 2]), mx.np.array([1, 2])], ids=["nd", "np"])
def test_arrays_move_to_a_device(array):
    assert array.to_device(mx.cpu(0)) is array
    moved = array.to_device(mx.cpu(2))
    assert moved.device == mx.cpu(2)
    assert (moved.asnumpy() == [1, 2]).all()


def test_parameters_take_device(tmp_path):
    net = gluon.nn.Dense(1, in_units=2)
    net.initialize(device=[mx.cpu(0), mx.cpu(1)])
    assert net.weight.list_ctx() == [mx.cpu(0), mx.cpu(1)]
    assert net.weight.data(device=mx.cpu(1)).device == mx.cpu(1)
    net.save_parameters(str(tmp_path / "p"))
    other = gluon.nn.Dense(1, in_units=2)
    other.load_parameters(str(tmp_path / "p"), device=mx.cpu(1))
    assert other.bias.list_ctx() == [mx.cpu(1)]
    with pytest.raises(TypeError, match="initialize got both ctx"):
        net.initialize(ctx=mx.cpu(), device=mx.cpu())


def test_the_module_device():
    assert mx.Device is mx.device.Device is mx.Context
    with mx.Device("cpu", 3):
        assert mx.current_device() == mx.device.current_device() == mx.cpu(3)
    assert mx.device.num_gpus() == mx.context.num_gpus()


def test_arrays_of_the_other_interface(v2):
    net = gluon.nn.Dense(3)
    net.initialize()
    for call in (lambda: net(mx.nd.ones((2, 3))), lambda: mx.np.dot(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))):
        with pytest.raises(TypeError, match=r"The interface of MXNet 2.0 is on \(mx.v2\(\), JMX_API=2\)"):
            call()
    assert net(mx.np.ones((2, 3))).shape == (2, 3)
