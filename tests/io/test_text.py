"""CSVIter and LibSVMIter. Batches, pads and indices are those of MXNet for the same files."""

import numpy as np
import pytest

import jmx as mx
from jmx.io import _libsvm


def batches(it):
    found = [(b.data[0].asnumpy().tolist(), b.label[0].asnumpy().tolist(), b.pad, b.index.tolist()) for b in it]
    it.reset()
    return found


@pytest.fixture
def table(tmp_path):
    (tmp_path / "d.csv").write_text("".join(f"{i},{i * 10}\n" for i in range(5)))
    (tmp_path / "l.csv").write_text("0\n1\n2\n3\n4")
    return {"data_csv": str(tmp_path / "d.csv"), "label_csv": str(tmp_path / "l.csv"), "data_shape": (2,)}


def test_csv_rounds_batches(table):
    it = mx.io.CSVIter(**table, batch_size=2, label_name="y")
    assert it.provide_data == [("data", (2, 2))] and it.provide_label == [("y", (2,))]
    last = ([[4, 40], [0, 0]], [4, 0], 1, [4, 0])
    assert batches(it) == [([[0, 0], [1, 10]], [0, 1], 0, [0, 1]), ([[2, 20], [3, 30]], [2, 3], 0, [2, 3]), last]
    assert [b[3] for b in batches(it)] == [[1, 2], [3, 4]]
    assert [b[3] for b in batches(it)] == [[0, 1], [2, 3], [4, 0]]


def test_csv_without_rounding(table):
    it = mx.io.CSVIter(**table, batch_size=2, round_batch=False)
    for _ in range(2):
        assert [(b[2], b[3]) for b in batches(it)] == [(0, [0, 1]), (0, [2, 3]), (1, [4, 3])]


def test_csv_shapes_and_types(table):
    it = mx.io.CSVIter(data_csv=table["data_csv"], data_shape=(1, 2), batch_size=7, dtype="int64")
    assert it.provide_data[0].dtype == np.int64 and it.provide_data[0].shape == (7, 1, 2)
    assert [b[1:3] for b in batches(it)] == [([0] * 7, 2)]
    assert [b.index.tolist() for b in it] == [[2, 3, 4, 0, 1, 2, 3]]


def test_csv_refusals(table, tmp_path):
    (tmp_path / "bad.csv").write_text("1,x\n")
    (tmp_path / "short.csv").write_text("1\n")
    for change, words in [
        ({"data_csv": "nowhere.csv"}, "cannot read nowhere.csv"),
        ({"data_csv": str(tmp_path / "bad.csv")}, "no table of float32 numbers"),
        ({"data_shape": (3,)}, r"specified shape=\[3\], the csv row-length=2"),
        ({"label_csv": str(tmp_path / "short.csv")}, "5 rows, but .*short.csv has 1"),
        ({"dtype": "float64"}, "float64 is not supported for CSVIter"),
        ({"batch_size": 11}, "must be bigger than batch size"),
        ({"batch_size": 0}, "greater equal to 1"),
        ({"data_shape": mx.base._Null}, "Required parameter data_shape"),
    ]:
        with pytest.raises(mx.MXNetError, match=words):
            mx.io.CSVIter(**{**table, "batch_size": 2, **change})


@pytest.fixture
def rows(tmp_path):
    (tmp_path / "data.t").write_text("1.0 0:0.5 2:1.25\n-2.0\n-3.0 0:0.5 1:2.5 2:1.25 # comment\n4 2:-1.25\n")
    (tmp_path / "label.t").write_text("1.0\n-2.0 0:0.125\n-3.0 2:1.25\n4 1:1.0 2:-1.25\n")
    return {"data_libsvm": str(tmp_path / "data.t"), "data_shape": (3,)}


def test_libsvm(rows):
    it = mx.io.LibSVMIter(**rows, batch_size=3)
    batch = it.next()
    assert batch.data[0].stype == "csr" and batch.label[0].stype == "default"
    batch.data[0].check_format(True)
    it.reset()
    first = ([[0.5, 0, 1.25], [0, 0, 0], [0.5, 2.5, 1.25]], [1, -2, -3], 0, [0, 1, 2])
    assert batches(it) == [first, ([[0, 0, -1.25], [0.5, 0, 1.25], [0, 0, 0]], [4, 1, -2], 2, [3, 0, 1])]
    assert [b[2:] for b in batches(it)] == [(1, [2, 3, 0])]
    assert mx.io.LibSVMIter(**rows, batch_size=1, num_parts=2, part_index=1).next().label[0].asscalar() == 4


