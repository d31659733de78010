"""The source of a network in Flax NNX, from its structure."""

from __future__ import annotations

import copy
import json
import keyword
import re
from typing import Any, NamedTuple

from ...base import MXNetError
from ...ops import jax_source
from .expressions import Call, written
from .flax_layers import NoTwin, items_of
from .structure import Computation, Part, computation_of

_HELPERS = {
    "channels_first": '''
def channels_first(x):
    """Images with channels last as MXNet has them: (batch, channels, height, width)."""
    return x.transpose(0, 3, 1, 2)
''',
    "channels_last": '''
def channels_last(x):
    """MXNet's images as this network has them: (batch, height, width, channels)."""
    return x.transpose(0, 2, 3, 1)
''',
    "flatten": '''
def flatten(x):
    """All axes but the first as one; of images in MXNet's order, which the weights behind were trained for."""
    return (x.transpose(0, 3, 1, 2) if x.ndim == 4 else x).reshape(x.shape[0], -1)
''',
    "as_indices": '''
def as_indices(x):
    """Words as whole numbers; MXNet has them as numbers of any type."""
    return x.astype(jnp.int32)
''',
}

_HEADER = '''"""A Gluon network in Flax NNX, written by `jmx rewrite --to flax`.

{images}`model = make_model(nnx.Rngs(0))` makes it, `load_weights(model, "{weights}")` gives it
its weights, `model.eval()` and `model.train()` switch dropout and normalization.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
'''

_LOADER = '''

#: where each array of the Gluon network goes: the way to it, and how its layout changes
WEIGHTS = {{
{rows}}}

CHANGES = {{
    "same": lambda array: array,
    "transposed": np.transpose,
    "kernel": lambda array: np.moveaxis(array, (0, 1), (-1, -2)),
}}


def load_weights(model, path):
    """Read the weights of the Gluon network, under structural names, from an .npz or .safetensors file.

    `jmx convert net.params net.npz` makes such a file of what `net.save_parameters` has written.
    """
    if str(path).endswith(".safetensors"):
        from safetensors.numpy import load_file

        arrays = load_file(path)
    else:
        arrays = dict(np.load(path))
    missing = sorted(set(WEIGHTS) - set(arrays))
    if missing:
        raise KeyError(f"{{path}} has no {{', '.join(missing)}}")
    for name, (place, change) in WEIGHTS.items():
        variable = model
        for step in place:
            variable = variable[step] if isinstance(step, int) else getattr(variable, step)
        value = CHANGES[change](arrays[name])
        if value.shape != variable.shape:
            raise ValueError(f"{{name}} has the shape {{value.shape}} here, and the model's {{variable.shape}}")
        variable[...] = jnp.asarray(value)
    return model
'''


class Source(NamedTuple):
    """What was written.

    text       the source
    names      names of the arrays that it takes
    images     whether the network takes images, so that its input has channels last
    problems   what has no twin: (place, what)
    """

    text: str
    names: list[str]
    images: list[bool]
    problems: list[tuple[str, str]]


