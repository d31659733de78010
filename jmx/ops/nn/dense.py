"""FullyConnected, Embedding and Dropout."""

import math
from typing import Literal

import jax
import jax.numpy as jnp
from jax import ShapeDtypeStruct, lax

from ...core.declare.dtype import np_dtype
from ...core.declare.fusion import FusionSeed
from ...core.declare.gradients import custom_vjp
from ...core.declare.op import REQUIRED, AnyArray, Array, Key, NumberType, Platform, Shape, Train, Wide, op
from ...core.declare.positions import taken
from ...core.declare.traits import Indices, IntegerForm
from ...native import onednn
from ...native.symbols import at_present
from .._attributes import attributes_of
from ._common import check, expect_shape, fail, for_onednn, in_single, is_half, listed

#: products with fewer elements in the matrix are left to XLA: a call of oneDNN takes some microseconds
_FEWEST = 2**14
#: with fewer rows XLA is the faster one for the gradient of the data (measured)
_ROWS_OF_GRADIENT = 8


def _product(x, w, cpu=False):
    """x @ w.T over the last axis of x; on the CPU, which has no fast arithmetic of less, narrow types come out in float32."""
    narrow = cpu and x.dtype.itemsize < 4
    if narrow and not (is_half(x) and x.dtype == w.dtype):  # the gradients of what is converted here have their own types
        x, w, narrow = x.astype(jnp.float32), w.astype(jnp.float32), False
    if cpu and (narrow or x.dtype == w.dtype == jnp.float32) and at_present(w.size) >= _FEWEST and onednn.usable():
        return _onednn_product(x.reshape(-1, x.shape[-1]), w).reshape(*x.shape[:-1], w.shape[0])
    if narrow:
        x, w = in_single(x), in_single(w)
    return lax.dot_general(x, w, (((x.ndim - 1,), (1,)), ((), ())))


def _multiplied(flags, counts, a, b, dtype):
    """A product of (rows, summed) by (summed, columns) by oneDNN, or None; `counts` are these three."""
    plan = onednn.plan(onednn.MULTIPLY, flags + onednn.types(a.dtype, b.dtype, dtype), *counts)
    return None if plan is None else onednn.call(plan, [jax.ShapeDtypeStruct((counts[0], counts[2]), dtype)], a, b)[0]


@custom_vjp
def _onednn_product(x, w):
    """x @ w.T for matrices, in single precision, by oneDNN where it computes it."""
    x, w = for_onednn(x), for_onednn(w)
    y = _multiplied(onednn.TRANSPOSE_B, (*x.shape, w.shape[0]), x, w, jnp.float32)
    return lax.dot_general(in_single(x), in_single(w), (((1,), (1,)), ((), ()))) if y is None else y


@custom_vjp
def _onednn_data_gradient(head, w):
    """head @ w for matrices, in the type of w, by oneDNN where it is the faster one."""
    dtype, y, w = w.dtype, None, for_onednn(w)
    head = lax.convert_element_type(head, w.dtype)
    if is_half(w) or at_present(head.shape[0]) >= _ROWS_OF_GRADIENT:
        y = _multiplied(0, (*head.shape, w.shape[1]), head, w, w.dtype)
    return lax.convert_element_type(in_single(head) @ in_single(w) if y is None else y, dtype)


def _weight_gradient(head, x):
    """head.T @ x for matrices, in the type of x."""
    return _narrow_weight_gradient(head, x) if onednn.multiplies(x.dtype) and is_half(x) else _turned_product(head, x)


def _turned_product(head, x):
    return lax.convert_element_type(lax.dot_general(in_single(head), in_single(x), (((0,), (0,)), ((), ()))), x.dtype)


@custom_vjp
def _narrow_weight_gradient(head, x):
    """The same by oneDNN, in a type that XLA has no fast products of."""
    head = lax.convert_element_type(head, x.dtype)
    y = _multiplied(onednn.TRANSPOSE_A, (head.shape[1], head.shape[0], x.shape[1]), head, x, x.dtype)
    return _turned_product(head, x) if y is None else y


_onednn_product.defvjp(
    lambda x, w: (_onednn_product(x, w), (x, w)),
    lambda kept, head: (_onednn_data_gradient(head, kept[1]), _weight_gradient(head, kept[0])),
)
_onednn_data_gradient.defvjp(
    lambda head, w: (_onednn_data_gradient(head, w), (head, w)),
    lambda kept, slope: (_as(kept[0], _onednn_product(slope, kept[1])), _weight_gradient(kept[0], slope)),
)
_narrow_weight_gradient.defvjp(
    lambda head, x: (_narrow_weight_gradient(head, x), (head, x)),
    lambda kept, slope: (_as(kept[0], _onednn_product(kept[1], slope)), _as(kept[1], _onednn_data_gradient(kept[0], slope))),
)


def _as(like, array):
    return lax.convert_element_type(array, like.dtype)


