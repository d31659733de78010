"""A process that forks after it has used arrays: what MXNet allows and JAX does not."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon
from jmx.core.numpy_tier import fork

pytestmark = [pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork"), pytest.mark.on_cpu]


def in_child(function, *args, levels=1):
    """What `function` returns in a forked child, or what it raises; a child that hangs is ended by a signal."""
    receiver, sender = multiprocessing.Pipe(duplex=False)

    def run(levels):
        signal.alarm(60)
        if levels > 1:
            child = os.fork()
            if child:
                os.waitpid(child, 0)
                os._exit(0)
            return run(levels - 1)
        try:
            found = function(*args)
        except Exception as error:
            found = type(error).__name__, str(error)
        sender.send(found)
        os._exit(0)

    pid = os.fork()
    if pid == 0:
        run(levels)
    sender.close()
    try:
        return receiver.recv()
    finally:
        os.waitpid(pid, 0)


def test_arrays_of_the_parent_and_new_ones():
    x = mx.nd.array(np.arange(6.0).reshape(2, 3))
    y = mx.nd.dot(x, x.T) + 1

    def use():
        z = mx.nd.softmax(y * 0.01) + mx.nd.array(np.ones((2, 2)))
        x[0] = 7
        return y.asnumpy(), z.asnumpy(), x.asnumpy(), mx.nd.array([1 << 40], dtype="int64").asnumpy()

    first, second, third, wide = in_child(use)
    expected = mx.nd.softmax(y * 0.01) + 1
    assert np.array_equal(first, y.asnumpy())
    assert np.allclose(second, expected.asnumpy(), atol=1e-6)
    assert third.tolist() == [[7, 7, 7], [3, 4, 5]]
    assert wide.dtype == np.int64 and wide[0] == 1 << 40
    assert x.asnumpy().tolist() == [[0, 1, 2], [3, 4, 5]], "the parent's arrays are its own"


@pytest.mark.parametrize("levels", [1, 2])
def test_training_gives_the_same_numbers(levels):
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(4, activation="relu", in_units=5), gluon.nn.BatchNorm(in_channels=4), gluon.nn.Dense(3, in_units=4))
    net.initialize(mx.init.One())
    net.hybridize()
    loss, trainer = gluon.loss.L2Loss(), gluon.Trainer(net.collect_params(), "adam")
    x = mx.nd.array(np.linspace(-1, 1, 40).reshape(8, 5))
    net(x)

    def train():
        found = []
        for _ in range(3):
            with autograd.record():
                cost = loss(net(x), mx.nd.ones((8, 3)))
            cost.backward()
            trainer.step(8)
            found.append(float(cost.mean().asscalar()))
        return found

    there = in_child(train, levels=levels)
    assert np.allclose(there, train(), rtol=1e-5)


def test_what_must_be_compiled_raises():
    mx.nd.ones((2, 2)).wait_to_read()
    kind, text = in_child(lambda: (mx.nd.ones((3, 4)).astype("bfloat16") + 1).asnumpy())
    assert kind == "MXNetError" and "spawn" in text and "fork" in text


def test_random_numbers_and_half_precision():
    mx.nd.ones((2, 2)).wait_to_read()

    def draw():
        mx.random.seed(3)
        rates, half = mx.nd.array([1.5, 40]), mx.nd.ones((2, 2), dtype="float16")
        values = mx.nd.random.gamma(rates, rates, shape=5), mx.nd.random.normal(rates, rates, shape=5), mx.nd.exp(half)
        return [value.asnumpy() for value in values]

    for there, here in zip(in_child(draw), draw(), strict=True):
        np.testing.assert_allclose(there, here, rtol=1e-5)


def test_pool():
    mx.nd.ones((2, 2)).wait_to_read()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(total, [[1, 2], [3, 4], [5, 6]]) == [3, 7, 11]


def total(numbers):
    return float(mx.nd.array(numbers).sum().asscalar())


_ENDS = """
import os, sys
import jmx as mx
x = (mx.nd.ones(3) + 1).asnumpy()
child = os.fork()
if not child:
    y = mx.nd.ones(3) * 2 if sys.argv[1] == "computes" else None
    sys.exit(3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.parametrize("what", ["computes", "does nothing"])
def test_a_child_that_ends_as_programs_do(what):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _ENDS, what], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "3\n", done.stderr


def test_a_thread_of_the_parent_that_computes(monkeypatch):
    monkeypatch.setattr(fork, "_PATIENCE", 0.05)
    mx.nd.ones((2, 2)).wait_to_read()
    inside, leave = threading.Event(), threading.Event()

    def trace(x):
        inside.set()
        leave.wait(30)
        return x

    thread = threading.Thread(target=lambda: jax.jit(trace)(np.ones(2)))
    thread.start()
    try:
        assert inside.wait(30)
        kind, text = in_child(lambda: mx.nd.ones((3, 4)).asnumpy())
        again, _ = in_child(lambda: (mx.nd.zeros(2) + 1).asnumpy())
    finally:
        leave.set()
        thread.join()
    assert kind == again == "MXNetError" and "another thread" in text and "spawn" in text
    assert in_child(lambda: (mx.nd.ones(2) * 3).asnumpy().tolist()) == [3, 3]


def test_a_thread_of_the_parent_that_waits():
    leave = threading.Event()
    thread = threading.Thread(target=leave.wait)
    thread.start()
    try:
        assert in_child(lambda: (mx.nd.ones(2) * 3).asnumpy().tolist()) == [3, 3]
    finally:
        leave.set()
        thread.join()


def test_a_lock_of_a_thread_that_the_child_does_not_have():
    from jmx.core.numpy_tier import blas

    mx.nd.ones((2, 2)).wait_to_read()
    with blas.OneThread():
        blas._lock.acquire()
        try:
            found = in_child(lambda: mx.nd.dot(mx.nd.ones((2, 3)), mx.nd.ones((3, 2))).asnumpy().tolist())
        finally:
            blas._lock.release()
    assert found == [[3, 3], [3, 3]]
