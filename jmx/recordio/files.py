"""The classes of record files: records one after another, or by their keys in an index."""

from __future__ import annotations

import os
from typing import Any, Literal

from .._errors.wording import KnownKeywords
from .._files.reading import open_file
from ..base import MXNetError
from .format import append, cut_off, decode, encode, local_path, open_for_reading, open_for_writing

__all__ = ["MXIndexedRecordIO", "MXRecordIO"]


class MXRecordIO(KnownKeywords):
    """A file of records, written or read one after another.

    A record is any bytes. The layout is the one of MXNet, which each of the two reads of the other.

    Parameters
    ----------
    uri : str
        Path of the file.
    flag : {'w', 'r'}
        'w' empties the file and writes, 'r' reads.

    Raises
    ------
    ValueError
        For another flag.
    MXNetError
        The file cannot be opened.

    Notes
    -----
    A pickled reader opens its file anew, at the first record. A pickled writer does too, and so empties the file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = mx.recordio.MXRecordIO(f"{folder}/words.rec", "w")
    ...     for word in (b"one", b"two"):
    ...         record.write(word)
    ...     record.close()
    ...     record = mx.recordio.MXRecordIO(f"{folder}/words.rec", "r")
    ...     print(record.read(), record.read(), record.read())
    ...     record.reset()
    ...     print(record.read())
    ...     record.close()
    b'one' b'two' None
    b'one'
    """

    is_open = False
    #: of a file that is written, how long it is
    _end = 0

    def __init__(self, uri: str, flag: Literal["w", "r"] | str) -> None:
        self.uri = os.fspath(uri)
        self.handle = None
        self.flag = flag
        self.pid = None
        self.is_open = False
        self.open()

    def open(self) -> None:
        """Opens the file: at the first record to read, emptied to write."""
        if self.flag not in ("w", "r"):
            raise ValueError(f"Invalid flag {self.flag}: 'r' reads a record file, 'w' writes a new one")
        path = local_path(self.uri)
        self.handle = open_for_writing(path, "wb") if self.flag == "w" else open_for_reading(path)
        self.writable = self.flag == "w"
        self._end = 0
        self.pid = os.getpid()
        self.is_open = True

    def __del__(self) -> None:
        self.close()

    def __getstate__(self):
        was_open = self.is_open
        self.close()
        state = dict(self.__dict__, is_open=was_open)
        del state["handle"]
        return state

    def __setstate__(self, state) -> None:
        self.__dict__ = dict(state, handle=None, is_open=False)
        if state["is_open"]:
            self.open()

    def _check_pid(self, allow_reset=False):
        if self.pid == os.getpid():
            return
        if allow_reset:
            self.reset()
        elif not self.is_open:
            raise RuntimeError(f'the record file "{self.uri}" is closed: open it with reset()')
        else:
            raise RuntimeError(
                f'Forbidden operation in multiple processes: "{self.uri}" was opened by another process; call reset() in this one'
            )

    def _need(self, writable, what):
        if self.writable != writable:
            raise AssertionError(
                f'{what} is for a file opened with "{"w" if writable else "r"}", and "{self.uri}" was opened with "{self.flag}"'
            )

    def close(self) -> None:
        """Closes the file; closing twice does nothing."""
        if not self.is_open:
            return
        self.is_open = False
        self.pid = None
        self.handle.close()
        self.handle = None

    def reset(self) -> None:
        """Goes back to the first record. A file being written is emptied."""
        self.close()
        self.open()

    def write(self, buf: bytes) -> None:
        """Appends a record.

        Parameters
        ----------
        buf : bytes
            The record, shorter than 2**29 bytes.

        Raises
        ------
        TypeError
            For anything but bytes.
        MXNetError
            The record is too long, or the disk refuses it; the file then is as before.
        RuntimeError
            In another process than the one that opened the file.
        """
        if not self.writable or self.pid != os.getpid():
            self._need(True, "write()")
            self._check_pid()
        if not isinstance(buf, (bytes, bytearray, memoryview)):
            raise TypeError(f"a record is written from bytes, and this is {type(buf).__name__}")
        self._append(bytes(buf))

    def _append(self, record: bytes) -> None:
        content = encode(record)
        append(self.handle, self.uri, content, self._end)
        self._end += len(content)

    def read(self) -> bytes | None:
        """The next record as bytes, or None after the last one.

        Raises
        ------
        MXNetError
            The file is damaged or cut off; the message names the byte.
        RuntimeError
            In another process than the one that opened the file.
        """
        if self.writable or self.pid != os.getpid():
            self._need(False, "read()")
            self._check_pid()
        return decode(self.handle, self.uri)


