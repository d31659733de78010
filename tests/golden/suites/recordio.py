"""A file of records that hold the magic number, and packed images."""

import os
import tempfile

import numpy as np

MAGIC = b"\x0a\x23\xd7\xce"
RECORDS = [
    b"",
    MAGIC,
    MAGIC * 3,
    b"abcd" + MAGIC,
    MAGIC + b"x",
    b"ab" + MAGIC + b"cd",
    MAGIC + b"abcd" + MAGIC + b"abcde",
    b"xyz" + MAGIC[:3],
    bytes(range(256)) + MAGIC + b"1",
]


def record(mx, output):
    arrays = {}

    def keep(name, data):
        arrays[name] = np.frombuffer(data, np.uint8)

    with tempfile.TemporaryDirectory() as folder:
        path, index = os.path.join(folder, "x.rec"), os.path.join(folder, "x.idx")
        writer = mx.recordio.MXIndexedRecordIO(index, path, "w")
        for number, record in enumerate(RECORDS):
            keep(f"record/{number}", record)
            writer.write_idx(number, record)
        writer.close()
        keep("rec", open(path, "rb").read())
        keep("idx", open(index, "rb").read())

    keep("pack/number", mx.recordio.pack((7, 2.5, 3, 4), b"abc"))
    keep("pack/array", mx.recordio.pack((7, np.arange(4).reshape(2, 2), 3, 4), b"abc"))
    keep("pack/empty", mx.recordio.pack((7, [], 3, 4), b""))

    rows, columns = np.mgrid[:12, :14]
    color = np.stack([rows * 21, columns * 18, 255 - rows * columns], 2).astype(np.uint8)
    images = {
        "color": color,
        "alpha": np.dstack([color, color[:, :, :1] // 2 + 100]),
        "grey": color[:, :, 2],
        "deep": color[:, :, 2].astype(np.uint16) * 257,
    }
    for name, image in images.items():
        arrays[f"image/{name}"] = image
        for kind, quality in ((".jpg", 95), (".jpg", 40), (".png", 9), (".bmp", 0)):
            if name == "deep" and kind != ".png":
                continue
            record = mx.recordio.pack_img((0, 1.0, 2, 3), image, quality, kind)
            keep(f"packed/{name}/{kind}/{quality}", record)
            for mode in (-1, 0, 1):
                arrays[f"read/{name}/{kind}/{quality}/{mode}"] = mx.recordio.unpack_img(record, mode)[1]
    output.npz(arrays)
