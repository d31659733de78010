"""Programs that end while daemon threads compute: the status is theirs, whatever the threads do. MXNet's is, too."""

import subprocess
import sys

import pytest

START = """
import sys, threading, time
import numpy as np
import jmx as mx
from jmx import autograd, gluon, nd

def forever(work):
    try:
        for _ in work():
            began.set()
    finally:  # nothing of a program's runs after its end
        print("unwound", flush=True)

began = threading.Event()
"""
END = """
for _ in range(3):
    threading.Thread(target=forever, args=(work,), daemon=True).start()
assert began.wait(120)
time.sleep(0.3)
sys.exit(7)
"""
PROGRAMS = {
    "arrays": """
def work():
    x = nd.ones((64, 64))
    while True:
        yield (x * 2 + 1).sum().asscalar()
""",
    "freeing": """
def work():
    while True:
        x = [nd.ones((64, 64)) for _ in range(20)]
        del x
        yield
""",
    "training": """
def work():
    net = gluon.nn.Dense(10)
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    x = nd.ones((32, 64))
    while True:
        with autograd.record():
            loss = net(x).sum()
        loss.backward()
        trainer.step(32)
        yield
""",
    "one call": """
def work():
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=10), name="softmax")
    yield
    mx.mod.Module(net).fit(mx.io.NDArrayIter(np.ones((200, 8), "f4"), np.zeros(200), 10), num_epoch=100000)
""",
    "compiling": """
def work():
    size = 10
    while True:
        size += 1
        net = gluon.nn.Dense(size)
        net.initialize()
        net.hybridize()
        yield net(nd.ones((2, size))).asnumpy()
""",
    "an operator in Python": """
class Twice(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0] + nd.ones((4,)))

@mx.operator.register("twice")
class TwiceProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Twice()

class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(F.exp(x), op_type="twice") + 1

def work():
    net = Net()
    net.hybridize()
    while True:
        yield net(nd.ones((4,))).asnumpy()
""",
    "an iterator's threads": """
def work():
    while True:
        yield from mx.io.PrefetchingIter(mx.io.NDArrayIter(np.ones((2000, 8), "f4"), np.zeros(2000), 10))
""",
    "a loader's threads": """
def work():
    data = gluon.data.ArrayDataset(nd.ones((1000, 8)), nd.ones(1000)).transform_first(lambda x: x * 2)
    while True:
        yield from gluon.data.DataLoader(data, 10, num_workers=2, thread_pool=True)
""",
}


def ran(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=240)


@pytest.mark.parametrize("kind", PROGRAMS)
def test_the_status_is_the_programs(kind):
    for _ in range(2):
        done = ran(START + PROGRAMS[kind] + END)
        assert done.returncode == 7, done.stderr[-2000:]
        assert "FATAL" not in done.stderr
        if kind != "a loader's threads":  # Python's executors refuse work at the end, which the thread sees
            assert (done.stdout, done.stderr) == ("", "")


def test_threads_that_a_program_waits_for_at_its_end_compute():
    done = ran(
        START
        + """
import atexit
stop, results = threading.Event(), []

def work():
    while not stop.is_set():
        results.append(nd.ones(3).sum().asscalar())
        began.set()
    results.append(nd.ones(4).sum().asscalar())

thread = threading.Thread(target=work, daemon=True)
thread.start()

@atexit.register
def _():
    stop.set()
    thread.join()
    print(results[0], results[-1], nd.ones(5).sum().asscalar())

assert began.wait(60)
"""
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "3.0 4.0 5.0\n", "")


def test_a_long_call_does_not_keep_the_process():
    done = ran(
        START
        + """
import jmx.config.leaving
jmx.config.leaving.PATIENCE = 0.2

class Slow(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        began.set()
        time.sleep(60)

@mx.operator.register("slow")
class SlowProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return Slow()

class Net(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.Custom(x + 1, op_type="slow") + 1

def work():
    net = Net()
    net.hybridize()
    net(nd.ones((4,))).asnumpy()

threading.Thread(target=work, daemon=True).start()
assert began.wait(60)
sys.exit(5)
"""
    )
    assert (done.returncode, done.stderr) == (5, "")


def test_a_system_without_a_name_for_its_c_library(monkeypatch):
    from jmx.config import leaving

    def refuse(name):
        raise TypeError("LoadLibrary() argument 1 must be str, not None")  # Windows

    monkeypatch.setattr(leaving.ctypes, "CDLL", refuse)
    assert leaving._sleep_where_python_ends_threads() is False
