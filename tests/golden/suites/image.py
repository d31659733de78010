"""mx.image's functions."""

import random

import numpy as np


def record(mx, output):
    rng = np.random.default_rng(0)
    source = rng.integers(0, 256, (20, 31, 3)).astype("uint8")
    found = {"source": source}

    def keep(name, call):
        random.seed(5)
        made = call(mx.nd.array(source, dtype="uint8"))
        image, place = made if isinstance(made, tuple) else (made, ())
        found[name], found[name + "|place"] = image.asnumpy(), np.array(place, "int64")

    for interp in (0, 1, 2, 3, 9):
        keep(f"resize_short {interp}", lambda x, i=interp: mx.image.resize_short(x, 11, i))
        keep(f"resize_short larger {interp}", lambda x, i=interp: mx.image.resize_short(x, 33, i))
    keep("imresize", lambda x: mx.image.imresize(x, 17, 9))
    keep("fixed_crop", lambda x: mx.image.fixed_crop(x, 3, 4, 12, 9))
    keep("fixed_crop resized", lambda x: mx.image.fixed_crop(x, 3, 4, 12, 9, (6, 7), 1))
    keep("center_crop", lambda x: mx.image.center_crop(x, (10, 12)))
    keep("center_crop of a smaller one", lambda x: mx.image.center_crop(x, (40, 24), 1))
    keep("random_crop", lambda x: mx.image.random_crop(x, (10, 12)))
    keep("random_size_crop", lambda x: mx.image.random_size_crop(x, (8, 8), (0.2, 0.8), (0.75, 1.33), 1))
    keep("random_size_crop number", lambda x: mx.image.random_size_crop(x, (8, 8), 0.5, (1, 1), 1))
    keep("color_normalize", lambda x: mx.image.color_normalize(
        x.astype("float32"), mx.nd.array([1, 2, 3]), mx.nd.array([2, 3, 4])))  # fmt: skip
    sizes = [((640, 480), (720, 120)), ((360, 1000), (480, 500)), ((50, 40), (30, 20)), ((7, 9), (20, 10))]
    found["scale_down"] = np.array([[*a, *b, *mx.image.scale_down(a, b)] for a, b in sizes])
    output.npz(found)
