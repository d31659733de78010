"""What functions and operators of `mx.nd` return: the element type and the number of axes, as far as their arguments tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import libcst as cst

#: names of element types, as strings and as attributes of NumPy
TYPES = frozenset("float16 float32 float64 int8 int32 int64 uint8 bool uint16 uint32 uint64 int16 bool_ double".split())
REDUCTIONS = frozenset("sum mean max min prod norm nansum nanprod sum_axis max_axis min_axis argmax argmin".split())
_NO_ARRAYS = frozenset("load save waitall seed NDArray wait_to_read attach_grad backward imdecode".split())
_MAKERS = frozenset(
    "zeros ones full empty random.uniform random.normal random_uniform random_normal uniform normal random.randn random.randint "
    "random.gamma random.exponential random.poisson arange linspace eye".split()
)
_TYPE_POSITION = {"zeros": 2, "ones": 2, "full": 3, "empty": 2, "array": 2, "cast": 1, "Cast": 1, "astype": 1}
_SHAPE_POSITION = {"zeros": 0, "ones": 0, "full": 0, "empty": 0, "random.uniform": 2, "random.normal": 2, "random_uniform": 2,
                   "random_normal": 2, "uniform": 2, "normal": 2, "random.randint": 2}  # fmt: skip
#: names whose result has as many axes as the first array
#: functions that give numbers for numbers
_OF_NUMBERS = frozenset("maximum minimum power equal not_equal greater greater_equal lesser lesser_equal".split())
_SAME = frozenset(
    "abs sign square sqrt cbrt exp expm1 log log1p log2 log10 sin cos tan tanh sinh cosh arcsin arccos arctan floor ceil trunc "
    "negative reciprocal erf erfinv gamma gammaln relu sigmoid softmax log_softmax smooth_l1 zeros_like ones_like transpose "
    "swapaxes SwapAxis flip reverse clip sort argsort copy detach as_in_context as_in_ctx astype cast Cast round rint fix rsqrt "
    "slice slice_axis concat Concat Activation LeakyReLU Dropout Pooling Convolution LayerNorm BatchNorm topk "
    "SequenceMask moveaxis flatten_ broadcast_axes as_nd_ndarray as_np_ndarray".split()
)
_PASSED_ON = frozenset("copy detach as_in_context as_in_ctx astype cast Cast as_nd_ndarray as_np_ndarray".split())
_FLOAT32 = frozenset("one_hot topk argsort".split())


class Value(NamedTuple):
    """What an expression gives."""

    #: "array" (of mx), "number" (of Python's or NumPy's), "other" (no mx array), "list", "dict", "batch", "loader", "block",
    #: "mixed" (now this, now that), "?" (not known)
    kind: str
    dtype: str | None = None  #: element type of an array, where it is known
    rank: int | None = None  #: how many axes an array has in mx.nd, where that is known
    bare: bool = False  #: whether an array of one axis may have none in mx.np
    sure: bool = True  #: whether it is an array by what it comes from, and not only by what is done with it
    items: tuple[Value, ...] = ()  #: of a list: its elements, or one value for all of them

    @property
    def is_array(self) -> bool:
        return self.kind == "array"


UNKNOWN, OTHER, NUMBER, BLOCK = Value("?"), Value("other"), Value("number"), Value("block")
CODE = Value("number", "code")  #: a number that is a code in a shape: 0, -2, -3, -4


def number(node: cst.CSTNode | None) -> int | None:
    """The whole number that an expression writes out, or None."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        below = number(node.expression)
        return None if below is None else -below
    return node.evaluated_value if isinstance(node, cst.Integer) else None


def argument(args: Sequence[cst.Arg], name: str, position: int) -> cst.BaseExpression | None:
    """The expression that a call has for a parameter, or None."""
    for i, arg in enumerate(args):
        if arg.keyword.value == name if arg.keyword else i == position and not arg.star:
            return arg.value
    return None


def type_of(node: cst.CSTNode | None) -> str | None:
    """The element type that an expression names, or None."""
    if isinstance(node, cst.SimpleString):
        text = node.evaluated_value
        return text if isinstance(text, str) and text in TYPES else None
    if isinstance(node, cst.Attribute) and node.attr.value in TYPES:
        return node.attr.value.rstrip("_")
    return None


