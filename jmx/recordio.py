"""RecordIO: files of records, with an index or without, and the layout of a labelled image inside of a record.

All numbers are little-endian. A file is a run of parts, each at an offset that is a multiple of four:

    part    0xced7230a u32, kind and length u32 (kind in the upper 3 bits), bytes, zeros up to a multiple of 4

A record is one part of kind 0. Where its bytes hold the magic number at a multiple of four, it is cut there, so that
a search for the magic number finds parts only: kind 1 comes first, kind 3 last, 2 between, and each cut stands for
the four bytes of the magic number. An index is a text file with a line `key<tab>offset` per record.

A labelled image (`pack`) is flag u32, label f32, id u64, id2 u64, then `flag` further labels f32, then the image file.
"""

from __future__ import annotations

import contextlib
import numbers
import os
import re
import stat
import struct
from collections import namedtuple

import numpy as np

from . import _codec
from ._errors.wording import KnownKeywords
from .base import MXNetError

_MAGIC = struct.pack("<I", 0xCED7230A)
_PART = struct.Struct("<4sI")
_LENGTH_BITS = 29
_WHOLE, _FIRST, _MIDDLE, _LAST = range(4)
_SHORT = 1 << 20  # bytes that are read without asking first whether the file has so many


def _local_path(uri):
    scheme, separator, path = uri.partition("://")
    if not separator:
        return uri
    if scheme == "file":
        return path
    raise MXNetError(f"{uri}: record files are read and written on local disks; copy the file here instead of using {scheme}://")


def _open_for_reading(path):
    try:
        file = open(path, "rb")
    except OSError as error:
        raise MXNetError(f'cannot open the record file "{path}": {error.strerror}') from error
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise MXNetError(f'cannot open the record file "{path}": it is a device or a pipe, not a file')
    return file


def _open_for_writing(path, mode):
    # Unbuffered: when write() returns, the record is in the file, and an index written after it never points at nothing.
    try:
        return open(path, mode, buffering=0)
    except OSError as error:
        raise MXNetError(f'cannot write the record file "{path}": {error.strerror}') from error


def _cut(file, size):
    with contextlib.suppress(OSError):
        os.ftruncate(file.fileno(), size)
        os.lseek(file.fileno(), size, os.SEEK_SET)


def _append(file, path, data):
    """Writes all of `data` at the end of `file`, or leaves the file as it was."""
    start = os.lseek(file.fileno(), 0, os.SEEK_CUR)
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(file.fileno(), view) :]
    except BaseException as error:
        _cut(file, start)
        if isinstance(error, OSError):
            raise MXNetError(f'cannot write {len(data)} bytes to "{path}" at byte {start}: {error.strerror}') from error
        raise


def _encode(record):
    """The parts of a record, as one run of bytes."""
    if len(record) >> _LENGTH_BITS:
        raise MXNetError(f"a record holds less than {1 << _LENGTH_BITS} bytes and this one has {len(record)}: split it")
    out, done = [], 0
    for cut in re.finditer(re.escape(_MAGIC), record):
        at = cut.start()
        if at % 4 == 0:
            out += (_PART.pack(_MAGIC, (_MIDDLE if done else _FIRST) << _LENGTH_BITS | at - done), record[done:at])
            done = at + 4
    part_kind = _LAST if done else _WHOLE
    out += (_PART.pack(_MAGIC, part_kind << _LENGTH_BITS | len(record) - done), record[done:], bytes(-len(record) % 4))
    return b"".join(out)


def _decode(file, path):
    """The record at the file's position, or None at its end. Where it is broken, the position stays."""
    head = file.read(_PART.size)
    read = len(head)
    if read == _PART.size:
        magic, length = _PART.unpack(head)
        if magic == _MAGIC and length <= _SHORT:  # a record of one part
            data = file.read(length + -length % 4)
            read += len(data)
            if len(data) - length == -length % 4:
                return data if len(data) == length else data[:length]
    file.seek(-read, os.SEEK_CUR)
    return _decode_parts(file, path)


