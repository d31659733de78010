"""The command line of `jmx bench`, and a tiny network measured."""

import json
import math
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import cli
from jmx.bench import command, compare, registry
from jmx.bench.model import Model
from jmx.cluster.wire import free_port
from jmx.config.system import machine

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    """Two networks of a few parameters: of numbers, and of images."""
    registry.names()  # imports the others, once
    monkeypatch.setattr(registry, "_CLASSES", dict(registry._CLASSES))

    @registry.register("tiny")
    class Tiny(Model):
        name, input_shape, num_classes = "Tiny", (5,), 3

        @property
        def output(self):
            return self.add_head_nodes(self.dropout(self.data(), "drop"))

    @registry.register("tiny_image")
    class TinyImage(Model):
        name, input_shape, num_classes = "TinyImage", (3, 8, 8), 3

        @property
        def output(self):
            return self.add_head_nodes(self.conv_bn_relu(self.data(), "conv", 2, 3))


SHORT = ["--device", "cpu", "--batch-size", "2", "--num-batches", "3", "--num-warmup-batches", "1"]


def bench(capsys, *words):
    """(status, last line read as JSON, standard output, standard error)"""
    status = cli.main(["bench", *words])
    out, err = capsys.readouterr()
    lines = out.splitlines()
    return status, json.loads(lines[-1]) if lines and lines[-1].startswith("{") else None, out, err


def check(line):
    assert line["finite"] and line["throughput"] > 0 and line["first_batch"] > 0
    time = line["time"]
    assert 0 < time["min"] <= time["median"] <= time["max"] and time["min"] <= time["mean"] <= time["max"]
    samples = line["batch_size"] * len(line["gpus"])
    assert math.isclose(line["throughput"], samples / time["mean"], rel_tol=1e-6)


@pytest.mark.parametrize("phase", ["training", "inference"])
def test_a_run(capsys, phase):
    status, line, out, err = bench(capsys, "--model", "tiny", "--phase", phase, *SHORT)
    assert (status, err) == (0, "")
    check(line)
    wanted = {"model": "tiny", "name": "Tiny", "phase": phase, "device": "cpu", "gpus": [0], "kv_store": "device",
              "dtype": "float32", "batch_size": 2, "num_batches": 3, "num_warmup_batches": 1, "parameters": 18,
              "data": "synthetic", "workers": 1, "rank": 0}  # fmt: skip
    assert "total" not in line
    assert {key: line[key] for key in wanted} == wanted
    head = out.splitlines()
    assert head[0] == f"Tiny (tiny), {phase} in float32 on cpu(0), 2 samples a device, 3 batches after 1"
    assert head[1] == "18 parameters, samples of 5 from random numbers, kvstore device"
    assert head[2].startswith("units of the processor: float32: ")
    assert "samples/s" in head[3] and "until the first batch" in head[4]


@pytest.mark.parametrize("words, phase", [(["--forward-only", "true"], "inference"), (["--forward-only=false"], "training"),
                                          (["--forward-only"], "inference"), ([], "training"), (["--forward_only"], "inference"),
                                          (["--forward-only", "1", "--phase", "inference"], "inference")])  # fmt: skip
def test_forward_only(words, phase):
    _, job = command.job_of(command.parser().parse_args(["--model", "tiny", "--device", "cpu", *words]))
    assert job["phase"] == phase


def test_integers(capsys, monkeypatch):
    used = []
    bind = mx.mod.Module.bind
    monkeypatch.setattr(mx.mod.Module, "bind", lambda self, *a, **k: [used.append(self.symbol), bind(self, *a, **k)][1])
    status, line, _, err = bench(capsys, "--model", "tiny_image", "--dtype", "int8", "--phase", "inference", *SHORT)
    assert status == 0, err
    check(line)
    assert line["dtype"] == "int8"
    operators = [node["op"] for node in json.loads(used[-1].tojson())["nodes"]]
    assert "_sg_mkldnn_conv" in operators and "_contrib_quantize_v2" in operators


