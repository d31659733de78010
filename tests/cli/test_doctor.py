"""`jmx doctor`: each finding on a machine that has it, none on one that has not, and the exit status."""

import errno
import json
import os
import types

import pytest

from jmx._version import __version__
from jmx.cli import _findings, _probe, _shim, doctor
from jmx.config import ignored, numpy_release
from jmx.config.system import machine

WELL = {"jax": "0.10.2", "jaxlib": "0.10.2"}
CARD = {"number": "0", "name": "NVIDIA X", "driver": "570.1", "memory_mib": "81559", "used_mib": "12", "mode": "Default"}


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    for name in list(os.environ):
        if name.startswith(ignored.PREFIXES) and name not in ("JMX_CACHE_DIR", "JMX_CACHE"):
            monkeypatch.delenv(name)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("CC", raising=False)


def only(findings, check, what, remedy, severity="problem"):
    """There is one finding, which says so; a remedy is one sentence."""
    (found,) = findings
    assert (found.check, found.severity) == (check, severity), found
    assert what in found.what and remedy in found.remedy, found
    assert found.what.endswith(".") and found.remedy.endswith(".") and "\n" not in found.what + found.remedy


def state(origin, what="", **more):
    return _shim.State(origin, "/env/site-packages", what, **more)


def file_system(free=2**40, size=2**40, noexec=False):
    flag = getattr(os, "ST_NOEXEC", 8) if noexec else 0
    return lambda path: types.SimpleNamespace(f_frsize=1, f_bfree=0, f_bavail=free, f_blocks=size, f_flag=flag)


# ---- the environment


def test_another_jmx_than_pips(monkeypatch):
    monkeypatch.setattr(machine, "SYSTEM", "linux")
    only(_findings.environment({"jmx": "0.0.1"}), "environment", "but pip knows jmx 0.0.1", "pip install . ./compat")
    assert list(_findings.environment({"jmx": __version__})) == list(_findings.environment({})) == []
    monkeypatch.setenv("PYTHONPATH", "/other/lib/python3.8/site-packages")
    only(_findings.environment({}), "environment", "/other/lib/python3.8/site-packages", "unset PYTHONPATH")


def test_another_system(monkeypatch):
    monkeypatch.setattr(machine, "SYSTEM", "macos")
    only(_findings.environment({}), "environment", "This is macos", "Use Linux", "note")


@pytest.mark.parametrize(
    "found, real, what, remedy",
    [
        (state("real", "mxnet-cu101 1.9.1"), ["mxnet-cu101"], "is not jmx's: mxnet-cu101 1.9.1", "pip uninstall -y mxnet-cu101`"),
        (state("mixed", "files of both"), ["mxnet-mkl"], "files of both", "pip uninstall -y mxnet-mkl mxnet`"),
        (state("incomplete", "mxnet", missing=["mxnet/__init__.py"]), [], "are missing in /env", "jmx shim install"),
        (state("other", "mxnet"), [], "neither MXNet's nor jmx's, in /env", "Rename that file or folder"),
        (state("compat", "mxnet 1.9.1+jmx.0.0.1"), [], "mxnet 1.9.1+jmx.0.0.1 belongs to another jmx", "pip install . ./compat"),
        (
            state("compat", f"mxnet 1.9.1+jmx.{__version__}"),
            ["mxnet-cu112"],
            "also knows mxnet-cu112",
            "uninstall -y mxnet-cu112`",
        ),
    ],
)
def test_wheels_that_shadow_each_other(found, real, what, remedy):
    only(_findings.wheels(found, real), "wheels", what, remedy)


def test_no_import_name():
    only(_findings.wheels(state("none"), []), "wheels", "Nothing gives the import name", "jmx shim install", "note")
    assert list(_findings.wheels(state("shim", f"mxnet 1.9.1+jmx.{__version__}"), [])) == []


def test_a_real_horovod():
    only(_findings._horovod("0.28.1"), "wheels", "Horovod 0.28.1 is installed", "jmx launch", "note")
    assert list(_findings._horovod()) == []


