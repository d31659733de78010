"""What operators' declarations say of them beside their function, against MXNet; and that nothing else says it."""

import ast
import json
import pathlib
import sys
import types

import jax
import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators
from jmx.core.declare.dtype import WIDE
from jmx.core.declare.op import REGISTRY, find
from jmx.core.declare.traits import passed_on
from jmx.core.graph import nodes
from jmx.core.graph.differentiable import needs_out_grad, refuse_undifferentiable
from jmx.execution import monitor_names, sparse

TESTS = pathlib.Path(__file__).parent.parent
SOURCE = pathlib.Path(mx.__file__).parent
sys.path.insert(0, str(TESTS / "golden"))
import traits_cases

CASES = traits_cases.cases()
WANTED = {
    key: facts
    for key, facts in json.loads((TESTS / "golden/traits.json").read_text()).items()
    if "failed" not in facts and key in CASES
}
#: what MXNet shows besides where somebody binds a gradient for an input that gets none
_ZEROS = {"q_cond_backward_output", "q_rhs_backward_output", "q_backward_indices_output"}


def _node(case, filled=True):
    attrs = {k: str(v) for k, v in case["attrs"].items()}
    op = find(case["op"])
    if op.count and op.count not in attrs:
        attrs[op.count] = str(len(case["inputs"]))
    node = nodes.atomic(op, attrs)
    args = [[(nodes.Node(None, f"i{i}"), 0)] for i in range(len(case["inputs"]) if filled else 0)]
    return nodes.compose([(node, 0)], args, {}, "q")[0][0]


@pytest.mark.parametrize("key", WANTED)
def test_names(key):
    """Names of inputs, outputs and what is shown of them; how many outputs files count; who initializes what."""
    facts, case = WANTED[key], CASES[key]
    node = _node(case)
    assert [nodes.output_name(head) for head in nodes.heads_of(node)] == facts["outputs"]
    assert node.stored_outputs() == facts["stored"]
    if "shown" in facts:
        assert [*monitor_names.inputs(node), *monitor_names.outputs(node)] == facts["shown"]
    if "hooked" in facts:
        assert monitor_names.block_outputs(node) == facts["hooked"][: len(facts["outputs"])]


@pytest.mark.parametrize("key", [key for key, facts in WANTED.items() if "i0" not in facts.get("inputs", ["i0"])])
def test_variables_that_are_made(key):
    facts, case = WANTED[key], CASES[key]
    node = _node(case, filled=False)
    if case["op"] == "_npi_multinomial":  # whose input is called `a` where users give it by name
        node.inputs[0][0].name = "q_data"
    made = [source for source, _, _ in node.inputs]
    assert [variable.name for variable in made] == facts["inputs"]
    assert [made[i].name for i in node.mutable_inputs()] == facts["aux"]
    assert {v.name: v.attrs["__init__"] for v in made if "__init__" in v.attrs} == facts["initial"]


@pytest.mark.parametrize("key", [key for key, facts in WANTED.items() if "gradient" in facts or "headed" in facts])
def test_gradients(key):
    """What binding refuses, what needs a gradient of the output, and which gradients are made."""
    facts, node = WANTED[key], _node(CASES[key])
    if "gradient" in facts:
        with pytest.raises(mx.MXNetError, match=f"{node.op.name} is non-differentiable"):
            refuse_undifferentiable([(node, 0)])
        return
    refuse_undifferentiable([(node, 0)])
    assert node.op.traits.gives_no_gradient(node.parsed) == facts["zero"]
    assert needs_out_grad(types.SimpleNamespace(node=node), 0) == (facts["headless"] is None)
    if not facts["zero"]:
        made = [name for name, _ in monitor_names.gradients(node) if name.startswith("q_")]
        assert made == [name for name in facts["headed"] if name not in _ZEROS]


def _differentiable(case):
    values = traits_cases.common.make_inputs(case)
    return [i for i, v in enumerate(values) if v.dtype.kind == "f"], values


