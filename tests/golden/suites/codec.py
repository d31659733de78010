"""Image files of many kinds, and what MXNet reads out of them. The files stay; they are drawn anew where codec.npz is missing."""

import io
import pathlib

import numpy as np

PATH = pathlib.Path(__file__).parents[1] / "codec.npz"


def draw():
    """The files, by name; needs Pillow."""
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
    return {f"file|{name}": np.frombuffer(content, np.uint8) for name, content in found.items()}


def record(mx, output):
    found = dict(np.load(PATH)) if PATH.exists() else draw()
    for key in [key for key in found if key.startswith("file|")]:
        for flag in (0, 1):
            found[f"{flag}|{key[5:]}"] = mx.image.imdecode(found[key].tobytes(), flag).asnumpy()
        found[f"bgr|{key[5:]}"] = mx.image.imdecode(found[key].tobytes(), to_rgb=0).asnumpy()[:2]
    output.npz(found)
