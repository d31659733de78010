"""The C compiler of the machine: what is compiled once, and what is said where it cannot be."""

import _ctypes
import ctypes
import hashlib
import os
import pathlib
import stat
import tempfile
import threading
import time

import pytest

from jmx.base import MXNetError
from jmx.config import compile_cache
from jmx.native import compiler, onednn, recipe

pytestmark = pytest.mark.not_on_windows("kernels in C, and their compiler, are for Linux")

needs_a_compiler = pytest.mark.skipif(recipe.compiler() is None, reason="there is no C compiler")


@pytest.fixture
def source(tmp_path, monkeypatch):
    """The path of a small source in C with a header, and an empty folder of compiled programs."""
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("CC", raising=False)
    (tmp_path / "header.h").write_text("#define ANSWER 42\n")
    path = tmp_path / "small.c"
    path.write_text('#include "header.h"\nint answer(void) { return ANSWER; }\n')
    return path


def build(source):
    return compiler.load(str(source))


def kept(source):
    """What is kept, names that begin with a dot included."""
    folder = source.parent / "cache" / "native"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def fake_compiler(tmp_path, script):
    path = tmp_path / "fake-cc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@needs_a_compiler
def test_a_library_is_compiled_once_and_kept(source, monkeypatch):
    assert build(source).answer() == 42
    (path,) = kept(source)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
    library = build(source)
    assert library.answer() == 42 and library._name == str(path) and kept(source) == [path]


@needs_a_compiler
def test_a_changed_header_compiles_it_again(source):
    build(source)
    (source.parent / "header.h").write_text("#define ANSWER 43\n")
    assert build(source).answer() == 43 and len(kept(source)) == 2


@needs_a_compiler
def test_many_at_once_leave_one_whole_file(source):
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(build(source).answer())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [42] * 6 and len(kept(source)) == 1


@needs_a_compiler
@pytest.mark.parametrize("way", ["JMX_CACHE=0", "a file in place of the folder", "a full disk"])
def test_where_nothing_can_be_kept(source, monkeypatch, way):
    def full(*_):
        raise OSError(28, "No space left on device")

    if way == "JMX_CACHE=0":
        monkeypatch.setenv("JMX_CACHE", "0")
    elif way == "a full disk":
        monkeypatch.setattr(compiler, "write_whole", full)
    else:
        (source.parent / "cache").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(source.parent / "temporary"))
    (source.parent / "temporary").mkdir()
    assert build(source).answer() == 42
    assert kept(source) == [] and not list((source.parent / "temporary").iterdir())


@needs_a_compiler
@pytest.mark.parametrize("damage", ["cut off", "one byte", "empty", "another file"])
def test_a_damaged_library_is_compiled_again(source, damage):
    assert build(source).answer() == 42
    (path,) = kept(source)
    whole = path.read_bytes()
    middle = len(whole) // 2
    bad = {"cut off": whole[:middle], "empty": b"", "another file": b"#!/bin/sh\n" * 99}
    # Not written over: the file is in use by this process.
    path.unlink()
    path.write_bytes(bad.get(damage, whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]))
    path.chmod(0o600)
    assert build(source).answer() == 42 and kept(source) == [path] and path.read_bytes() == whole


@needs_a_compiler
def test_a_library_that_does_not_load_is_compiled_again(source):
    library = build(source)
    assert library.answer() == 42
    _ctypes.dlclose(library._handle)  # the system gives a file that is loaded without looking at it
    (path,) = kept(source)
    whole = path.read_bytes()
    path.unlink()
    compile_cache.write_whole(str(path), b"foreign" + hashlib.sha256(b"foreign").digest())
    assert build(source).answer() == 42 and path.read_bytes() == whole