def _without_need():
    """One case for each operator that ignores the gradients of its outputs."""
    chosen = {}
    for key, case in CASES.items():
        op = find(case["op"])
        fit = op.inputs and not (op.traits.no_gradient or op.writes or op.dynamic)
        if fit and not op.traits.needs_out_grad(_node(case).parsed):
            chosen.setdefault(op.name, key)
    return list(chosen.values())


@pytest.mark.parametrize("key", _without_need())
def test_gradients_do_not_depend_on_those_of_outputs(key):
    """What a declaration promises of its function: with any gradients of the outputs those of the inputs are the same."""
    case = CASES[key]
    op = find(case["op"])
    places, values = _differentiable(case)
    a = op.parse(case["attrs"])
    with jax.enable_x64(any(v.dtype in WIDE for v in values) or op.wide(a)):

        def run(*some):
            arrays = list(map(jax.numpy.asarray, values))
            for i, x in zip(places, some):
                arrays[i] = x
            outs, _ = op.pure(a, True, "cpu", jax.random.key(0), (), *arrays)
            return [o for o in outs if jax.numpy.issubdtype(o.dtype, np.inexact)]

        outs, pull = jax.vjp(run, *(jax.numpy.asarray(values[i]) for i in places))
        ones, threes = (pull([jax.numpy.full_like(o, number) for o in outs]) for number in (1, 3))
    for one, three in zip(ones, threes):
        np.testing.assert_array_equal(one, three)
        if op.traits.gives_no_gradient(a):
            np.testing.assert_array_equal(one, np.zeros_like(one))


@pytest.mark.parametrize("key", [key for key, facts in WANTED.items() if "gradients_stored" in facts])
def test_storage_of_gradients(key):
    """How gradients of row_sparse inputs are stored; no matter for inputs that get none."""
    facts, node = WANTED[key], _node(CASES[key])
    stypes = {source: "row_sparse" for source, _, _ in node.inputs}
    positions = {name: i for i, name in enumerate(node.input_names())}
    rule = node.op.traits.gradient_names
    used = [name for _, name in rule("q", list(positions))] if rule is not passed_on else positions
    for name in used:
        assert sparse.gradient_type(node, positions[name], stypes) == facts["gradients_stored"][positions[name]]


#: calls whose first argument names an operator to use
_USES = {"bind_op", "find", "invoke"}
#: calls whose first argument is a label of a call that a pass puts into a graph, or the program of graphviz
_LABELS = {"InternalCall", "add_internal", "which"}
#: operators' names that are words of Python and of English here: keys of dictionaries, kinds of steps, parameters of JAX
_WORDS = {"gamma", "log", "max", "mean", "min", "norm", "pad", "reverse", "sum"}


def _literals(path):
    """(operator's name, line) of strings that are one, or a list of them; without docstrings and parts of longer names."""
    tree = ast.parse(path.read_text())
    passed = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and node.args
            and getattr(node.func, "id", getattr(node.func, "attr", "")) in _USES | _LABELS
        ):
            passed.add(id(node.args[0]))
        elif isinstance(node, ast.JoinedStr):
            passed.update(map(id, node.values))
        elif isinstance(node, ast.keyword) and node.arg == "mode":  # NumPy's words for positions out of range
            passed.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            words = node.value.split()
            names = [word for word in words if word in REGISTRY and word not in _WORDS]
            if 2 * len(names) > len(words):
                yield names[0], node.lineno


def test_no_table_of_operators_outside_of_their_declarations():
    """Nothing in the core and among the executors knows an operator by its name; it asks the operator's traits."""
    files = [*(SOURCE / "executor").rglob("*.py"), *(SOURCE / "core").rglob("*.py"), *(SOURCE / "execution").rglob("*.py")]
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {word}"
        for path in files
        if path.parent.name != "numpy_tier"  # JAX's primitives as NumPy functions: they share names with operators
        for word, line in _literals(path)
    ]
    assert not found, f"say it in the operator's declaration, as a trait: {found}"
