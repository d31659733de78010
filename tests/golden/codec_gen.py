"""Makes tests/golden/codec.npz: image files of many kinds, and what MXNet reads out of them.

python codec_gen.py files     with Pillow: writes the files
python codec_gen.py           with MXNet 1.9.1: adds what mx.image.imdecode makes of them
"""

import io
import os
import sys

import numpy as np

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "codec.npz")


def files():
    from PIL import Image

    rng = np.random.default_rng(0)
    y, x = np.mgrid[0:11, 0:15]
    pixels = np.stack([x * 17, y * 23, (x + y) * 10], -1) + rng.integers(-9, 10, (11, 15, 3))
    pixels = pixels.clip(0, 255).astype("uint8")
    colour = Image.fromarray(pixels)
    see_through = Image.fromarray(np.dstack([pixels, (x * 17).astype("uint8")]))
    turned = Image.Exif()
    turned[0x112] = 6
    found = {}

    def add(name, image, kind, **options):
        stream = io.BytesIO()
        image.save(stream, kind, **options)
        found[name] = stream.getvalue()

    for subsampling in (0, 2):
        add(f"jpeg {subsampling}", colour, "JPEG", quality=90, subsampling=subsampling)
    add("jpeg progressive", colour, "JPEG", progressive=True)
    add("jpeg grey", colour.convert("L"), "JPEG")
    add("jpeg cmyk", colour.convert("CMYK"), "JPEG")
    add("jpeg turned", colour, "JPEG", quality=90, exif=turned)
    whole = found["jpeg turned"]
    found["jpeg turned without JFIF"] = whole[:2] + whole[4 + whole[4] * 256 + whole[5] :]
    add("png", colour, "PNG")
    add("png grey", colour.convert("L"), "PNG")
    add("png bits", colour.convert("1"), "PNG")
    add("png 16 bit", Image.fromarray(pixels[..., 0].astype("uint16") * 257), "PNG")
    add("png alpha", see_through, "PNG")
    add("png grey alpha", see_through.convert("LA"), "PNG")
    add("png palette", colour.convert("P"), "PNG")
    add("png palette with a hole", colour.convert("P"), "PNG", transparency=3)
    add("png turned", colour, "PNG", exif=turned)
    add("bmp", colour, "BMP")
    add("bmp grey", colour.convert("L"), "BMP")
    add("tiff", colour, "TIFF")
    np.savez_compressed(PATH, **{f"file|{name}": np.frombuffer(content, np.uint8) for name, content in found.items()})


def decoded():
    import mxnet as mx

    found = dict(np.load(PATH))
    for key in [key for key in found if key.startswith("file|")]:
        for flag in (0, 1):
            image = mx.image.imdecode(found[key].tobytes(), flag)
            found[f"{flag}|{key[5:]}"] = image.asnumpy()
        found[f"bgr|{key[5:]}"] = mx.image.imdecode(found[key].tobytes(), to_rgb=0).asnumpy()[:2]
    np.savez_compressed(PATH, **found)


if __name__ == "__main__":
    files() if sys.argv[1:] == ["files"] else decoded()
