"""Typical mistakes of users: the class of the error is MXNet's, the message says what came, what was expected and how to mend it,
and the traceback that is shown ends with the user's line.
"""

import ast
import functools
import importlib
import importlib.util
import inspect
import json
import pathlib
import re
import sys
import textwrap

import numpy as np
import pytest

import jmx as mx
from jmx._errors.homes import home
from jmx._errors.wording import KnownKeywords

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE / "golden"))
import mistakes

_spec = importlib.util.spec_from_file_location("rate_mistakes", HERE.parent / "tools" / "rate_mistakes.py")
assert _spec is not None and _spec.loader is not None
tool = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(tool)

GOLDEN = json.loads((HERE / "golden" / "mistakes.json").read_text())
MISTAKES = mistakes.every()


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mistake = MISTAKES[name]
    error, met, text = tool.attempt(mx, mistake)
    assert error is not None, "nothing was raised"
    assert met == list(tool.CRITERIA), text
    assert "JAX_TRACEBACK_FILTERING" not in text
    own, said = type(error).__name__, GOLDEN[name]
    if mistake.error:
        assert own == mistake.error and mistake.why
    elif said is not None:  # MXNet raises too
        assert said[0][0] in [cls.__name__ for cls in type(error).__mro__]


def test_messages_are_short_and_printable(tmp_path, monkeypatch):
    """No message holds megabytes or control characters, whatever values come."""
    monkeypatch.chdir(tmp_path)
    long, odd = list(range(100_000)), "re\x1b[31mlu\n\x00" * 1000
    calls = [
        lambda: mx.nd.Activation(mx.nd.ones(2), act_type=odd),
        lambda: mx.nd.sum(mx.nd.ones(2), foo=long),
        lambda: mx.nd.relu(long),
        lambda: mx.nd.FullyConnected(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)), no_bias=True, num_hidden=odd),
        lambda: mx.gluon.ParameterDict()[odd],
        lambda: mx.gluon.Trainer([mx.gluon.Parameter("w", shape=1)], "sgd", long),
    ]
    for call in calls:
        with pytest.raises(Exception) as caught:
            call()
        text = str(caught.value)
        assert len(text) < 2000
        assert not re.search(r"[\x00-\x08\x0b-\x1f]", text), repr(text)


def _subclasses(cls):
    for each in cls.__subclasses__():
        yield each
        yield from _subclasses(each)


@pytest.mark.parametrize("module", ["gluon.rnn", "gluon.contrib", "image", "io", "rnn", "metric", "optimizer", "module"])
def test_keywords_that_are_not_passed_on_are_declared(module):
    """A constructor with **kwargs passes them to its base's, or says that it reads them itself: others would be refused."""
    importlib.import_module(f"jmx.{module}")
    for cls in set(_subclasses(KnownKeywords)):
        init = vars(cls).get("__init__")
        if init is None or not home(cls).startswith("jmx.") or cls.__bases__ == (KnownKeywords,):
            continue
        keywords = [p.name for p in inspect.signature(init).parameters.values() if p.kind is p.VAR_KEYWORD]
        if keywords and not cls.__name__.startswith("_"):
            calls = [
                ast.unparse(node)
                for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(init))))
                if isinstance(node, ast.Call)
            ]
            passed = any(call.startswith("super().__init__(") and f"**{keywords[0]}" in call for call in calls)
            assert passed or "_reads_keywords" in vars(cls), cls


def test_keywords_of_a_users_constructor_under_use_np():
    """`use_np` puts a function of jmx around it, as it also does around the test in which the class is defined."""

    @mx.util.use_np
    class Own(mx.gluon.HybridBlock):
        def __init__(self, dimensions=None):
            super().__init__()
            self.dimensions = dimensions

    assert Own(dimensions=(2, 3)).dimensions == (2, 3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'dimension'"):
        Own(dimension=3)


def test_keywords_of_a_users_class_are_its_own():
    class Net(mx.gluon.HybridBlock):
        def __init__(self, **options):
            super().__init__(prefix=options.pop("prefix", None))
            self.options = options

    assert Net(width=3).options == {"width": 3}

    class Two(Net):
        pass

    assert Two(prefix="two_", depth=1).options == {"depth": 1} and Two(prefix="two_").prefix == "two_"

    class Three(mx.gluon.nn.Dense):
        def __init__(self, **kwargs):
            super().__init__(units=2, **kwargs)

    assert Three(in_units=3).weight.shape == (2, 3)

    class Scaled(mx.gluon.nn.HybridLambda):
        def __init__(self, scale, *, shift):
            super().__init__(lambda F, x: x * scale + shift)

    assert Scaled(3, shift=1)(mx.nd.array([2])).asscalar() == 7
    with pytest.raises(TypeError, match="unexpected keyword argument 'in_unit'"):
        Three(in_unit=3)


def _with_keywords():
    """Classes of jmx whose constructors take named arguments only that are known."""
    for module in ("gluon.rnn", "gluon.contrib", "gluon.data.vision", "image", "io", "rnn", "metric", "optimizer", "module"):
        importlib.import_module(f"jmx.{module}")
    found = {cls for cls in _subclasses(KnownKeywords) if home(cls).startswith("jmx.") and "__init__" in vars(cls)}
    return sorted(found, key=lambda cls: f"{home(cls)}.{cls.__qualname__}")


@pytest.mark.parametrize("wrap", [lambda old, new: new, lambda old, new: functools.wraps(old)(new)], ids=["plain", "wraps"])
def test_a_constructor_that_a_program_replaces_gets_its_keywords(monkeypatch, wrap):
    """Of every class: also after objects have been made, and after the program has put the old one back."""
    classes = _with_keywords()
    assert len(classes) > 150
    for cls in classes:
        given = []

        def init(self, *args, given=given, **kwargs):
            given.append(kwargs)

        with monkeypatch.context() as patch:
            patch.setattr(cls, "__init__", wrap(vars(cls)["__init__"], init))
            cls.__new__(cls, not_its_own=3).__init__(not_its_own=3)
            assert given == [{"not_its_own": 3}], cls
    mx.io.NDArrayIter(np.zeros((4, 2)), batch_size=2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'shufle'.*shuffle"):
        mx.io.NDArrayIter(np.zeros((4, 2)), batch_size=2, shufle=True)
