"""What jmx changes about JAX's cache of compiled programs."""

import os
import pathlib
import subprocess
import sys

import pytest

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
    done = subprocess.run(list(words), cwd=ROOT, env={**environment, "JMX_INTERPRET": "0", **variables},
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


def test_all_processes_of_a_job_find_what_the_first_has_compiled(tmp_path):
    code = COUNTED + (
        "x = mx.nd.dot(mx.nd.ones((3, 5)), mx.nd.ones((5, 2))).sum().asscalar()\n"
        "import jax\n"
        "print(x, jax.process_count(), counted.get('cache_hits', 0) == counted['compile_requests_use_cache'])\n"
    )
    words = (sys.executable, "-m", "jmx.launch", "-n", "2", sys.executable, "-c", code)
    run(*words, JMX_CACHE_DIR=str(tmp_path))
    assert run(*words, JMX_CACHE_DIR=str(tmp_path)).stdout == "30.0 2 True\n" * 2


def test_programs_that_other_users_may_have_written_are_not_run(tmp_path):
    code = "import jmx as mx, jax; print(mx.nd.ones(2).sum().asscalar(), jax.config.jax_compilation_cache_dir is None)"
    root = tmp_path / "cache"
    assert run(sys.executable, "-c", code, JMX_CACHE_DIR=str(root)).stdout == "2.0 False\n"
    (folder,) = root.glob("jax-*")
    folder.chmod(0o770)
    assert run(sys.executable, "-c", code, JMX_CACHE_DIR=str(root)).stdout == "2.0 True\n"
    folder.chmod(0o700)
    root.chmod(0o777)
    assert run(sys.executable, "-c", code, JMX_CACHE_DIR=str(root)).stdout == "2.0 True\n"


def test_entries_appear_whole(tmp_path, monkeypatch):
    from jax._src.lru_cache import LRUCache

    from jmx.config import jax_internals

    monkeypatch.setattr(LRUCache, "put", LRUCache.put)
    assert jax_internals.write_cache_entries_whole()
    cache = LRUCache(str(tmp_path), max_size=-1)
    cache.put("k", b"first")
    cache.put("k", b"second")
    assert cache.get("k") == b"first" and [path.name for path in tmp_path.iterdir()] == ["k-cache"]
    seen = []
    replace = os.replace

    def watched(source, target):
        seen.append((cache.get("n"), pathlib.Path(source).read_bytes()))
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
