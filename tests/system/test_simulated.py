"""The stand-ins for other systems (`pytest --platform`): what programs that tests start find there."""

import os
import pathlib
import subprocess
import sys

import pytest

pytestmark = pytest.mark.on_linux("the stand-ins are made of what Linux has")
TESTS = pathlib.Path(__file__).resolve().parents[1]
WINDOWS = r"""
import os, pathlib, signal, subprocess, sys

def raised(function, *args):
    try:
        function(*args)
    except Exception as error:
        return type(error).__name__

def lacks(name):
    try:
        __import__(name, globals())
    except ModuleNotFoundError:
        return True

print(os.name, sys.platform, hasattr(os, "fork"), hasattr(signal, "SIGKILL"), os.path.exists("/proc/self"), lacks("fcntl"))
text = pathlib.Path("text")
text.write_text("\u00e9\n")
print(text.read_bytes() == b"\xe9\r\n", text.read_text() == "\u00e9\n")
with open("text"):
    print(raised(os.unlink, "text"), raised(os.replace, "text", "other"))
pathlib.Path("other").write_bytes(b"")
os.mkdir("folder")
print(raised(os.rename, "text", "other"), raised(os.replace, "text", "folder"), raised(os.symlink, "text", "link"))
text.chmod(0o444)
print(raised(os.unlink, "text"), raised(open, "text", "w"), oct(text.stat().st_mode & 0o777))
text.chmod(0o600)
os.unlink("text")
print(raised(lambda: subprocess.run(["true"], preexec_fn=print)))
print("\u00e9")
"""
MACOS = """
import multiprocessing, os, sys, tempfile
print(os.name, sys.platform, hasattr(os, "fork"), hasattr(os, "memfd_create"), os.path.exists("/proc/self"))
print(os.path.realpath(tempfile.gettempdir()) == tempfile.gettempdir(), multiprocessing.get_start_method())
"""


def lines(system, program, folder):
    environment = {**os.environ, "SIMULATED_PLATFORM": system, "PYTHONPATH": str(TESTS / "simulated_start")}
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.splitlines()


def test_windows(tmp_path):
    assert lines("windows", WINDOWS, tmp_path) == [
        b"nt win32 False False False True",
        b"True True",
        b"PermissionError PermissionError",
        b"FileExistsError PermissionError OSError",
        b"PermissionError PermissionError 0o444",
        b"ValueError",
        b"\xe9",
    ]


def test_macos(tmp_path):
    assert lines("macos", MACOS, tmp_path) == [b"posix darwin True False False", b"False spawn"]
