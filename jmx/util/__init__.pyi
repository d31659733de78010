# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from . import machine as machine, semantics as semantics, ufuncs as ufuncs
from jmx.util.machine import *
from jmx.util.semantics import *
from jmx.util.ufuncs import *

__all__ = ['bit_equal', 'get_cuda_compute_capability', 'get_gpu_count', 'get_gpu_memory', 'getenv', 'in_v2', 'is_bit_equal', 'is_np_array', 'is_np_default_dtype', 'is_np_shape', 'is_v2', 'makedirs', 'note_v2', 'np_array', 'np_default_dtype', 'np_shape', 'np_shape_mode', 'np_ufunc_legal_option', 'reset_np', 'set_flush_denorms', 'set_module', 'set_np', 'set_np_default_dtype', 'set_np_shape', 'setenv', 'use_np', 'use_np_array', 'use_np_default_dtype', 'use_np_shape', 'v2', 'wrap_np_binary_func', 'wrap_np_unary_func']
