"""Files that are cut off, damaged or hostile: one line that says where, and nothing left behind."""

import io
import json
import os
import pathlib
import pickle
import random
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from jmx import checkpoints, cli
from jmx._files import params
from jmx.base import MXNetError

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "tests" / "fixtures"


def small(tmp_path, to):
    """A small file of each format."""
    path = tmp_path / f"whole.{to}"
    if to == "states":
        path.write_bytes((FIXTURES / "updater_sgd.pkl").read_bytes())
    elif to == "json":
        path = tmp_path / "whole-symbol.json"
        path.write_bytes((FIXTURES / "attrs-symbol.json").read_bytes())
    else:
        checkpoints.save(path, {"arg:w": np.arange(6, dtype="float32").reshape(2, 3), "aux:m": np.ones(2, "float16")})
    return path


def attempts(path):
    """Run everything that reads a file; what is raised is an MXNetError of one line that names the file."""
    failed = 0
    for read in (checkpoints.load, lambda p: checkpoints.show(p, stats=True)):
        try:
            read(path)
        except MXNetError as error:
            failed += 1
            assert str(path) in str(error) and "\n" not in str(error)
    return failed


@pytest.mark.parametrize("to", ["params", "npz", "safetensors", "states", "json"])
def test_cut_off_anywhere(tmp_path, to):
    whole = small(tmp_path, to)
    data, failed = whole.read_bytes(), 0
    path = tmp_path / f"cut{whole.suffix}"
    for end in range(len(data)):
        path.write_bytes(data[:end])
        failed += attempts(path)
    assert failed >= len(data), "a part of a file is no file; `show` has what comes before"


@pytest.mark.parametrize("to", ["params", "npz", "safetensors", "states", "json"])
def test_changed_bytes(tmp_path, to):
    whole = small(tmp_path, to)
    data, chance = whole.read_bytes(), random.Random(5)
    path = tmp_path / f"changed{whole.suffix}"
    for _ in range(300):
        changed = bytearray(data)
        for _ in range(chance.choice((1, 2, 5))):
            changed[chance.randrange(len(changed))] = chance.choice((0, 1, 127, 255, chance.randrange(256)))
        path.write_bytes(changed)
        attempts(path)


