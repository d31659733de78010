"""A search for a learning rate, with unpromising trials pruned by MXNet's callback."""

import mxnet as mx
import numpy as np
import optuna
from optuna.integration import MXNetPruningCallback

rng = np.random.default_rng(0)
y = rng.integers(0, 2, 100)
x = (rng.normal(size=(100, 5)) + y[:, None]).astype("float32")


def objective(trial):
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    module = mx.mod.Module(net)
    train = mx.io.NDArrayIter(x, y.astype("float32"), 20)
    rate = trial.suggest_float("rate", 1e-4, 1.0, log=True)
    module.fit(
        train,
        eval_data=train,
        num_epoch=3,
        optimizer_params={"learning_rate": rate},
        eval_end_callback=MXNetPruningCallback(trial, "accuracy"),
    )
    return module.score(train, "acc")[0][1]


study = optuna.create_study(
    direction="maximize", sampler=optuna.samplers.RandomSampler(seed=1), pruner=optuna.pruners.MedianPruner(n_startup_trials=2)
)
study.optimize(objective, n_trials=8)
pruned = sum(trial.state == optuna.trial.TrialState.PRUNED for trial in study.trials)
print(f"- 8 trials, {pruned} pruned; best accuracy {study.best_value:.2f}")
