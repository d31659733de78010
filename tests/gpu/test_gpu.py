"""What only a machine with a GPU can show. Elsewhere these tests are skipped; `--context stand-in` runs them on a CPU device."""

import multiprocessing
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd


@pytest.fixture(autouse=True)
def needs_a_gpu():
    if not mx.context.num_gpus():
        pytest.skip("there is no GPU; see docs/gpu.md")


@pytest.fixture
def exact(monkeypatch):
    """Products of float32 in float32, not in TF32."""
    import jax

    with jax.default_matmul_precision("highest"):
        yield


GPU = mx.gpu(0)


def test_arrays_stay_where_they_are_put():
    x = nd.ones((2, 3), ctx=GPU)
    assert x.context == GPU
    assert (x + 1).context == GPU and x.T.context == GPU and x[0].context == GPU and x.sum().context == GPU
    assert x.copyto(mx.cpu()).context == mx.cpu() and x.as_in_context(GPU) is x
    assert repr(x).endswith("@gpu(0)>")
    np.testing.assert_array_equal((x * 2).asnumpy(), np.full((2, 3), 2, np.float32))
    y = nd.zeros((2, 3), ctx=mx.cpu())
    x.copyto(y)
    assert y.context == mx.cpu(0) and y.sum().asscalar() == 6


def test_default_context():
    with GPU:
        assert nd.zeros(3).context == GPU
        assert nd.array([1, 2]).context == GPU
        assert nd.random.normal(shape=(3,)).context == GPU
        assert mx.np.ones(2).ctx == GPU
    assert nd.zeros(3, ctx=mx.cpu()).context == mx.cpu(0)


def test_two_devices_in_one_operator_are_refused():
    with pytest.raises(mx.MXNetError, match=r"same context.*gpu\(0\)"):
        nd.ones(3, ctx=GPU) + nd.ones(3, ctx=mx.cpu())


def test_a_gpu_that_is_not_there():
    with pytest.raises(mx.MXNetError, match=r"gpu\(99\) is not available"):
        nd.ones(3, ctx=mx.gpu(99))


def _skip_where_memory_is_not_reported():
    if not GPU.device.memory_stats():
        pytest.skip("this device does not report its memory")


def test_memory():
    _skip_where_memory_is_not_reported()
    free, total = mx.context.gpu_memory_info(0)
    assert 0 < free <= total
    block = nd.zeros((256, 1024, 1024), ctx=GPU)
    block.wait_to_read()
    less, _ = mx.context.gpu_memory_info(0)
    del block
    GPU.empty_cache()
    assert free - less >= 2**29
    after, _ = mx.context.gpu_memory_info(0)
    assert after - less >= 2**29