@needs_a_compiler
@pytest.mark.parametrize("who", ["a file of all", "a file of a group", "a folder of all", "a folder above", "another user"])
@pytest.mark.filterwarnings("ignore:The folder of compiled programs is not used")
@pytest.mark.on_linux("libraries that Linux loads")
def test_what_other_users_may_write_is_neither_loaded_nor_replaced(source, who, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(source.parent / "home"))
    assert build(source).answer() == 42
    (path,) = kept(source)
    (source.parent / "header.h").write_text("#define ANSWER 66\n")
    build(source)
    (foreign,) = set(kept(source)) - {path}
    planted = foreign.read_bytes()  # whole, with its checksum: what an attacker would leave
    foreign.replace(path)
    (source.parent / "header.h").write_text("#define ANSWER 42\n")
    if who == "another user":
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
        monkeypatch.setattr(os, "stat", foreign_owner(os.stat))
    else:
        modes = {"a file of all": (path, 0o606), "a file of a group": (path, 0o660), "a folder of all": (path.parent, 0o707)}
        which, mode = modes.get(who, (path.parent.parent, 0o777))
        which.chmod(mode)
    assert build(source).answer() == 42
    if "folder" in who:  # one of this user's own is used
        assert path.read_bytes() == planted and compiler.why_not_kept() is None
        assert list((source.parent / "home" / "jmx" / "native").iterdir())
    elif "user" in who:
        assert path.read_bytes() == planted and "user" in compiler.why_not_kept()
    else:  # in a folder that is this user's alone the file is replaced
        assert stat.S_IMODE(path.stat().st_mode) == 0o600 and compiler.why_not_kept() is None


def foreign_owner(stat_of):
    """os.stat for a user who owns nothing that is asked about."""

    def answer(*args, **names):
        status = list(stat_of(*args, **names))
        status[stat.ST_UID] = 4242
        return os.stat_result(status)

    return answer


def test_folders_are_made_for_one_user(tmp_path):
    before = os.umask(0)
    try:
        path = compile_cache.private_folder(str(tmp_path / "a" / "b"))
    finally:
        os.umask(before)
    assert {stat.S_IMODE(os.stat(p).st_mode) for p in (path, os.path.dirname(path))} == {0o700}
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        compile_cache.private_folder(str(tmp_path / "file" / "c"))
    (tmp_path / "a").chmod(0o1777)  # as /tmp: others cannot rename what is in it
    assert compile_cache.why_untrusted(path) is None and compile_cache.why_untrusted(path + "/new") is None
    (tmp_path / "a").chmod(0o777)
    with pytest.raises(PermissionError, match=f"all users may write {tmp_path / 'a'}$"):
        compile_cache.private_folder(path)


def test_without_a_compiler(source, monkeypatch):
    monkeypatch.setenv("PATH", str(source.parent))
    with pytest.raises(MXNetError, match="no C compiler on the path"):
        build(source)
    assert not kept(source)


@pytest.mark.parametrize("value", ["no-such-cc", "'open", "/", " "])
def test_a_compiler_that_is_not_there(source, monkeypatch, value):
    monkeypatch.setenv("CC", value)
    with pytest.raises(MXNetError, match="which CC names"):
        build(source)


@needs_a_compiler
def test_the_compiler_may_have_options(source, monkeypatch):
    monkeypatch.setenv("CC", f"{recipe.compiler()[0]} -O1 -DANSWER=7 -include /dev/null")
    (source.parent / "header.h").write_text("")
    assert build(source).answer() == 7


@pytest.mark.parametrize(
    "script, why",
    [("echo no such header >&2; exit 3", "status 3: no such header"), ("sleep 60", "timed out"), ("true", "wrote no library")],
)
def test_a_compiler_that_fails(source, monkeypatch, script, why):
    monkeypatch.setattr(compiler, "_PATIENCE", 0.5)
    monkeypatch.setenv("CC", fake_compiler(source.parent, script))
    with pytest.raises(MXNetError, match=why):
        build(source)
    assert not kept(source)


@pytest.mark.on_linux("libraries that Linux loads")
def test_onednn_is_not_used_then(source, monkeypatch):
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setenv("JMX_ONEDNN", "1")
    monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
    assert not onednn.usable()
    assert "ended with status 1" in onednn.describe() or "libdnnl" in onednn.describe()


def test_what_a_hung_compiler_has_started_does_not_stay(source, monkeypatch):
    noted = source.parent / "child"
    monkeypatch.setenv("CC", fake_compiler(source.parent, f"sleep 1000 &\necho $! > {noted}\nwait"))
    monkeypatch.setattr(compiler, "_PATIENCE", 2)
    with pytest.raises(MXNetError, match="the C compiler: .* timed out after 2 seconds"):
        build(source)
    child = int(noted.read_text())
    end = time.monotonic() + 10
    while os.path.exists(f"/proc/{child}") and time.monotonic() < end:
        time.sleep(0.01)
    assert not os.path.exists(f"/proc/{child}") or open(f"/proc/{child}/stat").read().split()[2] == "Z"


