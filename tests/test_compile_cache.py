"""What jmx changes about JAX's cache of compiled programs."""

import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import warnings

import pytest

from jmx.config import compile_cache

ROOT = pathlib.Path(__file__).resolve().parent.parent

COUNTED = """
import jax.monitoring
counted = {}
def count(event, **_):
    name = event.rsplit("/", 1)[-1]
    counted[name] = counted.get(name, 0) + 1
jax.monitoring.register_event_listener(count)
import jmx as mx
"""


def run(*words, **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "JAX_", "DMLC_"))}
    done = subprocess.run(list(words), cwd=ROOT, env={**environment, "JMX_COMPILE": "now", **variables},
                          capture_output=True, text=True, timeout=200)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done


def test_devices_of_the_cpu_share_programs(tmp_path):
    code = COUNTED + (
        "print([float((mx.nd.ones((3, 5), ctx=mx.cpu(i)) * 2).sum().asscalar()) for i in range(3)])\n"
        "import jax, numpy\n"
        "double = jax.jit(lambda x: x * 2)\n"
        "print([x.devices() == {device} for device in jax.devices() for x in [double(jax.device_put(numpy.ones(3), device))]])\n"
        "print(counted.get('cache_misses', 0), counted.get('cache_hits', 0))\n"
    )
    for again in (False, True):
        done = run(sys.executable, "-c", code, JMX_CACHE_DIR=str(tmp_path), JMX_CPU_DEVICES="3").stdout.splitlines()
        programs = len(list(tmp_path.glob("jax-*/*-cache")))
        assert done[:2] == ["[30.0, 30.0, 30.0]", "[True, True, True]"]
        assert list(map(int, done[2].split())) == ([0, 3 * programs] if again else [programs, 2 * programs])


@pytest.mark.not_on_windows("jmx launch is for POSIX systems")
def test_all_processes_of_a_job_find_what_the_first_has_compiled(tmp_path):
    code = COUNTED + (
        "x = mx.nd.dot(mx.nd.ones((3, 5)), mx.nd.ones((5, 2))).sum().asscalar()\n"
        "import jax\n"
        "print(x, jax.process_count(), counted.get('cache_hits', 0) == counted['compile_requests_use_cache'])\n"
    )
    words = (sys.executable, "-m", "jmx.launch", "-n", "2", sys.executable, "-c", code)
    run(*words, JMX_CACHE_DIR=str(tmp_path))
    assert run(*words, JMX_CACHE_DIR=str(tmp_path)).stdout == "30.0 2 True\n" * 2


@pytest.mark.on_linux("XDG_CACHE_HOME is asked there")
def test_programs_that_other_users_may_have_written_are_not_run(tmp_path):
    code = "import jmx as mx, jax; print(mx.nd.ones(2).sum().asscalar(), jax.config.jax_compilation_cache_dir)"
    root, home = tmp_path / "cache", tmp_path / "home"

    def ran():
        done = run(sys.executable, "-c", code, JMX_CACHE_DIR=str(root), XDG_CACHE_HOME=str(home))
        value, folder = done.stdout.split()
        assert value == "2.0"
        return pathlib.Path(folder), done.stderr

    folder, said = ran()
    assert folder.parent == root and "RuntimeWarning" not in said
    folder.chmod(0o770)
    own, said = ran()
    assert own.parent == home / "jmx" and stat.S_IMODE(own.stat().st_mode) == 0o700
    assert said.count("RuntimeWarning") == 1 and f"other users may write {folder}" in said and "JMX_CACHE_DIR" in said
    folder.chmod(0o700)
    root.chmod(0o777)
    own, said = ran()
    assert own.parent == home / "jmx" and f"all users may write {root}" in said


