"""The table of the stage `numpy`: functions of `mx.nd`, and the expression over `mx.np` and `mx.npx` that does the same.

A row is two lines of Python; what is indented further belongs to the line above. In the first, parameters stand in the order that
the function of `mx.nd` has: `name=...` may be left out of a call, and is then left out of the result; `name=value` has that value
where it is left out; `name=NO` has no counterpart, so that a call with it does not fit the row; `*name` is any number of arrays.
In the second, `np.` and `npx.` stand for the modules, and the parameters' names for what the call has.

`tests/rewrite/test_twins.py` runs both forms of every row and compares values, shapes and types.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import libcst as cst

_ROWS = """
zeros(shape, ctx=..., dtype=..., stype=NO)
    np.zeros(shape, dtype=dtype, ctx=ctx)
ones(shape, ctx=..., dtype=...)
    np.ones(shape, dtype=dtype, ctx=ctx)
full(shape, val, ctx=..., dtype="float32", out=NO)
    np.full(shape, val, dtype=dtype, ctx=ctx)
empty(shape, ctx=..., dtype=..., stype=NO)
    np.empty(shape, dtype=dtype, ctx=ctx)
arange(start, stop=..., step=..., repeat=NO, infer_range=NO, ctx=..., dtype=...)
    np.arange(start, stop, step, dtype=dtype, ctx=ctx)
eye(N, M=..., k=..., ctx=..., dtype=...)
    np.eye(N, M, k=k, dtype=dtype, ctx=ctx)
linspace(start, stop, num, endpoint=..., ctx=..., dtype=...)
    np.linspace(start, stop, num, endpoint=endpoint, dtype=dtype, ctx=ctx)
zeros_like(data)
    np.zeros_like(data)
ones_like(data)
    np.ones_like(data)
concat(*data, num_args=NO, dim=1)
    np.concatenate([*data], axis=dim)
Concat(*data, num_args=NO, dim=1)
    np.concatenate([*data], axis=dim)
concatenate(arrays, axis=..., always_copy=NO)
    np.concatenate(arrays, axis=axis)
stack(*data, num_args=NO, axis=...)
    np.stack([*data], axis=axis)
sum(data, axis=..., keepdims=..., exclude=NO)
    np.sum(data, axis=axis, keepdims=keepdims)
mean(data, axis=..., keepdims=..., exclude=NO)
    np.mean(data, axis=axis, keepdims=keepdims)
max(data, axis=..., keepdims=..., exclude=NO)
    np.max(data, axis=axis, keepdims=keepdims)
min(data, axis=..., keepdims=..., exclude=NO)
    np.min(data, axis=axis, keepdims=keepdims)
prod(data, axis=..., keepdims=..., exclude=NO)
    np.prod(data, axis=axis, keepdims=keepdims)
norm(data, ord=NO, axis=..., out_dtype=NO, keepdims=...)
    np.linalg.norm(data, axis=axis, keepdims=keepdims)
argmax(data, axis=..., keepdims=NO)
    np.argmax(data, axis=axis).astype("float32")
argmin(data, axis=..., keepdims=NO)
    np.argmin(data, axis=axis).astype("float32")
argsort(data, axis=..., is_ascend=NO, dtype=NO)
    np.argsort(data, axis=axis).astype("float32")
sort(data, axis=..., is_ascend=NO)
    np.sort(data, axis=axis)
topk(data, axis=..., k=..., ret_typ=..., is_ascend=..., dtype=...)
    npx.topk(data, axis=axis, k=k, ret_typ=ret_typ, is_ascend=is_ascend, dtype=dtype)
dot(lhs, rhs, transpose_a=NO, transpose_b=NO, forward_stype=NO)
    np.dot(lhs, rhs)
batch_dot(lhs, rhs, transpose_a=..., transpose_b=..., forward_stype=NO)
    npx.batch_dot(lhs, rhs, transpose_a=transpose_a, transpose_b=transpose_b)
linalg.gemm2(A, B, transpose_a=NO, transpose_b=NO, alpha=NO, axis=NO)
    np.matmul(A, B)
linalg_gemm2(A, B, transpose_a=NO, transpose_b=NO, alpha=NO, axis=NO)
    np.matmul(A, B)
transpose(data, axes=...)
    np.transpose(data, axes)
expand_dims(data, axis)
    np.expand_dims(data, axis)
squeeze(data, axis=...)
    np.squeeze(data, axis)
swapaxes(data, dim1, dim2)
    np.swapaxes(data, dim1, dim2)
SwapAxis(data, dim1, dim2)
    np.swapaxes(data, dim1, dim2)
