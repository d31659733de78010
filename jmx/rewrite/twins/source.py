"""The source of a network in another library, from its structure; the library is a `Target`."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import keyword
import re
from typing import Any, NamedTuple

from ...base import MXNetError
from ...gluon import nn
from ...ops import jax_source
from .expressions import Call
from .operator_helpers import OPERATOR_HELPERS
from .structure import Computation, Part, computation_of, leaves_of
from .target import Facts, NoTwin, Target


class Source(NamedTuple):
    """What was written.

    text       the source
    weights    of each array that it takes: its name, its place in the model, how its layout changes
    fixed      names of those that the source itself keeps from being trained
    images     whether the network takes images, so that its input has channels last
    problems   what has no twin: (place, what)
    """

    text: str
    weights: list[tuple[str, tuple[Any, ...], str]]
    fixed: set[str]
    images: list[bool]
    problems: list[tuple[str, str]]


class Writer:
    """Writes the classes and the expression that makes a model."""

    def __init__(self, root: Part, names: dict[int, str], target: Target) -> None:
        self.target = target
        self.helpers: set[str] = set()
        self.classes: dict[str, str] = {}  # the text of a class without its name -> its name
        self.weights: list[tuple[str, tuple[Any, ...], str]] = []
        self.ties: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = []  # places of one parameter
        self.shared: dict[int, tuple[str, Any]] = {}  # parts that stand in several places: a variable, and its value
        self.problems: list[tuple[str, str]] = []
        self.fixed: set[str] = set()  # names of arrays that are no parameters of the model
        self._names = names  # of parameters by their ids, as files have them
        self._placed: dict[int, tuple[tuple[Any, ...], str]] = {}
        parts = list(root.all())
        places = [id(child) for part in parts for child in part.children.values()]
        self._several = {place for place in places if places.count(place) > 1} if target.shares else set()
        self._computations: dict[int, Computation] = {}
        blocks = [part.block for part in parts]
        self._tied = frozenset(id(block.weight) for block in blocks if isinstance(block, nn.Embedding))

    def module(self, part: Part, place: tuple[Any, ...]):
        """What makes the twin of a part: an expression, of a module or function."""
        if id(part) in self.shared:
            return self.shared[id(part)][0]
        items = self.items(part, place)
        if items is None:
            value = self.composite(part, place)
        else:
            value = items[0] if len(items) == 1 else self.target.sequence(items)
        if id(part) not in self._several:
            return value
        name = _fresh(_attribute(part.path[-1:]), {other for other, _ in self.shared.values()} | {"rngs", "model"})
        self.shared[id(part)] = name, value
        return name

    def weight(self, param: Any, place: tuple[Any, ...], change: str) -> None:
        """Note where a parameter goes: where it is placed already, both places get one variable."""
        if id(param) not in self._placed:
            self._placed[id(param)] = place, change
            self.weights.append((self._names[id(param)], place, change))
        elif not self.target.shares:
            self.problems.append((self._names[id(param)], f"stands in several places, which has no form in {self.target.title}"))
        elif self._placed[id(param)][1] == change:
            self.ties.append((place, self._placed[id(param)][0]))
        else:
            self.problems.append((self._names[id(param)], "is shared by layers that have it in different layouts"))

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
                one = id(child) in self._several  # which is one module, in all its places
                of_child = None if one else self.leaf(child, place, first + len(items), several or not alone)
                items += [self.module(child, here)] if of_child is None else of_child
            return items
        return self.leaf(part, place, first, None)

    def _count(self, children):
        count = 0
        for child in children:
            single = child.is_sequence or child.shapes is None or id(child) in self._several
            found = None if single else self._layer(child)
            count += 1 if found is None else len(found)
        return count

    def _layer(self, part):
        try:
            return self.target.items_of(part.block, part.shapes[0][0], self._tied)
        except NoTwin:
            return None

    def leaf(self, part: Part, place, first, in_sequence) -> list[Any] | None:
        """A layer's items, whose weights are noted; None where the part is no layer with a twin."""
        if part.is_sequence or part.shapes is None:
            return None
        try:
            found = self.target.items_of(part.block, part.shapes[0][0], self._tied)
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
                self.weight(part.block._reg_params[parameter], (*here, *attribute.split(".")), change)
        return [item.expression for item in found] or ([self.target.identity] if not in_sequence else [])

    # ---- blocks with a computation of their own

    def composite(self, part: Part, place):
        """A call of the class that computes what the part does."""
        try:
            computation = self.computation(part)
        except MXNetError as error:
            self.problems.append((part.name(), str(error)))
            return "None"
        used = [step.of for step in computation.steps if step.kind == "child"]
        names = {id(child): _attribute(child.path[len(part.path) :]) for child in used}
        children = {names[id(child)]: child for child in used}
        params = [step.of for step in computation.steps if step.kind == "parameter"]
        modules: dict[str, str] = {}
        body = self.method(part, computation, names, modules)
        text = self.target.class_text([*children, *modules], params, body, self.facts(part))
        name = self._class_name(type(part.block).__name__, text)
        keywords = {child: self.module(sub, (*place, child)) for child, sub in children.items()} | modules
        for param in params:
            array = part.block._reg_params[param]
            keywords[param] = self.target.parameter(tuple(array.shape), array.grad_req != "null")
            self.weight(array, (*place, param), "same")
            if array.grad_req == "null" and self.target.fixes:
                self.fixed.add(self._names[id(array)])
        return Call(name, **keywords)

    def computation(self, part: Part) -> Computation:
        """The computation of a part, which is traced once."""
        if id(part) not in self._computations:
            self._computations[id(part)] = computation_of(part)
        return self._computations[id(part)]

    def facts(self, part: Part) -> Facts:
        """What a part needs when it is called, where the target hands that from call to call."""
        if not self.target.hands_over or part.shapes is None:
            return Facts(False, False)
        found = None if part.is_sequence else self._layer(part)
        if found is not None:
            return Facts(any(item.stateful for item in found), any(item.random for item in found))
        below = list(part.children.values())
        drops = False
        if not part.is_sequence:
            try:
                steps = self.computation(part).steps
            except MXNetError:  # it is listed where the part is written
                steps = []
            below = [step.of for step in steps if step.kind == "child"]
            drops = any(step.kind == "operator" and step.of.op.name == "Dropout" for step in steps)
        each = [self.facts(child) for child in below]
        return Facts(any(one.stateful for one in each), drops or any(one.random for one in each))

    def _class_name(self, wanted, text):
        if text not in self.classes:
            taken = {*self.classes.values(), *self.target.helpers}
            wanted = re.sub(r"\W", "", wanted).lstrip("_") or "Block"
            name = next(n for n in (wanted, *(f"{wanted}_{i}" for i in range(2, 10000))) if n not in taken)
            self.classes[text] = name
        return self.classes[text]

    def method(self, part: Part, computation: Computation, children, modules) -> tuple[list[str], list[str]]:
        """The lines of `__call__` and its arguments."""
        values: dict[tuple[int, int], str] = {}
        stateful, keys = self.facts(part).stateful, itertools.count()
        taken = {"state", "key"} if self.target.hands_over else set()
        inputs = [step for step in computation.steps if step.kind == "input"]
        nesting = part.nesting[0]
        names = [_fresh(name, taken) for name in computation.names]
        arguments, lines = [], []
        flat: list[str] = []
        for name, one in zip(names, nesting):
            if isinstance(one, int):
                flat += [name] if one != -1 else []
            else:  # a list of arrays
                pieces = [_fresh(f"{name}_{i}", taken) for i, leaf in enumerate(leaves_of(one))]
                lines.append(f"{_unpacked(iter(pieces), one)} = {name}")
                flat += [piece for piece, leaf in zip(pieces, leaves_of(one)) if leaf != -1]
            arguments.append(name)
        for number, step in enumerate(computation.steps):
            if step in inputs:
                values[number, 0] = flat[step.of]
            elif step.kind == "parameter":
                text = self.target.read_parameter(step.of)
                values[number, 0] = self._last(text) if self._is_image(step.shapes[0]) else text
            else:
                given = [values[source] for source in step.inputs]
                if step.kind == "child":
                    hint, called, needs = children[id(step.of)], step.of.nesting, self.facts(step.of)
                    more = (", state" if needs.stateful else "") + (f", key=one_of(key, {next(keys)})" if needs.random else "")
                    self.helpers.update(["one_of"] if needs.random else [])
                    text = f"self.{hint}({_listed(iter(given), called[0])[1:-1]}{more})"
                else:
                    hint, called, needs = _hint(step.of), None, Facts(False, False)
                    text = self._operator(part, computation, step, given, modules, keys)
                outs = [_fresh(hint, taken) for _ in step.shapes]
                left = ", ".join(outs) if called is None else _unpacked(iter(outs), called[1], needs.stateful)
                left += ", state" if needs.stateful else ""
                lines.append(f"{left} = {text}")
                values.update({(number, i): out for i, out in enumerate(outs)})
        returned = [values[place] for place in computation.returns]
        if stateful:
            lines.append(f"return {_listed(iter(returned), computation.nesting)}, state")
        elif computation.nesting == 0 and lines and lines[-1].startswith(f"{returned[0]} = "):
            lines[-1] = "return " + lines[-1].removeprefix(f"{returned[0]} = ")
        else:
            lines.append(f"return {_listed(iter(returned), computation.nesting)}")
        return arguments, lines

    def _is_image(self, shape):
        """Whether an array of this shape has its channels last in the source."""
        return self.target.channels_last and len(shape) == 4

    def _last(self, text):
        self.helpers.add("channels_last")
        return f"channels_last({text})"

    def _operator(self, part, computation, step, given, modules, keys):
        node = step.of
        shapes = [computation.steps[number].shapes[index] for number, index in step.inputs]
        images = [self._is_image(shape) for shape in shapes]
        attributes, out = copy.copy(node.parsed), list(step.shapes)
        more = self.helpers, modules, functools.partial(self.target.dropout, self.helpers, modules, keys)
        if any(images) or any(map(self._is_image, out)):
            rule = node.op.layout_rule
            found = rule(node.parsed, [tuple(shape) for shape in shapes], images) if rule is not None else None
            if found is not None and set(found[1]).issuperset(i for i, image in enumerate(images) if image):
                for key, value in found[0].items():
                    setattr(attributes, key, value)
                shapes, out = [_moved(shape) for shape in shapes], [_moved(shape) for shape in out]
                call = jax_source.Call(attributes, given, shapes, out, _moved(step.varying), *more)
                return self._written(part, node, call)
            if any(images):
                self.helpers.add("channels_first")
            given = [f"channels_first({text})" if image else text for text, image in zip(given, images)]
        call = jax_source.Call(attributes, given, shapes, out, step.varying, *more)
        text = self._written(part, node, call)
        if any(map(self._is_image, out)):
            return self._last(text) if len(out) == 1 else f"[channels_last(y) for y in {self._last(text)[14:-1]}]"
        return text

    def _written(self, part, node, call):
        try:
            return jax_source.written(node.op.traits.source, call)
        except jax_source.NoSource as error:
            why = f" with {error}" if str(error) else ""
            self.problems.append((part.name(), f"the operator {node.op.name}{why}"))
            return "None"


