"""Functions of `mx.nd` that are not single operators: creation, and arithmetic between arrays and numbers."""

import operator

import numpy as np

from .._errors.wording import brief, did_you_mean, no_array, not_supported
from ..base import MXNetError, integer_types, numeric_types
from ..context import Context, current_context, takes_device
from ..core.declare.dtype import name_of, np_dtype
from ..core.run import jax_arrays
from ..core.run.dispatch import invoke
from ..core.run.storage import ArrayBase
from ..core.run.trace_observer import records_sources
from ..util import is_np_shape
from .ndarray import NDArray, _new

__all__ = [
    "add",
    "arange",
    "array",
    "concatenate",
    "divide",
    "empty",
    "equal",
    "eye",
    "from_jax",
    "from_numpy",
    "full",
    "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op",
    "greater",
    "greater_equal",
    "histogram",
    "imdecode",
    "indexing_key_expand_implicit_axes",
    "lesser",
    "lesser_equal",
    "linspace",
    "logical_and",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "modulo",
    "moveaxis",
    "multiply",
    "not_equal",
    "onehot_encode",
    "ones",
    "power",
    "split_v2",
    "subtract",
    "true_divide",
    "zeros",
]


def _ctx(ctx):
    if ctx is None:
        return current_context()
    if isinstance(ctx, Context):
        return ctx
    device_type, _, number = str(ctx).partition("(")
    return Context(device_type, int(number.rstrip(")") or 0))


def _shape(shape, wrong=MXNetError):
    """`shape` as a tuple of integers; what is none raises `wrong`."""
    if isinstance(shape, (*integer_types, np.integer)):
        shape = (int(shape),)
    try:
        if isinstance(shape, ArrayBase):
            raise TypeError
        shape = tuple(map(operator.index, shape))
    except TypeError:
        raise wrong(f"a shape is an integer or a tuple of integers, got {brief(shape)}") from None
    if any(n < 0 for n in shape):
        raise MXNetError(f"an array cannot have the shape {shape}: dimensions must not be negative")
    return shape


def _known(shape, name):
    """In MXNet's classic shape semantics a dimension of 0 means "unknown", so no array can be made of it."""
    if not is_np_shape() and (0 in shape or not shape):
        raise MXNetError(
            f"Operator {name} inferring shapes failed: the shape {shape} has unknown dimensions. Zero-size arrays and "
            "scalars need NumPy shape semantics: mx.util.set_np_shape(True)."
        )
    return shape


@takes_device
def array(source_array, ctx=None, dtype=None):
    """An array from anything array-like.

    dtype defaults to that of an NDArray or sparse source, and float32 for everything else, whatever NumPy's type is. A
    sparse source (sparse array, scipy.sparse matrix) gives a sparse array.
    """
    if type(source_array).__module__.startswith("scipy.sparse") or getattr(source_array, "stype", "default") != "default":
        from . import sparse

        return sparse.array(source_array, ctx, dtype)
    if isinstance(source_array, ArrayBase):
        dtype = source_array.dtype if dtype is None else dtype
        value = source_array.asnumpy()
    else:
        dtype = np.float32 if dtype is None else dtype
        value = source_array
    element_type = np_dtype(dtype, KeyError)
    if isinstance(value, (list, tuple)) and any(isinstance(v, ArrayBase) for v in value):
        value = [v.asnumpy() if isinstance(v, ArrayBase) else v for v in value]
    try:
        value = np.array(value, dtype=element_type, order="C")
    except (TypeError, ValueError, OverflowError):
        try:
            value = np.array(np.array(value).astype(element_type), order="C")
        except (TypeError, ValueError):
            raise TypeError("source_array must be array like object") from None
    return _new(value, _ctx(ctx))


@takes_device
def empty(shape, ctx=None, dtype=None, stype=None):
    """An array of unspecified contents (zeros here)."""
    return _filled(shape, ctx, dtype, stype, np.zeros, "_empty", keep=True)


@takes_device
def zeros(shape, ctx=None, dtype=None, stype=None, **kwargs):
    """An array of zeros; float32 unless dtype is given. `out=` writes to an array instead."""
    return _filled(shape, ctx, dtype, stype, np.zeros, "_zeros", **kwargs)


@takes_device
def ones(shape, ctx=None, dtype=None, **kwargs):
    """An array of ones; float32 unless dtype is given. `out=` writes to an array instead."""
    return _filled(shape, ctx, dtype, None, np.ones, "_ones", **kwargs)


