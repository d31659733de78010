# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import control_flow as control_flow
from . import image as image
from . import random as random
from . import utils as utils
from ._op import *
from jmx.context import Context as Context, cpu as cpu, cpu_pinned as cpu_pinned, current_context as current_context, gpu as gpu, gpu_memory_info as gpu_memory_info, num_gpus as num_gpus
from jmx.context import Context as Device
from jmx.context import current_context as current_device
from jmx.ndarray.ndarray import waitall as waitall
from jmx.util import get_cuda_compute_capability as get_cuda_compute_capability, is_np_array as is_np_array, is_np_default_dtype as is_np_default_dtype, is_np_shape as is_np_shape, np_default_dtype as np_default_dtype, reset_np as reset_np, set_np as set_np, set_np_default_dtype as set_np_default_dtype
from . import _op as _op
from jmx.numpy_extension.control_flow import cond as cond, foreach as foreach, while_loop as while_loop
from jmx.numpy_extension.random import bernoulli as bernoulli, normal_n as normal_n, seed as seed, uniform_n as uniform_n
from jmx.numpy_extension.utils import from_dlpack as from_dlpack, from_numpy as from_numpy, load as load, save as save, savez as savez, to_dlpack_for_read as to_dlpack_for_read, to_dlpack_for_write as to_dlpack_for_write

