"""What the generator (under MXNet) and the test (under jmx) share: whole training runs whose log lines are compared."""

import collections
import logging
import os
import re
import warnings

import numpy as np

X = np.random.RandomState(0).uniform(size=(40, 5)).astype("float32")
Y = (X.sum(1) > 2.5).astype("float32")
Param = collections.namedtuple("Param", "epoch nbatch eval_metric locals")


class Lines(logging.Handler):
    """Collects what is logged, without times, speeds and folders."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        text = re.sub(r"(Time cost=|Speed: )[\d.]+", r"\1#", record.getMessage())
        self.lines.append(f"{record.name} {record.levelname} {re.sub(re.escape(os.getcwd()) + '/', '', text)}")


def net(mx):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
    x = mx.sym.FullyConnected(mx.sym.Activation(x, act_type="relu"), num_hidden=2, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def start(mx):
    draws = np.random.RandomState(1)
    shapes = {"fc1_weight": (8, 5), "fc1_bias": (8,), "fc2_weight": (2, 8), "fc2_bias": (2,)}
    return {"arg_params": {k: mx.nd.array(draws.uniform(-0.5, 0.5, s)) for k, s in shapes.items()}, "aux_params": {}}


def batches(mx):
    return mx.io.NDArrayIter(X, Y, batch_size=8)


def everything(mx):
    module = mx.mod.Module(net(mx))
    module.fit(
        batches(mx),
        eval_data=batches(mx),
        num_epoch=3,
        optimizer_params={"learning_rate": 0.5},
        batch_end_callback=[mx.callback.Speedometer(8, 2), mx.callback.log_train_metric(2)],
        epoch_end_callback=[
            mx.callback.do_checkpoint("p", 2),
            mx.callback.module_checkpoint(module, "q", 1, save_optimizer_states=True),
        ],
        eval_end_callback=mx.callback.LogValidationMetricsCallback(),
        eval_batch_end_callback=mx.callback.ProgressBar(5, 20),
        **start(mx),
    )


def metrics(mx):
    module = mx.mod.Module(net(mx), logger=logging.getLogger("mine"))
    module.fit(
        batches(mx),
        eval_data=batches(mx),
        eval_metric=["acc", "ce"],
        validation_metric="acc",
        begin_epoch=1,
        num_epoch=2,
        batch_end_callback=mx.callback.Speedometer(8, 2, auto_reset=False),
        **start(mx),
    )
    module.score(
        batches(mx),
        "acc",
        epoch=7,
        batch_end_callback=mx.callback.log_train_metric(3, auto_reset=True),
        score_end_callback=lambda p: logging.info("end %s %s", p.epoch, p.nbatch),
    )


def warned(mx):
    """Binding, parameters and optimizers set up twice; a learning rate that is not scaled."""
    module = mx.mod.Module(net(mx))
    data = batches(mx)
    for _ in range(2):
        module.bind(data.provide_data, data.provide_label)
        module.init_params(**start(mx))
        module.init_optimizer(optimizer=mx.optimizer.SGD(learning_rate=0.1))
    module.save_checkpoint("z", 4, save_optimizer_states=True)
    module = mx.mod.Module.load("z", 4, load_optimizer_states=True)
    module.bind(data.provide_data, data.provide_label)
    module.init_optimizer()
    mx.model.save_checkpoint("zz", 3, net(mx), start(mx)["arg_params"], {})


def feedforward(mx):
    model = mx.model.FeedForward(net(mx), num_epoch=2, numpy_batch_size=8, learning_rate=0.5, **start(mx))
    model.fit(X, Y, eval_data=(X, Y), batch_end_callback=mx.callback.Speedometer(8, 2))
    model.save("ff")


def callbacks(mx):
    meter = mx.callback.Speedometer(8, 2)
    metric = mx.metric.Accuracy()
    metric.update([mx.nd.array([0, 1])], [mx.nd.array([[0.9, 0.1], [0.2, 0.8]])])
    for epoch in range(2):
        for batch in range(5):
            meter(Param(epoch, batch, None, None))
    for batch in range(5):
        meter(Param(0, batch, metric, None))
    mx.callback.log_train_metric(1)(Param(0, 0, None, None))
    mx.callback.LogValidationMetricsCallback()(Param(0, 0, None, None))
    mx.callback.LogValidationMetricsCallback()(Param(3, 0, metric, None))


CASES = (everything, metrics, warned, feedforward, callbacks)


def record(mx, case):
    """[log lines, warnings] of one case, run in the working folder with the root logger at DEBUG."""
    np.random.seed(1)  # FeedForward shuffles
    root, lines = logging.getLogger(), Lines()
    before = root.handlers, root.level
    root.handlers = [lines]
    root.setLevel(logging.DEBUG)
    try:
        with warnings.catch_warnings(record=True) as caught, mx.name.NameManager():
            warnings.simplefilter("always")
            case(mx)
    finally:
        root.handlers = before[0]
        root.setLevel(before[1])
    seen = [f"{w.category.__name__} {w.message}" for w in caught]
    return [lines.lines, [text for text in seen if "csr_matrix" not in text and not text.startswith("ResourceWarning")]]
