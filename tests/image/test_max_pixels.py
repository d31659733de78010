"""Images with more pixels than JMX_MAX_PIXELS are refused by their headers, before memory is taken."""

import resource
import struct
import zlib

import cv2
import numpy as np
import pytest

import jmx as mx
from jmx import MXNetError
from jmx._files.image_size import announced


def png(width, height):
    """A PNG of one colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(width + 1)) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def huge():
    return png(30_000, 30_000)


@pytest.mark.parametrize(
    "ending", [".png", ".jpg", ".gif", ".bmp", ".webp", ".tiff", ".ppm", ".pgm", ".pbm", ".jp2", ".hdr", ".ras"]
)
@pytest.mark.parametrize("quality", [None, 100])
def test_sizes_in_headers(ending, quality):
    image = np.random.default_rng(0).integers(0, 256, (137, 153, 3), np.uint8)
    options = (
        []
        if quality is None
        else {".webp": [cv2.IMWRITE_WEBP_QUALITY, 101], ".tiff": [cv2.IMWRITE_TIFF_COMPRESSION, 1]}.get(ending, [])
    )
    try:
        done, data = cv2.imencode(ending, image[:, :, 0] if ending in (".pbm", ".pgm") else image, options)
    except cv2.error:
        pytest.skip(f"this OpenCV writes no {ending}")
    assert announced(data.tobytes()) == (153, 137)


def test_lossy_webp():
    image = np.zeros((137, 153, 3), np.uint8)
    assert announced(cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 50])[1].tobytes()) == (153, 137)


def test_headers_by_their_definitions():
    assert announced(b"P4\n# w h\n# # # \n 70000\n50000\n" + bytes(9)) == (70_000, 50_000)
    assert announced(b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\xff\0\x01\0\x01") == (65_536, 65_538)
    big = b"MM\0+\0\x08\0\0" + struct.pack(">QQ", 16, 2) + struct.pack(">HHQIIHHQHHI", 256, 4, 1, 70_000, 0, 257, 3, 1, 500, 0, 0)
    assert announced(big) == (70_000, 500)
    assert announced(b"BM" + bytes(12) + struct.pack("<Iii", 40, 70_000, -50_000)) == (70_000, 50_000)


@pytest.mark.parametrize(
    "start",
    [b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"RIFF", b"II*\0", b"MM\0*", b"P6 ", b"P6 " + b"# # " * 999, b"#?", b""],
)
def test_headers_that_are_cut_off(start):
    assert announced(start) == (0, 0) and announced(start + b"\xff" * 3) == (0, 0)


def test_every_reader(huge, tmp_path, monkeypatch):
    """30,000 x 30,000 pixels in less than a megabyte: 2.7 GB as colours."""
    assert len(huge) < 1_000_000
    path = tmp_path / "huge.png"
    path.write_bytes(huge)
    record = mx.recordio.pack(mx.recordio.IRHeader(0, 1.0, 3, 0), huge)
    writer = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    writer.write_idx(3, record)
    writer.close()
    shape, records = (3, 8, 8), str(tmp_path / "a.rec")
    readers = [
        lambda: mx.image.imread(str(path)),
        lambda: mx.image.imdecode(huge),
        lambda: mx.image.imdecode(huge, flag=0),
        lambda: mx.recordio.unpack_img(record),
        lambda: mx.gluon.data.vision.ImageRecordDataset(records)[0],
        lambda: next(mx.io.ImageRecordIter(path_imgrec=records, data_shape=shape, batch_size=1, verbose=False)),
        lambda: next(mx.image.ImageIter(1, shape, path_imgrec=records)),
        lambda: next(mx.image.ImageIter(1, shape, imglist=[[1, "huge.png"]], path_root=str(tmp_path))),
    ]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for read in readers:
        with pytest.raises(MXNetError, match=r"30000 x 30000 pixels .*JMX_MAX_PIXELS is 178956970"):
            read()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300 * 1024
    with pytest.raises(MXNetError, match=r"(huge.png|a.rec).*30000 x 30000"):
        readers[-1]()


def test_the_limit_can_be_changed(monkeypatch):
    image = png(5000, 5000)
    assert mx.image.imdecode(image, flag=0).shape == (5000, 5000, 1)
    monkeypatch.setenv("JMX_MAX_PIXELS", "20000000")
    with pytest.raises(MXNetError, match="5000 x 5000 pixels .*JMX_MAX_PIXELS is 20000000"):
        mx.image.imdecode(image, flag=0)
    monkeypatch.setenv("JMX_MAX_PIXELS", "0")
    assert mx.image.imdecode(image, flag=0).shape == (5000, 5000, 1)


def test_im2rec_leaves_the_image_out(huge, tmp_path, capsys):
    from jmx.tools import im2rec

    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "huge.png").write_bytes(huge)
    (tmp_path / "photos" / "good.png").write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())
    (tmp_path / "p.lst").write_text("0\t0\thuge.png\n1\t1\tgood.png\n")
    im2rec.main([str(tmp_path / "p"), str(tmp_path / "photos")])
    said = "".join(capsys.readouterr())
    assert "30000 x 30000 pixels" in said and "1 images left out" in said
