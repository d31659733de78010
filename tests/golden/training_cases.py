"""Golden values of metrics, learning-rate schedules, initializers and callbacks, from the real MXNet 1.9.1.

`python tests/golden/generate.py training` records them; the tests call the same functions.
"""

import logging
import os

import numpy as np

FILE = os.path.join(os.path.dirname(__file__), "training.json")


def _rng(seed):
    return np.random.RandomState(seed)


def _scores(n, classes, seed):
    raw = _rng(seed).uniform(0.05, 1, (n, classes))
    return (raw / raw.sum(axis=1, keepdims=True)).astype("float32")


def _labels(n, classes, seed):
    return _rng(seed).randint(0, classes, n).astype("float32")


def _class_batches(classes, n=12):
    return [([_labels(n, classes, s)], [_scores(n, classes, 50 + s)]) for s in range(3)]


def _real_batches(shape=(6, 2)):
    return [([_rng(s).normal(0, 1, shape)], [_rng(30 + s).normal(0, 1, shape)]) for s in range(3)]


# metric, keyword arguments, batches of (labels, predictions)
def metric_cases():
    two, five, real = _class_batches(2), _class_batches(5), _real_batches()
    pairs = [([_labels(4, 3, 1), _labels(6, 3, 2)], [_scores(4, 3, 3), _scores(6, 3, 4)])]
    images = [([_labels(18, 3, 5).reshape(2, 3, 3)], [_rng(6).uniform(0, 1, (2, 3, 3, 3))])]
    integer = [([_labels(7, 3, 8).astype("int32")], [_labels(7, 3, 9).astype("int64")])]
    column = [([_rng(1).normal(0, 1, 5)], [_rng(2).normal(0, 1, (5, 1))])]
    return {
        "acc": ("acc", {}, five),
        "acc_pairs": ("accuracy", {"name": "mine"}, pairs),
        "acc_images": ("acc", {"axis": 1}, images),
        "acc_classes": ("acc", {}, integer),
        "topk": ("top_k_accuracy", {"top_k": 3}, five),
        "topk2": ("top_k_acc", {"top_k": 2, "name": "t"}, five),
        "f1": ("f1", {}, two),
        "f1_micro": ("f1", {"average": "micro"}, two),
        "mcc": ("mcc", {}, two),
        "mcc_micro": ("mcc", {"average": "micro"}, two),
        "pcc": ("pcc", {}, five),
        "pcc_two": ("pcc", {}, two),
        "pcc_classes": ("pcc", {}, integer),
        "perplexity": ("perplexity", {"ignore_label": None}, five),
        "perplexity_ignore": ("perplexity", {"ignore_label": 1}, five),
        "mae": ("mae", {}, real),
        "mae_column": ("mae", {}, column),
        "mse": ("mse", {}, real),
        "mse_column": ("mse", {}, column),
        "rmse": ("rmse", {}, real),
        "ce": ("ce", {}, five),
        "ce_eps": ("crossentropy", {"eps": 0.1}, five),
        "nll": ("nll_loss", {}, five),
        "pearson": ("pearsonr", {}, real),
        "pearson_micro": ("pearsoncorrelation", {"average": "micro"}, real),
        "loss": ("loss", {}, real),
        "torch": ("torch", {}, real),
        "caffe": ("caffe", {}, real),
        "composite": (["acc", "ce", "mae"], {}, [([_labels(6, 3, 1)], [_scores(6, 3, 2)])]),
    }


def trace_metric(mx, name, options, batches):
    """What a metric reports: before, after each batch, with the local statistics reset in between, and its config."""
    metric = mx.metric.create(name, **options)
    if isinstance(name, list):
        metric.metrics.pop()  # the last cannot take class labels with scores
    found = []

    def note():
        found.append([_plain(metric.get()), _plain(metric.get_global()), _plain(metric.get_name_value()), str(metric)])

    note()
    for i, (labels, preds) in enumerate(batches):
        metric.update([mx.nd.array(a, dtype=a.dtype) for a in labels], [mx.nd.array(a, dtype=a.dtype) for a in preds])
        note()
        if i == 1:
            metric.reset_local()
            note()
    found.append([metric.num_inst, metric.global_num_inst] if not isinstance(name, list) else None)
    found.append(metric.get_config())
    metric.reset()
    note()
    return found


def _plain(value):
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value if isinstance(value, str) else float(value)


SCHEDULES = [
    ["FactorScheduler", {"step": 3, "factor": 0.5, "stop_factor_lr": 0.02, "base_lr": 0.3}],
    ["FactorScheduler", {"step": 1, "factor": 0.9, "warmup_steps": 4, "warmup_begin_lr": 0.001}],
    ["MultiFactorScheduler", {"step": [2, 5, 9], "factor": 0.1, "base_lr": 1.0}],
    ["MultiFactorScheduler", {"step": [6], "factor": 0.3, "warmup_steps": 3, "warmup_mode": "constant"}],
    ["PolyScheduler", {"max_update": 12, "base_lr": 0.7, "pwr": 3, "final_lr": 0.01}],
    ["PolyScheduler", {"max_update": 10, "warmup_steps": 4, "warmup_begin_lr": 0.002}],
    ["CosineScheduler", {"max_update": 12, "base_lr": 0.7, "final_lr": 0.05}],
    ["CosineScheduler", {"max_update": 10, "warmup_steps": 5, "warmup_mode": "constant", "warmup_begin_lr": 0.004}],
]


