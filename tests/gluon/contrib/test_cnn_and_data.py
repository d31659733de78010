"""Deformable convolutions, WikiText and IntervalSampler give what MXNet's give."""

import hashlib
import json
import pathlib
import sys
import zipfile

import numpy as np
import pytest

import jmx as mx
from jmx.gluon.contrib import cnn, data

GOLDEN = pathlib.Path(__file__).parent.parent.parent / "golden"
sys.path.insert(0, str(GOLDEN))
import gluon_contrib_cases as cases

WANTED = json.loads((GOLDEN / "gluon_contrib.json").read_text())


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("name", cases.LAYERS)
def test_deformable(name, hybridize):
    cases.same(cases.fresh(mx, cases.layer, name, hybridize), WANTED["layers"][name])


def test_modulated_gradients():
    net = cnn.ModulatedDeformableConvolution(2, kernel_size=2, num_deformable_group=2)
    net.initialize()
    draws = np.random.RandomState(2)
    x = mx.nd.array(draws.uniform(-1, 1, (1, 2, 3, 4)))
    net(x)
    cases.fill(mx, net)
    with mx.autograd.record():
        out = (net(x) ** 2).sum()
    out.backward()
    for name, param in net.collect_params().items():
        value, step = param.data().asnumpy(), draws.choice([-1e-3, 1e-3], param.shape).astype("float32")
        ends = []
        for sign in (1, -1):
            param.set_data(mx.nd.array(value + sign * step))
            ends.append(float((net(x) ** 2).sum().asscalar()))
        param.set_data(mx.nd.array(value))
        np.testing.assert_allclose((param.grad().asnumpy() * step).sum(), (ends[0] - ends[1]) / 2, 2e-2, 1e-4, err_msg=name)


def test_text():
    cases.same(cases.text(mx), WANTED["text"])


def test_samplers():
    assert cases.samplers(mx) == WANTED["samplers"]


def test_text_from_an_archive(tmp_path, monkeypatch):
    """An archive in the folder is unpacked, without its own folders; nothing is downloaded."""
    with zipfile.ZipFile(tmp_path / "wikitext-2-v1.zip", "w") as archive:
        archive.writestr("wikitext-2/", "")
        archive.writestr("../wikitext-2/wiki.train.tokens", cases.WORDS)
    sha1 = hashlib.sha1((tmp_path / "wikitext-2-v1.zip").read_bytes()).hexdigest()
    monkeypatch.setattr(data.text.WikiText2, "_archive_file", ("wikitext-2-v1.zip", sha1))
    found = data.text.WikiText2(root=str(tmp_path), seq_len=4)
    assert len(found) == 7 and found[0][0].dtype == np.int32
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wiki.train.tokens", "wikitext-2-v1.zip"]


def test_text_without_files(tmp_path, monkeypatch):
    def offline(url, **kwargs):
        raise OSError("no network")

    monkeypatch.setattr(data.text, "download", offline)
    with pytest.raises(OSError, match="wikitext-2: .*no network.*put wikitext-2-v1.zip into " + str(tmp_path)):
        data.text.WikiText2(root=str(tmp_path))
