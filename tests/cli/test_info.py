"""`jmx info`: complete where all is well, and an answer where something is not."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import jmx as mx
from jmx import config
from jmx.cli import _probe, _shim, info
from jmx.config import ignored, numpy_release

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """An environment without settings of jmx or MXNet, and a cache folder that is this project's tests' own business."""
    for name in list(os.environ):
        if name.startswith(ignored.PREFIXES) and name not in ("JMX_CACHE_DIR", "JMX_CACHE"):
            monkeypatch.delenv(name)


@pytest.fixture
def probed(monkeypatch):
    """No processes: JAX is said to have found this."""
    found = {"devices": [{"context": "cpu(0)", "platform": "cpu", "id": 0, "kind": "cpu"},
                         {"context": "gpu(0)", "platform": "gpu", "id": 0, "kind": "NVIDIA X",
                          "memory": {"limit": 60 * 2**30, "in_use": 2**20}}],
             "problems": ["a driver said something"], "cache": None, "default": "gpu", "onednn": "not used: a test",
             "kernels": "17 prebuilt"}  # fmt: skip
    monkeypatch.setattr(_probe, "inspect", lambda timeout: found)
    return found


def shown(capsys, *words):
    assert info.info(words) == 0
    return capsys.readouterr().out


def test_the_command():
    """In processes of its own, as people run it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_CPU_DEVICES": "3", "MXNET_ENGINE_TYPE": "NaiveEngine"}
    command = [sys.executable, "-m", "jmx", "info", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    import jax
    import jaxlib
    import numpy

    versions = found["versions"]
    assert (versions["jmx"], versions["mxnet"]) == (mx.__version__, "1.9.1") and versions["optax"] and "optional" in versions
    for module in (jax, jaxlib, numpy):
        assert versions[module.__name__] == module.__version__
    cpus = [device for device in found["devices"] if device["platform"] == "cpu"]
    assert [device["context"] for device in cpus] == ["cpu(0)", "cpu(1)", "cpu(2)"]
    assert found["job"] is None and found["host"]["cores"] >= 1
    assert [entry["name"] for entry in found["variables"]["ignored"]] == ["MXNET_ENGINE_TYPE"]
    assert ("JMX_CPU_DEVICES", "3") in [(entry["name"], entry["value"]) for entry in found["variables"]["honoured"]]


def test_devices_for_people(capsys, probed):
    lines = shown(capsys).splitlines()
    assert lines[0] == f"jmx {mx.__version__}, for programs of MXNet 1.9.1"
    at = lines.index("devices")
    assert lines[at + 1 : at + 4] == [
        "  cpu(0): cpu (cpu:0)",
        "  gpu(0): NVIDIA X (gpu:0), 60 GiB for arrays, 1 MiB in use",
        "  ! a driver said something",
    ]
    assert "job: this process works alone" in lines


def test_variables(capsys, probed, monkeypatch):
    for name, value in {"MXNET_UPDATE_ON_KVSTORE": "0", "JMX_CACHE_SIZE": "a lot", "MXNET_CUDNN_AUTOTUNE_DEFAULT": "0",
                        "MXNET_UPDATE_ON_KVSTOR": "1", "DMLC_SOMETHING_ELSE": "x", "XLA_FLAGS": ""}.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    out = shown(capsys)
    for text in ("  MXNET_UPDATE_ON_KVSTORE=0 ", "  ! environment variable JMX_CACHE_SIZE='a lot': expected a whole number",
                 "XLA_FLAGS=--xla_gpu_autotune_level=0 (none)", "did you mean MXNET_UPDATE_ON_KVSTORE?",
                 "no variable of jmx or MXNet is named like it", "set, for JAX, CUDA and other libraries\n"):  # fmt: skip
        assert text in out
    found = json.loads(shown(capsys, "--json"))["variables"]
    assert [entry["name"] for entry in found["ignored"]] == ["MXNET_CUDNN_AUTOTUNE_DEFAULT"]
    assert {(e["name"], e["closest"]) for e in found["unknown"]} == {
        ("MXNET_UPDATE_ON_KVSTOR", "MXNET_UPDATE_ON_KVSTORE"),
        ("DMLC_SOMETHING_ELSE", None),
    }


def test_the_place_in_a_job(capsys, probed, monkeypatch):
    monkeypatch.setenv("JMX_NUM_PROCESSES", "4")
    monkeypatch.setenv("JMX_PROCESS_ID", "1")
    assert "job: This process is one of 4 (JMX), but does not know the address of the job's coordinator." in shown(capsys)
    monkeypatch.setenv("JMX_COORDINATOR", "node7:9091")
    assert "job (JMX): rank 1 of 4, coordinator at node7:9091" in shown(capsys)
    job = json.loads(shown(capsys, "--json"))["job"]
    assert (job["rank"], job["size"], job["host"], job["port"]) == (1, 4, "node7", 9091)
    # Looking does not join: nobody listens at that address.
    assert "JMX_CLUSTER" not in os.environ


def test_the_cache(probed, monkeypatch, tmp_path):
    folder = tmp_path / "jax-x"
    folder.mkdir()
    (folder / "a-cache").write_bytes(bytes(100))
    (folder / "notes").write_bytes(bytes(100))
    (tmp_path / "jax-old").mkdir()
    (tmp_path / "jax-old" / "b-cache").write_bytes(bytes(50))
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("JMX_CACHE_SIZE", "3")
    wanted = {
        "on": True,
        "folder": str(folder),
        "programs": 1,
        "bytes": 150,
        "bound": 3 * 2**20,
        "jmx": True,
        "writable": True,
        "problem": None,
    }
    assert info._cache(str(folder)) == wanted
    text = "\n".join(info._text_of_cache(wanted))
    assert text == f"compiled programs: 1 in {folder}, 150 bytes of 3 MiB at most, all versions together"
    other = info._cache(str(tmp_path / "jax-old"))
    assert (other["programs"], other["bytes"]) == (1, 150)
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path / "elsewhere"))
    theirs = info._cache(str(folder))
    assert not theirs["jmx"] and theirs["bound"] is None and theirs["bytes"] == 100
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path / "file" / "cache"))
    none = info._cache(None)
    assert not none["on"] and not none["writable"] and none["programs"] == 0
    assert "because its folder cannot be used" in "\n".join(info._text_of_cache(none))
    monkeypatch.setenv("JMX_CACHE", "0")
    assert "by JMX_CACHE=0" in "\n".join(info._text_of_cache(none))


