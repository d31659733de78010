"""Programs of arrays with more than 2^31 - 1 elements count in 64 bits. Nothing of that size is made here: they are traced only.

`tests/large` makes such arrays.
"""

import jax
import numpy as np
import pytest

import jmx as mx
from jmx import MXNetError
from jmx.core.declare.op import find
from jmx.core.declare.x64 import position_type
from jmx.core.numpy_tier import large, sizes, tiered
from jmx.core.run import dispatch

N = 2**31 + 10


def traced(name, shapes, dtypes, **attrs):
    """The results, as (shape, element type), of an operator on arrays that are described only; MXNetError if it is refused."""
    mx.nd.zeros(1)
    bound, scalars = dispatch.bind_op(find(name), attrs)
    program = bound.program
    arrays = [jax.ShapeDtypeStruct(shape, np.dtype(dtype)) for shape, dtype in zip(shapes, dtypes)]
    call = program.forward(False, "cpu")
    args = [np.zeros(3, np.uint32) if program.needs_key else None, scalars, *arrays]
    found = []

    def note(jitted):
        found.extend(jax.tree_util.tree_leaves(jitted.trace(*args).out_info))

    large.InWide(call.jitted, args, name, note, lambda: None)
    return [(tuple(out.shape), str(out.dtype)) for out in found]


CASES = {
    "take": ([(N,), (3,)], "int8 float32", {}, (3,)),
    "take of rows": ([(N, 2), (3,)], "float32 float32", {"mode": "wrap"}, (3, 2)),
    "Embedding": ([(3,), (N, 2)], "float32 float32", {"input_dim": N, "output_dim": 2}, (3, 2)),
    "pick": ([(2, N), (2,)], "int8 float32", {}, (2,)),
    "one_hot": ([(3,)], "float32", {"depth": N, "dtype": "int8"}, (3, N)),
    "gather_nd": ([(N, 2), (2, 3)], "int8 float32", {}, (3,)),
    "scatter_nd": ([(3,), (1, 3)], "int8 int32", {"shape": (N,)}, (N,)),
    "argmax": ([(2, N)], "float32", {"axis": 1}, (2,)),
    "argsort": ([(N,)], "float32", {}, (N,)),
    "sort": ([(N,)], "float32", {}, (N,)),
    "topk": ([(N,)], "float32", {"k": 3}, (3,)),
    "_arange": ([], "", {"start": 0, "stop": N, "dtype": "int32"}, (N,)),
    "_eye": ([], "", {"N": N, "M": 1}, (N, 1)),
    "slice": ([(N,)], "int8", {"begin": (2**31,), "end": (N,), "step": (2,)}, (5,)),
    "_slice_assign": ([(N,), (2,)], "int8 int8", {"begin": (2**31,), "end": (2**31 + 2,)}, (N,)),
    "repeat": ([(N // 2,)], "int8", {"repeats": 2, "axis": 0}, (N,)),
    "tile": ([(2**30,)], "int8", {"reps": (3,)}, (3 * 2**30,)),
    "SequenceMask": ([(N, 1), (1,)], "float32 float32", {"use_sequence_length": True}, (N, 1)),
    "SequenceReverse": ([(N, 1), (1,)], "float32 float32", {"use_sequence_length": True}, (N, 1)),
    "SequenceLast": ([(N, 1), (1,)], "float32 float32", {"use_sequence_length": True}, (1,)),
    "_contrib_index_copy": ([(N,), (2,), (2,)], "int8 float32 int8", {}, (N,)),
    "_shuffle": ([(N,)], "int8", {}, (N,)),
    "cumsum": ([(N,)], "float32", {}, (N,)),
    "softmax_cross_entropy": ([(1, N), (1,)], "float32 float32", {}, (1,)),
}


#: computed by a kernel in C, which counts in 64 bits; XLA counts positions in 32
BY_KERNELS = pytest.param("gather_nd", marks=pytest.mark.on_linux("kernels in C are for Linux"))


@pytest.mark.parametrize("name", [BY_KERNELS if name == "gather_nd" else name for name in CASES])
def test_operators(name):
    shapes, dtypes, attrs, expected = CASES[name]
    assert traced(name.split(" ")[0], shapes, dtypes.split(), **attrs)[0][0] == expected


def test_results_keep_their_types():
    for name in ("sum", "mean", "norm", "exp", "Dropout", "LayerNorm"):
        shapes = [(N, 2), (2,), (2,)] if name == "LayerNorm" else [(N,)]
        assert {dtype for _, dtype in traced(name, shapes, ["float32"] * len(shapes))} == {"float32"}


def test_a_count_in_32_bits_is_refused():
    def cut(positions, data):
        numbers = jax.lax.GatherDimensionNumbers(offset_dims=(), collapsed_slice_dims=(0,), start_index_map=(0,))
        return jax.lax.gather(data, positions.astype("int32")[:, None], numbers, (1,), mode="promise_in_bounds")

    def counted(data):
        return jax.lax.iota("int32", data.shape[0])

    data, positions = jax.ShapeDtypeStruct((N,), np.int8), jax.ShapeDtypeStruct((3,), np.float32)
    for function, args in ((cut, (positions, data)), (counted, (data,))):
        with pytest.raises(MXNetError, match=r"Error in operator mine: it counts in 32 bits.*2147483658"):
            large.InWide(jax.jit(function), args, "mine", lambda jitted: None, lambda: None)


def test_what_is_large():
    assert position_type(5, 2**31 - 1) == np.int32 and position_type(5, 2**31) == np.int64
    assert not large.any_large([np.zeros(3), 2.0, None]) and large.any_large([jax.ShapeDtypeStruct((2**16, 2**15), np.int8)])
    made = jax.jit(lambda x: jax.numpy.broadcast_to(x, (N,)).sum()).trace(np.float32(0))
    assert sizes.makes_large(made, "x", None) and not sizes.makes_large(jax.jit(lambda x: x + 1).trace(np.float32(0)), "x", None)


def test_small_programs_stay_in_32_bits():
    modes = []

    def look(x):
        modes.append(jax.config.jax_enable_x64)
        return x + 1

    tiered.jit(look)(mx.nd.ones(3)._data())
    assert modes and not any(modes)


@pytest.mark.parametrize("dtype", ["float32", "int32", "int64"])
def test_positions_of_many_places(dtype):
    where = mx.nd.array([[1, 1], [5, 3]], dtype=dtype)
    flat = mx.nd.ravel_multi_index(where, shape=(2, 2**30)).asnumpy()
    assert flat.tolist() == np.array([2**30 + 5, 2**30 + 3]).astype(dtype).tolist()
    back = mx.nd.unravel_index(mx.nd.array([2**32 + 5], dtype="int64"), shape=(8, 2**30)).asnumpy()
    assert back.tolist() == [[4], [5]]


def test_row_numbers_are_not_cut():
    rows = mx.nd.Embedding(mx.nd.array([2**32 + 1, 1], dtype="int64"), mx.nd.arange(4).reshape((4, 1)), 4, 1)
    assert rows.asnumpy().tolist() == [[3], [1]]  # one out of range takes the nearest row
