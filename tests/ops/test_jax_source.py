"""The trait `source`: what generated source writes for an operator computes what the operator does."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx as mx
from jmx.core.declare.op import REGISTRY
from jmx.ops import jax_source

mx.nd.exp  # noqa: B018 (declares the operators)
OPS = {op.name: op for op in REGISTRY.values() if op.traits.source}
#: attributes, and shapes of the inputs, of operators that need some
CASES = {
    "Activation": [({"act_type": name}, [(2, 3)]) for name in ("relu", "sigmoid", "tanh", "softrelu", "softsign")],
    "LeakyReLU": [({"act_type": name, "slope": 0.3}, [(2, 3)]) for name in ("leaky", "elu", "selu", "gelu")],
    "softmax": [({"axis": 1}, [(2, 3, 4)]), ({"temperature": 2.0}, [(2, 3)])],
    "log_softmax": [({}, [(2, 3)])],
    "sum": [({"axis": (0, 2)}, [(2, 3, 4)]), ({"axis": 1, "exclude": True, "keepdims": True}, [(2, 3, 4)]), ({}, [(2, 3)])],
    "mean": [({"axis": -1}, [(2, 3, 4)])],
    "Reshape": [({"shape": (0, -1)}, [(2, 3, 4)]), ({"shape": (-3, 0)}, [(2, 3, 4)]), ({"shape": (-4, 1, 2, 0)}, [(2, 3)])],
    "reshape_like": [({}, [(2, 3), (3, 2)])],
    "transpose": [({}, [(2, 3, 4)]), ({"axes": (2, 0, 1)}, [(2, 3, 4)])],
    "SwapAxis": [({"dim1": 0, "dim2": 2}, [(2, 3, 4)])],
    "expand_dims": [({"axis": 1}, [(2, 3)])],
    "squeeze": [({}, [(2, 1, 3, 1)]), ({"axis": 1}, [(2, 1, 3)])],
    "Concat": [({"dim": 1}, [(2, 3), (2, 4)])],
    "stack": [({"axis": 1}, [(2, 3), (2, 3)])],
    "SliceChannel": [({"num_outputs": 3, "axis": 1}, [(2, 6)]), ({"num_outputs": 2, "squeeze_axis": True}, [(3, 2)])],
    "slice": [({"begin": (None, 1), "end": (None, 4), "step": (1, 2)}, [(2, 5)])],
    "slice_axis": [({"axis": 1, "begin": 1, "end": None}, [(2, 5, 3)]), ({"axis": -1, "begin": -2, "end": -1}, [(2, 5)])],
    "tile": [({"reps": (2, 1, 3)}, [(2, 3)])],
    "dot": [({"transpose_a": True}, [(3, 2), (3, 4)]), ({"transpose_b": True}, [(2, 3), (4, 3)])],
    "batch_dot": [({"transpose_b": True}, [(2, 3, 4), (2, 5, 4)]), ({"transpose_a": True}, [(2, 4, 3), (2, 4, 5)])],
    "clip": [({"a_min": -0.5, "a_max": 0.25}, [(2, 3)])],
    "where": [({}, [(2, 3), (2, 3), (2, 3)])],
    "add_n": [({}, [(2, 3), (2, 3), (2, 3)])],
}


def cases():
    for name, op in sorted(OPS.items()):
        kind = op.traits.source if isinstance(op.traits.source, str) else op.traits.source[0]
        shape = (2, 3)
        if name in CASES:
            found = CASES[name]
        elif kind == "binary":
            found = [({}, [shape, (1, 3) if name.startswith("broadcast") else shape])]
        elif kind == "scalar":
            found = [({"scalar": 1.5}, [shape]), ({"scalar": -2.0}, [shape])]
        elif kind == "reduced":
            found = [({"axis": 1}, [shape])]
        else:
            found = [({}, [shape] * (1 + ("{1}" in kind)))]
        yield from (pytest.param(op, attrs, shapes, id=f"{name}-{i}") for i, (attrs, shapes) in enumerate(found))


@pytest.mark.parametrize("op, attrs, shapes", cases())
def test_what_is_written_computes_the_same(op, attrs, shapes):
    random = np.random.RandomState(1)
    arrays = [random.uniform(0.1, 0.9, shape).astype(np.float32) for shape in shapes]
    if op.name == "arccosh":
        arrays[0] += 1
    elif op.name in ("Activation", "LeakyReLU", "relu", "clip", "abs", "sign"):
        arrays[0] -= 0.5
    expected = getattr(mx.nd, op.name if hasattr(mx.nd, op.name) else op.names[0], None)
    expected = (expected or getattr(mx.nd._internal, op.name))(*map(mx.nd.array, arrays), **attrs)
    expected = [out.asnumpy() for out in (expected if isinstance(expected, list) else [expected])]
    raw = dict(attrs, **({"num_args": len(arrays)} if op.count else {}))
    names = [f"x{i}" for i in range(len(arrays))]
    call = jax_source.Call(op.parse(raw), names, shapes, [out.shape for out in expected])
    try:
        text = jax_source.written(op.traits.source, call)
    except jax_source.NoSource as error:
        assert str(error), "what cannot be written is named"
        assert op.name.startswith(("_logical", "broadcast_logical"))
        return
    found = eval(text, {"jnp": jnp, "jax": jax, **dict(zip(names, map(jnp.asarray, arrays)))})
    found = found if isinstance(found, (list, tuple)) else [found]
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        assert one.dtype == other.dtype and one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_sizes_that_depend_on_the_batch_stay_open():
    op = OPS["Reshape"]
    call = jax_source.Call(op.parse({"shape": (-3, 0)}), ["x"], [(2, 3, 4)], [(6, 4)], (True, False))
    assert jax_source.written(op.traits.source, call) == "x.reshape(-1, 4)"
    with pytest.raises(jax_source.NoSource, match="several sizes"):
        jax_source.written(op.traits.source, call._replace(varying=(True, True)))


def test_an_operator_without_the_trait_is_not_written():
    with pytest.raises(jax_source.NoSource):
        jax_source.written(None, jax_source.Call(None, ["x"], [(2,)], [(2,)]))
