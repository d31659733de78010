"""What the generator (under MXNet) and the test (under jmx) share: estimators, deformable convolutions, texts."""

import importlib
import json
import logging
import os
import re
import tempfile
import warnings

import numpy as np

X = np.random.RandomState(3).uniform(-1, 1, (18, 4)).astype("float32")
Y = (X.sum(1) > 0).astype("float32") + (X[:, 0] > 0.5)
WORDS = " = A title = \n \n the cat saw the <unk> , and the dog saw the cat . \n\n the end of the story .\n and a half\n"


def same(got, wanted, where=""):
    """Equal up to rounding of floats; AssertionError says where they are not."""
    if isinstance(wanted, dict):
        assert list(got) == list(wanted), where
        for name, value in wanted.items():
            same(got[name], value, f"{where}.{name}")
    elif isinstance(wanted, (list, tuple)):
        assert len(got) == len(wanted), (where, got, wanted)
        for i, value in enumerate(wanted):
            same(got[i], value, f"{where}[{i}]")
    elif isinstance(wanted, float):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5, err_msg=where)
    else:
        assert got == wanted, (where, got, wanted)


def part(mx, name):
    return importlib.import_module(f"{mx.__name__}.gluon.contrib.{name}")


class Lines(logging.Handler):
    """Collects what is logged, without times and folders."""

    def __init__(self, folder):
        super().__init__()
        self.folder, self.lines = folder, []

    def emit(self, record):
        text = re.sub(r"(\d+\.\d+|\d+)s\b", "#s", record.getMessage().replace(self.folder, "FOLDER"))
        text = re.sub(r"(symbol file\) is not saved).*", r"\1", text)
        self.lines.append(f"{record.name} {record.levelname} {text}")


def network(mx, hybridize=False):
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(5, activation="tanh", in_units=4), mx.gluon.nn.Dense(3, in_units=5))
    if hybridize:
        net.hybridize()
    return net


def fill(mx, net):
    draws = np.random.RandomState(5)
    for param in net.collect_params().values():
        param.set_data(mx.nd.array(draws.uniform(-0.7, 0.7, param.shape)))


def loader(mx, size=18, batch=5):
    return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(X[:size], Y[:size]), batch_size=batch)


class Run:
    """One estimator, and what it did."""

    def __init__(self, mx, folder, hybridize=False, context=None, loss=None, **kwargs):
        self.mx, self.folder = mx, folder
        self.net = network(mx, hybridize)
        self.net.initialize(ctx=context or mx.cpu())
        fill(mx, self.net)
        trainer = mx.gluon.Trainer(self.net.collect_params(), "adam", {"learning_rate": 0.05})
        self.est = part(mx, "estimator").Estimator(
            self.net, loss or mx.gluon.loss.SoftmaxCrossEntropyLoss(), trainer=trainer, context=context, **kwargs
        )
        self.log = Lines(folder)
        self.est.logger.handlers[:] = [self.log]

    def fit(self, *args, **kwargs):
        self.est.fit(*args, **kwargs)
        return self

    def found(self, **more):
        values = [p.list_data()[0].asnumpy().ravel().tolist() for p in self.net.collect_params().values()]
        metrics = [list(metric.get()) for metric in self.est.train_metrics + self.est.val_metrics]
        return {
            "lines": self.log.lines, "files": sorted(os.listdir(self.folder)), "values": values, "metrics": metrics, **more,
        }  # fmt: skip


def plain(mx, folder):
    return Run(mx, folder).fit(loader(mx), loader(mx, 7, 3), epochs=3).found()


def interval(mx, folder):
    run = Run(mx, folder)
    handler = part(mx, "estimator").LoggingHandler(log_interval=2, metrics=run.est.train_metrics)
    run.fit(loader(mx), batches=6, event_handlers=handler)
    return run.found(counts=[handler.batch_index, handler.current_epoch, handler.processed_samples])


def other_loss(mx, folder):
    class Gap(mx.gluon.loss.Loss):
        def hybrid_forward(self, F, pred, label):
            return F.mean(F.abs(pred - F.reshape(label, (-1, 1))), axis=1)

    run = Run(mx, folder, loss=Gap(1.0, 0), val_metrics=mx.metric.MAE(), val_loss=mx.gluon.loss.L2Loss())
    run.est.val_metrics.append(mx.metric.Loss("second"))
    return run.fit(loader(mx), batches=3).found()


def two_contexts(mx, folder):
    return Run(mx, folder, context=[mx.cpu(0), mx.cpu(1)]).fit(loader(mx, 16, 4), loader(mx, 8, 4), epochs=2).found()


def batch_checkpoints(mx, folder):
    run = Run(mx, folder, hybridize=True)
    handler = part(mx, "estimator").CheckpointHandler(
        folder, "net", verbose=1, epoch_period=None, batch_period=2, max_checkpoints=2
    )
    run.fit(loader(mx), batches=9, event_handlers=[handler])
    graph = json.load(open(os.path.join(folder, "net-symbol.json")))
    return run.found(nodes=[node["name"] for node in graph["nodes"]])