class Writer:
    """Writes the classes and the expression that makes a model."""

    def __init__(self) -> None:
        self.helpers: set[str] = set()
        self.classes: dict[str, str] = {}  # the text of a class without its name -> its name
        self.weights: list[tuple[str, tuple[Any, ...], str]] = []
        self.problems: list[tuple[str, str]] = []

    def module(self, part: Part, place: tuple[Any, ...]):
        """What makes the twin of a part: an expression, of a module or function."""
        items = self.items(part, place)
        if items is None:
            return self.composite(part, place)
        return items[0] if len(items) == 1 else Call("nnx.Sequential", *items)

    def items(self, part: Part, place: tuple[Any, ...], first=0, alone=True) -> list[Any] | None:
        """A part as items of a sequence; None where it is a block with a computation of its own.

        `first` is the number of the first item in the sequence; `alone` says that the items will be the sequence at `place`,
        which is no sequence where there is one item only.
        """
        if part.is_sequence:
            items: list[Any] = []
            children = list(part.children.values())
            several = alone and self._count(children) != 1
            for child in children:
                here = (*place, "layers", first + len(items)) if several or not alone else place
                of_child = self.leaf(child, place, first + len(items), several or not alone)
                items += [self.module(child, here)] if of_child is None else of_child
            return items
        return self.leaf(part, place, first, None)

    def _count(self, children):
        count = 0
        for child in children:
            found = None if child.is_sequence or child.shapes is None else self._layer(child)
            count += 1 if found is None else len(found)
        return count

    def _layer(self, part):
        try:
            return items_of(part.block, part.shapes[0][0])
        except NoTwin:
            return None

    def leaf(self, part: Part, place, first, in_sequence) -> list[Any] | None:
        """A layer's items, whose weights are noted; None where the part is no layer with a twin."""
        if part.is_sequence or part.shapes is None:
            return None
        try:
            found = items_of(part.block, part.shapes[0][0])
        except NoTwin as error:
            self.problems.append((part.name(), f"{type(part.block).__name__} with {error}"))
            return ["None"]
        if found is None:
            return None
        if in_sequence is None:
            in_sequence = len(found) > 1
        for number, item in enumerate(found):
            self.helpers.update(item.helpers)
            for attribute, (parameter, change) in item.weights.items():
                here = (*place, "layers", first + number) if in_sequence else place
                self.weights.append((".".join((*part.path, parameter)), (*here, attribute), change))
        return [item.expression for item in found] or (["lambda x: x"] if not in_sequence else [])

    # ---- blocks with a computation of their own

    def composite(self, part: Part, place):
        """A call of the class that computes what the part does."""
        try:
            computation = computation_of(part)
        except MXNetError as error:
            self.problems.append((part.name(), str(error)))
            return "None"
        used = [step.of for step in computation.steps if step.kind == "child"]
        names = {id(child): _attribute(child.path[len(part.path) :]) for child in used}
        children = {names[id(child)]: child for child in used}
        params = [step.of for step in computation.steps if step.kind == "parameter"]
        body = self.method(part, computation, names)
        text = _class_text(sorted(children, key=list(children).index), params, body)
        name = self._class_name(type(part.block).__name__, text)
        keywords = {child: self.module(sub, (*place, child)) for child, sub in children.items()}
        for param in params:
            array = part.block._reg_params[param]
            kind = "nnx.Param" if array.grad_req != "null" else "nnx.Variable"
            keywords[param] = Call(kind, f"jnp.zeros({tuple(array.shape)!r})")
            self.weights.append((".".join((*part.path, param)), (*place, param), "same"))
        return Call(name, **keywords)

    def _class_name(self, wanted, text):
        if text not in self.classes:
            taken = set(self.classes.values())
            wanted = re.sub(r"\W", "", wanted).lstrip("_") or "Block"
            name = next(n for n in (wanted, *(f"{wanted}_{i}" for i in range(2, 10000))) if n not in taken)
            self.classes[text] = name
        return self.classes[text]

    def method(self, part: Part, computation: Computation, names) -> tuple[list[str], list[str]]:
        """The lines of `__call__` and its arguments."""
        values: dict[tuple[int, int], str] = {}
        taken: set[str] = set()
        inputs = [step for step in computation.steps if step.kind == "input"]
        count = len(part.shapes[0]) if part.shapes else 0
        arguments = [_fresh("x" if count == 1 else f"x{i + 1}", taken) for i in range(count)]
        lines = []
        for number, step in enumerate(computation.steps):
            if step in inputs:
                values[number, 0] = arguments[step.of]
            elif step.kind == "parameter":
                text = f"self.{step.of}[...]"
                values[number, 0] = self._last(text) if len(step.shapes[0]) == 4 else text
            else:
                given = [values[source] for source in step.inputs]
                if step.kind == "child":
                    hint, text = names[id(step.of)], f"self.{names[id(step.of)]}({', '.join(given)})"
                else:
                    hint, text = _hint(step.of), self._operator(part, computation, step, given)
                outs = [_fresh(hint, taken) for _ in step.shapes]
                lines.append(f"{', '.join(outs)} = {text}")
                values.update({(number, i): out for i, out in enumerate(outs)})
        returned = [values[place] for place in computation.returns]
        if computation.single and lines and lines[-1].startswith(f"{returned[0]} = "):
            lines[-1] = "return " + lines[-1].removeprefix(f"{returned[0]} = ")
        else:
            lines.append(f"return {returned[0] if computation.single else '[' + ', '.join(returned) + ']'}")
        return arguments, lines

    def _last(self, text):
        self.helpers.add("channels_last")
        return f"channels_last({text})"

    def _operator(self, part, computation, step, given):
        node = step.of
        shapes = [computation.steps[number].shapes[index] for number, index in step.inputs]
        images = [len(shape) == 4 for shape in shapes]
        attributes, out = copy.copy(node.parsed), list(step.shapes)
        if any(images) or any(len(shape) == 4 for shape in out):
            rule = node.op.layout_rule
            found = rule(node.parsed, [tuple(shape) for shape in shapes], images) if rule is not None else None
            if found is not None and set(found[1]).issuperset(i for i, image in enumerate(images) if image):
                for key, value in found[0].items():
                    setattr(attributes, key, value)
                shapes, out = [_moved(shape) for shape in shapes], [_moved(shape) for shape in out]
                return self._written(part, node, jax_source.Call(attributes, given, shapes, out, _moved(step.varying)))
            if any(images):
                self.helpers.add("channels_first")
            given = [f"channels_first({text})" if image else text for text, image in zip(given, images)]
            text = self._written(part, node, jax_source.Call(attributes, given, shapes, out, step.varying))
            if any(len(shape) == 4 for shape in out):
                return self._last(text) if len(out) == 1 else f"[channels_last(y) for y in {self._last(text)[14:-1]}]"
            return text
        return self._written(part, node, jax_source.Call(attributes, given, shapes, out, step.varying))

    def _written(self, part, node, call):
        try:
            return jax_source.written(node.op.traits.source, call)
        except jax_source.NoSource as error:
            why = f" with {error}" if str(error) else ""
            self.problems.append((part.name(), f"the operator {node.op.name}{why}"))
            return "None"


