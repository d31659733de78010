"""Files of arrays: large ones are read into the memory that the arrays keep, and nobody else has that memory."""

import os

import numpy as np
import pytest

import jmx as mx
from jmx import nd
from jmx._files import reading


@pytest.fixture
def path(tmp_path):
    path = str(tmp_path / "some.params")
    arrays = {
        "large": nd.arange(40000).reshape((200, 200)),
        "bytes": nd.ones((300001,), dtype="uint8"),
        "wide": nd.full((9000, 2), 1 << 40, dtype="int64"),
        "small": nd.array([1, 2, 3], dtype="float16"),
        "number": nd.full((1,), 5),
        "again": nd.zeros((7, 100, 100)),
        "sparse": nd.sparse.row_sparse_array((np.ones((2, 3)), [1, 4]), shape=(6, 3)),
    }
    nd.save(path, arrays)
    return path, {name: array.asnumpy() for name, array in arrays.items()}


def test_large_arrays_are_not_copied(path, monkeypatch):
    made = []
    aligned = reading.aligned
    monkeypatch.setattr(reading, "aligned", lambda *args: made.append(aligned(*args)) or made[-1])
    loaded = nd.load(path[0])
    addresses = {one.ctypes.data for one in made if one.nbytes >= 1 << 16}
    kept = {array._data().unsafe_buffer_pointer() for array in loaded.values() if array.stype == "default"}
    assert len(addresses) == 4 and addresses <= kept
    assert all(address % 64 == 0 for address in addresses)


def test_values(path):
    path, expected = path
    loaded = nd.load(path)
    for name, values in expected.items():
        np.testing.assert_array_equal(loaded[name].asnumpy(), values)
        assert loaded[name].dtype == values.dtype
    loaded["large"][:] = 7
    loaded["wide"] += 1
    again = nd.load(path)
    np.testing.assert_array_equal(again["large"].asnumpy(), expected["large"])
    assert (loaded["large"].asnumpy() == 7).all()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_buffer_of_the_users_stays_apart(path, kind):
    with open(path[0], "rb") as file:
        content = bytearray(file.read())
    loaded = nd.load_frombuffer(kind(content))
    content[:] = bytes(len(content))
    for name, values in path[1].items():
        np.testing.assert_array_equal(loaded[name].asnumpy(), values)
    loaded["large"][:] = 3
    assert not any(content)


@pytest.mark.parametrize("cut", [3, 30, 70000, 160000, 170000, 500000])
def test_a_file_that_was_cut_off(path, cut):
    os.truncate(path[0], cut)
    with pytest.raises(mx.MXNetError, match=f"of {cut}"):
        nd.load(path[0])
