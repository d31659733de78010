"""Graphs, inference and lowering below the Symbol class, with operators of our own."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import jmx.ops  # noqa: F401  (`_copy` keeps merged outputs apart)
from jmx.base import MXNetError
from jmx.core.declare.op import REGISTRY, REQUIRED, AnyArray, Array, Key, Scalar, Train, op
from jmx.core.graph import dtypes, nodes, symbol_json
from jmx.core.graph import shapes as infer
from jmx.core.graph.lower import Lowered, lower
from jmx.core.graph.passes import Facts, merge

NAMES = ("_test_affine", "_test_scale", "_test_join", "_test_counter", "_test_noise", "_test_pair")


@pytest.fixture(scope="module", autouse=True)
def operators():
    @op("_test_affine")
    def affine(data: Array, weight: Array, size: int = REQUIRED):
        return data @ weight.T

    @affine.deduce
    def _(a, data):
        return {"weight": (a.size, data.shape[-1])}

    @op("_test_scale", same_shape=True)
    def scale(data: Array, other: Array, scalar: Scalar = 1.0):
        return data * other * scalar

    @op("_test_join")
    def join(*args: Array):
        return jnp.concatenate(args, 1)

    @op("_test_counter", aux={"count": "zero"})
    def counter(data: Array, count: AnyArray, *, train: Train):
        return data + count, ((count + 1 if train else count),)

    @op("_test_noise")
    def noise(data: Array, *, key: Key):
        return data + jax.random.uniform(key, data.shape)

    @op("_test_pair", outputs=2, visible=1)
    def pair(data: Array):
        return data + 1, data + 2

    yield
    for name in NAMES:
        del REGISTRY[name]


def variable(name, **attrs):
    return (nodes.Node(None, name, attrs), 0)


def node(kind, *inputs, name="n", **attrs):
    made = nodes.atomic(kind, {k: str(v) for k, v in attrs.items()})
    nodes.compose([(made, 0)], [[i] for i in inputs], {}, name)
    return (made, 0)


def shapes(head, **given):
    leaves = {n.name: n for n in nodes.topo([head]) if n.op is None}
    found = infer.Shapes([head], {leaves[k]: v for k, v in given.items()}).run()
    return {k: found.shape[n, 0] for k, n in leaves.items()}, found.shape[head]


def test_order_is_depth_first():
    a, b = variable("a"), variable("b")
    inner = node("_test_scale", b, a, name="inner")
    outer = node("_test_scale", inner, b, name="outer")
    assert [n.name for n in nodes.topo([outer])] == ["b", "a", "inner", "outer"]
    assert [n.name for n in nodes.topo([a, outer])] == ["a", "b", "inner", "outer"]


def test_deep_graphs_need_no_recursion():
    head = first = variable("x")
    for i in range(3000):
        head = node("_test_pair", head, name=f"n{i}")
    assert len(nodes.topo([head])) == 3001
    assert shapes(head, x=(2,))[1] == (2,)
    text = symbol_json.dumps([head])
    assert symbol_json.dumps(symbol_json.loads(text)[0]) == text
    assert nodes.copied([head])[1][first[0]] is not first[0]


def test_unknown_inputs_follow_from_known_ones():
    head = node("_test_affine", variable("data"), size=5, name="fc")
    found, out = shapes(head, data=(2, 3))
    assert found["fc_weight"] == (5, 3) and out == (2, 5)
    assert shapes(head, data=(-1, 3)) == ({"data": (-1, 3), "fc_weight": (5, 3)}, (-1, 5))
    assert shapes(head, data=(2, -1)) == ({"data": (2, -1), "fc_weight": (5, -1)}, (2, 5))
    assert shapes(head) == ({"data": None, "fc_weight": None}, None)


def test_known_outputs_decide_inputs():
    dense = node("_test_affine", variable("data"), size=5, name="fc")
    head = node("_test_scale", dense, variable("y"), name="s")
    assert shapes(head, data=(-1, 3), y=(4, -1))[0] == {"data": (4, 3), "fc_weight": (5, 3), "y": (4, 5)}


def test_inputs_decide_each_other():
    head = node("_test_join", variable("a"), variable("b"), num_args=2, name="j")
    assert shapes(head, a=(-1, 3), b=(2, 5)) == ({"a": (2, 3), "b": (2, 5)}, (2, 8))
    assert shapes(head, a=(-1, 3), b=(-1, 5))[1] == (-1, 8)
    many = [variable(f"v{i}") for i in range(12)]
    assert shapes(node("_test_join", *many, num_args=12), **{f"v{i}": (-1, i + 1) for i in range(12)})[1] == (-1, 78)


def test_contradictions():
    dense = node("_test_affine", variable("data"), size=5, name="fc")
    with pytest.raises(MXNetError, match=r"operator fc: Shape inconsistent, Provided = \[4,3\].*\[5,3\]"):
        shapes(dense, data=(2, 3), fc_weight=(4, 3))
    scaled = node("_test_scale", dense, variable("y"), name="s")
    with pytest.raises(MXNetError, match=r"operator s: .*expected \[2,5\], got \[2,6\]"):
        shapes(scaled, data=(2, 3), y=(2, 6))
    joined = node("_test_join", variable("a"), variable("b"), num_args=2, name="j")
    with pytest.raises(MXNetError, match=r"operator j: .*arg0 \[2,3\], arg1 \[3,3\]"):
        shapes(joined, a=(2, 3), b=(3, 3))


def test_types():
    x, y = variable("x"), variable("y")
    head = node("_test_scale", x, y)
    found = dtypes.Types([head], {x[0]: np.dtype("float16")}).run()
    assert found.complete and found.dtype[y] == found.dtype[head] == np.float16
    assert not dtypes.Types([head], {}).run().complete
    with pytest.raises(MXNetError, match="expected float16, got float64"):
        dtypes.Types([head], {x[0]: np.dtype("float16"), y[0]: np.dtype("float64")}).run()


def test_versions_of_written_variables_are_stored():
    count = variable("count")
    one = node("_test_counter", variable("x"), count, name="one")
    two = node("_test_counter", one, count, name="two")
    assert one[0].inputs[1][2] == 1 and two[0].inputs[1][2] == 2
    assert count[0].attrs == {"__init__": '["zero", {}]'}
    arguments, states = nodes.variables(nodes.topo([two]))
    assert [n.name for n in arguments] == ["x"] and [n.name for n in states] == ["count"]


def test_lowered_graphs_write_states_in_order():
    count = variable("count")
    one = node("_test_counter", variable("x"), count, name="one")
    lowered = Lowered([node("_test_counter", one, count, name="two")])
    x = jnp.zeros(2)
    outs, new = lowered.run(True, "cpu", None, (), x, jnp.float32(5))
    assert outs[0].tolist() == [11, 11] and new[0] == 7
    outs, new = lowered.run(False, "cpu", None, (), x, jnp.float32(5))
    assert outs[0].tolist() == [10, 10] and new == (None,)


def test_random_nodes_draw_differently():
    x = variable("x")
    lowered = Lowered([node("_test_noise", x, name="a"), node("_test_noise", x, name="b")])
    (a, b), _ = lowered.run(True, "cpu", jax.random.key(0), (), jnp.zeros(8))
    assert lowered.needs_key and (a != b).any()


def test_errors_of_lowered_graphs_name_the_node():
    lowered = Lowered([node("_test_scale", variable("x"), variable("y"), name="product")])
    with pytest.raises(MXNetError, match=r"Error in operator product: .*\(2,\), \(3,\)"):
        lowered.run(False, "cpu", None, (), jnp.zeros(2), jnp.zeros(3))
    with pytest.raises(MXNetError, match="2 inputs, 1 arrays given"):
        lowered.run(False, "cpu", None, (), jnp.zeros(2))


def test_equal_graphs_share_a_program():
    build = lambda name: [node("_test_pair", variable("x"), name=name)]
    assert lower(build("a")) is lower(build("a")) is not lower(build("b"))


def merged(entries):
    graph = Lowered(entries)
    return merge.as_entries(merge.merge_duplicates(graph, Facts(graph, "cpu", ())))


def test_duplicates_are_merged_except_random_and_writing_nodes():
    x = variable("x")
    pairs = [node("_test_pair", x, name=n) for n in "ab"]
    both = node("_test_scale", *pairs, name="s")
    assert len(nodes.topo(merged([both]))) == len(nodes.topo([both])) - 1
    assert [h[0].op.name for h in merged(pairs)] == ["_test_pair", "_copy"]
    noisy = [node("_test_noise", x, name=n) for n in "ab"]
    assert len(nodes.topo(merged(noisy))) == 3


def test_what_reads_a_state_is_not_merged_across_the_write():
    """The second reader sees what the operator between the two has written."""
    count, x = variable("count"), variable("x")
    before, after = (node("_test_pair", count, name=n) for n in "ab")
    heads = [before, node("_test_counter", x, count, name="step"), after]
    lowered = Lowered(heads)
    facts = Facts(lowered, "cpu", ())
    assert merge.merge_duplicates(lowered, facts) is lowered
    assert len(merge.as_entries(lowered)) == 3


def test_merging_can_be_turned_off(monkeypatch):
    monkeypatch.setenv("MXNET_ELIMINATE_COMMON_EXPR", "0")
    pairs = [node("_test_pair", variable("x"), name=n) for n in "ab"]
    assert [h[0].op.name for h in merged(pairs)] == ["_test_pair", "_test_pair"]


def test_hidden_outputs_count_in_files():
    text = symbol_json.dumps([node("_test_pair", variable("x"))])
    assert '"node_row_ptr": [0, 1, 3]' in text
