"""A Gluon network is logged, loaded again, and predicts the same."""

import mlflow
import mlflow.gluon
import mxnet as mx
import numpy as np
from mxnet import gluon

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(8, activation="relu"), gluon.nn.Dense(3))
net.initialize()
net.hybridize()
x = mx.nd.random.normal(shape=(4, 5))
before = net(x).asnumpy()
with mlflow.start_run() as run:
    mlflow.log_metric("loss", 0.5)
    mlflow.gluon.log_model(net, "network")
loaded = mlflow.gluon.load_model(f"runs:/{run.info.run_id}/network", mx.cpu())
np.testing.assert_allclose(loaded(x).asnumpy(), before, rtol=1e-5)
print("- log_model and load_model: the same predictions")
generic = mlflow.pyfunc.load_model(f"runs:/{run.info.run_id}/network")
print(f"- pyfunc: {np.asarray(generic.predict(x.asnumpy())).shape}")
