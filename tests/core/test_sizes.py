"""Sizes that no machine can hold, and too little memory: MXNetError, and the process goes on."""

import json
import pathlib
import subprocess
import sys
import time

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx.core.declare.op import REGISTRY, REQUIRED, find
from jmx.core.declare.sizes import MOST_BYTES
from jmx.ops._numeric import MOST_CONSTANTS

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: each ended the process by SIGABRT
ABORTED = (
    "nd.ones((2,)).tile((B, B))",
    "nd.ones((1, 1)).broadcast_to((B, B))",
    "nd.broadcast_axis(nd.ones((1, 1)), axis=(0, 1), size=(B, B))",
    "nd.arange(2**62)",
    "nd.eye(B)",
    "nd.pad(nd.ones((1, 1, 2, 2)), mode='constant', pad_width=(0, 0, 0, 0, B, B, B, B))",
    "nd.Pooling(nd.ones((1, 1, 4, 4)), kernel=(2, 2), pad=(2**40, 2**40))",
    "nd.Pooling(nd.ones((1, 1, 4, 4)), kernel=(2, 2), pad=(2**40, 2**40), stride=(2**41, 2**41), pool_type='sum')",
    "nd.Convolution(IMAGE, nd.ones((1, 1, 3, 3)), kernel=(3, 3), num_filter=1, no_bias=True, pad=(2**31, 2**31))",
    "nd.Convolution(IMAGE, nd.ones((1, 1, 3, 3)), kernel=(3, 3), num_filter=1, no_bias=True, pad=(B, B), stride=(B, B))",
    "nd.Convolution(IMAGE, nd.ones((1, 1, 3, 3)), kernel=(3, 3), num_filter=1, no_bias=True, pad=(B, B), dilate=(B, B))",
    "nd.contrib.ROIAlign(IMAGE, nd.ones((1, 5)), pooled_size=(B, B), spatial_scale=1)",
    "nd.sample_multinomial(nd.ones((2, 3)) / 3, shape=(2**31 - 1, 2**31 - 1))",
    "nd.random.normal(shape=(2**40, 2**40))",
    "mx.np.tile(mx.np.ones(2), (B, B))",
    "mx.np.eye(2**40)",
    "mx.np.full((2**62, 3), 1)",
    "mx.np.random.uniform(size=(2**62, 3))",
    "mx.np.diag(mx.np.ones(3), k=2**31 - 1)",
    "mx.np.eye(2**62, 0)",
    "mx.np.indices((2**62, 0))",
    "mx.np.linspace(0, 1, 0).reshape((2**62, 0))",
    "mx.sym.tile(mx.sym.var('x'), reps=(B, B)).bind(mx.cpu(), {'x': IMAGE}).forward()[0]",
)
#: each raised another class: MemoryError, ValueError, TypeError, JaxRuntimeError or cv2.error
NO_ROOM = (
    "nd.ones((10**6, 10**6))",
    "nd.zeros((B, B))",
    "nd.zeros((2**63,))",
    "nd.empty((10**6, 10**6))",
    "nd.full((10**6, 10**6), 3)",
    "nd.random.uniform(shape=(10**6, 10**6))",
    "nd.sparse.zeros('csr', (B, B))",
    "nd.sparse.zeros('row_sparse', (10**6, 10**6)).asnumpy()",
    "nd.sparse.zeros('csr', (10**6, 10**6)).tostype('default')",
    "mx.np.ones((10**6, 10**6))",
    "mx.np.empty(2**63)",
    "mx.np.identity(10**6)",
    "mx.np.outer(mx.np.zeros(200000), mx.np.zeros(200000))",
    "mx.np.outer(mx.np.zeros(200000), mx.np.zeros(200000)).asnumpy()",
    "mx.image.imresize(nd.ones((4, 4, 3), dtype='uint8'), 2**30, 2**30)",
    "mx.sym.tile(mx.sym.var('x'), reps=(10**5, 10**5)).bind(mx.cpu(), {'x': nd.ones((4, 4))}).forward()[0]",
    "mx.sym.UpSampling(mx.sym.var('x'), scale=2**62, sample_type='nearest').bind(mx.cpu(), {'x': IMAGE}).forward()[0]",
    "mx.sym.zeros((10**6, 10**6)).bind(mx.cpu(), {}).forward()[0]",
)
_CHILD = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))
import jmx as mx
from jmx import nd
B, IMAGE, found = 2**32, nd.ones((1, 1, 4, 4)), {}
for source in json.loads(sys.argv[1]):
    try:
        value = eval(source)
        getattr(value, "wait_to_read", lambda: None)()
        found[source] = "ok"
    except Exception as error:
        found[source] = type(error).__name__