def test_an_array_that_does_not_fit():
    _skip_where_memory_is_not_reported()
    _, total = mx.context.gpu_memory_info(0)
    with pytest.raises(mx.MXNetError, match="(?i)memory"):
        nd.zeros((total // 2**20 + 1, 1024, 1024), ctx=GPU).wait_to_read()
    assert nd.ones(3, ctx=GPU).sum().asscalar() == 3


def test_indexing_and_assignment():
    x = nd.arange(12, ctx=GPU).reshape((3, 4))
    x[1] = 7
    x[:, 2] += 1
    x[0, 1:3] = nd.array([50, 60])
    expected = np.arange(12, dtype=np.float32).reshape(3, 4)
    expected[1] = 7
    expected[:, 2] += 1
    expected[0, 1:3] = [50, 60]
    np.testing.assert_array_equal(x.asnumpy(), expected)
    np.testing.assert_array_equal(x[nd.array([2, 0], ctx=GPU)].asnumpy(), expected[[2, 0]])


def test_index_arrays_of_another_device():
    x = nd.arange(6, ctx=GPU).reshape((3, 2))
    assert x[nd.array([2, 0], ctx=mx.cpu())].asnumpy().tolist() == [[4, 5], [0, 1]]
    x[nd.array([1], ctx=mx.cpu())] = nd.array([[7, 8]], ctx=mx.cpu())
    assert x[1].asnumpy().tolist() == [7, 8]


@pytest.mark.parametrize("dtype", ["float64", "int64", "float16", "uint8", "bool"])
def test_elements_survive_the_way_to_a_gpu_and_back(dtype):
    values = np.array([0, 1, 2**40 + 1] if dtype in ("float64", "int64") else [0, 1, 1], dtype)
    x = nd.array(values, ctx=mx.cpu(), dtype=dtype).as_in_context(GPU)
    assert x.dtype == np.dtype(dtype) and np.array_equal(x.copy().asnumpy(), values)
    back = x.as_in_context(mx.cpu())
    assert back.dtype == np.dtype(dtype) and np.array_equal(back.asnumpy(), values)


def test_what_a_forked_process_can_use():
    on_cpu, on_gpu = nd.array([1, 2, 3], ctx=mx.cpu()), nd.ones(3, ctx=GPU)
    (on_gpu * 2).wait_to_read()
    receiver, sender = multiprocessing.Pipe(duplex=False)

    def child():
        try:
            found = (on_cpu + 1).asnumpy().tolist()
            try:
                on_gpu.asnumpy()
            except mx.MXNetError as error:
                sender.send((found, str(error)))
            else:
                sender.send((found, "the array was read"))
        finally:
            os._exit(0)

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join(60)
    assert receiver.poll(), "the process ended without an answer"
    found, said = receiver.recv()
    assert found == [2, 3, 4]
    if GPU.device.platform != "cpu":
        assert "is on a GPU" in said
    assert (on_gpu * 2).asnumpy().tolist() == [2, 2, 2]


def test_gradients():
    x = nd.array([[1, 2], [3, 4]], ctx=GPU)
    x.attach_grad()
    with autograd.record():
        y = (x * x).sum()
    y.backward()
    assert x.grad.context == GPU
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * x.asnumpy())


def _network():
    net = gluon.nn.HybridSequential()
    net.add(
        gluon.nn.Conv2D(8, 3, padding=1, in_channels=3),
        gluon.nn.BatchNorm(in_channels=8),
        gluon.nn.Activation("relu"),
        gluon.nn.MaxPool2D(),
        gluon.nn.Conv2D(8, 3, groups=4, in_channels=8),
        gluon.nn.AvgPool2D(),
        gluon.nn.Dense(5, in_units=8 * 3 * 3),
    )
    return net


def _train(ctx, files, hybrid, dtype="float32", steps=4):
    net = _network()
    net.load_parameters(files, ctx=ctx)
    net.cast(dtype)
    if hybrid:
        net.hybridize(static_alloc=True, static_shape=True)
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9, "multi_precision": dtype != "float32"}
    )
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    draw = np.random.RandomState(1)
    losses = []
    for _ in range(steps):
        x = nd.array(draw.uniform(-1, 1, (6, 3, 16, 16)), ctx=ctx).astype(dtype)
        label = nd.array(draw.randint(0, 5, 6), ctx=ctx)
        with autograd.record():
            cost = loss(net(x).astype("float32"), label)
        cost.backward()
        trainer.step(6)
        losses.append(cost.mean().asscalar())
    return np.array(losses), {k: v.data(ctx).asnumpy().astype("float32") for k, v in net.collect_params().items()}


@pytest.fixture
def files(tmp_path):
    mx.random.seed(3)
    net = _network()
    net.initialize(mx.init.Xavier(), ctx=mx.cpu())
    net.save_parameters(str(tmp_path / "net.params"))
    return str(tmp_path / "net.params")


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_gives_the_numbers_of_the_cpu(files, hybrid, exact):
    expected, weights = _train(mx.cpu(), files, hybrid)
    got, others = _train(GPU, files, hybrid)
    np.testing.assert_allclose(got, expected, rtol=2e-4)
    for (name, value), other in zip(weights.items(), others.values()):
        if "running" not in name:  # of which MXNet's GPU build writes the new values earlier
            np.testing.assert_allclose(other, value, rtol=2e-3, atol=2e-4, err_msg=name)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_training_in_half_precision(files, dtype):
    expected, _ = _train(mx.cpu(), files, True)
    got, _ = _train(GPU, files, True, dtype)
    np.testing.assert_allclose(got, expected, rtol=3e-2)