def trace_schedule(mx, name, options):
    """Rates of 16 updates, asked as a training loop does: some twice."""
    schedule = getattr(mx.lr_scheduler, name)(**options)
    return [schedule(n) for i in range(16) for n in (i, i)]


# initializer, name of the parameter, shape: those without random numbers
FILLS = [
    ['["zeros", {}]', "a_weight", (2, 3)],
    ['["ones", {}]', "a_weight", (2,)],
    ['["constant", {"value": 2.5}]', "a_weight", (2, 2)],
    ['["constant", {"value": [1.0, 2.0, 3.0]}]', "a_weight", (2, 3)],
    ['["bilinear", {}]', "up_weight", (2, 1, 4, 4)],
    ['["bilinear", {}]', "up_weight", (1, 2, 3, 5)],
    ['["lstmbias", {"forget_bias": 2.0}]', "a_weight", (8,)],
    ['["xavier", {}]', "a_bias", (3,)],
    ['["xavier", {}]', "a_gamma", (3,)],
    ['["xavier", {}]', "a_beta", (3,)],
    ['["xavier", {}]', "a_min", (3,)],
    ['["xavier", {}]', "a_max", (3,)],
    ['["xavier", {}]', "a_bias_quantize", (3,)],
]
LEGACY = ["x_bias", "x_gamma", "x_beta", "x_moving_mean", "x_moving_var", "x_moving_inv_var", "x_moving_avg", "x_min",
          "x_max", "stn_loc_fc_weight", "x_weight"]  # fmt: skip


def trace_fills(mx):
    """Values from initializers that draw no random numbers."""
    found = []
    for spec, name, shape in FILLS:
        array = mx.nd.ones(shape) * 9
        mx.init.create(spec)(mx.init.InitDesc(name), array)
        found.append(array.asnumpy().tolist())
    for name in LEGACY:
        array = mx.nd.ones((2, 2)) * 9
        mx.init.One()(name, array)
        found.append(array.asnumpy().tolist())
    for mode in ("lstm", "gru", "rnn_tanh"):
        for layers, both in ((1, False), (2, True)):
            size = _fused_size(mode, layers, both)
            array = mx.nd.zeros((size,))
            init = mx.init.FusedRNN(mx.init.One(), 3, layers, mode, both, forget_bias=7.0)
            init(mx.init.InitDesc("p_weight"), array)
            found.append(array.asnumpy().astype(int).tolist())
    return found


def _fused_size(mode, layers, both, hidden=3, inputs=2):
    gates, ways = {"lstm": 4, "gru": 3, "rnn_tanh": 1}[mode], 2 if both else 1
    sizes = [inputs] + [ways * hidden] * (layers - 1)
    return sum(ways * gates * (hidden * width + hidden * hidden + 2 * hidden) for width in sizes)


def trace_dumps(mx):
    """JSON texts of initializers."""
    init = mx.init
    made = [init.Zero(), init.One(), init.Constant(3), init.Constant(np.array([1.5, 2])), init.Uniform(),
            init.Normal(2.0), init.Orthogonal(), init.Xavier("gaussian", "in", 2), init.MSRAPrelu(slope=0.1),
            init.Bilinear(), init.LSTMBias(0.5), init.Constant(mx.nd.array([1, 2])),
            init.FusedRNN(init.Xavier(), 3, 2, "gru"), init.FusedRNN(None, 3, 2, "lstm", True)]  # fmt: skip
    return [i.dumps() for i in made]


class _Lines(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def trace_callbacks(mx):
    """Log lines of the callbacks; the clock stands still for speed."""
    from collections import namedtuple

    param = namedtuple("BatchEndParam", ["epoch", "nbatch", "eval_metric", "locals"])
    handler, root = _Lines(), logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.INFO)
    clock, mx.callback.time.time = mx.callback.time.time, iter(np.arange(0, 1000, 2.0)).__next__
    try:
        metric = mx.metric.create(["mae", "mse"])
        for reset in (True, False):
            speed = mx.callback.Speedometer(8, 2, reset)
            for n in range(1, 8):
                metric.update([mx.nd.array([1, 2])], [mx.nd.array([1, n])])
                speed(param(1, n, metric, None))
        for n in (1, 2, 3):
            speed(param(2, n, None, None))
        bar = mx.callback.ProgressBar(7, 20)
        for n in range(0, 8, 3):
            bar(param(0, n, None, None))
        log = mx.callback.log_train_metric(2, auto_reset=True)
        for n in range(4):
            log(param(0, n, metric, None))
        mx.callback.LogValidationMetricsCallback()(param(3, 0, metric, None))
        mx.callback.LogValidationMetricsCallback()(param(3, 0, None, None))
        schedule = mx.lr_scheduler.FactorScheduler(2, 0.1, stop_factor_lr=1e-3)
        for n in range(1, 9):
            schedule(n)
    finally:
        mx.callback.time.time = clock
        root.setLevel(level)
        root.removeHandler(handler)
    return handler.lines


def trace_all(mx):
    """Everything above, as it goes into the file."""
    return {
        "metrics": {key: trace_metric(mx, *case) for key, case in metric_cases().items()},
        "schedules": [trace_schedule(mx, *case) for case in SCHEDULES],
        "fills": trace_fills(mx),
        "dumps": trace_dumps(mx),
        "log": trace_callbacks(mx),
    }
