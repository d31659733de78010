# pyright: strict
"""Symbols, executors and Module."""

import logging

import mxnet as mx
import numpy as np


def unit(data: mx.sym.Symbol, num_filter: int, name: str) -> mx.sym.Symbol:
    conv = mx.sym.Convolution(
        data=data, num_filter=num_filter, kernel=(3, 3), stride=(1, 1), pad=(1, 1), no_bias=True, name=name + "_conv"
    )
    norm = mx.sym.BatchNorm(conv, fix_gamma=False, eps=2e-5, momentum=0.9, name=name + "_bn")
    return mx.sym.Activation(norm, act_type="relu", name=name + "_relu")


data = mx.sym.Variable("data")
label = mx.symbol.var("softmax_label", shape=(0,), lr_mult=2.0)
body = unit(data, 8, "unit1") + unit(data, 8, "unit2") * 0.5
body = mx.sym.Pooling(body, pool_type="max", kernel=(2, 2), stride=(2, 2), global_pool=False)
body = mx.sym.Dropout(body.reshape((0, -1)), p=0.5)
parts = mx.sym.SliceChannel(body, num_outputs=2, axis=1, name="slice")
body = mx.sym.Concat(*[parts[0], parts[1]], dim=1, name="joined")
body = mx.sym.broadcast_add(body, mx.sym.zeros((1,)), lr_mult=0.1)
fc = mx.sym.FullyConnected(body, num_hidden=10, name="fc", attr={"ctx_group": "dev1"})
net = mx.sym.SoftmaxOutput(fc, label, name="softmax", normalization="batch", use_ignore=True, ignore_label=-1)
arg_shapes, out_shapes, aux_shapes = net.infer_shape(data=(4, 1, 8, 8))
print(net.list_arguments(), net.list_outputs(), arg_shapes, out_shapes, aux_shapes, net.get_internals()["fc_output"])
print(net.name, net.tojson()[:10], [s.name for s in net.get_internals()])

executor = net.simple_bind(mx.cpu(), grad_req="write", data=(4, 1, 8, 8))
for name, array in executor.arg_dict.items():
    if name not in ("data", "softmax_label"):
        array[:] = np.random.uniform(-0.1, 0.1, array.shape)
outputs = executor.forward(is_train=True, data=mx.nd.zeros((4, 1, 8, 8)))
executor.backward()
print(outputs[0].asnumpy(), executor.grad_dict["fc_weight"].norm(), executor.outputs[0].shape)

train = mx.io.NDArrayIter(
    np.zeros((32, 1, 8, 8), "float32"), np.zeros(32, "float32"), batch_size=4, shuffle=True, label_name="softmax_label"
)
module = mx.mod.Module(net, data_names=["data"], label_names=["softmax_label"], context=[mx.cpu()], logger=logging.getLogger())
module.fit(
    train,
    eval_data=train,
    eval_metric=["acc", mx.metric.CrossEntropy()],
    optimizer="sgd",
    optimizer_params={"learning_rate": 0.1, "wd": 1e-4},
    initializer=mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2),
    batch_end_callback=mx.callback.Speedometer(4, 50),
    epoch_end_callback=mx.callback.do_checkpoint("net", 1),
    kvstore=mx.kv.create("local"),
    num_epoch=2,
)
print(module.score(train, "acc"), module.predict(train))
arg_params, aux_params = module.get_params()
mx.model.save_checkpoint("net", 1, net, arg_params, aux_params)
symbol, arg_params, aux_params = mx.model.load_checkpoint("net", 1)
other = mx.mod.Module(symbol, context=mx.cpu())
other.bind(data_shapes=train.provide_data, label_shapes=train.provide_label, for_training=True)
other.set_params(arg_params, aux_params, allow_missing=True)
other.init_optimizer(optimizer="adam", optimizer_params=(("learning_rate", 1e-3),))
train.reset()
for batch in train:
    other.forward(batch, is_train=True)
    other.backward()
    other.update()
    other.update_metric(mx.metric.Accuracy(), batch.label)
    print(other.get_outputs()[0].shape, batch.pad)
digraph = mx.viz.plot_network(net, shape={"data": (4, 1, 8, 8)})
mx.viz.print_summary(net, shape={"data": (4, 1, 8, 8)})
group = mx.sym.Group([net, mx.sym.BlockGrad(fc)])
print(group[1], mx.sym.load_json(group.tojson()), mx.optimizer.SGD(momentum=0.9, learning_rate=0.1, wd=1e-4).learning_rate)
monitor = mx.mon.Monitor(10, stat_func=lambda x: x.norm(), pattern=".*weight")
module.install_monitor(monitor)
print(-net, net > 1, 2 - net, mx.sym.exp(net).sum(axis=1).softmax(), mx.AttrScope(ctx_group="a"))
