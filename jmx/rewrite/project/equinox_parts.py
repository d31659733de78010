"""The files of a project that depend on Equinox, as `parts` has the others."""

from ..twins import equinox_target

TARGET = equinox_target.EQUINOX
TITLE = "Equinox"
REQUIRED = ("jax", "numpy", "equinox", "optax", "orbax-checkpoint")

TRAIN = '''\
"""Trains the network of model.py, and goes on where the last checkpoint is: `python train.py --help`."""

import argparse
import pathlib

@IMPORTS@

import data
@OPTIMIZERS_IMPORT@from loss import losses
from model import apply, load_weights, make_model@REACHED@

BATCH_SIZE, EPOCHS = @BATCH_SIZE@, @EPOCHS@
@TRAINED@

def make_optimizer():
    """@OPTIMIZER_SAID@"""
    return @OPTIMIZER@


OPTIMIZER = make_optimizer()


def mean_loss(model, state, inputs, labels, key=None):
    """The mean of the losses of a batch, and the new state."""
    outputs, state = apply(model, state, *inputs, key=key)
    return losses(@OUTPUT@, *labels).mean(), state


@eqx.filter_jit
def train_step(model, state, opt_state, inputs, labels, key):
    """Model, state and optimizer's state behind a batch, and its mean loss."""
    changing, fixed = eqx.partition(model, trained(model))

    def loss_of(changing):
        return mean_loss(eqx.combine(changing, fixed), state, inputs, labels, key)

    (loss, new_state), gradients = jax.value_and_grad(loss_of, has_aux=True)(changing)
    updates, opt_state = OPTIMIZER.update(gradients, opt_state, changing)
    return eqx.apply_updates(model, updates), new_state, opt_state, loss


@eqx.filter_jit
def eval_step(model, state, inputs, labels):
    """The mean loss of a batch, without dropout and by the moving statistics."""
    return mean_loss(eqx.nn.inference_mode(model), state, inputs, labels)[0]


def begin(seed=0, weights=None):
    """A model, its state and that of its optimizer; the weights are a file or arrays, as for `load_weights`."""
    model, state = make_model(jax.random.key(seed))
    if weights is not None:
        model, state = load_weights(model, state, weights)
    return model, state, OPTIMIZER.init(eqx.filter(model, trained(model)))


def open_checkpoints(folder):
    """The checkpoints in a folder, of which the last three are kept."""
    return ocp.CheckpointManager(pathlib.Path(folder).resolve(), options=ocp.CheckpointManagerOptions(max_to_keep=3))


def _numbered(begun):
    """The arrays of a model and of states, by numbers."""
    return {f"{number:05}": leaf for number, leaf in enumerate(jax.tree.leaves(eqx.filter(begun, eqx.is_array)))}


def save(checkpoints, epochs, *begun):
    """Write a checkpoint behind so many epochs: of model, state and optimizer's state."""
    checkpoints.save(epochs, args=ocp.args.StandardSave(_numbered(begun)))
    checkpoints.wait_until_finished()


def restore(checkpoints, *begun):
    """Read the last checkpoint: how many epochs it is behind, 0 where there is none; model, state and optimizer's state."""
    epochs = checkpoints.latest_step()
    if epochs is None:
        return 0, *begun
    arrays, others = eqx.partition(begun, eqx.is_array)
    found = checkpoints.restore(epochs, args=ocp.args.StandardRestore(_numbered(begun)))
    arrays = jax.tree.unflatten(jax.tree.structure(arrays), [found[number] for number in sorted(found)])
    return epochs, *eqx.combine(arrays, others)


def main(words=None):
    """Train for some epochs; returns the mean loss of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="passes over the training samples, all in all")
    parser.add_argument("--batch-size", type=int, default=BATCH_SIZE, help="samples in a step")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights, order and dropout")
    parser.add_argument("--checkpoints", default="checkpoints", help="folder of the checkpoints")
    options = parser.parse_args(words)
    training, test = data.load(), data.load(training=False)
    begun, means = begin(options.seed), []
    with open_checkpoints(options.checkpoints) as checkpoints:
        done, *begun = restore(checkpoints, *begun)
        for epoch in range(done, options.epochs):
            found, key = [], jax.random.fold_in(jax.random.key(options.seed), epoch)
            for batch in data.batches(training, options.batch_size, seed=1000 * options.seed + epoch):
                *begun, loss = train_step(*begun, *batch, jax.random.fold_in(key, len(found)))
                found.append(float(loss))
            means.append(float(np.mean(found)))
            model, state, _ = begun
            tested = float(np.mean([eval_step(model, state, *batch) for batch in data.batches(test, options.batch_size)]))
            print(f"epoch {epoch + 1}: loss {means[-1]:.4f}, on test samples {tested:.4f}", flush=True)
            save(checkpoints, epoch + 1, *begun)
    return means


if __name__ == "__main__":
    main()
'''

IMPORTS = "import equinox as eqx\nimport jax\nimport numpy as np\nimport optax\nimport orbax.checkpoint as ocp"

#: what the loss is of: the outputs, or the first of several
ONE_OUTPUT, FIRST_OUTPUT = "outputs", "jax.tree.leaves(outputs)[0]"

#: what is trained: all parameters, or those that were not frozen
TRAINED_ALL = '''

def trained(model):
    """Which arrays of the model are trained, as a tree of True and False."""
    return jax.tree.map(eqx.is_inexact_array, model)
'''
TRAINED_SOME = '''#: places of parameters that stay as they are
FROZEN = [
@ROWS@]


def trained(model):
    """Which arrays of the model are trained, as a tree of True and False."""
    every = jax.tree.map(eqx.is_inexact_array, model)
    return eqx.tree_at(lambda tree: [reached(tree, place) for place in FROZEN], every, [False] * len(FROZEN))
'''

TEST = '''\
"""The model beside the Gluon network: outputs and losses are those that the network had with the weights of model.npz."""

import pathlib

import equinox as eqx
import jax
import numpy as np

from loss import losses
from model import apply, load_weights, make_model

HERE = pathlib.Path(__file__).resolve().parent
@COMPARE@

def test_outputs():
    model, state = load_weights(*make_model(jax.random.key(0)), HERE.parent / "model.npz")
    with jax.default_matmul_precision("highest"):
        outputs, _ = eqx.filter_jit(apply)(eqx.nn.inference_mode(model), state, *arrays("input"))
    compare(jax.tree.leaves(outputs), arrays("output"))


def test_losses():
    compare([losses(arrays("output")[0], *arrays("label"))], arrays("loss"))
'''