def test_numpy():
    only(_findings.numpy("1.26.4"), "numpy", "has NumPy 1.26.4", f"pip install '{numpy_release.WANTED}'")
    only(_findings.numpy("2.9.0"), "numpy", "NumPy 2.9.0 refuses", numpy_release.WANTED, "note")
    assert list(_findings.numpy("2.2.6")) == []


@pytest.mark.parametrize(
    "versions, what, remedy",
    [
        ({"jax": "0.10.2", "jaxlib": None}, "jaxlib is not installed", "pip install 'jax>=0.10,<0.13' 'jaxlib"),
        ({"jax": "0.10.2", "jaxlib": "0.10.0"}, "jax 0.10.2 and jaxlib 0.10.0", "'jaxlib==0.10.2.*'"),
        ({**WELL, "jax-cuda12-plugin": "0.10.0"}, "plugin 0.10.0 does not belong to jaxlib 0.10.2", "jax[cuda12]==0.10.2"),
        ({**WELL, "jax-cuda12-plugin": "0.10.2", "jax-cuda13-plugin": "0.10.2"}, "both installed", "pip uninstall -y jax-cuda12"),
    ],
)
def test_releases_of_jax_that_do_not_fit(versions, what, remedy):
    only(_findings.jax(versions), "jax", what, remedy)


def test_releases_of_jax_that_jmx_does_not_take():
    first, second = _findings.jax({"jax": "0.4.30", "jaxlib": "0.4.30"})
    assert "jax 0.4.30 is not one that jmx" in first.what and "jaxlib 0.4.30" in second.what
    assert list(_findings.jax({**WELL, "jax-cuda13-plugin": "0.10.2", "jax-cuda13-pjrt": "0.10.2"})) == []


def test_this_environment_is_well():
    assert [f for f in [*_findings.numpy(), *_findings.jax(), *_findings.compiler()] if f.severity == "problem"] == []


# ---- folders


def test_a_cache_folder_that_is_well(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "statvfs", file_system(), raising=False)
    assert list(_findings.cache(str(tmp_path / "not" / "yet"))) == []
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_cache(tmp_path):
    (tmp_path / "cache").write_text("")
    only(_findings.cache(str(tmp_path / "cache")), "cache", "is no folder", "Remove that file")


@pytest.mark.parametrize(
    "number, what, remedy",
    [
        (errno.ENOSPC, "is full", "Free some room"),
        (errno.EDQUOT, "quota of", "Free some room"),
        (errno.EROFS, "Read-only file system", "Make it writable"),
        (errno.EACCES, "Permission denied", "set JMX_CACHE_DIR"),
    ],
)
def test_a_cache_folder_that_cannot_be_written(tmp_path, monkeypatch, number, what, remedy):
    def refuse(**options):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(_findings.tempfile, "NamedTemporaryFile", refuse)
    only(_findings.cache(str(tmp_path)), "cache", what, remedy)


@pytest.mark.not_on_windows("no mounts without execution")
def test_a_cache_folder_on_a_disk_that_is_nearly_full_or_without_execution(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "statvfs", file_system(free=100 * 2**20))
    only(_findings.cache(str(tmp_path)), "cache", "has 100 MiB left", "Free some room")
    monkeypatch.setattr(os, "statvfs", file_system(noexec=True))
    only(_findings.cache(str(tmp_path)), "cache", "(noexec)", "mounted without noexec")


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_a_cache_folder_that_others_may_write(tmp_path):
    tmp_path.chmod(0o777)
    only(_findings.cache(str(tmp_path)), "cache", "other users may write", "chmod go-w")


def test_no_cache(monkeypatch):
    monkeypatch.setenv("JMX_CACHE", "0")
    only(_findings.cache(), "cache", "JMX_CACHE=0", "unset JMX_CACHE", "note")


@pytest.mark.on_linux("no folder of shared memory")
def test_shared_memory(tmp_path, monkeypatch):
    only(_findings.shared_memory(str(tmp_path / "none")), "shared memory", "There is no", "mount -t tmpfs")
    monkeypatch.setattr(os, "statvfs", file_system(free=2**26, size=2**26))
    only(_findings.shared_memory(str(tmp_path)), "shared memory", "has 64 MiB", "--shm-size=8g")
    monkeypatch.setattr(os, "statvfs", file_system(free=2**20, size=2**33))
    only(_findings.shared_memory(str(tmp_path)), "shared memory", "has 1 of 8192 MiB left", "ls -l /dev/shm")
    monkeypatch.setattr(os, "statvfs", file_system(free=2**33, size=2**33))
    assert list(_findings.shared_memory(str(tmp_path))) == []