def combined(left: Value, right: Value) -> Value:
    """The result of an operator of Python between two values."""
    if not left.is_array and not right.is_array:
        if left.kind == right.kind == "number":
            return NUMBER
        known = ("number", "other", "list")
        return left._replace(kind="other", items=()) if left.kind in known and right.kind in known else left._replace(kind="?")
    if left.is_array and right.is_array:
        rank = max(left.rank, right.rank) if left.rank and right.rank else None
        return left._replace(
            dtype=left.dtype or right.dtype, rank=rank, bare=left.bare and right.bare, sure=left.sure or right.sure
        )
    array, other = (left, right) if left.is_array else (right, left)
    if other.kind == "number":
        return array
    return array._replace(rank=None)


def indexed(owner: Value, node: cst.Subscript, values: Mapping[cst.CSTNode, Value]) -> Value:
    """What an index makes of an array."""
    rank, bare, sure_of_rank = owner.rank, False, owner.rank is not None
    numbers = 0
    for element in node.slice:
        index = element.slice
        if not isinstance(index, cst.Index):
            continue
        value = index.value
        if isinstance(value, cst.Ellipsis):
            continue
        if isinstance(value, cst.Name) and value.value == "None":
            rank = None if rank is None else rank + 1
            numbers -= 100  # a new axis is there in any case
            continue
        kind = values[value].kind if value in values else "?"
        if number(value) is not None or kind == "number":
            rank = None if rank is None else rank - 1
            numbers += 1
        elif kind == "array" or kind == "list":
            rank, numbers = None, numbers - 100
        else:  # a name that may be a number, or an array
            rank, sure_of_rank, numbers = None, False, numbers + 1
    slices = any(isinstance(element.slice, cst.Slice) for element in node.slice)
    if numbers > 0 and not slices:
        bare = rank == 0 if rank is not None and sure_of_rank else True
    return owner._replace(rank=None if rank is None else max(rank, 1), bare=bare)


def reduced(value: Value, args: Sequence[cst.Arg]) -> Value:
    """What is left of an array when it is reduced along axes."""
    axis, keep = argument(args, "axis", 1), argument(args, "keepdims", 2)
    keeps = isinstance(keep, cst.Name) and keep.value == "True"
    if keeps:
        return value._replace(bare=False)
    if any(arg.star for arg in args) or argument(args, "exclude", 9) is not None:
        return value._replace(rank=None, bare=True)
    if axis is None or isinstance(axis, cst.Name) and axis.value == "None":
        return value._replace(rank=1, bare=True)
    if isinstance(axis, (cst.Tuple, cst.List)):
        axes = [number(element.value) for element in axis.elements]
    else:
        axes = [number(axis)]
    if value.rank is not None and (len(axes) > 1 or axes[0] is not None or not isinstance(axis, (cst.Name, cst.Attribute))):
        rank = value.rank - len(axes)
        return value._replace(rank=max(rank, 1), bare=rank < 1)
    highest = max([one for one in axes if one is not None], default=0)
    return value._replace(rank=None, bare=highest < len(axes))