moveaxis(tensor, source, destination)
    np.moveaxis(tensor, source, destination)
split(data, num_outputs, axis=1, squeeze_axis=NO)
    np.split(data, num_outputs, axis=axis)
SliceChannel(data, num_outputs, axis=1, squeeze_axis=NO)
    np.split(data, num_outputs, axis=axis)
tile(data, reps)
    np.tile(data, reps)
repeat(data, repeats, axis=...)
    np.repeat(data, repeats, axis)
flip(data, axis)
    np.flip(data, axis)
reverse(data, axis)
    np.flip(data, axis)
cumsum(a, axis=..., dtype=...)
    np.cumsum(a, axis=axis, dtype=dtype)
diag(data, k=..., axis1=NO, axis2=NO)
    np.diag(data, k=k)
clip(data, a_min, a_max)
    np.clip(data, a_min, a_max)
where(condition, x, y)
    np.where(condition, x, y)
take(a, indices, axis=0, mode="clip")
    np.take(a, indices, axis=axis, mode=mode)
one_hot(indices, depth, on_value=..., off_value=..., dtype=...)
    npx.one_hot(indices, depth, on_value=on_value, off_value=off_value, dtype=dtype)
pick(data, index, axis=..., keepdims=..., mode=...)
    npx.pick(data, index, axis=axis, keepdims=keepdims, mode=mode)
gather_nd(data, indices)
    npx.gather_nd(data, indices)
slice(data, begin, end, step=...)
    npx.slice(data, begin, end, step=step)
reshape_like(lhs, rhs, lhs_begin=..., lhs_end=..., rhs_begin=..., rhs_end=...)
    npx.reshape_like(lhs, rhs, lhs_begin=lhs_begin, lhs_end=lhs_end, rhs_begin=rhs_begin, rhs_end=rhs_end)
cast(data, dtype)
    data.astype(dtype)
Cast(data, dtype)
    data.astype(dtype)
abs(data)
    np.abs(data)
sign(data)
    np.sign(data)
square(data)
    np.square(data)
sqrt(data)
    np.sqrt(data)
cbrt(data)
    np.cbrt(data)
exp(data)
    np.exp(data)
expm1(data)
    np.expm1(data)
log(data)
    np.log(data)
log1p(data)
    np.log1p(data)
log2(data)
    np.log2(data)
log10(data)
    np.log10(data)
sin(data)
    np.sin(data)
cos(data)
    np.cos(data)
tan(data)
    np.tan(data)
tanh(data)
    np.tanh(data)
sinh(data)
    np.sinh(data)
cosh(data)
    np.cosh(data)
arcsin(data)
    np.arcsin(data)
arccos(data)
    np.arccos(data)
arctan(data)
    np.arctan(data)
floor(data)
    np.floor(data)
ceil(data)
    np.ceil(data)
trunc(data)
    np.trunc(data)
negative(data)
    np.negative(data)
reciprocal(data)
    np.reciprocal(data)
erf(data)
    npx.erf(data)
erfinv(data)
    npx.erfinv(data)
gamma(data)
    npx.gamma(data)
gammaln(data)
    npx.gammaln(data)
relu(data)
    npx.relu(data)
sigmoid(data)
    npx.sigmoid(data)
softmax(data, length=NO, axis=..., temperature=..., dtype=..., use_length=NO)
    npx.softmax(data, axis=axis, temperature=temperature, dtype=dtype)
log_softmax(data, axis=..., temperature=..., dtype=..., use_length=NO)
    npx.log_softmax(data, axis=axis, temperature=temperature, dtype=dtype)
smooth_l1(data, scalar=...)
    npx.smooth_l1(data, scalar=scalar)
maximum(lhs, rhs)
    np.maximum(lhs, rhs)
minimum(lhs, rhs)
    np.minimum(lhs, rhs)
broadcast_maximum(lhs, rhs)
    np.maximum(lhs, rhs)
broadcast_minimum(lhs, rhs)
    np.minimum(lhs, rhs)
broadcast_add(lhs, rhs)
    lhs + rhs
broadcast_plus(lhs, rhs)
    lhs + rhs
elemwise_add(lhs, rhs)
    lhs + rhs
add(lhs, rhs)
    lhs + rhs
broadcast_sub(lhs, rhs)
    lhs - rhs
broadcast_minus(lhs, rhs)
    lhs - rhs
elemwise_sub(lhs, rhs)
    lhs - rhs
subtract(lhs, rhs)
    lhs - rhs
broadcast_mul(lhs, rhs)
    lhs * rhs
elemwise_mul(lhs, rhs)
    lhs * rhs
multiply(lhs, rhs)
    lhs * rhs
