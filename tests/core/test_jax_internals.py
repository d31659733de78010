"""What jmx takes from JAX beyond its public names: one module, versions, and what happens where JAX has none of it."""

import ast
import os
import pathlib
import re
import subprocess
import sys
import tomllib
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx import gluon
from jmx.config import jax_internals, jax_programs
from jmx.core.numpy_tier import interpreter, jit, rules
from jmx.native import lapack

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOT_PROMISED = re.compile(r"(jax\._src|jax\.extend|jax\.interpreters|jaxlib)(\.|$)")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_two_modules_know_names_that_jax_does_not_promise():
    users = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "jmx").rglob("*.py")
        if any(NOT_PROMISED.match(name) for name in imported(path)) or "jax._src" in path.read_text(encoding="utf-8")
    }
    assert users == {"jmx/config/jax_internals.py", "jmx/config/jax_programs.py"}


def test_versions_are_those_of_the_distribution():
    file = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    bounds = ">={}.{},<{}.{}".format(*jax_internals.OLDEST_JAX, *jax_internals.UNTESTED_JAX)
    required = file["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    assert {"jax" + bounds, "jaxlib" + bounds} <= set(required["dependencies"])
    extras = required["optional-dependencies"]
    assert extras["cuda12"] == [f"jax[cuda12]{bounds}"] and extras["cuda13"] == [f"jax[cuda13]{bounds}"]


def test_a_jax_that_is_too_old_or_too_new(recwarn):
    def release(text):
        return types.SimpleNamespace(__version__=text, __version_info__=tuple(map(int, text.split("."))))

    with pytest.raises(ImportError, match=r"needs JAX 0\.10 or newer, .* has JAX 0\.9\.2\. Run: pip install 'jax>=0\.10,<"):
        jax_internals.check_version(release("0.9.2"))
    jax_internals.check_version(release("0.10.0"))
    assert not recwarn
    with pytest.warns(RuntimeWarning, match=r"from 0\.10 up to .* has JAX 0\.99\.1\. If .*, run: pip install"):
        jax_internals.check_version(release("0.99.1"))


@pytest.mark.parametrize(
    "before, message",
    [
        ("sys.version_info = (3, 9, 18, 'final', 0)", r"needs Python 3\.11 or newer, and this is Python 3\.9\.18"),
        ("sys.modules['jax'] = None", r"needs JAX, and this environment has no jax\. Run: pip install 'jax>="),
        pytest.param(
            "sys.modules['jax'] = None; import os; os.confstr = lambda name: None",
            r"this environment has no jax\. jaxlib's wheels need the GNU C library, .* \(musl.* python:3\.13-slim\.$",
            marks=pytest.mark.on_linux("C libraries of Linux"),
        ),
    ],
)
def test_what_an_environment_lacks_is_one_sentence(before, message):
    code = f"import sys; {before}\nimport jmx as mx\nmx.nd.zeros(2)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and re.search("ImportError: .*" + message, done.stderr.splitlines()[-1]), done.stderr


def test_loops_of_every_form():
    tree = types.SimpleNamespace(unpack=lambda: ((None, None), (None,), ()))
    assert jax_programs.scan_counts({"num_consts": 2, "num_carry": 1}) == (2, 1)
    assert jax_programs.scan_counts({"ft_in": tree}) == (2, 1)
    assert jax_programs.scan_counts({}) is None
    assert jax_programs.scan_counts({"ft_in": 3}) is None
    jaxpr = jax.make_jaxpr(lambda a, x: jax.lax.scan(lambda c, r: (c + r * a, c), a, x))(1.0, np.ones(3, "float32"))
    (loop,) = [e for e in jaxpr.jaxpr.eqns if e.primitive.name == "scan"]
    assert jax_programs.scan_counts(loop.params) == (1, 1)


def test_a_parameter_that_no_rule_knows():
    assert rules.accepted("add", {"accuracy": None}) == {}
    assert rules.accepted("reduce_sum", {"axes": (0,), "out_sharding": None}) == {"axes": (0,)}
    for name, params in (("reduce_sum", {"axes": (0,), "where": 1}), ("add", {"scale": 2}), ("reduce_precision", {})):
        with pytest.raises(rules.Uncovered):
            rules.accepted(name, params)


def test_releases_that_are_known_take_the_option_of_graphs(monkeypatch):
    known = jax_internals.graph_compiler_options(jax)
    monkeypatch.setattr(jax_internals, "_KNOWING_THE_OPTION", ())
    assert jax_internals.graph_compiler_options(jax) == known


def test_only_sums_of_several_arrays_add_up():
    others = [
        lambda a, b: [a[0] + b[0], a[1] * b[1]],
        lambda a, b: [a[0] + b[1], a[1] + b[0]],
        lambda a, b: [a[1] + b[1], a[0] + b[0]],
        lambda a, b: [a[0] + b[0], a[1]],
    ]
    for add, function in [(True, lambda a, b: [a[0] + b[0], b[1] + a[1]]), *[(False, f) for f in others]]:
        traced = jax.make_jaxpr(lambda x: jax.lax.reduce([x, x], [1.0, 2.0], function, (0,)))(jnp.ones(3))  # noqa: B023
        (equation,) = [e for e in traced.jaxpr.eqns if e.primitive.name == "reduce"]
        assert bool(jax_programs.adds_up(equation)) == add


@pytest.mark.parametrize("surprise", ["loop", "call", "primitive", "anything"])
def test_a_program_of_an_unexpected_form_is_compiled(monkeypatch, surprise):
    """What a later JAX may do to the programs that it traces leaves results as they are."""
    layer = gluon.rnn.LSTM(4, input_size=3)
    layer.initialize(mx.init.One())
    x = mx.nd.array(np.linspace(-1, 1, 30).reshape(5, 2, 3))
    expected = layer(x).asnumpy()

    def fails(*_):
        raise KeyError("num_something")

    if surprise == "loop":
        monkeypatch.setattr(jax_programs, "scan_counts", lambda params: None)
    elif surprise == "call":
        monkeypatch.setattr(jax_programs, "called_program", lambda equation: None)
    elif surprise == "primitive":
        monkeypatch.setattr(interpreter, "accepted", fails)
    else:
        monkeypatch.setattr(interpreter.Traced, "_flatten", fails)
    program = jit(lambda c, x: jax.lax.scan(lambda c, r: (jax.jit(jnp.tanh)(c + r), c), c, x))
    carry, steps = program(jnp.ones(3), jnp.ones((2, 3)))
    assert len(program.compiled) == 1 and not program.interpreted
    assert np.allclose(carry, np.tanh(np.tanh(2) + 1)) and steps.shape == (2, 3)
    again = gluon.rnn.LSTM(4, input_size=3)
    again.initialize(mx.init.One())
    np.testing.assert_allclose(again(x).asnumpy(), expected, rtol=1e-5)


WITHOUT = """
from jmx.config import jax_internals
jax_internals.private = lambda *names: None
"""

PROGRAM = """
import multiprocessing, os, signal
import numpy as np
import jmx as mx
from jmx import autograd, gluon

net = gluon.nn.HybridSequential()
net.add(gluon.nn.Conv2D(2, 3, in_channels=1), gluon.nn.BatchNorm(in_channels=2), gluon.nn.Dense(3, in_units=32))
layer = gluon.rnn.GRU(4, input_size=3)
for block in (net, layer):
    block.initialize(mx.init.Constant(0.1))
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "adam")
x = mx.nd.array(np.linspace(-1, 1, 72).reshape(2, 1, 6, 6))
for _ in range(2):
    with autograd.record():
        cost = gluon.loss.L2Loss()(net(x), mx.nd.ones((2, 3)))
    cost.backward()
    trainer.step(2)
print(round(float(cost.sum().asscalar()), 4), round(float(layer(mx.nd.ones((5, 2, 3))).sum().asscalar()), 4))
print(mx.nd.array([1 << 40], dtype="int64").asnumpy().tolist())

def child():
    signal.alarm(60)
    try:
        print("child", mx.nd.ones(3).sum().asscalar(), flush=True)
    except mx.MXNetError as error:
        print("child", "spawn" in str(error), flush=True)
    os._exit(0)

process = multiprocessing.get_context("fork").Process(target=child)
process.start()
process.join()
print(process.exitcode)
"""


def environment(**variables):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "DMLC_", "PYTHONPATH"))}
    return {**kept, "PYTHONPATH": str(ROOT), **variables}


