"""Interrupts at any point of a write: the array has the old value or the new one, and its lock is free."""

import signal
import sys
import warnings

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, nd
from jmx.core.numpy_tier import interpreter
from jmx.core.run import cells, fused_update, one_by_one, storage
from jmx.ndarray import _sparse_updates
from tests.core.threads import together

pytestmark = pytest.mark.on_cpu


class Interrupt(BaseException):
    pass


@pytest.mark.parametrize("after", [False, True])
def test_an_interrupt_leaves_the_old_value_or_the_new_one(monkeypatch, after):
    a = nd.zeros((8, 8))
    a[:] = a + 1
    fillers = storage._fillers(8)

    class Interrupted:
        def into(self, results, *args):
            if after:
                fillers[True].into(results, *args)
            raise Interrupt

    monkeypatch.setattr(storage, "_fillers", lambda size: [Interrupted()] * 2)
    with pytest.raises(Interrupt):
        a[3] = 5.0
    monkeypatch.undo()
    assert a.asnumpy()[3].tolist() == [5 if after else 1] * 8
    together(lambda: a.__setitem__(0, 7.0))  # the lock is free
    assert a.asnumpy()[0].tolist() == [7] * 8


def interrupted(at, function):
    """Whether `function()` was interrupted at the call number `at` of a function of this package, or the return from one."""
    count = 0

    def trace(frame, event, arg):
        nonlocal count
        if "/jmx/" not in frame.f_code.co_filename or frame.f_code.co_name.startswith("<"):
            return None
        # No interrupt comes when a function in Python returns: locks rely on it (jmx/config/locks.py). Elsewhere the return
        # stands for the calls of functions in C, which tracing does not see.
        if event == "call" or (event == "return" and frame.f_code.co_name != "__enter__"):
            count += 1
            if count == at:
                sys.settrace(None)
                raise Interrupt
        return trace

    sys.settrace(trace)
    try:
        function()
    except Interrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def test_an_interrupt_at_every_call_of_an_update():
    weight, grad = nd.ones((8, 8)), nd.ones((8, 8))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    for _ in range(3):
        updater([0], [grad], [weight])
    at, before = 1, weight.asnumpy()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # values that are lost
        while interrupted(at, lambda: updater([0], [grad], [weight])):
            now = weight.asnumpy()
            assert (now == now[0, 0]).all() and now[0, 0] <= before[0, 0]
            before, at = now, at + 1
    assert at > 40
    together(lambda: updater([0], [grad], [weight]))


@pytest.mark.parametrize(
    "write",
    [
        lambda a: a.__setitem__(2, 3.0),
        lambda a: a.__setitem__((slice(None), 2), 3.0),
        lambda a: a.__iadd__(1),
        lambda a: nd.sgd_update(a, nd.ones((8, 8)), lr=0.1, out=a),
    ],
)
def test_an_interrupt_at_every_call_of_a_write(write):
    a = nd.zeros((8, 8))
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 6):  # until it is compiled
        write(a)
    at = 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while interrupted(at, lambda: write(a)):
            assert np.isfinite(a.asnumpy()).all()
            at += 1
    assert at > 8
    together(lambda: write(a))


def written_by_an_updater():
    weight, grad = nd.ones((8, 8)), nd.ones((8, 8))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    return weight, lambda: updater([0], [grad], [weight])


def written_by_a_sparse_update():
    weight, grad = nd.ones((8, 8)), nd.ones((8, 8)).tostype("row_sparse")
    return weight, lambda: nd.sparse.sgd_update(weight, grad, lr=0.1, out=weight)


def written_by_a_backward_pass():
    x = nd.ones((200, 200))
    x.attach_grad()
    with autograd.record():
        y = x * x
    return x.grad, lambda: y.backward(retain_graph=True)


def written_by_an_assignment():
    a = nd.zeros((8, 8))
    return a, lambda: a.__setitem__(2, 3.0)


@pytest.mark.parametrize("second", [(cells.Taken, "put_back"), (cells.Taken, "put_back_in"), (cells.Cell, "restored")])
@pytest.mark.parametrize(
    "make", [written_by_an_updater, written_by_a_sparse_update, written_by_a_backward_pass, written_by_an_assignment]
)
def test_a_second_interrupt_while_the_first_is_handled(monkeypatch, make, second):
    array, write = make()
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 6):  # until it is compiled
        write()

    def interrupt(*args):
        raise Interrupt

    for at in range(1, 60):
        with monkeypatch.context() as patched, warnings.catch_warnings():
            warnings.simplefilter("error")
            patched.setattr(*second, interrupt)
            interrupted(at, write)
        assert np.isfinite(array.asnumpy()).all()
    write()
    together(write)  # the lock is free
    assert array.asnumpy().any()


@pytest.mark.parametrize("make, module", [(written_by_an_updater, fused_update), (written_by_a_sparse_update, _sparse_updates)])
def test_values_that_two_interrupts_keep_from_being_stored(monkeypatch, make, module):
    array, write = make()
    for _ in range(one_by_one.MOST_RUNS + 1):  # until it is compiled
        write()

    def interrupt(*args):
        raise Interrupt

    with monkeypatch.context() as patched:
        patched.setattr(module, "store" if module is fused_update else "_replace", interrupt)
        with pytest.raises(Interrupt), pytest.warns(RuntimeWarning, match="values are lost"):
            write()
    assert not array.asnumpy().any()
    write()
    assert array.asnumpy().all()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.not_on_windows("no timer that sends signals")
def test_interrupts_by_a_timer():
    writing = False

    def interrupt(number, frame):
        if writing:
            raise Interrupt

    rows = nd.zeros((16, 16))
    weight, grad = nd.ones((64, 64)), nd.ones((64, 64))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=1.0, momentum=0.5))
    for _ in range(3 * interpreter.MOST_CALLS // 2 + 6):
        rows[1] = 1.0
        updater([0], [grad], [weight])
    before = signal.signal(signal.SIGALRM, interrupt)
    delays = np.random.RandomState(0).uniform(1e-5, 1e-3, 300)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for delay in delays:
                try:
                    writing = True
                    # Again, as finalizers ignore exceptions; late, as two in a row may lose values.
                    signal.setitimer(signal.ITIMER_REAL, delay, 2)
                    while True:
                        rows[3] = 2.0
                        updater([0], [grad], [weight])
                except Interrupt:
                    writing = False
                values = weight.asnumpy()
                assert (values == values[0, 0]).all() and np.isfinite(values).all() and values[0, 0] < 0
                assert rows[1].asnumpy().tolist() == [1] * 16
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
