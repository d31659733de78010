"""mx.io: order, padding, descriptions and errors of the iterators."""

import gzip
import io
import json
import logging
import pathlib
import re
import struct

import numpy as np
import pytest

import jmx as mx

FACTS = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "data.json").read_text())


def epochs(iterator, count):
    out = []
    for _ in range(count):
        out.append([[b.data[0].asnumpy().tolist(), b.label[0].asnumpy().tolist(), b.pad] for b in iterator])
        iterator.reset()
    return out


@pytest.mark.parametrize("case", [key for key in FACTS if key.startswith("iter/")])
def test_ndarray_iter_visits_samples_as_mxnet(case):
    _, handle, shuffle, rows, size = case.split("/")
    np.random.seed(11)
    made = mx.io.NDArrayIter(np.arange(int(rows)), np.arange(int(rows)) * 10, int(size), shuffle == "1", handle)
    assert epochs(made, 4) == FACTS[case]


@pytest.mark.parametrize("handle", ["pad", "discard", "roll_over"])
def test_ndarray_iter_reads_ndarrays_as_numpy_arrays(handle):
    plain = mx.io.NDArrayIter(np.arange(14).reshape(7, 2), np.arange(7), 3, last_batch_handle=handle)
    arrays = mx.io.NDArrayIter(mx.nd.arange(14).reshape((7, 2)), mx.nd.arange(7), 3, last_batch_handle=handle)
    assert epochs(plain, 3) == epochs(arrays, 3)


def test_ndarray_iter_describes_its_inputs():
    made = mx.io.NDArrayIter(
        {"b": np.zeros((4, 2)), "a": mx.nd.zeros((4, 3), dtype="int32")}, [np.zeros(4), np.ones((4, 1))], batch_size=2
    )
    assert made.provide_data == [("a", (2, 3)), ("b", (2, 2))]
    assert [d.dtype for d in made.provide_data] == [np.int32, np.float32]
    assert made.provide_label == [("_0_softmax_label", (2,)), ("_1_softmax_label", (2, 1))]
    batch = made.next()
    assert [(d.shape, d.dtype) for d in batch.data] == [((2, 3), np.int32), ((2, 2), np.float32)]
    assert batch.index is None and batch.pad == 0
    assert str(batch) == "DataBatch: data shapes: [(2, 3), (2, 2)] label shapes: [(2,), (2, 1)]"
    assert made.num_data == 4 and made.num_source == 4
    assert [name for name, _ in made.data] == ["a", "b"]


def test_ndarray_iter_copies_numpy_and_follows_ndarrays():
    host, array = np.zeros((2, 1), np.float32), mx.nd.zeros((2, 1))
    made = mx.io.NDArrayIter([host, array], batch_size=2)
    host += 1
    array += 1
    first, second = made.next().data
    assert first.asnumpy().tolist() == [[0], [0]] and second.asnumpy().tolist() == [[1], [1]]
    second[:] = 7
    assert array.asnumpy().tolist() == [[1], [1]]


def test_ndarray_iter_takes_narrow_and_wide_elements():
    for dtype in (np.uint8, np.int8, np.int64, np.float64, np.float16, bool):
        values = np.array([0, 1, 1, 0], dtype)
        batch = mx.io.NDArrayIter(values, values, 4, shuffle=False).next()
        assert batch.data[0].dtype == np.float32
        assert batch.label[0].asnumpy().tolist() == [0, 1, 1, 0]


def test_ndarray_iter_layout():
    made = mx.io.NDArrayIter(np.arange(24).reshape(4, 6), batch_size=2, layout="TN")
    assert made.provide_data == [("data", (4, 2))]
    assert made.next().data[0].asnumpy()[0].tolist() == [0, 1]
    assert made.next().data[0].asnumpy()[0].tolist() == [2, 3]


def test_ndarray_iter_old_protocol():
    made = mx.io.NDArrayIter(np.arange(5), np.arange(5), 2)
    seen = []
    while made.iter_next():
        seen.append((made.getdata()[0].asnumpy().tolist(), made.getlabel()[0].asnumpy().tolist(), made.getpad()))
    assert seen == [([0, 1], [0, 1], 0), ([2, 3], [2, 3], 0), ([4, 0], [4, 0], 1)]
    with pytest.raises(AssertionError, match="DataIter needs reset"):
        made.getdata()
    with pytest.raises(StopIteration):
        made.next()
    made.hard_reset()
    assert made.next().data[0].asnumpy().tolist() == [0, 1]


class _Rows:
    """Stands for an HDF5 data set: reads sorted, distinct rows only."""

    def __init__(self, values):
        self.values, self.shape, self.dtype = values, values.shape, values.dtype

    def __getitem__(self, rows):
        assert isinstance(rows, slice) or (np.diff(rows) > 0).all()
        return self.values[rows]


