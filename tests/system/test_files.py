"""Files on systems that have a call, and on those that lack it: the same content, or a clear error."""

import errno
import os
import subprocess
import sys
import types

import pytest

from jmx._files import temporaries
from jmx._files.atomic import atomic_file
from jmx.config.system import files


def without(monkeypatch, *names, module=os):
    for name in names:
        monkeypatch.delattr(module, name, raising=False)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    return str(path)


@pytest.fixture
def descriptor(path):
    number = os.open(path, os.O_RDWR)
    yield number
    os.close(number)


def test_a_locked_file_is_locked_for_others_until_it_is_closed(path, descriptor):
    files.lock(descriptor)
    other = os.open(path, os.O_RDWR)
    with pytest.raises(BlockingIOError):
        files.lock(other)
    os.close(other)


class Windows:
    """`msvcrt`, which locks bytes from the place of a file on."""

    LK_NBLCK = 2

    def __init__(self):
        self.locked = {}

    def locking(self, descriptor, mode, count):
        assert (mode, count) == (self.LK_NBLCK, 1)
        key = os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR)
        if self.locked.setdefault(key, descriptor) != descriptor:
            raise OSError(errno.EACCES, "Permission denied")


def test_locks_of_windows_lie_behind_the_content(monkeypatch, path, descriptor):
    windows = Windows()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    files.lock(descriptor)
    assert os.read(descriptor, 4) == b"0123"  # the place in the file is as it was
    ((_, place),) = windows.locked
    assert place == 2**31 - 2
    other = os.open(path, os.O_RDWR)
    with pytest.raises(BlockingIOError):
        files.lock(other)
    os.close(other)


def test_a_system_without_locks(monkeypatch, descriptor, tmp_path):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    with pytest.raises(OSError, match="no locks"):
        files.lock(descriptor)
    with atomic_file(tmp_path / "saved") as file:
        file.write(b"whole")
    assert sorted(os.listdir(tmp_path)) == ["file", "saved"]


@pytest.mark.parametrize("missing", [(), ("preadv", "pwrite"), ("preadv", "pread", "pwrite")])
def test_reading_and_writing_at_places(monkeypatch, descriptor, missing):
    without(monkeypatch, *missing)
    files.write_at(descriptor, memoryview(b"abc"), 8)
    target = bytearray(5)
    assert files.read_at(descriptor, memoryview(target), 6) == 5
    assert target == b"67abc"
    assert files.read_at(descriptor, memoryview(target), 9) == 2
    assert files.read_at(descriptor, memoryview(target), 11) == 0


