"""Attributes that one operator has as another has them."""

import inspect

from ..core.declare.attrs import split_optional
from ..core.declare.op import AnyArray, Array


def attributes_of(pattern, without=(), **defaults):
    """A decorator of an operator's function that ends in `**a`: that stands for the attributes of the operator `pattern`.

    They follow the function's inputs, in the order, with the types and, but for `defaults`, the defaults that `pattern` has.
    Those in `without` are left out, and those that the function declares itself; it may name others, without a type, to use
    them. Apply it below `op`, which reads the signature that it makes.
    """

    def complete(function):
        given = inspect.signature(function).parameters.values()
        own = [p for p in given if p.kind is not p.VAR_KEYWORD and p.annotation is not p.empty]
        left_out = {p.name for p in own}.union(without)
        shared = [p for p in inspect.signature(pattern.fn).parameters.values() if p.name in pattern.schema.keys() - left_out]
        shared = [p.replace(default=defaults.get(p.name, p.default)) for p in shared]
        if any(p.kind is p.VAR_POSITIONAL for p in own):
            shared = [p.replace(kind=p.KEYWORD_ONLY) for p in shared]
        inputs = [p for p in own if split_optional(p.annotation)[0] in (Array, AnyArray)]
        signature = inspect.Signature([*inputs, *shared, *(p for p in own if p not in inputs)])
        function.__signature__ = signature
        function.__annotations__ = {p.name: p.annotation for p in signature.parameters.values()}
        return function

    return complete
