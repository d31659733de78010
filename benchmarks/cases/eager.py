"""What one call on small arrays costs beside the computation, and what a program pays before its first result."""

import time

from .timing import Stopwatch

#: calls of a function before it is timed: more than jmx needs to compile it
WARM = 80
#: how often each call is made for one answer
COUNTS = {
    "add": 300, "exp": 300, "Convolution": 200, "slice assignment": 100, "recorded multiply and backward": 100,
    "hybridized Dense": 200, "executor forward": 100, "executor forward and backward": 100, "simple_bind": 5,
}  # fmt: skip
START = ("import", "import and first array")
CASES = [*START, *COUNTS]
_calls = {}


def _make_calls(mx):
    """Functions by name."""
    a, b = mx.nd.ones((4, 4)), mx.nd.ones((4, 4))
    data, weight, bias = mx.nd.ones((2, 3, 8, 8)), mx.nd.ones((4, 3, 3, 3)), mx.nd.ones(4)
    variable = mx.nd.ones((4, 4))
    variable.attach_grad()

    def recorded():
        with mx.autograd.record():
            out = variable * b
        out.backward()

    dense = mx.gluon.nn.Dense(4)
    dense.initialize()
    dense.hybridize()
    rows = mx.nd.ones((2, 5))

    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=3, name="fc2")
    net = mx.sym.SoftmaxOutput(net, name="softmax")

    def bind():
        return net.simple_bind(mx.cpu(), data=(2, 5), softmax_label=(2,))

    executor = bind()

    def step():
        executor.forward(is_train=True)
        executor.backward()

    def assign():
        a[1:3] = 0.5

    functions = [
        lambda: a + b,
        lambda: mx.nd.exp(a),
        lambda: mx.nd.Convolution(data, weight, bias, kernel=(3, 3), num_filter=4),
        assign,
        recorded,
        lambda: dense(rows),
        lambda: executor.forward(is_train=False),
        step,
        bind,
    ]
    return dict(zip(COUNTS, functions))


def _start(case):
    """Microseconds of the import, and of the first array where that is asked for."""
    watch = Stopwatch()
    import mxnet as mx

    if case == "import and first array":
        (mx.nd.ones((2, 3)) * 2).asnumpy()
    return {"cpu_us": watch.figures("start")["start_cpu_s"] * 1e6}


def measure(package, case):
    """Return microseconds of processor time of one call, the best of three times the count of `COUNTS`.

    The cases of `START` are measured once in a process.
    """
    if case in START:
        return _start(case)
    import mxnet as mx

    if not _calls:
        _calls.update(_make_calls(mx))
    call, count, best = _calls[case], COUNTS[case], float("inf")
    for _ in range(WARM if count > 5 else 5):
        call()
    for _ in range(3):
        mx.nd.waitall()
        start = time.process_time()
        for _ in range(count):
            call()
        mx.nd.waitall()
        best = min(best, (time.process_time() - start) / count * 1e6)
    return {"cpu_us": best}
