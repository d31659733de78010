"""What `jmx info` says of optional parts that are missing."""

import importlib.metadata
import importlib.util
import json
import shutil
import sysconfig

import pytest

from jmx.cli import _parts, _probe, info
from jmx.config.system import machine as system_machine


@pytest.fixture
def machine(monkeypatch):
    """A machine with these modules and programs, and no others; tests add to it."""
    modules, programs = set(), set()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in modules else None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}" if name in programs else None)
    monkeypatch.setattr(system_machine, "has_nvidia_driver", lambda: False)
    monkeypatch.setattr(importlib.metadata, "version", lambda name: {"jax": "0.10.2"}[name])
    monkeypatch.setattr(sysconfig, "get_config_var", {}.get)
    return modules, programs


def commands(driver=None):
    return {part["part"]: part["install"] for part in _parts.missing(driver)}


def test_nothing_is_there(machine):
    machine[1].add("apt-get")
    assert commands() == {
        "OpenCV": "pip install opencv-python-headless",
        "graphviz": "pip install graphviz",
        "matplotlib": "pip install matplotlib",
        "SciPy": "pip install scipy",
        "mxboard": "pip install mxboard 'protobuf<3.21' 'numpy<2.4'",
        "Graphviz' program dot": "sudo apt-get install graphviz",
    }
    assert all(part["for"] for part in _parts.missing())


def test_no_command_that_would_compile_opencv(machine, monkeypatch):
    """Free-threaded Python has no wheel of it."""
    monkeypatch.setattr(sysconfig, "get_config_var", {"Py_GIL_DISABLED": 1}.get)
    assert commands()["OpenCV"] == "has no wheel for this free-threaded Python"
    assert commands()["graphviz"] == "pip install graphviz"


def test_all_is_there(machine):
    machine[0].update(_parts._PACKAGES)
    machine[1].add("dot")
    assert _parts.missing() == [] and list(_parts.text([])) == ["optional parts: all are installed"]


@pytest.mark.parametrize("programs, command", [
    ({"dnf"}, "sudo dnf install graphviz"), ({"brew"}, "brew install graphviz"),
    ({"conda", "apt-get"}, "conda install -c conda-forge graphviz"), (set(), "see https://graphviz.org/download"),
])  # fmt: skip
def test_dot(machine, programs, command):
    machine[1].update(programs)
    assert commands()["Graphviz' program dot"] == command


@pytest.mark.parametrize("driver, command", [
    ({"gpus": [{"driver": "570.1"}]}, "pip install 'jax[cuda12]==0.10.2'"),
    ({"gpus": [{"driver": "580.65"}, {"driver": "580.65"}]}, "pip install 'jax[cuda13]==0.10.2'"),
    ({"gpus": [{"driver": "[N/A]"}]}, "pip install 'jax[cuda12]==0.10.2'"),
    ({"problem": "nvidia-smi did not answer"}, None),
    (None, None),
])  # fmt: skip
def test_the_plugin_for_gpus(machine, driver, command):
    assert commands(driver).get("JAX's CUDA plugin") == command
    machine[0].add("jax_plugins.xla_cuda12")
    assert "JAX's CUDA plugin" not in commands(driver)


def test_a_gpu_without_nvidia_smi(machine, monkeypatch):
    monkeypatch.setattr(system_machine, "has_nvidia_driver", lambda: True)
    assert commands()["JAX's CUDA plugin"] == "pip install 'jax[cuda12]==0.10.2'"


def test_info_shows_them(monkeypatch, capsys):
    monkeypatch.setattr(
        _probe,
        "inspect",
        lambda timeout: {"devices": [], "problems": [], **dict.fromkeys(("cache", "default", "onednn", "kernels"))},
    )
    part = {"part": "SciPy", "for": "this and that", "install": "pip install scipy"}
    monkeypatch.setattr(_parts, "missing", lambda driver: [part])
    info.info([])
    out = capsys.readouterr().out
    assert "optional parts that are missing\n  SciPy                    this and that: pip install scipy\n" in out
    info.info(["--json"])
    assert json.loads(capsys.readouterr().out)["missing"] == [part]
