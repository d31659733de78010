"""What one call on small arrays costs beside the computation, and what a program pays before its first result."""

import time

from .timing import Stopwatch

#: calls of a function before it is timed: more than jmx needs to compile it
WARM = 1600
#: how often each call is made for one answer
COUNTS = {
    "add": 300, "exp": 300, "Convolution": 200, "slice assignment": 100, "recorded multiply and backward": 100,
    "hybridized Dense": 200, "executor forward": 100, "executor forward and backward": 100, "simple_bind": 5,
    "recorded numbers and backward": 100, "training step": 100, "training step with an eager loss": 100,
    "DataParallelStep": 100,
    "training step as a function of JAX": 100, "trainer.step of 160 arrays by sgd": 10, "trainer.step of 160 arrays by adam": 10,
    "push and pull of 100 arrays": 10, "Module step": 100,
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

    def scaled():
        with mx.autograd.record():
            out = variable * 2 + 1
        out.backward()

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
        scaled,
        _training_step(mx, True),
        _training_step(mx, False),
        _parallel_step(mx),
        _jax_step(),
        _trainer_step(mx, "sgd"),
        _trainer_step(mx, "adam"),
        _push_and_pull(mx),
        _module_step(mx),
    ]
    return dict(zip(COUNTS, functions))


def _network(mx, hybridize_loss=True):
    """Two dense layers, a loss, a trainer, and a batch of 32."""
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(64, activation="relu", in_units=20), mx.gluon.nn.Dense(10, in_units=64))
    net.initialize()
    net.hybridize()
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    if hybridize_loss:
        loss.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    return net, loss, trainer, mx.nd.random.uniform(shape=(32, 20)), mx.nd.array([i % 10 for i in range(32)])


def _training_step(mx, hybridize_loss):
    net, loss, trainer, x, y = _network(mx, hybridize_loss)

    def step():
        with mx.autograd.record():
            value = loss(net(x), y)
        value.backward()
        trainer.step(32)

    return step


def _parallel_step(mx):
    if not hasattr(mx, "parallel"):
        return None
    net, loss, trainer, x, y = _network(mx)
    step = mx.parallel.DataParallelStep(net, loss, trainer)
    return lambda: step(x, y)


def _jax_step():
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return None

    def losses(weights, x, y):
        first, bias, second, other = weights
        logs = jax.nn.log_softmax(jax.nn.relu(x @ first.T + bias) @ second.T + other)
        return -jnp.take_along_axis(logs, y[:, None].astype(int), 1).sum()

    def one(weights, momenta, x, y, rate):
        gradients = jax.grad(losses)(weights, x, y)
        momenta = [0.9 * m - rate * g / 32 for m, g in zip(momenta, gradients)]
        return [w + m for w, m in zip(weights, momenta)], momenta

    run = jax.jit(one, donate_argnums=(0, 1))
    shapes = (64, 20), (64,), (10, 64), (10,)
    state = [[jnp.full(shape, value) for shape in shapes] for value in (0.1, 0.0)]
    x, y = jnp.ones((32, 20)), jnp.arange(32.0) % 10

    def step():
        state[:] = run(*state, x, y, 0.01)

    return step


def _trainer_step(mx, name):
    """The update of 160 arrays, without the pass that makes their gradients."""
    params = [mx.gluon.Parameter(f"p{i}_weight", shape=(16, 16)) for i in range(160)]
    for param in params:
        param.initialize()
    trainer = mx.gluon.Trainer(params, name, {"learning_rate": 0.01})
    arrays = [param.data() for param in params]

    def step():
        for array in arrays:
            array._fresh_grad = True
        trainer.step(1)

    return step


def _push_and_pull(mx):
    store, keys = mx.kv.create("local"), list(range(100))
    arrays, outs = [mx.nd.ones((16, 16)) for _ in keys], [mx.nd.zeros((16, 16)) for _ in keys]
    store.init(keys, arrays)

    def step():
        store.push(keys, arrays)
        store.pull(keys, outs)

    return step


def _module_step(mx):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=64, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=10, name="fc2")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    x, y = mx.nd.random.uniform(shape=(32, 20)), mx.nd.array([i % 10 for i in range(32)])
    module.bind([("data", x.shape)], [("softmax_label", y.shape)])
    module.init_params()
    module.init_optimizer(optimizer_params={"learning_rate": 0.01, "momentum": 0.9})
    batch = mx.io.DataBatch([x], [y])

    def step():
        module.forward(batch)
        module.backward()
        module.update()

    return step


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
    if call is None:
        raise NotImplementedError(f"{case}: not in this package")
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