def _listed(values, nesting) -> str:
    """Expressions as the (nested) list that a nesting says."""
    if nesting == -1:
        return "None"
    if nesting == 0:
        return next(values)
    return f"[{', '.join(_listed(values, one) for one in ([0] * nesting if isinstance(nesting, int) else nesting))}]"


def _unpacked(names, nesting, inner=False) -> str:
    """The left side of an assignment of a (nested) list."""
    if nesting in (0, -1):
        return next(names)
    parts = [_unpacked(names, one, True) for one in ([0] * nesting if isinstance(nesting, int) else nesting)]
    text = ", ".join(parts) + ("," if len(parts) == 1 else "")
    return f"({text})" if inner else text


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
    wanted = f"{wanted}_" if keyword.iskeyword(wanted) or wanted in ("jax", "jnp", "nnx", "eqx", "np", "self") else wanted
    name = next(n for n in (wanted, *(f"{wanted}{i}" for i in range(2, 10000))) if n not in taken)
    taken.add(name)
    return name


def network_source(part: Part, weights: str, names: dict[int, str], target: Target) -> Source:
    """The source of the twin of a network.

    Parameters
    ----------
    part : Part
        The whole network.
    weights : str
        The name of the file of weights that the text names.
    names : dict of int to str
        The names that parameters have in this file, by the ids of the parameters.
    target : Target
        The library.
    """
    writer = Writer(part, names, target)
    model = writer.module(part, ())
    if not writer.weights and not writer.classes and not target.is_module(model):
        model = target.sequence([model])  # a function by itself is no model
    given = part.shapes[0] if part.shapes else []
    images = [writer._is_image(shape) for shape in given]
    text = target.header(weights, any(images), writer.facts(part))
    text += "".join(f"\n{source}" for source in needed_helpers(writer.helpers, target))
    for source, name in writer.classes.items():
        text += f"\n\nclass {name}{source}"
    text += target.maker(model, writer.shared.values(), writer.ties, writer.facts(part))
    rows = "".join(f'    {json.dumps(name)}: ({quoted(place)}, "{change}"),\n' for name, place, change in writer.weights)
    known = target.changes | {change: "" for *_, change in writer.weights}
    changes = "".join(f'    "{name}": {_change(name, target)},\n' for name in known)
    text += target.loader.format(rows=rows, changes=changes)
    return Source(_without_unused_imports(text), writer.weights, writer.fixed, images, writer.problems)


