"""The networks of the model zoo as NumPy, oneDNN and kernels in C run them, against what XLA compiles: inference and training."""

import numpy as np
import pytest
import zoo_cases

import jmx as mx

#: those of every test run; the others are asked for by `-m weekly`
QUICK = ("resnet18_v1", "mobilenet0.25", "mobilenetv2_0.25", "squeezenet1.1")
#: heights and widths of pictures, where 64 is too small
SIZES = {"inceptionv3": 299, "alexnet": 80, "squeezenet1.0": 224, "squeezenet1.1": 224}
SIZES |= {name: 224 for name in zoo_cases.NAMES if name.startswith("densenet")}
NETWORKS = [pytest.param(name, marks=() if name in QUICK else pytest.mark.weekly) for name in zoo_cases.NAMES]


def computed(name, factor=1.0):
    """Outputs in inference and in training, the loss, gradients, and what a step makes of parameters and moving averages."""
    mx.random.seed(0)
    np.random.seed(0)
    size = SIZES.get(name, 64)
    net = mx.gluon.model_zoo.vision.get_model(name, classes=5, prefix="net_")
    net.initialize(mx.init.Xavier())
    net.hybridize()
    x = mx.nd.array(np.random.default_rng(0).random((4, 3, size, size), "float32") * np.float32(factor))
    found = {"inference": net(x).asnumpy()}
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01, "momentum": 0.9})
    with mx.autograd.record():
        out = net(x)
        loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()(out, mx.nd.array([1, 3, 0, 1]))
    loss.backward()
    found |= {"training": out.asnumpy(), "loss": loss.asnumpy()}
    params = net.collect_params().items()
    found |= {f"gradient of {key}": param.grad().asnumpy() for key, param in params if param.grad_req != "null"}
    trainer.step(4)
    return found | {key: param.data().asnumpy() for key, param in params}


def _distances(found, wanted):
    """How far arrays are from others, as a share of the largest number in these."""
    assert found.keys() == wanted.keys()
    largest = max([abs(value).max() for key, value in wanted.items() if key.startswith("gradient")])
    # a bias before a normalization has a gradient of zero, but for rounding
    least = {key: 1e-3 * largest if key.startswith("gradient") else 1e-30 for key in wanted}
    return {key: abs(found[key] - value).max() / max(abs(value).max(), least[key]) for key, value in wanted.items()}


def _fits(found, name, change):
    """Whether the numbers are those that XLA has for a picture that is brighter by `change`."""
    with mx.util.bit_equal():
        return max(_distances(found, computed(name, 1 + change)).values()) < 2e-3


@pytest.mark.parametrize("name", NETWORKS)
def test_interpreted_as_compiled(name, monkeypatch):
    monkeypatch.setenv("JMX_COMPILE", "never")
    found = computed(name)
    with mx.util.bit_equal():
        wanted = computed(name)
        # normalizations of few numbers, and what is cut at zero, make much of a last bit
        nearly = computed(name, 1 + 2e-7)
    distances, unavoidable = _distances(found, wanted), _distances(nearly, wanted)
    least = max(1e-5, *unavoidable.values())
    far = {key: (d, unavoidable[key]) for key, d in distances.items() if not d <= max(least, 8 * unavoidable[key])}
    # A number near zero that a last bit cuts off, or does not, changes gradients by a tenth: these are of another picture then.
    assert not far or any(_fits(found, name, change) for change in (3e-6, -3e-6, 1e-5, -1e-5, 3e-5, -3e-5)), far
    assert distances["inference"] <= 1e-5
    assert distances["training"] <= max(1e-5, 8 * unavoidable["training"])
