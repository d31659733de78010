"""The container's module for training is imported, and its settings for several hosts made."""

import mxnet as mx
from sagemaker_mxnet_container import training

names = [name for name in dir(training) if not name.startswith("_")]
environment = (
    training._env_vars_for_role("worker", ["localhost", "localhost"], 8000, 1) if hasattr(training, "_env_vars_for_role") else {}
)
print(f"- settings of a worker: {sorted(environment)}")
print(f"- with mxnet {mx.__version__}: {len(names)} names")
