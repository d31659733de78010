"""Every name that jmx takes from JAX without a promise, missing: programs give the same numbers, or one clear error."""

import ast
import json
import os
import pathlib
import subprocess
import sys

import pytest

from jmx.config import jax_internals, jax_programs

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TREES = [ast.parse(pathlib.Path(module.__file__).read_text(encoding="utf-8")) for module in (jax_internals, jax_programs)]
#: the functions by which the two modules ask for a name, and the kind of what is asked for
ASKING = {"private": "private", "attribute": "attribute", "parameter": "parameter", "_known": "parameter"}


def nodes():
    for tree in TREES:
        yield from ast.walk(tree)


def calls():
    """(function of `ASKING`, arguments) of each call by which a name is asked for"""
    for node in nodes():
        if isinstance(node, ast.Call):
            function = ast.unparse(node.func).removeprefix("jax_internals.")
            if function in ASKING:
                yield function, node.args


def text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def declared():
    """What is asked for: ("private", module, *names), of which all or none are found, and ("attribute", name), ..."""
    kinds = ((ASKING[function], arguments[function != "private" :]) for function, arguments in calls())
    return {(kind, *map(text, names if kind == "private" else names[:1])) for kind, names in kinds if text(names[0]) is not None}


#: asked for by processes of a job alone, or by releases of JAX other than the one that is here
OF_JOBS = {
    ("private", "jax._src.distributed", "global_state"), ("private", "jax._src.xla_bridge", "make_cpu_client"),
    ("private", "jax._src.xla_bridge", "register_backend_factory"), ("attribute", "make_gloo_tcp_collectives"),
    ("attribute", "client"), ("attribute", "process_id"), ("attribute", "num_processes"),
    ("private", "jaxlib._jax", "get_distributed_runtime_service", "get_distributed_runtime_client"),
}  # fmt: skip
#: without these a process of a job says that it cannot join
REFUSED_IN_JOBS = {
    ("private", "jax._src.distributed", "global_state"), ("attribute", "client"), ("attribute", "process_id"),
    ("attribute", "num_processes"),
}  # fmt: skip
OF_OTHER_RELEASES = {
    ("parameter", "num_consts"), ("parameter", "num_carry"), ("parameter", "ft_in"), ("parameter", "_prim"),
    ("attribute", "expand"),
    # asked where the first place lacks them
    ("private", "jax.extend.core", "Primitive"),
    ("private", "jax._src.lib._jax", "get_distributed_runtime_service", "get_distributed_runtime_client"),
}  # fmt: skip
#: clients of GPUs are asked for these
OF_GPUS = {("attribute", "live_arrays"), ("attribute", "live_executables")}
#: without these a forked process refuses to compute, in one sentence
REFUSING = {("private", "jax.extend.backend", "clear_backends")}
REFUSED = "[0.7616, 0.964, 0.9951]\nchild refused True\n"


def test_every_name_is_asked_for_in_one_way():
    """So that the tests below know all of them: as text, by three functions."""
    assert len(declared()) > 60
    for function, arguments in calls():
        names = arguments if function == "private" else arguments[1:2]
        in_known = function == "parameter" and ast.unparse(names[0]) == "name"
        assert in_known or all(map(text, names)), (function, *map(ast.unparse, arguments))
    for node in nodes():
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            assert not node.attr.startswith("_") or node.attr.startswith("__"), ast.unparse(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            assert ast.unparse(node.args[1]) in ("name", "'of_jax'", "'kind'", "'__code__'"), ast.unparse(node)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("params"):
            assert ast.unparse(node) == "params[name]", ast.unparse(node)


def lines(tmp_path, thorough=False):
    """{name: {part: what it printed}}"""
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "DMLC_"))}
    variables |= {"PYTHONPATH": str(ROOT), "JMX_CACHE_DIR": str(tmp_path / "cache"), "JMX_LOG": "compile"}
    order = json.dumps({"cases": sorted(declared()), "thorough": thorough})
    done = subprocess.run(
        [sys.executable, str(HERE / "taken_away.py")], input=order, env=variables, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    found = {}
    for line in map(json.loads, done.stdout.splitlines()):
        found.setdefault(tuple(line["case"]), {})[line["part"]] = line["printed"]
    return found


def check(found):
    whole = found.pop(("nothing",))
    assert set(whole) == {"nothing", "compiled", "child", "loops", "train", "eager", "exported"}
    assert not [text for text in whole.values() if "Traceback" in text]
    others = {(case, part): text for case, parts in found.items() for part, text in parts.items() if text != whole[part]}
    refused = {case for (case, part), text in others.items() if part == "child" and text == REFUSED}
    assert others == {(case, "child"): REFUSED for case in refused}
    assert declared() - set(found) <= OF_JOBS | OF_OTHER_RELEASES | OF_GPUS
    return refused


def test_programs_with_one_name_missing(tmp_path):
    """Numbers are the same; a forked process that could not wait for what it lacks says so."""
    assert check(lines(tmp_path)) <= REFUSING


@pytest.mark.weekly
def test_every_program_with_one_name_missing(tmp_path):
    assert check(lines(tmp_path, thorough=True)) == REFUSING


JOB = """
import jmx as mx
store = mx.kv.create('dist_sync')
store.init(0, mx.nd.zeros(2))
store.push(0, mx.nd.ones(2))
x = mx.nd.zeros(2)
store.pull(0, x)
print(store.num_workers, x.asnumpy().tolist())
"""


@pytest.mark.weekly
@pytest.mark.parametrize("case", sorted(OF_JOBS))
def test_jobs_with_one_name_missing(case, tmp_path):
    """All of them at once are missing in test_jax_internals.py."""
    (tmp_path / "sitecustomize.py").write_text(f"from tests.core import taken_away\ntaken_away.take_away([{case!r}])\n")
    variables = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "DMLC_"))}
    variables |= {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "JMX_START_TIMEOUT": "60"}
    words = [sys.executable, "-m", "jmx.launch", "-n", "2", sys.executable, "-c", JOB]
    done = subprocess.run(words, env=variables, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    if case in REFUSED_IN_JOBS:
        assert done.returncode == 1 and "has no place that jmx knows for its part in a job" in done.stderr, done.stderr
    else:
        assert done.returncode == 0 and done.stdout == "2 [2.0, 2.0]\n" * 2, done.stdout + done.stderr
