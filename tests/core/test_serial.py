"""MXNet's array files: every byte as MXNet writes it, and every broken file refused."""

import os
import pathlib
import stat
import struct

import ml_dtypes
import numpy as np
import pytest

from jmx.base import MXNetError
from jmx.core import serial
from jmx.core.serial import SparseParts

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "fixtures"
CURRENT = sorted(p.name for p in FIXTURES.glob("*.params") if not p.name.startswith("legacy"))
NUMPY_SEMANTICS = {"np_shape.params", "np_list.params", "npnet-0001.params", "npnet.gluon.params"}
STORED = ("list.params", "dict.params", "single.params", "np_shape.params", "np_list.params", "conv.gluon.params",
          "conv.pd.params", "mod-0005.params", "npnet.gluon.params", "rnn.gluon.params")  # fmt: skip


@pytest.fixture(scope="module")
def expected():
    with np.load(FIXTURES / "expected.npz") as file:
        return {key: file[key] for key in file.files}


def one_file(array, name="w"):
    return serial.save_bytes([array], [name])


@pytest.mark.parametrize("name", STORED)
def test_values_types_and_shapes_are_mxnets(name, expected):
    arrays, names = serial.load_bytes((FIXTURES / name).read_bytes())
    found = dict(zip(names or map(str, range(len(arrays))), arrays, strict=True))
    compared = 0
    for key, want in expected.items():
        file, _, entry = key.partition("|")
        if file == name and entry in found:
            assert found[entry].dtype == want.dtype and found[entry].shape == want.shape
            np.testing.assert_array_equal(found[entry], want)
            compared += 1
    assert compared == len(found)


@pytest.mark.parametrize("name", CURRENT)
def test_what_was_read_is_written_back_byte_for_byte(name):
    data = (FIXTURES / name).read_bytes()
    arrays, names = serial.load_bytes(data)
    assert serial.save_bytes(arrays, names, np_shape=name in NUMPY_SEMANTICS) == data


@pytest.mark.parametrize("version", [0, 1])
def test_formats_from_before_mxnet_1_0(version):
    arrays, names = serial.load_bytes((FIXTURES / f"legacy_v{version}.params").read_bytes())
    assert names == ["arg:w", "arg:d", "aux:u", "aux:i"]
    assert [(a.shape, a.dtype.name) for a in arrays] == [
        ((2, 3), "float32"), ((3,), "float64"), ((1, 2, 3, 4), "uint8"), ((1, 1, 2), "int32")
    ]  # fmt: skip
    np.testing.assert_array_equal(arrays[0], np.arange(6, dtype="float32").reshape(2, 3) / 4 - 1)
    np.testing.assert_array_equal(arrays[3].ravel(), [-7, 2**31 - 1])


def test_sparse_arrays_come_as_their_parts(expected):
    arrays, names = serial.load_bytes((FIXTURES / "row_sparse.params").read_bytes())
    w = arrays[names.index("w")]
    assert (w.stype, w.shape, w.data.dtype) == ("row_sparse", (6, 3), np.float32)
    np.testing.assert_array_equal(w.aux[0], [1, 4])
    np.testing.assert_array_equal(w.data, expected["row_sparse.params|w_data"])
    (matrix, empty), _ = serial.load_bytes((FIXTURES / "csr.params").read_bytes())
    assert (matrix.stype, matrix.shape, empty.shape, empty.data.shape) == ("csr", (4, 6), (3, 5), (0,))
    np.testing.assert_array_equal(matrix.aux[0], expected["csr.params|0_indptr"])
    np.testing.assert_array_equal(matrix.aux[1], expected["csr.params|0_indices"])


@pytest.mark.parametrize("kind", ["float32", "float64", "float16", "uint8", "int32", "int8", "int64", "bool"])
@pytest.mark.parametrize("shape", [(1,), (2, 3), (2, 1, 3, 1)])
def test_round_trip(kind, shape):
    array = (np.arange(np.prod(shape)).reshape(shape) % 5).astype(kind)
    (found,), names = serial.load_bytes(one_file(array, "ü"))
    assert names == ["ü"] and found.dtype == array.dtype and not found.flags.writeable
    np.testing.assert_array_equal(found, array)


def test_bfloat16_has_code_12():
    array = np.array([1.0, -2.5], dtype=ml_dtypes.bfloat16)
    data = one_file(array)
    assert struct.unpack_from("<i", data, 24 + 4 + 4 + 4 + 8 + 8) == (12,)
    (found,), _ = serial.load_bytes(data)
    assert found.dtype == array.dtype and found.tolist() == [1.0, -2.5]


def test_strided_arrays_are_written_in_order():
    array = np.arange(12, dtype="int32").reshape(3, 4).T[::2]
    (found,), _ = serial.load_bytes(one_file(array))
    np.testing.assert_array_equal(found, array)


def test_empty_files():
    data = struct.pack("<QQQQ", 0x112, 0, 0, 0)
    assert serial.save_bytes([]) == data
    assert serial.load_bytes(data) == ([], [])


