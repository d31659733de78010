"""Garment-like silhouettes, 28 x 28, in the ten classes of Fashion-MNIST."""

import numpy as np

from .digits import glyph
from .raster import UNITS, Pose, Stream, chunks, distance_field

CUTS = 16  # differently jittered copies of every silhouette; the last ones are kept for the test images
TEST_CUTS = 4
SIZE = 28

# One outline (or more: holes) for each class, in the unit square, y pointing down.
OUTLINES = (
    # t-shirt: short sleeves
    [
        (
            "l",
            [
                (0.34, 0),
                (0.5, 0.08),
                (0.66, 0),
                (1, 0.22),
                (0.9, 0.42),
                (0.76, 0.34),
                (0.76, 1),
                (0.24, 1),
                (0.24, 0.34),
                (0.1, 0.42),
                (0, 0.22),
                (0.34, 0),
            ],
        )
    ],
    # trousers
    [("l", [(0.28, 0), (0.72, 0), (0.8, 1), (0.58, 1), (0.5, 0.3), (0.42, 1), (0.2, 1), (0.28, 0)])],
    # pullover: long sleeves, round neck
    [
        (
            "l",
            [
                (0.36, 0.02),
                (0.64, 0.02),
                (0.86, 0.12),
                (1, 0.9),
                (0.86, 0.94),
                (0.76, 0.4),
                (0.76, 1),
                (0.24, 1),
                (0.24, 0.4),
                (0.14, 0.94),
                (0, 0.9),
                (0.14, 0.12),
                (0.36, 0.02),
            ],
        )
    ],
    # dress
    [("l", [(0.36, 0), (0.42, 0.14), (0.58, 0.14), (0.64, 0), (0.66, 0.4), (0.84, 1), (0.16, 1), (0.34, 0.4), (0.36, 0)])],
    # coat: long sleeves, open front
    [
        (
            "l",
            [
                (0.38, 0),
                (0.62, 0),
                (0.86, 0.1),
                (0.96, 0.8),
                (0.82, 0.84),
                (0.8, 1),
                (0.2, 1),
                (0.18, 0.84),
                (0.04, 0.8),
                (0.14, 0.1),
                (0.38, 0),
            ],
        ),
        ("l", [(0.47, 0.1), (0.53, 0.1), (0.54, 1), (0.46, 1), (0.47, 0.1)]),
    ],
    # sandal: sole, heel and straps
    [
        ("l", [(0, 0.72), (0.5, 0.7), (1, 0.42), (1, 0.8), (0.9, 0.8), (0.88, 0.6), (0.5, 0.82), (0, 0.82), (0, 0.72)]),
        ("l", [(0.14, 0.72), (0.4, 0.36), (0.5, 0.4), (0.26, 0.72), (0.14, 0.72)]),
        ("l", [(0.56, 0.68), (0.8, 0.24), (0.88, 0.28), (0.66, 0.64), (0.56, 0.68)]),
    ],
    # shirt: half-long sleeves, collar, row of buttons
    [
        (
            "l",
            [
                (0.4, 0),
                (0.5, 0.14),
                (0.6, 0),
                (0.8, 0.08),
                (0.98, 0.6),
                (0.82, 0.66),
                (0.74, 0.4),
                (0.74, 1),
                (0.26, 1),
                (0.26, 0.4),
                (0.18, 0.66),
                (0.02, 0.6),
                (0.2, 0.08),
                (0.4, 0),
            ],
        ),
        ("o", [(0.5, 0.3), (0.54, 0.34), (0.5, 0.38), (0.46, 0.34)]),
        ("o", [(0.5, 0.52), (0.54, 0.56), (0.5, 0.6), (0.46, 0.56)]),
        ("o", [(0.5, 0.74), (0.54, 0.78), (0.5, 0.82), (0.46, 0.78)]),
    ],
    # sneaker
    [("l", [(0.02, 0.66), (0.1, 0.4), (0.26, 0.5), (0.46, 0.5), (0.62, 0.3), (0.96, 0.34), (1, 0.78), (0, 0.78), (0.02, 0.66)])],
    # bag with a handle
    [
        ("l", [(0.06, 0.4), (0.94, 0.4), (1, 0.96), (0, 0.96), (0.06, 0.4)]),
        (
            "l",
            [
                (0.26, 0.4),
                (0.32, 0.06),
                (0.68, 0.06),
                (0.74, 0.4),
                (0.66, 0.4),
                (0.62, 0.14),
                (0.38, 0.14),
                (0.34, 0.4),
                (0.26, 0.4),
            ],
        ),
    ],
    # ankle boot
    [
        (
            "l",
            [
                (0.02, 0.72),
                (0.3, 0.54),
                (0.5, 0.46),
                (0.52, 0.06),
                (0.94, 0.04),
                (1, 0.96),
                (0.84, 0.96),
                (0.8, 0.86),
                (0.5, 0.94),
                (0, 0.94),
                (0.02, 0.72),
            ],
        )
    ],
)


def _fields() -> np.ndarray:
    stream = Stream(2, 0)
    fields = []
    for outline in OUTLINES:
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