def test_show_says_up_to_where_a_file_could_be_read(tmp_path, capsys):
    data = (FIXTURES / "dict.params").read_bytes()
    path = tmp_path / "a.params"
    path.write_bytes(data[:300])
    assert cli.main(["show", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "have no names" not in out
    assert f"{path}: Invalid NDArray file format:" in err and "at byte" in err and "what comes before is shown" in err
    count = out.count("default")
    assert 3 <= count < 8 and f"{count} arrays" in out
    path.write_bytes(data[:-5])
    assert cli.main(["show", str(path), "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert facts["count"] == 8 and facts["arrays"][0]["name"] == "arg:float32_weight" and "problem" in facts


def header_file(tmp_path, header, rest=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path = tmp_path / "a.safetensors"
    path.write_bytes(struct.pack("<Q", len(text) if length is None else length) + text + rest)
    return path


F32 = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    "header, rest, length, message",
    [
        ({}, b"", 2**60, "announces 1152921504606846976 bytes and 2 are left, at byte 0"),
        ({"a": F32, "b": {**F32, "data_offsets": [4, 12]}}, bytes(12), None, "array 'a' and array 'b' overlap, at byte"),
        ({"a": F32, "b": {**F32, "data_offsets": [12, 20]}}, bytes(20), None, "have 4 bytes between them"),
        ({"a": F32}, bytes(12), None, "4 bytes follow the last array"),
        ({"a": {**F32, "data_offsets": [0, 2**62]}}, bytes(8), None, "data_offsets .* and the file has 8 bytes"),
        ({"a": {**F32, "data_offsets": [8, 0]}}, bytes(8), None, "data_offsets"),
        ({"a": {**F32, "shape": [3]}}, bytes(8), None, "has 8 bytes, and its shape"),
        ({"a": {**F32, "shape": [-2]}}, bytes(8), None, "a shape that is none"),
        ({"a": {**F32, "shape": [2.0]}}, bytes(8), None, "a shape that is none"),
        ({"a": {**F32, "shape": [1] * 100 + [2]}}, bytes(8), None, "a shape that is none"),
        ({"a": {**F32, "shape": [0, 2**62, 2**62], "data_offsets": [0, 0]}}, b"", None, "too large"),
        ({"a": {**F32, "dtype": "F33"}}, bytes(8), None, "has the element type 'F33'"),
        ({"a": {**F32, "dtype": ["F32"]}}, bytes(8), None, "element type"),
        ({"a": {"dtype": "F32"}}, bytes(8), None, "lacks dtype, shape or data_offsets"),
        ({"a": 3}, b"", None, "lacks dtype"),
        ({"__metadata__": {"a": 1}}, b"", None, "is no object of texts"),
        (b'{"a":{},"a":{}}', b"", None, "'a' is there twice"),
        (b'{"a":' + b"[" * 100_000, b"", None, "the header, at byte 8, is damaged"),
        (b'{"a":\xff}', b"", None, "the header, at byte 8, is damaged"),
        ({"__metadata__": {"jmx": "{}"}}, b"", None, "note of jmx about MXNet's file is damaged"),
        ({"__metadata__": {"jmx": '{"jmx":1,"arrays":[{"name":"a"}]}'}}, b"", None, "names arrays that are not there: a"),
        ({"__metadata__": {"jmx": '{"jmx":1,"arrays":[3]}'}}, b"", None, "note of jmx"),
    ],
)
def test_hostile_safetensors(tmp_path, header, rest, length, message):
    path = header_file(tmp_path, header, rest, length)
    with pytest.raises(MXNetError, match=message) as caught:
        checkpoints.load(path)
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)


def zip_file(tmp_path, *members, compression=zipfile.ZIP_STORED):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def npy(array, **options):
    file = io.BytesIO()
    np.lib.format.write_array(file, array, **options)
    return file.getvalue()


def test_pickled_objects_in_npz_are_refused(tmp_path):
    path = zip_file(tmp_path, ("a.npy", npy(np.array([{"x": 1}], object), allow_pickle=True)))
    with pytest.raises(MXNetError, match=r"member 'a.npy', at byte 0, has Python objects \(pickles\), which are not read"):
        checkpoints.load(path)


@pytest.mark.parametrize("array", [np.array(["text"]), np.zeros(2, [("x", "f4")]), np.zeros(2, "datetime64[s]")])
def test_arrays_that_are_not_numbers(tmp_path, array):
    with pytest.raises(MXNetError, match="not numbers"):
        checkpoints.load(zip_file(tmp_path, ("a.npy", npy(array))))


def test_archives_that_announce_too_much(tmp_path):
    start = npy(np.zeros(1, "float32"))[:-4]
    bomb = start.replace(b"(1,), }" + b" " * 12, b"(1000000000000,), }", 1)
    assert len(bomb) == len(start) and bomb != start
    with pytest.raises(MXNetError, match="its shape .* does not"):
        checkpoints.load(zip_file(tmp_path, ("a.npy", bomb + bytes(4))))
    path = zip_file(tmp_path, ("a.npy", npy(np.zeros(10**6, "float32"))), compression=zipfile.ZIP_DEFLATED)
    data = bytearray(path.read_bytes())
    assert len(checkpoints.load(path)["a"]) == 10**6 and len(data) < 10**4
    at = data.rfind(b"PK\1\2") + 24
    data[at : at + 4] = struct.pack("<I", 2**31)
    path.write_bytes(data)
    with pytest.raises(MXNetError, match="announces 2147483648 bytes, and .* cannot hold them"):
        checkpoints.load(path)


@pytest.mark.parametrize(
    "members, message",
    [
        ([("a.npy", npy(np.ones(2))), ("a.npy", npy(np.ones(2)))], "is there twice"),
        ([("a.txt", b"x")], "is no array"),
        ([("a.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': 1+1}\n")], "is no array that can be read"),
        ([("a.npy", b"")], "is no array that can be read"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_that_are_wrong(tmp_path, members, message):
    with pytest.raises(MXNetError, match=message):
        checkpoints.load(zip_file(tmp_path, *members))


def test_a_changed_element_in_npz_is_noticed(tmp_path):
    path = zip_file(tmp_path, ("a.npy", npy(np.full(10_000, 7, "int64"))))
    path.write_bytes(path.read_bytes().replace(struct.pack("<qqq", 7, 7, 7), struct.pack("<qqq", 7, 8, 7), 1))
    with pytest.raises(MXNetError, match="member 'a.npy', at byte 0, is damaged: Bad CRC-32"):
        checkpoints.load(path)


class _Asks:
    def __init__(self, function, *args):
        self.what = function, args

    def __reduce__(self):
        return self.what


@pytest.mark.parametrize(
    "value, message",
    [
        ({0: _Asks(os.system, "touch hacked")}, f"these optimizer states ask for {os.system.__module__}.system"),
        ({0: _Asks(eval, "1/0")}, "these optimizer states ask for builtins.eval"),
        ({0: _Asks(subprocess.Popen, ["touch", "hacked"])}, "state 0 is subprocess.Popen, not an array"),
        ([1, 2], "hold a list"),
        ({0: {1: {2: _Asks(subprocess.Popen, ["true"])}}}, "state 0.1.2 is subprocess.Popen"),
    ],
)
def test_pickles_run_nothing(tmp_path, monkeypatch, value, message):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.states"
    path.write_bytes(pickle.dumps(value, 4))
    with pytest.raises(MXNetError, match=message):
        checkpoints.load(path)
    assert not (tmp_path / "hacked").exists()


def test_pickles_that_would_fill_the_memory(tmp_path):
    path = tmp_path / "a.states"
    path.write_bytes(b"\x80\x04}r" + struct.pack("<I", 2**31) + b".")
    with pytest.raises(MXNetError, match="keeps object number 2147483648 after"):
        checkpoints.load(path)
    deep: dict = {}
    deep[0] = deep
    path.write_bytes(pickle.dumps(deep, 4))
    with pytest.raises(MXNetError, match="nested more than 20 deep"):
        checkpoints.load(path)


def test_numbers_of_thousands_of_digits(tmp_path):
    path = tmp_path / "a.states"
    path.write_bytes(pickle.dumps({10**5000: None}, 4))
    with pytest.raises(MXNetError, match="an integer of 2077 bytes, and 255 is the most"):
        checkpoints.show(path)
    path.write_bytes(pickle.dumps({2**70: None}, 4))
    with pytest.raises(MXNetError, match="a key is an integer of 71 bits"):
        checkpoints.show(path)
    path.write_bytes(pickle.dumps({(1, 2): None}, 4))
    with pytest.raises(MXNetError, match="an index of type tuple"):
        checkpoints.load(path)
    data = (FIXTURES / "trainer_adam.states").read_bytes()
    path.write_bytes(data.replace(b"\x8c\x05beta1\x94G", b"\x8c\x05beta1\x94" + pickle.dumps(10**5000, 4)[11:-1] + b"0G", 1))
    assert path.read_bytes() != data
    assert cli.main(["show", str(path)]) in (0, 2)


def test_names_that_are_no_text(tmp_path, capsys):
    path = header_file(tmp_path, b'{"a\\ud800":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', b"x")
    for words in (["show", str(path)], ["convert", str(path), str(tmp_path / "b.params")]):
        assert cli.main(words) == 2
        assert "is no text" in capsys.readouterr().err
    (tmp_path / "c.params").write_bytes(params.save_bytes([np.ones(2, "float32")], ["w\x1b[31m\nred"]))
    assert cli.main(["show", str(tmp_path / "c.params")]) == 0
    assert "w\\x1b[31m\\nred  float32" in capsys.readouterr().out


def test_a_name_twice(tmp_path):
    path = tmp_path / "a.params"
    for names in (["w", "w"], ["arg:w", "aux:w"]):
        path.write_bytes(params.save_bytes([np.ones(2, "float32")] * 2, names))
        with pytest.raises(MXNetError, match="several arrays have one name.*: w"):
            checkpoints.load(path)


def test_shapes_of_too_many_dimensions(tmp_path):
    path = tmp_path / "a.params"
    good = params.save_bytes([np.ones(2, "float32")], ["w"])
    path.write_bytes(good[:32] + struct.pack("<i", 10**5) + struct.pack("<q", 2**62) * 10**5 + good[40:])
    with pytest.raises(MXNetError, match="has 100000 dimensions, and 64 is the most"):
        checkpoints.load(path)


@pytest.mark.parametrize("content", [b"", b"hello world, this is text", b"\x7fELF" + bytes(100)])
def test_foreign_files(tmp_path, capsys, content):
    path = tmp_path / "a.bin"
    path.write_bytes(content)
    for words in (["show", str(path)], ["convert", str(path), str(tmp_path / "b.npz")]):
        assert cli.main(words) == 2
        out, err = capsys.readouterr()
        assert out == "" and err.startswith(f"jmx {words[0]}: {path}: unknown kind of file") and err.count("\n") == 1


def test_files_that_are_not_there(tmp_path, capsys):
    for words in (["show", str(tmp_path / "no.params")], ["convert", str(tmp_path / "no"), str(tmp_path / "b.npz")]):
        assert cli.main(words) == 2
        assert "cannot read: No such file or directory" in capsys.readouterr().err
    assert cli.main(["show", str(tmp_path)]) == 2
    assert "is a folder, and not an orbax checkpoint" in capsys.readouterr().err
    assert cli.main(["convert", str(FIXTURES / "img.rec"), str(tmp_path / "b.npz")]) == 2
    assert "record files hold data" in capsys.readouterr().err
    assert cli.main(["convert", str(FIXTURES / "conv-symbol.json"), str(tmp_path / "b.npz")]) == 2
    assert "is a symbol, which has no values" in capsys.readouterr().err


@pytest.mark.parametrize("to", ["params", "npz", "safetensors"])
@pytest.mark.not_on_windows("no limit of what a process may write")
def test_a_full_disk_leaves_nothing(tmp_path, to):
    """A limit on the size of files stands for the disk."""
    checkpoints.save(tmp_path / "a.safetensors", {"w": np.ones(50_000, "float32")})

    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)); from jmx.cli import main; "
        f"sys.exit(main(['convert', 'a.safetensors', 'b.{to}']))"
    )
    environment = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"jmx convert: b.{to}: cannot write: File too large\n"
    assert os.listdir(tmp_path) == ["a.safetensors"]