class MXIndexedRecordIO(MXRecordIO):
    """A file of records with an index, read in any order by key.

    The index is a text file with a line `key<tab>offset` for each record. `keys` lists the keys in its order, `idx` maps a key
    to the offset of its record.

    Parameters
    ----------
    idx_path : str
        Path of the index.
    uri : str
        Path of the file of records.
    flag : {'w', 'r'}
        'w' empties both files and writes, 'r' reads.
    key_type : type, default int
        Makes a key from the text in the index.

    Raises
    ------
    ValueError
        For another flag.
    MXNetError
        The file of records cannot be opened, or a line of the index is damaged.
    OSError
        The index cannot be opened.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record = mx.recordio.MXIndexedRecordIO(f"{folder}/words.idx", f"{folder}/words.rec", "w")
    ...     for key, word in enumerate([b"zero", b"one", b"two"]):
    ...         record.write_idx(key, word)
    ...     record.close()
    ...     record = mx.recordio.MXIndexedRecordIO(f"{folder}/words.idx", f"{folder}/words.rec", "r")
    ...     print(record.keys, record.read_idx(2), record.read_idx(0))
    ...     record.close()
    [0, 1, 2] b'two' b'zero'
    """

    fidx = None  # also where a constructor fails
    #: of an index that is written, how long it is
    _index_end = 0

    def __init__(self, idx_path: str, uri: str, flag: Literal["w", "r"] | str, key_type: type[Any] = int) -> None:
        self.idx_path = idx_path
        self.idx: dict[Any, int] = {}
        self.keys: list[Any] = []
        self.key_type = key_type
        self.fidx = None
        super().__init__(uri, flag)

    def open(self) -> None:
        """Opens both files and reads the index, or empties both to write."""
        if self.flag == "w":
            # Both are opened before either is emptied: a path that fails costs no data.
            open_for_writing(local_path(self.uri), "ab").close()
            self.fidx = open(self.idx_path, "ab", buffering=0)
            super().open()
            self.fidx.truncate(0)
            self.fidx.seek(0)
            self._index_end = 0
            self.idx, self.keys = {}, []
            return
        super().open()
        try:
            self.fidx = open_file(self.idx_path, mode=self.flag, encoding="utf-8")
            self._read_index()
        except BaseException:
            self.close()
            raise

    def _read_index(self):
        self.idx, self.keys = {}, []
        number = 0
        try:
            for number, line in enumerate(self.fidx, 1):  # noqa: B007 - the handler below names the line
                text, position = line.strip().split("\t")[:2]
                key, position = self.key_type(text), int(position)
                if position < 0:
                    raise ValueError(f"the offset {position} is negative")
                self.idx[key] = position
                self.keys.append(key)
        except ValueError as error:
            raise MXNetError(
                f'Invalid index "{self.idx_path}": line {max(number, 1)} is not a key of type '
                f"{getattr(self.key_type, '__name__', self.key_type)}, a tab and an offset: {error}"
            ) from error

    def close(self) -> None:
        """Closes both files; closing twice does nothing."""
        super().close()
        if self.fidx is not None:
            self.fidx.close()

    def __getstate__(self):
        return {**super().__getstate__(), "fidx": None}

    def seek(self, idx: Any) -> None:
        """Makes the record of the key `idx` the next one to read.

        In another process than the one that opened the files, they are opened anew.

        Parameters
        ----------
        idx : key_type
            The key.

        Raises
        ------
        KeyError
            There is no such key.
        MXNetError
            The index points outside of the file.
        """
        self._need(False, "seek()")
        self._check_pid(allow_reset=True)
        position = self.idx[idx]
        size = os.fstat(self.handle.fileno()).st_size
        if position >= size:
            raise MXNetError(
                f'the index "{self.idx_path}" has key {idx!r} at byte {position} and "{self.uri}" has '
                f"{size} bytes: the two files do not belong together, or the records were cut off"
            )
        self.handle.seek(position)

    def tell(self) -> int:
        """The offset at which the next record will be written, as int."""
        self._need(True, "tell()")
        if not self.is_open:
            self._check_pid()
        return self.handle.tell()

    def read_idx(self, idx: Any) -> bytes:
        """The record of the key `idx`, as bytes.

        Parameters
        ----------
        idx : key_type
            The key.

        Raises
        ------
        KeyError, MXNetError, RuntimeError
            As `seek` and `read` do.
        """
        self.seek(idx)
        record: Any = self.read()  # never None where a record begins
        return record

    def write_idx(self, idx: Any, buf: bytes) -> None:
        """Appends a record and its line in the index; both are written or neither.

        Parameters
        ----------
        idx : key_type
            The key; as text it holds no tab and no line break.
        buf : bytes
            The record.

        Raises
        ------
        ValueError
            The key does not fit a line of the index.
        TypeError, MXNetError, RuntimeError
            As `write` does.
        """
        if not self.writable or self.pid != os.getpid():
            self._need(True, "write_idx()")
            self._check_pid()
        key = self.key_type(idx)
        text = str(key)
        if not text.isalnum() and (not text or text != text.strip() or set(text) & set("\t\r\n")):
            raise ValueError(f"the key {text!r} does not fit the index: it is empty, or has a tab, a line break or outer blanks")
        position, end = self._end, self._index_end
        line = f"{text}\t{position}\n".encode()
        try:
            if type(self).write is MXRecordIO.write and type(buf) is bytes:
                self._append(buf)
            else:
                self.write(buf)
            append(self.fidx, self.idx_path, line, end)
            self._index_end = end + len(line)
        except BaseException:
            cut_off(self.handle, position)
            cut_off(self.fidx, end)
            self._end = position
            raise
        if type(self).write is not MXRecordIO.write:
            self._end = self.handle.tell()  # whatever that wrote
        self.idx[key] = position
        self.keys.append(key)