def test_libsvm_with_sparse_labels(rows, tmp_path):
    it = mx.io.LibSVMIter(**rows, label_libsvm=str(tmp_path / "label.t"), label_shape=(3,), batch_size=2)
    batch = it.next()
    assert batch.label[0].stype == "csr" and batch.label[0].asnumpy().tolist() == [[0, 0, 0], [0.125, 0, 0]]


def test_libsvm_refusals(rows, tmp_path):
    (tmp_path / "negative.t").write_text("1 -1:0.5\n")
    (tmp_path / "words.t").write_text("1 a:0.5\n")
    for change, words in [
        ({"data_libsvm": "nowhere.t"}, "cannot read nowhere.t"),
        ({"data_libsvm": str(tmp_path / "negative.t")}, "columns from -1"),
        ({"data_libsvm": str(tmp_path / "words.t")}, "is not `label column:value"),
        ({"data_shape": (2,)}, "allows 0 to 1"),
        ({"data_shape": (2, 2)}, "dimension of data_shape is expected to be 1"),
        ({"label_libsvm": str(tmp_path / "negative.t")}, "columns from -1"),
        ({"round_batch": False}, "round_batch == false"),
        ({"batch_size": 9}, "must be bigger than batch size"),
    ]:
        with pytest.raises(mx.MXNetError, match=words):
            mx.io.LibSVMIter(**{**rows, "batch_size": 2, **change})


def test_scipy_matrices_are_sparse_inputs():
    scipy_sparse = pytest.importorskip("scipy.sparse")
    matrix = scipy_sparse.csr_matrix(np.eye(4, dtype="float32"))
    with pytest.raises(NotImplementedError, match="discard"):
        mx.io.NDArrayIter({"data": matrix}, batch_size=2)
    it = mx.io.NDArrayIter({"data": matrix}, np.arange(4), 2, last_batch_handle="discard")
    assert [b.data[0].stype for b in it] == ["csr", "csr"]


_WORDS = [
    "1:2", "3", "4:", "5:1e-3", "6:nan", "7:-0", "8:0.12345678901234567", "9:1e30", "10:-.5", "11:5.", "12:123456789012345678",
    "00013:+007.250", "14:0.1", "a:1", "1:b", "1:2:3", ":5", "1:.", "-1:2", "1.5:2", "1:-", "1:--2", "1:1-2", "1:1.2.3", "1:1_0",
    "\x001:2", "1:1.-2", "+1:1", "1e2:3",
]  # fmt: skip


def test_libsvm_text_read_at_once():
    """All numbers at once give what words one by one give, to the bit, and lines that cannot be read are not."""
    random = np.random.RandomState(0)
    read = 0
    for turn in range(2000):
        words = _WORDS if turn % 4 == 0 else _WORDS[:13]
        lines = [
            random.choice(["1", "-1", "+1", "0.5", "1:2", "-2.5e1", "3.", "", "\t"]) + " " + "  ".join(random.choice(words, size))
            for size in random.randint(0, 4, random.randint(0, 4))
        ]
        text = random.choice(["\n", "\r\n", "\r"]).join(lines).encode()
        try:
            expected = _libsvm._read_by_words(text)
        except _libsvm.BadLine:
            assert _libsvm._read_at_once(text) is None, text
            with pytest.raises(_libsvm.BadLine):
                _libsvm.read(text)
            continue
        got = _libsvm._read_at_once(text)
        if got is not None:  # else what stands there is left to the other way
            read += 1
            for one, other in zip(got, expected, strict=True):
                assert one.dtype == other.dtype
                np.testing.assert_array_equal(one, other, err_msg=repr(text))
                np.testing.assert_array_equal(np.signbit(one), np.signbit(other))
    assert read > 1500


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_libsvm_file_without_rows(tmp_path, text):
    (tmp_path / "empty.t").write_text(text)
    with pytest.raises(mx.MXNetError, match="has no rows in part 0 of 1"):
        mx.io.LibSVMIter(data_libsvm=str(tmp_path / "empty.t"), data_shape=(3,), batch_size=1)
