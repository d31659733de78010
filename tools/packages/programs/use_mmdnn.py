"""A checkpoint is taken into MMdnn's own form."""

import pathlib
import subprocess
import sys

import mxnet as mx

data = mx.sym.var("data")
net = mx.sym.Activation(mx.sym.Convolution(data, kernel=(3, 3), num_filter=4, name="conv"), act_type="relu", name="relu")
net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.flatten(net, name="flat"), num_hidden=5, name="fc"), name="softmax")
module = mx.mod.Module(net)
module.bind([("data", (1, 3, 8, 8))], [("softmax_label", (1,))])
module.init_params(mx.init.Xavier())
module.save_checkpoint("net", 0)
command = (
    "-m mmdnn.conversion._script.convertToIR -f mxnet -n net-symbol.json -w net-0000.params -d ir --inputShape 3,8,8".split()
)
subprocess.run([sys.executable, *command], check=True)
sizes = {name: pathlib.Path(name).stat().st_size for name in ("ir.pb", "ir.json", "ir.npy")}
print(f"- convertToIR of a symbol and its parameters: bytes {sizes}")
