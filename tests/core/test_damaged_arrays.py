"""Array files whose parts do not fit each other: an MXNetError that names the file and the place, before memory is taken."""

import struct
import tracemalloc

import numpy as np
import pytest

import jmx as mx
from jmx import MXNetError
from jmx._files.params import SparseParts, save_bytes


def sparse(stype, shape, data, *aux):
    data = np.asarray(data, "float32")
    return save_bytes([SparseParts(stype, shape, data, tuple(np.asarray(part, "int64") for part in aux))], ["w"])


CASES = {
    "a scalar for indices": (sparse("csr", (2, 3), [1.0, 2.0], [0, 1, 2], 1), r"indices \(\)"),
    "a scalar for the starts": (sparse("csr", (2, 3), [1.0, 2.0], 0, [0, 1]), "2 rows begin at 1 places; 3 were expected"),
    "starts that go back": (sparse("csr", (2, 3), [1.0, 2.0], [0, 3, 2], [0, 1]), "do not ascend from 0"),
    "starts that begin later": (sparse("csr", (2, 3), [1.0, 2.0], [1, 1, 2], [0, 1]), "do not ascend from 0"),
    "too few starts": (sparse("csr", (2, 3), [1.0, 2.0], [0, 2], [0, 1]), "2 rows begin at 2 places; 3 were expected"),
    "a column outside": (sparse("csr", (2, 3), [1.0, 2.0], [0, 1, 2], [0, 3]), "lie between 0 and 3; 0 to 2 was expected"),
    "a negative column": (sparse("csr", (2, 3), [1.0, 2.0], [0, 1, 2], [-1, 2]), "lie between -1 and 2"),
    "more values than indices": (
        sparse("csr", (2, 3), [1.0, 2.0, 3.0], [0, 1, 2], [0, 1]),
        r"shape \(3,\) and its indices \(2,\)",
    ),
    "three dimensions": (sparse("csr", (2, 3, 1), [1.0], [0, 1, 1], [0]), r"shape is \(2, 3, 1\)"),
    "many rows of nothing": (sparse("csr", (1 << 53, 3), [], [], []), "9007199254740992 rows"),
    "a row outside": (sparse("row_sparse", (4, 2), np.ones((2, 2)), [0, 4]), "lie between 0 and 4; 0 to 3 was expected"),
    "rows of another length": (sparse("row_sparse", (4, 2), np.ones((2, 3)), [0, 1]), r"values of shape \(2, 2\) were expected"),
    "fewer rows than indices": (sparse("row_sparse", (4, 2), np.ones((1, 2)), [0, 1]), r"values of shape \(2, 2\) were expected"),
    "a scalar for rows": (sparse("row_sparse", (4, 2), np.ones((1, 2)), 1), r"indices \(\)"),
    "a long row of nothing": (sparse("row_sparse", (4, 1 << 40), np.ones((0, 5)), []), "a row of its shape"),
}


@pytest.mark.parametrize("case", CASES)
def test_sparse_arrays(tmp_path, case):
    content, text = CASES[case]
    path = tmp_path / "w.params"
    path.write_bytes(content)
    with pytest.raises(MXNetError, match=rf"w\.params: .*array 0 has storage type .*{text}.*, at byte \d+ of {len(content)}"):
        mx.nd.load(str(path))
    with pytest.raises(MXNetError, match=text):
        mx.nd.load_frombuffer(content)


def test_indices_that_are_no_whole_numbers():
    parts = SparseParts("csr", (2, 3), np.ones(2, "float32"), (np.array([0, 1, 2]), np.array([0, 1], "float32")))
    with pytest.raises(MXNetError, match="int64 of shape .*float32 of shape"):
        mx.nd.load_frombuffer(save_bytes([parts]))


def test_many_rows_of_which_few_are_stored():
    """2^53 rows are only a number."""
    (loaded,) = mx.nd.load_frombuffer(sparse("row_sparse", (1 << 53, 2), np.ones((2, 2)), [5, 1 << 52])).values()
    assert loaded.shape == (1 << 53, 2) and loaded.indices.asnumpy().tolist() == [5, 1 << 52]


def test_nothing_stored():
    """As MXNet writes it: the places where rows begin may be left out."""
    for content in (sparse("csr", (2, 3), [], [], []), sparse("csr", (2, 3), [], [0, 0, 0], [])):
        (loaded,) = mx.nd.load_frombuffer(content).values()
        np.testing.assert_array_equal(loaded.asnumpy(), np.zeros((2, 3)))


def test_a_short_file_that_announces_a_long_array():
    whole = save_bytes([np.ones((2, 2), "float32")], ["w"])
    at = whole.index(struct.pack("<2q", 2, 2))
    content = whole[:at] + struct.pack("<2q", 1 << 15, 1 << 14) + whole[at + 16 :]
    tracemalloc.start()
    with pytest.raises(MXNetError, match=r"shape \(32768, 16384\) and type float32 needs 2147483648 bytes"):
        mx.nd.load_frombuffer(content)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_a_checkpoint_whose_names_have_no_kind(tmp_path):
    prefix = str(tmp_path / "m")
    mx.nd.save(prefix + "-0001.params", {"w": mx.nd.ones(2)})
    with pytest.raises(ValueError, match=r"m-0001\.params: the name 'w' has no kind"):  # MXNet's class
        mx.model.load_params(prefix, 1)
    mx.nd.save(prefix + "-0001.params", [mx.nd.ones(2)])
    with pytest.raises(MXNetError, match=r"m-0001\.params: its 1 arrays have no names"):
        mx.model.load_params(prefix, 1)
