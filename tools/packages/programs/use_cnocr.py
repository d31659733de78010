"""Its network for reading lines of text, with random weights."""

import mxnet as mx
from cnocr.consts import EMB_MODEL_TYPES
from cnocr.hyperparams.cn_hyperparams import CnHyperparams
from cnocr.symbols.crnn import gen_network

settings = CnHyperparams()
settings._loss_type = None
name = EMB_MODEL_TYPES[0] + "-fc"
symbol, settings = gen_network(name, settings)
shape = (2, 1 if not hasattr(settings, "num_channel") else settings.num_channel, settings.img_height, settings.img_width)
module = mx.mod.Module(symbol, data_names=["data"], label_names=None)
module.bind([("data", shape)], for_training=False)
module.init_params(mx.init.Xavier())
module.forward(mx.io.DataBatch([mx.nd.random.uniform(shape=shape)]))
print(f"- {name}: lines {shape} to {module.get_outputs()[0].shape}")
