"""Integer drawing tools behind the stand-in images.

Every image is a look-up into a *distance field*: a glyph is turned once into a small grid of distances to its strokes
(or to its outline), and each picture samples that grid under its own affine map. Random numbers are raw Philox words
and all per-pixel work is integer arithmetic; the few floating-point steps use only operations that IEEE 754 rounds
exactly. The bytes are therefore the same on every machine.
"""

from __future__ import annotations

import numpy as np

FIELD = 80  # side of a distance field, in cells
MARGIN = 0.25  # the unit square of a glyph is surrounded by a margin of this width on every side
UNITS = 6  # one field cell is this many units of stored distance
FIXED = 16  # fractional bits of a field coordinate

CELLS = FIELD / (1 + 2 * MARGIN)  # field cells per glyph unit


class Stream:
    """A reproducible stream of integers, named by two numbers (which data set, which part of it)."""

    def __init__(self, dataset: int, part: int) -> None:
        self._bits = np.random.Philox(key=dataset << 32 | part)

    def raw(self, count: int) -> np.ndarray:
        return self._bits.random_raw(count)

    def integers(self, low: int, high: int, shape) -> np.ndarray:
        """int32 numbers in [low, high], both included."""
        span = np.uint64(high - low + 1)
        bits = self.raw(int(np.prod(shape))) >> np.uint64(32)
        return ((bits * span >> np.uint64(32)).astype(np.int32) + np.int32(low)).reshape(shape)

    def bytes(self, shape) -> np.ndarray:
        """uint8 noise."""
        count = int(np.prod(shape))
        return self.raw(-(-count // 8)).astype("<u8").view(np.uint8)[:count].reshape(shape)

    def shuffled(self, values: np.ndarray) -> np.ndarray:
        return values[np.argsort(self.raw(len(values)), kind="stable")]


def drawings(text: str) -> dict[str, list]:
    """Read drawings: name -> its strokes, as pairs of what a stroke is ("c"urve, closed "o" or "l"ine) and its points.

    Every line of the text is one stroke: the name of its drawing, what it is, and points `x,y` in hundredths of the unit
    square, y pointing down.
    """
    strokes_of: dict[str, list] = {}
    for row in text.strip().splitlines():
        name, stroke, *points = row.split()
        corners = [tuple(int(number) / 100 for number in point.split(",")) for point in points]
        strokes_of.setdefault(name, []).append((stroke, corners))
    return strokes_of


def curve(points, closed: bool = False, steps: int = 5) -> np.ndarray:
    """Points on the Catmull-Rom spline through `points`, shape (n, 2)."""
    p = np.asarray(points, dtype=np.float64)
    if closed:
        p = np.concatenate([p[-1:], p, p[:2]])
    else:
        p = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
    t = (np.arange(steps, dtype=np.float64) / steps)[None, :, None]
    a, b, c, d = (p[i : len(p) - 3 + i, None] for i in range(4))
    out = 0.5 * (2 * b + t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * b - 3 * c + d - a))))
    return np.concatenate([out.reshape(-1, 2), p[-2:-1]])


def line(points, closed: bool = False) -> np.ndarray:
    """The corners of a polyline, shape (n, 2)."""
    p = np.asarray(points, dtype=np.float64)
    return np.concatenate([p, p[:1]]) if closed else p


def distance_field(strokes, filled: bool = False) -> np.ndarray:
    """Distances to a set of polylines as int16, shape (FIELD, FIELD), in UNITS per cell.

    With `filled` the polylines are outlines: cells inside (by the even-odd rule) carry negative distances.
    """
    centre = (np.arange(FIELD, dtype=np.float32) + np.float32(0.5)) / np.float32(CELLS) - np.float32(MARGIN)
    x, y = centre[None, :], centre[:, None]
    best = np.full((FIELD, FIELD), np.float32(9.0))
    inside = np.zeros((FIELD, FIELD), dtype=bool)
    for stroke in strokes:
        for (x0, y0), (x1, y1) in zip(stroke[:-1].astype(np.float32), stroke[1:].astype(np.float32), strict=True):
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            if length == 0:
                continue
            along = np.minimum(np.maximum(((x - x0) * dx + (y - y0) * dy) / length, 0), 1)
            ex, ey = x - x0 - along * dx, y - y0 - along * dy
            np.minimum(best, ex * ex + ey * ey, out=best)
            if filled and dy != 0:
                crosses = (y0 > y) != (y1 > y)
                inside ^= crosses & (x < (y - y0) * dx / dy + x0)
    units = np.sqrt(best) * np.float32(CELLS * UNITS)
    if filled:
        units = np.where(inside, -units, units)
    return np.minimum(np.maximum(np.rint(units), -2000), 2000).astype(np.int16)