@pytest.mark.parametrize("words", [["--device", "cpu"], ["--phase", "inference", "--device", "gpu"]])
def test_integers_are_for_inference_on_the_cpu(capsys, monkeypatch, words):
    monkeypatch.setattr(mx.context, "num_gpus", lambda: 1)
    status, _, _, err = bench(capsys, "--model", "tiny_image", "--dtype", "int8", *words)
    assert status == 1 and "--dtype int8: networks on integers are for inference on the CPU" in err


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision(capsys, dtype):
    status, line, _, err = bench(capsys, "--model", "tiny_image", "--dtype", dtype, "--input-layout", "NHWC", *SHORT)
    assert (status, err) == (0, "")
    check(line)
    assert line["dtype"] == dtype and line["data_shape"] == [8, 8, 3]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_inference_in_half_precision(capsys, monkeypatch, dtype):
    bound = []
    bind = mx.mod.Module.bind
    monkeypatch.setattr(mx.mod.Module, "bind", lambda self, *a, **k: [bind(self, *a, **k), bound.append(self)][0])
    status, line, _, err = bench(capsys, "--model", "tiny_image", "--dtype", dtype, "--phase", "inference", *SHORT)
    assert (status, err) == (0, "")
    check(line)
    assert {np.dtype(value.dtype).name for value in bound[-1].get_params()[0].values()} >= {dtype}
    assert bound[-1].get_outputs()[0].dtype == np.float32


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_units_of_the_processor(capsys, monkeypatch, dtype):
    monkeypatch.setattr(machine, "instruction_sets", lambda: frozenset({"avx2", "fma", "avx512_bf16"}))
    status, line, out, _ = bench(capsys, "--model", "tiny_image", "--dtype", dtype, "--phase", "inference", *SHORT)
    assert status == 0 and "units of the processor: float32: avx2 fma, bfloat16: avx512_bf16, float16: none, int8: none" in out
    assert line["units"] == {"float32": ["avx2", "fma"], "bfloat16": ["avx512_bf16"], "float16": [], "int8": []}


def test_several_devices(capsys):
    status, line, out, _ = bench(capsys, "--model", "tiny", "--gpus", "0,1", "--kv-store", "local", *SHORT)
    assert status == 0 and "on cpu(0), cpu(1)" in out
    check(line)


WORKER = """
import sys
from jmx import cli
from jmx.bench import registry
from jmx.bench.model import Model
from jmx.cluster.wire import free_port

@registry.register("tiny")
class Tiny(Model):
    name, input_shape, num_classes = "Tiny", (5,), 3

    @property
    def output(self):
        return self.add_head_nodes(self.data())

sys.exit(cli.main(["bench", "--model", "tiny", *sys.argv[1:]]))
"""


