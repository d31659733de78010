"""Attributes that one operator has as another has them."""

import inspect
from collections.abc import Callable
from typing import Any

from ..core.declare.attrs import split_optional
from ..core.declare.op import AnyArray, Array


def attributes_of(pattern, without=(), **defaults) -> Callable[..., Any]:
    """A decorator of an operator's function: parameters without a type have that, and the default, which `pattern` gives them.

    A function that ends in `**a` has all attributes of the operator `pattern`, but those in `without` and those that it
    declares itself. They follow its inputs, in the order that `pattern` has. Other functions name what they take, in their own
    order; for them `pattern` may be a plain function, whose inputs count too.

    `defaults` stand in place of those of `pattern`. Apply it below `op`, which reads the signature that it makes. What the
    function's docstring does not say of a parameter, users read from that of `pattern`
    (`core.declare.documentation.complete`).
    """
    source = getattr(pattern, "fn", pattern)
    known = {p.name: p.replace(default=defaults.get(p.name, p.default)) for p in inspect.signature(source).parameters.values()}

    def complete(function):
        parameters = inspect.signature(function).parameters.values()
        own = [p for p in parameters if p.kind is not p.VAR_KEYWORD and p.annotation is not p.empty]
        if not any(p.kind is p.VAR_KEYWORD for p in parameters):
            signature = inspect.Signature([p if p in own else known[p.name].replace(kind=p.kind) for p in parameters])
        else:
            left_out = {p.name for p in own}.union(without)
            shared = [p for p in known.values() if p.name in pattern.schema.keys() - left_out]
            if any(p.kind is p.VAR_POSITIONAL for p in own):
                shared = [p.replace(kind=p.KEYWORD_ONLY) for p in shared]
            inputs = [p for p in own if split_optional(p.annotation)[0] in (Array, AnyArray)]
            signature = inspect.Signature([*inputs, *shared, *(p for p in own if p not in inputs)])
        function.__signature__ = signature
        function.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
        function.described_by = source
        return function

    return complete
