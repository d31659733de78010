"""How operators are written in source code that is generated for JAX: what the trait `source` of their declarations means.

The trait is a text with {0}, {1}, ... for the inputs, or the name of a function: of one here, or of one in `jax_source_layers`
as "layers.NAME". Such a function gets the call and returns the expression. An expression holds for every size of the first
axis, which is the batch's, wherever the operator allows that.
"""

import dataclasses
import importlib
from typing import Any


@dataclasses.dataclass
class Call:
    """One call of an operator.

    a         the parsed attributes
    inputs    expressions; names, so that they may be repeated
    shapes    shapes of the inputs
    out       shapes of the outputs
    varying   for each size of the first output whether it depends on the batch's size; None where that is not known
    helpers   takes the names of functions that the expression needs
    modules   takes what makes the modules that the expression needs, by name
    dropout   of a rate, axes and an input: the expression of dropout in the library that is written for
    """

    a: Any
    inputs: list[str]
    shapes: list[tuple[int, ...]]
    out: list[tuple[int, ...]]
    varying: tuple[bool, ...] | None = None
    helpers: set[str] = dataclasses.field(default_factory=set)
    modules: dict[str, str] = dataclasses.field(default_factory=dict)
    dropout: Any = None


class NoSource(Exception):
    """The operator cannot be written with these attributes; the text says why."""


def written(trait, call) -> str:
    """The expression of a call, by the trait of its operator."""
    if trait is None:
        raise NoSource("")
    name, *rest = (trait,) if isinstance(trait, str) else trait
    if "{" in name:
        return name.format(*call.inputs)
    module, _, function = name.rpartition(".")
    found = globals() if not module else vars(importlib.import_module(f".jax_source_{module}", __package__))
    return found[function](call, *rest)


_BINARY = {
    "add": "{0} + {1}", "sub": "{0} - {1}", "mul": "{0} * {1}", "div": "{0} / {1}", "mod": "jnp.mod({0}, {1})",
    "power": "{0} ** {1}", "hypot": "jnp.hypot({0}, {1})", "maximum": "jnp.maximum({0}, {1})",
    "minimum": "jnp.minimum({0}, {1})", "equal": "({0} == {1})", "not_equal": "({0} != {1})", "greater": "({0} > {1})",
    "logical_and": "(({0} != 0) & ({1} != 0))", "logical_or": "(({0} != 0) | ({1} != 0))",
    "logical_xor": "(({0} != 0) ^ ({1} != 0))",
    "greater_equal": "({0} >= {1})", "lesser": "({0} < {1})", "lesser_equal": "({0} <= {1})",
}  # fmt: skip


def binary(call, word) -> str:
    """A function of two arrays; comparisons give numbers of the first one's type."""
    return _of_two(word, *call.inputs, call.inputs[0])


def scalar(call, word, reverse=False) -> str:
    """A function of an array and a number."""
    x, number = call.inputs[0], f"{call.a.scalar:.9g}"
    number = f"({number})" if number.startswith("-") else number
    operands = (number, x) if reverse else (x, number)
    return _of_two(word, *operands, x)


def _of_two(word, left, right, like):
    if word not in _BINARY:
        raise NoSource(word)
    if word == "mod":  # by zero it is zero
        by_zero = _is_zero(right)
        if by_zero is not False:
            return f"jnp.zeros_like({like})" if by_zero else f"jnp.where({right} == 0, 0, jnp.mod({left}, {right}))"
    text = _BINARY[word].format(left, right)
    return f"{text}.astype({like}.dtype)" if text.startswith("(") else text


def _is_zero(text):
    """Whether an operand is the number 0; None where it is an array."""
    try:
        return float(text.strip("()")) == 0
    except ValueError:
        return None


_ACTIVATIONS = {
    "relu": "jax.nn.relu({0})", "sigmoid": "jax.nn.sigmoid({0})", "tanh": "jnp.tanh({0})", "softrelu": "jax.nn.softplus({0})",
    "softsign": "jax.nn.soft_sign({0})", "log_sigmoid": "jax.nn.log_sigmoid({0})", "mish": "jax.nn.mish({0})",
}  # fmt: skip


def activation(call) -> str:
    """Activation."""
    return _ACTIVATIONS[call.a.act_type].format(*call.inputs)


def leaky_relu(call) -> str:
    """LeakyReLU."""
    if call.a.act_type == "prelu":
        x, slope = call.inputs
        if call.shapes[1] != (1,) and len(call.shapes[0]) > 2:  # one for each channel, which are axis 1
            slope = f"{slope}.reshape({', '.join(['-1', *['1'] * (len(call.shapes[0]) - 2)])})"
        return f"jnp.where({x} > 0, {x}, {slope} * {x})"
    texts = {
        "leaky": f"jax.nn.leaky_relu({{0}}, {call.a.slope:.9g})", "elu": f"jax.nn.elu({{0}}, {call.a.slope:.9g})",
        "selu": "jax.nn.selu({0})", "gelu": "jax.nn.gelu({0}, approximate=False)",
    }  # fmt: skip
    if call.a.act_type not in texts:
        raise NoSource(f"act_type={call.a.act_type}")
    return texts[call.a.act_type].format(*call.inputs)


def softmax(call, function="softmax") -> str:
    """softmax and log_softmax along an axis."""
    if getattr(call.a, "use_length", False) and function == "softmax":
        return written("layers.masked_softmax", call)
    if getattr(call.a, "use_length", False) or call.a.dtype is not None:
        raise NoSource("use_length or dtype")
    x = call.inputs[0]
    if call.a.temperature not in (None, 1.0):
        x = f"{x} / {call.a.temperature:.9g}"
    return f"jax.nn.{function}({x}, axis={call.a.axis})"


