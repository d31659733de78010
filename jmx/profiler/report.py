"""What a piece of a program took, as a table: `%%jmx_profile` in notebooks."""

from __future__ import annotations

import contextlib
import html
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _aside
from .hooks import LAYER, OPERATOR

if TYPE_CHECKING:
    from collections.abc import Iterator


_TITLES = {OPERATOR: "Operators", LAYER: "Layers, with what runs inside of them", "Custom Operator": "Operators of the program"}
_HEADS = ("calls", "time (ms)", "share", "each (ms)", "results")


def _bytes(size) -> str:
    """A number of bytes with the unit that fits it."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= scale:
            return f"{size / scale:.3g} {unit}"
    return f"{size} B"


@dataclass
class Row:
    """An operator or a layer: how often it ran, its milliseconds, the bytes of its results."""

    name: str
    count: int
    total: float
    size: int

    def cells(self, whole) -> tuple[str, str, str, str, str]:
        """The texts of the columns, for `whole` milliseconds of everything."""
        share = self.total / whole if whole else 0.0
        return (f"{self.count:,}", f"{self.total:.2f}", f"{share:.0%}", f"{self.total / self.count:.3f}", _bytes(self.size))


class Profile:
    """Operators and layers by the time that they took. A notebook shows tables, a terminal text.

    Parameters
    ----------
    rows : int, default 20
        How many rows a table has at most; the others are counted.

    Attributes
    ----------
    seconds : float
        How long all of it took.
    tables : dict of str to list of Row
        By category: "operator", "layer" and those that the program records by itself.
    """

    def __init__(self, rows=20) -> None:
        self.seconds, self.tables, self._rows = 0.0, {}, rows

    def fill(self, log, seconds) -> None:
        """Take what has been recorded."""
        self.seconds = seconds
        for category, names in log.sums().items():
            rows = [Row(name, sums[0], sums[1], log.bytes.get((category, name), 0)) for name, sums in names.items()]
            self.tables[category] = sorted(rows, key=lambda row: -row.total)

    def _head(self):
        operators = sum(row.total for row in self.tables.get(OPERATOR, ())) / 1e3
        return f"{self.seconds:.3f} s, of which {operators:.3f} s in operators"

    def _parts(self):
        """(title, rows, how many are left out) of each table, operators first."""
        for category in sorted(self.tables, key=lambda one: (one != OPERATOR, one != LAYER, one)):
            rows = self.tables[category]
            yield _TITLES.get(category, category.capitalize()), rows[: self._rows], len(rows) - len(rows[: self._rows])

    def __repr__(self) -> str:
        lines, parts = [self._head()], list(self._parts())
        width = max([0, *(len(text) for title, rows, _ in parts for text in (title, *(row.name for row in rows)))])
        for title, rows, left in parts:
            lines += ["", f"{title:<{width}}" + "".join(f"{head:>14}" for head in _HEADS)]
            lines += [f"{row.name:<{width}}" + "".join(f"{cell:>14}" for cell in row.cells(self.seconds * 1e3)) for row in rows]
            lines += [f"and {left} more"] if left else []
        return "\n".join(lines)

    def _repr_html_(self):
        right = ' style="text-align: right"'
        parts = [f"<div>{self._head()}</div>"]
        for title, rows, left in self._parts():
            heads = "".join(f"<th{right}>{head}</th>" for head in _HEADS)
            body = "".join(
                f'<tr><td style="text-align: left">{html.escape(row.name)}</td>'
                + "".join(f"<td{right}>{cell}</td>" for cell in row.cells(self.seconds * 1e3))
                + "</tr>"
                for row in rows
            )
            body += f'<tr><td colspan="6">and {left} more</td></tr>' if left else ""
            parts.append(f'<table style="font-size: 90%"><tr><th style="text-align: left">{title}</th>{heads}</tr>{body}</table>')
        return "".join(parts)


@contextlib.contextmanager
def measured(rows=20, apart=True) -> Iterator[Profile]:
    """Profile a `with` block, in a recording of its own; see `_aside`.

    Parameters
    ----------
    rows : int, default 20
        How many rows the tables have at most.
    apart : bool, default True
        Whether hybridized blocks run operator by operator, and layers have rows.

    Yields
    ------
    Profile
        Filled when the block ends, also by an error.

    Examples
    --------
    >>> with measured() as profile:
    ...     y = nd.ones((2, 3)) * 2
    >>> [(row.name, row.count, row.size) for row in profile.tables["operator"] if row.name == "_mul_scalar"]
    [('_mul_scalar', 1, 24)]
    """
    profile = Profile(rows)
    began = time.perf_counter()
    with _aside(apart) as log:
        try:
            yield profile
        finally:
            profile.fill(log, time.perf_counter() - began)
