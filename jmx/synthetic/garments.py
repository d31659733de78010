"""Garment-like silhouettes, 28 x 28, in the ten classes of Fashion-MNIST."""

import numpy as np

from .digits import glyph
from .raster import UNITS, Pose, Stream, chunks, distance_field, drawings

CUTS = 16  # differently jittered copies of every silhouette; the last ones are kept for the test images
TEST_CUTS = 4
SIZE = 28

# One outline (or more: holes) for each class.
OUTLINES = drawings("""
    t-shirt  l 34,0 50,8 66,0 100,22 90,42 76,34 76,100 24,100 24,34 10,42 0,22 34,0
    trousers l 28,0 72,0 80,100 58,100 50,30 42,100 20,100 28,0
    pullover l 36,2 64,2 86,12 100,90 86,94 76,40 76,100 24,100 24,40 14,94 0,90 14,12 36,2
    dress    l 36,0 42,14 58,14 64,0 66,40 84,100 16,100 34,40 36,0
    coat     l 38,0 62,0 86,10 96,80 82,84 80,100 20,100 18,84 4,80 14,10 38,0
    coat     l 47,10 53,10 54,100 46,100 47,10
    sandal   l 0,72 50,70 100,42 100,80 90,80 88,60 50,82 0,82 0,72
    sandal   l 14,72 40,36 50,40 26,72 14,72
    sandal   l 56,68 80,24 88,28 66,64 56,68
    shirt    l 40,0 50,14 60,0 80,8 98,60 82,66 74,40 74,100 26,100 26,40 18,66 2,60 20,8 40,0
    shirt    o 50,30 54,34 50,38 46,34
    shirt    o 50,52 54,56 50,60 46,56
    shirt    o 50,74 54,78 50,82 46,78
    sneaker  l 2,66 10,40 26,50 46,50 62,30 96,34 100,78 0,78 2,66
    bag      l 6,40 94,40 100,96 0,96 6,40
    bag      l 26,40 32,6 68,6 74,40 66,40 62,14 38,14 34,40 26,40
    boot     l 2,72 30,54 50,46 52,6 94,4 100,96 84,96 80,86 50,94 0,94 2,72
""")


def _fields() -> np.ndarray:
    stream = Stream(2, 0)
    fields = []
    for outline in OUTLINES.values():
        for _ in range(CUTS):
            # The first and the last corner of a straight outline are the same point: the outline stays closed only if
            # both are shifted alike.
            strokes = []
            for stroke, points in outline:
                moved = np.asarray(points) + stream.integers(-35, 35, (len(points), 2)).astype(np.float64) / 1000
                if stroke == "l":
                    moved[-1] = moved[0]
                strokes += glyph([(stroke, moved)])
            fields.append(distance_field(strokes, filled=True))
    return np.stack(fields)


def draw(parts) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each (count, is_test) of `parts` uint8 images (count, 28, 28), black ground, and uint8 labels (count,)."""
    fields = _fields()
    return [_draw(fields, count, part, is_test) for part, (count, is_test) in enumerate(parts, 1)]


def _draw(fields, count, part, is_test):
    stream = Stream(2, part)
    label = stream.shuffled(np.arange(count, dtype=np.int32) % 10)
    cut = stream.integers(CUTS - TEST_CUTS, CUTS - 1, count) if is_test else stream.integers(0, CUTS - TEST_CUTS - 1, count)
    pose = Pose(stream, count, SIZE, turn=50, scale=(640, 880), stretch=220, slant=150, shift=60, bend=100)
    cloth = stream.integers(70, 240, count).astype(np.int16)
    # a print of stripes: every `pitch` pixels along x or y, darker or brighter than the cloth
    pitch = stream.integers(2, 9, count)
    contrast = stream.integers(-60, 60, count).astype(np.int16)
    across = stream.integers(0, 1, count).astype(bool)
    offset = np.arange(SIZE, dtype=np.int32)
    images = np.empty((count, SIZE, SIZE), np.uint8)
    for rows in chunks(count, 1000):
        grain = stream.bytes((rows.stop - rows.start, SIZE, SIZE)).astype(np.int16)
        cover = (UNITS - pose.sample(fields, cut + label * CUTS, rows)).astype(np.int32)
        np.clip(cover, 0, 2 * UNITS, out=cover)
        stripe = (offset[None] // pitch[rows, None] % 2).astype(np.int16) * contrast[rows, None]
        print_ = np.where(across[rows, None, None], stripe[:, :, None], stripe[:, None, :])
        tone = np.clip(cloth[rows, None, None] + print_ + (grain >> 2) - 32, 1, 255)
        images[rows] = tone * cover // (2 * UNITS)
    return images, label.astype(np.uint8)