def best(mx, folder):
    run = Run(mx, folder)
    contrib = part(mx, "estimator")
    handler = contrib.CheckpointHandler(folder, monitor=run.est.val_metrics[1], save_best=True, mode="min", max_checkpoints=1)
    run.fit(loader(mx), loader(mx, 7, 3), epochs=3, event_handlers=[handler])
    saved = {k: v.asnumpy().ravel().tolist() for k, v in mx.nd.load(os.path.join(folder, "model-best.params")).items()}
    return run.found(saved=saved, best=handler.best)


def resume(mx, folder):
    contrib = part(mx, "estimator")
    first = Run(mx, folder)
    first.fit(loader(mx), epochs=2, event_handlers=[contrib.CheckpointHandler(folder, "m")])
    again = Run(mx, folder)
    handler = contrib.CheckpointHandler(folder, "m", resume_from_checkpoint=True, verbose=1)
    again.fit(loader(mx), epochs=4, event_handlers=[handler])
    try:
        Run(mx, folder).fit(loader(mx), epochs=4, event_handlers=[handler])
    except ValueError as error:
        message = str(error)[:60]
    return again.found(left=again.est.max_epoch, error=message, trained=[handler.trained_epoch, handler.trained_batch])


def early(mx, folder):
    run = Run(mx, folder)
    handler = part(mx, "estimator").EarlyStoppingHandler(run.est.train_metrics[1], min_delta=10, patience=2, mode="min")
    run.fit(loader(mx), epochs=9, event_handlers=[handler])
    return run.found(state=[handler.wait, handler.current_epoch, handler.stopped_epoch, float(handler.best)])


def own_batches(mx, folder):
    contrib = part(mx, "estimator")

    class Halves(contrib.BatchProcessor):
        def fit_batch(self, estimator, train_batch, batch_axis=0):
            return super().fit_batch(estimator, [one[:2] for one in train_batch], batch_axis)

    class Stop(contrib.BatchEnd, contrib.TrainEnd):
        def __init__(self):
            self.seen = []

        def batch_end(self, estimator, *args, **kwargs):
            self.seen.append([kwargs["loss"][0].shape[0], len(kwargs["batch"][0])])
            return len(self.seen) == 3

        def train_end(self, estimator, *args, **kwargs):
            self.seen.append("end")

    stop = Stop()
    run = Run(mx, folder, batch_processor=Halves()).fit(loader(mx), epochs=2, event_handlers=[stop])
    return run.found(seen=stop.seen)


RUNS = (plain, interval, other_loss, two_contexts, batch_checkpoints, best, resume, early, own_batches)


def mistakes(mx):
    """Wrong calls: class of the error and its first words."""
    contrib = part(mx, "estimator")
    loss, acc = mx.gluon.loss.L2Loss(), mx.metric.Accuracy
    ready = Run(mx, "")
    composite = mx.metric.CompositeEvalMetric([acc()])
    calls = {
        "loss": lambda: contrib.Estimator(network(mx), "l2"),
        "metrics": lambda: contrib.Estimator(network(mx), loss, train_metrics=["acc"]),
        "context": lambda: contrib.Estimator(network(mx), loss, context="cpu"),
        "gpu": lambda: contrib.Estimator(network(mx), loss, context=[mx.gpu(77)]),
        "trainer": lambda: contrib.Estimator(network(mx), loss, trainer="sgd"),
        "processor": lambda: contrib.Estimator(network(mx), loss, batch_processor=3),
        "no_loader": lambda: ready.est.fit([X], epochs=1),
        "no_loader_val": lambda: ready.est.evaluate([X]),
        "no_length": lambda: ready.est.fit(loader(mx)),
        "both_lengths": lambda: ready.est.fit(loader(mx), epochs=1, batches=1),
        "handlers": lambda: ready.est.fit(loader(mx), epochs=1, event_handlers=[3]),
        "foreign_metric": lambda: ready.est.fit(loader(mx), epochs=1, event_handlers=[contrib.LoggingHandler(metrics=acc())]),
        "foreign_val": lambda: ready.est.evaluate(loader(mx), event_handlers=contrib.MetricHandler(ready.est.train_metrics)),
        "interval": lambda: contrib.LoggingHandler(log_interval="batch"),
        "best": lambda: contrib.CheckpointHandler(".", save_best=True),
        "stop_on": lambda: contrib.EarlyStoppingHandler("acc"),
        "stop_on_many": lambda: contrib.EarlyStoppingHandler(composite),
        "interval_sampler": lambda: part(mx, "data").IntervalSampler(3, 4),
        "layout": lambda: part(mx, "cnn").DeformableConvolution(2, layout="NCW"),
        "adj": lambda: part(mx, "cnn").DeformableConvolution(2, adj=1),
        "nhwc": lambda: used(mx, part(mx, "cnn").DeformableConvolution(2, layout="NHWC")),
        "segment": lambda: part(mx, "data").text.WikiText2(root=".", segment="all"),
    }
    found = {}
    for name, call in calls.items():
        try:
            call()
        except Exception as error:
            found[name] = [type(error).__name__, " ".join(str(error).split()[:3])]
    return found