def _moved(shape: Any) -> Any:
    """A shape, or facts about its sizes, with channels last."""
    return (shape[0], shape[2], shape[3], shape[1]) if shape is not None and len(shape) == 4 else shape


def _attribute(path):
    name = "_".join(path)
    name = re.sub(r"\W", "_", name)
    name = f"layer{name}" if not name or name[0].isdigit() else name
    return f"{name}_" if keyword.iskeyword(name) else name


def _hint(node):
    return re.sub(r"\W", "_", node.op.name.lower()).strip("_").removeprefix("elemwise_").removeprefix("broadcast_") or "y"


def _fresh(wanted, taken):
    wanted = f"{wanted}_" if keyword.iskeyword(wanted) or wanted in ("jax", "jnp", "nnx", "np", "self") else wanted
    name = next(n for n in (wanted, *(f"{wanted}{i}" for i in range(2, 10000))) if n not in taken)
    taken.add(name)
    return name


def _class_text(children, params, body):
    arguments, lines = body
    given = [*children, *params]
    text = "(nnx.Module):\n"
    if given:
        text += f"    def __init__(self, {', '.join(given)}):\n"
        text += "".join(f"        self.{name} = {name}\n" for name in given) + "\n"
    text += f"    def __call__(self, {', '.join(arguments)}):\n"
    return text + "".join(f"        {line}\n" for line in lines)


def flax_source(part: Part, weights: str) -> Source:
    """The source of the twin of a network.

    Parameters
    ----------
    part : Part
        The whole network.
    weights : str
        The name of the file of weights that the text names.
    """
    writer = Writer()
    model = writer.module(part, ())
    if not writer.weights and not writer.classes and not (isinstance(model, Call) and model.function == "nnx.Sequential"):
        model = Call("nnx.Sequential", model)  # a function by itself is no model
    given = part.shapes[0] if part.shapes else []
    images = [len(shape) == 4 for shape in given]
    about = "Images have their channels last: (batch, height, width, channels).\n" if any(images) else ""
    text = _HEADER.format(images=about, weights=weights)
    for name, source in _HELPERS.items():
        if name in writer.helpers:
            text += "\n" + source
    for source, name in writer.classes.items():
        text += f"\n\nclass {name}{source}"
    text += f"\n\ndef make_model(rngs):\n    return {written(model, 4, 7)}\n"
    rows = "".join(f'    {json.dumps(name)}: ({_quoted(place)}, "{change}"),\n' for name, place, change in writer.weights)
    text += _LOADER.format(rows=rows)
    return Source(_without_unused_imports(text), [name for name, _, _ in writer.weights], images, writer.problems)


def _quoted(place):
    """A way through attributes and numbers, as a tuple."""
    steps = [f'"{step}"' if isinstance(step, str) else str(step) for step in place]
    return f"({', '.join(steps)}{',' if len(steps) == 1 else ''})"


def _without_unused_imports(text):
    lines = text.splitlines(keepends=True)
    for line, word in (("import functools\n", "functools."), ("import jax\n", "jax.nn."), ("import jax\n", "jax.lax.")):
        body = "".join(one for one in lines if one != line)
        needed = word in body or (line == "import jax\n" and re.search(r"\bjax\.(nn|lax)\.", body))
        if not needed and line in lines:
            lines.remove(line)
            if line == "import functools\n":
                lines.pop(lines.index("\n", lines.index('"""\n') + 1))
    return "".join(lines)