def workers(folder, count, *words):
    """The same run in each process of a job: [(status, standard output, standard error)]."""
    script = folder / "worker.py"
    script.write_text(WORKER)
    address = f"127.0.0.1:{free_port()}"
    job = {"PYTHONPATH": str(ROOT), "JMX_COORDINATOR": address, "JMX_NUM_PROCESSES": str(count), "JMX_START_TIMEOUT": "60"}
    started = [
        subprocess.Popen([sys.executable, str(script), *words], env={**os.environ, **job, "JMX_PROCESS_ID": str(rank)},
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for rank in range(count)
    ]  # fmt: skip
    said = [process.communicate(timeout=120) for process in started]
    return [(process.returncode, *texts) for process, texts in zip(started, said)]


@pytest.mark.parametrize("words", [("--kv-store", "dist_sync"), ("--kv-store", "horovod", "--forward-only")])
def test_several_workers(tmp_path, words):
    """Each tells of itself, and the first one of all."""
    lines = []
    for rank, (status, out, err) in enumerate(workers(tmp_path, 2, *words, *SHORT)):
        assert status == 0, err
        lines.append(json.loads(out.splitlines()[-1]))
        check(lines[-1])
        assert (lines[-1]["rank"], lines[-1]["workers"]) == (rank, 2) and f"jmx, worker {rank} of 2: " in out
        assert ("jmx, all 2 workers: " in out) is (rank == 0)
    total = lines[0]["total"]
    assert "total" not in lines[1] and math.isclose(total["throughput"], sum(line["throughput"] for line in lines), rel_tol=1e-5)
    assert len(total["each"]) == 2


def test_workers_and_compare(tmp_path):
    for status, _, err in workers(tmp_path, 2, "--kv-store", "dist_sync", "--compare", sys.executable, *SHORT):
        assert status == 1 and "jmx bench: --compare measures one process, this one is one of 2" in err


def records(path, count=6):
    """A record file of small images."""
    rng = np.random.default_rng(0)
    writer = mx.recordio.MXRecordIO(str(path), "w")
    for number in range(count):
        image = rng.integers(0, 255, (10, 12, 3), dtype=np.uint8)
        writer.write(mx.recordio.pack_img(mx.recordio.IRHeader(0, float(number % 3), number, 0), image, img_fmt=".png"))
    writer.close()


@pytest.mark.parametrize("phase", ["training", "inference"])
def test_records(capsys, tmp_path, phase):
    records(tmp_path / "train.rec")
    records(tmp_path / "other.rec", 1)
    words = ["--model", "tiny_image", "--phase", phase, "--data-dir", str(tmp_path), "--preprocess-threads", "1", *SHORT]
    status, line, _, err = bench(capsys, *words)
    announced = err.splitlines()  # as MXNet does
    assert status == 0 and len(announced) == 1 and f"ImageRecordIter: {tmp_path / 'train.rec'}, use 1 threads" in announced[0]
    check(line)
    assert line["data"] == str(tmp_path / "train.rec")


def fails(capsys, *words):
    status, _, _, err = bench(capsys, *words)
    assert status == 1 and err.startswith("jmx bench: ")
    return err


def test_record_files_that_are_not_there(capsys, tmp_path):
    image = ["--model", "tiny_image", "--device", "cpu", "--data-dir"]
    assert "no record file (*.rec) there; `jmx im2rec` makes one" in fails(capsys, *image, str(tmp_path))
    for name in ("a.rec", "b.rec"):
        (tmp_path / name).write_bytes(b"")
    assert "none is train.rec; name one: " in fails(capsys, *image, str(tmp_path))
    assert "leave out --input-layout NHWC" in fails(capsys, *image, str(tmp_path), "--input-layout", "NHWC")
    assert "leave it out to measure with random" in fails(
        capsys, "--model", "tiny", "--device", "cpu", "--data-dir", str(tmp_path)
    )


def test_gpus(capsys, monkeypatch):
    monkeypatch.setattr(mx.context, "num_gpus", lambda: 2)
    read = command.parser().parse_args
    for words, wanted in (([], ("gpu", [0])), (["--num-gpus", "2"], ("gpu", [0, 1])), (["--gpus", "1"], ("gpu", [1])),
                          (["--device", "cpu", "--num-gpus", "2"], ("cpu", [0]))):  # fmt: skip
        assert command._devices(read(words)) == wanted
    for words in (["--gpus", "1,2"], ["--num-gpus", "3"], ["--num-gpus", "0"]):
        with pytest.raises(mx.MXNetError, match="there are 0 to 1; choose with --gpus or --num-gpus"):
            command._devices(read(words))


def test_what_cannot_be_measured(capsys):
    assert "Give --model ID; `jmx bench --list`" in fails(capsys)
    assert "did you mean tiny" in fails(capsys, "--model", "tinny", *SHORT)
    assert "give one of them" in fails(capsys, "--model", "tiny", "--phase", "training", "--forward-only", "true")
    text = "choose with --gpus or --num-gpus" if mx.context.num_gpus() else "no GPU is there; take --device cpu"
    assert text in fails(capsys, "--model", "tiny", "--device", "gpu", "--gpus", "99")
    assert "no such command" in fails(capsys, "--model", "tiny", *SHORT, "--compare", "/nowhere/python")


@pytest.mark.parametrize("words, text", [
    (["--batch-size", "0"], "--batch-size: must be a whole number from 1, got '0'"),
    (["--num-batches", "x"], "--num-batches: must be a whole number from 1, got 'x'"),
    (["--gpus", "0,0"], "--gpus: must be different numbers separated by commas, such as 0,1"),
    (["--forward-only", "maybe"], "--forward-only: must be true or false, got 'maybe'"),
    (["--kv-store", "tree"], "--kv-store: invalid choice: 'tree' (choose from"),
    (["--dtype", "int4"], "--dtype: invalid choice: 'int4' (choose from"),
    (["--nun-gpus", "1"], "unrecognized arguments: --nun-gpus 1"),
])  # fmt: skip
def test_bad_options(capsys, words, text):
    with pytest.raises(SystemExit) as caught:
        cli.main(["bench", "--model", "tiny", *words])
    assert caught.value.code == 2
    err = capsys.readouterr().err
    assert text in err.replace('"', "'") and err.endswith("See `jmx bench --help`.\n")


def test_an_unknown_store_is_refused_before_anything_is_built(capsys, monkeypatch):
    monkeypatch.setattr(registry, "create", lambda params: pytest.fail("a network was built"))
    monkeypatch.setattr(mx.context, "num_gpus", lambda: pytest.fail("JAX was started"))
    with pytest.raises(SystemExit) as caught:
        cli.main(["bench", "--model", "tiny", "--kv-store", "dist_snyc"])
    assert caught.value.code == 2 and "dist_snyc" in capsys.readouterr().err


def test_list(capsys, monkeypatch):
    monkeypatch.setattr(registry, "names", lambda: ["sensor_net", "tiny"])
    status, _, out, _ = bench(capsys, "--list")
    assert status == 0
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["sensor_net", "SensorNet", "784", "16", "2,919,440"],
        ["tiny", "Tiny", "5", "3", "18"],
    ]


