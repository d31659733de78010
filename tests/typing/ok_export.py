# pyright: strict
"""A network hybridized, exported and read again; a loss and a metric of one's own; blocks written with `forward`."""

from typing import Any

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon import nn, rnn
from mxnet.gluon.model_zoo import vision


class Scale(gluon.HybridBlock):
    def __init__(self, units: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.weight = self.params.get("weight", shape=(units,), init="ones", allow_deferred_init=True)

    def hybrid_forward(self, F: Any, x: Any, weight: Any) -> Any:
        return F.broadcast_mul(x, weight)


class Plain(gluon.Block):
    def __init__(self) -> None:
        super().__init__(prefix="plain_")
        self.dense = nn.Dense(4, in_units=3, activation="tanh", flatten=False)

    def forward(self, x: nd.NDArray, mask: nd.NDArray | None = None) -> nd.NDArray:
        out = self.dense(x).softmax(axis=-1)
        return out if mask is None else out * mask


class Smooth(gluon.loss.Loss):
    def __init__(self, weight: float = 1.0, batch_axis: int = 0) -> None:
        super().__init__(weight, batch_axis)

    def hybrid_forward(self, F: Any, pred: Any, label: Any) -> Any:
        return F.mean(F.smooth_l1(pred - label, scalar=1.0), axis=self._batch_axis, exclude=True)  # pyright: ignore


class Off(mx.metric.EvalMetric):
    def __init__(self) -> None:
        super().__init__("off")

    def update(self, labels: Any, preds: Any) -> None:
        for label, pred in zip(labels, preds, strict=True):
            self.sum_metric += abs(label.asnumpy() - pred.asnumpy()).sum()
            self.num_inst += label.size


@mx.init.register
class Half(mx.init.Initializer):
    def _init_weight(self, name: str, arr: nd.NDArray) -> None:
        arr[:] = 0.5


net = nn.HybridSequential(prefix="net_")
with net.name_scope():
    net.add(nn.Dense(16, activation="relu"), nn.Dropout(0.5), nn.LayerNorm(), Scale(16))
    net.add(nn.Embedding(10, 4, weight_initializer=mx.init.Normal(0.1)), nn.Flatten(), nn.LeakyReLU(alpha=0.1))
    net.add(nn.HybridLambda(lambda F, x: F.clip(x, 0, 1)), nn.Activation("sigmoid"))
net.initialize(Half(), force_reinit=True)
net.hybridize()
result = net(nd.ones((2, 3)))
print(result.shape, net[0], len(net), net.prefix, net.name)
net.export("net", epoch=3)
again = gluon.SymbolBlock.imports("net-symbol.json", ["data"], "net-0003.params", ctx=mx.cpu())
print(again(nd.ones((2, 3))))

model = vision.resnet18_v1(pretrained=False, classes=10, ctx=mx.cpu())
model.initialize()
mobile = vision.get_model("mobilenet1.0", classes=10)
print(model.output, mobile.features)
layer = rnn.LSTM(100, num_layers=2, layout="NTC", dropout=0.2, bidirectional=True, input_size=8)
layer.initialize()
states = layer.begin_state(batch_size=2, ctx=mx.cpu())
out, states = layer(nd.zeros((2, 5, 8)), states)
cell = rnn.GRUCell(20)
cell.initialize()
outputs, last = cell.unroll(5, nd.zeros((2, 5, 8)), layout="NTC", merge_outputs=True)
print(out.shape, outputs.shape, len(last), Plain()(nd.ones((2, 3))), Smooth()(nd.ones(3), nd.zeros(3)))

parts = gluon.utils.split_and_load(nd.ones((4, 3)), [mx.cpu(0), mx.cpu(1)])
norm = gluon.utils.clip_global_norm(parts, 1.0)
params = net.collect_params()
params.zero_grad()
params.reset_ctx([mx.cpu()])
params["net_dense0_weight"].set_data(nd.ones((16, 3)))
handle = net.register_forward_hook(lambda block, inputs, output: print(block.name, norm))
handle.detach()
net.apply(lambda block: block.cast("float16"))
net.summary(nd.ones((2, 3)))
off = Off()
off.update([nd.ones(3)], [nd.zeros(3)])
print(off.get(), mx.metric.create("acc").get_name_value(), mx.metric.CompositeEvalMetric([off]).get())
