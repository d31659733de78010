"""The model zoo against MXNet: names and shapes of all parameters, outputs of the small networks, the store."""

import contextlib
import functools
import hashlib
import http.server
import json
import re
import threading
import zipfile

import gluon_golden as golden
import numpy as np
import pytest
import zoo_cases

import jmx as mx
from jmx.gluon.model_zoo import model_store, vision

GOLDEN = json.loads((golden.FOLDER / "model_zoo.json").read_text())


@pytest.mark.parametrize("name", zoo_cases.NAMES)
def test_parameters_and_layers(name):
    assert zoo_cases.describe(mx, name) == GOLDEN["names"][name]


@pytest.mark.parametrize("name", zoo_cases.NAMES)
def test_shapes_in_files(name):
    assert zoo_cases.shapes(mx, name) == GOLDEN["shapes"][name]


@pytest.mark.parametrize("name", zoo_cases.SMALL)
def test_outputs(name):
    np.testing.assert_allclose(
        zoo_cases.output(mx, name, hybridize=True).reshape(-1), GOLDEN["outputs"][name], rtol=2e-3, atol=1e-4
    )


def test_every_name_has_a_network_and_a_file():
    assert sorted(vision._MODELS) == sorted(zoo_cases.NAMES) == sorted(model_store._model_sha1)
    with pytest.raises(ValueError, match="Model resnet7 is not supported"):
        vision.get_model("ResNet7")
    with pytest.raises(AssertionError, match="Invalid resnet version"):
        vision.get_resnet(3, 18)
    with pytest.raises(ValueError, match="not available"):
        model_store.short_hash("resnet7")


def test_thumbnail():
    net = vision.get_resnet(1, 18, thumbnail=True, classes=4)
    net.initialize()
    assert net(mx.nd.ones((1, 3, 8, 8))).shape == (1, 4)
    assert net.features[0].weight.shape == (64, 3, 3, 3)


def test_store(tmp_path, monkeypatch):
    net = vision.squeezenet1_1(classes=3)
    net.initialize()
    net.infer_shape(mx.nd.ones((1, 3, 224, 224)))
    for param in net.collect_params().values():
        param._finish_deferred_init()
    file = tmp_path / "made.params"
    net.save_parameters(str(file))
    sha1 = hashlib.sha1(file.read_bytes()).hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "squeezenet1.1", sha1)
    stem = f"squeezenet1.1-{sha1[:8]}"
    urls = []

    def fetch(url, path):
        urls.append(url)
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(file, stem + ".params")

    monkeypatch.setattr(model_store, "download", fetch)
    monkeypatch.setenv("MXNET_GLUON_REPO", "https://example.org")
    root = tmp_path / "models"
    for _ in range(2):
        loaded = vision.get_model("squeezenet1.1", pretrained=True, root=str(root), classes=3)
        np.testing.assert_array_equal(loaded.features[0].weight.data().asnumpy(), net.features[0].weight.data().asnumpy())
    assert urls == [f"https://example.org/gluon/models/{stem}.zip"]
    assert [path.name for path in root.iterdir()] == [stem + ".params"]
    (root / (stem + ".params")).write_bytes(b"damaged")
    model_store.get_model_file("squeezenet1.1", root=str(root))
    assert len(urls) == 2
    model_store.purge(str(root))
    assert not list(root.iterdir())

    def fail(url, path):
        raise ConnectionError("no network")

    monkeypatch.setattr(model_store, "download", fail)
    with pytest.raises(ConnectionError, match=f"put the file {stem}.params .SHA-1 {sha1}. into"):
        model_store.get_model_file("squeezenet1.1", root=str(root))


@contextlib.contextmanager
def serving(folder):
    """The address of a server of the files in `folder`."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_download_from_a_server(tmp_path, monkeypatch):
    content = b"parameters " * 5000
    sha1 = hashlib.sha1(content).hexdigest()
    monkeypatch.setitem(model_store._model_sha1, "alexnet", sha1)
    stem = f"alexnet-{sha1[:8]}"
    store, root = tmp_path / "served" / "gluon" / "models", tmp_path / "models"
    store.mkdir(parents=True)

    def publish(data, name=stem + ".params"):
        with zipfile.ZipFile(store / (stem + ".zip"), "w") as archive:
            archive.writestr(name, data)

    wanted = f"{stem}.params \\(SHA-1 {sha1}\\).*{re.escape(str(root))}"
    with serving(tmp_path / "served") as address:
        monkeypatch.setenv("MXNET_GLUON_REPO", address)
        with pytest.raises(RuntimeError, match=wanted):
            model_store.get_model_file("alexnet", root=str(root))
        publish(content[:-1])
        with pytest.raises(ValueError, match=f"have not the SHA-1 {sha1}"):
            model_store.get_model_file("alexnet", root=str(root))
        publish(content, "other.params")
        with pytest.raises(ValueError, match=f"holds no {stem}.params"):
            model_store.get_model_file("alexnet", root=str(root))
        (store / (stem + ".zip")).write_bytes((store / (stem + ".zip")).read_bytes()[:40])
        with pytest.raises(ValueError, match="is no archive"):
            model_store.get_model_file("alexnet", root=str(root))
        assert not list(root.iterdir())
        publish(content)
        found = model_store.get_model_file("alexnet", root=str(root))
    assert [path.name for path in root.iterdir()] == [stem + ".params"] and open(found, "rb").read() == content