def features(data, flatten) -> int:
    """How many numbers of each row a dense layer takes."""
    return math.prod(data.shape[1:]) if flatten else data.shape[-1]


def _units(a, data, weight, *bias):
    """`Traits.output_shapes` of a dense layer."""
    if weight.shape != (a.num_hidden, features(data, a.flatten)) or any(b.shape != (a.num_hidden,) for b in bias):
        return None
    return [(*(data.shape[:1] if a.flatten else data.shape[:-1]), a.num_hidden)]


@op(
    "FullyConnected",
    "_npx_fully_connected",
    "_sparse_FullyConnected",
    when={"bias": lambda a: not a.no_bias},
    bounds={"num_hidden": (1, None)},
    outputs=("output",),
    output_shapes=_units,
    integers=IntegerForm("_contrib_quantized_fully_connected", must=True, requantize=True),
    seeds=FusionSeed(
        "_sg_mkldnn_fully_connected",
        "dense layers",
        "fully_connected",
        functions=frozenset("relu bounded_relu elu gelu abs logistic tanh soft_relu square sqrt exp".split()),
        integers=frozenset("relu bounded_relu elu gelu abs".split()),
        function="eltwise",
        flags={"function": ("with_eltwise", "True")},
    ),
    onnx="layers.fully_connected",
    source="layers.dense",
)
def fully_connected(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    num_hidden: int = REQUIRED,
    no_bias: bool = False,
    flatten: bool = True,
    *,
    platform: Platform,
) -> jax.Array:
    """A dense layer, data @ weight.T + bias.

    data    (batch, *features), or without `flatten` (*any, features)
    weight    (num_hidden, features); with `flatten` the product of all axes of data but the first
    bias    (num_hidden,); left out with `no_bias`
    num_hidden    numbers in the output
    no_bias    add no bias
    flatten    make one axis of all but the first; False keeps all axes but the last

    Returns (batch, num_hidden), or without `flatten` (*any, num_hidden). Raises MXNetError if the shapes do not fit.

    Examples
    --------
    >>> nd.FullyConnected(nd.array([[1, 2]]), nd.array([[1, 0], [0, 1], [1, 1]]), nd.array([0, 0, 10]), num_hidden=3)
    [[ 1.  2. 13.]]
    <NDArray 1x3 @cpu(0)>
    >>> nd.FullyConnected(nd.ones((2, 5, 4)), nd.ones((3, 4)), num_hidden=3, no_bias=True, flatten=False).shape
    (2, 5, 3)
    """
    name = "FullyConnected"
    if not data.ndim:
        fail(name, "data must have at least one dimension.")
    size = features(data, flatten)
    why = lambda: f"for data {listed(data.shape)}, num_hidden={num_hidden}"  # a function: this runs in every trace
    expect_shape(name, "weight", weight, (num_hidden, size), why)
    if bias is not None:
        if bias.shape == (num_hidden, 1):  # a row-sparse bias has two dimensions
            bias = bias.reshape(num_hidden)
        expect_shape(name, "bias", bias, (num_hidden,), f"for num_hidden={num_hidden}")
    x = data.reshape(data.shape[0], size) if flatten else data
    out = _product(x, weight, platform == "cpu")
    if bias is None:
        return lax.convert_element_type(out, x.dtype)
    return lax.convert_element_type(out + (in_single(bias) if platform == "cpu" else bias), x.dtype)


@fully_connected.deduce
def _(a, data):
    return {"weight": (a.num_hidden, features(data, a.flatten)), "bias": (a.num_hidden,)}


def _embedding(name, data, weight, input_dim, output_dim, platform):
    expect_shape(name, "weight", weight, (input_dim, output_dim), f"for input_dim={input_dim}, output_dim={output_dim}")
    # An index out of range takes the nearest row, as in MXNet; fractions are cut off.
    return taken(weight, lax.expand_dims(data, (0,)), platform=platform)


def _embedding_weight(a, data):
    return {"weight": ShapeDtypeStruct((a.input_dim, a.output_dim), np_dtype(a.dtype))}


def _rows_named(a, shapes):
    return [Indices(0, a.input_dim)]


def _sparse_weight(a, position, stypes):
    return "row_sparse" if position == 1 else "default"


_SIZES = {"input_dim": (1, None), "output_dim": (1, None)}