@pytest.mark.not_on_windows("no forks")
def test_programs_run_without_any_of_it():
    printed = []
    for first in ("", WITHOUT):
        done = subprocess.run(
            [sys.executable, "-c", first + PROGRAM], env=environment(), capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout.splitlines())
    whole, without = printed
    assert whole[:2] == without[:2] and len(whole) == 4
    assert (whole[2:], without[2:]) == (["child 3.0", "0"], ["child True", "0"])


@pytest.mark.not_on_windows("jmx launch is for POSIX systems")
def test_jobs_run_without_any_of_it(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    code = (
        "import jmx as mx; store = mx.kv.create('dist_sync'); store.init(0, mx.nd.zeros(2)); store.push(0, mx.nd.ones(2)); "
        "x = mx.nd.zeros(2); store.pull(0, x); print(store.num_workers, x.asnumpy().tolist())"
    )
    words = [sys.executable, "-m", "jmx.launch", "-n", "2", sys.executable, "-c", code]
    variables = environment(JMX_START_TIMEOUT="60")
    variables["PYTHONPATH"] = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(words, env=variables, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0 and done.stdout == "2 [2.0, 2.0]\n" * 2, done.stdout + done.stderr


@pytest.fixture
def unread_lapack():
    jax_programs.triangular_solver.cache_clear()
    yield
    jax_programs.triangular_solver.cache_clear()


def test_letters_of_lapacks_triangular_solver():
    matrix = jax.numpy.eye(3)
    letters = []
    for way in ((False, False, True), (True, True, False)):
        traced = jax.jit(lambda a, way=way: lapack.solve(a, a, *way)).trace(matrix)
        letters += filter(None, map(jax_programs.triangular_letters, traced.jaxpr.jaxpr.eqns))
    assert letters == [
        {"side": "R", "uplo": "U", "trans_x": "N", "diag": "N"},
        {"side": "L", "uplo": "L", "trans_x": "T", "diag": "N"},
    ]


def test_lapacks_triangular_solver_is_read_from_a_program(unread_lapack, monkeypatch):
    assert jax_programs.triangular_solver(np.dtype("float32")) == "lapack_strsm_ffi"
    assert jax_programs.triangular_solver(np.dtype("float16")) is None
    for other in (lambda a, b, **how: a @ b, None):
        jax_programs.triangular_solver.cache_clear()
        monkeypatch.setattr(jax.lax.linalg, "triangular_solve", other)
        assert jax_programs.triangular_solver(np.dtype("float32")) is None


def test_equations_of_a_traced_program_one_by_one(monkeypatch):
    assert jax_programs.can_evaluate(jax)

    def function(x, y):
        (total, _), squares = jax.lax.scan(lambda carry, row: ((carry[0] + row, carry[1]), row**2), (y, 2.0), x)
        return jnp.where(total > 1, total, jax.nn.relu(y)), squares

    x, y = np.arange(6, dtype="float32").reshape(3, 2), np.float32([-1, 2])
    jaxpr = jax.make_jaxpr(function)(x, y).jaxpr
    values = dict(zip(jaxpr.invars, (x, y)))
    jax_programs.evaluate(jaxpr.eqns, values)
    for variable, expected in zip(jaxpr.outvars, function(x, y)):
        np.testing.assert_allclose(values[variable], expected)
    assert {jax_programs.ffi_target(equation) for equation in jaxpr.eqns} == {None}
    call = jax.ffi.ffi_call("a_function", jax.ShapeDtypeStruct((2,), np.float32))
    assert jax_programs.ffi_target(jax.make_jaxpr(call)(y).eqns[-1]) == "a_function"


def test_a_jax_that_has_no_equations_to_be_computed(monkeypatch):
    monkeypatch.setattr(jax_programs, "evaluate", lambda equations, values: values[None])
    assert not jax_programs.can_evaluate(jax)


def test_calls_are_noted_by_a_primitive(monkeypatch):
    import jax

    noting = jax_programs.noting_primitive("noted_by_a_test")
    traced = jax.make_jaxpr(lambda x: noting.bind(x, results=(((3, 2), "float32"),)))(jax.ShapeDtypeStruct((5,), "int32"))
    assert [(v.aval.shape, str(v.aval.dtype)) for v in traced.jaxpr.outvars] == [((3, 2), "float32")]
    monkeypatch.setattr(jax_internals, "private", lambda module, *names: None)
    assert jax_programs.noting_primitive("noted_by_a_test") is None


def test_gradients_where_nothing_tells_one_traced_array_from_another(monkeypatch):
    """The pullback of what has a gradient of its own is then JAX's."""

    def gradients(hybrid):
        net = gluon.nn.HybridSequential()
        net.add(
            gluon.nn.Dense(4, in_units=3, activation="relu"), gluon.nn.BatchNorm(in_channels=4), gluon.nn.Dense(2, in_units=4)
        )
        net.initialize(mx.init.Constant(0.1))
        net.hybridize(hybrid)
        x = mx.nd.array(np.linspace(-1, 1, 12).reshape(4, 3))
        with mx.autograd.record():
            cost = gluon.loss.L2Loss()(net(x), mx.nd.ones((4, 2)))
        cost.backward()
        return [p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]

    with monkeypatch.context() as patch:
        patch.setattr(jax_programs, "variable_of", lambda tracer: None)
        found = gradients(True)
    expected = gradients(False)
    assert len(found) == 6
    for one, other in zip(expected, found):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-7)