# ---- the machine


def test_compilers(monkeypatch):
    only(_findings.compiler([False], []), "compiler", "no C compiler", "apt-get install gcc")
    assert list(_findings.compiler([True], [])) == list(_findings.compiler([False], ["cc"])) == []
    monkeypatch.setenv("CC", "no-such-cc -m64")
    only(_findings.compiler([True], []), "compiler", "no-such-cc", "unset CC")


def test_processors():
    only(_findings.cpu(frozenset(["sse"]), "x86_64"), "cpu", "no AVX:", "-cpu host")
    only(_findings.cpu(frozenset(["avx"]), "x86_64"), "cpu", "no AVX2", "-cpu host", "note")
    only(_findings.cpu(frozenset(), "riscv64"), "cpu", "riscv64", "x86-64 or aarch64", "note")
    assert list(_findings.cpu(frozenset(["avx", "avx2", "fma"]), "x86_64")) == list(_findings.cpu(frozenset(), "aarch64")) == []


@pytest.mark.parametrize(
    "driver, plugins, devices, what, remedy, severity",
    [
        (None, [], ["nvidia0"], "no nvidia-smi", "--gpus all", "problem"),
        (None, [12], [], "there is no driver", "--nv", "note"),
        ({"problem": "nvidia-smi ended with status 18: mismatch"}, [12], [], "status 18", "modprobe nvidia", "problem"),
        ({"gpus": [CARD]}, [], [], "no plugin for them", "pip install 'jax[cuda12]", "problem"),
        ({"gpus": [{**CARD, "driver": "590.2"}]}, [], [], "no plugin for them", "pip install 'jax[cuda13]", "problem"),
        ({"gpus": [CARD]}, [13], [], "570.1 is too old for CUDA 13, which needs 580", "or install jax[cuda12]", "problem"),
        ({"gpus": [{**CARD, "driver": "470.8"}]}, [12], [], "too old for CUDA 12", "Update the driver.", "problem"),
        ({"gpus": [{**CARD, "mode": "Prohibited"}]}, [12], [], "GPU 0 is in mode Prohibited", "nvidia-smi -i 0 -c 0", "problem"),
        ({"gpus": [{**CARD, "used_mib": "80000"}]}, [12], [], "80000 of 81559 MiB", "CUDA_VISIBLE_DEVICES", "note"),
    ],
)
def test_gpus(driver, plugins, devices, what, remedy, severity):
    only(_findings.gpu(driver, plugins, devices), "gpu", what, remedy, severity)


def test_gpus_that_are_well():
    assert list(_findings.gpu({"gpus": [CARD]}, [12], ["nvidia0"])) == list(_findings.gpu(None, [], [])) == []


def group(folder, **files):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text + "\n")


def test_limits_of_control_groups(tmp_path):
    """The least of a group and of those above it holds."""
    group(tmp_path / "a" / "b", cpu_max="max 100000", memory_max="1073741824", pids_max="max")
    group(tmp_path / "a", cpu_max="150000 100000", memory_max="max")
    assert machine.group_limits(str(tmp_path), "/a/b") == {"cpu": 1.5, "memory": 2**30}
    assert machine.group_limits(str(tmp_path / "none"), "/") == {}
    slow, little = _findings.limits(str(tmp_path), 8, "/a/b", {})
    assert (
        "1.5 processors, but sees 8 cores" in slow.what
        and "start 1 thread," in slow.what
        and "OPENBLAS_NUM_THREADS=1." in slow.remedy
    )
    assert "1024 MiB of memory" in little.what and "--memory=8g" in little.remedy
    assert list(_findings.limits(str(tmp_path), 8, "/other", {})) == []


def test_limits_of_processes(tmp_path):
    group(tmp_path / "a", pids_max="100")
    only(_findings.limits(str(tmp_path), 4, "/a", {}), "limits", "100 processes and threads are allowed", "--pids-limit=-1")


