"""What modules do, told as functions of the package: run with MXNet 1.9.1 and with jmx, and compared.

A case returns something that JSON can hold; arrays become {"shape", "dtype", "values"}.
"""

import logging
import os
import pickle
import re
import tempfile
import warnings

import numpy as np

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "fixtures")
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


# ---- helpers


def plain(value):
    """`value` with arrays, contexts and the like as JSON holds them."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), "dtype": str(value.dtype), "values": value.ravel().tolist()}
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


def params(mx, module):
    """The parameters, once MXNet's statistics of BatchNorm have been written: it does not wait for these by itself."""
    mx.nd.waitall()
    return module.get_params()


def some(*shape, seed=0, scale=1.0):
    return (np.random.RandomState(seed).uniform(-scale, scale, shape)).astype("float32")


def mlp(mx, classes=3):
    x = mx.sym.Variable("data")
    x = mx.sym.FullyConnected(x, num_hidden=4, name="fc1")
    x = mx.sym.BatchNorm(x, fix_gamma=False, name="bn")
    x = mx.sym.Activation(x, act_type="tanh", name="act")
    x = mx.sym.FullyConnected(x, num_hidden=classes, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def values(mx, symbol, **shapes):
    """Parameters and states of a symbol, the same for everybody."""
    args, _, states = symbol.infer_shape(**shapes)
    inputs = {*shapes, "softmax_label"}
    arg = {
        n: mx.nd.array(some(*s, seed=i, scale=0.5))
        for i, (n, s) in enumerate(zip(symbol.list_arguments(), args))
        if n not in inputs
    }
    aux = {n: mx.nd.array(np.abs(some(*s, seed=i))) for i, (n, s) in enumerate(zip(symbol.list_auxiliary_states(), states))}
    return arg, aux


def blobs(mx, n=22, batch=4, **kwargs):
    x, y = some(n, 5, seed=3), np.random.RandomState(5).randint(0, 3, n).astype("float32")
    return mx.io.NDArrayIter(x, y, batch, **kwargs)


class Lines(logging.Handler):
    """The messages of a block, with times as T."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        text = re.sub(r"cost=[\d.]+", "cost=T", record.getMessage())
        self.lines.append(f"{record.levelname} {text}")

    def __enter__(self):
        self.logger = logging.getLogger()
        self.before = self.logger.level
        self.logger.addHandler(self)
        self.logger.setLevel(logging.INFO)
        return self

    def __exit__(self, *args):
        self.logger.removeHandler(self)
        self.logger.setLevel(self.before)


def trained(mx, contexts=1, work=None, symbol=None, train=None, **fit):
    """(module, messages, what callbacks saw) after training."""
    symbol = mlp(mx) if symbol is None else symbol
    train = train or blobs(mx)
    arg, aux = values(mx, symbol, data=(4, 5))
    module = mx.mod.Module(symbol, context=[mx.cpu(i) for i in range(contexts)], work_load_list=work)
    seen = []

    def batch_end(param):
        seen.append([param.epoch, param.nbatch, param.eval_metric.get_name_value(), sorted(param.locals)[:0]])

    def epoch_end(epoch, net, arg_params, aux_params):
        seen.append([epoch, net.name, sorted(arg_params), sorted(aux_params)])

    options = {
        "num_epoch": 2,
        "arg_params": arg,
        "aux_params": aux,
        "optimizer_params": {"learning_rate": 0.1},
        "batch_end_callback": batch_end,
        "epoch_end_callback": [epoch_end],
    }
    options.update(fit)
    with Lines() as log:
        module.fit(train, **options)
    return module, log.lines, seen


def after(mx, module, log, seen):
    return {"log": log, "seen": seen, "params": params(mx, module)}


# ---- training


@case
def fit_one_device(mx):
    return after(mx, *trained(mx, eval_data=blobs(mx, 10)))


@case
def fit_two_devices(mx):
    return after(mx, *trained(mx, contexts=2))


@case
def fit_workloads(mx):
    module, log, seen = trained(mx, contexts=2, work=[1, 3], kvstore="device")
    module.forward(next(iter(blobs(mx))), is_train=False)
    parts = module.get_outputs(merge_multi_context=False)
    return after(mx, module, log, seen), [[p.shape for p in out] for out in parts], module.get_outputs()


@case
def fit_no_store(mx):
    return after(mx, *trained(mx, contexts=2, kvstore=None, num_epoch=1))


@case
def fit_discard(mx):
    return after(mx, *trained(mx, train=blobs(mx, last_batch_handle="discard"), eval_metric=["acc", "ce"], num_epoch=1))


@case
def fit_adam(mx):
    # no BatchNorm: the bias before it has a gradient of rounding errors only, which Adam makes large
    net = mx.sym.tanh(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc1"))
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")
    options = {"optimizer": "adam", "optimizer_params": (("learning_rate", 0.02), ("wd", 0.01))}
    return after(mx, *trained(mx, symbol=net, **options))


@case
def fit_validation(mx):
    scores = []
    module, log, seen = trained(
        mx,
        eval_data=blobs(mx, 10),
        validation_metric="ce",
        eval_metric="acc",
        begin_epoch=3,
        num_epoch=4,
        eval_end_callback=lambda p: scores.append([p.epoch, p.nbatch, p.eval_metric.get_name_value()]),
        eval_batch_end_callback=[lambda p: scores.append([p.epoch, p.nbatch])],
    )
    return after(mx, module, log, seen), scores


@case
def fit_checkpoints(mx):
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "net")
        module = trained(mx, optimizer_params={"learning_rate": 0.1, "momentum": 0.9})[0]
        with Lines() as log:
            module.save_checkpoint(prefix, 7, save_optimizer_states=True)
        files = sorted(os.listdir(folder))
        with open(prefix + "-0007.params", "rb") as file:
            names = sorted(mx.nd.load(file.name))
        again = mx.mod.Module.load(prefix, 7, load_optimizer_states=True)
        train = blobs(mx)
        again.bind(train.provide_data, train.provide_label)
        again.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
        batch = next(iter(train))
        for m in (module, again):
            m.forward_backward(batch)
            m.update()
        return [re.sub(r'"[^"]*net', '"net', x) for x in log.lines], files, names, params(mx, module), params(mx, again)


@case
def optimizer_states_of_mxnet(mx):
    """A checkpoint that MXNet wrote: loaded, saved again, and one step further."""
    prefix = os.path.join(FIXTURES, "mod")
    module = mx.mod.Module.load(prefix, 5, load_optimizer_states=True)
    symbol = module.symbol
    label = [n for n in symbol.list_arguments() if n.endswith("label")]
    expected = np.load(os.path.join(FIXTURES, "expected.npz"))
    x = expected["mod-symbol.json|X"]
    module.bind([("data", (4, *x.shape[1:]))], [(label[0], (4,))])
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3})
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "states")
        module.save_optimizer_states(file)
        with open(file, "rb") as a, open(prefix + "-0005.states", "rb") as b:
            found, wanted = pickle.loads(a.read()), pickle.loads(b.read())
    assert sorted(found) == sorted(wanted)
    same = all(np.array_equal(found[k].asnumpy(), wanted[k].asnumpy()) for k in wanted if wanted[k] is not None)
    return same, sorted(found)


# ---- the parts of it


@case
def steps(mx):
    """Forward, backward and update by hand, with gradients added up."""
    symbol = mlp(mx)
    module = mx.mod.Module(symbol, fixed_param_names=["fc1_bias"])
    module.bind([("data", (4, 5))], [("softmax_label", (4,))], inputs_need_grad=True, grad_req="add")
    arg, aux = values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    module.init_optimizer(optimizer_params={"learning_rate": 0.5})
    batch = mx.io.DataBatch([mx.nd.array(some(4, 5, seed=9))], [mx.nd.array([0, 2, 1, 1])])
    found = []
    for _ in range(2):
        module.forward_backward(batch)
        found.append([module.get_outputs()[0], module.get_input_grads()[0]])
        found[-1] = plain(found[-1])
    module.update()
    executor = module._exec_group.execs[0]
    return (
        found,
        params(mx, module),
        {n: g for n, g in executor.grad_dict.items() if g is not None},
        [module.data_names, module.label_names, module.output_names],
        [module.data_shapes, module.label_shapes, module.output_shapes],
        module._exec_group.grad_req,
        module._optimizer.idx2name,
        module._optimizer.rescale_grad,
    )


@case
def other_batch_sizes(mx):
    symbol = mlp(mx)
    module = mx.mod.Module(symbol)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    arg, aux = values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    module.init_optimizer()
    found = []
    for n in (4, 6, 2, 4):
        batch = mx.io.DataBatch([mx.nd.array(some(n, 5, seed=n))], [mx.nd.array(np.arange(n) % 3)])
        module.forward_backward(batch)
        module.update()
        found.append([plain(module.get_outputs()), module.data_shapes, module.label_shapes, module.output_shapes])
    return found, params(mx, module)


@case
def predictions(mx):
    module = trained(mx)[0]
    data = blobs(mx, 10)
    whole = module.predict(data)
    batches = module.predict(data, merge_batches=False, num_batch=2)
    steps = [(plain(out), i, batch.pad) for out, i, batch in module.iter_predict(data)]
    as_list = module.predict(data, always_output_list=True, num_batch=1)
    score = module.score(data, ["acc", "ce"])
    few = module.score(data, "acc", num_batch=1, epoch=4)
    one = module.predict(some(4, 5, seed=2))
    return whole, batches, steps, as_list, score, few, one


@case
def list_of_batches(mx):
    """One batch for each device."""
    symbol = mlp(mx)
    module = mx.mod.Module(symbol, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    arg, aux = values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    batches = [mx.io.DataBatch([mx.nd.array(some(2, 5, seed=i))], [mx.nd.array([i, 2])]) for i in range(2)]
    module.forward(batches, is_train=True)
    metric = mx.metric.create("acc")
    module.update_metric(metric, [b.label for b in batches], pre_sliced=True)
    return module.get_outputs(), metric.get_name_value()


@case
def layouts(mx):
    """The batch axis is where the layout has its N."""
    x = mx.sym.Variable("data", __layout__="TNC")
    net = mx.sym.Activation(x, act_type="relu", __layout__="TNC", name="act")
    module = mx.mod.Module(net, label_names=None, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([mx.io.DataDesc("data", (2, 5, 3), "float16", layout="TNC")], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.array(some(2, 5, 3), dtype="float16")]))
    module.backward([mx.nd.array(some(2, 5, 3, seed=1), dtype="float16")])
    parts = [x.shape for x in module.get_outputs(merge_multi_context=False)[0]]
    return module.get_outputs(), module.get_input_grads(), parts, module.output_shapes


@case
def states(mx):
    h = mx.sym.Variable("h")
    net = mx.sym.Group([(mx.sym.Variable("data") + h) * 2])
    module = mx.mod.Module(net, label_names=None, state_names=["h"], context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (4, 3))], for_training=False)
    module.init_params()
    found = []
    module.set_states(value=3)
    for _ in range(2):
        module.forward(mx.io.DataBatch([mx.nd.array(some(4, 3))]))
        found.append(plain(module.get_outputs()))
        module.set_states(states=module.get_outputs(merge_multi_context=False))
    return found, module.get_states(merge_multi_context=False)


@case
def multipliers(mx):
    x = mx.sym.Variable("data")
    w = mx.sym.Variable("w", lr_mult=0.25, wd_mult=2.0)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, weight=w, num_hidden=3, name="fc"), name="softmax")
    module = mx.mod.Module(net, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    arg, _ = values(mx, net, data=(4, 5))
    module.init_params(arg_params=arg, aux_params={})
    module.init_optimizer(kvstore=None, optimizer_params={"learning_rate": 0.5, "wd": 0.1})
    module.forward_backward(mx.io.DataBatch([mx.nd.array(some(4, 5))], [mx.nd.array([0, 1, 2, 0])]))
    module.update()
    names = module._optimizer.idx2name
    return params(mx, module), module._optimizer.lr_mult, module._optimizer.wd_mult, sorted(names.items())


@case
def initializers(mx):
    """Attributes of variables choose initializers; what is given wins; what is missing is initialized."""
    x = mx.sym.Variable("data")
    w = mx.sym.Variable("fc_weight", init=mx.init.Constant(3))
    net = mx.sym.BatchNorm(mx.sym.FullyConnected(x, weight=w, num_hidden=2, name="fc"), name="bn", fix_gamma=False)
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (4, 5))])
    module.init_params(mx.init.One(), arg_params={"fc_bias": mx.nd.array([5, 6])}, allow_missing=True)
    first = plain(params(mx, module))
    module.set_params({"bn_gamma": mx.nd.array([7, 8])}, {}, allow_missing=True)
    return first, plain(params(mx, module))


# ---- the other modules


def bucketing(mx):
    def net(length):
        x = mx.sym.Variable("data")
        w = mx.sym.Variable("emb_weight")
        x = mx.sym.Embedding(x, weight=w, input_dim=6, output_dim=3, name="emb")
        x = mx.sym.FullyConnected(mx.sym.mean(x, axis=1), num_hidden=3, name="fc")
        return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(net, default_bucket_key=6)
    module.bind([("data", (4, 6))], [("softmax_label", (4,))])
    symbol = net(6)[0]
    arg, aux = values(mx, symbol, data=(4, 6))
    module.init_params(arg_params=arg, aux_params=aux)
    module.init_optimizer(optimizer_params={"learning_rate": 0.5, "momentum": 0.9})
    return module, net


def bucket_batch(mx, key):
    data = np.random.RandomState(key).randint(0, 6, (4, key)).astype("float32")
    return mx.io.DataBatch(
        [mx.nd.array(data)],
        [mx.nd.array([0, 1, 2, 1])],
        bucket_key=key,
        provide_data=[mx.io.DataDesc("data", (4, key))],
        provide_label=[mx.io.DataDesc("softmax_label", (4,))],
    )


@case
def buckets(mx):
    module, _ = bucketing(mx)
    found = []
    metric = mx.metric.create("ce")
    for key in (6, 3, 2, 3, 6):
        batch = bucket_batch(mx, key)
        module.prepare(batch)
        module.forward_backward(batch)
        module.update()
        module.update_metric(metric, batch.label)
        found.append([plain(module.get_outputs()), module.data_shapes, module.output_shapes, module._curr_bucket_key])
    lent = module._buckets[3]._exec_group.execs[0].arg_dict["fc_weight"]
    owned = module._buckets[6]._exec_group.execs[0].arg_dict["fc_weight"]
    shared = np.array_equal(lent.asnumpy(), owned.asnumpy())
    buffers = sorted(module._buckets[6]._exec_group.shared_data_arrays[0])
    return found, params(mx, module), metric.get_name_value(), sorted(module._buckets), shared, buffers


@case
def bucket_files(mx):
    module, net = bucketing(mx)
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "b")
        for key in (6, 2):
            module.forward_backward(bucket_batch(mx, key))
            module.update()
        module.save_checkpoint(prefix, 1)
        files = sorted(os.listdir(folder))
        again = mx.mod.BucketingModule.load(prefix, 1, net, default_bucket_key=6)
        again.bind([("data", (4, 6))], [("softmax_label", (4,))], for_training=False)
        again.forward(bucket_batch(mx, 2))
        first = plain(again.get_outputs())
    arg, aux = params(mx, module)
    third = mx.mod.BucketingModule.load_dict({6: net(6)[0], 2: net(2)[0]}, net, 6, arg, aux)
    third.bind([("data", (4, 6))], [("softmax_label", (4,))], for_training=False)
    third.forward(bucket_batch(mx, 2))
    return files, first, third.get_outputs()


@case
def sequence(mx):
    a = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="one"), act_type="tanh")
    b = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="two"), name="softmax")
    module = mx.mod.SequentialModule()
    module.add(mx.mod.Module(a, label_names=None)).add(mx.mod.Module(b), take_labels=True, auto_wiring=True)
    train = blobs(mx)
    known = {}
    for symbol, shape in ((a, (4, 5)), (b, (4, 4))):
        known.update(values(mx, symbol, data=shape)[0])
    with Lines() as log:
        module.fit(
            train, num_epoch=1, arg_params=known, aux_params={}, allow_missing=True, optimizer_params={"learning_rate": 0.2}
        )
    return (
        log.lines,
        params(mx, module),
        [module.data_names, module.output_names],
        [module.data_shapes, module.label_shapes, module.output_shapes],
        module.score(train, "acc"),
    )


@case
def python_loss(mx):
    a = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="one")

    def gradient(scores, labels):
        return scores.asnumpy() - labels.asnumpy()[:, None]

    module = mx.mod.SequentialModule()
    module.add(mx.mod.Module(a, label_names=None))
    module.add(mx.mod.PythonLossModule(grad_func=gradient), take_labels=True, auto_wiring=True)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    module.init_params(arg_params=values(mx, a, data=(4, 5))[0], aux_params={})
    module.init_optimizer(optimizer_params={"learning_rate": 0.1})
    for batch in blobs(mx, 8):
        module.forward_backward(batch)
        module.update()
    return params(mx, module), module.get_outputs(), module.output_shapes, module.output_names


@case
def feed_forward(mx):
    x, y = some(20, 5, seed=3), np.random.RandomState(5).randint(0, 3, 20).astype("float32")
    symbol = mlp(mx)
    arg, aux = values(mx, symbol, data=(5, 5))
    seen = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = mx.model.FeedForward(symbol, num_epoch=2, arg_params=arg, aux_params=aux, learning_rate=0.1, momentum=0.9)
        train = mx.io.NDArrayIter(x, y, 5)
        with Lines() as log:
            model.fit(
                train,
                eval_data=mx.io.NDArrayIter(x, y, 5),
                batch_end_callback=lambda p: seen.append([p.epoch, p.nbatch, p.eval_metric.get_name_value()]),
            )
        outputs, data, label = model.predict(train, return_data=True)
        with tempfile.TemporaryDirectory() as folder:
            prefix = os.path.join(folder, "ff")
            model.save(prefix)
            files = sorted(os.listdir(folder))
            again = mx.model.FeedForward.load(prefix, 2)
            same = np.array_equal(again.predict(x), model.predict(x))
    return (
        log.lines,
        seen,
        model.arg_params,
        model.aux_params,
        outputs,
        np.array_equal(data, x),
        label,
        model.score(train),
        files,
        bool(same),
        again.begin_epoch,
    )


@case
def feed_forward_devices(mx):
    x, y = some(20, 5, seed=3), np.random.RandomState(5).randint(0, 3, 20).astype("float32")
    symbol = mlp(mx)
    arg, aux = values(mx, symbol, data=(5, 5))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = mx.model.FeedForward(
            symbol, ctx=[mx.cpu(0), mx.cpu(1)], num_epoch=2, epoch_size=3, arg_params=arg, aux_params=aux, learning_rate=0.1
        )
        with Lines() as log:
            model.fit(mx.io.NDArrayIter(x, y, 5), kvstore="device", work_load_list=[2, 3])
    return log.lines, model.arg_params


@case
def monitored(mx):
    symbol = mlp(mx)
    module = mx.mod.Module(symbol)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    arg, aux = values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    monitor = mx.mon.Monitor(2, pattern=".*output|fc.*|bn_moving.*", sort=True)
    module.install_monitor(monitor)
    found = []
    batch = mx.io.DataBatch([mx.nd.array(some(4, 5))], [mx.nd.array([0, 1, 2, 0])])
    for _ in range(3):
        monitor.tic()
        module.forward(batch, is_train=False)
        found.append([[step, name, [float(v) for v in text.split()]] for step, name, text in monitor.toc()])
    return found


@case
def monitored_training(mx):
    """Gradients are watched as well; those that nobody asked for are memory as it was in MXNet, so no values of them."""
    symbol = mlp(mx)
    module = mx.mod.Module(symbol)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    arg, aux = values(mx, symbol, data=(4, 5))
    module.init_params(arg_params=arg, aux_params=aux)
    monitor = mx.mon.Monitor(1, pattern=r"(?!bn_(mean|var)$).*")
    module.install_monitor(monitor)
    monitor.tic()
    module.forward_backward(mx.io.DataBatch([mx.nd.array(some(4, 5))], [mx.nd.array([0, 1, 2, 0])]))
    mx.nd.waitall()
    unasked = ("softmax_backward_output1", "fc1_backward_output0", "fc1_backward_output2")
    return [[name, None if name in unasked else float(text)] for _, name, text in monitor.toc()]


@case
def slices(mx):
    cut = mx.executor_manager._split_input_slice
    pairs = [(10, [1, 1]), (10, [1, 2]), (7, [1, 1, 1]), (5, [3, 1]), (100, [1, 5])]
    return [[[s.start, s.stop] for s in cut(n, loads)] for n, loads in pairs]
