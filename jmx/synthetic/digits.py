"""Handwriting-like digits, 28 x 28, drawn from three stroke fonts."""

import numpy as np

from .raster import UNITS, Pose, Stream, chunks, curve, distance_field, line

# Differently jittered copies of every glyph: (how far its points are moved, in 1/1000; copies for training; copies for tests).
TIDY, WILD = (50, 16, 6), (125, 10, 4)
HANDS = sum(TIDY[1:]) + sum(WILD[1:])
SIZE = 28

# A glyph is a list of strokes in the unit square, y pointing down: ("c"urve | closed "o" | "l"ine, points).
ROUND = {
    0: [("o", [(0.5, 0), (0.75, 0.15), (0.82, 0.5), (0.75, 0.85), (0.5, 1), (0.25, 0.85), (0.18, 0.5), (0.25, 0.15)])],
    1: [("l", [(0.34, 0.24), (0.54, 0), (0.54, 1)])],
    2: [
        ("c", [(0.2, 0.26), (0.32, 0.05), (0.58, 0), (0.78, 0.17), (0.72, 0.42), (0.46, 0.7), (0.2, 1)]),
        ("l", [(0.2, 1), (0.82, 1)]),
    ],
    3: [
        ("c", [(0.22, 0.13), (0.48, 0), (0.74, 0.12), (0.71, 0.36), (0.42, 0.47)]),
        ("c", [(0.42, 0.47), (0.76, 0.56), (0.8, 0.83), (0.52, 1), (0.2, 0.88)]),
    ],
    4: [("l", [(0.62, 0), (0.18, 0.66), (0.86, 0.66)]), ("l", [(0.66, 0.36), (0.62, 1)])],
    5: [
        ("l", [(0.76, 0), (0.3, 0), (0.27, 0.42)]),
        ("c", [(0.27, 0.42), (0.55, 0.36), (0.79, 0.54), (0.76, 0.84), (0.48, 1), (0.2, 0.9)]),
    ],
    6: [
        (
            "c",
            [
                (0.68, 0.02),
                (0.42, 0.2),
                (0.24, 0.5),
                (0.23, 0.78),
                (0.44, 1),
                (0.7, 0.93),
                (0.78, 0.7),
                (0.6, 0.51),
                (0.36, 0.57),
                (0.24, 0.74),
            ],
        )
    ],
    7: [("l", [(0.18, 0.02), (0.82, 0), (0.42, 1)])],
    8: [
        ("o", [(0.5, 0.47), (0.71, 0.34), (0.7, 0.1), (0.5, 0), (0.3, 0.1), (0.29, 0.34)]),
        ("o", [(0.5, 0.47), (0.75, 0.62), (0.77, 0.88), (0.5, 1), (0.23, 0.88), (0.25, 0.62)]),
    ],
    9: [
        ("o", [(0.76, 0.26), (0.64, 0.46), (0.38, 0.48), (0.24, 0.28), (0.34, 0.06), (0.58, 0), (0.74, 0.1)]),
        ("c", [(0.76, 0.24), (0.74, 0.62), (0.58, 1)]),
    ],
}
PRINT = {
    0: [
        ("o", [(0.5, 0), (0.72, 0.2), (0.74, 0.5), (0.72, 0.8), (0.5, 1), (0.28, 0.8), (0.26, 0.5), (0.28, 0.2)]),
        ("l", [(0.62, 0.3), (0.38, 0.7)]),
    ],
    1: [("l", [(0.28, 0.22), (0.5, 0), (0.5, 1)]), ("l", [(0.26, 1), (0.74, 1)])],
    2: [
        (
            "c",
            [
                (0.24, 0.2),
                (0.4, 0),
                (0.7, 0.06),
                (0.72, 0.34),
                (0.5, 0.66),
                (0.3, 0.94),
                (0.2, 0.82),
                (0.36, 0.78),
                (0.56, 0.96),
                (0.84, 0.92),
            ],
        )
    ],
    3: [("l", [(0.22, 0), (0.76, 0), (0.44, 0.4)]), ("c", [(0.44, 0.4), (0.74, 0.5), (0.8, 0.76), (0.56, 1), (0.2, 0.92)])],
    4: [("l", [(0.34, 0), (0.2, 0.56), (0.84, 0.56)]), ("l", [(0.7, 0.1), (0.66, 1)])],
    5: [("c", [(0.78, 0), (0.5, 0.02), (0.32, 0.2), (0.42, 0.44), (0.7, 0.58), (0.72, 0.86), (0.46, 1), (0.2, 0.9)])],
    6: [
        ("o", [(0.5, 0.48), (0.74, 0.58), (0.76, 0.84), (0.5, 1), (0.26, 0.86), (0.26, 0.62)]),
        ("l", [(0.25, 0.7), (0.3, 0.36), (0.56, 0)]),
    ],
    7: [("l", [(0.2, 0.1), (0.2, 0), (0.8, 0), (0.46, 1)]), ("l", [(0.36, 0.5), (0.76, 0.48)])],
    8: [
        (
            "o",
            [
                (0.7, 0.1),
                (0.48, 0),
                (0.3, 0.16),
                (0.42, 0.4),
                (0.68, 0.6),
                (0.74, 0.86),
                (0.5, 1),
                (0.26, 0.86),
                (0.34, 0.6),
                (0.6, 0.4),
                (0.74, 0.22),
            ],
        )
    ],
    9: [
        (
            "c",
            [
                (0.74, 0.14),
                (0.46, 0),
                (0.24, 0.2),
                (0.34, 0.46),
                (0.6, 0.44),
                (0.76, 0.18),
                (0.74, 0.6),
                (0.6, 0.94),
                (0.3, 0.98),
            ],
        )
    ],
}
BLOCK = {
    0: [("l", [(0.24, 0.1), (0.36, 0), (0.66, 0), (0.78, 0.1), (0.78, 0.9), (0.66, 1), (0.36, 1), (0.24, 0.9), (0.24, 0.1)])],
    1: [("l", [(0.5, 0), (0.5, 1)])],
    2: [("l", [(0.22, 0.06), (0.7, 0), (0.78, 0.14), (0.76, 0.42), (0.26, 0.56), (0.22, 1), (0.8, 0.98)])],
    3: [
        ("l", [(0.22, 0), (0.74, 0.02), (0.78, 0.2), (0.74, 0.46), (0.36, 0.48)]),
        ("l", [(0.74, 0.46), (0.8, 0.8), (0.72, 1), (0.2, 0.98)]),
    ],
    4: [("l", [(0.24, 0), (0.22, 0.5), (0.8, 0.5)]), ("l", [(0.78, 0), (0.78, 1)])],
    5: [("l", [(0.8, 0), (0.26, 0.02), (0.24, 0.46), (0.7, 0.46), (0.78, 0.6), (0.76, 0.9), (0.66, 1), (0.2, 0.98)])],
    6: [
        (
            "l",
            [(0.74, 0), (0.34, 0.06), (0.24, 0.3), (0.24, 0.94), (0.4, 1), (0.74, 0.98), (0.78, 0.6), (0.66, 0.5), (0.26, 0.54)],
        )
    ],
    7: [("l", [(0.22, 0), (0.8, 0.02), (0.72, 0.4), (0.6, 1)])],
    8: [
        ("l", [(0.28, 0), (0.72, 0), (0.74, 0.46), (0.26, 0.46), (0.28, 0)]),
        ("l", [(0.26, 0.46), (0.22, 1), (0.78, 1), (0.74, 0.46)]),
    ],
    9: [("l", [(0.74, 0.48), (0.3, 0.5), (0.24, 0.34), (0.26, 0.06), (0.38, 0), (0.74, 0.02), (0.76, 0.4), (0.72, 1)])],
}
FONTS = (ROUND, PRINT, BLOCK)


