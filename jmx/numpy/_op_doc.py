"""What `inspect.signature` shows for those functions of `mx.np` and `mx.npx` that are operators.

Calls take parameters by name, or in the order of the operator. Each function stands for the operator it is named after.
"""


def _np_all(a, axis=None, keepdims=False, out=None):
    """`np.all`"""


def _np_any(a, axis=None, keepdims=False, out=None):
    """`np.any`"""


def _np_sometrue(a, axis=None, keepdims=False, out=None):
    """`np.sometrue`"""


def _np_cumsum(a, axis=None, dtype=None, out=None):
    """`np.cumsum`"""


def _np_repeat(a, repeats, axis=None):
    """`np.repeat`"""


def _np_transpose(a, axes=None):
    """`np.transpose`"""


def _np_dot(a, b, out=None):
    """`np.dot`"""


def _np_sum(a, axis=None, dtype=None, keepdims=False, initial=None, out=None):
    """`np.sum`"""


def _np_copy(a, out=None):
    """`np.copy`"""


def _np_atleast_1d(*arys):
    """`np.atleast_1d`"""


def _np_atleast_2d(*arys):
    """`np.atleast_2d`"""


def _np_atleast_3d(*arys):
    """`np.atleast_3d`"""


def _np_reshape(a, newshape, order="C", out=None):
    """`np.reshape`"""


def _np_roll(a, shift, axis=None):
    """`np.roll`"""


def _np_trace(a, offset=0, axis1=0, axis2=1, out=None):
    """`np.trace`"""


def _np_squeeze(a, axis=None, out=None):
    """`np.squeeze`"""


def _np_max(a, axis=None, keepdims=False, out=None):
    """`np.max`"""


def _np_amax(a, axis=None, keepdims=False, out=None):
    """`np.amax`"""


def _np_min(a, axis=None, keepdims=False, out=None):
    """`np.min`"""


def _np_amin(a, axis=None, keepdims=False, out=None):
    """`np.amin`"""


def _np_prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """`np.prod`"""


def _np_product(a, axis=None, dtype=None, out=None, keepdims=False):
    """`np.product`"""


def _np_moveaxis(a, source, destination):
    """`np.moveaxis`"""


def _np_diag(array, k=0):
    """`np.diag`"""


def _np_diagonal(a, offset=0, axis1=0, axis2=1):
    """`np.diagonal`"""


def _np_diagflat(array, k=0):
    """`np.diagflat`"""


def _np__random_shuffle(x):
    """`np.random.shuffle`"""


def _npx_nonzero(a):
    """`npx.nonzero`"""


def _npx_constraint_check(x, msg):
    """`npx.constraint_check`"""


def _npx_reshape(a, newshape, reverse=False, order="C"):
    """`npx.reshape`"""
