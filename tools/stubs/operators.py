"""Stubs of the functions and methods that are made from the operator registry."""

import functools
import inspect
import keyword
import pathlib
import typing

from jmx.base import MXNetError
from jmx.core import facade
from jmx.core.declare import attrs
from jmx.core.declare.documentation import complete
from jmx.core.declare.op import REQUIRED

from . import source

#: attributes whose name says more than their kind
_NAMED = {"ctx": "Context | str | None"}


def hint_of(name, hint):
    """The annotation of an attribute: what a caller may give."""
    if name in _NAMED:
        return _NAMED[name]
    hint, optional = attrs.split_optional(hint)
    if typing.get_origin(hint) is typing.Literal:
        values = [v for v in typing.get_args(hint) if v != "None"]
        optional |= len(values) < len(typing.get_args(hint))
        text = f"Literal[{', '.join(map(repr, values))}] | str"  # a variable that holds one of them is a str
        if all(v.lstrip("-").isdigit() for v in values):
            text = "int | str"
    elif hint == attrs.Scalar or hint is float:
        text = "Float"
    elif attrs.is_dtype(hint):
        text, optional = "DTypeLike", True
    elif hint in (attrs.Shape, attrs.OptShape):
        text = "OptShape" if hint == attrs.OptShape else "Shape"
    elif hint == attrs.Shapes:
        text = "Sequence[Sequence[int]]"
    elif hint in (attrs.Floats, attrs.Scalars):
        text = "Floats"
    else:
        text = "Int" if hint in attrs.WHOLE else hint.__name__
    return f"{text} | None" if optional else text


def default_of(value):
    """A default as the stub shows it."""
    simple = isinstance(value, (bool, int, float, str, tuple)) and len(repr(value)) <= 24
    return repr(value) if simple and "inf" not in repr(value) and "nan" not in repr(value) else "..."


def _count(op, **given):
    """How many outputs a call with these attributes has that users see; attributes that have to be given are made up."""
    raw = {}
    for name, (hint, default) in op.schema.items():
        if default is REQUIRED:
            kind = attrs.split_optional(hint)[0]
            choices = typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()
            raw[name] = choices[0] if choices else (2, 2) if typing.get_origin(kind) is tuple else 2
    try:
        return op.num_outputs(op.parse({**raw, **given}))
    except (MXNetError, TypeError, ValueError, ZeroDivisionError):
        return None


@functools.cache
def outputs(op):
    """("one" | "many" | "unknown", attribute, value): what a call returns, and which value of which attribute changes that."""
    visible = op._visible if op._visible is not None else op._outputs
    if not callable(visible):
        count = visible if isinstance(visible, int) else len(visible)
        return ("unknown" if count == 0 else "one" if count == 1 else "many"), None, None
    usual = _count(op)
    if not usual or op.variadic:
        return "unknown", None, None
    for name, (hint, default) in op.schema.items():
        kind = attrs.split_optional(hint)[0]
        if kind is bool:
            values = [not default]
        elif typing.get_origin(kind) is typing.Literal:
            values = [v for v in typing.get_args(kind) if v != default]
        else:
            values = [1] if kind in attrs.WHOLE and default is REQUIRED else []
        for value in values:
            count = _count(op, **{name: value})
            if count and (count > 1) != (usual > 1):
                return ("many" if usual > 1 else "one"), name, value
    return ("many" if usual > 1 else "one"), None, None


def result_of(op, many, kind, symbolic, listed=False):
    """The annotation of a result."""
    if symbolic and not kind.startswith("_"):
        return kind  # several outputs of a symbol are one Symbol
    return {"one": f"list[{kind}]" if listed else kind, "many": f"list[{kind}]", "unknown": "Any"}[many]


def arguments(op, kind, symbolic, method=False):
    """(name, annotation, default or None, whether it is a star) of each parameter."""
    found = []
    later = False  # an input that may be left out has come before
    for parameter in facade.signature(op, symbolic=symbolic, method=method).parameters.values():
        called = parameter.name
        if parameter.kind is parameter.VAR_POSITIONAL:
            if not method:
                found.append((called, kind if symbolic else f"{kind} | Sequence[{kind}]", None, "*"))
        elif parameter.kind is parameter.VAR_KEYWORD:
            if op.hosted:
                found.append((called, "Any", None, "**"))
            elif symbolic:
                found.append(("attributes", "Unpack[NodeAttributes]", None, "**"))
        elif called in op.inputs:
            later |= called in op.optional or symbolic
            found.append((called, f"{kind} | None" if later else kind, "None" if later else None, ""))
        elif called in op.schema:
            hint, default = op.schema[called]
            found.append((called, hint_of(called, hint), default_of(default) if default is not None else "None", ""))
        elif called == "out":
            hint = "Any" if symbolic else f"{kind} | Sequence[{kind}] | None"
            found.append((called, hint, "None", ""))
        else:
            hint = {"name": "str | None", "attr": "Mapping[str, str] | None"}.get(called, "Int")
            found.append((called, hint, "None" if hint.endswith("None") else "...", ""))
    return found


def _text(items):
    return ", ".join(
        f"{star}{name}" + (f": {hint}" if hint else "") + (f" = {default}" if default is not None else "")
        for name, hint, default, star in items
    )