class Pose:
    """Where each of `n` pictures looks in its distance field.

    Parameters
    ----------
    stream : Stream
        Source of the random placement.
    n : int
        Number of pictures.
    size : int
        Side of a picture in pixels.
    turn : int
        Largest rotation, as 1000 * tan(angle / 2).
    scale : (int, int)
        Smallest and largest height of the glyph's unit square, in 1/1000 of the picture's side.
    stretch : int
        Largest change of the aspect ratio, in 1/1000.
    slant : int
        Largest shear, in 1/1000.
    shift : int
        Largest displacement from the middle, in 1/1000 of the picture's side.
    bend : int
        Largest quadratic bending, in 1/1000 of a glyph unit at the picture's edge.
    """

    def __init__(self, stream, n, size, turn=0, scale=(700, 700), stretch=0, slant=0, shift=0, bend=0) -> None:
        def number(limit):
            return stream.integers(-limit, limit, n).astype(np.float64) / 1000

        t = number(turn)
        cos, sin = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
        height = stream.integers(scale[0], scale[1], n).astype(np.float64) / 1000
        aspect, shear = 1 + number(stretch), number(slant)
        # glyph cells per pixel; the inverse of rotate * shear * scale
        step = CELLS / (height * size)
        one = 1 << FIXED
        self.ux = _round(step / aspect * (cos + shear * sin) * one)
        self.uy = _round(step / aspect * (sin - shear * cos) * one)
        self.vx = _round(-step * sin * one)
        self.vy = _round(step * cos * one)
        middle = FIELD / 2
        dx, dy = number(shift) * size, number(shift) * size
        self.u0 = _round((middle + 0.5) * one) - _round(dx * self.ux) - _round(dy * self.uy)
        self.v0 = _round((middle + 0.5) * one) - _round(dx * self.vx) - _round(dy * self.vy)
        edge = (size / 2) * (size / 2)
        self.bend_u = _round(number(bend) * CELLS * one / edge)
        self.bend_v = _round(number(bend) * CELLS * one / edge)
        self.size = size

    def sample(self, fields: np.ndarray, which: np.ndarray, rows: slice) -> np.ndarray:
        """Distances seen by pictures `rows`: int16, shape (len(rows), size, size). `which[i]` is picture i's field."""
        size = self.size
        # twice the pixel's offset from the middle, so that it is an integer for even sizes
        c = (2 * np.arange(size, dtype=np.int32) - (size - 1))[None, None, :]
        r = np.ascontiguousarray(c.reshape(1, size, 1))

        def column(values):
            return values[rows, None, None]

        u = (column(self.ux) * c + column(self.uy) * r) // 2 + column(self.u0)
        v = (column(self.vx) * c + column(self.vy) * r) // 2 + column(self.v0)
        if self.bend_u.any():
            u += column(self.bend_u) * (r * r // 4)
            v += column(self.bend_v) * (c * c // 4)
        u >>= FIXED
        v >>= FIXED
        np.clip(u, 0, FIELD - 1, out=u)
        np.clip(v, 0, FIELD - 1, out=v)
        v *= FIELD
        v += u
        v += (which[rows].astype(np.int32) * (FIELD * FIELD))[:, None, None]
        return np.take(fields.reshape(-1), v)


def _round(values) -> np.ndarray:
    return np.rint(values).astype(np.int32)


def chunks(n: int, size: int):
    """Slices that cover range(n) in pieces of at most `size`."""
    return [slice(i, min(i + size, n)) for i in range(0, n, size)]
