"""Operators as source code for JAX (the trait `source`), beside the values that MXNet 1.9.1 computes.

Every operator with the trait is written for each of its conformance cases in single precision, and the text is run with
jax.numpy alone. What cannot be written says so; how many cases that may be stands below.
"""

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "conformance"))

import common
from test_conformance import TABLE, _differences, _expected  # imports the operators

from jmx.core.declare.op import REGISTRY, find
from jmx.ops import jax_source
from jmx.rewrite.twins.operator_helpers import OPERATOR_HELPERS

#: but for dropout, which is a module of Flax there: tests/rewrite/test_flax.py
WRITTEN = sorted({op for _, op in TABLE if find(op).traits.source is not None} - {"Dropout"})
SINGLE, INDICES = np.dtype("float32"), {np.dtype("int32"), np.dtype("int64")}


def cases_of(name):
    """Cases whose arrays are in single precision, or indices, and whose values are compared.

    What MXNet makes of NaN, of infinities and of numbers beyond a type's range is not carried over.
    """
    for case in (case for (_, op), cases in TABLE.items() if op == name for case in cases):
        if "error" in case or "pure" not in case["levels"] or case["check"] != "value":
            continue
        inputs = common.make_inputs(case)
        kinds = {x.dtype for x in inputs}
        made = _expected(case)["out0"].dtype.kind != "u"  # of which numbers below zero are beyond the range
        usual = (not kinds and made) or (SINGLE in kinds and kinds <= INDICES | {SINGLE})
        if usual and all(np.all(np.abs(x) < 1e6) for x in inputs if x.dtype.kind == "f"):
            yield case, inputs


def run(case, inputs):
    """{golden key: array} of the operator's text."""
    op = find(case["op"])
    attrs = op.parse(case["attrs"])
    golden = _expected(case)
    out = [golden[f"out{i}"].shape for i in range(op.num_outputs(attrs))]
    names = [f"x{i}" for i in range(len(inputs))]
    call = jax_source.Call(attrs, names, [x.shape for x in inputs], out)
    text = jax_source.written(op.traits.source, call)
    space = {"jax": jax, "jnp": jnp} | {name: jnp.asarray(x) for name, x in zip(names, inputs)}
    exec("".join(OPERATOR_HELPERS.values()), space)
    with jax.enable_x64(not inputs and golden["out0"].itemsize > 4):
        made = eval(text, space)
    outs = list(made) if isinstance(made, (list, tuple)) else [made]
    assert len(outs) == len(out), text
    return {f"out{i}": np.asarray(y) for i, y in enumerate(outs)}, text


@pytest.mark.parametrize("name", WRITTEN)
def test_the_text_computes_what_mxnet_does(name):
    problems, count = [], 0
    for case, inputs in cases_of(name):
        try:
            found, text = run(case, inputs)
        except jax_source.NoSource:
            continue
        count += 1
        problems += [f"{text}: {p}" for p in _differences(case, found) if not p.endswith(": missing")]
    assert not problems, "\n".join(problems)
    assert count, "none of its cases could be written"


def test_no_operator_with_a_source_is_left_out():
    declared = {op.name for op in REGISTRY.values() if op.traits.source is not None}
    # two are of MXNet 2; layers with them are in tests/rewrite/test_flax.py
    assert declared - {find(name).name for name in WRITTEN} == {"Dropout", "mish", "log_sigmoid"}