def test_compare_speaks_to_another_interpreter(capsys, tmp_path):
    """A command that stands in for an interpreter with MXNet: it answers without measuring."""
    answer = {"times": [0.5, 0.5], "first": 1.0, "finite": True, "workers": 1, "rank": 0, "mxnet": "1.9.1"}
    script = tmp_path / "other.py"
    # sys.argv: this script, the script to run, the job, the result
    script.write_text(f"import json, sys\njson.load(open(sys.argv[2]))\njson.dump({answer}, open(sys.argv[3], 'w'))\n")
    status, line, out, _ = bench(capsys, "--model", "tiny", *SHORT, "--compare", f"{sys.executable} {script}")
    assert status == 0 and line["compare"]["mxnet"] == "1.9.1" and line["compare"]["throughput"] == 4.0
    assert "MXNet 1.9.1: 4 samples/s" in out and "times as many samples in a second" in out


REFUSES = """
import json, sys
dtype = json.load(open(sys.argv[2]))["dtype"]
if dtype != {takes!r}:
    sys.exit("mxnet.base.MXNetError: no " + dtype)
answer = {{"times": [0.5, 0.5], "first": 1.0, "finite": True, "workers": 1, "rank": 0, "mxnet": "1.9.1"}}
json.dump(answer, open(sys.argv[3], "w"))
"""


def test_compare_in_single_precision_where_mxnet_refuses(capsys, tmp_path):
    script = tmp_path / "other.py"
    script.write_text(REFUSES.format(takes="float32"))
    words = ["--model", "tiny", *SHORT, "--compare", f"{sys.executable} {script}"]
    status, line, out, _ = bench(capsys, *words, "--dtype", "bfloat16")
    assert status == 0 and (line["dtype"], line["compare"]["dtype"]) == ("bfloat16", "float32")
    assert "MXNet cannot compute in bfloat16 here (mxnet.base.MXNetError: no bfloat16); measured in float32 instead" in out
    assert "MXNet 1.9.1 in float32: 4 samples/s" in out
    script.write_text(REFUSES.format(takes="bfloat16"))
    status, line, out, _ = bench(capsys, *words, "--dtype", "bfloat16")
    assert status == 0 and line["compare"]["dtype"] == "bfloat16" and "MXNet 1.9.1: 4 samples/s" in out
    script.write_text(REFUSES.format(takes="none"))
    for dtype in ("float16", "float32"):
        status, _, _, err = bench(capsys, *words, "--dtype", dtype)
        assert status == 1 and f"no {dtype}" in err


def test_an_interpreter_whose_mxnet_is_jmx_or_nothing(monkeypatch):
    args = command.parser().parse_args(["--model", "tiny", *SHORT])
    _, job = command.job_of(args)
    with pytest.raises(mx.MXNetError, match="the run ended with status 1"):
        compare.measure_on(sys.executable, job)
