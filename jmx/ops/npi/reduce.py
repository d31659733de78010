"""Reductions over axes: without `axis` the result has no dimensions."""

import math

import jax
import jax.numpy as jnp
import numpy as np

from jmx.core.declare.integers import floating, integral_as_floats, is_integral
from jmx.core.declare.op import Array, DType, Shape, op
from jmx.core.declare.x64 import x64

from .._checks import axis_of, check, fail
from .._numeric import SINGLE, convert, divided, is_float, working
from ..reduce import _extreme, _kept, product
from ._types import mend, numbers

_DOC = """{text}

{data}    array of {kinds}
axis    one axis or several, negative ones counting from the end; None for all, () for none
{extra}keepdims    keep reduced axes with length 1

Returns an array of the remaining axes, {result}. Raises MXNetError if an axis does not exist or is named twice{raises}.
"""
_DTYPE = "dtype    element type of the result\n"
_INITIAL = ", or if `initial`, which MXNet does not support, is given"


def _axes(name, axis, ndim):
    """The axes to reduce: all for None."""
    if axis is None:
        return tuple(range(ndim))
    if ndim == 0 and set(axis) <= {0, -1}:
        return ()
    axes = tuple(axis_of(name, i, ndim) for i in axis)
    check(len(set(axes)) == len(axes), name, lambda: f"reduction axes have duplicates: {list(axis)}")
    return axes


def _prepare(name, initial, dtype):
    check(initial is None, name, "initial is not supported. Combine it with the result instead.")
    check(dtype != "uint8", name, "dtype 'uint8' is not supported. Choose another, or convert the result with astype.")


def _accumulate(name, reducer, a, axes, keepdims, target):
    """`reducer` in the wider of the types of `a` and of the result, converted to the latter."""
    if a.dtype == np.bool_ and target not in (np.bool_, np.int32, np.int64, np.float32, np.float64):
        mend(name, (a.dtype,), f"booleans give int32, int64, float32 or float64, not {target}.")
    dtype = a.dtype if is_float(a) and target.kind in "iub" else jnp.promote_types(a.dtype, target)
    x = a.astype(dtype)
    if dtype == np.bool_:
        return (jnp.any if reducer is jnp.sum else jnp.all)(x, axes, keepdims=keepdims)
    if 0 in (a.shape[i] for i in axes):
        return jnp.sum(x, axes, keepdims=keepdims).astype(target)
    x = working(x) if is_float(x) else x
    total = reducer(x, axes, dtype=x.dtype, keepdims=keepdims)
    if floating() and is_integral(target) and is_float(total):
        return integral_as_floats(total, target)
    return convert(total, target)


def _to_integers(a):
    return a.dtype is not None and is_integral(np.dtype(a.dtype))


def _declare_total(names, reducer, text, onnx):
    name = names[0]

    def apply(
        a: Array, axis: Shape | None = None, dtype: DType | None = None, keepdims: bool = False, initial: float | None = None
    ):
        _prepare(name, initial, dtype)
        target = np.dtype(dtype or ("int64" if a.dtype == np.bool_ else a.dtype))
        with x64(target, a):
            return _accumulate(name, reducer, a, _axes(name, axis, a.ndim), keepdims, target)

    doc = _DOC.format(
        text=text, data="a", kinds="any type", extra=_DTYPE, result="of `dtype`, else of the type of `a` (int64 for booleans)",
        raises=", for `dtype` uint8" + _INITIAL,
    )  # fmt: skip
    return op(*names, doc=doc, makes_integers=_to_integers, onnx=("reduce.reduced", onnx))(apply)


def _product(x, axes, dtype, keepdims):
    return _kept(product, x, axes, keepdims)


_declare_total(["_np_sum"], jnp.sum, "Sum of the elements over axes.", "sum")
_declare_total(["_np_prod", "_np_product"], _product, "Product of the elements over axes; 0 where there are none.", "prod")


def _dividing_gradients_first(compute, axes, keepdims, count):
    """The mean `compute` in a narrower type than its argument's; MXNet divides gradients in the latter."""
    compute = jax.custom_jvp(compute)

    @compute.defjvp
    def differentiate(primals, tangents):
        value = compute(*primals)
        return value, convert(divided(jnp.sum(working(tangents[0]), axes, keepdims=keepdims), count), value.dtype)

    return compute


