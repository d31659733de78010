"""jmx's `horovod.mxnet` answers beside a real Horovod that was built without MXNet."""

import importlib.metadata

import horovod.mxnet as hvd
import mxnet as mx

real = importlib.metadata.version("horovod")
print(f"- a real Horovod {real} is installed; horovod.mxnet is {hvd.__name__}")
hvd.init()
found = hvd.allreduce(mx.nd.array([1, 2, 3]))
assert found.asnumpy().tolist() == [1, 2, 3]
print(f"- init, allreduce: rank {hvd.rank()} of {hvd.size()}")
import horovod  # noqa: E402

print(f"- import horovod: version {horovod.__version__}")
