"""Coloured shapes on coloured ground, 32 x 32 x 3: ten classes, or twenty coarse by five fine ones."""

import numpy as np

from .digits import glyph
from .raster import FIELD, UNITS, Pose, Stream, chunks, distance_field

SIZE = 32
CUTS = 8  # differently jittered copies of every shape; the last ones are kept for the test images
TEST_CUTS = 2

# Outlines in the unit square, y pointing down; a second outline is a hole. CIFAR-10's stand-in uses the first ten.
OUTLINES = (
    [("o", [(0.5, 0), (0.85, 0.15), (1, 0.5), (0.85, 0.85), (0.5, 1), (0.15, 0.85), (0, 0.5), (0.15, 0.15)])],  # disc
    [("l", [(0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)])],  # square
    [("l", [(0.5, 0), (1, 0.92), (0, 0.92)])],  # triangle
    [
        (
            "l",
            [
                (0.5, 0),
                (0.62, 0.36),
                (1, 0.38),
                (0.7, 0.6),
                (0.8, 0.98),
                (0.5, 0.76),
                (0.2, 0.98),
                (0.3, 0.6),
                (0, 0.38),
                (0.38, 0.36),
            ],
        )
    ],  # star
    [
        (
            "l",
            [
                (0.34, 0),
                (0.66, 0),
                (0.66, 0.34),
                (1, 0.34),
                (1, 0.66),
                (0.66, 0.66),
                (0.66, 1),
                (0.34, 1),
                (0.34, 0.66),
                (0, 0.66),
                (0, 0.34),
                (0.34, 0.34),
            ],
        )
    ],  # cross
    [
        ("o", [(0.5, 0), (0.85, 0.15), (1, 0.5), (0.85, 0.85), (0.5, 1), (0.15, 0.85), (0, 0.5), (0.15, 0.15)]),
        ("o", [(0.5, 0.26), (0.67, 0.33), (0.74, 0.5), (0.67, 0.67), (0.5, 0.74), (0.33, 0.67), (0.26, 0.5), (0.33, 0.33)]),
    ],  # ring
    [
        (
            "o",
            [
                (0.5, 0.24),
                (0.68, 0.02),
                (0.96, 0.1),
                (0.96, 0.42),
                (0.72, 0.72),
                (0.5, 1),
                (0.28, 0.72),
                (0.04, 0.42),
                (0.04, 0.1),
                (0.32, 0.02),
            ],
        )
    ],  # heart
    [("l", [(0, 0.34), (0.54, 0.34), (0.54, 0.06), (1, 0.5), (0.54, 0.94), (0.54, 0.66), (0, 0.66)])],  # arrow
    [
        (
            "o",
            [(0.62, 0), (0.3, 0.06), (0.06, 0.32), (0.06, 0.68), (0.3, 0.94), (0.62, 1), (0.42, 0.78), (0.34, 0.5), (0.42, 0.22)],
        )
    ],  # crescent
    [("l", [(0.02, 0), (0.34, 0), (0.34, 0.66), (0.98, 0.66), (0.98, 1), (0.02, 1)])],  # corner
    [("l", [(0, 0), (1, 0), (1, 0.32), (0.66, 0.32), (0.66, 1), (0.34, 1), (0.34, 0.32), (0, 0.32)])],  # T
    [("l", [(0, 0), (0.3, 0), (0.3, 0.68), (0.7, 0.68), (0.7, 0), (1, 0), (1, 1), (0, 1)])],  # U
    [
        (
            "l",
            [
                (0, 0),
                (0.3, 0),
                (0.3, 0.36),
                (0.7, 0.36),
                (0.7, 0),
                (1, 0),
                (1, 1),
                (0.7, 1),
                (0.7, 0.64),
                (0.3, 0.64),
                (0.3, 1),
                (0, 1),
            ],
        )
    ],  # H
    [("l", [(0.25, 0.06), (0.75, 0.06), (1, 0.5), (0.75, 0.94), (0.25, 0.94), (0, 0.5)])],  # hexagon
    [("l", [(0.6, 0), (0.14, 0.56), (0.44, 0.56), (0.34, 1), (0.86, 0.4), (0.54, 0.4)])],  # bolt
    [("l", [(0, 0.3), (1, 0.3), (1, 0.7), (0, 0.7)])],  # bar
    [
        ("l", [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)]),
        ("l", [(0.3, 0.3), (0.7, 0.3), (0.7, 0.7), (0.3, 0.7)]),
    ],  # frame
    [("o", [(0.5, 0.2), (0.86, 0.32), (1, 0.5), (0.86, 0.68), (0.5, 0.8), (0.14, 0.68), (0, 0.5), (0.14, 0.32)])],  # ellipse
    [("l", [(0, 0), (0.5, 0.44), (1, 0), (1, 1), (0.5, 0.56), (0, 1)])],  # bow tie
    [
        (
            "l",
            [
                (0, 0.06),
                (0.92, 0.06),
                (0.92, 0.34),
                (0.5, 0.66),
                (0.96, 0.66),
                (0.96, 0.94),
                (0.04, 0.94),
                (0.04, 0.66),
                (0.46, 0.34),
                (0, 0.34),
            ],
        )
    ],  # Z
)


def _fields(count: int) -> np.ndarray:
    stream = Stream(3, 0)
    fields = []
    for outline in OUTLINES[:count]:
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