broadcast_div(lhs, rhs)
    lhs / rhs
elemwise_div(lhs, rhs)
    lhs / rhs
divide(lhs, rhs)
    lhs / rhs
broadcast_power(lhs, rhs)
    lhs ** rhs
power(base, exp)
    base ** exp
broadcast_to(data, shape)
    np.broadcast_to(data, shape)
Activation(data, act_type)
    npx.activation(data, act_type=act_type)
LeakyReLU(data, gamma=NO, act_type=..., slope=..., lower_bound=NO, upper_bound=NO)
    npx.leaky_relu(data, act_type=act_type, slope=slope)
FullyConnected(data, weight, bias=..., num_hidden=..., no_bias=..., flatten=...)
    npx.fully_connected(data, weight, bias, num_hidden=num_hidden, no_bias=no_bias, flatten=flatten)
Convolution(data, weight, bias=..., kernel=..., stride=..., dilate=..., pad=..., num_filter=...,
        num_group=..., workspace=NO, no_bias=...)
    npx.convolution(data, weight, bias, kernel=kernel, stride=stride, dilate=dilate, pad=pad,
        num_filter=num_filter, num_group=num_group, no_bias=no_bias)
Pooling(data, kernel=..., pool_type=..., global_pool=..., cudnn_off=NO, pooling_convention=..., stride=..., pad=...)
    npx.pooling(data, kernel=kernel, pool_type=pool_type, global_pool=global_pool, pooling_convention=pooling_convention,
        stride=stride, pad=pad)
LayerNorm(data, gamma, beta, axis=..., eps=..., output_mean_var=NO)
    npx.layer_norm(data, gamma, beta, axis=axis, eps=eps)
Dropout(data, p=..., mode=..., axes=...)
    npx.dropout(data, p=p, mode=mode, axes=axes)
Embedding(data, weight, input_dim=..., output_dim=..., dtype=..., sparse_grad=NO)
    npx.embedding(data, weight, input_dim=input_dim, output_dim=output_dim, dtype=dtype)
Flatten(data)
    npx.batch_flatten(data)
flatten(data)
    npx.batch_flatten(data)
SequenceMask(data, sequence_length=..., use_sequence_length=..., value=..., axis=...)
    npx.sequence_mask(data, sequence_length, use_sequence_length=use_sequence_length, value=value, axis=axis)
contrib.arange_like(data, start=..., step=..., repeat=NO, ctx=NO, axis=...)
    npx.arange_like(data, start=start, step=step, axis=axis)
random.uniform(low=0, high=1, shape, dtype=..., ctx=...)
    np.random.uniform(low, high, size=shape, dtype=dtype, ctx=ctx)
random_uniform(low=0, high=1, shape, ctx=..., dtype=...)
    np.random.uniform(low, high, size=shape, dtype=dtype, ctx=ctx)
uniform(low=0, high=1, shape, ctx=..., dtype=...)
    np.random.uniform(low, high, size=shape, dtype=dtype, ctx=ctx)
random.normal(loc=0, scale=1, shape, dtype=..., ctx=...)
    np.random.normal(loc, scale, size=shape, dtype=dtype, ctx=ctx)
random_normal(loc=0, scale=1, shape, ctx=..., dtype=...)
    np.random.normal(loc, scale, size=shape, dtype=dtype, ctx=ctx)
normal(loc=0, scale=1, shape, ctx=..., dtype=...)
    np.random.normal(loc, scale, size=shape, dtype=dtype, ctx=ctx)
random.randn(*shape)
    np.random.randn(*shape)
random.randint(low, high, shape, dtype="int32", ctx=...)
    np.random.randint(low, high, size=shape, dtype=dtype, ctx=ctx)
from_numpy(ndarray, zero_copy=...)
    np.array(ndarray)
waitall()
    npx.waitall()
save(fname, data)
    npx.save(fname, data)
load(fname)
    npx.load(fname)
