"""Reading image files of many kinds, against MXNet (tests/golden/suites/codec.py)."""

import pathlib
import struct
import subprocess
import sys

import numpy as np
import pytest

import jmx as mx
from jmx import _codec
from jmx.base import MXNetError

GOLDEN = np.load(pathlib.Path(__file__).parents[1] / "golden" / "codec.npz")
NAMES = [key[5:] for key in GOLDEN.files if key.startswith("file|")]


@pytest.mark.parametrize("name", NAMES)
def test_what_mxnet_reads(name, tmp_path):
    content = GOLDEN[f"file|{name}"].tobytes()
    path = tmp_path / "image"
    path.write_bytes(content)
    for flag in (0, 1):
        wanted = GOLDEN[f"{flag}|{name}"]
        for read in (mx.image.imdecode(content, flag), mx.image.imread(str(path), flag=flag)):
            found = read.asnumpy()
            assert found.shape == wanted.shape and found.dtype == np.uint8
            limit = int("jpeg" in name)  # a JPEG library may differ from MXNet's
            assert np.abs(found.astype(int) - wanted).max() <= limit
    blue_first = mx.image.imdecode(content, to_rgb=0).asnumpy()[:2]
    assert np.abs(blue_first.astype(int) - GOLDEN[f"bgr|{name}"]).max() <= limit


def test_resizing_agrees():
    pixels = GOLDEN["1|png"]
    for interp in range(5):
        for dtype in ("uint8", "float32", "float64"):
            found = _codec.resize(pixels.astype(dtype), 7, 19, interp)
            wanted = mx.nd.image.resize(mx.nd.array(pixels, dtype=dtype), (7, 19), False, interp).asnumpy()
            assert found.dtype == wanted.dtype and np.abs(found.astype(float) - wanted).max() <= (1 if dtype == "uint8" else 1e-2)
            many = _codec.resize(np.dstack([pixels, 255 - pixels]).astype(dtype), 7, 19, interp)  # OpenCV has four at most
            assert many.shape == (19, 7, 6) and np.abs(many[:, :, :3].astype(float) - found).max() <= 1e-3
    assert _codec.resize(pixels[:, :, :1], 4, 3).shape == (3, 4, 1)


def test_encoded_and_read_again():
    pixels = GOLDEN["1|png"]
    for kind, limit in ((".png", 0), (".bmp", 0), (".jpg", 40)):
        found = _codec.decode(_codec.encode(pixels, 9 if kind == ".png" else 100, kind))
        assert np.abs(found.astype(int) - pixels).max() <= limit
    with pytest.raises(MXNetError):
        _codec.encode(pixels, 95, ".what")


def test_headers_that_announce_too_much():
    png, jpeg = (bytearray(GOLDEN[f"file|{name}"].tobytes()) for name in ("png", "jpeg 0"))
    png[16:24] = struct.pack(">II", 40_000, 25_000)
    frame = jpeg.index(b"\xff\xc0")
    jpeg[frame + 5 : frame + 9] = struct.pack(">HH", 30_000, 30_000)
    for content in (png, jpeg):
        assert _codec.decode(content) is None
        with pytest.raises(MXNetError, match="invalid image"):
            mx.image.imdecode(content).asnumpy()
    png = bytearray(GOLDEN["file|png"].tobytes())
    png[33:37] = b"\x7f\xff\xff\xff"
    assert _codec.decode(png) is None
    large = _codec.encode(np.zeros((5000, 4000), "uint8"), 9, ".png")
    assert _codec.decode(large, _codec.GREY).shape == (5000, 4000)


def test_without_opencv(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(MXNetError, match="images need OpenCV.*: pip install opencv-python-headless$"):
        mx.image.imdecode(b"\xff\xd8\xff").asnumpy()


def test_needs_no_jax():
    pytest.importorskip("cv2")
    code = ("import sys; from jmx import _codec; import numpy as np; "
            "a = _codec.pixels(_codec.encode(np.zeros((4, 5, 3), 'uint8'), 3, '.png')); _codec.resize(a, 2, 2); "
            "assert 'jax' not in sys.modules")  # fmt: skip
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