def reduced(call, function) -> str:
    """A reduction over axes."""
    axis, rank = call.a.axis, len(call.shapes[0])
    axes = tuple(range(rank)) if axis in (None, ()) else tuple(n % rank for n in axis)
    if call.a.exclude and axis not in (None, ()):
        axes = tuple(n for n in range(rank) if n not in axes)
    where = "" if len(axes) == rank else f", axis={axes[0] if len(axes) == 1 else axes}"
    text = f"jnp.{function}({call.inputs[0]}{where}{', keepdims=True' if call.a.keepdims else ''})"
    return text if where else never_a_scalar(call, text)


def never_a_scalar(call, text) -> str:
    """MXNet's result over all axes is an array of one element."""
    return f"{text}.reshape(1)" if call.out[0] == (1,) and not getattr(call.a, "keepdims", False) else text


def reshape(call) -> str:
    """Reshape and Flatten: sizes that depend on the batch's are left open, all others are numbers."""
    x, after = call.inputs[0], call.out[0]
    varying = call.varying or (False,) * len(after)
    if sum(varying) > 1:
        raise NoSource(f"several sizes of {after} that depend on the batch's")
    sizes = [-1 if varies else size for size, varies in zip(after, varying)]
    return f"{x}.reshape({', '.join(map(str, sizes))})"


def reshape_like(call) -> str:
    """The first input in the shape of the second."""
    if call.out[0] != call.shapes[1]:
        raise NoSource("a part of the shape")
    return f"{call.inputs[0]}.reshape({call.inputs[1]}.shape)"


def transpose(call) -> str:
    """transpose."""
    axes = tuple(call.a.axes) or tuple(range(len(call.shapes[0])))[::-1]
    return f"{call.inputs[0]}.transpose({', '.join(map(str, axes))})"


def swap_axis(call) -> str:
    """SwapAxis."""
    return f"jnp.swapaxes({call.inputs[0]}, {call.a.dim1}, {call.a.dim2})"


def expand_dims(call) -> str:
    """expand_dims."""
    return f"jnp.expand_dims({call.inputs[0]}, {call.a.axis})"


def squeeze(call) -> str:
    """squeeze; without axes all that had the size 1, but for the batch's."""
    if not call.a.axis and call.shapes[0][0] == 1:
        raise NoSource("no axis and a first size of 1: give an axis, or an example with a larger batch")
    axis = call.a.axis or [i for i, n in enumerate(call.shapes[0]) if n == 1]
    return f"jnp.squeeze({call.inputs[0]}, axis={tuple(axis)})"


def concat(call) -> str:
    """Concat."""
    return f"jnp.concatenate([{', '.join(call.inputs)}], axis={call.a.dim})"


def stack(call) -> str:
    """stack."""
    return f"jnp.stack([{', '.join(call.inputs)}], axis={call.a.axis})"


def split(call) -> str:
    """SliceChannel."""
    x, a = call.inputs[0], call.a
    text = f"jnp.split({x}, {a.num_outputs}, axis={a.axis})"
    return f"[part.squeeze({a.axis}) for part in {text}]" if a.squeeze_axis else text


def slice_axis(call) -> str:
    """slice_axis."""
    axis, rank = call.a.axis % len(call.shapes[0]), len(call.shapes[0])
    begin, end = call.a.begin or "", "" if call.a.end is None else call.a.end
    places = [":"] * axis + [f"{begin}:{end}"]
    return f"{call.inputs[0]}[{', '.join(places)}{', ...' if axis + 1 < rank else ''}]"


def slice_(call) -> str:
    """slice."""
    steps = call.a.step or ()
    places = []
    for i, (begin, end) in enumerate(zip(call.a.begin, call.a.end)):
        step = steps[i] if i < len(steps) and steps[i] not in (None, 1) else None
        text = f"{'' if begin is None else begin}:{'' if end is None else end}"
        places.append(text if step is None else f"{text}:{step}")
    return f"{call.inputs[0]}[{', '.join(places)}]"


def tile(call) -> str:
    """tile."""
    return f"jnp.tile({call.inputs[0]}, {tuple(call.a.reps)})"


def dot(call) -> str:
    """dot of matrices."""
    left, right = call.inputs
    if {len(shape) for shape in call.shapes} != {2}:
        raise NoSource("dot of others than matrices")
    return f"{left}{'.T' if call.a.transpose_a else ''} @ {right}{'.T' if call.a.transpose_b else ''}"


def batch_dot(call) -> str:
    """batch_dot."""
    left, right = call.inputs
    left = f"jnp.swapaxes({left}, -1, -2)" if call.a.transpose_a else left
    right = f"jnp.swapaxes({right}, -1, -2)" if call.a.transpose_b else right
    return f"{left} @ {right}"


def where(call) -> str:
    """where, with a condition for each element."""
    if call.shapes[0] != call.shapes[1]:
        raise NoSource("a condition for each row")
    return "jnp.where({} != 0, {}, {})".format(*call.inputs)


def clip(call) -> str:
    """clip; with a lower bound above the upper one MXNet looks at the upper one first."""
    if call.a.a_min > call.a.a_max:
        x, low, high = call.inputs[0], f"{call.a.a_min:.9g}", f"{call.a.a_max:.9g}"
        return f"jnp.where({x} > {high}, {high}, jnp.maximum({x}, {low}))"
    return f"jnp.clip({call.inputs[0]}, {call.a.a_min:.9g}, {call.a.a_max:.9g})"


def cast(call) -> str:
    """Cast."""
    return f"{call.inputs[0]}.astype({str(call.a.dtype)!r})"


def add_n(call) -> str:
    """add_n."""
    return " + ".join(call.inputs)