def _filled(shape, ctx, dtype, stype, make, op_name, out=None, keep=False, name=None, **kwargs):
    # Recurrent cells pass names and attributes such as __layout__, which mean something to symbols only.
    unknown = [key for key in kwargs if not (key.startswith("__") and key.endswith("__"))]
    if unknown:
        known = ("shape", "ctx", "dtype", "stype", "out")
        raise MXNetError(
            f"Cannot find argument '{unknown[0]}', Possible Arguments: {', '.join(known)}, in operator {op_name}."
            f"{did_you_mean(unknown[0], known)}"
        )
    if stype not in (None, "default"):
        from . import sparse

        return sparse.zeros(stype, shape, ctx, dtype, out=out)
    shape = _shape(shape, TypeError if keep else MXNetError)
    if not keep:
        _known(shape, op_name)
    element_type = np_dtype(dtype, KeyError if keep else MXNetError)
    if records_sources() and out is None:
        return invoke("_zeros" if keep else op_name, (), {"shape": shape, "ctx": str(_ctx(ctx)), "dtype": element_type.name})
    value = make(shape, element_type)
    if out is not None:
        out[:] = value
        return out
    return _new(value, _ctx(ctx))


@takes_device
def full(shape, val, ctx=None, dtype=np.float32, out=None):
    """An array filled with the number `val`."""
    if records_sources() and out is None:
        return invoke("_full", (), {"shape": _shape(shape), "value": val, "ctx": str(_ctx(ctx)), "dtype": np_dtype(dtype).name})
    if out is None:
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


@takes_device
def arange(start, stop=None, step=1.0, repeat=1, infer_range=None, ctx=None, dtype=np.float32):
    """Numbers from `start` (inclusive) to `stop` (exclusive) in steps of `step`, each repeated `repeat` times."""
    if infer_range is not None:
        import warnings

        warnings.warn("`infer_range` argument has been deprecated", DeprecationWarning, stacklevel=2)
    attrs = {"start": start, "step": step, "repeat": repeat, "infer_range": False, "dtype": name_of(dtype, MXNetError)}
    if stop is not None:
        attrs["stop"] = stop
    return invoke("_arange", (), {**attrs, "ctx": str(_ctx(ctx))})


@takes_device
def linspace(start, stop, num, endpoint=True, ctx=None, dtype=np.float32):
    """`num` evenly spaced numbers from `start` to `stop`."""
    attrs = {"start": start, "stop": stop, "num": num, "endpoint": endpoint, "dtype": name_of(dtype, MXNetError)}
    return invoke("_linspace", (), {**attrs, "ctx": str(_ctx(ctx))})


@takes_device
def eye(N, M=0, k=0, ctx=None, dtype=None, **kwargs):
    """A matrix with ones on its k-th diagonal, N rows and M columns (N if M is 0)."""
    attrs = {"N": N, "M": M, "k": k, "dtype": np_dtype(dtype, MXNetError).name}
    return invoke("_eye", (), {**attrs, "ctx": str(_ctx(ctx))}, kwargs.get("out"))


def histogram(a, bins=10, range=None):
    """[counts, bin edges] of the elements of `a`; `bins` is a number or an array of edges.

    The counts are int64. With a number of bins and no range MXNet returns a tuple, and the counts in float32.
    """
    if isinstance(bins, ArrayBase):
        counts, edges = invoke("_histogram", (a, bins), {})
    elif isinstance(bins, integer_types):
        if range is None:
            range = float(a.min().asscalar()), float(a.max().asscalar())
            counts, edges = invoke("_histogram", (a,), {"bin_cnt": bins, "range": range})
            return counts.astype("float32"), edges
        counts, edges = invoke("_histogram", (a,), {"bin_cnt": bins, "range": range})
    else:
        raise ValueError("bins argument should be either an integer or an NDArray")
    return [counts, edges]


def concatenate(arrays, axis=0, always_copy=True):
    """Join a list of arrays along an axis. A list of one gives a copy, or itself if always_copy is False."""
    assert isinstance(arrays, list), "arrays must be a list of NDArrays"
    if not arrays or not all(isinstance(a, ArrayBase) for a in arrays):
        raise AssertionError("concatenate needs a list of at least one NDArray")
    if len(arrays) == 1:
        return arrays[0].copy() if always_copy else arrays[0]
    return invoke("Concat", arrays, {"dim": axis})


