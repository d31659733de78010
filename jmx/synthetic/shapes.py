"""Coloured shapes on coloured ground, 32 x 32 x 3: ten classes, or twenty coarse by five fine ones."""

import numpy as np

from .digits import glyph
from .raster import FIELD, UNITS, Pose, Stream, chunks, distance_field, drawings

SIZE = 32
CUTS = 8  # differently jittered copies of every shape; the last ones are kept for the test images
TEST_CUTS = 2

# A second outline is a hole. CIFAR-10's stand-in uses the first ten.
OUTLINES = drawings("""
    disc     o 50,0 85,15 100,50 85,85 50,100 15,85 0,50 15,15
    square   l 8,8 92,8 92,92 8,92
    triangle l 50,0 100,92 0,92
    star     l 50,0 62,36 100,38 70,60 80,98 50,76 20,98 30,60 0,38 38,36
    cross    l 34,0 66,0 66,34 100,34 100,66 66,66 66,100 34,100 34,66 0,66 0,34 34,34
    ring     o 50,0 85,15 100,50 85,85 50,100 15,85 0,50 15,15
    ring     o 50,26 67,33 74,50 67,67 50,74 33,67 26,50 33,33
    heart    o 50,24 68,2 96,10 96,42 72,72 50,100 28,72 4,42 4,10 32,2
    arrow    l 0,34 54,34 54,6 100,50 54,94 54,66 0,66
    crescent o 62,0 30,6 6,32 6,68 30,94 62,100 42,78 34,50 42,22
    corner   l 2,0 34,0 34,66 98,66 98,100 2,100
    T        l 0,0 100,0 100,32 66,32 66,100 34,100 34,32 0,32
    U        l 0,0 30,0 30,68 70,68 70,0 100,0 100,100 0,100
    H        l 0,0 30,0 30,36 70,36 70,0 100,0 100,100 70,100 70,64 30,64 30,100 0,100
    hexagon  l 25,6 75,6 100,50 75,94 25,94 0,50
    bolt     l 60,0 14,56 44,56 34,100 86,40 54,40
    bar      l 0,30 100,30 100,70 0,70
    frame    l 6,6 94,6 94,94 6,94
    frame    l 30,30 70,30 70,70 30,70
    ellipse  o 50,20 86,32 100,50 86,68 50,80 14,68 0,50 14,32
    bow-tie  l 0,0 50,44 100,0 100,100 50,56 0,100
    Z        l 0,6 92,6 92,34 50,66 96,66 96,94 4,94 4,66 46,34 0,34
""")


def _fields(count: int) -> np.ndarray:
    stream = Stream(3, 0)
    fields = []
    for outline in list(OUTLINES.values())[:count]:
        for _ in range(CUTS):
            strokes = []
            for stroke, points in outline:
                moved = np.asarray(points) + stream.integers(-30, 30, (len(points), 2)).astype(np.float64) / 1000
                strokes += glyph([(stroke, np.concatenate([moved, moved[:1]]) if stroke == "l" else moved)])
            fields.append(distance_field(strokes, filled=True))
    return np.stack(fields)


def draw(parts, fine: bool = False) -> list[tuple[np.ndarray, np.ndarray]]:
    """Pictures for each (count, is_test) of `parts`.

    Returns uint8 images of shape (count, 3, 32, 32), as CIFAR's files hold them, and uint8 labels: (count,) in
    range(10), or with `fine` (count, 2), the shape in range(20) and the shape with its pattern in range(100).
    """
    fields = _fields(20 if fine else 10)
    return [_draw(fields, count, part, is_test, fine) for part, (count, is_test) in enumerate(parts, 1)]


def _draw(fields, count, part, is_test, fine):
    stream = Stream(4 if fine else 3, part)
    label = stream.shuffled(np.arange(count, dtype=np.int32) % (100 if fine else 10))
    shape = label // 5 if fine else label
    pattern = label % 5 if fine else stream.integers(0, 4, count)
    cut = stream.integers(CUTS - TEST_CUTS, CUTS - 1, count) if is_test else stream.integers(0, CUTS - TEST_CUTS - 1, count)
    pose = Pose(stream, count, SIZE, turn=180, scale=(450, 800), stretch=250, slant=220, shift=110, bend=90)
    paint, second, ground, slope_x, slope_y = _colours(stream, count)
    pitch = stream.integers(2, 3, count)
    at = np.arange(SIZE, dtype=np.int16)
    images = np.empty((count, 3, SIZE, SIZE), np.uint8)
    for rows in chunks(count, 500):
        n = rows.stop - rows.start
        grain = (stream.bytes((n, 3, SIZE, SIZE)) >> 2).astype(np.int16) - 32
        distance = pose.sample(fields, shape * CUTS + cut, rows)
        cover = np.clip(UNITS - distance, 0, 2 * UNITS)[:, None]
        stripe = (at[None] // pitch[rows, None] % 2).astype(bool)
        filling = pattern[rows, None, None]
        wide, tall = stripe[:, None, :], stripe[:, :, None]
        # plain, upright stripes, level stripes, chequers, rim
        rim = distance > -3 * UNITS
        marked = (filling == 1) & wide | (filling == 2) & tall | (filling == 3) & (wide ^ tall) | (filling == 4) & rim
        slope = slope_x[rows, :, None, None] * (at - 16) + slope_y[rows, :, None, None] * (at - 16)[:, None]
        back = ground[rows, :, None, None] + slope // 16
        front = np.where(marked[:, None], second[rows, :, None, None], paint[rows, :, None, None])
        picture = (back * (2 * UNITS - cover) + front * cover) // (2 * UNITS)
        picture += grain
        images[rows] = np.clip(picture, 0, 255, out=picture)
    if fine:
        return images, np.stack([shape, label], axis=1).astype(np.uint8)
    return images, label.astype(np.uint8)


def _colours(stream, count):
    """Paint, pattern and ground colours that differ, and the gradients of the ground: int16, shape (count, 3) each."""
    paint = stream.integers(20, 235, (count, 3)).astype(np.int16)
    ground = stream.integers(20, 235, (count, 3)).astype(np.int16)
    near = np.abs(paint - ground).sum(axis=1, keepdims=True) < 150
    ground = np.where(near, (paint + 128) % 256, ground)
    second = np.where(paint > 128, paint // 3, 255 - (255 - paint) // 3).astype(np.int16)
    slope_x, slope_y = (stream.integers(-45, 45, (count, 3)).astype(np.int16) for _ in range(2))
    return paint, second, ground, slope_x, slope_y


assert FIELD * FIELD * len(OUTLINES) * CUTS < 2**31