def test_ndarray_iter_reads_hdf5_in_order(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "h5py", type("h5py", (), {"Dataset": _Rows}))
    rows = _Rows(np.arange(5, dtype=np.float32) * 2)
    np.random.seed(0)
    made = mx.io.NDArrayIter(rows, np.arange(5), 3, shuffle=True)
    for batch in made:
        assert (batch.data[0].asnumpy() == 2 * batch.label[0].asnumpy()).all()


@pytest.mark.parametrize(
    "data, label, error, text",
    [
        (None, None, AssertionError, "data"),
        ([], None, AssertionError, "data"),
        (3, None, TypeError, "Input must be NDArray, numpy.ndarray, h5py.Dataset a list of them or dict"),
        ({"x": "abc"}, None, TypeError, "Invalid type '<class 'str'>' for x, should be NDArray"),
        (np.zeros(3), "abc", TypeError, "Input must be NDArray"),
    ],
)
def test_ndarray_iter_refuses(data, label, error, text):
    with pytest.raises(error, match=text):
        mx.io.NDArrayIter(data, label)


def test_ndarray_iter_says_which_input_is_short():
    made = mx.io.NDArrayIter(np.zeros((4, 2)), np.zeros(3), batch_size=2)
    made.next()
    with pytest.raises(mx.MXNetError, match=r"softmax_label with shape \(3,\) has only 3"):
        made.next()


def test_data_desc():
    made = mx.io.DataDesc("x", (2, 3), np.int8, "NT")
    assert made == ("x", (2, 3)) and made.dtype == np.int8 and made.layout == "NT"
    assert repr(mx.io.DataDesc("x", (2,))) == "DataDesc[x,(2,),<class 'numpy.float32'>,NCHW]"
    assert mx.io.DataDesc.get_batch_axis("TNC") == 1 and mx.io.DataDesc.get_batch_axis(None) == 0
    assert mx.io.DataDesc.get_list([("x", (1,))], [("x", np.int8)])[0].dtype == np.int8
    import pickle

    again = pickle.loads(pickle.dumps(made))
    assert again == made and again.dtype == np.int8 and again.layout == "NT"


def test_data_batch_refuses_single_arrays():
    with pytest.raises(AssertionError, match="Data must be list of NDArrays"):
        mx.io.DataBatch(mx.nd.ones(2))
    with pytest.raises(AssertionError, match="Label must be list of NDArrays"):
        mx.io.DataBatch([mx.nd.ones(2)], mx.nd.ones(2))


def test_resize_iter():
    made = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(7), batch_size=3), 5)
    assert [b.data[0].asnumpy().tolist() for b in made] == [[0, 1, 2], [3, 4, 5], [6, 0, 1], [0, 1, 2], [3, 4, 5]]
    made.reset()
    assert made.next().data[0].asnumpy().tolist() == [0, 1, 2]
    assert made.provide_data == [("data", (3,))] and made.batch_size == 3


def test_prefetching_iter_joins_renames_and_resets():
    def inner():
        return mx.io.NDArrayIter(np.arange(7), np.arange(7), batch_size=3)

    made = mx.io.PrefetchingIter(
        [inner(), inner()],
        rename_data=[{"data": "x"}, {"data": "y"}],
        rename_label=[{"softmax_label": "u"}, {"softmax_label": "v"}],
    )
    assert made.provide_data == [("x", (3,)), ("y", (3,))] and made.provide_label == [("u", (3,)), ("v", (3,))]
    for _ in range(3):
        seen = [[d.asnumpy().tolist() for d in b.data] + [b.pad] for b in made]
        assert seen == [[[0, 1, 2]] * 2 + [0], [[3, 4, 5]] * 2 + [0], [[6, 0, 1]] * 2 + [2]]
        with pytest.raises(StopIteration):
            made.next()
        made.reset()
    made.next()
    made.reset()
    assert made.next().data[1].asnumpy().tolist() == [0, 1, 2]


def test_prefetching_iter_passes_errors_on():
    class Broken(mx.io.NDArrayIter):
        def next(self):
            raise RuntimeError("no more disk")

    made = mx.io.PrefetchingIter(Broken(np.arange(4), batch_size=2))
    with pytest.raises(RuntimeError, match="no more disk"):
        made.next()


@pytest.fixture
def idx_files(tmp_path):
    images = np.random.RandomState(0).randint(0, 256, (10, 4, 5)).astype(np.uint8)
    labels = np.arange(10, dtype=np.uint8)
    (tmp_path / "images").write_bytes(struct.pack(">IIII", 2051, 10, 4, 5) + images.tobytes())
    with gzip.open(tmp_path / "labels.gz", "wb") as stream:
        stream.write(struct.pack(">II", 2049, 10) + labels.tobytes())
    return images, {"image": str(tmp_path / "images"), "label": str(tmp_path / "labels.gz")}


