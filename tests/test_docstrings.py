"""The docstrings of classes: their examples run, and print what MXNet 1.9.1 prints; parameters are described."""

import doctest
import inspect
import os
import tempfile

import numpy as np
import pytest

import jmx as mx
from jmx import autograd, gluon, nd, synthetic
from jmx._errors.homes import home
from jmx.ops.custom import CREATORS

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
    "initializer": (17, 19),
    "gluon.data": (11, 11),
    "gluon.data.batchify": (5, 5),
    "gluon.data.vision": (7, 7),
    "gluon.data.vision.transforms": (23, 23),
    "gluon.block": (3, 3),
    "gluon.parameter": (4, 4),
    "gluon.trainer": (1, 1),
    "gluon.utils": (7, 7),
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
    "image": (42, 42),
    "operator": (9, 9),
    "rnn": (22, 22),
    "gluon.contrib.estimator": (15, 15),
    "test_utils": (70, 84),
    "parallel": (2, 3),
    "profiler": (16, 16),
    "util": (30, 31),
    "engine": (2, 2),
    "runtime": (3, 3),
    "gluon.model_zoo.vision": (52, 52),
    "gluon.metric": (24, 26),
    "gluon.probability": (54, 54),
    "contrib.amp": (11, 15),
    "contrib.io": (1, 1),
    "contrib.quantization": (6, 7),
    "executor": (1, 1),
    "np": (237, 237),
    "npx": (90, 90),
    "npx.control_flow": (3, 3),
    "npx.utils": (7, 7),
    "npx.image": (15, 15),
    "npx.random": (6, 6),
    "np.linalg": (25, 25),
    "np.random": (23, 23),
    "log": (2, 2),
    "base": (6, 7),
    "nd": (45, 45),
    "nd.random": (13, 13),
    "nd.contrib": (18, 18),
    "nd.sparse": (13, 13),
    "sym": (19, 19),
    "sym.random": (13, 13),
    "sym.contrib": (6, 6),
    "contrib.text.vocab": (1, 1),
    "contrib.text.utils": (1, 1),
    "contrib.text.embedding": (7, 7),
}


#: modules whose classes and functions others import; they count where they are defined
IMPORTED = (
    "jmx.base",
    "jmx.context",
    "jmx.io.base",
    "jmx.ndarray.fusing",
    "jmx.symbol.symbol",
    "jmx.util.semantics",
    "jmx.util.ufuncs",
)
#: modules that make the functions of operators; their examples are tested by tests/core/test_documentation.py
OPERATORS = ("jmx.core.facade", "jmx.symbol.register")
#: the first name of modules whose functions are operators for the most part: what the others are
PARTLY_OPERATORS = {"nd": "jmx.ndarray", "sym": "jmx.symbol"}


def maker(thing):
    """The module in which a function is written."""
    return inspect.unwrap(thing).__globals__["__name__"] if inspect.isfunction(thing) else home(thing)


def public(place):
    """Classes and functions that a module defines for users, by name, each once; what it imports for itself is left out."""
    module = mx
    for part in place.split("."):
        module = getattr(module, part)
    beside_operators = PARTLY_OPERATORS.get(place.partition(".")[0])
    names = getattr(module, "__all__", None) if not beside_operators else None
    names = names or [name for name in vars(module) if not name.startswith("_")]
    found = {}
    for name in names:
        thing = getattr(module, name, None)
        own = (home(thing) if inspect.isclass(thing) else getattr(thing, "__module__", None)) or ""
        if not (inspect.isclass(thing) or inspect.isfunction(thing)) or not own.startswith("jmx."):
            continue
        if own.startswith(("jmx._", "jmx.config")) or own in IMPORTED and not own.startswith(f"jmx.{place}"):
            continue
        if beside_operators:
            wanted = own.startswith(beside_operators) and maker(thing) not in OPERATORS
        else:
            wanted = not own.startswith(("jmx.ops", "jmx.ndarray"))  # functions of arrays are counted in modules of their own
        if wanted:
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
    operators = set(CREATORS)
    yield
    mx.profiler.set_state("stop")
    mx.profiler.set_config()
    for name in set(CREATORS) - operators:
        if not name.endswith("_fallback"):  # jmx's own, for functions of mx.np that NumPy computes
            del CREATORS[name]
    for names in (*mx.registry._REGISTRY.values(), mx.kv.KVStoreBase.kv_registry):
        for name in [name for name, thing in names.items() if not home(thing).startswith("jmx.")]:
            del names[name]


@pytest.fixture
def stand_ins(tmp_path, monkeypatch):
    """Data sets are drawn, in a folder that is gone afterwards; of the parts for training as much as takes little time."""
    monkeypatch.setenv("JMX_SYNTHETIC_DATA", "1")
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/")  # nothing answers there
    monkeypatch.setattr(synthetic.files, "TRAIN", 1000)
    draw = synthetic.shapes.draw

    def draw_less(parts, **options):
        return draw([(count if test else 1000, test) for count, test in parts], **options)

    monkeypatch.setattr(synthetic.shapes, "draw", draw_less)
    vision = gluon.data.vision
    for data_set in (vision.MNIST, vision.FashionMNIST, vision.CIFAR10, vision.CIFAR100):
        root, *others = data_set.__init__.__defaults__
        monkeypatch.setattr(data_set.__init__, "__defaults__", (str(tmp_path / os.path.basename(root)), *others))


@pytest.mark.parametrize("place", MODULES)
def test_examples(place, registries, stand_ins, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # what examples write is gone afterwards
    names = {"mx": mx, "nd": nd, "gluon": gluon, "autograd": autograd, "np": np}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE, verbose=False)
    failures = []
    for name, thing in public(place).items():
        example = doctest.DocTestParser().get_doctest(own_doc(thing), dict(names), f"{place}.{name}", None, None)
        # numbers of NumPy are shown as programs that import mxnet print them
        with mx.name.NameManager(), np.printoptions(legacy="1.25"):
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


def test_what_modules_import_for_themselves_is_not_listed():
    names = {*dir(mx.nd), *dir(mx.nd.random), *dir(mx.sym.random)}
    assert not names & {"apply_pure", "fused_update", "in_v2", "invoke", "takes_device"}
    assert {"array", "relu", "random", "uniform", "normal_like"} <= names