def test_more_threads_than_cores(tmp_path):
    found = _findings.limits(str(tmp_path), 4, "/", {"OMP_NUM_THREADS": "64", "MKL_NUM_THREADS": "4"})
    only(found, "limits", "OMP_NUM_THREADS=64, on 4 cores", "export OMP_NUM_THREADS=4")


@pytest.mark.parametrize(
    "soft, what, remedy",
    [
        ({"files": 256, "processes": 10**6}, "Only 256 open files", "ulimit -n 4096"),
        ({"files": 4096, "processes": 300}, "Only 300 processes", "ulimit -u 4096"),
        ({"memory": 2**33}, "limited to 8192 MiB", "ulimit -v unlimited"),
    ],
)
def test_limits_of_the_shell(soft, what, remedy):
    only(_findings._of_resources(4, soft), "limits", what, remedy)
    assert list(_findings._of_resources(4, {"files": 1024})) == []


def test_variables(monkeypatch):
    monkeypatch.setenv("JMX_CACHE_SIZE", "large")
    only(_findings.variables({"JMX_CACHE_SIZE": "large"}), "variables", "JMX_CACHE_SIZE", "unset JMX_CACHE_SIZE")
    only(_findings.variables({"JMX_CACHE_SIZ": "1"}), "variables", "JMX_CACHE_SIZ=1 is no variable", "JMX_CACHE_SIZE")


# ---- the command


@pytest.fixture
def found(monkeypatch):
    """What each check finds: nothing, unless a test says otherwise. JAX is well."""
    monkeypatch.setattr(_findings, "CHECKS", {name: lambda *given: iter(()) for name in _findings.CHECKS})
    monkeypatch.setattr(doctor, "driver", lambda: None)
    probe = {"problems": [], "devices": [{"context": "cpu(0)"}]}
    monkeypatch.setattr(_probe, "inspect", lambda timeout: probe)

    def say(check, *findings):
        monkeypatch.setitem(_findings.CHECKS, check, lambda *given: iter(findings))

    say.probe = probe
    return say


def test_the_exit_status(found, capsys):
    assert doctor.main([]) == 0
    assert capsys.readouterr().out.startswith("0 problems, 0 notes; nothing to say about: environment, wheels, numpy, jax, cache")
    found("numpy", _findings.Finding("numpy", "note", "New.", "Take another."))
    assert doctor.main([]) == 0
    assert capsys.readouterr().out.startswith("- numpy: New.\n    Take another.\n0 problems, 1 note; ")
    found("cache", _findings.Finding("cache", "problem", "Full.", "Free some room."))
    assert doctor.main([]) == 1
    assert "! cache: Full.\n    Free some room.\n1 problem, 1 note; nothing to say about: environment" in capsys.readouterr().out


def test_json(found, capsys):
    found("cache", _findings.Finding("cache", "problem", "Full.", "Free some room."))
    assert doctor.main(["--json", "--timeout", "0"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["problems"] == 1 and "devices" not in told["checks"] and told["checks"][0] == "environment"
    assert told["findings"] == [{"check": "cache", "severity": "problem", "what": "Full.", "remedy": "Free some room."}]


def test_what_jax_says_at_its_start(found, capsys):
    found.probe["problems"] = ["JAX did not list its devices within 60 s"]
    assert doctor.main([]) == 1
    assert "! devices: JAX says at its start: JAX did not list its devices" in capsys.readouterr().out
    found.probe.update(problems=[], devices=[])
    assert doctor.main([]) == 1
    assert "! devices: JAX finds no device." in capsys.readouterr().out


def test_jax_is_not_started_where_it_cannot_be(found, capsys, monkeypatch):
    monkeypatch.setattr(_probe, "inspect", lambda timeout: pytest.fail("started"))
    found("jax", _findings.Finding("jax", "problem", "None.", "Install it."))
    assert doctor.main([]) == 1


def test_a_check_that_fails_itself(found, capsys, monkeypatch):
    def broken():
        raise ValueError("no such file")
        yield

    monkeypatch.setitem(_findings.CHECKS, "limits", broken)
    assert doctor.main([]) == 1
    assert "! limits: This check itself failed: ValueError: no such file" in capsys.readouterr().out
