"""Tools for tests: `mx.test_utils`.

`from mxnet.test_utils import *` also brings the modules that MXNet's own test files expect to get this way.
"""

import importlib
import importlib.util

import numpy as np
import numpy.random as rnd

from ..context import Context, current_context
from ..ndarray import array
from ..symbol import Symbol
from ..util import get_cuda_compute_capability, getenv, setenv, use_np
from .compare import (
    almost_equal,
    assert_allclose,
    assert_almost_equal,
    assert_almost_equal_ignore_nan,
    assert_almost_equal_with_err,
    assert_exception,
    checkShapes,
    collapse_sum_like,
    compare_ndarray_tuple,
    locationError,
    np_reduce,
    same,
    same_array,
)
from .downloads import (
    download,
    download_model,
    get_bz2_data,
    get_cifar10,
    get_mnist,
    get_mnist_iterator,
    get_mnist_pkl,
    get_mnist_ubyte,
    get_zip_data,
)
from .environ import (
    DummyIter,
    discard_stderr,
    environment,
    get_im2rec_path,
    has_tvm_ops,
    is_aarch64_run,
    is_cd_run,
    is_op_runnable,
    list_gpus,
    retry,
)
from .make import (
    assign_each,
    assign_each2,
    create_2d_tensor,
    create_vector,
    get_identity_mat,
    get_identity_mat_batch,
    new_matrix_with_real_eigvals_2d,
    new_matrix_with_real_eigvals_nd,
    new_orthonormal_matrix_2d,
    new_sym_matrix_with_real_eigvals_2d,
    new_sym_matrix_with_real_eigvals_nd,
    rand_coord_2d,
    rand_ndarray,
    rand_shape_2d,
    rand_shape_3d,
    rand_shape_nd,
    random_arrays,
    random_sample,
    random_uniform_arrays,
)
from .optimizing import check_gluon_hybridize_consistency, compare_optimizer
from .sparse import create_sparse_array, create_sparse_array_zd, rand_sparse_ndarray, shuffle_csr_column_indices
from .statistics import chi_square_check, gen_buckets_probs_with_ppf, mean_check, var_check, verify_generator
from .symbolic import (
    check_consistency,
    check_numeric_gradient,
    check_speed,
    check_symbolic_backward,
    check_symbolic_forward,
    numeric_grad,
    same_symbol_structure,
    simple_forward,
)
from .tolerance import (
    default_atols,
    default_context,
    default_dtype,
    default_numeric_eps,
    default_rtols,
    effective_dtype,
    get_atol,
    get_etol,
    get_rtol,
    get_tolerance,
    get_tols,
    set_default_context,
)

# Modules that a star import passes on; imported at their first use.
_MODULES = {
    "bz2": "bz2", "errno": "errno", "gzip": "gzip", "json": "json", "logging": "logging", "mx": "jmx", "npt":
    "numpy.testing", "numbers": "numbers", "os": "os", "platform": "platform", "ss": "scipy.stats", "struct": "struct",
    "sys": "sys", "time": "time", "traceback": "traceback", "zipfile": "zipfile",
}  # fmt: skip


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    raise AttributeError(f"module 'mxnet.test_utils' has no attribute {name!r}")


_OWN = ("compare", "downloads", "environ", "make", "optimizing", "sparse", "statistics", "symbolic", "tolerance", "importlib")
__all__ = [name for name in globals() if not name.startswith("_") and name not in _OWN]
__all__ += [name for name in _MODULES if name != "ss" or importlib.util.find_spec("scipy")]