def needed_helpers(names: set[str], target: Target) -> list[str]:
    """The helpers of these names, and those that they call, in their order."""
    helpers = target.helpers | OPERATOR_HELPERS
    needed, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [other for other in helpers if other != name and re.search(rf"\b{other}\(", helpers[name])]
    return [source for name, source in helpers.items() if name in needed]


def _change(name, target):
    """The function of a change by its name, which may have a number behind it."""
    kind, _, count = name.partition(" ")
    return target.changes[name] if not count else target.numbered_changes[kind].format(count)


def quoted(place: tuple[Any, ...]):
    """A way through attributes and numbers, as a tuple."""
    steps = [f'"{step}"' if isinstance(step, str) else str(step) for step in place]
    return f"({', '.join(steps)}{',' if len(steps) == 1 else ''})"


#: imports that a source may not need, and what shows that it does
_OPTIONAL = {
    "import functools\n": r"\bfunctools\.",
    "import itertools\n": r"\bitertools\.",
    "import math\n": r"\bmath\.",
    "from collections.abc import Callable\n": r"\bCallable\b",
    "import jax\n": r"\bjax\.(?!numpy)",
}


def _without_unused_imports(text):
    """A source without the imports that it does not need, and without an empty group of them."""
    head, quotes, body = text.partition('"""\n')
    imports, rest = body.split("import numpy as np\n", 1)
    for line, needed in _OPTIONAL.items():
        if not re.search(needed, rest):
            imports = imports.replace(line, "", 1)
    return f"{head}{quotes}\n{imports.lstrip()}import numpy as np\n{rest}"