def test_mnist_iter(idx_files):
    images, paths = idx_files
    made = mx.io.MNISTIter(**paths, batch_size=3, silent=True)
    assert made.provide_data == [("data", (3, 1, 4, 5))] and made.provide_label == [("softmax_label", (3,))]
    first = [(b.data[0].asnumpy(), b.label[0].asnumpy()) for b in made]
    assert len(first) == 3
    for data, label in first:
        assert (data[:, 0] == images[label.astype(int)] / np.float32(256)).all()
    made.reset()
    assert [b.label[0].asnumpy().tolist() for b in made] == [label.tolist() for _, label in first]
    part = mx.io.MNISTIter(**paths, batch_size="2", flat=True, shuffle=0, num_parts=2, part_index=1, input_shape=(20,))
    assert [b.label[0].asnumpy().tolist() for b in part] == [[5, 6], [7, 8]]
    assert part.provide_data == [("data", (2, 20))]
    assert mx.io.MNISTIter(**paths, batch_size=2, dtype="float16", silent=True).next().data[0].dtype == np.float16


@pytest.mark.parametrize(
    "given, order",
    [  # recorded with MXNet 1.9.1
        ({"seed": 0}, [0, 2, 3, 5, 9, 1, 10, 11, 4, 7, 6, 8]),
        ({"seed": 1}, [6, 11, 10, 2, 4, 1, 5, 3, 8, 0, 7, 9]),
        ({"seed": -3}, [4, 2, 3, 1, 9, 5, 10, 8, 11, 7, 6, 0]),
        ({"seed": 2147483647}, [5, 0, 3, 10, 6, 1, 9, 7, 11, 2, 4, 8]),
        ({"seed": 7, "num_parts": 2, "part_index": 1}, [8, 10, 11, 9, 6, 7]),
    ],
)
def test_the_order_of_mnist_iter_is_mxnets(tmp_path, given, order):
    (tmp_path / "images").write_bytes(struct.pack(">IIII", 2051, 12, 1, 1) + bytes(range(12)))
    (tmp_path / "labels").write_bytes(struct.pack(">II", 2049, 12) + bytes(range(12)))
    made = mx.io.MNISTIter(image=tmp_path / "images", label=tmp_path / "labels", batch_size=3, silent=True, **given)
    for _ in range(2):
        assert [int(value) for batch in made for value in batch.label[0].asnumpy()] == order
        made.reset()


def test_what_iterators_say_is_on_stderr(idx_files, capsys, caplog):
    with caplog.at_level(logging.DEBUG):
        mx.io.MNISTIter(**idx_files[1], batch_size=5, shufle=False)
    unread, loaded = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\[\d\d:\d\d:\d\d\] MNISTIter: load 10 images, shuffle=1, shape=\[5,1,4,5\]", loaded)
    assert "MNISTIter has no parameter shufle" in unread and "'shuffle'" in unread
    assert not caplog.records
    mx.io.MNISTIter(**idx_files[1], batch_size=5, silent=True)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("stream", [None, "closed"])
def test_iterators_without_stderr(idx_files, monkeypatch, stream):
    if stream:
        stream = io.StringIO()
        stream.close()
    monkeypatch.setattr("sys.stderr", stream)
    assert len(list(mx.io.MNISTIter(**idx_files[1], batch_size=5))) == 2


def test_mnist_iter_refuses(idx_files, tmp_path):
    _, paths = idx_files
    with pytest.raises(mx.MXNetError, match="nowhere"):
        mx.io.MNISTIter(image="nowhere", label=paths["label"])
    with pytest.raises(mx.MXNetError, match="invalid mnist format"):
        mx.io.MNISTIter(image=paths["label"], label=paths["label"])
    with pytest.raises(mx.MXNetError, match="batch_size should be greater equal to 1"):
        mx.io.MNISTIter(**paths, batch_size=0)
    with pytest.raises(mx.MXNetError, match="Invalid Parameter format for batch_size"):
        mx.io.MNISTIter(**paths, batch_size="many")
    with pytest.raises(TypeError):
        mx.io.MNISTIter(paths["image"], paths["label"])
    with pytest.raises(mx.MXNetError, match="num_parts"):
        mx.io.MNISTIter(**paths, num_parts=2, part_index=2)
    content = (tmp_path / "images").read_bytes()
    (tmp_path / "short").write_bytes(content[:-1])
    with pytest.raises(mx.MXNetError, match="cut short"):
        mx.io.MNISTIter(image=str(tmp_path / "short"), label=paths["label"])