def _decode_parts(file, path):
    start = at = file.tell()
    size = os.fstat(file.fileno()).st_size
    if start == size:
        return None
    parts = []

    def fail(what):
        file.seek(start)
        place = f"byte {at} of {size}" + (f", in the record at byte {start}" if at != start else "")
        raise MXNetError(f'Invalid RecordIO file "{path}": {what}, at {place}')

    while True:
        if size - at < _PART.size:
            fail(f"a part starts with {_PART.size} bytes and {max(size - at, 0)} are left")
        magic, word = _PART.unpack(file.read(_PART.size))
        if magic != _MAGIC:
            fail(f"expected the magic number 0xced7230a and found 0x{int.from_bytes(magic, 'little'):08x}")
        part_kind, length = word >> _LENGTH_BITS, word & (1 << _LENGTH_BITS) - 1
        if part_kind not in ((_MIDDLE, _LAST) if parts else (_WHOLE, _FIRST)):
            expected = "a further part (2 or 3)" if parts else "the start of a record (0 or 1)"
            fail(f"expected {expected} and found a part of kind {part_kind}")
        padded = length + -length % 4
        if padded > size - at - _PART.size:
            fail(f"a part of {padded} bytes is announced and {size - at - _PART.size} are left")
        data = file.read(padded)
        if len(data) != padded:
            fail(f"the file became shorter while it was read: {len(data)} of {padded} bytes came")
        parts.append(data[:length])
        at += _PART.size + padded
        if part_kind in (_WHOLE, _LAST):
            return _MAGIC.join(parts)


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

    def __init__(self, uri, flag):
        self.uri = os.fspath(uri)
        self.handle = None
        self.flag = flag
        self.pid = None
        self.is_open = False
        self.open()

    def open(self):
        """Opens the file: at the first record to read, emptied to write."""
        if self.flag not in ("w", "r"):
            raise ValueError(f"Invalid flag {self.flag}: 'r' reads a record file, 'w' writes a new one")
        path = _local_path(self.uri)
        self.handle = _open_for_writing(path, "wb") if self.flag == "w" else _open_for_reading(path)
        self.writable = self.flag == "w"
        self.pid = os.getpid()
        self.is_open = True

    def __del__(self):
        self.close()

    def __getstate__(self):
        was_open = self.is_open
        self.close()
        state = dict(self.__dict__, is_open=was_open)
        del state["handle"]
        return state

    def __setstate__(self, state):
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

    def close(self):
        """Closes the file; closing twice does nothing."""
        if not self.is_open:
            return
        self.is_open = False
        self.pid = None
        self.handle.close()
        self.handle = None

    def reset(self):
        """Goes back to the first record. A file being written is emptied."""
        self.close()
        self.open()

    def write(self, buf):
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
        self._need(True, "write()")
        self._check_pid()
        if not isinstance(buf, (bytes, bytearray, memoryview)):
            raise TypeError(f"a record is written from bytes, and this is {type(buf).__name__}")
        _append(self.handle, self.uri, _encode(bytes(buf)))

    def read(self):
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
        return _decode(self.handle, self.uri)


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

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path = idx_path
        self.idx = {}
        self.keys = []
        self.key_type = key_type
        self.fidx = None
        super().__init__(uri, flag)

    def open(self):
        """Opens both files and reads the index, or empties both to write."""
        if self.flag == "w":
            # Both are opened before either is emptied: a path that fails costs no data.
            _open_for_writing(_local_path(self.uri), "ab").close()
            self.fidx = open(self.idx_path, "a", encoding="utf-8", newline="\n")
            super().open()
            self.fidx.truncate(0)
            self.fidx.seek(0)
            self.idx, self.keys = {}, []
            return
        super().open()
        try:
            self.fidx = open(self.idx_path, self.flag, encoding="utf-8")
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

    def close(self):
        """Closes both files; closing twice does nothing."""
        super().close()
        if self.fidx is not None:
            self.fidx.close()

    def __getstate__(self):
        return {**super().__getstate__(), "fidx": None}

    def seek(self, idx):
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

    def tell(self):
        """The offset at which the next record will be written, as int."""
        self._need(True, "tell()")
        if not self.is_open:
            self._check_pid()
        return self.handle.tell()

    def read_idx(self, idx):
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
        return self.read()

    def write_idx(self, idx, buf):
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
        self._need(True, "write_idx()")
        self._check_pid()
        key = self.key_type(idx)
        text = str(key)
        if not text or text != text.strip() or set(text) & set("\t\r\n"):
            raise ValueError(f"the key {text!r} does not fit the index: it is empty, or has a tab, a line break or outer blanks")
        position, end = self.handle.tell(), os.fstat(self.fidx.fileno()).st_size
        try:
            self.write(buf)
            _append(self.fidx, self.idx_path, f"{text}\t{position}\n".encode())
        except BaseException:
            _cut(self.handle, position)
            _cut(self.fidx, end)
            raise
        self.idx[key] = position
        self.keys.append(key)


IRHeader = namedtuple("HEADER", ["flag", "label", "id", "id2"])
IRHeader.__doc__ = """What comes with an image in a record: its label and its number.

Parameters
----------
flag : int
    The number of labels in an array, 0 for a single one. `pack` sets it.
label : float or array of float32
    One label, or several.
id : int
    The number of the image.
id2 : int
    The upper half of a longer number, mostly 0.

Examples
--------
>>> header = mx.recordio.IRHeader(0, 3.0, 7, 0)
>>> header.label, header.id
(3.0, 7)
"""

_IR_HEADER = struct.Struct("<IfQQ")


