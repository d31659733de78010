"""A network is put to another purpose, by logistic regression on its features and by fine tuning."""

import mxnet as mx
import numpy as np
import xfer

rng = np.random.default_rng(0)
labels = rng.integers(0, 2, 40)
x = (rng.normal(size=(40, 6)) + 3 * labels[:, None]).astype("float32")
data = mx.sym.var("data")
hidden = mx.sym.Activation(mx.sym.FullyConnected(data, num_hidden=8, name="fc1"), act_type="relu", name="relu1")
out = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="fc2"), name="softmax")
source = mx.mod.Module(out, label_names=["softmax_label"])
batches = lambda: mx.io.NDArrayIter(x, labels.astype("float32"), batch_size=10, label_name="softmax_label")
source.bind(batches().provide_data, batches().provide_label)
source.init_params(mx.init.Xavier())
repurposer = xfer.LrRepurposer(source, feature_layer_names=["fc1"])
repurposer.repurpose(batches())
found = repurposer.predict_label(batches())
print(f"- LrRepurposer: accuracy {(np.array(found) == labels).mean():.2f}")
tuned = xfer.NeuralNetworkRandomFreezeRepurposer(
    source, target_class_count=2, fixed_layers=["fc1"], random_layers=[], num_layers_to_drop=2, num_epochs=5
)
tuned.repurpose(batches())
print(f"- NeuralNetworkRandomFreezeRepurposer: accuracy {(np.array(tuned.predict_label(batches())) == labels).mean():.2f}")