@pytest.mark.on_linux("XDG_CACHE_HOME is asked there")
@pytest.mark.skipif(getattr(os, "geteuid", lambda: None)() != 0, reason="only root can make files of other users")
def test_folders_of_other_users(tmp_path, monkeypatch):
    """Who owns a folder above may exchange what is in it, whoever owns that."""
    theirs = tmp_path / "theirs"
    (theirs / "cache").mkdir(parents=True, mode=0o700)
    os.chown(theirs, 4242, 4242)
    for path in (theirs / "cache", theirs / "new"):
        with pytest.raises(compile_cache.UntrustedFolder, match=f"{theirs} belongs to another user"):
            compile_cache.private_folder(str(path))
    assert not (theirs / "new").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", str(theirs / "home"))  # nor is this one used instead
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.warns(RuntimeWarning, match=f"{theirs} belongs to another user.*{tmp_path}/jmx-0 is used instead"):
        assert compile_cache.trusted_folder(str(theirs / "cache"), "native") == str(tmp_path / "jmx-0" / "native")
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # once in a process
        compile_cache.trusted_folder(str(theirs / "cache"), "native")


@pytest.mark.not_on_windows("no links without a privilege")
def test_links_are_followed_before_a_folder_is_looked_at(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert compile_cache.private_folder(str(tmp_path / "link" / "native")) == str(tmp_path / "real" / "native")
    (tmp_path / "real").chmod(0o777)
    with pytest.raises(compile_cache.UntrustedFolder, match=f"all users may write {tmp_path / 'real'}"):
        compile_cache.private_folder(str(tmp_path / "link" / "native"))


def test_entries_appear_whole(tmp_path, monkeypatch):
    from jax._src.lru_cache import LRUCache

    from jmx.config import jax_internals

    monkeypatch.setattr(LRUCache, "put", LRUCache.put)
    monkeypatch.setattr(LRUCache, "get", LRUCache.get)
    assert jax_internals.write_cache_entries_whole()
    assert jax_internals.write_cache_entries_whole()  # as good as once
    cache = LRUCache(str(tmp_path), max_size=-1)
    cache.put("k", b"first")
    cache.put("k", b"second")
    assert cache.get("k") == b"first"
    cache.put("k", b"third")  # the first was of no use
    cache.put("k", b"fourth")
    assert cache.get("k") == b"third" and [path.name for path in tmp_path.iterdir()] == ["k-cache"]
    seen = []
    replace = os.replace

    def watched(source, target):
        seen.append((cache.get("n"), compile_cache.unsealed(pathlib.Path(source).read_bytes())))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watched)
    cache.put("n", b"whole")
    assert seen == [(None, b"whole")] and cache.get("n") == b"whole"

    def full(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        cache.put("m", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k-cache", "n-cache"]
    with pytest.raises(ValueError):
        cache.put("", b"x")


DENSE = """
import jmx as mx
net = mx.gluon.nn.Dense(600)
net.initialize()
net.hybridize()
for _ in range(3):
    net(mx.nd.ones((64, 600))).wait_to_read()
"""


@pytest.mark.parametrize("damage", [lambda b: b[:10], lambda b: b"", lambda b: b[:99] + bytes([b[99] ^ 1]) + b[100:]])
def test_damaged_entries_are_replaced_once(tmp_path, damage):
    folder = tmp_path / "cache"

    def warned():
        said = run(sys.executable, "-c", DENSE, JMX_CACHE_DIR=str(folder)).stderr
        assert "persistent" not in said
        return said.count("holds a damaged file")

    assert warned() == 0
    entries = {path: path.read_bytes() for path in folder.glob("jax*/*-cache")}
    assert entries
    for path, content in entries.items():
        path.write_bytes(damage(content))
    assert [warned(), warned()] == [1, 0]
    assert all(compile_cache.unsealed(path.read_bytes()) for path in entries)


def test_an_empty_folder_in_place_of_an_entry_is_replaced(tmp_path):
    folder = tmp_path / "cache"
    run(sys.executable, "-c", DENSE, JMX_CACHE_DIR=str(folder))
    entries = list(folder.glob("jax*/*-cache"))
    assert entries
    for path in entries:
        path.unlink()
        path.mkdir()
    said = run(sys.executable, "-c", DENSE, JMX_CACHE_DIR=str(folder)).stderr
    assert said.count("holds a damaged file") == 1 and "IsADirectory" not in said
    assert all(compile_cache.unsealed(path.read_bytes()) for path in entries)