@op(
    "Embedding",
    "_npx_embedding",
    "_sparse_Embedding",
    bounds=_SIZES,
    indices=_rows_named,
    gradient_storage=lambda a, position, stypes: _sparse_weight(a, position, stypes) if a.sparse_grad else "default",
    output_shapes=lambda a, data, weight: [(*data.shape, a.output_dim)] if weight.shape == (a.input_dim, a.output_dim) else None,
    integers=IntegerForm("_contrib_quantized_embedding", lambda a: np_dtype(a.dtype) == "float32", plain=(0,)),
    onnx="indexing.embedding",
    source="layers.embedding",
)
def embedding(
    data: AnyArray,
    weight: AnyArray,
    input_dim: Wide = REQUIRED,
    output_dim: int = REQUIRED,
    dtype: NumberType = "float32",
    sparse_grad: bool = False,
    *,
    platform: Platform,
) -> jax.Array:
    """The rows of a table that integers name.

    data    row numbers, of any shape and type; those out of range are moved to the nearest row
    weight    (input_dim, output_dim): the table
    input_dim    number of rows
    output_dim    length of a row
    dtype    element type of a weight that is still unknown
    sparse_grad    make the gradient of `weight` row-sparse, so that only rows that were read are updated

    Returns (*data.shape, output_dim).

    Examples
    --------
    >>> table = nd.array([[0, 0], [1, 10], [2, 20]])
    >>> nd.Embedding(nd.array([2, 1]), table, input_dim=3, output_dim=2)
    [[ 2. 20.]
     [ 1. 10.]]
    <NDArray 2x2 @cpu(0)>
    """
    return _embedding("Embedding", data, weight, input_dim, output_dim, platform)


_FORMER = {"unlisted": ("deterministic",), "ignored": ("deterministic",)}


@op(
    "_contrib_SparseEmbedding",
    bounds=_SIZES,
    indices=_rows_named,
    gradient_storage=_sparse_weight,
    **_FORMER,
    onnx="indexing.embedding",
)
@attributes_of(embedding)
def sparse_embedding(
    data: AnyArray, weight: AnyArray, deterministic: bool = False, *, input_dim, output_dim, platform: Platform, **a
) -> jax.Array:
    """The former name of Embedding with a row-sparse gradient.

    deterministic    without effect: gradients are always summed in one order

    Returns (*data.shape, output_dim).

    Examples
    --------
    >>> table = nd.array([[0, 0], [1, 10], [2, 20]])
    >>> nd.contrib.SparseEmbedding(nd.array([2, 1]), table, input_dim=3, output_dim=2)
    [[ 2. 20.]
     [ 1. 10.]]
    <NDArray 2x2 @cpu(0)>
    """
    return _embedding("_contrib_SparseEmbedding", data, weight, input_dim, output_dim, platform)


embedding.deduce(_embedding_weight)
sparse_embedding.deduce(_embedding_weight)


@op(
    "Dropout",
    "_npx_dropout",
    save=True,
    bounds={"p": (0, 1)},
    draws=lambda a: 0 < a.p < 1,
    output_shapes=lambda a, data: None if a.axes else [data.shape],
    outputs=("output",),
    hidden=("mask",),
    hidden_values=lambda run, a, data: run({}, jnp.ones_like(data)),
    identity=lambda a: a.mode == "training",
    onnx="layers.dropout",
    source="layers.dropout",
)
def dropout(
    data: Array,
    p: float = 0.5,
    mode: Literal["always", "training"] = "training",
    axes: Shape = (),
    cudnn_off: bool | None = False,
    *,
    key: Key,
    train: Train,
) -> jax.Array:
    """Zeros in random places during training, as regularization.

    data    array of any shape, of a floating type
    p    probability of each element to become zero, 0 to 1; the others are multiplied by 1 / (1 - p)
    mode    "training" drops only in training (inside of `autograd.record`, or `forward(is_train=True)`), "always" everywhere
    axes    axes along which all elements share one draw; by default each has its own
    cudnn_off    accepted, without effect

    Returns an array like `data`.

    Examples
    --------
    >>> x = nd.ones((2, 2))
    >>> nd.Dropout(x, p=0.5)    # not in training
    [[1. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    >>> with mx.autograd.train_mode():
    ...     y = nd.Dropout(x, p=0.5)
    >>> bool(((y == 0) + (y == 2)).asnumpy().all())
    True
    """
    check(0 <= p <= 1, "Dropout", f"p={p} is not a probability; it must lie in [0, 1].")
    check(all(0 <= i < data.ndim for i in axes), "Dropout", f"axes {axes} do not exist in data of shape {tuple(data.shape)}.")
    if p == 0 or not (train or mode == "always"):
        return data
    if p == 1:
        # Nothing is left to scale up: MXNet's zero times infinity.
        return data * jnp.asarray(jnp.nan, data.dtype)
    shape = tuple(1 if i in axes else n for i, n in enumerate(data.shape))
    # Sixteen random bits an element: the probability is exact to 1 / 65536. JAX would draw 32 bits for each of them.
    words = jax.random.bits(key, ((math.prod(shape) + 1) // 2,), jnp.uint32)
    halves = lax.slice_in_dim(jnp.concatenate([words & jnp.uint32(0xFFFF), words >> 16]), 0, math.prod(shape))
    keep = halves.reshape(shape) >= jnp.uint32(min(round(p * 65536), 65535))
    return jnp.where(keep, data / jnp.asarray(1 - p, data.dtype), jnp.zeros((), data.dtype))