def docstring(text, indent, place=None):
    """The end of a definition: a docstring, or `...` where there is none. `place`: the file that holds the code."""
    text = inspect.cleandoc(text or "").replace("\\", "\\\\").replace('"""', "'''")
    if not text:
        return " ...\n"
    if place is not None:
        first, blank, rest = text.partition("\n\n")
        text = f"{first} Declared in {place}.{blank}{rest}"
    lines = [f"{indent}    {line}".rstrip() for line in text.splitlines()]
    tail = f"\n{indent}    " if len(lines) > 1 else ""
    return f'\n{indent}    """{chr(10).join(lines).lstrip()}{tail}"""\n'


def place_of(op):
    """The file in which an operator is declared, from the root of the repository."""
    path = pathlib.Path(inspect.unwrap(op.fn).__code__.co_filename)
    return path.relative_to(source.ROOT).as_posix() if path.is_relative_to(source.ROOT) else None


def summary(text):
    """The first paragraph of a docstring."""
    return inspect.cleandoc(text or "").partition("\n\n")[0]


def referring(text, like):
    """The first paragraph of a docstring, and the function whose docstring tells the rest."""
    return f"{summary(text)} As {like}.".lstrip()


@functools.cache
def _places():
    """{operator: (path, namespace, name)} of the function on arrays whose docstring tells all: the one that its example calls."""
    found = {}
    for space in ("op", "contrib", "image", "linalg", "random", "sparse", "npx", "npx.image"):
        where = {"op": "mx.nd", "npx": "mx.npx", "npx.image": "mx.npx.image"}.get(space, f"mx.nd.{space}")
        for public, name, op in public_functions(space):
            path = f"{where}.{public}"
            order = f" {path.removeprefix('mx.')}(" not in (op.__doc__ or ""), public != name
            if op not in found or order < found[op][0]:
                found[op] = order, (path, space, public)
    return {op: place for op, (_, place) in found.items()}


def told_at(op, space, public):
    """The function whose docstring tells what this one does, or None for the function that tells it."""
    place, *there = _places().get(op, (None, space, public))
    return place if there != [space, public] else None


def _shown(op, method, like):
    """The docstring of an operator. `like`: the function whose docstring tells the rest."""
    if like:
        return docstring(referring(op.__doc__, like), "")
    return docstring(summary(op.__doc__), "    ") if method else docstring(complete(op), "", place_of(op))


def function(op, public, kind, symbolic, method=False, registered=None, documented=True, like=None):
    """One operator as lines of a stub."""
    text = _shown(op, method, like) if documented else " ...\n"
    items = arguments(op, kind, symbolic, method)
    many, attribute, value = outputs(op)
    listed = registered in op.traits.lists
    indent, first = ("    ", ["self"]) if method else ("", [])
    names = [item[0] for item in items]

    def line(items, result, end=text):
        return f"{indent}def {public}({', '.join([*first, *filter(None, [_text(items)])])}) -> {result}:{end}"

    usual = result_of(op, many, kind, symbolic, listed)
    other = result_of(op, "one" if many == "many" else "many", kind, symbolic, listed)
    if attribute not in names or usual == other or many == "unknown":
        return line(items, usual)
    at = names.index(attribute)
    literal = (attribute, f"Literal[{value!r}]", None, "")
    before = [(n, h, None, s) for n, h, d, s in items[:at]]
    rest = [i for i in items if i[3] != "**"]
    tail = [i for i in items if i[3] == "**"]
    by_name = [*rest[:at], *rest[at + 1 :]]
    inputs = [i for i in by_name if i[0] in op.inputs]
    others = [i for i in by_name if i[0] not in op.inputs]
    return "".join((
        f"{indent}@overload\n", line([*inputs, ("", "", None, "*"), literal, *others, *tail], other),
        f"{indent}@overload\n", line([*before, literal, *items[at + 1 :]], other, " ...\n"),
        f"{indent}@overload\n", line(items, usual, " ...\n"),
    ))  # fmt: skip


def public_functions(space):
    """(public name, registered name, operator) of a namespace."""
    for public in facade.public_names(space):
        if public.isidentifier() and not keyword.iskeyword(public):
            yield public, facade.registered(space, public), facade.lookup(space, public)


def namespace(space, kind, symbolic, taken=(), like=None):
    """Public name -> the lines of each function of one namespace.

    `like`: where the functions of arrays are that tell the rest, as "mx.nd".
    """
    return {
        public: function(
            op,
            public,
            kind,
            symbolic,
            registered=name,
            documented=space != "_internal",
            like=f"{like}.{public}" if like else told_at(op, space, public),
        )  # fmt: skip
        for public, name, op in public_functions(space)
        if public not in taken
    }


def methods(names, kind, symbolic):
    """The lines of the methods that call operators: method name -> operator name."""
    lines = []
    for name, public in names.items():
        op = facade.lookup("op", public) or facade.lookup("random", public) or facade.REGISTRY.get("_" + public)
        if op is not None:
            lines.append(function(op, name, kind, symbolic, method=True))
    return "".join(lines)


def fluent(cls, marker):
    """Method name -> operator name of the methods of a class that are made when they are first looked at."""
    return {name: value.public for name, value in vars(cls).items() if isinstance(value, marker)}


__all__ = ["docstring", "fluent", "function", "methods", "namespace", "public_functions"]
