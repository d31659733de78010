"""Mistakes in training: losses, trainers, optimizers, metrics, kvstores."""

from . import Table

TABLE = Table()
_add = TABLE.add

_add(
    "softmax loss with labels of another batch",
    """
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    loss(nd.ones((4, 10)), nd.array([1, 2, 3]))  #!
    """,
    r"3,.*label|label.*3,",
    "SoftmaxCrossEntropyLoss.*4|4.*SoftmaxCrossEntropyLoss",
    "sparse_label|label",
)
_add(
    "softmax loss with one-hot labels",
    """
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    loss(nd.ones((4, 10)), nd.ones((4, 10)))  #!
    """,
    r"label.*4, ?10|4, ?10.*label",
    "SoftmaxCrossEntropyLoss",
    "sparse_label=False",
)
_add(
    "softmax loss of one-hot labels, hybridized",
    """
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    loss.hybridize()
    loss(nd.ones((4, 10)), nd.ones((4, 10)))  #!
    """,
    r"label.*4, ?10|4, ?10.*label",
    "SoftmaxCrossEntropyLoss",
    "sparse_label=False",
)
_add(
    "L2 loss with labels of another size",
    """
    loss = gluon.loss.L2Loss()
    loss(nd.ones((4, 2)), nd.ones((4, 3)))  #!
    """,
    "4, ?3.*label|label.*4, ?3",
    "L2Loss.*4, ?2|4, ?2.*L2Loss",
    "label|reshape",
)
_add(
    "sparse labels to a loss that takes probabilities",
    """
    loss = gluon.loss.KLDivLoss()
    loss(nd.ones((4, 10)), nd.array([1, 2, 3, 4]))  #!
    """,
    r"label.*4,|4,.*label",
    "KLDivLoss.*4, ?10|4, ?10.*KLDivLoss",
    "label",
)
_add(
    "CTC loss with unknown layout",
    """
    gluon.loss.CTCLoss(layout="NCT")  #!
    """,
    "NCT",
    "NTC.*TNC",
    "NTC|TNC",
)
_add(
    "unknown loss",
    """
    gluon.loss.CrossEntropyLoss()  #!
    """,
    "CrossEntropyLoss",
    "SoftmaxCrossEntropyLoss",
    "[Dd]id you mean.*SoftmaxCrossEntropyLoss",
)
_add(
    "misspelt keyword of a loss",
    """
    gluon.loss.SoftmaxCrossEntropyLoss(sparse_lable=False)  #!
    """,
    "sparse_lable",
    "sparse_label",
    "[Dd]id you mean:? '?sparse_label",
)
_add(
    "loss without a label",
    """
    gluon.loss.L2Loss()(nd.ones((4, 2)))  #!
    """,
    "label",
    "label",
    "label",
)
_add(
    "torch's word for the learning rate",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    gluon.Trainer(net.collect_params(), "sgd", {"lr": 0.1})  #!
    """,
    r"\blr\b",
    "learning_rate",
    "[Dd]id you mean:? '?learning_rate",
)
_add(
    "weight_decay of Adam",
    """
    mx.optimizer.create("adam", weight_decay=0.01)  #!
    """,
    "weight_decay",
    r"\bwd\b",
    r"[Dd]id you mean:? '?wd",
)
_add(
    "betas of Adam",
    """
    mx.optimizer.Adam(betas=(0.9, 0.99))  #!
    """,
    "betas",
    "beta1.*beta2",
    r"[Dd]id you mean:? '?beta1",
)
_add(
    "misspelt momentum",
    """
    mx.optimizer.SGD(momentun=0.9)  #!
    """,
    "momentun",
    "momentum",
    r"[Dd]id you mean:? '?momentum",
)
_add(
    "unknown optimizer",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    gluon.Trainer(net.collect_params(), "adamw2")  #!
    """,
    "adamw2",
    "adamw|adam",
    "[Dd]id you mean:? '?adam",
)
_add(
    "misspelt optimizer",
    """
    mx.optimizer.create("rmspro")  #!
    """,
    "rmspro",
    "rmsprop",
    "[Dd]id you mean:? '?rmsprop",
)
_add(
    "Trainer given the network",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    gluon.Trainer(net, "sgd")  #!
    """,
    "Dense",
    "Parameters|ParameterDict",
    r"collect_params\(\)",
)
_add(
    "Trainer with a string for its options",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    gluon.Trainer(net.collect_params(), "sgd", 0.1)  #!
    """,
    r"0\.1|float",
    "dict",
    "learning_rate",
)
_add(
    "Trainer of an optimizer object with options",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    gluon.Trainer(net.collect_params(), mx.optimizer.SGD(), {"learning_rate": 0.1})  #!
    """,
    "optimizer_params|learning_rate",
    "None",
    "instance|None|set",
)
_add(
    "step before backward",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.step(1)  #!
    """,
    "dense.*(weight|bias)",
    "backward",
    "ignore_stale_grad|backward",
)
_add(
    "step before the first call of the network",
    """
    net = nn.Dense(2)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.step(1)  #!
    """,
    "dense.*weight",
    "deferred|initialized|shape",
    "forward|call|in_units|first",
)
_add(
    "step without the batch size",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.step()  #!
    """,
    "batch_size",
    "step",
    "batch_size",
)
_add(
    "learning rate with a schedule set by hand",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": mx.lr_scheduler.FactorScheduler(10)})
    trainer.set_learning_rate(0.1)  #!
    """,
    "[Ll]earning rate|set_learning_rate",
    "LRScheduler|scheduler",
    "LRScheduler|scheduler",
)
_add(
    "load_states of a missing file",
    """
    net = nn.Dense(2, in_units=3)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.load_states("missing.states")  #!
    """,
    "missing.states",
    "No such file|not.*exist|not.*found|cannot be",
    "path|file|folder",
)
_add(
    "misspelt keyword of a scheduler",
    """
    mx.lr_scheduler.FactorScheduler(stp=10)  #!
    """,
    "stp",
    "step",
    r"[Dd]id you mean:? '?step",
)
_add(
    "unknown metric",
    """
    mx.metric.create("acuracy")  #!
    """,
    "acuracy",
    "accuracy",
    r"[Dd]id you mean:? '?accuracy",
)
_add(
    "misspelt keyword of a metric",
    """
    mx.metric.TopKAccuracy(topk=5)  #!
    """,
    "topk",
    "top_k",
    r"[Dd]id you mean:? '?top_k",
)
_add(
    "metric with swapped arguments",
    """
    m = mx.metric.Accuracy()
    m.update(nd.ones((4, 10)), nd.array([1, 2, 3, 4]))  #!
    """,
    r"4, ?10|40",
    r"\(4,\)|4\b",
    "labels, preds|label.*first|order",
)
_add(
    "metric with predictions of another batch",
    """
    m = mx.metric.Accuracy()
    m.update(nd.array([1, 2, 3]), nd.ones((4, 10)))  #!
    """,
    r"\b3\b",
    r"\b4\b",
    "label|pred",
)
_add(
    "metric of lists of other lengths",
    """
    m = mx.metric.MSE()
    m.update([nd.ones((4,))], [nd.ones((4,)), nd.ones((4,))])  #!
    """,
    r"\b1\b",
    r"\b2\b",
    "label|pred",
)
_add(
    "unknown kvstore",
    """
    mx.kv.create("locl")  #!
    """,
    "locl",
    "local",
    r"[Dd]id you mean:? '?local|local",
)
_add(
    "push of a key that was not initialized",
    """
    kv = mx.kv.create("local")
    kv.push("3", nd.ones((2,)))  #!
    """,
    "3",
    "init",
    r"init\(",
)
_add(
    "pull of a key that was not initialized",
    """
    kv = mx.kv.create("local")
    kv.pull(9, out=nd.ones((2,)))  #!
    """,
    "9",
    "init",
    r"init\(",
)
_add(
    "init of a key twice",
    """
    kv = mx.kv.create("local")
    kv.init(3, nd.ones((2,)))
    kv.init(3, nd.ones((2,)))  #!
    """,
    "3",
    "init|already|duplicate",
    "push|once",
)
_add(
    "batch that does not divide over contexts",
    """
    gluon.utils.split_and_load(nd.ones((5, 2)), [mx.cpu(0), mx.cpu(1)])  #!
    """,
    "5",
    "2",
    "even_split=False|even_split|multiple",
)
_add(
    "clip of a negative norm",
    """
    gluon.utils.clip_global_norm([], 1.0)  #!
    """,
    "no|empty|0|at least",
    "array",
    "array",
)
_add(
    "one context for split_and_load",
    """
    gluon.utils.split_and_load(nd.ones((4, 2)), mx.cpu())  #!
    """,
    "Context",
    "list",
    r"\[cpu\(0\)\]",
)