def of_function(key: str, args: Sequence[cst.Arg], given: Sequence[Value]) -> Value:
    """What a function of `mx.nd`, or a method of its arrays, returns for such arguments."""
    if key in _OF_NUMBERS and given and all(one.kind == "number" for one in given):
        return NUMBER
    first = next((one for one in given if one.is_array), None)
    if key in ("asnumpy", "tolist", "list", "shape_array"):
        return OTHER if key != "shape_array" else Value("array", "int64", 1)
    if key in ("asscalar", "item"):
        return NUMBER
    if key in _NO_ARRAYS:
        return UNKNOWN
    said = type_of(argument(args, "dtype", _TYPE_POSITION.get(key, 99)))
    asked = argument(args, "dtype", _TYPE_POSITION.get(key, 99)) is not None
    if key == "array":
        dtype = said if asked else first.dtype if given and given[0].is_array and first else "float32"
        return Value("array", dtype, _depth(args[0].value, given[0]) if args else None)
    if key in _MAKERS:
        default = "int32" if key == "random.randint" else "float32"
        shape = argument(args, "shape", _SHAPE_POSITION.get(key, 99))
        rank = {"arange": 1, "linspace": 1, "eye": 2}.get(key)
        if isinstance(shape, (cst.Tuple, cst.List)):
            rank = len(shape.elements)
        elif number(shape) is not None:
            rank = 1
        elif key == "random.randn":
            rank = sum(arg.keyword is None for arg in args)
        return Value("array", said if asked else default, rank)
    base = first or Value("array")
    base = base._replace(bare=base.bare and key in _SAME, sure=base.sure, items=())
    if asked or key in _FLOAT32:
        base = base._replace(dtype=said if asked else "float32")
    if key in REDUCTIONS:
        return reduced(base, args)
    if key in ("split", "SliceChannel", "split_v2"):
        return Value("list", items=(base._replace(rank=None),) * 11)
    if key == "expand_dims":
        return base._replace(rank=None if base.rank is None else base.rank + 1)
    if key == "stack":
        return base._replace(rank=None if base.rank is None else base.rank + 1)
    if key in ("flatten", "Flatten", "FullyConnected"):
        return base._replace(rank=2)
    if key == "batch_dot":
        return base._replace(rank=3)
    if key == "dot":
        ranks = [one.rank for one in given[:2]]
        if len(ranks) == 2 and ranks[0] and ranks[1]:
            rank = ranks[0] + ranks[1] - 2
            return base._replace(rank=max(rank, 1), bare=rank == 0)
        return base._replace(rank=None, bare=not any(rank and rank > 1 for rank in ranks))
    if key in ("reshape", "Reshape", "broadcast_to"):
        return base._replace(rank=_shape_length(args))
    if key == "cumsum":
        return base._replace(rank=1 if argument(args, "axis", 1) is None else base.rank)
    if key == "squeeze":
        return base._replace(rank=None, bare=True)
    if key == "one_hot":
        return base._replace(rank=None if base.rank is None else base.rank + 1)
    if key in _SAME:
        return base._replace(bare=base.bare and key in _PASSED_ON | _SAME)
    return base._replace(rank=_rank_of_broadcast(key, given) if first is not None else None)


def _rank_of_broadcast(key: str, given: Sequence[Value]) -> int | None:
    """How many axes the result of a function of two arrays has, or None."""
    if key == "broadcast_like":
        return given[1].rank if len(given) > 1 and given[1].is_array else None
    if not key.startswith(("broadcast_", "elemwise_")) and key not in ("maximum", "minimum", "add", "subtract"):
        return None
    ranks = [one.rank if one.is_array else 1 if one.kind == "number" else None for one in given[:2]]
    return max(rank for rank in ranks if rank) if all(ranks) else None


def _shape_length(args: Sequence[cst.Arg]) -> int | None:
    shape = argument(args, "shape", 1)
    several = [arg for arg in args[1:] if arg.keyword is None]
    parts: list[cst.BaseExpression]
    if len(several) > 1:
        parts = [arg.value for arg in several]
    elif isinstance(shape, (cst.Tuple, cst.List)):
        parts = [element.value for element in shape.elements]
    elif shape is not None and number(shape) is not None:
        parts = [shape]
    else:
        return None
    codes = [number(part) for part in parts]
    return None if any(code is not None and code < -1 for code in codes) else len(parts)


def _depth(node: cst.BaseExpression, value: Value) -> int | None:
    """How many axes an array made of an expression has."""
    if value.is_array:
        return value.rank
    if isinstance(node, (cst.List, cst.Tuple)):
        if not node.elements:
            return 1
        first = node.elements[0].value
        inner = value.items[0] if value.items else value
        if isinstance(first, (cst.BaseNumber, cst.UnaryOperation)) or inner.kind == "number" or _is_truth(first):
            return 1
        if isinstance(first, (cst.List, cst.Tuple)):
            below = _depth(first, inner)
            return None if below is None else below + 1
    return None


def _is_truth(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value in ("True", "False")
