"""The docstrings of classes: their examples run, and print what MXNet 1.9.1 prints; parameters are described."""

import doctest
import inspect

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd

#: Modules by the names that users write, how many of their classes and functions have an example, and how many describe every
#: parameter. The counts may only grow: who adds a class, adds its example.
MODULES = {
    "gluon.nn": (52, 52),
    "gluon.contrib.nn": (8, 8),
    "gluon.contrib.cnn": (2, 2),
    "gluon.rnn": (27, 27),
    "gluon.contrib.rnn": (11, 11),
    "gluon.loss": (15, 15),
    "metric": (21, 23),
    "optimizer": (27, 27),
    "lr_scheduler": (5, 5),
    "initializer": (15, 18),
    "gluon.data": (9, 11),
    "gluon.data.vision": (0, 7),
    "gluon.data.vision.transforms": (13, 22),
    "gluon.block": (3, 3),
    "gluon.parameter": (3, 4),
    "gluon.trainer": (1, 1),
    "gluon.utils": (3, 6),
    "autograd": (13, 13),
    "io": (16, 16),
    "mod": (6, 6),
    "kvstore": (4, 4),
    "recordio": (7, 7),
    "callback": (6, 6),
    "model": (4, 4),
    "monitor": (1, 1),
    "visualization": (2, 2),
    "context": (8, 8),
    "random": (1, 1),
    "name": (3, 3),
    "attribute": (2, 2),
    "registry": (4, 4),
}


#: modules whose classes and functions others import; they count where they are defined
IMPORTED = ("jmx.base", "jmx.context", "jmx.io.base", "jmx.symbol.symbol", "jmx.util")


def public(place):
    """Classes and functions that a module defines for users, by name, each once; what it imports for itself is left out."""
    module = mx
    for part in place.split("."):
        module = getattr(module, part)
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    found = {}
    for name in names:
        thing = getattr(module, name, None)
        own = getattr(thing, "__module__", None) or ""
        if not (inspect.isclass(thing) or inspect.isfunction(thing)) or not own.startswith("jmx."):
            continue
        if own.startswith("jmx._") or own in IMPORTED and not own.startswith(f"jmx.{place}"):
            continue
        if not own.startswith(("jmx.ops", "jmx.ndarray")):  # functions of arrays have tests of their own
            found.setdefault(thing, name)
    return {name: thing for thing, name in found.items()}


def described(text):
    """The names that the section "Parameters" describes."""
    names, lines = set(), text.partition("Parameters\n----------\n")[2].split("\n")
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if set(following) == {"-"}:  # the heading of the next section
            break
        if line and not line.startswith(" "):
            names.update(name.strip(" *") for name in line.partition(" : ")[0].split(","))
    return names


def undescribed(thing):
    """Parameters of the signature that the docstring passes over."""
    try:
        parameters = inspect.signature(thing).parameters.values()
    except ValueError:  # an exception
        return set()
    return {each.name for each in parameters} - described(inspect.getdoc(thing) or "") - {"args", "kwargs"}


def own_doc(thing):
    return inspect.cleandoc(thing.__doc__ or "")  # not that of a base class, which getdoc would give


@pytest.fixture
def registries():
    """What examples register is gone afterwards. What jmx registers stays: some of its modules are imported by an example."""
    yield
    for names in (*mx.registry._REGISTRY.values(), mx.kv.KVStoreBase.kv_registry):
        for name in [name for name, thing in names.items() if not thing.__module__.startswith("jmx.")]:
            del names[name]


@pytest.mark.parametrize("place", MODULES)
def test_examples(place, registries):
    names = {"mx": mx, "nd": nd, "gluon": gluon, "autograd": autograd, "np": np}
    runner = doctest.DocTestRunner(verbose=False)
    failures = []
    for name, thing in public(place).items():
        example = doctest.DocTestParser().get_doctest(own_doc(thing), dict(names), f"{place}.{name}", None, None)
        with mx.name.NameManager():
            runner.run(example, out=failures.append)
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("place", MODULES)
def test_counts(place):
    things = public(place)
    without = sorted(name for name, thing in things.items() if ">>> " not in own_doc(thing))
    partly = {name: left for name, thing in things.items() if (left := undescribed(thing))}
    examples, full = MODULES[place]
    assert len(things) - len(without) >= examples, f"without an example: {without}"
    assert len(things) - len(partly) >= full, f"parameters that are not described: {partly}"


def test_what_is_described():
    text = "One.\n\nParameters\n----------\na, b : int\n    Both.\n**more\n    Rest.\n\nReturns\n-------\nc : int"
    assert described(text) == {"a", "b", "more"}
