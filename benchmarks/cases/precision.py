"""Networks in fewer bits, for inference: as users of each package ask for them."""

from . import timing

DTYPES = ("float32", "bfloat16", "float16", "int8")
CASES = (
    "resnet18_v1", "resnet50_v1", "mobilenet1.0", "mobilenetv2_1.0", "squeezenet1.0", "vgg11", "inceptionv3", "transformer_layer",
)  # fmt: skip


def _gluon(case, dtype, batch):
    import mxnet as mx
    from mxnet.contrib import amp, quantization

    from .gluon_networks import network
    from .inputs import arrays

    data = mx.nd.array(arrays(case, batch)[0])
    net = network(case)
    mx.random.seed(0)
    net.initialize(mx.init.Xavier(magnitude=2))
    net(data).wait_to_read()
    if dtype == "int8":
        examples = mx.io.NDArrayIter(data, batch_size=len(data))
        net = quantization.quantize_net_v2(net, quantized_dtype="auto", calib_data=examples, calib_mode="naive")
    elif dtype != "float32":
        net = amp.convert_hybrid_block(net, dtype, ctx=mx.cpu(), cast_optional_params=True)
    net.hybridize(static_alloc=True, static_shape=True)
    return lambda: net(data).wait_to_read()


def _torch(case, dtype, batch):
    import os

    import torch

    from . import plain_networks
    from .inputs import IMAGES, arrays
    from .plain_torch import Pen

    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(0)
    data = torch.from_numpy(arrays(case, batch)[0])
    net = Pen(plain_networks.network(case)).eval()
    with torch.no_grad():
        net(data)
    if case in IMAGES:
        data = data.contiguous(memory_format=torch.channels_last)
        net = net.to(memory_format=torch.channels_last)
    if dtype == "int8":
        net = _integers(net, data) if case in IMAGES else torch.ao.quantization.quantize_dynamic(net, {torch.nn.Linear})
    low = torch.autocast("cpu", getattr(torch, dtype), enabled=dtype in ("bfloat16", "float16")) if dtype != "int8" else None

    def step():
        with torch.inference_mode():
            if low is None:
                net(data)
            else:
                with low:
                    net(data)

    return step


def _integers(net, data):
    """A network of convolutions on integers, calibrated with its data: torch's "x86" backend."""
    import torch
    from torch.ao.quantization import get_default_qconfig_mapping, quantize_fx

    graph = torch.fx.Graph()
    net.complete = True
    with torch.no_grad():
        graph.output(net(_drawn(graph, graph.placeholder("x"), data, net)).node)
        prepared = quantize_fx.prepare_fx(torch.fx.GraphModule(net, graph).eval(), get_default_qconfig_mapping("x86"), (data,))
        prepared(data)
    return quantize_fx.convert_fx(prepared)


def _drawn(graph, node, value, net):
    """A value that notes in a graph what is done with it: torch's own tracer does not know the shapes that networks ask for."""
    import torch

    names = {layer: f"layers.{number}" for number, layer in enumerate(net.layers)}

    class Drawn:
        def __init__(self, node, value):
            self.node, self.value, self.shape = node, value, value.shape

        def __add__(self, other):
            return Drawn(graph.call_function(torch.add, (self.node, other.node)), self.value + other.value)

        def flatten(self, *args):
            return Drawn(graph.call_method("flatten", (self.node, *args)), self.value.flatten(*args))

        def mean(self, *args, **kwargs):
            return Drawn(graph.call_method("mean", (self.node, *args), kwargs), self.value.mean(*args, **kwargs))

        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            nodes = torch.fx.node.map_aggregate(args, lambda x: x.node if isinstance(x, cls) else x)
            values = torch.fx.node.map_aggregate(args, lambda x: x.value if isinstance(x, cls) else x)
            return cls(graph.call_function(function, nodes, kwargs or {}), function(*values, **(kwargs or {})))

    def noted(make, *args, **kwargs):
        net.at += 1
        layer = net.layers[net.at - 1]
        return lambda x: Drawn(graph.call_module(names[layer], (x.node,)), layer(x.value))

    net.layer = noted
    return Drawn(node, value)


def measure(package, case, dtype, batch=None, seconds=5.0):
    """Return figures of one network in one type."""
    make = _gluon if package == "gluon" else _torch
    return timing.steps(lambda: make(case, dtype, batch), seconds)
