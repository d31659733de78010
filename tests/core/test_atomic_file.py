"""Saves replace a file whole or not at all, keep what belongs to it, and leave nothing behind."""

import errno
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

import numpy as np
import pytest

import jmx as mx
from jmx import MXNetError
from jmx._files import atomic, temporaries
from jmx._files.atomic import atomic_file, replace_file

ROOT = pathlib.Path(__file__).resolve().parents[2]


def save(path, content=b"after"):
    with atomic_file(path) as file:
        file.write(content)


@pytest.fixture
def open_folder():
    """A folder that any user may reach and write."""
    folder = pathlib.Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


IS_ROOT = getattr(os, "geteuid", lambda: None)() == 0
SAVE_AND_SAY = """
import os, sys
from jmx._files.atomic import atomic_file
from jmx.base import MXNetError
if getattr(os, "geteuid", lambda: None)() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    with atomic_file(sys.argv[1]) as file:
        file.write(b"after")
    print("saved")
except MXNetError as error:
    print(isinstance(error, PermissionError), error)
"""


def saved_by_a_user(path):
    """What a save by a user says who may not do everything: this one, or nobody if this is root."""
    command, environment = [sys.executable, "-c", SAVE_AND_SAY, path], {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    return done.stdout.strip()


def test_a_file_that_may_not_be_written_is_refused(open_folder):
    path = open_folder / "w.params"
    path.write_bytes(b"before")
    path.chmod(0o444)
    assert saved_by_a_user(path) == f'True cannot write: Open "{path}": Permission denied'
    assert path.read_bytes() == b"before" and os.listdir(open_folder) == ["w.params"]
    path.chmod(0o644)  # Windows removes no file that is read-only


@pytest.mark.not_on_windows("folders have no permissions of POSIX")
def test_a_file_in_a_folder_that_may_not_be_written(open_folder):
    path = open_folder / "w.params"
    path.write_bytes(b"before, and longer")
    path.chmod(0o666)
    open_folder.chmod(0o555)
    assert saved_by_a_user(path) == "saved"
    assert path.read_bytes() == b"after" and os.listdir(open_folder) == ["w.params"]
    assert "Permission denied" in saved_by_a_user(open_folder / "new")
    open_folder.chmod(0o777)


@pytest.mark.skipif(not IS_ROOT, reason="only root can make files of other users")
@pytest.mark.not_on_windows("files have no owners of POSIX")
def test_the_owner_stays(open_folder, tmp_path):
    mine = tmp_path / "mine"
    mine.write_bytes(b"before")
    os.chown(mine, 1234, 4321)
    mine.chmod(0o4751)
    save(mine)
    status = mine.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (1234, 4321, 0o4751)
    theirs = open_folder / "theirs"  # by someone who cannot give files away
    theirs.write_bytes(b"before")
    theirs.chmod(0o666)
    number = theirs.stat().st_ino
    assert saved_by_a_user(theirs) == "saved"
    assert theirs.read_bytes() == b"after" and theirs.stat().st_uid == 0 and theirs.stat().st_ino == number
    assert os.listdir(open_folder) == ["theirs"]


def test_all_names_of_a_file_get_the_new_content(tmp_path):
    path, other = tmp_path / "w.params", tmp_path / "other"
    path.write_bytes(b"before, and longer")
    os.link(path, other)
    save(path)
    assert other.read_bytes() == b"after" and path.samefile(other) and len(os.listdir(tmp_path)) == 2


@pytest.mark.on_linux("no extended attributes")
def test_extended_attributes_stay(tmp_path):
    path = tmp_path / "w.params"
    path.write_bytes(b"before")
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    save(path)
    assert path.read_bytes() == b"after" and os.getxattr(path, "user.note") == b"mine"


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_a_new_file_has_the_permissions_that_the_process_gives(tmp_path):
    before = os.umask(0o027)
    try:
        save(tmp_path / "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_the_mask_of_the_process_stays(tmp_path, monkeypatch):
    """Files that other threads make meanwhile must not be open to everyone."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the mask of the whole process was changed"))
    save(tmp_path / "new")


@pytest.mark.parametrize("letter", ["n", "ä"])
def test_the_longest_name(tmp_path, letter):
    name = letter * (255 // len(letter.encode()))
    for content in (b"one", b"two"):
        save(tmp_path / name, content)
    assert (tmp_path / name).read_bytes() == b"two" and os.listdir(tmp_path) == [name]
    with pytest.raises(MXNetError, match="File name too long"):
        save(tmp_path / (name + "no"))
    assert os.listdir(tmp_path) == [name]


@pytest.mark.not_on_windows("folders cannot be flushed")
def test_what_is_on_the_disk_and_when(tmp_path, monkeypatch):
    """The content is on the disk before the file has its name, and the name before the save returns."""
    done, fsync, replace = [], os.fsync, os.replace

    def seen(descriptor):
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else f"{os.fstat(descriptor).st_size} bytes")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", seen)
    monkeypatch.setattr(os, "replace", lambda *names: (done.append("renamed"), replace(*names)))
    save(tmp_path / "w.params")
    assert done == ["5 bytes", "renamed", "folder"]


def _refuse(number, *calls):
    def refused(*_args, **_options):
        raise OSError(number, os.strerror(number))

    return refused


@pytest.mark.not_on_windows("no limit of what a process may write")
def test_a_full_disk(tmp_path):
    """Past the largest size that the process may write the system refuses, as on a full disk."""
    import resource

    path = tmp_path / "w.params"
    mx.nd.save(str(path), [mx.nd.ones(3)])
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(MXNetError, match=f'cannot write: Open "{path}": File too large') as caught:
            mx.nd.save(str(path), [mx.nd.ones(100_000)])
        with pytest.raises(OSError, match=f'cannot write: Open "{path}": File too large') as of_python:
            save(path, bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert type(caught.value) is MXNetError  # as MXNet, which writes arrays in C++
    assert isinstance(of_python.value, MXNetError) and of_python.value.errno == errno.EFBIG
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["w.params"]


def test_a_full_disk_while_a_file_is_written_in_place(tmp_path, monkeypatch):
    path = tmp_path / "w.params"
    path.write_bytes(b"before")
    os.link(path, tmp_path / "other")
    copy, calls = atomic._copy, []

    def full(source, target):
        calls.append(target)
        if len(calls) == 1:
            target_file = pathlib.Path(target)
            target_file.write_bytes(target_file.read_bytes()[:2])
            raise OSError(errno.ENOSPC, "No space left on device")
        copy(source, target)

    monkeypatch.setattr(atomic, "_copy", full)
    with pytest.raises(MXNetError, match=f'"{path}": No space left'):
        save(path)
    assert path.read_bytes() == b"before" and sorted(os.listdir(tmp_path)) == ["other", "w.params"]


def test_the_old_content_is_kept_where_it_cannot_be_put_back(tmp_path, monkeypatch):
    path = tmp_path / "w.params"
    path.write_bytes(b"before")
    os.link(path, tmp_path / "other")
    with monkeypatch.context() as patch:
        patch.setattr(atomic, "_copy", _refuse(errno.EIO))
        with pytest.raises(MXNetError, match="its old content is in") as caught:
            save(path)
    kept = pathlib.Path(str(caught.value).split('"')[-2])
    assert kept.read_bytes() == b"before" and kept.parent == tmp_path
    save(tmp_path / "another")
    assert kept.exists()
    save(path)  # whole again: the copy has served
    assert sorted(os.listdir(tmp_path)) == ["another", "other", "w.params"]


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EPERM])
def test_a_file_that_cannot_be_exchanged_is_written_in_place(tmp_path, monkeypatch, number):
    """A single file that is mounted (EBUSY), or lies in a folder of files that only their owners may remove (EPERM)."""
    path = tmp_path / "w.params"
    path.write_bytes(b"before, and longer")
    monkeypatch.setattr(os, "replace", _refuse(number))
    save(path)
    assert path.read_bytes() == b"after" and os.listdir(tmp_path) == ["w.params"]


KILLED = """
import os, signal, sys
from jmx._files.atomic import atomic_file
with atomic_file(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.not_on_windows("what is left over is swept after a day")
def test_files_of_killed_processes_go(tmp_path):
    path = tmp_path / "w.params"
    path.write_bytes(b"before")
    for name in ("w.params", "another"):
        done = subprocess.run(
            [sys.executable, "-c", KILLED, tmp_path / name],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            timeout=60,
        )
        assert done.returncode == -signal.SIGKILL
    mine = tmp_path / ".w.params.0123456.tmp"
    mine.write_bytes(b"a file of the user's")
    assert len(os.listdir(tmp_path)) == 4 and path.read_bytes() == b"before"
    save(path)
    assert sorted(os.listdir(tmp_path)) == [mine.name, "w.params"]


def test_files_of_living_processes_stay(tmp_path):
    with atomic_file(tmp_path / "slow") as file:
        file.write(b"slow")
        for number in range(3):
            save(tmp_path / f"{number}")
    assert (tmp_path / "slow").read_bytes() == b"slow" and len(os.listdir(tmp_path)) == 4


def test_files_of_other_machines_stay_for_a_day(tmp_path, monkeypatch):
    """Their locks may not be seen here."""
    with monkeypatch.context() as patch:
        patch.setattr(temporaries, "_machine_id", ["01234567"])
        descriptor, made = temporaries._create(tmp_path, "w.params", ".jmx-tmp", True)
    os.close(descriptor)
    save(tmp_path / "w.params")
    assert os.path.exists(made)
    long_ago = time.time() - 2 * 86400
    os.utime(made, (long_ago, long_ago))
    save(tmp_path / "w.params")
    assert os.listdir(tmp_path) == ["w.params"]


def test_threads_that_save_one_file(tmp_path):
    path, failed = tmp_path / "w.params", []

    def work(letter):
        try:
            for _ in range(40):
                save(path, letter * 5000)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(bytes([65 + i]),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    content = path.read_bytes()
    assert not failed and content == content[:1] * 5000 and os.listdir(tmp_path) == ["w.params"]


def test_an_error_of_another_file_is_not_renamed(tmp_path):
    with pytest.raises(FileNotFoundError, match="data.npy") as caught, atomic_file(tmp_path / "w.params") as file:
        file.write(np.load(tmp_path / "data.npy"))
    assert not isinstance(caught.value, MXNetError) and not os.listdir(tmp_path)


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_replace_file(tmp_path):
    path, made = tmp_path / "w.params", tmp_path / "made"
    path.write_bytes(b"before")
    path.chmod(0o640)
    os.link(path, tmp_path / "other")
    made.write_bytes(b"after")
    replace_file(str(made), path)
    assert (tmp_path / "other").read_bytes() == b"after" and sorted(os.listdir(tmp_path)) == ["other", "w.params"]
    made.write_bytes(b"later")
    os.unlink(tmp_path / "other")
    replace_file(str(made), path)
    assert path.read_bytes() == b"later" and stat.S_IMODE(path.stat().st_mode) == 0o640 and os.listdir(tmp_path) == ["w.params"]


# ---- what programs see, in a folder that is not there; MXNet raises the second class


def _trainer():
    net = mx.gluon.nn.Dense(2, in_units=2)
    net.initialize()
    return mx.gluon.Trainer(net.collect_params(), "sgd")


def _module():
    module = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), label_names=None)
    module.bind([("data", (1, 2))])
    module.init_params()
    module.init_optimizer()
    return module


def _exported(path):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(2, in_units=2))
    net.initialize()
    net.hybridize()
    net(mx.nd.ones((1, 2)))
    net.export(path)


@pytest.mark.parametrize(
    ("save", "kind"),
    [
        (lambda path: mx.nd.save(path, [mx.nd.ones(3)]), MXNetError),
        (lambda path: mx.sym.var("x").save(path), MXNetError),
        (lambda path: _trainer().save_states(path), FileNotFoundError),
        (lambda path: _module().save_optimizer_states(path), FileNotFoundError),
        (lambda path: _module().save_params(path), MXNetError),
        (lambda path: _module().save_checkpoint(path, 1), MXNetError),
        (lambda path: mx.model.save_checkpoint(path, 0, mx.sym.var("x"), {}, {}), MXNetError),
        (_exported, MXNetError),
        (lambda path: mx.gluon.nn.Dense(2, in_units=2).save(path), MXNetError),
        (lambda path: mx.recordio.MXRecordIO(path, "w"), MXNetError),
    ],
)
def test_a_folder_that_is_not_there(tmp_path, save, kind):
    path = str(tmp_path / "no" / "file")
    with pytest.raises(MXNetError, match=r"/no/file.*No such file or directory") as caught:
        save(path)
    assert isinstance(caught.value, kind)