print(json.dumps(found))
"""


@pytest.mark.parametrize("sources", [ABORTED, NO_ROOM], ids=["aborted", "no_room"])
@pytest.mark.not_on_windows("no limit of memory")
def test_class_of_the_error(sources):
    done = subprocess.run(
        [sys.executable, "-c", _CHILD, json.dumps(sources)], capture_output=True, text=True, cwd=ROOT, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == dict.fromkeys(sources, "MXNetError")


def test_message_says_what_came_and_what_is_allowed():
    with pytest.raises(mx.MXNetError, match=r"operator tile.*shape \(4294967296, 8589934592\) and type float32.*2\^47") as caught:
        nd.ones((2,)).tile((2**32, 2**32))
    assert "Look at the sizes among its attributes" in str(caught.value)
    with pytest.raises(mx.MXNetError, match=r"_zeros: an array of shape \(1000000, 1000000000\)") as caught:
        nd.zeros((10**6, 10**9))
    assert isinstance(caught.value.__cause__, MemoryError)


def test_node_of_a_graph_is_named_where_only_what_is_between_is_too_large():
    x, w = mx.sym.var("x"), mx.sym.var("w")
    far = (2**32, 2**32)
    middle = mx.sym.Convolution(x + 1, w, kernel=(3, 3), num_filter=1, no_bias=True, pad=far, stride=far, name="the_one")
    bound = (middle * 2).bind(mx.cpu(), {"x": nd.ones((1, 1, 4, 4)), "w": nd.ones((1, 1, 3, 3))})
    with pytest.raises(
        mx.MXNetError, match=r"operator the_one: it would make an array of shape \(1, 1, 8589934595, 8589934595\)"
    ):
        bound.forward()


def test_largest_size_is_only_what_cannot_be():
    assert MOST_BYTES == 2**47
    shapes = mx.sym.tile(mx.sym.var("x"), reps=(2**20, 2**20)).infer_shape(x=(4, 4))[1]
    assert shapes == [(2**22, 2**22)]
    assert nd.broadcast_to(nd.ones((1, 1)), shape=(2**10, 2**10)).sum().asscalar() == 2**20


@pytest.mark.parametrize(
    "call, text",
    [
        (lambda: nd.one_hot(nd.ones(2), 2**63), "Invalid Parameter format for depth"),
        (lambda: nd.repeat(nd.ones(2), repeats=2**31), "Invalid Parameter format for repeats expect int but value='2147483648'"),
        (lambda: nd.topk(nd.ones(3), k=-(2**31) - 1), "Invalid Parameter format for k expect int"),
        (lambda: nd.eye(2**63), "Invalid Parameter format for N expect long but value='9223372036854775808'"),
        (lambda: nd.broadcast_to(nd.ones(1), shape=(2**63,)), r"Invalid Parameter format for shape expect Shape\(tuple\)"),
        (lambda: nd.LRN(nd.ones((1, 1, 2, 2)), nsize=2**32), r"nsize expect int \(non-negative\) but value='4294967296'"),
        (
            lambda: nd.FullyConnected(nd.ones((1, 2)), nd.ones((1, 2)), num_hidden=0, no_bias=True),
            "value 0 for Parameter num_hidden should be greater equal to 1",
        ),
        (lambda: nd.SliceChannel(nd.ones((1, 2)), num_outputs=0), "value 0 for Parameter num_outputs"),
    ],
)
def test_integers_have_the_ranges_of_mxnet(call, text):
    with pytest.raises(mx.MXNetError, match=text):
        call()


@pytest.mark.parametrize(
    "operator, attrs",
    [
        ("SliceChannel", {"num_outputs": "99999999"}),
        ("_split_v2", {"indices": "()", "sections": "99999999"}),
        ("_image_resize", {"size": "(10000000,10000000)"}),
        ("multi_sgd_update", {"num_weights": "99999999", "lrs": "(1,)", "wds": "(1,)"}),
        ("_contrib_AdaptiveAvgPooling2D", {"output_size": "(20000000,20000000)"}),
    ],
)
def test_files_that_would_take_minutes_are_refused_at_once(operator, attrs):
    node = {"op": operator, "name": "z", "attrs": attrs, "inputs": [[0, 0, 0]]}
    graph = {"nodes": [{"op": "null", "name": "x", "inputs": []}, node], "arg_nodes": [0], "node_row_ptr": [0, 1, 2]}
    text = json.dumps({**graph, "heads": [[1, 0, 0]], "attrs": {"mxnet_version": ["int", 10901]}})
    began = time.process_time()
    with pytest.raises(mx.MXNetError):
        mx.sym.load_json(text).bind(mx.cpu(), {"x": nd.ones((1, 1, 4, 4))}).forward()
    assert time.process_time() - began < 5


def test_normalization_over_more_channels_than_there_are():
    x = nd.array(np.arange(12).reshape(1, 3, 2, 2))
    found = nd.LRN(x, nsize=99999, alpha=2, beta=0.5, knorm=1).asnumpy()
    squares = (x.asnumpy() ** 2).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found, x.asnumpy() / np.sqrt(1 + 2 / 99999 * squares), rtol=1e-6)


def test_memory_errors_of_users_stay():
    class Mine(mx.gluon.Block):
        def forward(self, x):
            raise MemoryError("mine")

    with pytest.raises(MemoryError, match="mine"):
        Mine()(nd.ones(1))


@pytest.mark.on_linux("workers read /proc for the limit of their memory")
def test_sample_of_odd_sizes():
    sys.path.insert(0, str(ROOT / "tools"))
    import fuzz_sizes

    workers = fuzz_sizes.Workers()
    try:
        found = {trial["key"]: workers(trial)[0] for trial in fuzz_sizes.trials(7, r"^op (?!.*(random|sample|10{5}))")[:25]}
    finally:
        workers.stop()
    assert not {key: outcome for key, outcome in found.items() if fuzz_sizes.bad(outcome)}
    assert len(found) == 25


def _makers():
    """Operators without inputs, each with one of its whole numbers so large that a table of such a size is one of millions."""
    needed = {"start": 0.5, "stop": 1.5, "dtype": "float32"}
    for name in sorted(REGISTRY):
        op = find(name)
        if op.inputs or op.needs_key or op.hosted or "filename" in op.schema or op.graphs:
            continue
        for attribute, (hint, _) in op.schema.items():
            if "int" in str(hint) and "dtype" not in attribute and attribute not in ("k", "repeat", "axis"):
                others = {n: needed.get(n, 3) for n, (_, default) in op.schema.items() if default is REQUIRED}
                size = f"({3 << 20},)" if "tuple" in str(hint) else str(3 << 20)
                yield pytest.param(
                    op,
                    {**others, attribute: f"({2 << 10}, {2 << 10})" if attribute == "shape" else size},
                    id=f"{name}-{attribute}",
                )


@pytest.mark.parametrize("op, attrs", list(_makers()))
def test_tables_of_millions_of_numbers_are_not_compiled_into_the_program(op, attrs):
    """Compiling one of 20 million took 12 seconds, and one of 100 million a minute."""
    parsed = op.parse(attrs)
    with jax.enable_x64(op.wide(parsed)):
        made = jax.make_jaxpr(lambda: op.pure(parsed, False, "cpu", None, ()))()
    assert all(np.size(constant) <= MOST_CONSTANTS for constant in made.consts)
    assert all(out.aval.size for out in made.jaxpr.outvars)


@pytest.mark.parametrize("dtype, most", [("float32", 3e-7), ("float64", 3e-16), ("float16", 1e-3)])
def test_such_tables_hold_what_numpy_gives(dtype, most):
    n = MOST_CONSTANTS + 77
    for made, expected in (
        (mx.np.linspace(0.3, 1.7, n, dtype=dtype), np.linspace(0.3, 1.7, n)),
        (mx.np.logspace(0, 1.5, n, dtype=dtype), np.logspace(0, 1.5, n)),
        (nd.linspace(0.3, 1.7, n, dtype=dtype), np.linspace(0.3, 1.7, n)),
    ):
        assert made.dtype == np.dtype(dtype) and np.abs(made.asnumpy() / expected.astype(dtype) - 1).max() <= most
