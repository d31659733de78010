"""`mx.npx`: operators of neural networks on arrays of `mx.np`, files, devices, and the switch `set_np`."""

import importlib as _importlib

from ..context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from ..ndarray.ndarray import waitall
from ..util import get_cuda_compute_capability, is_np_array, is_np_shape, reset_np, set_np
from . import _op
from .utils import load, save

_MODULES = ("_op", "image", "random", "utils")


def __getattr__(name):
    attribute = _importlib.import_module(f"{__name__}.{name}") if name in _MODULES else getattr(_op, name)
    globals()[name] = attribute
    return attribute


def __dir__():
    return sorted({*globals(), *_MODULES, *dir(_op)})
