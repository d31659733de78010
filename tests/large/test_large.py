"""Arrays of more than 2^31 - 1 elements. Left out of the ordinary runs; by hand, one at a time: `pytest -m large tests/large`.

They take up to 10 GB of memory. They check what MXNet's nightly tests of large arrays and vectors check, as far as 24 GB allow.
"""

import gc

import numpy as np
import pytest

import jmx as mx

pytestmark = pytest.mark.large
#: elements of a vector, and what lies behind the last number of 32 bits
N, FAR = 2**31 + 10, 2**31


@pytest.fixture(autouse=True)
def _free():
    yield
    gc.collect()


def vector(dtype="int8"):
    return mx.nd.zeros((N,), dtype=dtype)


def test_shape_and_size():
    x = vector()
    assert (x.shape, x.size, len(x), x.reshape((2, -1)).shape) == ((N,), N, N, (2, N // 2))


def test_elements():
    x = vector()
    x[-1], x[FAR + 5], x[3] = 3, 7, 1
    assert [int(x[i].asscalar()) for i in (-1, N - 1, FAR + 5, 3, FAR - 1, 5)] == [3, 3, 7, 1, 0, 0]
    with pytest.raises(IndexError):
        x[N]


def test_slices():
    x = vector()
    x[FAR : FAR + 3] = 5
    x[FAR + 1 : FAR + 3] = mx.nd.array([1, 2], dtype="int8")
    assert x[FAR - 1 : FAR + 4].asnumpy().tolist() == [0, 5, 1, 2, 0]
    assert x[-11:-6].asnumpy().tolist() == [0, 5, 1, 2, 0]
    assert x[FAR - 2 : FAR + 4 : 2].asnumpy().tolist() == [0, 5, 2]
    x[FAR : FAR + 6 : 2] = 9
    assert x[FAR : FAR + 6].asnumpy().tolist() == [9, 1, 9, 0, 9, 0]


def test_views():
    x = vector()
    view = x[FAR:]
    view[:] = 9
    view[1] = 4
    rows = x.reshape((-1, 2))
    rows[-1] = 1
    assert x[-11:].asnumpy().tolist() == [0, 9, 4, 9, 9, 9, 9, 9, 9, 1, 1]
    assert rows[FAR // 2].asnumpy().tolist() == [9, 4]
    halves = x.reshape((2, -1))
    halves[1][2] = 8
    assert int(x[N // 2 + 2].asscalar()) == 8 and int(halves[1, -1].asscalar()) == 1


def test_index_arrays():
    x = vector()
    x[mx.nd.array([FAR + 1, 0], dtype="int64")] = 2
    x[[FAR + 2, 4]] = 3
    at = [FAR + 1, 0, FAR + 2, 4, FAR, 1]
    for index in (at, np.array(at), mx.nd.array(at, dtype="int64")):
        assert x[index].asnumpy().tolist() == [2, 2, 3, 3, 0, 0]


def test_take_gather_pick():
    x = vector()
    x[FAR + 1], x[-1], x[0] = 5, 6, 7
    index = mx.nd.array([FAR + 1, N - 1, N + 5, -5], dtype="int64")
    assert mx.nd.take(x, index).asnumpy().tolist() == [5, 6, 6, 7]
    assert mx.nd.take(x, index[:2] + N, mode="wrap").asnumpy().tolist() == [5, 6]
    assert mx.nd.gather_nd(x, mx.nd.array([[FAR + 1, N - 1, 0]], dtype="int64")).asnumpy().tolist() == [5, 6, 7]
    assert mx.nd.pick(x.reshape((1, N)), mx.nd.array([FAR + 1], dtype="int64")).asnumpy().tolist() == [5]


def test_slice_operators():
    x = vector()
    x[FAR + 1] = 5
    assert mx.nd.slice(x, begin=(FAR,), end=(FAR + 3,)).asnumpy().tolist() == [0, 5, 0]
    assert mx.nd.slice_axis(x, axis=0, begin=-9, end=None).asnumpy().tolist() == [5, *[0] * 8]
    first, last = mx.nd.split_v2(x, (FAR + 1,))
    assert first.shape == (FAR + 1,) and last.asnumpy().tolist() == [5, *[0] * 8]


def test_embedding_of_many_rows():
    weight = mx.nd.zeros((N, 1), dtype="int8")
    weight[FAR + 3] = 4
    found = mx.nd.take(weight, mx.nd.array([FAR + 3, 3], dtype="int64"))
    assert found.asnumpy().tolist() == [[4], [0]]


def test_reductions():
    x = vector()
    x[FAR + 4] = 100
    assert [int(f(x).asscalar()) for f in (mx.nd.sum, mx.nd.max, mx.nd.min)] == [100, 100, 0]
    assert int(mx.np.argmax(x.as_np_ndarray())) == FAR + 4


def test_arithmetic():
    x = vector() + 3
    x += 1
    y = mx.nd.where(x > 3, x, x)
    assert [int(y[i].asscalar()) for i in (0, FAR, -1)] == [4, 4, 4]


def test_joining():
    x = vector()
    x[-1] = 1
    joined = mx.nd.concat(x, mx.nd.array([2, 3], dtype="int8"), dim=0)
    assert joined.shape == (N + 2,) and joined[-4:].asnumpy().tolist() == [0, 1, 2, 3]
    assert mx.nd.flip(x, axis=0)[:2].asnumpy().tolist() == [1, 0]


def test_filling():
    x = mx.nd.arange(0, N, dtype="uint8")
    assert x[FAR - 1 : FAR + 2].asnumpy().tolist() == [255, 0, 1]
    wide = mx.nd.broadcast_to(mx.nd.array([[1], [2]], dtype="int8"), (2, N // 2 + 1))
    assert wide.reshape((-1,))[N // 2 : N // 2 + 3].asnumpy().tolist() == [1, 2, 2]
    assert mx.nd.ones((N,), dtype="int8")[-1].asscalar() == 1 and mx.nd.full((N,), 7, dtype="int8")[FAR].asscalar() == 7


def test_copies_and_types():
    x = vector()
    x[FAR + 1] = 5
    y = x.copy()
    y[FAR + 1] = 6
    z = x.astype("uint8")
    x.copyto(y)
    assert [int(a[FAR + 1].asscalar()) for a in (x, y, z)] == [5, 5, 5]
    host = x.asnumpy()
    assert host.shape == (N,) and host[FAR + 1] == 5


def test_files(tmp_path):
    x = vector()
    x[FAR + 1], x[-1] = 5, 6
    mx.nd.save(str(tmp_path / "x"), {"x": x})
    del x
    gc.collect()
    read = mx.nd.load(str(tmp_path / "x"))["x"]
    assert read.shape == (N,) and read[FAR : FAR + 3].asnumpy().tolist() == [0, 5, 0] and int(read[-1].asscalar()) == 6


def test_numpy_interface():
    x = mx.np.zeros((N,), dtype="int8")
    x[-1], x[FAR + 1 : FAR + 3] = 5, 7
    assert x[FAR : FAR + 4].tolist() == [0, 7, 7, 0] and int(x[-1]) == 5
    assert x[mx.np.array([FAR + 1, 0], dtype="int64")].tolist() == [7, 0]


def test_csr_of_many_columns():
    columns = 2**32
    x = mx.nd.sparse.csr_matrix(([1.0, 2.0], [FAR + 5, columns - 1], [0, 1, 2]), shape=(2, columns))
    rows = mx.nd.sparse.dot(x, mx.nd.array([[1.0], [10.0]]), transpose_a=True)
    assert rows.indices.asnumpy().tolist() == [FAR + 5, columns - 1] and rows.data.asnumpy().tolist() == [[1], [20]]
    weight = mx.nd.sparse.row_sparse_array(([[3.0], [4.0]], [FAR + 5, columns - 1]), shape=(columns, 1))
    assert mx.nd.sparse.dot(x, weight).asnumpy().tolist() == [[3], [8]]
