"""Images with more pixels than JMX_MAX_PIXELS are refused by their headers, before memory is taken."""

import struct
import sys
import zlib
from random import Random

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


def peak_kb():
    """How many kilobytes this process has held at most; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


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
    before = peak_kb()
    for read in readers:
        with pytest.raises(MXNetError, match=r"30000 x 30000 pixels .*JMX_MAX_PIXELS is 178956970"):
            read()
    assert peak_kb() - before < 300 * 1024
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


SIDE = 30_000
COMMENT = b"#" + b"c" * 5000 + b"\n"
#: each announces 30,000 x 30,000 pixels where OpenCV finds them, and fewer elsewhere
HIDDEN = {
    "PGM, a long comment": b"P5\n" + COMMENT + b"30000 30000\n255\n",
    "PPM, comments between the numbers": b"P6\n" + COMMENT + b"30000 " + COMMENT * 3 + b"30000\n255\n",
    "PBM, a comment that ends with a return": b"P4\n#1 1\r30000 30000\n",
    "PGM, no comment behind a number": b"P5\n30000#30000\n1 1\n255\n",
    "PGM, zeros": b"P5\n" + b"0" * 6000 + b"30000 30000\n255\n",
    "PAM, the other order": b"P7\n" + COMMENT + b"HEIGHT 30000\nDEPTH 1\nMAXVAL 255\nWIDTH 30000\nTUPLTYPE GRAYSCALE\nENDHDR\n",
    "PFM": b"Pf\n" + b"0" * 2000 + b"30000 +30000\n-1\n",
    "HDR, a long comment": b"#?RADIANCE\n" + COMMENT + b"FORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n",
    "HDR, a false size": b"#?RADIANCE\n-Y 1 +X 1\nFORMAT=32-bit_rle_rgbe\n\n-Y 30000 +X 30000\n",
    "JPEG 2000, far": b"\0\0\0\x0cjP  \r\n\x87\n"
    + struct.pack(">I4s", 100_000, b"free") + bytes(99_992)
    + struct.pack(">I4sI4sII", 22 + 8, b"jp2h", 22, b"ihdr", 30_000, 30_000) + bytes(6),
    "JPEG 2000, another size in the pixels": b"\0\0\0\x0cjP  \r\n\x87\n"
    + struct.pack(">I4sI4sII", 22 + 8, b"jp2h", 22, b"ihdr", 1, 1) + bytes(6)
    + struct.pack(">I4sHHHHIIII", 0, b"jp2c", 0xFF4F, 0xFF51, 47, 0, 30_000, 30_000, 0, 0),
    "AVIF, far": struct.pack(">I4s4sI4s", 20, b"ftyp", b"mif1", 0, b"avif")
    + struct.pack(">I4s", 100_000, b"free") + bytes(99_992)
    + struct.pack(">I4sI", 32, b"meta", 0) + struct.pack(">I4sIII", 20, b"ispe", 0, 30_000, 30_000),
    "TIFF, a second width": b"II*\0\x08\0\0\0" + struct.pack("<H", 3)
    + b"".join(struct.pack("<HHII", tag, 4, 1, n) for tag, n in ((256, 30_000), (256, 1), (257, 30_000))) + bytes(4),
    "EXR": b"\x76\x2f\x31\x01\x02\0\0\0" + b"owner\0string\0" + struct.pack("<I", 5000) + bytes(5000)
    + b"dataWindow\0box2i\0" + struct.pack("<Iiiii", 16, 0, 0, 29_999, 29_999) + b"\0",
}  # fmt: skip


@pytest.mark.parametrize("kind", HIDDEN)
def test_sizes_that_hide(kind):
    with pytest.raises(MXNetError, match="30000 x 30000 pixels .*JMX_MAX_PIXELS is 178956970"):
        mx.image.imdecode(HIDDEN[kind])


def _texts(random):
    """Headers of text for 7 x 5 pixels, with comments, zeros and blanks where a reader may pass them over, and the pixels."""

    def blank():
        return random.choice([b" ", b"\n", b"\t ", b"\r\n", b" # 99 99\n", b"\n#9\r", b"\n##\n\n"])

    def number(n):
        return random.choice([b"", b"0", b"000"]) + b"%d" % n

    kind = random.choice([b"P2", b"P5", b"P6", b"P7", b"Pf", b"#?"])
    if kind == b"P7":
        fields = [b"WIDTH 7", b"HEIGHT 5", b"DEPTH 1", b"MAXVAL 255", b"TUPLTYPE GRAYSCALE", b"# WIDTH is 99"]
        random.shuffle(fields)
        return b"P7\n" + b"\n".join(fields) + b"\nENDHDR\n" + bytes(35)
    if kind == b"Pf":
        return b"Pf\n" + number(7) + random.choice([b" ", b"\n"]) + number(5) + b"\n-1.0\n" + bytes(140)
    if kind == b"#?":
        lines = random.choice([b"", b"# -Y 3 +X 3\n", b"EXPOSURE=1\n" * 9])
        return b"#?RADIANCE\n" + lines + b"FORMAT=32-bit_rle_rgbe\n\n-Y " + number(5) + b" +X " + number(7) + b"\n" + bytes(140)
    pixels = b" 1" * 35 if kind == b"P2" else bytes(35 * (3 if kind == b"P6" else 1))
    return kind + blank() + number(7) + b" " + blank() + number(5) + blank() + b"255\n" + pixels


def test_headers_of_text_as_opencv_reads_them():
    random = Random(0)
    decoded = 0
    for _ in range(400):
        data = _texts(random)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), -1)
        if image is not None:
            assert announced(data) == image.shape[1::-1], data
            decoded += 1
    assert decoded > 250


def test_kinds_that_are_not_known_are_left_to_opencv_without_a_limit(monkeypatch):
    from jmx import _codec

    asked = []
    monkeypatch.setattr(cv2, "imdecode", lambda data, mode: asked.append(len(data)))
    assert _codec.decode(b"unknown kind") is None and asked == []
    monkeypatch.setenv("JMX_MAX_PIXELS", "0")
    assert _codec.decode(b"unknown kind") is None and asked == [12]