@pytest.mark.parametrize("layer", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers(layer, exact):
    results = []
    values = np.random.RandomState(0).uniform(-1, 1, (7, 3, 5)).astype(np.float32)
    for ctx in (mx.cpu(), GPU):
        net = getattr(gluon.rnn, layer)(6, 2, bidirectional=True, input_size=5)
        net.initialize(mx.init.Constant(0.05), ctx=ctx)
        net.hybridize()
        x = nd.array(values, ctx=ctx)
        x.attach_grad()
        with autograd.record():
            y = net(x)
        y.backward()
        results.append((y.asnumpy(), x.grad.asnumpy()))
    for cpu, own in zip(*results):
        np.testing.assert_allclose(own, cpu, rtol=1e-4, atol=1e-6)


def test_module():
    data = mx.sym.var("data")
    out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(data, num_hidden=3, name="fc"), name="softmax")
    draw = np.random.RandomState(0)
    x = draw.uniform(-1, 1, (64, 4)).astype(np.float32)
    y = x[:, :3].argmax(1).astype(np.float32)
    module = mx.mod.Module(out, context=GPU)
    module.fit(
        mx.io.NDArrayIter(x, y, 16, shuffle=False),
        num_epoch=40,
        optimizer_params={"learning_rate": 1.0},
        initializer=mx.init.Xavier(),
    )
    assert dict(module.score(mx.io.NDArrayIter(x, y, 16), "acc"))["accuracy"] > 0.9
    assert module.get_outputs()[0].context == GPU


def test_an_executor():
    x = mx.sym.var("x")
    executor = (mx.sym.exp(x) * 2).simple_bind(GPU, x=(3,))
    executor.arg_dict["x"][:] = np.array([0, 1, 2])
    (out,) = executor.forward(is_train=True)
    executor.backward(nd.ones(3, ctx=GPU))
    expected = 2 * np.exp(np.array([0, 1, 2], np.float32))
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), expected, rtol=1e-5)


def test_files_move_between_devices(tmp_path):
    path = str(tmp_path / "arrays")
    nd.save(path, {"a": nd.ones((2, 2), ctx=GPU)})
    assert nd.load(path)["a"].context in (mx.cpu(0), GPU)
    np.testing.assert_array_equal(nd.load(path)["a"].asnumpy(), np.ones((2, 2)))


def test_random_numbers_repeat():
    def draw():
        mx.random.seed(7, ctx=GPU)
        return [f(shape=(50,), ctx=GPU).asnumpy() for f in (nd.random.normal, nd.random.uniform, nd.random.exponential)]

    for first, second in zip(draw(), draw()):
        np.testing.assert_array_equal(first, second)
        assert first.std() > 0.1


def test_dropout_draws_anew():
    net = gluon.nn.Dropout(0.5)
    net.hybridize()
    x = nd.ones((100,), ctx=GPU)
    with autograd.record():
        first, second = net(x).asnumpy(), net(x).asnumpy()
    assert (first != second).any() and set(np.unique(first)) == {0, 2}


def test_sparse_arrays():
    dense = np.array([[0, 1, 0], [2, 0, 3]], np.float32)
    csr = nd.array(dense, ctx=GPU).tostype("csr")
    assert csr.context == GPU and csr.stype == "csr"
    right = nd.ones((3, 2), ctx=GPU)
    np.testing.assert_allclose(nd.sparse.dot(csr, right).asnumpy(), dense @ np.ones((3, 2)))
    rows = nd.sparse.row_sparse_array((np.ones((1, 3)), [1]), shape=(4, 3), ctx=GPU)
    assert rows.context == GPU and rows.asnumpy().sum() == 3


def test_stores_add_up():
    for kind in ("local", "device", "nccl"):
        store = mx.kv.create(kind)
        store.init(3, nd.zeros((2,), ctx=GPU))
        store.push(3, [nd.ones((2,), ctx=GPU)])
        out = nd.zeros((2,), ctx=GPU)
        store.pull(3, out)
        np.testing.assert_array_equal(out.asnumpy(), [1, 1])


def test_threads():
    x = nd.ones((64, 64), ctx=GPU)
    found, errors = [], []

    def work():
        try:
            found.append(sum(float(nd.dot(x, x).sum().asscalar()) for _ in range(20)))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == [20 * 64.0**3] * 4


def test_workers_of_a_loader_send_batches():
    data = gluon.data.ArrayDataset(np.arange(40, dtype=np.float32), np.arange(40, dtype=np.float32))
    nd.ones(3, ctx=GPU).wait_to_read()
    loader = gluon.data.DataLoader(data, batch_size=10, num_workers=2, pin_memory=True)
    total = sum(x.as_in_context(GPU).sum().asscalar() for x, _ in loader)
    assert total == sum(range(40))


