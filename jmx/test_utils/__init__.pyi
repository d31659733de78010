# Made by tools/make_stubs.py; not to be edited.
# pyright: reportArgumentType=true, reportAssignmentType=true, reportAttributeAccessIssue=true
from typing import Any
from . import compare as compare
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
from jmx.test_utils.compare import almost_equal as almost_equal, assert_allclose as assert_allclose, assert_almost_equal as assert_almost_equal, assert_almost_equal_ignore_nan as assert_almost_equal_ignore_nan, assert_almost_equal_with_err as assert_almost_equal_with_err, assert_exception as assert_exception, checkShapes as checkShapes, collapse_sum_like as collapse_sum_like, compare_ndarray_tuple as compare_ndarray_tuple, locationError as locationError, np_reduce as np_reduce, same as same, same_array as same_array
from jmx.test_utils.downloads import download as download, download_model as download_model, get_bz2_data as get_bz2_data, get_cifar10 as get_cifar10, get_mnist as get_mnist, get_mnist_iterator as get_mnist_iterator, get_mnist_pkl as get_mnist_pkl, get_mnist_ubyte as get_mnist_ubyte, get_zip_data as get_zip_data
from jmx.test_utils.environ import DummyIter as DummyIter, discard_stderr as discard_stderr, environment as environment, get_im2rec_path as get_im2rec_path, has_tvm_ops as has_tvm_ops, is_aarch64_run as is_aarch64_run, is_cd_run as is_cd_run, is_op_runnable as is_op_runnable, list_gpus as list_gpus, retry as retry
from jmx.test_utils.make import assign_each as assign_each, assign_each2 as assign_each2, create_2d_tensor as create_2d_tensor, create_vector as create_vector, get_identity_mat as get_identity_mat, get_identity_mat_batch as get_identity_mat_batch, new_matrix_with_real_eigvals_2d as new_matrix_with_real_eigvals_2d, new_matrix_with_real_eigvals_nd as new_matrix_with_real_eigvals_nd, new_orthonormal_matrix_2d as new_orthonormal_matrix_2d, new_sym_matrix_with_real_eigvals_2d as new_sym_matrix_with_real_eigvals_2d, new_sym_matrix_with_real_eigvals_nd as new_sym_matrix_with_real_eigvals_nd, rand_coord_2d as rand_coord_2d, rand_ndarray as rand_ndarray, rand_shape_2d as rand_shape_2d, rand_shape_3d as rand_shape_3d, rand_shape_nd as rand_shape_nd, random_arrays as random_arrays, random_sample as random_sample, random_uniform_arrays as random_uniform_arrays
from jmx.test_utils.optimizing import check_gluon_hybridize_consistency as check_gluon_hybridize_consistency, compare_optimizer as compare_optimizer
from jmx.test_utils.sparse import create_sparse_array as create_sparse_array, create_sparse_array_zd as create_sparse_array_zd, rand_sparse_ndarray as rand_sparse_ndarray, shuffle_csr_column_indices as shuffle_csr_column_indices
from jmx.test_utils.statistics import chi_square_check as chi_square_check, gen_buckets_probs_with_ppf as gen_buckets_probs_with_ppf, mean_check as mean_check, var_check as var_check, verify_generator as verify_generator
from jmx.test_utils.symbolic import check_consistency as check_consistency, check_numeric_gradient as check_numeric_gradient, check_speed as check_speed, check_symbolic_backward as check_symbolic_backward, check_symbolic_forward as check_symbolic_forward, numeric_grad as numeric_grad, same_symbol_structure as same_symbol_structure, simple_forward as simple_forward
from jmx.test_utils.tolerance import default_atols as default_atols, default_context as default_context, default_dtype as default_dtype, default_numeric_eps as default_numeric_eps, default_rtols as default_rtols, effective_dtype as effective_dtype, get_atol as get_atol, get_etol as get_etol, get_rtol as get_rtol, get_tolerance as get_tolerance, get_tols as get_tols, set_default_context as set_default_context

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
__all__ = ['Context', 'DummyIter', 'Symbol', 'almost_equal', 'array', 'assert_allclose', 'assert_almost_equal', 'assert_almost_equal_ignore_nan', 'assert_almost_equal_with_err', 'assert_exception', 'assign_each', 'assign_each2', 'bz2', 'checkShapes', 'check_consistency', 'check_gluon_hybridize_consistency', 'check_numeric_gradient', 'check_speed', 'check_symbolic_backward', 'check_symbolic_forward', 'chi_square_check', 'collapse_sum_like', 'compare_ndarray_tuple', 'compare_optimizer', 'create_2d_tensor', 'create_sparse_array', 'create_sparse_array_zd', 'create_vector', 'current_context', 'default_atols', 'default_context', 'default_dtype', 'default_numeric_eps', 'default_rtols', 'discard_stderr', 'download', 'download_model', 'effective_dtype', 'environment', 'errno', 'gen_buckets_probs_with_ppf', 'get_atol', 'get_bz2_data', 'get_cifar10', 'get_cuda_compute_capability', 'get_etol', 'get_identity_mat', 'get_identity_mat_batch', 'get_im2rec_path', 'get_mnist', 'get_mnist_iterator', 'get_mnist_pkl', 'get_mnist_ubyte', 'get_rtol', 'get_tolerance', 'get_tols', 'get_zip_data', 'getenv', 'gzip', 'has_tvm_ops', 'is_aarch64_run', 'is_cd_run', 'is_op_runnable', 'json', 'list_gpus', 'locationError', 'logging', 'mean_check', 'mx', 'new_matrix_with_real_eigvals_2d', 'new_matrix_with_real_eigvals_nd', 'new_orthonormal_matrix_2d', 'new_sym_matrix_with_real_eigvals_2d', 'new_sym_matrix_with_real_eigvals_nd', 'np', 'np_reduce', 'npt', 'numbers', 'numeric_grad', 'os', 'platform', 'rand_coord_2d', 'rand_ndarray', 'rand_shape_2d', 'rand_shape_3d', 'rand_shape_nd', 'rand_sparse_ndarray', 'random_arrays', 'random_sample', 'random_uniform_arrays', 'retry', 'rnd', 'same', 'same_array', 'same_symbol_structure', 'set_default_context', 'setenv', 'shuffle_csr_column_indices', 'simple_forward', 'ss', 'struct', 'sys', 'time', 'traceback', 'use_np', 'var_check', 'verify_generator', 'zipfile']
