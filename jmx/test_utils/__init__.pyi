# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from . import compare as compare
from . import consistency as consistency
from . import downloads as downloads
from . import environ as environ
from . import make as make
from . import optimizing as optimizing
from . import sparse as sparse
from . import statistics as statistics
from . import symbolic as symbolic
from . import tolerance as tolerance
from jmx.context import Context as Context, current_context as current_context
from jmx.ndarray import array as array
from jmx.symbol import Symbol as Symbol
from jmx.util import get_cuda_compute_capability as get_cuda_compute_capability, getenv as getenv, setenv as setenv, use_np as use_np
from jmx.test_utils.compare import *
from jmx.test_utils.consistency import *
from jmx.test_utils.downloads import *
from jmx.test_utils.environ import *
from jmx.test_utils.make import *
from jmx.test_utils.optimizing import *
from jmx.test_utils.sparse import *
from jmx.test_utils.statistics import *
from jmx.test_utils.symbolic import *
from jmx.test_utils.tolerance import *

bz2: Any
errno: Any
gzip: Any
json: Any
logging: Any
mx: Any
np: Any
npt: Any
numbers: Any
os: Any
platform: Any
rnd: Any
ss: Any
struct: Any
sys: Any
time: Any
traceback: Any
zipfile: Any
__all__ = ['Context', 'DummyIter', 'Symbol', 'almost_equal', 'array', 'assert_allclose', 'assert_almost_equal', 'assert_almost_equal_ignore_nan', 'assert_almost_equal_with_err', 'assert_exception', 'assign_each', 'assign_each2', 'bz2', 'checkShapes', 'check_consistency', 'check_gluon_hybridize_consistency', 'check_numeric_gradient', 'check_speed', 'check_symbolic_backward', 'check_symbolic_forward', 'chi_square_check', 'collapse_sum_like', 'compare_ndarray_tuple', 'compare_optimizer', 'create_2d_tensor', 'create_sparse_array', 'create_sparse_array_zd', 'create_vector', 'current_context', 'default_atols', 'default_context', 'default_device', 'default_dtype', 'default_numeric_eps', 'default_rtols', 'discard_stderr', 'download', 'download_model', 'effective_dtype', 'environment', 'errno', 'gen_buckets_probs_with_ppf', 'get_atol', 'get_bz2_data', 'get_cifar10', 'get_cuda_compute_capability', 'get_etol', 'get_identity_mat', 'get_identity_mat_batch', 'get_im2rec_path', 'get_mnist', 'get_mnist_iterator', 'get_mnist_pkl', 'get_mnist_ubyte', 'get_rtol', 'get_tolerance', 'get_tols', 'get_zip_data', 'getenv', 'gzip', 'has_tvm_ops', 'is_aarch64_run', 'is_cd_run', 'is_op_runnable', 'json', 'list_gpus', 'locationError', 'logging', 'mean_check', 'mx', 'new_matrix_with_real_eigvals_2d', 'new_matrix_with_real_eigvals_nd', 'new_orthonormal_matrix_2d', 'new_sym_matrix_with_real_eigvals_2d', 'new_sym_matrix_with_real_eigvals_nd', 'np', 'np_reduce', 'npt', 'numbers', 'numeric_grad', 'os', 'platform', 'rand_coord_2d', 'rand_ndarray', 'rand_shape_2d', 'rand_shape_3d', 'rand_shape_nd', 'rand_sparse_ndarray', 'random_arrays', 'random_sample', 'random_uniform_arrays', 'retry', 'rnd', 'same', 'same_array', 'same_symbol_structure', 'set_default_context', 'set_default_device', 'setenv', 'shuffle_csr_column_indices', 'simple_forward', 'ss', 'struct', 'sys', 'time', 'traceback', 'use_np', 'var_check', 'verify_generator', 'zipfile']
