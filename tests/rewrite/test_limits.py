"""What the stage `numpy` says of Gluon: the losses and layers that it names refuse arrays of mx.np, and the others take them."""

import pytest

import jmx as mx

pytest.importorskip("libcst")
from jmx.rewrite import _limits

LOSSES = "L2Loss L1Loss SigmoidBCELoss SoftmaxCELoss KLDivLoss HuberLoss HingeLoss SquaredHingeLoss LogisticLoss PoissonNLLLoss"
LAYERS = {
    "Dense": (3,), "BatchNorm": (), "LayerNorm": (), "Flatten": (), "PReLU": (), "GELU": (), "InstanceNorm": (), "GroupNorm": (),
}  # fmt: skip


@pytest.fixture(autouse=True)
def numpy_style():
    mx.npx.set_np()
    yield
    mx.npx.reset_np()


def takes(block, *arrays):
    block.initialize()
    try:
        block(*arrays).asnumpy()
        return True
    except (TypeError, AttributeError, ValueError):
        return False


@pytest.mark.parametrize("name", LOSSES.split())
def test_losses(name):
    label = mx.np.zeros((2,)) if name.startswith("Softmax") else mx.np.ones((2, 3))
    named = _limits.value(f"mx.gluon.loss.{name}") is not None
    assert takes(getattr(mx.gluon.loss, name)(), mx.np.ones((2, 3)), label) != named


@pytest.mark.parametrize("name", list(LAYERS))
def test_layers(name):
    named = _limits.value(f"mx.gluon.nn.{name}") is not None
    assert takes(getattr(mx.gluon.nn, name)(*LAYERS[name]), mx.np.ones((2, 3, 4))) != named