def test_a_custom_operator():
    class Twice(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    @mx.operator.register("twice_on_gpu")
    class TwiceProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Twice()

    x = nd.array([1, 2, 3], ctx=GPU)
    x.attach_grad()
    with autograd.record():
        y = nd.Custom(x, op_type="twice_on_gpu")
    y.backward()
    assert y.context == GPU
    np.testing.assert_array_equal(y.asnumpy(), [2, 4, 6])
    np.testing.assert_array_equal(x.grad.asnumpy(), [2, 2, 2])


def test_control_flow():
    def step(data, state):
        new = data + state[0]
        return new, [new]

    data = nd.arange(5, ctx=GPU).reshape((5, 1))
    out, (last,) = nd.contrib.foreach(step, data, [nd.zeros(1, ctx=GPU)])
    np.testing.assert_array_equal(out.asnumpy()[:, 0], np.cumsum(np.arange(5)))
    assert last.asscalar() == 10


def test_linear_algebra(exact):
    a = np.random.RandomState(0).uniform(-1, 1, (5, 5)).astype(np.float32)
    spd = a @ a.T + 5 * np.eye(5, dtype=np.float32)
    x = nd.array(spd, ctx=GPU)
    np.testing.assert_allclose(nd.linalg.potrf(x).asnumpy(), np.linalg.cholesky(spd), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(nd.linalg.inverse(x).asnumpy(), np.linalg.inv(spd), rtol=1e-3, atol=1e-5)
    np.testing.assert_allclose(nd.linalg.det(x).asscalar(), np.linalg.det(spd), rtol=1e-4)
    w = mx.np.linalg.eigvalsh(mx.np.array(spd, ctx=GPU)).asnumpy()
    np.testing.assert_allclose(w, np.linalg.eigvalsh(spd), rtol=1e-4)
    u, s, vt = (part.asnumpy() for part in mx.np.linalg.svd(mx.np.array(a, ctx=GPU)))
    np.testing.assert_allclose(u * s @ vt, a, atol=1e-5)


def test_detection_operators():
    boxes = nd.array([[0, 0.9, 0, 0, 1, 1], [0, 0.8, 0, 0, 1, 0.95], [1, 0.7, 2, 2, 3, 3]], ctx=GPU)
    out = nd.contrib.box_nms(boxes, overlap_thresh=0.5, id_index=0, coord_start=2, score_index=1).asnumpy()
    assert out[0, 1] == pytest.approx(0.9) and out[1, 1] == pytest.approx(0.7) and (out[2] == -1).all()


def test_exported_networks_run(tmp_path):
    net = _network()
    net.initialize(ctx=GPU)
    net.hybridize()
    x = nd.ones((2, 3, 16, 16), ctx=GPU)
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    block = gluon.SymbolBlock.imports(str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params"), ctx=GPU)
    np.testing.assert_allclose(block(x).asnumpy(), expected, rtol=1e-5)


def test_the_profiler_writes_events(tmp_path):
    mx.profiler.set_config(profile_all=True, filename=str(tmp_path / "profile.json"), aggregate_stats=True)
    mx.profiler.set_state("run")
    nd.dot(nd.ones((4, 4), ctx=GPU), nd.ones((4, 4), ctx=GPU)).wait_to_read()
    mx.profiler.set_state("stop")
    assert "dot" in mx.profiler.dumps(reset=True)


def test_tf32_can_be_turned_off():
    program = (
        "import numpy as np, mxnet as mx\n"
        "draw = np.random.RandomState(0)\n"
        "a, b = draw.uniform(size=(256, 512)).astype('float32'), draw.uniform(size=(512, 256)).astype('float32')\n"
        "c = mx.nd.dot(mx.nd.array(a, ctx=mx.gpu(0)), mx.nd.array(b, ctx=mx.gpu(0))).asnumpy()\n"
        "exact = a.astype('float64') @ b.astype('float64')\n"
        "print(abs(c / exact - 1).max())\n"
    )
    if os.environ.get("JMX_CPU_DEVICES"):
        pytest.skip("a CPU device has no TF32")
    environ = {**os.environ, "NVIDIA_TF32_OVERRIDE": "0", "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
    environ["PYTHONPATH"] = os.pathsep.join([*sys.path, "compat"])
    done = subprocess.run([sys.executable, "-c", program], env=environ, capture_output=True, text=True, timeout=120, check=True)
    assert float(done.stdout) < 2e-6
