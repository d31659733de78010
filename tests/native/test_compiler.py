"""The C compiler of the machine: what is compiled once, and what is said where it cannot be."""

import ctypes
import os
import pathlib
import stat
import threading

import pytest

from jmx.base import MXNetError
from jmx.native import compiler, onednn

needs_a_compiler = pytest.mark.skipif(compiler.compiler() is None, reason="there is no C compiler")


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
    return compiler.library(str(source), str(source.parent), ["header.h"])


def fake_compiler(tmp_path, script):
    path = tmp_path / "fake-cc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@needs_a_compiler
def test_a_library_is_compiled_once_and_kept(source, monkeypatch):
    path = build(source)
    assert ctypes.CDLL(path).answer() == 42 and pathlib.Path(path).parent == source.parent / "cache"
    monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
    assert build(source) == path
    assert [p.name for p in (source.parent / "cache").iterdir()] == [os.path.basename(path)]


@needs_a_compiler
def test_a_changed_header_compiles_it_again(source):
    first = build(source)
    (source.parent / "header.h").write_text("#define ANSWER 43\n")
    second = build(source)
    assert second != first and ctypes.CDLL(second).answer() == 43


@needs_a_compiler
def test_many_at_once_leave_one_whole_file(source):
    paths = []
    threads = [threading.Thread(target=lambda: paths.append(build(source))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(paths)) == 1 and len(paths) == 6
    assert [str(p) for p in (source.parent / "cache").iterdir()] == [paths[0]]


@needs_a_compiler
@pytest.mark.parametrize("way", ["JMX_CACHE=0", "a file in place of the folder"])
def test_where_nothing_can_be_kept(source, monkeypatch, way):
    if way == "JMX_CACHE=0":
        monkeypatch.setenv("JMX_CACHE", "0")
    else:
        (source.parent / "cache").write_text("")
    path = build(source)
    assert ctypes.CDLL(path).answer() == 42 and source.parent not in pathlib.Path(path).parents


def test_without_a_compiler(source, monkeypatch):
    monkeypatch.setenv("PATH", str(source.parent))
    with pytest.raises(MXNetError, match="no C compiler on the path"):
        build(source)
    assert not list((source.parent / "cache").iterdir())


@pytest.mark.parametrize(
    "script, why", [("echo no such header >&2; exit 3", "status 3: no such header"), ("sleep 60", "timed out")]
)
def test_a_compiler_that_fails(source, monkeypatch, script, why):
    monkeypatch.setattr(compiler, "_PATIENCE", 0.5)
    monkeypatch.setenv("CC", fake_compiler(source.parent, script))
    with pytest.raises(MXNetError, match=why):
        build(source)
    assert not list((source.parent / "cache").iterdir())


def test_onednn_is_not_used_then(source, monkeypatch):
    monkeypatch.setattr(onednn, "_loaded", "")
    monkeypatch.setenv("JMX_ONEDNN", "1")
    monkeypatch.setenv("CC", fake_compiler(source.parent, "exit 1"))
    assert not onednn.usable()
    assert "ended with status 1" in onednn.describe() or "libdnnl" in onednn.describe()
