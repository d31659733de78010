"""Cores, memory and limits, on systems that say less than Linux."""

import os
import re
import subprocess
import sys

import pytest

from jmx.config.system import machine


def group(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text + "\n")


def test_cores(monkeypatch):
    if hasattr(os, "sched_getaffinity"):
        assert machine.cores() == len(os.sched_getaffinity(0))
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert machine.cores() == os.cpu_count()
    assert machine.binding() is None
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.cores() == 1


@pytest.mark.parametrize("quota, cores", [({}, 8), ({"cpu": 2.0}, 2), ({"cpu": 0.3}, 1), ({"cpu": 2.6}, 2), ({"cpu": 64.0}, 8)])
def test_a_quota_of_processors_counts(monkeypatch, quota, cores):
    monkeypatch.setattr(machine, "cores", lambda: 8)
    monkeypatch.setattr(machine, "group_limits", lambda: quota)
    assert machine.usable_cores() == cores


def test_limits_of_the_older_control_groups(tmp_path):
    group(tmp_path / "memory", memory__limit_in_bytes=str(2**28))
    group(tmp_path / "pids", pids__max="max")
    group(tmp_path / "cpu", cpu__cfs_quota_us="150000", cpu__cfs_period_us="100000")
    assert machine.group_limits(str(tmp_path), "/") == {"memory": 2**28, "cpu": 1.5}
    group(tmp_path / "memory", memory__limit_in_bytes="9223372036854771712")  # no limit
    group(tmp_path / "cpu", cpu__cfs_quota_us="-1")
    assert machine.group_limits(str(tmp_path), "/") == {}


def test_limits_that_cannot_be_read_are_none(tmp_path):
    group(tmp_path, cpu__max="a lot", memory__max="", pids__max="12 0")
    assert machine.group_limits(str(tmp_path), "/") == {"pids": 12}


@pytest.mark.on_linux("reads /proc")
def test_memory(monkeypatch):
    facts = machine.memory()
    assert 0 < facts["memory_free"] <= facts["memory"]
    monkeypatch.setattr("builtins.open", lambda *args, **options: (_ for _ in ()).throw(FileNotFoundError()))
    assert abs(machine.memory()["memory"] - facts["memory"]) < 2**20
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert machine.memory() == {}


@pytest.mark.parametrize("name, sets", [("AMD64", {"sse", "sse2"}), ("arm64", {"asimd"}), ("riscv64", set())])
def test_instruction_sets_of_the_architecture_where_the_system_does_not_list_them(monkeypatch, name, sets):
    monkeypatch.setattr(machine, "processor_lines", lambda: ())
    monkeypatch.setattr(machine.platform, "machine", lambda: name)
    assert machine.instruction_sets.__wrapped__() == sets


@pytest.mark.not_on_windows("the C library has no name there")
def test_functions_of_the_c_library(monkeypatch):
    assert machine.c_function("malloc") is not None
    assert machine.c_function("no_such_function") is None

    def refuse(name):
        raise TypeError("LoadLibrary() argument 1 must be str, not None")  # Windows

    monkeypatch.setattr("ctypes.CDLL", refuse)
    assert machine.c_function.__wrapped__("malloc") is None
    monkeypatch.delattr(os, "confstr", raising=False)
    assert machine.c_library() == ""


@pytest.mark.not_on_windows("no limits of a shell")
def test_limits_of_the_shell(monkeypatch):
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert machine.shell_limits().get("files", resource.RLIM_INFINITY) == limits[0]
    machine.allow_open_files(limits[0])
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits
    monkeypatch.setitem(sys.modules, "resource", None)
    assert machine.shell_limits() == {}
    machine.allow_open_files(10**9)


@pytest.mark.not_on_windows("no memory page by page")
def test_memory_page_by_page(monkeypatch):
    with machine.pages(2**16) as pages:
        assert pages[:] == bytes(2**16)
    with pytest.raises(MemoryError, match="Unable to allocate"):
        machine.pages(2**62)
    monkeypatch.delattr("mmap.MAP_PRIVATE", raising=False)
    assert machine.pages(2**16) is None


