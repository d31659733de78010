"""Environment variables, and the cache of compiled programs."""

import os
import pathlib
import platform
import re
import subprocess
import sys

import pytest

from jmx import config
from jmx.base import MXNetError
from jmx.config import compile_cache

ROOT = pathlib.Path(__file__).resolve().parent.parent

PROGRAM = """
from jmx import config
config.configure_jax()
config.configure_jax()
import jax
jax.jit(lambda x: x + 1)(1.0)
print(jax.config.jax_compilation_cache_dir)
"""


def run(code=PROGRAM, **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("JMX_", "JAX_"))}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**environment, **variables},
                          capture_output=True, text=True, timeout=120)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_values_are_read_when_they_are_asked_for(monkeypatch):
    monkeypatch.delenv("JMX_SYNTHETIC_DATA", raising=False)
    assert config.get("JMX_SYNTHETIC_DATA") is False
    for text, value in (("1", True), ("True", True), ("on", True), ("0", False), ("", False), ("no", False)):
        monkeypatch.setenv("JMX_SYNTHETIC_DATA", text)
        assert config.get("JMX_SYNTHETIC_DATA") is value
    monkeypatch.setenv("MXNET_HOME", "~/data")
    assert config.get("MXNET_HOME") == os.path.expanduser("~/data")
    monkeypatch.setenv("JMX_CACHE_SIZE", "12")
    assert config.get("JMX_CACHE_SIZE") == 12


def test_what_cannot_be_read_names_the_variable(monkeypatch):
    monkeypatch.setenv("JMX_CACHE_SIZE", "a lot")
    with pytest.raises(MXNetError, match="JMX_CACHE_SIZE='a lot': expected a whole number"):
        config.get("JMX_CACHE_SIZE")
    monkeypatch.setenv("JMX_CACHE", "perhaps")
    with pytest.raises(MXNetError, match="JMX_CACHE='perhaps': expected 1 or 0"):
        config.get("JMX_CACHE")
    with pytest.raises(KeyError):
        config.get("JMX_NOTHING")


def test_the_table_is_the_documentation():
    assert (ROOT / "docs" / "environment.md").read_text(encoding="utf-8") == config.markdown()