def moveaxis(tensor, source, destination):
    """The array with the axes `source` moved to the places `destination`."""
    ndim = tensor.ndim

    def places(axes, which):
        axes = [axes] if isinstance(axes, integer_types) else list(axes)
        if any(not -ndim <= a < ndim for a in axes):
            raise ValueError(f"Invalid value of axis for {which} in moveaxis: {axes} for {ndim} dimensions")
        axes = [a % ndim for a in axes]
        if len(set(axes)) != len(axes):
            raise ValueError(f"repeated axis in {which} of moveaxis: {axes}")
        return axes

    source, destination = places(source, "source"), places(destination, "destination")
    if len(source) != len(destination):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [i for i in range(ndim) if i not in source]
    for at, axis in sorted(zip(destination, source)):
        order.insert(at, axis)
    return invoke("transpose", (tensor,), {"axes": tuple(order)})


def split_v2(ary, indices_or_sections, axis=0, squeeze_axis=False):
    """Split along an axis: into equal sections (an int), or before the given indices (a tuple). Returns a list."""
    size = ary.shape[axis]
    if isinstance(indices_or_sections, int):
        if size % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        attrs = {"indices": (), "sections": indices_or_sections}
    elif isinstance(indices_or_sections, (list, tuple)):
        attrs = {"indices": (0, *indices_or_sections), "sections": 0}
    else:
        raise ValueError("indices_or_sections must either int or tuple of ints")
    return invoke("_split_v2", (ary,), {**attrs, "axis": axis, "squeeze_axis": squeeze_axis})


def onehot_encode(indices, out):
    """Write the one-hot rows of `indices` to `out`."""
    out[:] = invoke("one_hot", (indices,), {"depth": out.shape[1], "dtype": np.dtype(out.dtype).name})
    return out


def imdecode(str_img, clip_rect=(0, 0, 0, 0), out=None, index=0, channels=3, mean=None):
    """Deprecated in MXNet; use `mx.img.imdecode`."""
    raise MXNetError("nd.imdecode is not supported: use mx.image.imdecode and mx.image.fixed_crop")


def _either(name, python, doc, scalar=None, reverse=None, array=None):
    """The function `name` of arrays and numbers.

    python    computes it of two numbers
    scalar, reverse    operators of an array and a number, and of a number and an array; by default `_<name>_scalar` for both
    array     operator of two arrays, by default `broadcast_<name>`
    """
    array_op, scalar_op = array or f"broadcast_{name}", scalar or f"_{name}_scalar"
    reverse_op = reverse or scalar_op

    def function(lhs, rhs):
        if isinstance(lhs, ArrayBase):
            if isinstance(rhs, ArrayBase):
                if lhs._numpy or rhs._numpy:
                    raise not_supported(lhs if lhs._numpy else rhs, False)
                return invoke(array_op, (lhs, rhs))
            if isinstance(rhs, numeric_types):
                return invoke(scalar_op, (lhs,), {"scalar": rhs})
        elif isinstance(lhs, numeric_types):
            if isinstance(rhs, ArrayBase):
                return invoke(reverse_op, (rhs,), {"scalar": lhs})
            if isinstance(rhs, numeric_types):
                return python(lhs, rhs)
        operands = jax_arrays.adopted_if_any([lhs, rhs], False)
        if operands:
            return function(*operands)
        if isinstance(lhs, numeric_types):
            raise no_array("Argument rhs", rhs, False)
        if isinstance(rhs, (ArrayBase, *numeric_types)):
            raise no_array("Argument lhs", lhs, False)
        raise not_supported(rhs if isinstance(lhs, ArrayBase) else lhs, False)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc + " Arrays broadcast; a number takes the array's element type."
    return function


def _flag(compare):
    return lambda a, b: 1 if compare(a, b) else 0