@pytest.mark.parametrize("system, variables, caches, data", [
    ("linux", {}, "/home/me/.cache", "/home/me/.mxnet"),
    ("linux", {"XDG_CACHE_HOME": "/scratch"}, "/scratch", "/home/me/.mxnet"),
    ("macos", {}, "/home/me/Library/Caches", "/home/me/.mxnet"),
    ("windows", {"LOCALAPPDATA": "/local", "APPDATA": "/roaming"}, "/local", "/roaming/mxnet"),
    ("windows", {}, "/home/me", "/home/me/mxnet"),
])  # fmt: skip
def test_folders_of_the_user(monkeypatch, system, variables, caches, data):
    monkeypatch.setattr(machine, "SYSTEM", system)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", **variables}.items():
        monkeypatch.setenv(name, value)
    assert (machine.users_caches(), machine.users_data("mxnet")) == (caches, data)


@pytest.mark.parametrize("quota, threads", [(2, "2"), (8, None)])
def test_xla_and_onednn_keep_to_the_quota(monkeypatch, quota, threads):
    from jmx.config.processes import computes_inline, keep_to_quota

    for name in ("NPROC", "OMP_NUM_THREADS", "JAX_CPU_ENABLE_ASYNC_DISPATCH"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setattr(machine, "cores", lambda: 8)
    monkeypatch.setattr(machine, "group_limits", lambda: {"cpu": quota})
    keep_to_quota()
    assert (os.environ.get("NPROC"), os.environ.get("OMP_NUM_THREADS")) == (threads, threads)
    assert not computes_inline()


def test_who_has_set_the_number_of_threads_keeps_it(monkeypatch):
    from jmx.config.processes import keep_to_quota

    monkeypatch.setenv("NPROC", "5")
    monkeypatch.setenv("OMP_NUM_THREADS", "6")
    monkeypatch.setattr(machine, "usable_cores", lambda: 1)
    monkeypatch.setattr(machine, "cores", lambda: 8)
    keep_to_quota()
    assert (os.environ["NPROC"], os.environ["OMP_NUM_THREADS"]) == ("5", "6")


@pytest.mark.on_linux("reads /proc")
def test_xla_starts_as_many_threads(tmp_path):
    """What jmx relies on: XLA reads NPROC."""
    program = """
import os, jmx
jmx.nd.ones((300, 300)).asnumpy(), jmx.to_jax
import jax.numpy as jnp
jnp.ones(3).block_until_ready()
names = [open(f"/proc/self/task/{task}/comm").read().strip() for task in os.listdir("/proc/self/task")]
print(names.count("tf_XLAEigen"))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True,
        env={**os.environ, "NPROC": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert done.stdout.strip() == "1", done.stderr


@pytest.mark.parametrize(
    "system, processor, library, message",
    [
        ("Linux", "x86_64", "glibc 2.27", "^$"),
        ("Linux", "aarch64", "glibc 2.41", "^$"),
        ("Linux", "x86_64", "glibc 2.17", r"need glibc 2\.27 or newer, and this system has 2\.17"),
        ("Linux", "x86_64", "", r"another one \(musl"),
        ("Linux", "ppc64le", "glibc 2.36", r"^jaxlib has no wheels for Linux on ppc64le\.$"),
        ("Darwin", "arm64", "", "^$"),
        ("Darwin", "x86_64", "", "no wheels for Darwin on x86_64"),
        ("Windows", "AMD64", "", "^$"),
    ],
)
def test_why_there_is_no_jaxlib(monkeypatch, system, processor, library, message):
    monkeypatch.setattr(machine.platform, "system", lambda: system)
    monkeypatch.setattr(machine.platform, "machine", lambda: processor)
    monkeypatch.setattr(machine, "c_library", lambda: library)
    assert re.search(message, machine.why_no_jaxlib())