@op("_npi_mean", makes_integers=_to_integers, onnx=("reduce.reduced", "mean"))
def mean(
    a: Array, axis: Shape | None = None, dtype: DType | None = None, keepdims: bool = False, initial: float | None = None
) -> jax.Array:
    """Mean of the elements over axes; 0 for empty ones.

    a    array of any type
    axis    one axis or several, negative ones counting from the end; None for all, () for none
    dtype    element type in which the sum is divided
    keepdims    keep reduced axes with length 1

    Returns an array of the remaining axes, of `dtype`, else of the type of `a` (float32 for integers and booleans). Raises
    MXNetError if an axis does not exist or is named twice, for `dtype` uint8, or if `initial` is given.
    """
    name = "_npi_mean"
    _prepare(name, initial, dtype)
    axes = _axes(name, axis, a.ndim)
    target = np.dtype(dtype or (a.dtype if is_float(a) else SINGLE))
    with x64(target, a):
        x = a.astype(target) if a.dtype == np.bool_ else a
        count = max(math.prod(a.shape[i] for i in axes), 1)

        def compute(x):
            total = _accumulate(name, jnp.sum, x, axes, keepdims, target)
            return total if target == np.bool_ else divided(total, count)

        if is_float(x) and jnp.issubdtype(target, jnp.floating) and target.itemsize < x.dtype.itemsize:
            return _dividing_gradients_first(compute, axes, keepdims, count)(x)
        return compute(x)


def _declare_extreme(names, word, reducer, text):
    name = names[0]
    reduce = _extreme(name, reducer)

    def apply(a: Array, axis: Shape | None = None, keepdims: bool = False, initial: float | None = None):
        _prepare(name, initial, None)
        axes = _axes(name, axis, a.ndim)
        if not axes:
            return a
        if a.size == 0:
            if not all(a.shape[i] for i in axes):
                fail(name, f"zero-size array to reduction operation {word} which has no identity: shape {list(a.shape)}")
            return jnp.sum(a, axes, dtype=a.dtype, keepdims=keepdims)
        return reduce(a, axes, keepdims)

    doc = _DOC.format(
        text=text + " Of equal elements every one gets the whole gradient.",
        data="a",
        kinds="any type",
        extra="",
        result="of its type",
        raises=", if nothing is left to choose from" + _INITIAL,
    )
    return op(*names, doc=doc, onnx=("reduce.reduced", word[:3]))(apply)


_declare_extreme(["_np_max", "_np_amax"], "maximum", jnp.max, "Greatest of the elements over axes.")
_declare_extreme(["_np_min", "_np_amin"], "minimum", jnp.min, "Smallest of the elements over axes.")


def _declare_truth(names, reducer, text, onnx):
    name = names[0]

    def apply(data: Array, axis: Shape | None = None, keepdims: bool = False):
        return reducer(data != 0, _axes(name, axis, data.ndim), keepdims=keepdims)

    doc = _DOC.format(text=text, data="data", kinds="any type", extra="", result="boolean", raises="")
    return op(*names, doc=doc, onnx=("reduce.truth", onnx))(apply)


_declare_truth(["_np_any", "_np_sometrue"], jnp.any, "Whether any element over axes is not 0.", "any")
_declare_truth(["_np_all"], jnp.all, "Whether all elements over axes are not 0.", "all")


def _declare_position(word, search, text, onnx):
    name = "_npi_" + word

    def apply(data: Array, axis: int | None = None, keepdims: bool = False):
        numbers(name, data, "booleans are not searched.")
        if axis is not None:
            axis = axis_of(name, axis, max(data.ndim, 1))
            axis = axis if data.ndim else None
        length = data.size if axis is None else data.shape[axis]
        check(length > 0, name, lambda: f"attempt to search an empty sequence, of shape {list(data.shape)}")
        with x64(True):
            return search(data, axis, keepdims=keepdims).astype("int64")

    doc = f"""{text} element along an axis; of equal ones the first, and NaN before all.

    data    array of a numeric type
    axis    the axis to search; None searches the flattened array
    keepdims    keep the searched axis with length 1

    Returns int64 positions. Raises MXNetError if the axis does not exist and for boolean or empty arrays.
    """
    return op(name, doc=doc, wide=True, numbered_inputs=True, zero_gradient=True, onnx=("reduce.position", onnx))(apply)


_declare_position("argmax", jnp.argmax, "Position of the greatest", "ArgMax")
_declare_position("argmin", jnp.argmin, "Position of the smallest", "ArgMin")
