"""Optimizer states: MXNet's bytes both ways, and pickles that ask for anything else."""

import pickle

import numpy as np
import pytest

import jmx as mx
from jmx.optimizer import states
from tests.golden import optimizer_cases as cases

GOLDEN = np.load(cases.FILE)
CASES = range(len(cases.STATE_CASES))


def _updater(number, **changes):
    name, options = cases.STATE_CASES[number]
    return mx.optimizer.get_updater(mx.optimizer.create(name, **{**options, **changes}))


@pytest.mark.parametrize("number", CASES, ids=lambda i: cases.STATE_CASES[i][0])
def test_goes_on_from_mxnets_file(number):
    updater = _updater(number, learning_rate=77.0)
    updater.set_states(GOLDEN[f"full{number}"].tobytes())
    assert updater.optimizer.num_update == 2
    assert isinstance(updater.optimizer.lr_scheduler, mx.lr_scheduler.CosineScheduler)
    found = cases.next_step(mx, updater, mx.nd.array(GOLDEN[f"weight{number}"]))
    np.testing.assert_allclose(found, GOLDEN[f"next{number}"], rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("number", CASES, ids=lambda i: cases.STATE_CASES[i][0])
def test_states_alone(number):
    updater = _updater(number)
    optimizer = updater.optimizer
    updater.set_states(GOLDEN[f"states{number}"].tobytes())
    assert updater.optimizer is optimizer
    assert updater.states_synced == {0: False}
    _, _, _, weight = cases.make_states(mx, *cases.STATE_CASES[number])
    np.testing.assert_allclose(weight.asnumpy(), GOLDEN[f"weight{number}"], rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("number", CASES, ids=lambda i: cases.STATE_CASES[i][0])
@pytest.mark.parametrize("kind", ["states", "full"])
def test_bytes_are_mxnets(number, kind):
    data = GOLDEN[f"{kind}{number}"].tobytes()
    assert states.dumps(states.loads(data)) == data


def test_class_paths_are_mxnets():
    optimizer = mx.optimizer.Adam(lr_scheduler=mx.lr_scheduler.PolyScheduler(10), learning_rate=np.float64(0.5))
    updater = mx.optimizer.get_updater(optimizer)
    updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    updater("x", mx.nd.ones((2,)), mx.nd.ones((2,)))
    data = updater.get_states(dump_optimizer=True)
    assert b"jmx" not in data and b"numpy._core" not in data
    for path in ("mxnet.optimizer.optimizer", "mxnet.lr_scheduler", "mxnet.ndarray.ndarray", "numpy.core.multiarray"):
        assert path.encode() in data
    other = mx.optimizer.get_updater(mx.optimizer.SGD())
    other.set_states(data)
    assert type(other.optimizer) is mx.optimizer.Adam and other.optimizer.lr == 0.5
    assert list(other.states) == [0, "x"]


def test_group_adagrad_path():
    data = states.dumps(({}, mx.optimizer.contrib.GroupAdaGrad()))
    assert b"mxnet.optimizer.contrib" in data
    assert isinstance(states.loads(data)[1], mx.optimizer.contrib.GroupAdaGrad)


class Mine(mx.optimizer.SGD):
    pass


def test_own_optimizer_class():
    updater = mx.optimizer.get_updater(Mine(momentum=0.5))
    updater(0, mx.nd.ones((2,)), mx.nd.ones((2,)))
    other = mx.optimizer.get_updater(mx.optimizer.SGD())
    other.set_states(updater.get_states(True))
    assert type(other.optimizer) is Mine and other.optimizer.momentum == 0.5


def test_parameters_stay_out():
    optimizer = mx.optimizer.SGD(param_dict={0: object()})
    assert states.loads(states.dumps(({}, optimizer)))[1].param_dict == {}


def test_old_protocols_and_numpy_values():
    value = {0: (None, 1.5, np.float64(2.5), np.arange(3.0), {"a": [1, "x", True]}), "k": bytearray(b"z")}
    for protocol in range(5):
        read = states.loads(pickle.dumps(value, protocol))
        assert read[0][:3] == (None, 1.5, 2.5) and read[0][3].tolist() == [0, 1, 2]
        assert read["k"] == bytearray(b"z")


@pytest.mark.parametrize("protocol", range(5))
def test_mxnets_states_in_all_protocols(protocol):
    golden = np.load(cases.FILE.replace("optimizer.npz", "state_protocols.npz"))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.set_states(golden[f"protocol{protocol}"].tobytes())
    assert type(updater.optimizer) is mx.optimizer.Adam and updater.optimizer.num_update == 2
    assert updater.optimizer._index_update_count is updater.optimizer._all_index_update_counts[0]
    assert updater.states[1][0] is None
    np.testing.assert_array_equal(updater.states[1][1].tostype("default").asnumpy(), [[0, 0], [1, 1], [0, 0]])
    matrix, numbers, half = updater.states["w"]
    assert (matrix.stype, half.dtype) == ("csr", np.float16) and numbers.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(matrix.asnumpy(), np.eye(3))
    found = cases.next_step(mx, updater, mx.nd.array(golden["weight"]))
    np.testing.assert_allclose(found, golden["next"], rtol=2e-5, atol=2e-6)


class _Evil:
    def __init__(self, function, *args):
        self.what = function, args

    def __reduce__(self):
        return self.what


@pytest.mark.parametrize(
    "value",
    [
        {0: _Evil(eval, "1/0")},
        {0: _Evil(print, "no")},
        {0: _Evil(__import__("os").system, "true")},
        {0: _Evil(getattr, 1, "real")},
        {0: _Evil(np.load, "x")},
        {0: mx.nd.save},
        {0: mx.metric.Accuracy},
    ],
)
def test_foreign_pickles_are_refused(value):
    updater = mx.optimizer.get_updater(mx.optimizer.SGD())
    updater.states = {7: None}
    with pytest.raises(pickle.UnpicklingError, match="these optimizer states ask for"):
        updater.set_states(pickle.dumps(value))
    assert updater.states == {7: None}


@pytest.mark.parametrize("damage", [lambda d: d[: len(d) // 2], lambda d: b"abc" + d, lambda d: b"", lambda d: d[:-3]])
def test_damaged_bytes_are_refused(damage):
    data = GOLDEN["full0"].tobytes()
    with pytest.raises(pickle.UnpicklingError):
        states.loads(damage(data))


def test_not_a_dict():
    with pytest.raises(pickle.UnpicklingError, match="hold a list"):
        states.loads(pickle.dumps([1]))


def test_states_move_to_the_weights_device():
    updater = _updater(0)
    updater.set_states(GOLDEN["states0"].tobytes())
    weight = mx.nd.array(GOLDEN["weight0"], ctx=mx.cpu(1))
    updater(0, mx.nd.ones(weight.shape, ctx=mx.cpu(1)), weight)
    assert updater.states[0].context == mx.cpu(1)
    assert updater.sync_state_context([None, 3], mx.cpu(0)) == [None, 3]