"""


#: what a call has for each parameter
Values = dict[str, cst.BaseExpression | list[cst.Arg]]


class Parameter(NamedTuple):
    """A parameter of a function of `mx.nd`."""

    name: str
    required: bool
    default: str | None  #: Python of the value where a call leaves the parameter out; None where it is then left out too
    fits: bool  #: whether a call may have it
    rest: bool  #: any number of arrays


class Row(NamedTuple):
    """A row of the table."""

    parameters: tuple[Parameter, ...]
    template: str


@functools.cache
def rows() -> dict[str, Row]:
    """The table: name below `mx.nd` -> row."""
    lines = _ROWS.strip().replace("\n        ", " ").splitlines()
    table: dict[str, Row] = {}
    for signature, template in zip(lines[::2], lines[1::2]):
        name, _, parameters = signature.removesuffix(")").partition("(")
        words = [word.strip() for word in parameters.split(",") if word.strip()]
        table[name] = Row(tuple(map(_parameter, words)), template.strip())
    return table


def _parameter(word: str) -> Parameter:
    name, equals, default = word.partition("=")
    rest = name.startswith("*")
    given = None if not equals or default in ("...", "NO") else default
    return Parameter(name.lstrip("*"), not equals and not rest, given, default != "NO", rest)


def bound(row: Row, args: list[cst.Arg]) -> Values | None:
    """The values of the parameters in a call, or None where the call does not fit the row."""
    values: Values = {}
    by_name = {parameter.name: parameter for parameter in row.parameters}
    rest = next((parameter for parameter in row.parameters if parameter.rest), None)
    positional = [parameter for parameter in row.parameters if not parameter.rest]
    if rest is not None:
        values[rest.name] = [arg.with_changes(comma=cst.MaybeSentinel.DEFAULT) for arg in args if arg.keyword is None]
        if not values[rest.name] or any(arg.star == "**" for arg in args):
            return None
        positional = []
    for i, arg in enumerate(args):
        if arg.star and rest is None or arg.star == "**":
            return None
        if arg.keyword is None:
            if rest is not None:
                continue
            if i >= len(positional):
                return None
            parameter = positional[i]
        elif arg.keyword.value in by_name and not by_name[arg.keyword.value].rest:
            parameter = by_name[arg.keyword.value]
        else:
            return None
        if not parameter.fits or parameter.name in values:
            return None
        values[parameter.name] = arg.value
    for parameter in row.parameters:
        if parameter.name not in values:
            if parameter.required:
                return None
            if parameter.default is not None:
                values[parameter.name] = cst.parse_expression(parameter.default)
    return values


_ATOMS = (
    cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.BaseNumber, cst.SimpleString, cst.FormattedString,
    cst.BaseList, cst.BaseSet, cst.Dict, cst.ListComp, cst.DictComp, cst.SetComp,
)  # fmt: skip


def atom(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression that may stand beside any operator: with parentheses, if it needs them."""
    if isinstance(node, _ATOMS) or getattr(node, "lpar", ()):
        return node
    return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


class _Filled(cst.CSTTransformer):
    """Puts the values of a call into a template."""

    def __init__(self, values: Values, modules: dict[str, cst.BaseExpression], names: set[str]):
        super().__init__()
        self.values, self.modules, self.names = values, modules, names

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        return updated_node.with_changes(attr=original_node.attr, value=atom(updated_node.value))

    def leave_Arg(
        self, original_node: cst.Arg, updated_node: cst.Arg
    ) -> cst.Arg | cst.RemovalSentinel | cst.FlattenSentinel[cst.Arg]:
        value = original_node.value
        if isinstance(value, cst.Name) and value.value in self.names:
            given = self.values.get(value.value)
            if given is None:
                return cst.RemoveFromParent()
            if isinstance(given, list):
                return cst.FlattenSentinel(given)
        return updated_node.with_changes(keyword=original_node.keyword)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        args = [arg.with_changes(comma=cst.MaybeSentinel.DEFAULT) for arg in updated_node.args]
        return updated_node.with_changes(args=args)

    def leave_List(self, original_node: cst.List, updated_node: cst.List) -> cst.List:
        elements: list[cst.BaseElement] = []
        for element in updated_node.elements:
            given = self.values.get(element.value.value) if isinstance(element.value, cst.Name) else None
            if isinstance(given, list):
                elements += [cst.StarredElement(arg.value) if arg.star else cst.Element(arg.value) for arg in given]
            else:
                elements.append(element)
        return updated_node.with_changes(elements=elements)

    def leave_BinaryOperation(self, original_node: cst.BinaryOperation, updated_node: cst.BinaryOperation) -> cst.BinaryOperation:
        return updated_node.with_changes(left=atom(updated_node.left), right=atom(updated_node.right))

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if original_node.value in self.names:
            given = self.values.get(original_node.value, updated_node)
            return updated_node if isinstance(given, list) else given
        return self.modules.get(original_node.value, updated_node)


def filled(row: Row, values: Values, modules: dict[str, cst.BaseExpression]) -> cst.BaseExpression:
    """The expression of a row with the values of a call; `modules` says how the file writes `np` and `npx`."""
    names = {parameter.name for parameter in row.parameters}
    template = cst.ensure_type(cst.parse_expression(row.template), cst.BaseExpression)
    return cst.ensure_type(template.visit(_Filled(values, modules, names)), cst.BaseExpression)