def test_scalars_and_empty_arrays_need_numpy_semantics():
    arrays = [np.float32(3).reshape(()), np.zeros((0, 3), "int8"), None]
    found, _ = serial.load_bytes(serial.save_bytes(arrays, np_shape=True), np_shape=True)
    assert [a if a is None else (a.shape, a.dtype.name) for a in found] == [((), "float32"), ((0, 3), "int8"), None]
    with pytest.raises(MXNetError, match=r"array 0: an array of shape \(\).*NumPy shape semantics"):
        serial.save_bytes(arrays)
    assert serial.load_bytes(serial.save_bytes([None])) == ([None], [])


def test_the_two_semantics_are_not_mixed():
    old, new = one_file(np.ones(2, "float32")), serial.save_bytes([np.ones(2, "float32")], np_shape=True)
    assert serial.load_bytes(old, np_shape=False) and serial.load_bytes(new, np_shape=True)
    with pytest.raises(MXNetError, match="was saved in np shape semantics, must be loaded in the same semantics"):
        serial.load_bytes(new, np_shape=False)
    with pytest.raises(MXNetError, match="was not saved in np shape semantics, but being loaded in np shape semantics"):
        serial.load_bytes(old, np_shape=True)
    sparse = SparseParts("row_sparse", (3, 2), np.ones((1, 2), "float32"), (np.array([1]),))
    with pytest.raises(MXNetError, match="default storage type in np shape semantics"):
        serial.save_bytes([sparse], np_shape=True)


@pytest.mark.parametrize("name", ["dict", "csr", "row_sparse", "np_shape", "legacy_v0"])
def test_a_file_cut_anywhere_is_refused(name):
    data = (FIXTURES / f"{name}.params").read_bytes()
    for end in range(len(data)):
        with pytest.raises(MXNetError, match="Invalid NDArray file format.* at byte"):
            serial.load_bytes(data[:end])
    assert serial.load_bytes(data + b"more")


@pytest.mark.parametrize(
    ("offset", "code", "value", "message"),
    [
        (0, "Q", 0x113, "does not begin with MXNet's magic number"),
        (16, "Q", 2**62, "a list of 4611686018427387904 arrays needs"),
        (24, "I", 2**31, "array 0 of 2147483648 dimensions needs"),
        (28, "i", 7, "Unknown storage type 7 of array 0"),
        (32, "i", 2**30, "the shape of array 0 of 1073741824 dimensions needs"),
        (36, "q", -5, r"array 0 has a negative dimension in its shape \(-5, 3\)"),
        (36, "q", 2**61, r"array 0 of shape \(2305843009213693952, 3\) and type float32 needs"),
        (60, "i", 99, "Unknown type enum 99 as the element type of array 0"),
        (88, "Q", 3, "3 names for 1 arrays"),
        (96, "Q", 2**60, "name 0 needs"),
        (104, "B", 0xFF, "name 0 is not UTF-8 text"),
    ],
)
def test_a_corrupt_number_is_named(offset, code, value, message):
    data = bytearray(one_file(np.arange(6, dtype="float32").reshape(2, 3)))
    struct.pack_into("<" + code, data, offset, value)
    with pytest.raises(MXNetError, match=message):
        serial.load_bytes(data, source="w.params")


def test_element_types_that_mxnet_lacks_are_refused():
    with pytest.raises(MXNetError, match="'w'.*no element type uint16.*astype"):
        one_file(np.ones(2, "uint16"))
    with pytest.raises(MXNetError, match="1 names for 2 arrays"):
        serial.save_bytes([np.ones(2, "int8")] * 2, ["a"])


def test_single_arrays_as_in_pickles():
    array = np.arange(4, dtype="float64").reshape(2, 2)
    data = serial.save_array(array)
    assert data == one_file(array)[24 : 24 + len(data)]
    np.testing.assert_array_equal(serial.load_array(data), array)
    with pytest.raises(MXNetError, match="the array of shape"):
        serial.load_array(data[:-1])


def test_files_on_disk(tmp_path):
    path = tmp_path / "w.params"
    array = np.arange(3, dtype="int64")
    serial.save_file(path, [array], ["w"])
    assert path.read_bytes() == one_file(array)
    (found,), names = serial.load_file(f"file://{path}")
    assert names == ["w"] and found.tolist() == [0, 1, 2]
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(MXNetError, match=r"w\.params: Invalid NDArray file format: name 0"):
        serial.load_file(path)
    with pytest.raises(MXNetError, match="Open .*nope.*No such file"):
        serial.load_file(tmp_path / "nope")
    with pytest.raises(MXNetError, match="Open .*No such file"):
        serial.save_file(tmp_path / "no" / "folder", [array])
    with pytest.raises(MXNetError, match="s3"):
        serial.load_file("s3://bucket/w.params")


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "w.params"
    path.write_bytes(b"before")
    path.chmod(0o640)
    with pytest.raises(MXNetError, match="uint16"):
        serial.save_file(path, [np.ones(3, "float32"), np.ones(2, "uint16")])
    assert path.read_bytes() == b"before" and os.listdir(tmp_path) == ["w.params"]
    with serial.atomic_file(path, "w") as file:
        file.write("ä")
    assert path.read_bytes() == "ä".encode() and (os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o640)


@pytest.mark.not_on_windows("no links without a privilege")
def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"before")
    link.symlink_to(target)
    serial.save_file(link, [])
    assert link.is_symlink() and target.read_bytes() == serial.save_bytes([])
