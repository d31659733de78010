"""Handwriting-like digits, 28 x 28, drawn from three stroke fonts."""

import numpy as np

from .raster import UNITS, Pose, Stream, chunks, curve, distance_field, drawings, line

# Differently jittered copies of every glyph: (how far its points are moved, in 1/1000; copies for training; copies for tests).
TIDY, WILD = (50, 16, 6), (125, 10, 4)
HANDS = sum(TIDY[1:]) + sum(WILD[1:])
SIZE = 28

# The strokes of every digit, in three handwritings.
ROUND = drawings("""
    0 o 50,0 75,15 82,50 75,85 50,100 25,85 18,50 25,15
    1 l 34,24 54,0 54,100
    2 c 20,26 32,5 58,0 78,17 72,42 46,70 20,100
    2 l 20,100 82,100
    3 c 22,13 48,0 74,12 71,36 42,47
    3 c 42,47 76,56 80,83 52,100 20,88
    4 l 62,0 18,66 86,66
    4 l 66,36 62,100
    5 l 76,0 30,0 27,42
    5 c 27,42 55,36 79,54 76,84 48,100 20,90
    6 c 68,2 42,20 24,50 23,78 44,100 70,93 78,70 60,51 36,57 24,74
    7 l 18,2 82,0 42,100
    8 o 50,47 71,34 70,10 50,0 30,10 29,34
    8 o 50,47 75,62 77,88 50,100 23,88 25,62
    9 o 76,26 64,46 38,48 24,28 34,6 58,0 74,10
    9 c 76,24 74,62 58,100
""")
PRINT = drawings("""
    0 o 50,0 72,20 74,50 72,80 50,100 28,80 26,50 28,20
    0 l 62,30 38,70
    1 l 28,22 50,0 50,100
    1 l 26,100 74,100
    2 c 24,20 40,0 70,6 72,34 50,66 30,94 20,82 36,78 56,96 84,92
    3 l 22,0 76,0 44,40
    3 c 44,40 74,50 80,76 56,100 20,92
    4 l 34,0 20,56 84,56
    4 l 70,10 66,100
    5 c 78,0 50,2 32,20 42,44 70,58 72,86 46,100 20,90
    6 o 50,48 74,58 76,84 50,100 26,86 26,62
    6 l 25,70 30,36 56,0
    7 l 20,10 20,0 80,0 46,100
    7 l 36,50 76,48
    8 o 70,10 48,0 30,16 42,40 68,60 74,86 50,100 26,86 34,60 60,40 74,22
    9 c 74,14 46,0 24,20 34,46 60,44 76,18 74,60 60,94 30,98
""")
BLOCK = drawings("""
    0 l 24,10 36,0 66,0 78,10 78,90 66,100 36,100 24,90 24,10
    1 l 50,0 50,100
    2 l 22,6 70,0 78,14 76,42 26,56 22,100 80,98
    3 l 22,0 74,2 78,20 74,46 36,48
    3 l 74,46 80,80 72,100 20,98
    4 l 24,0 22,50 80,50
    4 l 78,0 78,100
    5 l 80,0 26,2 24,46 70,46 78,60 76,90 66,100 20,98
    6 l 74,0 34,6 24,30 24,94 40,100 74,98 78,60 66,50 26,54
    7 l 22,0 80,2 72,40 60,100
    8 l 28,0 72,0 74,46 26,46 28,0
    8 l 26,46 22,100 78,100 74,46
    9 l 74,48 30,50 24,34 26,6 38,0 74,2 76,40 72,100
""")
FONTS = (ROUND, PRINT, BLOCK)


def glyph(strokes) -> list[np.ndarray]:
    """The polylines of a glyph."""
    return [line(points) if stroke == "l" else curve(points, closed=stroke == "o") for stroke, points in strokes]


def _fields() -> np.ndarray:
    """Distance fields ordered by digit, font, hand."""
    stream = Stream(1, 0)
    fields = []
    for digit in "0123456789":
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
