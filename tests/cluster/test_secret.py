"""Where a process has the secret of its job from."""

import os
import subprocess
import sys

import pytest

from jmx.base import MXNetError
from jmx.cluster import secret

from .jobs import ROOT


@pytest.fixture
def home(tmp_path, monkeypatch):
    for name in ("JMX_JOB_SECRET", "JMX_JOB_SECRET_FILE", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def written(path, text, mode=0o600):
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def test_given_in_the_environment(home, monkeypatch):
    monkeypatch.setenv("JMX_JOB_SECRET", "0123456789abcdef")
    one = secret.key("node1")
    assert len(one) == 32 and one == secret.key("localhost")
    monkeypatch.setenv("JMX_JOB_SECRET", "0123456789abcdeg")
    assert secret.key("node1") != one
    monkeypatch.setenv("JMX_JOB_SECRET", "short")
    with pytest.raises(MXNetError, match="JMX_JOB_SECRET has 5 characters: expected at least 16, drawn at random"):
        secret.key("node1")
    assert not (home / ".config").exists()


def test_in_a_file(home, monkeypatch):
    monkeypatch.setenv("JMX_JOB_SECRET", "0123456789abcdef")
    one = secret.key("node1")
    monkeypatch.setenv("JMX_JOB_SECRET", "")
    monkeypatch.setenv("JMX_JOB_SECRET_FILE", written(home / "secret", "0123456789abcdef\n"))
    assert secret.key("node1") == one
    for mode in (0o640, 0o604, 0o620) if os.name == "posix" else ():
        (home / "secret").chmod(mode)
        with pytest.raises(
            MXNetError, match=rf"JMX_JOB_SECRET_FILE: .*secret may be read or written by others .mode {mode:o}.: chmod 600"
        ):
            secret.key("node1")
    written(home / "secret", "\n")
    with pytest.raises(MXNetError, match="holds 0 characters: expected at least 16"):
        secret.key("node1")
    for path, said in ((home / "none", "No such file or directory"), (home, "no file|Is a directory")):
        monkeypatch.setenv("JMX_JOB_SECRET_FILE", str(path))
        with pytest.raises(MXNetError, match=said):
            secret.key("node1")


@pytest.mark.skipif(getattr(os, "geteuid", lambda: None)() != 0, reason="only root can give a file to another user")
def test_in_a_file_of_another_user(home, monkeypatch):
    monkeypatch.setenv("JMX_JOB_SECRET_FILE", written(home / "secret", "0123456789abcdef\n"))
    os.chown(home / "secret", 12345, 12345)
    with pytest.raises(MXNetError, match="secret belongs to another user"):
        secret.key("node1")


def test_the_users_own_is_made_once(home):
    """Also by processes that need it at the same moment."""
    code = "from jmx.cluster import secret; print(secret.key('node1').hex())"
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    keys = {process.communicate(timeout=60)[0] for process in started}
    path = home / ".config" / "jmx" / "job_secret"
    assert keys == {secret.key("node2").hex() + "\n"}
    assert len(path.read_text()) == 65
    if os.name != "posix":  # Windows says nothing about others
        return
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    with pytest.raises(MXNetError, match="job_secret may be read or written by others"):
        secret.key("node1")


def test_without_a_home_folder(home, monkeypatch, tmp_path):
    """A job on one machine has a place for it in the folder of temporary files, others have none."""
    (home / "file").write_text("")
    monkeypatch.setenv("HOME", str(home / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(MXNetError, match=r"no secret that it shares with its job: .*job_secret: .* set JMX_JOB_SECRET"):
        secret.key("node1")
    assert secret.key("127.0.0.1") == secret.key("localhost")
    (folder,) = tmp_path.glob("jmx-*")
    if os.name != "posix":  # Windows says nothing about others
        return
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    with pytest.raises(MXNetError, match="is not this user's alone: remove it, or set JMX_JOB_SECRET"):
        secret.key("127.0.0.1")