def used(mx, net):
    net.initialize()
    return net(mx.nd.ones((1, 2, 4, 4)))


def warned(mx):
    """Classes and first words of warnings."""
    contrib = part(mx, "estimator")
    net = network(mx)
    net.initialize()
    loss = mx.gluon.loss.L2Loss()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        contrib.Estimator(network(mx), loss)
        contrib.Estimator(net, loss, initializer="zeros", trainer=mx.gluon.Trainer(net.collect_params(), "sgd"))
        modes = []
        for mode in ("auto", "min", "max", "median"):
            modes.append(contrib.EarlyStoppingHandler(mx.metric.Loss(), mode=mode, min_delta=1))
            modes.append(contrib.CheckpointHandler(".", monitor=mx.metric.F1(), mode=mode, save_best=True))
    operators = [[mode.monitor_op.__name__, getattr(mode, "min_delta", 0)] for mode in modes]
    return [[w.category.__name__, " ".join(str(w.message).split()[:3])] for w in caught], operators


LAYERS = {
    "plain": ("DeformableConvolution", (3,), {"kernel_size": (3, 2)}),
    "int_sizes": ("DeformableConvolution", (2,), {"kernel_size": 3, "strides": 2, "padding": 1, "activation": "relu"}),
    "groups": (
        "DeformableConvolution", (4,),
        {"kernel_size": (3, 2), "groups": 2, "in_channels": 4, "activation": "tanh", "use_bias": False,
         "offset_use_bias": False, "padding": 1, "dilation": 2, "num_deformable_group": 2},
    ),
    "modulated": ("ModulatedDeformableConvolution", (3,), {"kernel_size": (3, 2), "padding": 1}),
    "modulated_groups": (
        "ModulatedDeformableConvolution", (4,),
        {"kernel_size": 2, "num_deformable_group": 2, "use_bias": False, "activation": "relu", "in_channels": 4},
    ),
}  # fmt: skip


def layer(mx, name, hybridize=False):
    kind, args, kwargs = LAYERS[name]
    net = getattr(part(mx, "cnn"), kind)(*args, **kwargs)
    found = {"repr": repr(net), "before": [[k, list(p.shape)] for k, p in net.collect_params().items()]}
    graph = json.loads(net(mx.sym.var("data")).tojson())
    found["nodes"] = [[n["op"], n["name"], n.get("attrs", {})] for n in graph["nodes"]]
    net.initialize()
    draws = np.random.RandomState(11)
    x = mx.nd.array(draws.uniform(-1, 1, (2, 4, 5, 6)))
    net(x)
    found["after"] = [[k, list(p.shape)] for k, p in net.collect_params().items()]
    fill(mx, net)
    if hybridize:
        net.hybridize()
    x.attach_grad()
    with mx.autograd.record():
        out = net(x)
    found["out"] = out.asnumpy().tolist()
    if kind.startswith("Modulated"):
        return found  # whose gradients MXNet has on GPUs only
    out.backward()
    # A direction in which each gradient is measured: enough to tell it from any other.
    grads = {"data": x.grad, **{k: p.grad() for k, p in net.collect_params().items()}}
    found["grads"] = {}
    for key, grad in grads.items():
        grad = grad.asnumpy()
        found["grads"][key] = [float((grad * draws.uniform(-1, 1, grad.shape)).sum()), float(np.abs(grad).sum())]
    return found


def text(mx):
    module = part(mx, "data").text
    check, module.check_sha1 = module.check_sha1, lambda path, sha1: True
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("train", "valid"):
                with open(os.path.join(folder, f"wiki.{name}.tokens"), "w") as file:
                    file.write(WORDS if name == "train" else "the dog ends ends a story it began in the end of the end\n")
            train = module.WikiText2(root=folder, seq_len=4)
            other = module.WikiText103(root=folder, segment="validation", vocab=train.vocabulary, seq_len=3)
    finally:
        module.check_sha1 = check
    found = []
    for data in (train, other):
        samples = [[one.asnumpy().tolist() for one in data[i]] for i in range(len(data))]
        found.append([samples, str(data[0][0].dtype), dict(data.frequencies), data.vocabulary.idx_to_token])
    return found


def samplers(mx):
    kind = part(mx, "data").IntervalSampler
    made = [kind(13, 3), kind(13, 3, rollover=False), kind(4, 4), kind(5, 1)]
    return [[list(one), len(one)] for one in made]


def fresh(mx, function, *args):
    with mx.name.NameManager(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function(mx, *args)


def run(mx, case):
    with tempfile.TemporaryDirectory() as folder:
        return fresh(mx, case, folder)
