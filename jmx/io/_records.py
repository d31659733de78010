"""Where an iterator over record files gets its records from: the files in order, or by an index, whole or one part of them."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

from .._files.reading import open_file
from ..base import MXNetError
from ..recordio.format import MAGIC, decode, local_path, open_for_reading, small_records
from ._mersenne import Mersenne

if TYPE_CHECKING:
    from collections.abc import Iterator


_WINDOW = 8 << 20  # bytes that MXNet reads at once, and within which it shuffles
#: records of fewer bytes are read many at once
_SMALL = 1 << 13
_FIXED_PARTS = 666  # what MXNet adds to the seed of the order of pieces


def record_files(name, uri) -> list[str]:
    """The files that `uri` names: one, several with semicolons between, or all in a folder in the order of their names."""
    files = []
    for one in uri.split(";"):
        path = local_path(one)
        if os.path.isdir(path):
            inside = (os.path.join(path, entry) for entry in sorted(os.listdir(path)))
            files += [entry for entry in inside if os.path.isfile(entry)]
        elif os.path.exists(path):
            files.append(path)
        else:
            raise MXNetError(f'{name}: cannot open the record file "{path}": No such file or directory')
    files = [path for path in files if os.path.getsize(path)]
    if not files:
        raise MXNetError(f"{name}: {uri} holds no records: the file or folder is empty")
    return files


def _next_start(file, position, size):
    """Where the first record at or after `position` starts, or `size`."""
    position += -position % 4
    file.seek(position)
    kept = b""
    while True:
        block = file.read(1 << 16)
        if not block:
            return size
        content = kept + block
        base = position - len(kept)
        at = content.find(MAGIC)
        while at >= 0 and at + 8 <= len(content):
            if (base + at) % 4 == 0 and content[at + 7] >> 5 in (0, 1):
                return base + at
            at = content.find(MAGIC, at + 1)
        position += len(block)
        kept = content[-11:]


class _Files:
    """Opened files, each when it is needed."""

    def __init__(self, paths):
        self.paths, self.number, self.file = paths, None, None

    def at(self, number, position):
        """File `number`, to be read from byte `position` on."""
        if self.number != number:
            self.close()
            self.file, self.number = open_for_reading(self.paths[number]), number
        if self.file.tell() != position:
            self.file.seek(position)
        return self.file

    def close(self):
        if self.file is not None:
            self.file.close()
        self.file = self.number = None


class RecordFiles:
    """Part `part` of `parts` of record files, split where MXNet splits them.

    Parameters
    ----------
    name : str
        Of the iterator, for messages.
    paths : list of str
    part, parts : int
    shuffle : bool
        Records change places within windows of 8 MB.
    seed : int
        Of the order.
    pieces : int
        Read the part in so many pieces, which change places.
    pieces_seed : int
        Of their order.
    """

    def __init__(self, name, paths, part, parts, shuffle=False, seed=0, pieces=1, pieces_seed=0) -> None:
        self.name, self.paths, self.shuffle = name, paths, shuffle
        self.apart = shuffle  # MXNet decodes them apart from a batch, and counts them from the batch size on
        self.sizes = [os.path.getsize(path) for path in paths]
        for path, size in zip(paths, self.sizes):
            if size % 4:
                raise MXNetError(f'{name}: "{path}" is no record file, or was cut off: it has {size} bytes, and records end at '
                                 "multiples of 4")  # fmt: skip
        self.pieces, self.part, self.parts = pieces, part, parts
        self.random = Mersenne(seed)
        self.pieces_random, self.order = Mersenne(_FIXED_PARTS + part + parts + pieces + pieces_seed), list(range(pieces))
        self.mark = None

    def _boundary(self, number, parts):
        """(file, position) of the first record of part `number` of `parts`."""
        total = sum(self.sizes)
        step = -(-total // parts)
        offset = min((step + -step % 4) * number, total)
        index = 0
        while index < len(self.sizes) and offset >= self.sizes[index]:
            offset -= self.sizes[index]
            index += 1
        if not offset:
            return index, 0
        size = self.sizes[index]
        with open_for_reading(self.paths[index]) as file:
            start = _next_start(file, offset, size)
        return (index, start) if start < size else (index + 1, 0)

    def _read(self, part, parts):
        """(record, file, byte, bytes since the first record's start) of every record of a part."""
        (index, position), end = self._boundary(part, parts), self._boundary(part + 1, parts)
        files, start = _Files(self.paths), sum(self.sizes[:index]) + position
        try:
            while (index, position) < end:
                file, path = files.at(index, position), self.paths[index]
                before, limit = sum(self.sizes[:index]) - start, end[1] if index == end[0] else math.inf
                while position < limit and (record := decode(file, path)) is not None:
                    yield record, path, position, before + position
                    position = file.tell()
                    if len(record) < _SMALL:
                        for small, at, behind in small_records(file, position, limit):
                            yield small, path, at, before + at
                            position = behind
                if position < limit:
                    index, position = index + 1, 0
        finally:
            files.close()

    def restore(self, mark) -> None:
        """Go on as from `mark`, what `self.mark` was in an earlier pass: its first records were read, and no more."""
        random, pieces_random, self.order = mark
        self.random.restore(random)
        self.pieces_random.restore(pieces_random)

    def place(self) -> dict[str, Any]:
        """Where the random numbers of the orders are, as a value of JSON."""
        return {"random": self.random.as_json(), "pieces": self.pieces_random.as_json(), "order": list(self.order)}

    def go_to(self, place: Any) -> None:
        """Give the next pass the order of that before which `place` was called; ValueError, KeyError or TypeError if damaged."""
        order = place["order"]
        if type(order) is not list or sorted(order) != list(range(self.pieces)):
            raise ValueError("the pieces of the records are others")
        self.random.from_json(place["random"])
        self.pieces_random.from_json(place["pieces"])
        self.order = order

    def read(self) -> Any:
        """One pass: (record, file, byte, its number among the records that MXNet reads at once)."""
        self.mark = None
        if self.pieces > 1:
            self.pieces_random.shuffle(self.order)
        order = list(self.order)
        for piece in order:
            for window in self._windows(self._read(self.part * self.pieces + piece, self.parts * self.pieces)):
                if self.shuffle:
                    self.random.shuffle(window)
                if self.mark is None:
                    self.mark = self.random.state(), self.pieces_random.state(), list(self.order)
                yield from window

    @staticmethod
    def _windows(records):
        """The records in lists as MXNet reads them; those before a broken one come before the error."""
        # MXNet reads so many bytes, and leaves the record that starts last among them to the next time.
        window, start, before, failure = [], 0, 0, None
        try:
            for record, path, position, at in records:
                if at - start > _WINDOW - 8 and len(window) > 1:
                    held, start = window.pop(), before
                    yield window
                    window = [(*held[:3], 0)]
                window.append((record, path, position, len(window)))
                before = at
        except MXNetError as error:
            failure = error
        yield window
        if failure is not None:
            raise failure


class IndexedRecords:
    """Part `part` of `parts` of the records that an index lists, in the order of their offsets or in random order.

    Parameters
    ----------
    name : str
        Of the iterator, for messages.
    path, index : str
        The record file and its index.
    part, parts : int
    shuffle : bool
        Any record may come at any place.
    seed : int
        Of the order.
    """

    apart = False

    def __init__(self, name, path, index, part, parts, shuffle, seed) -> None:
        self.path, self.shuffle = path, shuffle
        size = os.path.getsize(path)
        offsets = []
        line = b""
        try:
            with open_file(index) as file:
                for line in file:
                    columns = line.split()
                    if columns:
                        offsets.append(int(columns[1]))
        except OSError as error:
            raise MXNetError(f'{name}: cannot open the index "{index}": {error.strerror}') from error
        except (ValueError, IndexError) as error:
            what = f"has a line that is not a key, a tab and an offset: {line[:80]!r}"
            raise MXNetError(f'{name}: the index "{index}" {what}') from error
        offsets.sort()
        if offsets and not 0 <= offsets[0] <= offsets[-1] < size:
            outside = offsets[0] if offsets[0] < 0 else offsets[-1]
            raise MXNetError(f'{name}: the index "{index}" points at byte {outside} and "{path}" has {size} bytes: the two '
                             "files do not belong together, or the records were cut off")  # fmt: skip
        step = -(-len(offsets) // parts)
        self.offsets = offsets[step * part : step * (part + 1)]
        self.random, self.mark = Mersenne(seed), None

    def restore(self, mark) -> None:
        """As `RecordFiles.restore`."""
        self.random.restore(mark)

    def place(self) -> dict[str, Any]:
        """As `RecordFiles.place`."""
        return {"random": self.random.as_json()}

    def go_to(self, place: Any) -> None:
        """As `RecordFiles.go_to`."""
        self.random.from_json(place["random"])

    def read(self) -> Iterator[tuple[bytes, str, int, int]]:
        """As `RecordFiles.read`; MXNet reads as many as fit into a batch, so every number is 0."""
        order = self.offsets
        if self.shuffle:
            order = list(order)
            self.random.shuffle(order)
        self.mark = self.random.state()
        files = _Files([self.path])
        try:
            for offset in order:
                yield decode(files.at(0, offset), self.path), self.path, offset, 0
        finally:
            files.close()
