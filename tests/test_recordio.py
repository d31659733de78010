"""Files of records: MXNet's bytes both ways, broken files, writers that fail, other processes, images."""

import multiprocessing
import os
import pathlib
import pickle
import struct
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import recordio
from jmx.recordio import IRHeader, MXIndexedRecordIO, MXRecordIO

HERE = pathlib.Path(__file__).parent
FIXTURES = HERE / "fixtures"
EXPECTED = np.load(FIXTURES / "expected.npz")
GOLDEN = np.load(HERE / "golden" / "recordio.npz")
RECORDS = [GOLDEN[f"record/{i}"].tobytes() for i in range(9)]


@pytest.fixture
def rec(tmp_path):
    return str(tmp_path / "x.rec")


@pytest.fixture
def idx(tmp_path):
    return str(tmp_path / "x.idx")


def write(rec, records, idx=None):
    writer = MXIndexedRecordIO(idx, rec, "w") if idx else MXRecordIO(rec, "w")
    for number, record in enumerate(records):
        if idx:
            writer.write_idx(number, record)
        else:
            writer.write(record)
    writer.close()


def content(path):
    return pathlib.Path(path).read_bytes()


# -- the format -----------------------------------------------------------------------------------------


def test_reads_what_mxnet_wrote():
    reader = MXRecordIO(str(FIXTURES / "plain.rec"), "r")
    for number in range(7):
        assert reader.read() == EXPECTED[f"plain.rec|{number}"].tobytes()
    assert reader.read() is None
    assert reader.read() is None


def test_writes_mxnets_bytes(rec, idx):
    write(rec, RECORDS, idx)
    assert content(rec) == GOLDEN["rec"].tobytes()
    assert content(idx) == GOLDEN["idx"].tobytes()
    reader = MXIndexedRecordIO(idx, rec, "r")
    assert [reader.read_idx(key) for key in reversed(reader.keys)] == RECORDS[::-1]


def test_rewrites_the_fixture(rec):
    write(rec, [EXPECTED[f"plain.rec|{number}"].tobytes() for number in range(7)])
    assert content(rec) == (FIXTURES / "plain.rec").read_bytes()


def test_index_and_position(rec, idx):
    writer = MXIndexedRecordIO(idx, rec, "w", key_type=str)
    assert writer.tell() == 0
    writer.write_idx("a b", b"xyz")
    assert writer.tell() == 12
    writer.write_idx("c", bytearray(b"12345"))
    assert writer.tell() == 28 and writer.idx == {"a b": 0, "c": 12} and writer.keys == ["a b", "c"]
    writer.close()
    reader = MXIndexedRecordIO(idx, rec, "r", key_type=str)
    assert reader.keys == ["a b", "c"]
    assert reader.read_idx("c") == b"12345"
    assert reader.read() is None
    assert reader.read_idx("a b") == b"xyz" and reader.read() == b"12345"
    with pytest.raises(KeyError):
        reader.read_idx("d")


def test_reset(rec):
    write(rec, [b"a", b"b"])
    reader = MXRecordIO("file://" + rec, "r")
    assert reader.read() == b"a"
    reader.reset()
    assert reader.read() == b"a"
    writer = MXRecordIO(rec, "w")
    writer.write(b"a")
    writer.reset()
    assert content(rec) == b""


# -- misuse ---------------------------------------------------------------------------------------------


