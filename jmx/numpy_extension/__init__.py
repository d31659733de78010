"""`mx.npx`: operators of neural networks on arrays of `mx.np`, files, devices, and the switch `set_np`."""

from ..context import Context, cpu, cpu_pinned, current_context, gpu, gpu_memory_info, num_gpus
from ..context import Context as Device
from ..context import current_context as current_device
from ..core.facade import lazy as _lazy
from ..ndarray.ndarray import waitall
from ..util import (
    get_cuda_compute_capability,
    is_np_array,
    is_np_default_dtype,
    is_np_shape,
    np_default_dtype,
    reset_np,
    set_np,
    set_np_default_dtype,
)
from . import _op
from .control_flow import cond, foreach, while_loop
from .random import bernoulli, normal_n, seed, uniform_n
from .utils import from_dlpack, from_numpy, load, save, savez, to_dlpack_for_read, to_dlpack_for_write

_MODULES = ("_op", "control_flow", "image", "random", "utils")
__getattr__, __dir__ = _lazy(globals(), lambda name: getattr(_op, name), lambda: dir(_op), _MODULES)
