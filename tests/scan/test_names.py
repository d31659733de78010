"""The tables that the scan looks names up in, compared with jmx as it is, and with one another."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

from jmx.config.ignored import IGNORED
from jmx.scan import differences, facts

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = {"m", "c", "f", "d", "p", "v"}


def test_state_is_that_of_this_package():
    """What jmx has, lacks, refuses and ignores: written again, in a process of its own, and compared."""
    code = (
        "import sys, json, warnings; warnings.simplefilter('ignore'); sys.path.insert(0, 'tools/scan_names'); import make; "
        "names = json.loads(make.NAMES.read_text(encoding='utf-8'))['names']; print('\\n' + json.dumps(make.jmx_state(names)))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "compat")))}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    now = json.loads(done.stdout.splitlines()[-1])
    written = json.loads((ROOT / "jmx/scan/state.json").read_text(encoding="utf-8"))
    advice = "jmx has changed: run `python tools/scan_names/make.py`"
    for key in written:
        if isinstance(written[key], list):
            assert sorted(set(now[key]) ^ set(written[key])) == [], advice
        else:
            assert {k for k in {*now[key], *written[key]} if now[key].get(k) != written[key].get(k)} == set(), advice


def test_names_are_consistent():
    names = facts.tables().names
    assert len(names) > 9000
    assert len([path for path, record in names.items() if isinstance(record, str) or record.get("p") is not None]) > 4500
    for path, record in names.items():
        if isinstance(record, str):
            assert record in names, path
            assert isinstance(names[facts.canonical(path)], dict), path
        else:
            assert record["k"] in KINDS
            for base in record.get("b", ()):
                assert facts.kind(facts.canonical(base)) == "c", (path, base)


@pytest.mark.parametrize("path, kind, returns", [
    ("nd.zeros", "f", "ndarray.NDArray"), ("gluon.nn.basic_layers.Dense", "c", None), ("gpu", "f", "context.Context"),
    ("sym.Convolution", "f", "symbol.Symbol"), ("gluon.Block.collect_params", "d", "gluon.ParameterDict"),
    ("ndarray.NDArray.asnumpy", "d", "<numpy>.ndarray"),
    ("model.load_checkpoint", "f", "(symbol.Symbol,{ndarray.NDArray},{ndarray.NDArray})"),
    ("gluon.block.NDArray", "c", None), ("ndarray._internal._plus_scalar", "v", None), ("nothing", "", None),
])  # fmt: skip
def test_names_that_are_looked_up(path, kind, returns):
    real = facts.canonical(path)
    assert facts.kind(real) == kind and facts.result(real) == returns


def test_members_are_inherited():
    assert facts.attribute("gluon.nn.Conv2D", "collect_params") == "gluon.Block.collect_params"
    assert facts.attribute("gluon.nn.Conv2D", "nothing") is None
    assert facts.lineage("optimizer.SGD") == ("optimizer.SGD", "optimizer.Optimizer")
    words, closed = facts.keywords("optimizer.SGD")
    assert {"momentum", "learning_rate"} <= words and closed
    assert facts.keywords("ndarray.zeros")[1] is False and facts.keywords("nothing") is None


def _exists(path):
    owner, _, name = path.rpartition(".")
    return path in facts.tables().names or facts.attribute(owner, name) is not None


@pytest.mark.parametrize("table", ["DIFFERENT", "WITHOUT_EFFECT", "IDLE_PARAMETERS"])
def test_what_is_written_by_hand_is_about_names_that_exist(table):
    for path in getattr(differences, table):
        assert _exists(path) and path == facts.canonical(path) and path not in facts.tables().missing, path
    for path, idle in differences.IDLE_PARAMETERS.items():
        assert set(idle) <= set(facts.keywords(path)[0]) or facts.keywords(path)[1] is False
    for function, parameter, _ in differences.VALUES:
        assert parameter in facts.keywords(function)[0]
    for path in differences.OTHER_VERSIONS:
        assert not _exists(path), path
    for name, cls in differences.DISTINCTIVE.items():
        assert facts.attribute(cls, name) is not None
        assert not any(hasattr(other, name) for other in (str, list, dict, set, bytes, int, float, object)), name


def test_everything_that_is_missing_has_an_advice():
    missing = facts.tables().missing
    assert len(missing) > 500
    for path in missing:
        answer = facts.answer(path)
        assert answer.verdict == "not-there" and len(answer.advice) > 20, path
    # Keys that no missing name begins with say nothing.
    for key in differences.INSTEAD:
        assert any(path.startswith(key.rstrip(".")) for path in (*missing, *facts.tables().refused)), key


def test_public_names_that_are_missing_have_an_advice_of_their_own():
    general = differences.INSTEAD[""]
    public = [p for p in facts.tables().missing if not any(word.startswith("_") for word in p.split("."))]
    kinds = {p: facts.tables().names.get(p) for p in public}
    plain = [
        p
        for p, record in kinds.items()
        if isinstance(record, dict) and record["k"] in "mcf" and facts.answer(p).advice == general
    ]
    assert plain == []


@pytest.mark.parametrize("name", ["cudnn_off", "cudnn_tune", "workspace"])
def test_parameters_without_effect_have_none(name):
    import numpy as np

    import jmx as mx

    image, weight = mx.nd.ones((1, 2, 5, 5)), mx.nd.ones((2, 2, 3, 3))
    value = {"cudnn_off": True, "cudnn_tune": "fastest", "workspace": 1}[name]
    for operator in (mx.nd.Convolution, mx.nd.Deconvolution):
        options = {"kernel": (3, 3), "num_filter": 2, "no_bias": True}
        assert np.array_equal(
            operator(image, weight, **options).asnumpy(), operator(image, weight, **options, **{name: value}).asnumpy()
        )


def test_functions_that_are_refused_raise():
    import jmx as mx

    with pytest.raises(mx.MXNetError) as caught:
        mx.contrib.tensorrt.init_tensorrt_params(None, {}, {})
    assert facts.answer("contrib.tensorrt.init_tensorrt_params").advice in str(caught.value)


def test_variables():
    assert facts.variable("MXNET_ENGINE_TYPE") == facts.Answer("no-effect", IGNORED["MXNET_ENGINE_TYPE"])
    assert facts.variable("MXNET_HOME").verdict == "works"
    assert facts.variable("MXNET_HOMES") == facts.Answer("not-in-mxnet", "near: MXNET_HOME")
    assert facts.variable("PATH") is None


def test_the_tables_are_read_without_jax_and_numpy():
    code = "import sys; import jmx.scan, jmx.scan.facts as facts; facts.answer('gpu'); " \
           "print([name for name in ('numpy', 'jax', 'libcst') if name in sys.modules])"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_the_tool_reads_documentation():
    spec = importlib.util.spec_from_file_location("make_scan_names", ROOT / "tools/scan_names/make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)

    def function(first, second, third, fourth):
        """Do it. `fourth` is accepted and ignored.

        Parameters
        ----------
        first, second : int
            Have no effect: nothing happens.
        third : int
            Counts.
        """

    described = make._idle_parameters(function, ["first", "second", "third", "fourth"])
    assert described == {"first": "Have no effect: nothing happens.", "second": "Have no effect: nothing happens.", "fourth": ""}
