"""Operators on arrays of equal shape: arithmetic, comparison and logic of two, sums of many, selection."""

import jax
import jax.numpy as jnp

from jmx.core.declare.op import AnyArray, Array, any_layout, op
from jmx.core.declare.traits import IntegerForm, numbered_for, passed_on

from ._binary import FLAT, KERNELS, TRUTHS
from ._checks import check, fail
from ._examples import shown
from ._numeric import refuse_bool

_DOC = """{text}

lhs, rhs    arrays of one shape and one numeric type

Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.
"""


def _same_shapes(name, arrays, hint=""):
    first = arrays[0].shape
    for i, x in enumerate(arrays):
        if x.shape != first:
            text = f"incompatible shapes: expected {list(first)} for every input, got {list(x.shape)} at input {i}."
            fail(name, text + hint)


def _declare(word, names, **traits):
    kernel, text, _ = KERNELS[word]
    name = names[0]
    hint = f" Use broadcast_{word} for shapes that broadcast." if f"_{word}" in name else ""

    def apply(lhs: Array, rhs: Array):
        refuse_bool(name, lhs)
        _same_shapes(name, (lhs, rhs), hint)
        return kernel(lhs, rhs)

    doc = _DOC.format(text=text)
    if word in _RESULTS:
        doc += shown(f"nd.{name}(nd.array([1, 2]), nd.array([2, 8]))", _RESULTS[word])
    traits.update(same_shape=True, channels_last=any_layout, zero_gradient=kernel in TRUTHS, flat_integers=kernel in FLAT)
    traits.update(onnx=("elementwise.binary", word), source=("binary", word), backward=word)
    return op(*names, doc=doc, **traits)(apply)


#: what the functions of mx.nd give for [1, 2] and [2, 8], in their examples
_RESULTS = {"add": "[ 3. 10.]", "sub": "[-1. -6.]", "mul": "[ 2. 16.]", "div": "[0.5  0.25]"}
_NAMES = {
    "add": ["elemwise_add", "_Plus", "_add", "_plus", "_sparse_elemwise_add"],
    "sub": ["elemwise_sub", "_Minus", "_minus", "_sparse_elemwise_sub", "_sub"],
    "mul": ["elemwise_mul", "_Mul", "_mul", "_sparse_elemwise_mul"],
    "div": ["elemwise_div", "_Div", "_div", "_sparse_elemwise_div"],
    "mod": ["_mod", "_Mod"],
    "power": ["_power", "_Power"],
    "hypot": ["_hypot", "_Hypot"],
    "maximum": ["_maximum", "_Maximum"],
    "minimum": ["_minimum", "_Minimum"],
    "equal": ["_equal", "_Equal"],
    "not_equal": ["_not_equal", "_Not_Equal"],
    "greater": ["_greater", "_Greater"],
    "greater_equal": ["_greater_equal", "_Greater_Equal"],
    "lesser": ["_lesser", "_Lesser"],
    "lesser_equal": ["_lesser_equal", "_Lesser_Equal"],
    "logical_and": ["_logical_and", "_Logical_And"],
    "logical_or": ["_logical_or", "_Logical_Or"],
    "logical_xor": ["_logical_xor", "_Logical_Xor"],
}

_TRAITS = {
    "mul": {"integers": IntegerForm("_contrib_quantized_elemwise_mul", requantize=True)},
    "add": {
        "integers": IntegerForm("_contrib_quantized_elemwise_add", requantize=True),
        "keeps_storage": True,
        "gradient_names": passed_on,
        "outputs": ("output",),
        "adds": True,
        "follows": "sum",
    },
    "sub": {"keeps_storage": True},
}
for _word, _names in _NAMES.items():
    _declare(_word, _names, **_TRAITS.get(_word, {}))
# Distinct operators in MXNet's graphs: gradients are summed by the one, row-sparse arrays divided by the other.
_declare("add", ["_grad_add"], no_gradient=True)
_declare("div", ["_scatter_elemwise_div"])


@op(
    "add_n",
    "ElementWiseSum",
    "_sparse_ElementWiseSum",
    "_sparse_add_n",
    "_npx_add_n",
    same_shape=True,
    channels_last=any_layout,
    keeps_storage=True,
    gradient_names=lambda label, inputs: [("output", name) for name in inputs],
    onnx="elementwise.add_n",
    source="add_n",
    backward=None,
)
def add_n(*args: Array) -> jax.Array:
    """Sum of any number of arrays.

    args    arrays of one shape and one numeric type, at least one

    Returns an array of that shape and type. Raises MXNetError for different shapes or types and for boolean arrays.

    Examples
    --------
    >>> nd.add_n(nd.array([1, 2]), nd.array([10, 20]), nd.array([100, 200]))
    [111. 222.]
    <NDArray 2 @cpu(0)>
    """
    check(args, "add_n", "at least one array is needed")
    refuse_bool("add_n", args[0])
    _same_shapes("add_n", args)
    total = args[0]
    for x in args[1:]:
        total = total + x
    return total


@op(
    "_identity_with_attr_like_rhs",
    same_shape=True,
    gradient_names=numbered_for("lhs"),
    keeps_storage=True,
    onnx="elementwise.same",
)
def identity_with_attr_like_rhs(lhs: Array, rhs: Array) -> jax.Array:
    """`lhs`, whose unknown shape in a graph is that of `rhs`.

    lhs, rhs    arrays of one shape and type; `rhs` gets no gradient

    Returns an array like `lhs`. Raises MXNetError for different shapes or types.
    """
    _same_shapes("_identity_with_attr_like_rhs", (lhs, rhs))
    return lhs


@op(
    "where",
    "_sparse_where",
    waits_for_shapes=True,
    gradient_names=numbered_for("x", "y"),
    onnx="elementwise.where",
    source="where",
)
def where(condition: AnyArray, x: Array, y: Array) -> jax.Array:
    """Elements of `x` where `condition` is not 0, else of `y`.

    condition    array of the shape of `x`, or of one dimension as long as the first axis of `x` to choose whole rows;
                 of any type. It gets no gradient.
    x, y    arrays of one shape and type

    Returns an array like `x`. Raises MXNetError for other shapes and for different types of `x` and `y`.

    Examples
    --------
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([[5, 6], [7, 8]])
    >>> nd.where(nd.array([[0, 1], [1, 0]]), x, y)
    [[5. 2.]
     [3. 8.]]
    <NDArray 2x2 @cpu(0)>
    >>> nd.where(nd.array([1, 0]), x, y)
    [[1. 2.]
     [7. 8.]]
    <NDArray 2x2 @cpu(0)>
    """
    _same_shapes("where", (x, y))
    chosen = condition != 0
    if condition.shape != x.shape:
        if condition.ndim != 1 or x.ndim < 2 or condition.shape[0] != x.shape[0]:
            rows = f" or [{x.shape[0]}]" if x.ndim > 1 else ""
            fail("where", f"condition has shape {list(condition.shape)}; expected {list(x.shape)}{rows}")
        chosen = chosen.reshape(chosen.shape + (1,) * (x.ndim - 1))
    return jnp.where(chosen, x, y)


@where.deduce
def _(a, condition=None, x=None, y=None):
    known = x if x is not None else y
    if known is None and condition is not None and len(condition.shape) > 1:  # of one axis it may choose rows
        known = condition
    return {} if known is None else {"x": known.shape, "y": known.shape}
