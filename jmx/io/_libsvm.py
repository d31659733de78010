"""Text of LibSVM files as numbers: lines of ``label column:value column:value ...``.

`read` takes the usual text apart by NumPy, all numbers at once. Text with comments, or that it cannot be sure of, is read word by
word, which takes six times as long.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

#: what a byte is: a digit, a blank, the end of a line, a colon, a dot, a sign, or something else
_DIGIT, _BLANK, _END, _COLON, _DOT, _SIGN, _OTHER = range(7)
#: most digits that a float64 holds exactly: a quotient of two such numbers is what the text says, to the last bit
_MOST_DIGITS = 15


_BYTES = {_DIGIT: b"0123456789", _BLANK: b" \t\x0b\x0c", _END: b"\n\r", _COLON: b":", _DOT: b".", _SIGN: b"+-"}
_KIND_OF = bytes([next((kind for kind, text in _BYTES.items() if byte in text), _OTHER) for byte in range(256)])
_POWERS = 10.0 ** np.arange(_MOST_DIGITS + 1)


class Rows(NamedTuple):
    """What a file holds: the labels; of all rows one after the other the columns and values; where each row begins and ends."""

    labels: np.ndarray
    columns: np.ndarray
    values: np.ndarray
    starts: np.ndarray


class BadLine(ValueError):
    """A line that cannot be read: `args[0]`."""


def read(content: bytes) -> Rows:
    """The rows of a text. Raises BadLine."""
    rows = None if b"#" in content else _read_at_once(content)
    return _read_by_words(content) if rows is None else rows


def _read_by_words(content):
    labels, columns, values, starts = [], [], [], [0]
    for line in content.splitlines(keepends=True):
        fields = line.split(b"#")[0].split()
        if not fields:
            continue
        try:
            labels.append(float(fields[0].split(b":")[0]))
            for word in fields[1:]:
                column, _, value = word.partition(b":")
                columns.append(int(column))
                values.append(float(value) if value else 1.0)
        except ValueError:
            raise BadLine(line) from None
        starts.append(len(columns))
    return Rows(
        np.array(labels, np.float32), np.array(columns, np.int64), np.array(values, np.float32), np.array(starts, np.int64)
    )


class _Words:
    """A text cut behind each number: before every blank, end of a line and colon.

    at, kinds    where a byte is no digit, and what it is
    ends, previous    which of these are behind a number, and which before it
    first, size    where each number begins and how long it is
    """

    def __init__(self, content) -> None:
        self.content = content
        every = np.frombuffer(content.translate(_KIND_OF), np.uint8)
        self.at = np.flatnonzero(every != _DIGIT).astype(np.int32 if len(content) < 2**31 else np.int64)
        self.kinds = every[self.at]
        self.ends = np.flatnonzero(self.kinds <= _COLON).astype(self.at.dtype)
        self.previous = np.concatenate((self.ends[:1] * 0 - 1, self.ends[:-1]))
        self.digits = np.frombuffer(content, np.uint8) - np.uint8(ord("0"))
        stops = self.at[self.ends]
        self.first = np.concatenate((stops[:1] * 0, stops[:-1] + 1))
        self.size = stops - self.first

    def whole_numbers(self, which) -> Any:
        """The numbers `which`, which have digits only, as float64; None if there are others."""
        e, size = self.ends[which], self.size[which]
        if not ((e - self.previous[which] == 1) & (size > 0) & (size <= _MOST_DIGITS)).all():
            return None
        return self._digits(self.at[e], size)

    def numbers(self, which) -> Any:
        """The numbers `which` as float64; None if one of them is none."""
        e, first, size = self.ends[which], self.first[which], self.size[which]
        stop, stop_before = self.at[e], self.at[e - 1]
        inner = e - self.previous[which] - 1
        dot = (inner > 0) & (self.kinds[e - 1] == _DOT)
        usual = inner == dot
        behind = np.where(dot, stop - stop_before - 1, 0)
        before = size - dot - behind
        signed = np.flatnonzero(~usual & (inner - dot == 1))
        signed = signed[(self.kinds[(e - inner)[signed]] == _SIGN) & (self.at[(e - inner)[signed]] == first[signed])]
        usual[signed] = True
        before[signed] -= 1
        count = before + behind
        usual &= (count > 0) & (count <= _MOST_DIGITS)
        if not usual.all():
            before, behind = np.where(usual, before, 0), np.where(usual, behind, 0)
        power = _POWERS[behind]
        values = (self._digits(np.where(dot, stop_before, stop), before) * power + self._digits(stop, behind)) / power
        negative = signed[self.digits[first[signed]] == (ord("-") - ord("0")) % 256]
        values[negative] = -values[negative]
        for i in np.flatnonzero(~usual).tolist():
            try:
                values[i] = float(self.content[first[i] : first[i] + size[i]])
            except ValueError:
                return None
        return values

    def _digits(self, stop, count):
        """The whole numbers of `count` digits before the positions `stop`."""
        values = np.zeros(len(stop))
        for k in range(1, int(count.max(initial=0)) + 1):
            digits = self.digits[stop - k] * _POWERS[k - 1]
            if count.min() < k:
                digits *= count >= k
            values += digits
        return values


def _read_at_once(content):
    words = _Words(content + b"\n")
    kinds = words.kinds[words.ends]
    previous = np.concatenate(([np.uint8(_END)], kinds[:-1]))
    behind_colon = previous == _COLON
    if (behind_colon & (kinds == _COLON)).any():
        return None
    begins = np.flatnonzero(~behind_colon & ((words.size > 0) | (kinds == _COLON)))
    line = np.cumsum(previous == _END)[begins]
    is_label = np.ones(len(begins), bool)
    np.not_equal(line[1:], line[:-1], out=is_label[1:])
    row = np.cumsum(is_label) - 1
    of_columns = begins[~is_label]
    labels, columns = words.numbers(begins[is_label]), words.whole_numbers(of_columns)
    values = np.ones(len(of_columns))
    given = np.flatnonzero(kinds[of_columns] == _COLON)
    given = given[words.size[of_columns[given] + 1] > 0]
    found = words.numbers(of_columns[given] + 1)
    if labels is None or columns is None or found is None:
        return None
    values[given] = found
    starts = np.zeros(len(labels) + 1, np.int64)
    np.cumsum(np.bincount(row[~is_label], minlength=len(labels)), out=starts[1:])
    return Rows(labels.astype(np.float32), columns.astype(np.int64), values.astype(np.float32), starts)