def glyph(strokes) -> list[np.ndarray]:
    """The polylines of a glyph."""
    return [line(points) if stroke == "l" else curve(points, closed=stroke == "o") for stroke, points in strokes]


def _fields() -> np.ndarray:
    """Distance fields ordered by digit, font, hand."""
    stream = Stream(1, 0)
    fields = []
    for digit in range(10):
        for font in FONTS:
            for reach, *copies in (TIDY, WILD):
                for _ in range(sum(copies)):
                    moved = [
                        (stroke, points + stream.integers(-reach, reach, (len(points), 2)).astype(np.float64) / 1000)
                        for stroke, points in font[digit]
                    ]
                    fields.append(distance_field(glyph(moved)))
    return np.stack(fields)


def draw(parts) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each (count, is_test) of `parts` uint8 images (count, 28, 28), black ground, and uint8 labels (count,)."""
    fields = _fields()
    return [_draw(fields, count, part, is_test) for part, (count, is_test) in enumerate(parts, 1)]


def _draw(fields, count, part, is_test):
    stream = Stream(1, part)
    label = stream.shuffled(np.arange(count, dtype=np.int32) % 10)
    font = stream.integers(0, len(FONTS) - 1, count)
    # One digit in seven is strongly distorted, on rough paper.
    wild = stream.integers(0, 6, count) == 0
    start = wild * sum(TIDY[1:]) + is_test * np.where(wild, WILD[1], TIDY[1])
    copies = np.where(wild, WILD[1 + is_test], TIDY[1 + is_test])
    hand = start + stream.integers(0, (1 << 20) - 1, count) % copies
    which = (label * len(FONTS) + font) * HANDS + hand
    pose = Pose(stream, count, SIZE, turn=120, scale=(600, 780), stretch=240, slant=240, shift=40, bend=200)
    # half the pen's width and the brightness of the ink, picture by picture
    pen = stream.integers(UNITS * 2, UNITS * 7, count).astype(np.int16)
    ink = stream.integers(200, 255, count).astype(np.int16)
    images = np.empty((count, SIZE, SIZE), np.uint8)
    for rows in chunks(count, 1000):
        shape = (rows.stop - rows.start, SIZE, SIZE)
        grain, dust = stream.bytes(shape), stream.bytes(shape)
        level = pose.sample(fields, which, rows)
        np.subtract(pen[rows, None, None], level, out=level)
        level += 2 * UNITS
        level *= 255 // (4 * UNITS)
        np.clip(level, 0, 255, out=level)
        # the paper's grain takes ink away, a quarter at most or all of it, and specks of dust lie anywhere
        rough = 255 - (grain >> np.where(wild[rows], 0, 2).astype(np.uint8)[:, None, None]).astype(np.int16)
        level = level * ink[rows, None, None].astype(np.int32) * rough // 65025
        images[rows] = np.where(dust >= 254, np.maximum(level, grain), level)
    return images, label.astype(np.uint8)
