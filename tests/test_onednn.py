"""oneDNN's convolutions: their results, and that nothing but a verified answer lets them be called."""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys

import jax
import numpy as np
import pytest

from jmx.config import onednn
from jmx.ops.nn import _conv, dense

ROOT = pathlib.Path(__file__).resolve().parents[1]
works = pytest.mark.skipif(not onednn.usable(), reason="oneDNN's convolutions are not used on this machine")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for answers, and no answer known to this process."""
    monkeypatch.setenv("JMX_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(onednn, "_usable", None)
    monkeypatch.setattr(onednn, "has_avx512", lambda: True)
    monkeypatch.setattr(onednn, "keep_out_of_cache", lambda mark: True)
    return tmp_path


def answers(folder):
    return [json.loads(path.read_text()) for path in folder.glob("onednn-*.json")]


def pretend(monkeypatch, code):
    """Let the process that tries the calls run this code instead."""
    run = subprocess.run
    monkeypatch.setattr(onednn.subprocess, "run", lambda command, **options: run([sys.executable, "-c", code], **options))


# ---- results


@works
@pytest.mark.parametrize("weight_first", [False, True])
@pytest.mark.parametrize("size, kernel, stride, pad, dilate", [
    ((14, 14), (3, 3), (1, 1), (1, 1), (1, 1)), ((15, 13), (3, 3), (2, 2), (1, 1), (1, 1)),
    ((20, 20), (7, 7), (2, 2), (3, 3), (1, 1)), ((9, 17), (1, 7), (1, 1), (0, 3), (1, 1)),
    ((12, 12), (3, 3), (1, 1), (2, 2), (2, 2)), ((11, 12), (5, 3), (1, 2), (0, 1), (1, 1)),
])  # fmt: skip
def test_results_are_those_without_it(monkeypatch, weight_first, size, kernel, stride, pad, dilate):
    random = np.random.default_rng(3)
    x = random.standard_normal((2, *size, 6), "float32")
    w = random.standard_normal((5, 6, *kernel) if weight_first else (5, *kernel, 6), "float32")
    out = tuple((n + 2 * p - (k - 1) * d - 1) // s + 1 for n, k, s, p, d in zip(size, kernel, stride, pad, dilate))
    geo = _conv.Geometry(size, out, kernel, stride, pad, dilate, 1, True, True, weight_first)

    def value_and_gradients(usable):
        monkeypatch.setattr(onednn, "_usable", usable)
        y, pull = jax.vjp(lambda x, w: _conv.forward(x, w, geo), x, w)
        alone = jax.jit(lambda x, w: _conv.forward(x, w, geo))
        assert ("onednn" in alone.lower(x, w).as_text()) == usable
        return alone(x, w), y, *pull(y)

    for with_it, without in zip(value_and_gradients(True), value_and_gradients(False)):
        np.testing.assert_allclose(with_it, without, rtol=2e-5, atol=2e-4)


@works
@pytest.mark.parametrize("no_bias", [False, True])
def test_large_dense_layers_give_the_same(monkeypatch, no_bias):
    random = np.random.default_rng(4)
    monkeypatch.setattr(dense, "_LARGE", 4096)
    data, weight, bias, head = (random.standard_normal(s, "float32") for s in ((3, 128), (64, 128), (64,), (3, 64)))
    arrays = (data, weight) if no_bias else (data, weight, bias)

    def layer(*arrays):
        return dense.fully_connected(*arrays, *[None] * no_bias, num_hidden=64, no_bias=no_bias, flatten=True, platform="cpu")

    def value_gradients_and_second_ones(usable):
        monkeypatch.setattr(onednn, "_usable", usable)
        alone = jax.jit(lambda *a: layer(*a))
        assert ("onednn" in alone.lower(*arrays).as_text()) == usable
        y, pull = jax.vjp(layer, *arrays)
        squares = jax.grad(lambda *a: sum((g**2).sum() for g in jax.vjp(layer, *a)[1](head)), argnums=(0, 1))
        return alone(*arrays), y, *pull(head), *squares(*arrays)

    for with_it, without in zip(value_gradients_and_second_ones(True), value_gradients_and_second_ones(False)):
        np.testing.assert_allclose(with_it, without, rtol=2e-5, atol=2e-4)


@works
@pytest.mark.parametrize("dtype, channels", [("float64", 8), ("float32", 2)])
def test_other_types_and_images_of_few_channels_are_left_to_xla(monkeypatch, dtype, channels):
    monkeypatch.setattr(onednn, "_usable", True)
    monkeypatch.setattr(onednn, "convolution", None)
    geo = _conv.Geometry((8, 8), (8, 8), (3, 3), (1, 1), (1, 1), (1, 1), 1, True, True)
    with jax.enable_x64(True):
        y = _conv.forward(np.ones((1, 8, 8, channels), dtype), np.ones((4, 3, 3, channels), dtype), geo)
    assert y.dtype == dtype and y[0, 4, 4, 0] == 9 * channels


@works
def test_a_network_gives_the_same_with_it_and_without(tmp_path):
    code = (
        "import sys, numpy as np, jmx as mx; from jmx.config import onednn\n"
        "net = mx.gluon.model_zoo.vision.resnet18_v1(classes=10, thumbnail=True); mx.random.seed(1)\n"
        "net.initialize(mx.init.Xavier()); net.hybridize(); x = mx.nd.array(np.random.RandomState(0).rand(2, 3, 32, 32))\n"
        "y = net(x).asnumpy(); net(x[:1]).asnumpy(); np.save(sys.argv[1], y); print(onednn._usable)\n"
    )
    outputs = {}
    for value in "10":
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_ONEDNN": value, "JMX_CACHE_DIR": str(tmp_path / "cache")}
        path = tmp_path / f"{value}.npy"
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert done.stdout == f"{value == '1'}\n"
        assert "Error writing" not in done.stderr  # as JAX warns of programs that cannot be kept
        outputs[value] = np.load(path)
    np.testing.assert_allclose(outputs["1"], outputs["0"], rtol=1e-4, atol=1e-5)


# ---- who may call it


def test_an_answer_is_asked_for_once_and_kept(folder, monkeypatch):
    pretend(monkeypatch, "print('equal')")
    assert onednn.usable() and answers(folder) == [{"usable": True}]
    pretend(monkeypatch, "raise SystemExit(1)")
    monkeypatch.setattr(onednn, "_usable", None)
    assert onednn.usable() and onednn.describe() == "used for convolutions on the CPU"


@pytest.mark.parametrize("code, why", [
    ("import os; os.abort()", "status -6"), ("print('nothing')", "status 0"), ("raise AssertionError('differ')", "differ"),
])  # fmt: skip
def test_a_process_that_ends_otherwise_refuses_it(folder, monkeypatch, code, why):
    pretend(monkeypatch, code)
    assert not onednn.usable()
    (answer,) = answers(folder)
    assert answer["usable"] is False and why in answer["why"] and why in onednn.describe()


def test_a_process_that_cannot_be_run_says_nothing(folder, monkeypatch):
    monkeypatch.setattr(onednn.sys, "executable", str(folder / "none"))
    assert not onednn.usable() and not answers(folder)
    assert "not tried yet" in onednn.describe()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_process_that_somebody_ends_says_nothing(folder, monkeypatch, number):
    pretend(monkeypatch, f"import os; os.kill(os.getpid(), {int(number)})")
    assert not onednn.usable() and not answers(folder)


def test_a_frozen_program_is_not_started_again(folder, monkeypatch):
    monkeypatch.setattr(onednn.sys, "frozen", True, raising=False)
    monkeypatch.setattr(onednn.subprocess, "run", None)
    assert not onednn.usable() and not answers(folder)


def test_the_process_asks_no_further_one(folder, monkeypatch):
    pretend(monkeypatch, "import os; print('equal' if os.environ['JMX_ONEDNN'] == '0' else '')")
    assert onednn.usable()


def test_a_process_that_hangs_is_ended(folder, monkeypatch):
    monkeypatch.setattr(onednn, "_PATIENCE", 0.5)
    pretend(monkeypatch, "import time; time.sleep(60)")
    assert not onednn.usable() and not answers(folder)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"usable": 1}', '{"usable": "yes"}', "[" * 5000, '{"usable": true' + " " * 9000]
)
def test_a_file_with_something_else_is_no_answer(folder, monkeypatch, text):
    pretend(monkeypatch, "raise SystemExit(3)")
    path = pathlib.Path(onednn._record_path())
    path.write_text(text)
    assert not onednn.usable()
    assert answers(folder)[0]["usable"] is False  # asked anew, and overwritten


def test_a_folder_that_cannot_be_written(folder, monkeypatch):
    pretend(monkeypatch, "print('equal')")
    (folder / "file").write_text("")
    monkeypatch.setenv("JMX_CACHE_DIR", str(folder / "file" / "below"))
    assert onednn.usable()


def test_what_turns_it_off(folder, monkeypatch):
    monkeypatch.setattr(onednn, "try_now", None)  # not asked
    monkeypatch.setenv("JMX_ONEDNN", "0")
    assert not onednn.usable() and onednn.describe() == "off, by JMX_ONEDNN=0"
    monkeypatch.delenv("JMX_ONEDNN")
    monkeypatch.setattr(onednn, "_usable", None)
    monkeypatch.setattr(onednn, "has_avx512", lambda: False)
    assert not onednn.usable() and "AVX-512" in onednn.describe()


def test_without_the_private_name_that_keeps_programs_out_of_the_cache(folder, monkeypatch):
    pretend(monkeypatch, "print('equal')")
    monkeypatch.setattr(onednn, "keep_out_of_cache", lambda mark: False)
    assert not onednn.usable()


@works
def test_info_tries_it(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JMX_CACHE_DIR": str(tmp_path)}
    seen = []
    for options in [(), ("--probe",), ()]:
        command = [sys.executable, "-m", "jmx", "info", "--json", *options]
        seen.append(json.loads(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)["onednn"])
    assert "not tried yet" in seen[0] and seen[1:] == ["used for convolutions on the CPU"] * 2


def test_every_order_of_the_kernel_and_every_option_is_tried():
    """What operators ask for is among what the process tries."""
    assert {(3, 0, (1, 2)), (1, 0, (2, 3))} == set(onednn._KERNEL_AXES)
    strides, dilations = (
        set(itertools.chain(*(np.broadcast_to(c[i], 2).tolist() for c in onednn._CONVOLUTIONS))) for i in (4, 6)
    )
    assert strides >= {1, 2, 3, 4} and dilations >= {1, 2, 12}
