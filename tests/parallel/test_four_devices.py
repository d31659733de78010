"""Several devices in one process: `four_devices.py` and `several_devices.py` in processes of their own, because their number is
settled when JAX starts."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def in_process(command, **variables):
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env={**os.environ, **variables},
                          capture_output=True, text=True, timeout=300)  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_on_four_devices():
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/parallel/four_devices.py"]
    code, text = in_process(command, JMX_CPU_DEVICES="4")
    assert code == 0, text


@pytest.mark.parametrize("count", [2, 4])
def test_compiled_steps_on_several_devices(count):
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/parallel/several_devices.py"]
    code, text = in_process(command, JMX_CPU_DEVICES=str(count))
    assert code == 0, text


def test_too_late():
    code, text = in_process(
        ["-c", "import jax; jax.numpy.ones(2); import jmx as mx; a = mx.nd.ones(2, ctx=mx.cpu(3)); print(a.ctx, a.asnumpy())"],
        JMX_CPU_DEVICES="2",
    )
    assert code == 0 and "JMX_CPU_DEVICES=2 comes too late" in text and "cpu(3) [1. 1.]" in text


@pytest.mark.parametrize("text", ["0", "many"])
def test_a_number_that_is_none(text, monkeypatch):
    from jmx import base, config

    monkeypatch.setenv("JMX_CPU_DEVICES", text)
    with pytest.raises(base.MXNetError, match="JMX_CPU_DEVICES='.*': expected a whole number"):
        config.get("JMX_CPU_DEVICES")