def test_wrong_calls(rec, idx, tmp_path):
    with pytest.raises(ValueError, match="Invalid flag a"):
        MXRecordIO(rec, "a")
    for flag in "rw":
        with pytest.raises(mx.MXNetError, match="none.*No such file"):
            MXRecordIO(str(tmp_path / "none" / "x.rec"), flag)
        with pytest.raises(mx.MXNetError, match="s3"):
            MXRecordIO("s3://bucket/x.rec", flag)
    with pytest.raises(mx.MXNetError, match="directory"):
        MXRecordIO(str(tmp_path), "r")
    writer = MXIndexedRecordIO(idx, rec, "w")
    for wrong in ("text", None, 5):
        with pytest.raises(TypeError, match="bytes"):
            writer.write_idx(0, wrong)
    for call in (writer.read, lambda: writer.seek(0)):
        with pytest.raises(AssertionError, match='opened with "w"'):
            call()
    writer.close()
    writer.close()
    for call in (lambda: writer.write(b"a"), lambda: writer.write_idx(0, b"a"), writer.tell):
        with pytest.raises(RuntimeError, match="closed"):
            call()
    assert content(rec) == content(idx) == b""
    reader = MXIndexedRecordIO(idx, rec, "r")
    for call in (reader.tell, lambda: reader.write(b"a"), lambda: reader.write_idx(0, b"a")):
        with pytest.raises(AssertionError, match='opened with "r"'):
            call()


def test_too_long(rec):
    class Long(bytes):
        def __len__(self):
            return 1 << 29

    with pytest.raises(mx.MXNetError, match="536870912 bytes"):
        recordio.format.encode(Long())


def test_missing_index(rec, tmp_path):
    write(rec, [b"a"])
    with pytest.raises(FileNotFoundError):
        MXIndexedRecordIO(str(tmp_path / "none.idx"), rec, "r")
    before = content(rec)
    with pytest.raises(FileNotFoundError):
        MXIndexedRecordIO(str(tmp_path / "none" / "x.idx"), rec, "w")
    assert content(rec) == before


# -- broken files ---------------------------------------------------------------------------------------


def test_cut_off_anywhere(rec):
    whole = GOLDEN["rec"].tobytes()
    ends = [int(line.split()[1]) for line in GOLDEN["idx"].tobytes().decode().splitlines()] + [len(whole)]
    for size in range(len(whole)):
        pathlib.Path(rec).write_bytes(whole[:size])
        reader = MXRecordIO(rec, "r")
        for number in range(sum(end <= size for end in ends[1:])):
            assert reader.read() == RECORDS[number]
        if size in ends:
            assert reader.read() is None
        else:
            for _ in range(2):  # the position stays
                with pytest.raises(mx.MXNetError, match=rf"x.rec.* at byte \d+ of {size}"):
                    reader.read()
        reader.close()


@pytest.mark.parametrize(
    "data, message",
    [
        (b"abcdefgh", "expected the magic number 0xced7230a and found 0x64636261, at byte 0 of 8"),
        (b"\x0a\x23\xd7\xce" + struct.pack("<I", (1 << 29) - 1), "536870912 bytes is announced and 0 are left, at byte 0 of 8"),
        (b"\x0a\x23\xd7\xce" + struct.pack("<I", 2 << 29), "found a part of kind 2, at byte 0"),
        (b"\x0a\x23\xd7\xce" + struct.pack("<I", 7 << 29), "found a part of kind 7"),
        (
            b"\x0a\x23\xd7\xce" + struct.pack("<I", 1 << 29) + b"\x0a\x23\xd7\xce" + struct.pack("<I", 0),
            "found a part of kind 0, at byte 8 of 16, in the record at byte 0",
        ),
    ],
)
def test_broken(rec, data, message):
    pathlib.Path(rec).write_bytes(data)
    with pytest.raises(mx.MXNetError, match=message):
        MXRecordIO(rec, "r").read()


@pytest.mark.parametrize("text, line", [("0\n", 1), ("0\t0\n\n", 2), ("0\t0\na\t0\n", 2), ("0\tx\n", 1), ("0\t-4\n", 1)])
def test_broken_index(rec, idx, text, line):
    write(rec, [b"a"])
    pathlib.Path(idx).write_text(text)
    with pytest.raises(mx.MXNetError, match=f"x.idx.*line {line} "):
        MXIndexedRecordIO(idx, rec, "r")