def pack(header, s):
    """A header and the bytes of an image file (or any others) as one record.

    Parameters
    ----------
    header : IRHeader, or a tuple of flag, label, id, id2
        `label` is a number or an array; `flag` is set according to it.
    s : bytes
        What follows the header, mostly the content of an image file.

    Returns
    -------
    bytes
        The record, for `MXRecordIO.write`.

    Raises
    ------
    TypeError
        `s` is not bytes.
    struct.error
        A number of the header is out of range.

    Examples
    --------
    >>> record = mx.recordio.pack(mx.recordio.IRHeader(0, [1, 2], 7, 0), b"content")
    >>> header, content = mx.recordio.unpack(record)
    >>> header.flag, header.label, header.id, content
    (2, array([1., 2.], dtype=float32), 7, b'content')
    """
    header = IRHeader(*header)
    if isinstance(header.label, numbers.Number):
        header = header._replace(flag=0)
    else:
        label = np.asarray(header.label, dtype="<f4")
        header = header._replace(flag=label.size, label=0)
        s = label.tobytes() + s
    return _IR_HEADER.pack(*header) + s


def unpack(s):
    """The header and the bytes that `pack` put into a record.

    Parameters
    ----------
    s : bytes
        The record.

    Returns
    -------
    (IRHeader, bytes)
        The header, whose `label` is a float, or a read-only float32 array of `flag` labels; and what follows it.

    Raises
    ------
    MXNetError
        The record is shorter than its header says.

    Examples
    --------
    >>> record = mx.recordio.pack((0, 4.0, 7, 0), b"content")
    >>> mx.recordio.unpack(record)
    (HEADER(flag=0, label=4.0, id=7, id2=0), b'content')
    """
    if len(s) < _IR_HEADER.size:
        raise MXNetError(f"a packed record starts with a header of {_IR_HEADER.size} bytes and this one has {len(s)}")
    header = IRHeader(*_IR_HEADER.unpack_from(s))
    s = s[_IR_HEADER.size :]
    if header.flag > 0:
        if 4 * header.flag > len(s):
            raise MXNetError(f"the header announces {header.flag} labels, {4 * header.flag} bytes, and {len(s)} bytes follow it")
        header = header._replace(label=np.frombuffer(s, np.float32, header.flag))
        s = s[4 * header.flag :]
    return header, s


def unpack_img(s, iscolor=-1):
    """The header and the image of a record.

    Parameters
    ----------
    s : bytes
        A record that `pack_img` made, or `pack` from an image file.
    iscolor : int, default -1
        OpenCV's reading mode: -1 as in the file, 0 grey, 1 colour. Other modes are OpenCV's, too.

    Returns
    -------
    (IRHeader, numpy.ndarray)
        The image has shape (height, width) or (height, width, channels) in the order blue, green, red[, alpha], and is uint8 or
        uint16. It is None where it cannot be decoded, as OpenCV answers.

    Raises
    ------
    MXNetError
        The record is damaged or has no image, or OpenCV is missing.

    Examples
    --------
    >>> picture = np.full((2, 3, 3), [255, 128, 0], np.uint8)
    >>> record = mx.recordio.pack_img((0, 4.0, 7, 0), picture, quality=9, img_fmt=".png")
    >>> header, image = mx.recordio.unpack_img(record)
    >>> header.label, image.shape, image[0, 0].tolist()
    (4.0, (2, 3, 3), [255, 128, 0])
    >>> header, grey = mx.recordio.unpack_img(record, iscolor=0)
    >>> grey.shape
    (2, 3)
    """
    header, s = unpack(s)
    if not s:
        raise MXNetError(f"the record with id {header.id} holds a header and no image")
    return header, _codec.decode(s, iscolor)


def pack_img(header, img, quality=95, img_fmt=".jpg"):
    """A header and an image, encoded, as one record.

    Parameters
    ----------
    header : IRHeader, or a tuple of flag, label, id, id2
        Label and number, see `pack`.
    img : numpy.ndarray
        (height, width) or (height, width, 1, 3 or 4), blue first; uint8.
    quality : int, default 95
        Of JPEG 0-100; of PNG the compression 0-9, and more means 9.
    img_fmt : str, default '.jpg'
        ".jpg", ".jpeg", ".png" or ".bmp"; or another ending that OpenCV knows.

    Returns
    -------
    bytes
        The record.

    Raises
    ------
    MXNetError
        The image cannot be encoded, or OpenCV is missing.

    Examples
    --------
    JPEG changes the pixels a little, PNG keeps them.

    >>> picture = np.zeros((8, 8, 3), np.uint8)
    >>> record = mx.recordio.pack_img(mx.recordio.IRHeader(0, 1.0, 0, 0), picture, quality=9, img_fmt=".png")
    >>> header, content = mx.recordio.unpack(record)
    >>> content[:4]
    b'\\x89PNG'
    >>> bool((mx.recordio.unpack_img(record)[1] == picture).all())
    True
    """
    return pack(header, _codec.encode(img, quality, img_fmt))
