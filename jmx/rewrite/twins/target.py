"""What the source of a network looks like in a library: one `Target` for each library that networks are written for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Item(NamedTuple):
    """A part of a sequence.

    expression   what makes it: text, or a `Call`
    weights      {attribute of the module, with dots for one of a part: (name of the block's parameter, change)}
    helpers      names of functions that the expression needs
    stateful     whether it takes a state and returns a new one, where the library hands states over
    random       whether it takes a key, where the library hands keys over
    """

    expression: Any
    weights: dict[str, tuple[str, str]] = {}
    helpers: tuple[str, ...] = ()
    stateful: bool = False
    random: bool = False


class NoTwin(Exception):
    """The layer has no twin; the text says why."""


class Facts(NamedTuple):
    """What a part of a network needs when it is called: a state, a key."""

    stateful: bool
    random: bool


def module_of(modules: dict[str, str], wanted: str, made: str) -> str:
    """An expression of a module that a method needs, which is noted in `modules`; `made` is what makes it."""
    name = next(n for n in (wanted, *(f"{wanted}{i}" for i in range(2, 10000))) if modules.get(n, made) == made)
    modules[name] = made
    return f"self.{name}"


class Target(NamedTuple):
    """A library.

    title              its name in messages
    package            what is imported
    install            the command that installs it
    items_of           of a layer, the shape that it gets and the ids of tied parameters: its items; None if it is no layer
    helpers            functions and classes that sources hold where they need them, by name
    channels_last      whether images have their channels last
    shares             whether a module or a parameter may stand in several places
    fixes              whether a parameter that is not trained says so itself
    hands_over         whether states and keys are handed from call to call
    sequence           of items: the expression of a sequence
    identity           a module that returns what it gets
    is_module          whether an expression is a module, and no function
    parameter          of a shape, and whether it is trained: the expression of a parameter
    read_parameter     of a name: the expression of its value in a method
    class_text         of names of children, of parameters, (arguments, lines), Facts: the text of a class behind its name
    dropout            of the helpers, modules and numbers of keys of a method, a rate, axes and an input: dropout as an operator
    header             of the weights' file, whether there are images, Facts: the text at the top
    maker              of the model's expression, shared modules, ties, Facts: the functions that make and call the model
    loader             the text of `load_weights`, with {rows} and {changes}
    changes            how layouts change: names and expressions, those with a number behind the name in `numbered_changes`
    run                runs a written file in a process of its own: arguments are source, weights, inputs, outputs, nesting
    """

    title: str
    package: str
    install: str
    items_of: Callable[..., list[Item] | None]
    helpers: dict[str, str]
    channels_last: bool
    shares: bool
    fixes: bool
    hands_over: bool
    sequence: Callable[[list[Any]], Any]
    identity: str
    is_module: Callable[[Any], bool]
    parameter: Callable[[tuple[int, ...], bool], Any]
    read_parameter: Callable[[str], str]
    class_text: Callable[..., str]
    dropout: Callable[..., str]
    header: Callable[[str, bool, Facts], str]
    maker: Callable[..., str]
    loader: str
    changes: dict[str, str]
    numbered_changes: dict[str, str]
    run: str
