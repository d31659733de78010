"""What is measured of the model zoo; `mx` is the real MXNet or jmx."""

import hashlib

import gluon_cases
import numpy as np

WIDTHS = ("1.0", "0.75", "0.5", "0.25")
NAMES = [
    *[f"resnet{depth}_v{version}" for version in (1, 2) for depth in (18, 34, 50, 101, 152)],
    *[f"vgg{depth}{suffix}" for suffix in ("", "_bn") for depth in (11, 13, 16, 19)],
    *[f"densenet{depth}" for depth in (121, 161, 169, 201)],
    *["alexnet", "inceptionv3", "squeezenet1.0", "squeezenet1.1"],
    *[f"mobilenet{width}" for width in WIDTHS],
    *[f"mobilenetv2_{width}" for width in WIDTHS],
]

# networks that are run, and the height and width of their input
SMALL = {"resnet18_v1": 40, "resnet50_v2": 40, "squeezenet1.1": 224, "mobilenet0.25": 40, "mobilenetv2_0.25": 40}


def describe(mx, name):
    """Number of parameters, and one digest of their names, shapes as far as known and the layers' texts."""
    net = mx.gluon.model_zoo.vision.get_model(name, classes=7, prefix="net_")
    params = net.collect_params()
    lines = [f"{key} {tuple(param.shape)} {param.grad_req}" for key, param in params.items()]
    lines += list(net._collect_params_with_prefix()) + [repr(net)]
    return [len(list(params)), hashlib.sha1("\n".join(lines).encode()).hexdigest()]


def shapes(mx, name):
    """A digest of the names and shapes of all parameters, once the input is known, as a file of parameters has them."""
    net = mx.gluon.model_zoo.vision.get_model(name)
    size = 299 if name == "inceptionv3" else 224
    net.infer_shape(mx.nd.zeros((1, 3, size, size)))
    lines = [f"{key} {tuple(param.shape)}" for key, param in net._collect_params_with_prefix().items()]
    return hashlib.sha1("\n".join(lines).encode()).hexdigest()


def output(mx, name, hybridize=False):
    """The output of a network whose parameters are deterministic, on one image."""
    net = mx.gluon.model_zoo.vision.get_model(name, classes=5, prefix="net_")
    net.initialize()
    if hybridize:
        net.hybridize()
    size = SMALL[name]
    x = mx.nd.array(gluon_cases.fill((1, 3, size, size), 3))
    net(x)
    for seed, (key, param) in enumerate(sorted(net.collect_params().items())):
        values = gluon_cases.fill(param.shape, 100 + seed)
        if key.endswith("weight"):
            values = values * np.sqrt(6.0 / max(1, np.prod(param.shape[1:])))
        elif key.endswith(("gamma", "running_var")):
            values = values * 0.2 + 1
        else:
            values = values * 0.1
        param.set_data(mx.nd.array(values))
    return net(x).asnumpy()