@pytest.mark.not_on_windows("files have no permissions of POSIX")
def test_a_cache_that_all_may_write(probed, monkeypatch, tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path / "open"))
    open_to_all = info._cache(None)
    assert open_to_all["problem"] == f"all users may write {tmp_path / 'open'}"
    assert f"not kept, because all users may write {tmp_path / 'open'};" in "\n".join(info._text_of_cache(open_to_all))


def tool(folder, text):
    path = folder / "nvidia-smi"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)


@pytest.mark.not_on_windows("the tool is a script of a shell")
def test_the_driver(capsys, probed, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert info.driver() is None
    tool(tmp_path, "echo '0, NVIDIA X, 570.1, 81559, 12, Default'\necho '1, NVIDIA X, 570.1, 81559, 80000, Exclusive_Process'\n")
    assert [row["used_mib"] for row in info.driver()["gpus"]] == ["12", "80000"]
    assert "nvidia-smi: GPU 1 NVIDIA X, driver 570.1, 80000 of 81559 MiB used, mode Exclusive_Process" in shown(capsys)
    tool(tmp_path, "echo 'Failed to initialize NVML: Driver/library version mismatch'\nexit 18\n")
    assert "! nvidia-smi ended with status 18: Failed to initialize NVML: Driver/library version mismatch" in shown(capsys)


def broken(monkeypatch, code):
    """The process that lists devices runs `code` first, unless it is asked for the CPU alone."""
    start = f"import os\nif os.environ.get('JAX_PLATFORMS') != 'cpu':\n    {code}\n"
    monkeypatch.setattr(_probe, "_CODE", start + _probe._CODE.replace("; ", "\n"))


@pytest.mark.parametrize("code, text", [
    ("os.abort()", "listing devices ended with signal 6 (SIGABRT)"),
    ("import sys; sys.exit('CUDA error: busy')", "CUDA error: busy"),
])  # fmt: skip
def test_a_driver_that_takes_its_process_with_it(monkeypatch, code, text):
    broken(monkeypatch, code)
    found = _probe.inspect()
    assert [device["context"] for device in found["devices"]][:1] == ["cpu(0)"]
    assert text in found["problems"]
    assert found["problems"][-1] == "these are the devices with JAX_PLATFORMS=cpu, which leaves the GPUs out"


def test_what_onednn_says_of_a_processor_is_no_problem(monkeypatch):
    lines = ["./src/cpu/aarch64/xbyak_aarch64/src/util_impl_linux.h, 444: Can't open MIDR_EL1 sysfs entry", "a driver is old"]
    monkeypatch.setattr(
        _probe, "_CODE", f"import sys\nsys.stderr.write({chr(10).join(lines)!r})\n" + _probe._CODE.replace("; ", "\n")
    )
    assert _probe.inspect()["problems"] == ["a driver is old"]


def test_a_driver_that_hangs(monkeypatch):
    monkeypatch.setattr(_probe, "_CODE", "import time; time.sleep(100)")
    found = _probe.inspect(0.2)
    assert found["devices"] == [] and "did not list its devices within 0.2 s" in found["problems"][0]


PLUGIN = """
def initialize():
    from jax._src import hardware_utils, xla_bridge

    def factory():
        raise RuntimeError("CUDA_ERROR_DEVICE_UNAVAILABLE: all devices are busy")

    hardware_utils.has_visible_nvidia_gpu = lambda: True
    xla_bridge.register_backend_factory("cuda", factory, priority=400, fail_quietly=False)
"""


def test_a_plugin_that_fails(monkeypatch, tmp_path):
    """JAX finds plugins in the namespace package `jax_plugins`; this one stands for CUDA's on a busy GPU."""
    (tmp_path / "jax_plugins" / "broken").mkdir(parents=True)
    (tmp_path / "jax_plugins" / "broken" / "__init__.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = _probe.inspect()
    assert [device["platform"] for device in found["devices"]][:1] == ["cpu"]
    assert any("CUDA_ERROR_DEVICE_UNAVAILABLE: all devices are busy" in line for line in found["problems"])
    # A program on the CPU goes on, and says why there are no GPUs.
    code = "import jmx as mx; print(mx.context.num_gpus(), mx.nd.ones(2).sum().asscalar())"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stdout == "0 2.0\n" and "The GPUs cannot be used: Unable to initialize backend 'cuda'" in done.stderr


def test_settings_that_cannot_be_read_hide_no_devices(monkeypatch):
    monkeypatch.setenv("JMX_CACHE_SIZE", "x")
    found = _probe.inspect()
    assert found["devices"] and "JMX_CACHE_SIZE='x': expected a whole number" in found["problems"][0]


def test_wrong_options():
    with pytest.raises(SystemExit) as caught:
        info.info(["--jsn"])
    assert caught.value.code == 2


def test_the_tables_do_not_contradict_each_other():
    assert not set(ignored.IGNORED) & set(config.VARIABLES)
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "jmx").rglob("*.py"))
        if path.name not in ("ignored.py", "variables.py") and path.parent.name != "launch"  # the launcher sets them
    )
    read = [name for name in ignored.IGNORED if f'"{name}"' in sources or f"'{name}'" in sources]
    assert not read, "these are said to have no effect, and some module names them: " + ", ".join(read)
    for name in ("MXNET_CPU_WORKER_NTHREADS", "MXNET_EXEC_BULK_EXEC_TRAIN", "MXNET_SUBGRAPH_BACKEND", "PS_VERBOSE"):
        assert f"`{name}`" in config.markdown()


def test_the_secret_of_a_job_is_not_shown(capsys, probed, monkeypatch):
    monkeypatch.setenv("JMX_JOB_SECRET", "nobody else knows it")
    out = shown(capsys)
    assert "JMX_JOB_SECRET=(not shown)" in out and "nobody else" not in out + shown(capsys, "--json")


def test_what_gives_the_name_mxnet(probed, capsys, monkeypatch):
    """The same lines as `jmx shim status`: a report of a problem tells a mixed installation."""
    mixed = _shim.State("mixed", "/site", "jmx's `mxnet` and mxnet-mkl 1.6.0 are both installed in /site")
    monkeypatch.setattr(_shim, "find", lambda: mixed)
    monkeypatch.setattr(numpy_release, "installed_problem", lambda: "jmx needs NumPy 2 or newer")
    lines = shown(capsys).splitlines()
    assert f"import mxnet: mixed: {mixed.what}" in lines and "jmx needs NumPy 2 or newer" in lines
    assert json.loads(shown(capsys, "--json"))["import_name"] == [f"mixed: {mixed.what}"]