DISPATCH = """
import os
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:{cores}])
import jmx, jax
print(jmx.nd.ones(3).asnumpy().tolist(), jax.config.values["jax_cpu_enable_async_dispatch"])
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system has no sets of processors")
def test_programs_run_in_the_calling_thread_on_one_core():
    assert run(DISPATCH.format(cores=1)) == "[1.0, 1.0, 1.0] False"
    assert run(DISPATCH.format(cores=1), JAX_CPU_ENABLE_ASYNC_DISPATCH="1") == "[1.0, 1.0, 1.0] True"
    if len(os.sched_getaffinity(0)) > 1:
        assert run(DISPATCH.format(cores=2)) == "[1.0, 1.0, 1.0] True"


def test_no_module_reads_variables_past_the_table():
    used = re.compile(r"os\.environ\b|\bgetenv\(")
    # The package itself looks for MXNet's servers, which end there; util gives programs MXNet's getenv, test_utils a scope that
    # sets any variable; run, launch and workers hand on what they were given; native asks for the C compiler by its usual name;
    # shim tells a checkout on PYTHONPATH from an installation; a tracer takes its variable away from the program's own processes;
    # doctor looks at the variables themselves, and tutorial hands them on to JupyterLab.
    allowed = {
        "__init__.py",
        "config/variables.py",
        "config/processes.py",
        "config/memory.py",
        "config/system/machine.py",
        "native/compiler.py",
        "native/recipe.py",
        "native/onednn.py",
        "util/machine.py",
        "util/semantics.py",
        "test_utils/environ.py",
        "gluon/data/_processes.py",
        "launch/command.py",
        "scan/trace.py",
    }
    allowed.update(("cli/run.py", "cli/info.py", "cli/_shim.py", "cli/_findings.py", "cli/tutorial.py"))
    found = [
        path.relative_to(ROOT / "jmx").as_posix()
        for path in sorted((ROOT / "jmx").rglob("*.py"))
        if used.search(path.read_text(encoding="utf-8"))
    ]
    assert set(found) <= allowed, "read these variables with config.get: " + ", ".join(sorted(set(found) - allowed))


def test_compiled_programs_are_kept(tmp_path):
    folder = pathlib.Path(run(JMX_CACHE_DIR=str(tmp_path / "cache")))
    assert folder.parent == tmp_path / "cache" and folder.name.startswith("jax-")
    entries = {p: p.stat().st_mtime_ns for p in folder.glob("*-cache")}
    assert entries and (os.name != "posix" or folder.stat().st_mode & 0o077 == 0)
    assert run(JMX_CACHE_DIR=str(tmp_path / "cache")) == str(folder)
    assert {p: p.stat().st_mtime_ns for p in folder.glob("*-cache")} == entries


def test_the_cache_can_be_turned_off_or_be_the_users_own(tmp_path):
    assert run(JMX_CACHE="0", JMX_CACHE_DIR=str(tmp_path)) == "None"
    own = tmp_path / "own"
    assert run(JMX_CACHE_DIR=str(tmp_path), JAX_COMPILATION_CACHE_DIR=str(own)) == str(own)
    assert not list(tmp_path.glob("jax-*"))
    name, below = {"win32": ("LOCALAPPDATA", ""), "darwin": ("HOME", "Library/Caches")}.get(sys.platform, ("XDG_CACHE_HOME", ""))
    caches = tmp_path / "users" / below
    assert run(**{name: str(tmp_path / "users")}).startswith(str(caches / "jmx" / "jax-"))


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path):
    (tmp_path / "file").write_text("")
    assert run(JMX_CACHE_DIR=str(tmp_path / "file" / "cache")) == "None"


def entry(folder, name, size, age):
    path = folder / f"{name}-cache"
    path.write_bytes(bytes(size))
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


def test_the_cache_is_bounded(tmp_path):
    folder = tmp_path / "jax-x"
    folder.mkdir()
    old, middle, new = entry(folder, "a", 400, 30), entry(folder, "b", 400, 20), entry(folder, "c", 400, 10)
    other = folder / "notes.txt"
    other.write_bytes(bytes(5000))
    assert compile_cache.trim_cache(tmp_path, 1200) == 0
    assert compile_cache.trim_cache(tmp_path, 1100) == 1
    assert not old.exists() and middle.exists() and new.exists() and other.exists()
    os.utime(middle, (1e9, 1e9 - 20))  # read just now
    assert compile_cache.trim_cache(tmp_path, 500) == 1
    assert middle.exists() and not new.exists()


def test_the_cache_is_looked_at_once_an_hour(tmp_path):
    entry(tmp_path, "a", 400, 0)
    compile_cache.trim_periodically(tmp_path, 500)
    path = entry(tmp_path, "b", 400, 10)
    compile_cache.trim_periodically(tmp_path, 500)
    assert path.exists()
    compile_cache.trim_periodically(tmp_path, 500, every=0.0)
    assert not path.exists()
    compile_cache.trim_periodically(tmp_path / "gone", 500)


def _glibc():
    name, version = platform.libc_ver()
    return tuple(map(int, version.split(".")[:2])) if name == "glibc" else None


@pytest.mark.skipif(
    (_glibc() or (99,)) >= (2, 42), reason="glibc 2.43 returns large blocks of threads to the system, whatever its limits are"
)
@pytest.mark.on_linux("about glibc")
def test_memory_of_large_arrays_is_used_again():
    code = """
import resource, jmx as mx
a = mx.nd.ones((1200, 10000))
def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(5):
        (a + 1).wait_to_read()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
faults(), faults(), faults()
print(min(faults() for _ in range(8)))
"""
    # Five arrays of 11,719 pages: now and then one of them lands on new memory (three did, on a busy machine), but
    # not in every round.
    assert int(run(code)) < 30000 < int(run(code, MALLOC_ARENA_MAX="8"))
    assert run("from jmx.config import memory; print(memory.keep_freed_memory())") == "True"
    assert run("from jmx.config import memory; print(memory.keep_freed_memory())", MALLOC_ARENA_MAX="2") == "False"


@pytest.mark.skipif(_glibc() is None or sys.platform != "linux", reason="needs glibc's allocator and Linux's /proc")
def test_memory_goes_back_when_a_huge_array_is_freed_and_when_something_has_been_compiled():
    code = """
import os, time, jmx as mx
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
def freed(full, enough):
    deadline = time.monotonic() + 10
    while full - resident() < enough and time.monotonic() < deadline:
        time.sleep(0.01)  # a thread of JAX's may hold it a moment longer
    return full - resident()
huge = mx.nd.ones((80, 2**20)) + 1
huge.wait_to_read()
full = resident()
del huge
print(freed(full, 250))
many = [mx.nd.ones((2**18,)) + 1 for _ in range(200)]
mx.nd.waitall()
kept = many[::10]
del many
full = resident()
import jax
y = jax.jit(lambda x: jax.lax.fori_loop(0, 3, lambda i, v: jax.numpy.linalg.qr(v)[0] @ v, x))(jax.numpy.eye(5))
y.block_until_ready()
print(freed(full, 100))
"""
    huge, many = map(float, run(code, JMX_CACHE="0").split())
    assert huge > 250  # of 320 MB
    assert many > 100  # of 180 MB in pieces of 1 MB