def test_index_of_another_file(rec, idx):
    write(rec, [b"abc", b"def"], idx)
    pathlib.Path(idx).write_text("0\t24\n1\t4\n")
    reader = MXIndexedRecordIO(idx, rec, "r")
    with pytest.raises(mx.MXNetError, match="key 0 at byte 24.*has 24 bytes"):
        reader.read_idx(0)
    with pytest.raises(mx.MXNetError, match="magic number"):
        reader.read_idx(1)


# -- index and data stay in step ------------------------------------------------------------------------


@pytest.mark.parametrize("fail_at", [1, 2, 3])
def test_a_failing_disk_leaves_no_half_record(rec, idx, monkeypatch, fail_at):
    writer = MXIndexedRecordIO(idx, rec, "w")
    writer.write_idx(0, b"first")
    before = content(rec), content(idx)
    real, calls = os.write, []

    def full(fd, data):
        calls.append(fd)
        if len(calls) == fail_at:
            raise OSError(28, "No space left on device")
        return real(fd, data[: len(data) // 2 if len(calls) == 1 else len(data)])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(mx.MXNetError, match="No space left on device"):
        writer.write_idx(1, b"second")
    monkeypatch.undo()
    assert (content(rec), content(idx)) == before and writer.keys == [0]
    writer.write_idx(2, b"third")
    assert content(idx) == b"0\t0\n2\t16\n"
    writer.close()
    reader = MXIndexedRecordIO(idx, rec, "r")
    assert [reader.read_idx(key) for key in (0, 2)] == [b"first", b"third"]


def test_writing_over_a_longer_index(rec, idx):
    write(rec, [b"a"] * 5, idx)
    write(rec, [b"b"], idx)
    assert content(idx) == b"0\t0\n"


def test_a_record_is_on_disk_when_write_returns(rec, idx):
    writer = MXIndexedRecordIO(idx, rec, "w")
    writer.write_idx(3, b"abc")
    assert MXIndexedRecordIO(idx, rec, "r").read_idx(3) == b"abc"
    for key in ("a\tb", "a\nb", "", " a"):
        writer.key_type = str
        with pytest.raises(ValueError, match="does not fit the index"):
            writer.write_idx(key, b"x")
    assert writer.tell() == 12


# -- pickles and processes ------------------------------------------------------------------------------


def test_pickled_reader(rec, idx):
    write(rec, [b"a", b"b"], idx)
    reader = MXIndexedRecordIO(idx, rec, "r")
    assert reader.read() == b"a"
    data = pickle.dumps(reader)
    assert not reader.is_open
    with pytest.raises(RuntimeError, match="closed"):
        reader.read()
    assert reader.read_idx(1) == b"b"  # opens it again
    again = pickle.loads(data)
    assert again.is_open and again.uri == rec and again.keys == [0, 1]
    assert again.read() == b"a"
    again.close()
    assert not pickle.loads(pickle.dumps(again)).is_open


def in_child(reader, plain, writer, answers):
    found = []
    for call in (plain.read, lambda: writer.write_idx(5, b"x"), lambda: reader.read_idx(1), reader.read):
        try:
            found.append(call())
        except RuntimeError as error:
            found.append(str(error))
    answers.put(found)


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_other_process(rec, idx, tmp_path):
    write(rec, [b"a", b"b", b"c"], idx)
    reader, plain = MXIndexedRecordIO(idx, rec, "r"), MXRecordIO(rec, "r")
    writer = MXIndexedRecordIO(str(tmp_path / "y.idx"), str(tmp_path / "y.rec"), "w")
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=in_child, args=(reader, plain, writer, answers))
    child.start()
    found = answers.get(timeout=60)
    child.join(60)
    assert "Forbidden operation in multiple processes" in found[0] and "Forbidden" in found[1]
    assert found[2:] == [b"b", b"c"]
    assert reader.read() == plain.read() == b"a"
    assert content(tmp_path / "y.rec") == b""


# -- packed records -------------------------------------------------------------------------------------


def test_pack():
    assert recordio.pack((7, 2.5, 3, 4), b"abc") == GOLDEN["pack/number"].tobytes()
    assert recordio.pack(IRHeader(7, np.arange(4).reshape(2, 2), 3, 4), b"abc") == GOLDEN["pack/array"].tobytes()
    assert recordio.pack((7, [], 3, 4), b"") == GOLDEN["pack/empty"].tobytes()
    header, rest = recordio.unpack(GOLDEN["pack/array"].tobytes())
    assert header.flag == 4 and header.id == 3 and header.id2 == 4 and rest == b"abc"
    assert header.label.dtype == np.float32 and header.label.tolist() == [0, 1, 2, 3]
    header, rest = recordio.unpack(GOLDEN["pack/number"].tobytes())
    assert repr(header) == "HEADER(flag=0, label=2.5, id=3, id2=4)" and rest == b"abc"


def test_pack_wrong():
    with pytest.raises(TypeError):
        recordio.pack((0, 1, 2, 3), "text")
    with pytest.raises(struct.error):
        recordio.pack((0, 1, -2, 3), b"")
    with pytest.raises(mx.MXNetError, match="24 bytes and this one has 3"):
        recordio.unpack(b"abc")
    with pytest.raises(mx.MXNetError, match="5 labels, 20 bytes, and 2 bytes"):
        recordio.unpack(struct.pack("<IfQQ", 5, 0, 0, 0) + b"ab")


# -- images ---------------------------------------------------------------------------------------------


def test_reads_mxnets_images():
    reader = MXIndexedRecordIO(str(FIXTURES / "img.idx"), str(FIXTURES / "img.rec"), "r")
    assert reader.keys == list(range(6))
    for key in reader.keys:
        header, image = recordio.unpack_img(reader.read_idx(key))
        np.testing.assert_array_equal(header.label, EXPECTED[f"img.rec|label{key}"])
        np.testing.assert_array_equal(image, EXPECTED[f"img.rec|img{key}"])
        assert header.id == key and image.dtype == np.uint8


@pytest.mark.parametrize("name", [name for name in GOLDEN.files if name.startswith("read/")])
def test_decodes_like_mxnet(name):
    _, image, kind, quality, mode = name.split("/")
    header, found = recordio.unpack_img(GOLDEN[f"packed/{image}/{kind}/{quality}"].tobytes(), int(mode))
    assert header == (0, 1.0, 2, 3) and found.dtype == GOLDEN[name].dtype
    np.testing.assert_array_equal(found, GOLDEN[name])


@pytest.mark.parametrize("name", [name for name in GOLDEN.files if name.startswith("packed/")])
def test_encodes_like_mxnet(name):
    _, image, kind, quality = name.split("/")
    record = recordio.pack_img((0, 1.0, 2, 3), GOLDEN[f"image/{image}"], int(quality), kind)
    found = recordio.unpack_img(record)[1]
    wanted = GOLDEN[f"read/{image}/{kind}/{quality}/-1"]
    if (image, kind) == ("alpha", ".bmp"):
        found = found[:, :, :3]  # OpenCV writes the fourth channel since 4.7
    np.testing.assert_array_equal(found, wanted)
    assert found.flags.writeable


def test_images_that_cannot_be(monkeypatch):
    good = np.zeros((4, 4, 3), np.uint8)
    for image, kind in ((np.zeros((4, 4, 2), np.uint8), ".jpg"), (good[:0], ".png"), (good, ".what")):
        with pytest.raises(mx.MXNetError, match=f"OpenCV cannot encode this image as {kind}"):
            recordio.pack_img((0, 1, 2, 3), image, 95, kind)
    record = recordio.pack_img((0, 1, 2, 3), good[:, :, :1])
    assert recordio.unpack_img(record)[1].shape == (4, 4)
    assert recordio.unpack_img(record[:60])[1] is None
    assert recordio.unpack_img(recordio.pack((0, 1, 2, 3), b"no image"))[1] is None
    with pytest.raises(mx.MXNetError, match="no image"):
        recordio.unpack_img(recordio.pack((0, 1, 2, 3), b""))
    assert recordio.unpack_img(record, 17)[1].shape == (2, 2, 3)  # of half the size
    monkeypatch.setitem(sys.modules, "cv2", None)
    for call in (lambda: recordio.pack_img((0, 1, 2, 3), good), lambda: recordio.unpack_img(record)):
        with pytest.raises(mx.MXNetError, match="images need OpenCV.*: pip install opencv-python-headless$"):
            call()


def test_records_and_images_without_jax(rec, idx):
    code = f"""if True:
        import sys
        import mxnet.recordio as recordio
        import numpy as np
        writer = recordio.MXIndexedRecordIO({str(idx)!r}, {str(rec)!r}, "w")
        writer.write_idx(3, recordio.pack_img((0, [1, 2.5], 3, 0), np.full((6, 5, 3), 9, np.uint8), img_fmt=".png"))
        writer.close()
        reader = recordio.MXIndexedRecordIO({str(idx)!r}, {str(rec)!r}, "r")
        header, image = recordio.unpack_img(reader.read_idx(3))
        assert header.label.tolist() == [1, 2.5] and image.shape == (6, 5, 3)
        print([name for name in sys.modules if name.split(".")[0] in ("jax", "jaxlib")])
    """
    root = pathlib.Path(__file__).resolve().parent.parent
    path = os.pathsep.join([str(root), str(root / "compat")])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_interrupted_anywhere_leaves_the_records_before(tmp_path):
    """A writer that is killed, at every byte that it may have come to."""
    whole, index = tmp_path / "whole.rec", tmp_path / "whole.idx"
    writer = mx.recordio.MXIndexedRecordIO(str(index), str(whole), "w")
    records = [b"first", recordio.format.MAGIC + b"second" + recordio.format.MAGIC * 2, b"", bytes(range(50))]
    ends = []
    for number, record in enumerate(records):
        writer.write_idx(number, record)
        ends.append(whole.stat().st_size)
    writer.close()
    content, lines = whole.read_bytes(), index.read_text()
    for size in range(len(content) + 1):
        whole.write_bytes(content[:size])
        complete = sum(end <= size for end in ends)
        reader = mx.recordio.MXRecordIO(str(whole), "r")
        assert [reader.read() for _ in range(complete)] == records[:complete]
        index.write_text("".join(line + "\n" for line in lines.splitlines()[:complete]))
        by_index = mx.recordio.MXIndexedRecordIO(str(index), str(whole), "r")
        assert [by_index.read_idx(key) for key in by_index.keys] == records[:complete]


class Doubled(MXIndexedRecordIO):
    """Writes past `MXRecordIO.write`."""

    def write(self, buf):
        self.handle.write(2 * recordio.format.encode(bytes(buf)))


@pytest.mark.parametrize("kind", [MXIndexedRecordIO, Doubled])
def test_offsets_after_writes_of_other_kinds_and_after_one_that_failed(kind, rec, tmp_path):
    index = str(tmp_path / "x.idx")
    file = kind(index, rec, "w")
    file.write_idx(0, b"first")
    with pytest.raises(TypeError):
        file.write_idx(1, "no bytes")
    file.write_idx(2, b"second")
    MXRecordIO.write(file, b"without a key")
    file.write_idx(3, bytearray(b"third"))
    assert file.tell() == os.path.getsize(rec)
    file.close()
    file = MXIndexedRecordIO(index, rec, "r")
    assert [file.read_idx(key) for key in file.keys] == [b"first", b"second", b"third"]
    file.close()
    file = kind(index, rec, "w")
    file.reset()
    file.write_idx(7, b"anew")
    assert file.idx == {7: 0}
    file.close()
