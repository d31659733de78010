"""_cvimdecode and _cvimread: image files to arrays."""

import io

import numpy as np
import pytest

import jmx as mx
import jmx.ops  # declares the operators

Image = pytest.importorskip("PIL.Image")
PICTURE = np.random.default_rng(0).integers(0, 256, (4, 5, 3), np.uint8)


def _file():
    out = io.BytesIO()
    Image.fromarray(PICTURE).save(out, "png")
    return np.frombuffer(out.getvalue(), np.uint8)


def _operators(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(_file().tobytes())
    encoded = mx.nd.array(_file(), dtype="uint8")
    yield lambda **attrs: mx.nd._internal._cvimdecode(encoded, **attrs)
    yield lambda **attrs: mx.nd._internal._cvimread(filename=str(path), **attrs)


def test_channels(tmp_path):
    for call in _operators(tmp_path):
        assert (call().asnumpy() == PICTURE).all() and call().dtype == np.uint8
        assert (call(to_rgb=False).asnumpy() == PICTURE[..., ::-1]).all()
        grey = call(flag=0).asnumpy()
        assert grey.shape == (4, 5, 1)
        assert np.abs(grey[..., 0] - PICTURE @ (0.299, 0.587, 0.114)).max() <= 1


@pytest.mark.parametrize("call, fragment", [
    (lambda: mx.nd._internal._cvimdecode(mx.nd.array([1, 2, 3], dtype="uint8")), "invalid image"),
    (lambda: mx.nd._internal._cvimdecode(mx.nd.array([1, 2, 3])), "uint8 buffer"),
    (lambda: mx.nd._internal._cvimread(filename="no such file.png"), "couldn't open"),
])  # fmt: skip
def test_refusals(call, fragment):
    with pytest.raises(mx.base.MXNetError, match=fragment):
        call()