add = _either("add", operator.add, "lhs + rhs, element by element.", "_plus_scalar")
subtract = _either("subtract", operator.sub, "lhs - rhs.", "_minus_scalar", "_rminus_scalar", "broadcast_sub")
multiply = _either("multiply", operator.mul, "lhs * rhs.", "_mul_scalar", array="broadcast_mul")
divide = _either("divide", operator.truediv, "lhs / rhs.", "_div_scalar", "_rdiv_scalar", "broadcast_div")
true_divide = _either("true_divide", operator.truediv, "lhs / rhs.", "_div_scalar", "_rdiv_scalar", "broadcast_div")
modulo = _either("modulo", operator.mod, "lhs % rhs.", "_mod_scalar", "_rmod_scalar", "broadcast_mod")
maximum = _either("maximum", lambda a, b: a if a > b else b, "The greater of both.")
minimum = _either("minimum", lambda a, b: a if a < b else b, "The lesser of both.")
equal = _either("equal", _flag(operator.eq), "1 where equal, else 0.")
not_equal = _either("not_equal", _flag(operator.ne), "1 where different, else 0.")
greater = _either("greater", _flag(operator.gt), "1 where lhs > rhs, else 0.", reverse="_lesser_scalar")
greater_equal = _either("greater_equal", _flag(operator.ge), "1 where lhs >= rhs, else 0.", reverse="_lesser_equal_scalar")
lesser = _either("lesser", _flag(operator.lt), "1 where lhs < rhs, else 0.", reverse="_greater_scalar")
lesser_equal = _either("lesser_equal", _flag(operator.le), "1 where lhs <= rhs, else 0.", reverse="_greater_equal_scalar")
logical_and = _either("logical_and", lambda a, b: bool(a) and bool(b), "1 where both are non-zero, else 0.")
logical_or = _either("logical_or", lambda a, b: bool(a) or bool(b), "1 where one is non-zero, else 0.")
logical_xor = _either("logical_xor", lambda a, b: bool(a) != bool(b), "1 where exactly one is non-zero, else 0.")
_power = _either("power", operator.pow, "base ** exp.", reverse="_rpower_scalar")


def power(base, exp):
    """base ** exp, element by element. Arrays broadcast; a number takes the array's element type."""
    return _power(base, exp)


def from_numpy(ndarray, zero_copy=True, array_cls=NDArray):
    """An array from a NumPy array. With zero_copy the NumPy array becomes read-only and follows writes to the new array."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"Only numpy.ndarray is supported, but got {type(ndarray)}")
    if ndarray.dtype not in (np_dtype(ndarray.dtype),):
        raise TypeError(f"element type {ndarray.dtype} does not exist in MXNet")
    if not zero_copy:
        return _new(np.array(ndarray, order="C"), current_context(), array_cls)
    if not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("Only c-contiguous arrays are supported for zero-copy")
    mirror = _writable(ndarray)
    ndarray.flags["WRITEABLE"] = False
    array = _new(np.array(ndarray, order="C"), _ctx(Context("cpu", 0)), array_cls)
    array._cell.mirror = mirror
    return array


def from_jax(x, array_cls=NDArray):
    """An array that shares the memory of a `jax.Array`, without a copy.

    Parameters
    ----------
    x : jax.Array
        On one device of this process.

    Returns
    -------
    NDArray
        Of x's shape, element type and device. Writes to it do not reach x: JAX's arrays do not change, so that the first write
        gives the array memory of its own.

    Raises
    ------
    MXNetError
        x is traced by a transformation of JAX, was deleted, lies on several devices, or has an element type that MXNet lacks.

    Examples
    --------
    >>> x = mx.nd.from_jax(jnp.arange(3.0))
    >>> f"{x.exp().sum().asscalar():.4f}"
    '11.1073'
    """
    return jax_arrays.adopt(x, None, array_cls)


def _writable(ndarray):
    """A writable view of a NumPy array that an earlier call may have made read-only; None if its memory is not NumPy's own."""
    view = ndarray.view()
    if view.flags["WRITEABLE"]:
        return view
    root = ndarray
    while isinstance(root.base, np.ndarray):
        root = root.base
    if not root.flags["OWNDATA"] or not ndarray.nbytes:
        return None
    import ctypes

    memory = (ctypes.c_char * ndarray.nbytes).from_address(ndarray.ctypes.data)
    memory.owner = ndarray
    return np.frombuffer(memory, ndarray.dtype).reshape(ndarray.shape)


def get_indexing_dispatch_code(key):
    """0 for a basic index, 1 for an advanced one, -1 for one that is not supported."""
    key = key if isinstance(key, tuple) else (key,)
    code = 0
    for k in key:
        if k is None or k is Ellipsis or isinstance(k, (slice, *integer_types)):
            continue
        if isinstance(k, (list, tuple, range, np.ndarray, ArrayBase)):
            code = 1
        else:
            return -1
    return code


def indexing_key_expand_implicit_axes(key, shape):
    """`key` as a tuple with an entry for every axis of `shape`."""
    from .indexing import expand

    return expand(key, len(shape))


def get_oshape_of_gather_nd_op(dshape, ishape):
    """Shape of gather_nd's output for data of shape `dshape` and indices of shape `ishape`."""
    if len(dshape) < ishape[0]:
        raise ValueError(f"the first dimension of the indices, {ishape[0]}, exceeds the data's {len(dshape)} dimensions")
    return tuple(ishape[1:]) + tuple(dshape[ishape[0] :])
