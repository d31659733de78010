"""Files that never end, that are something else, and that become shorter while they are read."""

import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import jmx as mx
from jmx import checkpoints
from jmx.checkpoints import _formats

#: each reads one path; what it raises for a device
READERS = {
    "nd.load": "mx.nd.load(path)",
    "npx.load": "mx.npx.set_np(); mx.npx.load(path)",
    "sym.load": "mx.sym.load(path)",
    "load_parameters": "net = mx.gluon.nn.Dense(2); net.initialize(); net.load_parameters(path)",
    "SymbolBlock.imports": "mx.gluon.SymbolBlock.imports(path, ['data'])",
    "Trainer.load_states": "net = mx.gluon.nn.Dense(2, in_units=2); net.initialize(); "
    "mx.gluon.Trainer(net.collect_params(), 'adam').load_states(path)",
    "CSVIter": "mx.io.CSVIter(data_csv=path, data_shape=(1,), batch_size=1)",
    "LibSVMIter": "mx.io.LibSVMIter(data_libsvm=path, data_shape=(1,), batch_size=1)",
    "MNISTIter": "mx.io.MNISTIter(image=path, label=path)",
    "MXRecordIO": "mx.recordio.MXRecordIO(path, 'r')",
    "MXIndexedRecordIO": "mx.recordio.MXIndexedRecordIO(path, path, 'r')",
    "ImageIter": "mx.image.ImageIter(1, (3, 8, 8), path_imglist=path, path_root='/')",
    "ImageRecordIter": "mx.io.ImageRecordIter(path_imgrec=path, path_imgidx=path, data_shape=(3, 8, 8), batch_size=1)",
    "imread": "mx.image.imread(path)",
    "checkpoints.load": "from jmx import checkpoints; checkpoints.load(path)",
    "onnx": "mx.contrib.onnx.import_model(path)",
}
LIMITED = """
import json, resource, sys, jmx as mx
mx.nd.ones(2).asnumpy()
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + (2 << 30),) * 2)
for name, code in json.loads(sys.argv[2]).items():
    try:
        exec(code, {"mx": mx, "path": sys.argv[1]})
        print(name, "read")
    except Exception as error:
        print(name, type(error).__name__, isinstance(error, (mx.MXNetError, OSError)))
"""


def _limited(codes, path):
    """{name: what came of it} for pieces of code that are run where there is little memory."""
    command = [sys.executable, "-c", LIMITED, path, json.dumps(codes)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


@pytest.mark.on_linux("memory is limited by what /proc says")
def test_a_device_is_refused():
    for name, said in _limited(READERS, "/dev/zero").items():
        assert said.endswith(" True"), (name, said)


@pytest.mark.on_linux("memory is limited by what /proc says")
def test_a_film_is_not_read(tmp_path):
    film = str(tmp_path / "film.mkv")
    with open(film, "wb") as file:
        file.write(b"\x1a\x45\xdf\xa3 film")
        file.truncate(50 << 30)
    names = ["nd.load", "sym.load", "Trainer.load_states", "imread", "checkpoints.load"]
    for name, said in _limited({name: READERS[name] for name in names}, film).items():
        assert said in ("MXNetError True", "StatesError True"), (name, said)


@pytest.mark.on_linux("memory is limited by what /proc says")
def test_bytes_after_the_arrays_are_not_read(tmp_path):
    path = str(tmp_path / "a.params")
    mx.nd.save(path, {"x": mx.nd.ones(3)})
    os.truncate(path, 50 << 30)
    assert _limited({"nd.load": "assert mx.nd.load(path)['x'].shape == (3,)"}, path) == {"nd.load": "read"}


def _through_a_pipe(tmp_path, content, load):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)

    def write():
        with open(pipe, "wb") as file:
            file.write(content)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    try:
        return load(pipe)
    finally:
        writer.join(10)


@pytest.mark.not_on_windows("no pipes among files")
def test_arrays_come_through_a_pipe(tmp_path):
    mx.nd.save(str(tmp_path / "a"), {"x": mx.nd.arange(3)})
    found = _through_a_pipe(tmp_path, (tmp_path / "a").read_bytes(), mx.nd.load)
    assert found["x"].asnumpy().tolist() == [0, 1, 2]


@pytest.mark.not_on_windows("no pipes among files")
def test_a_symbol_comes_through_a_pipe(tmp_path):
    symbol = mx.sym.var("x") + 1
    assert _through_a_pipe(tmp_path, symbol.tojson().encode(), mx.sym.load).tojson() == symbol.tojson()


@pytest.mark.parametrize("format", ["params", "safetensors", "npz"])
def test_a_file_that_becomes_shorter(format, tmp_path):
    path = str(tmp_path / f"a.{format}")
    checkpoints.save(path, {f"arg:w{i}": np.full(100_000, i, "f4") for i in range(5)})
    read = _formats.read(path)
    first = read.entries[0].parts[0].array()
    assert first.shape == (100_000,) and not first.any()
    os.truncate(path, 500_000)
    with pytest.raises(mx.MXNetError, match=f"a.{format}"):
        for entry in read.entries:
            entry.parts[0].array()
    with pytest.raises(mx.MXNetError, match=f"a.{format}"):
        for entry in read.entries:
            list(entry.parts[0].pieces())


def test_states_that_become_shorter(tmp_path):
    net = mx.gluon.nn.Dense(500, in_units=500)
    net.initialize()
    trainer = mx.gluon.Trainer(net.collect_params(), "adam")
    with mx.autograd.record():
        loss = net(mx.nd.ones((1, 500))).sum()
    loss.backward()
    trainer.step(1)
    path = str(tmp_path / "a.states")
    trainer.save_states(path)
    read = _formats.read(path)
    os.truncate(path, 1000)
    with pytest.raises(mx.MXNetError, match="a.states: the file has become shorter while it was read: of .* bytes 1000 are left"):
        for entry in read.entries:
            entry.parts[0].array()
