"""A network in ONNX's form is imported and computed."""

import mxnet as mx
import numpy as np
import onnx
import onnx_mxnet
from onnx import TensorProto, helper, numpy_helper

weight = np.random.default_rng(0).normal(size=(4, 3)).astype("float32")
nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["h"], transB=1, alpha=1.0, beta=1.0), helper.make_node("Relu", ["h"], ["y"])]
graph = helper.make_graph(
    nodes, "net",
    [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", (2, 3)), ("w", (4, 3)), ("b", (4,)))],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, (2, 4))],
    [numpy_helper.from_array(weight, "w"), numpy_helper.from_array(np.ones(4, "float32"), "b")],
)  # fmt: skip
onnx.save(helper.make_model(graph), "net.onnx")
symbol, parameters = onnx_mxnet.import_model("net.onnx")[:2]
x = np.ones((2, 3), "float32")
names = [name for name in symbol.list_arguments() if name not in parameters]
module = mx.mod.Module(symbol, data_names=names, label_names=None)
module.bind([(names[0], x.shape)], for_training=False)
module.set_params(parameters, {}, allow_missing=True)
module.forward(mx.io.DataBatch([mx.nd.array(x)]))
np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), np.maximum(x @ weight.T + 1, 0), rtol=1e-5)
print("- import_model: Gemm and Relu computed, equal to NumPy's")