@pytest.mark.not_on_windows("DataLoaders share no files")
def test_memory_of_a_file_without_a_name(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for _ in range(2):
        with files.nameless_file("some") as file:
            file.write(b"some")
            os.ftruncate(file.fileno(), 8)
            shared, private = (files.mapped(file.fileno(), 8, private) for private in (False, True))
            private[0] = 1
            assert bytes(shared) == b"some\0\0\0\0"
            shared[1] = 2
            assert files.mapped(file.fileno(), 8)[1] == 2
            assert os.listdir(tmp_path) == []
        monkeypatch.delattr(os, "memfd_create", raising=False)


def busy(monkeypatch, times, number=errno.EACCES):
    """`os.replace` as Windows has it while another program has a file open."""
    replace, left = os.replace, [times]

    def checked(made, path):
        if left[0]:
            left[0] -= 1
            raise PermissionError(number, "The process cannot access the file")
        replace(made, path)

    monkeypatch.setattr(files, "RENAMES_OPEN_FILES", False)
    monkeypatch.setattr(os, "replace", checked)
    return left


def test_a_file_that_is_open_for_a_moment_is_waited_for(monkeypatch, path):
    left = busy(monkeypatch, 3)
    files.rename(path, path + "2")
    assert left == [0]
    assert os.path.exists(path + "2")


def test_a_file_that_stays_open_is_written_in_place(monkeypatch, path, tmp_path):
    monkeypatch.setattr(files, "_PATIENCE", 0.05)
    busy(monkeypatch, 10**6)
    with atomic_file(path) as file:
        file.write(b"new")
    assert os.listdir(tmp_path) == ["file"]
    with open(path, "rb") as file:
        assert file.read() == b"new"


@pytest.mark.on_linux("reads /proc")
def test_files_are_closed_before_they_are_renamed_or_removed(monkeypatch, path, tmp_path):
    """Where open files are not renamed. A block that raises leaves the old file, and nothing else."""
    open_ones = []

    def refusing(function):
        def checked(*paths):
            named = [os.path.realpath(f"/proc/self/fd/{name}") for name in os.listdir("/proc/self/fd")]
            open_ones.extend(set(map(str, paths)).intersection(named))
            return function(*paths)

        return checked

    monkeypatch.setattr(files, "RENAMES_OPEN_FILES", False)
    monkeypatch.setattr(os, "replace", refusing(os.replace))
    monkeypatch.setattr(os, "unlink", refusing(os.unlink))
    with atomic_file(path) as file:
        file.write(b"new")
    with pytest.raises(ZeroDivisionError), atomic_file(path) as file:
        file.write(b"half")
        1 / 0  # noqa: B018
    assert open_ones == []
    assert os.listdir(tmp_path) == ["file"]
    with open(path, "rb") as file:
        assert file.read() == b"new"


def test_what_is_left_over_is_swept_after_a_day_where_complete_files_are_not_locked(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "RENAMES_OPEN_FILES", False)
    left = tmp_path / f".file.{temporaries._this_machine()}{'0' * 12}.jmx-tmp"
    left.write_bytes(b"half")
    temporaries.sweep(str(tmp_path))
    assert left.exists()
    os.utime(left, (0, 0))
    temporaries.sweep(str(tmp_path))
    assert not left.exists()


@pytest.mark.not_on_windows("files have no owners of POSIX")
def test_owners(monkeypatch, path):
    status = os.stat(path)
    assert not files.is_foreign(status)
    roots = types.SimpleNamespace(st_uid=0, st_mode=0o100644)
    strangers = types.SimpleNamespace(st_uid=os.geteuid() + 1000, st_mode=0o100640)
    assert files.is_foreign(strangers)
    assert not files.is_foreign(roots)
    assert files.is_foreign(roots, roots=True) == (os.geteuid() != 0)
    assert (files.opened_to_others(roots), files.opened_to_others(strangers)) == (0o44, 0o40)
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert not files.owners_are_known()
    assert not files.is_foreign(strangers)
    assert files.user() and files.user() == files.user()


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_permissions_are_taken_over_as_far_as_there_are_any(monkeypatch, path, tmp_path):
    os.chmod(path, 0o640)
    for names in ((), ("fchown", "fchmod", "listxattr")):
        without(monkeypatch, *names)
        with atomic_file(path) as file:
            file.write(b"new")
    assert os.listdir(tmp_path) == ["file"]


def test_names_are_cut_by_the_usual_length_where_the_system_does_not_say(monkeypatch, tmp_path):
    if hasattr(os, "pathconf"):
        assert files.fits_into_a_name(str(tmp_path)) == os.pathconf(tmp_path, "PC_NAME_MAX")
    monkeypatch.delattr(os, "pathconf", raising=False)
    assert files.fits_into_a_name(str(tmp_path)) == 255


@pytest.mark.not_on_windows("it is the system that lacks them")
def test_flags_that_a_system_lacks(monkeypatch):
    assert files.flags("O_RDWR", "O_NONBLOCK") == os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC
    without(monkeypatch, "O_NONBLOCK", "O_CLOEXEC")
    monkeypatch.setattr(os, "O_BINARY", 1 << 15, raising=False)
    assert files.flags("O_RDWR", "O_NONBLOCK") == os.O_RDWR | 1 << 15


@pytest.mark.not_on_windows("pipes do not say whether they have readers")
def test_readers_of_pipes(monkeypatch):
    reader, writer = os.pipe()
    assert files.has_a_reader(writer)
    os.close(reader)
    assert not files.has_a_reader(writer)
    monkeypatch.delattr("select.poll", raising=False)
    assert files.has_a_reader(writer) is None
    os.close(writer)


def test_room(monkeypatch, tmp_path):
    assert files.free_bytes(str(tmp_path)) > 0
    assert files.shared_memory(str(tmp_path / "none")) is None
    assert files.refuses_programs(str(tmp_path)) in (False, True)
    monkeypatch.delattr(os, "statvfs", raising=False)
    assert files.refuses_programs(str(tmp_path)) is False


def test_text_is_utf8_whatever_the_system_prefers(tmp_path):
    program = """
import jmx as mx, jmx.scan
x = mx.sym.Variable("gr\u00f6\u00dfe") + 1
x.save("file.json")
print(mx.sym.load("file.json").list_arguments() == ["gr\u00f6\u00dfe"])
mx.nd.save("file.params", {"gr\u00f6\u00dfe": mx.nd.ones(1)})
print(list(mx.nd.load("file.params")) == ["gr\u00f6\u00dfe"])
print([use.name for use in jmx.scan.scan(["old.py"])[0].uses])
"""
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    (tmp_path / "old.py").write_text("# größe\nimport mxnet as mx\n", encoding="utf-8")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "program.py"], cwd=tmp_path, capture_output=True, text=True, env=environment
    )
    assert done.stdout.split("\n")[:3] == ["True", "True", "['mxnet']"], done.stderr
