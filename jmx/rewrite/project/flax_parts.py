"""The files of a project that depend on Flax NNX, as `parts` has the others."""

from ..twins import flax_target

TARGET = flax_target.FLAX
TITLE = "Flax NNX"
REQUIRED = ("jax", "numpy", "flax", "optax", "orbax-checkpoint")

TRAIN = '''\
"""Trains the network of model.py, and goes on where the last checkpoint is: `python train.py --help`."""

import argparse
import pathlib

@IMPORTS@

import data
@OPTIMIZERS_IMPORT@from loss import losses
from model import load_weights, make_model

BATCH_SIZE, EPOCHS = @BATCH_SIZE@, @EPOCHS@
@TRAINED@

def make_optimizer():
    """@OPTIMIZER_SAID@"""
    return @OPTIMIZER@


def mean_loss(model, inputs, labels):
    """The mean of the losses of a batch."""
    return losses(@OUTPUT@, *labels).mean()


@nnx.jit
def train_step(model, optimizer, inputs, labels):
    """Update model and optimizer by a batch; returns its mean loss."""
    loss, gradients = nnx.value_and_grad(mean_loss, argnums=nnx.DiffState(0, TRAINED))(model, inputs, labels)
    optimizer.update(model, gradients)
    return loss


eval_step = nnx.jit(mean_loss)


def begin(seed=0, weights=None):
    """A model and its optimizer; the weights are a file or arrays, as for `load_weights`."""
    model = make_model(nnx.Rngs(seed))
    if weights is not None:
        load_weights(model, weights)
    return model, nnx.Optimizer(model, make_optimizer(), wrt=TRAINED)


def open_checkpoints(folder):
    """The checkpoints in a folder, of which the last three are kept."""
    return ocp.CheckpointManager(pathlib.Path(folder).resolve(), options=ocp.CheckpointManagerOptions(max_to_keep=3))


def save(checkpoints, epochs, model, optimizer):
    """Write a checkpoint behind so many epochs: of model and optimizer."""
    tree = {"model": nnx.to_pure_dict(nnx.state(model)), "optimizer": nnx.to_pure_dict(nnx.state(optimizer))}
    checkpoints.save(epochs, args=ocp.args.StandardSave(tree))
    checkpoints.wait_until_finished()


def restore(checkpoints, model, optimizer):
    """Read the last checkpoint; returns how many epochs it is behind, 0 where there is none."""
    epochs = checkpoints.latest_step()
    if epochs is None:
        return 0
    states = {"model": nnx.state(model), "optimizer": nnx.state(optimizer)}
    like = {name: nnx.to_pure_dict(state) for name, state in states.items()}
    tree = checkpoints.restore(epochs, args=ocp.args.StandardRestore(like))
    for name, owner in (("model", model), ("optimizer", optimizer)):
        nnx.replace_by_pure_dict(states[name], tree[name])
        nnx.update(owner, states[name])
    return epochs


def main(words=None):
    """Train for some epochs; returns the mean loss of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="passes over the training samples, all in all")
    parser.add_argument("--batch-size", type=int, default=BATCH_SIZE, help="samples in a step")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights, order and dropout")
    parser.add_argument("--checkpoints", default="checkpoints", help="folder of the checkpoints")
    options = parser.parse_args(words)
    training, test = data.load(), data.load(training=False)
    model, optimizer = begin(options.seed)
    means = []
    with open_checkpoints(options.checkpoints) as checkpoints:
        done = restore(checkpoints, model, optimizer)
        for epoch in range(done, options.epochs):
            model.train()
            batches = data.batches(training, options.batch_size, seed=1000 * options.seed + epoch)
            means.append(float(np.mean([train_step(model, optimizer, *batch) for batch in batches])))
            model.eval()
            tested = float(np.mean([eval_step(model, *batch) for batch in data.batches(test, options.batch_size)]))
            print(f"epoch {epoch + 1}: loss {means[-1]:.4f}, on test samples {tested:.4f}", flush=True)
            save(checkpoints, epoch + 1, model, optimizer)
    return means


if __name__ == "__main__":
    main()
'''

IMPORTS = "import numpy as np\nimport optax\nimport orbax.checkpoint as ocp\nfrom flax import nnx"

#: what the loss is of: the outputs, or the first of several
ONE_OUTPUT, FIRST_OUTPUT = "model(*inputs)", "jax.tree.leaves(model(*inputs))[0]"

#: what is trained: all parameters, or those that were not frozen
TRAINED_ALL = "TRAINED = nnx.Param\n"
TRAINED_SOME = """#: parameters that stay as they are
FROZEN = {
@ROWS@}
TRAINED = nnx.All(nnx.Param, lambda path, value: path not in FROZEN)
"""

TEST = '''\
"""The model beside the Gluon network: outputs and losses are those that the network had with the weights of model.npz."""

import pathlib

import jax
import numpy as np
from flax import nnx

from loss import losses
from model import load_weights, make_model

HERE = pathlib.Path(__file__).resolve().parent
@COMPARE@

def test_outputs():
    model = load_weights(make_model(nnx.Rngs(0)), HERE.parent / "model.npz")
    model.eval()
    with jax.default_matmul_precision("highest"):
        outputs = nnx.jit(lambda model, *inputs: model(*inputs))(model, *arrays("input"))
    compare(jax.tree.leaves(outputs), arrays("output"))


def test_losses():
    compare([losses(arrays("output")[0], *arrays("label"))], arrays("loss"))
'''
