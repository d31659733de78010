"""The layout of a labelled image inside of a record.

A labelled image (`pack`) is flag u32, label f32, id u64, id2 u64, then `flag` further labels f32, then the image file.
All numbers are little-endian.
"""

from __future__ import annotations

import numbers
import struct
from collections import namedtuple
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _codec
from ..base import MXNetError

if TYPE_CHECKING:
    from .._typing import Int, NumPyArray

__all__ = ["IRHeader", "pack", "pack_img", "unpack", "unpack_img"]

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

_IR_FORMAT = "IfQQ"
_IR_HEADER = struct.Struct(f"<{_IR_FORMAT}")
_IR_SIZE = _IR_HEADER.size


def pack(header: IRHeader | tuple[Any, ...], s: bytes) -> bytes:
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
    _, label, number, number2 = header if type(header) is IRHeader else IRHeader(*header)
    if type(label) is float or isinstance(label, numbers.Number):
        return _IR_HEADER.pack(0, label, number, number2) + s
    labels = np.asarray(label, dtype="<f4")
    return _IR_HEADER.pack(labels.size, 0, number, number2) + labels.tobytes() + s


def unpack(s: bytes) -> tuple[IRHeader, bytes]:
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
    flag, label, number, number2, content = parts(s)
    return IRHeader(flag, label, number, number2), content


def parts(s: Any) -> tuple[int, Any, int, int, Any]:
    """As `unpack`: flag, label, both halves of the number, and what follows them."""
    if len(s) < _IR_SIZE:
        raise MXNetError(f"a packed record starts with a header of {_IR_SIZE} bytes and this one has {len(s)}")
    flag, label, number, number2 = _IR_HEADER.unpack_from(s)
    s = s[_IR_SIZE:]
    if flag > 0:
        if 4 * flag > len(s):
            raise MXNetError(f"the header announces {flag} labels, {4 * flag} bytes, and {len(s)} bytes follow it")
        label = np.frombuffer(s, np.float32, flag)
        s = s[4 * flag :]
    return flag, label, number, number2, s


def unpack_img(s: bytes, iscolor: Int = -1) -> Any:
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


def pack_img(header: IRHeader | tuple[Any, ...], img: NumPyArray, quality: Int = 95, img_fmt: str = ".jpg") -> bytes:
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