@pytest.fixture
def noexec(monkeypatch):
    """No file may be run, as below a mount with noexec."""
    cdll = ctypes.CDLL

    def refuse(path):
        if not path.startswith("/proc/self/"):
            raise OSError(f"{path}: failed to map segment from shared object")
        return cdll(path)

    monkeypatch.setattr(ctypes, "CDLL", refuse)


@needs_a_compiler
@pytest.mark.parametrize("cache", ["0", "1"])
@pytest.mark.on_linux("libraries that Linux loads")
def test_where_no_file_may_be_run(source, monkeypatch, noexec, cache):
    """Libraries are loaded from memory."""
    monkeypatch.setenv("JMX_CACHE", cache)
    assert build(source).answer() == 42
    before = kept(source)
    assert len(before) == int(cache)
    if before:
        monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
        assert build(source).answer() == 42  # nothing is compiled again


@needs_a_compiler
@pytest.mark.on_linux("libraries that Linux loads")
def test_libraries_that_are_loaded_from_memory_are_told_apart(source, noexec):
    other = source.parent / "other.c"
    other.write_text("int question(void) { return 7; }\n")
    assert build(source).answer() == 42 and build(other).question() == 7


@pytest.fixture
def prebuilt(source):
    """The path of the library that a wheel would have brought for the source."""
    path = pathlib.Path(recipe.prebuilt(str(source)))
    path.parent.mkdir()
    compiler._compile(str(source), str(path))
    path.write_bytes(recipe.sealed(path.read_bytes()))
    return path


@needs_a_compiler
@pytest.mark.parametrize("may_run", [True, False])
@pytest.mark.on_linux("libraries that Linux loads")
def test_the_library_of_the_wheel_serves(source, prebuilt, monkeypatch, request, may_run):
    monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
    if not may_run:
        request.getfixturevalue("noexec")
    library = build(source)
    assert library.answer() == 42 and not kept(source) and compiler.origin(str(source)) == "prebuilt"
    assert (library._name == str(prebuilt)) == may_run


@needs_a_compiler
def test_the_library_of_the_wheel_is_that_of_its_source(source, prebuilt, monkeypatch):
    monkeypatch.setenv("JMX_PREBUILT", "0")
    assert build(source)._name != str(prebuilt) and compiler.origin(str(source)) == "compiled here"
    monkeypatch.delenv("JMX_PREBUILT")
    assert compiler.origin(str(source)) == "prebuilt"
    (source.parent / "header.h").write_text("#define ANSWER 43\n")
    assert compiler.origin(str(source)) == "" and build(source).answer() == 43
    assert compiler.origin(str(source)) == "compiled here"


@needs_a_compiler
@pytest.mark.parametrize("damage", ["cut off", "one byte", "empty", "another machine", "a folder"])
def test_a_library_of_the_wheel_that_cannot_be_used(source, prebuilt, monkeypatch, damage):
    whole = prebuilt.read_bytes()
    middle, number = len(whole) // 2, 183 if whole[18] != 183 else 62
    machine = recipe.sealed(whole[:18] + bytes([number, 0]) + whole[20:-32])
    bad = {"cut off": whole[:middle], "empty": b"", "another machine": machine}
    prebuilt.unlink()
    if damage == "a folder":
        prebuilt.mkdir()
    else:
        prebuilt.write_bytes(bad.get(damage, whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]))
    with monkeypatch.context() as patch:
        patch.setenv("CC", "no-such-cc")
        with pytest.raises(MXNetError, match="which CC names"):
            build(source)
    library = build(source)
    assert library.answer() == 42 and library._name == str(kept(source)[0])
    assert compiler.origin(str(source)) == "compiled here"


@needs_a_compiler
def test_without_a_place_for_temporary_files(source, monkeypatch):
    def none(*args, dir=None, **options):
        if dir is None:
            raise FileNotFoundError(2, "No usable temporary directory found")
        return made(*args, dir=dir, **options)

    made = tempfile.TemporaryDirectory
    monkeypatch.setattr(tempfile, "TemporaryDirectory", none)
    assert build(source).answer() == 42 and len(kept(source)) == 1
