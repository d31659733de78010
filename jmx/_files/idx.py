"""The idx files of bytes that MNIST and its relatives come in."""

import gzip
import math
import os
import struct
import zlib

import numpy as np

from ..base import MXNetError
from .reading import open_file

#: the most bytes that gzip makes of one
_MOST_RATIO = 1032


def read_idx(path: str, magic: int, whole: bool = False, remedy: str = "") -> np.ndarray:
    """The array in an idx file of bytes, packed with gzip or not.

    Parameters
    ----------
    path : str
    magic : int
        The number that the file begins with, 2049 for labels and 2051 for images.
    whole : bool
        Nothing may follow the array.
    remedy : str
        What error messages end with.

    Raises
    ------
    MXNetError
        The file is missing, another one, damaged or cut short.
    """
    dims = magic & 255
    try:
        with open_file(path) as raw:
            packed, bytes_of_file = raw.read(2) == b"\x1f\x8b", os.fstat(raw.fileno()).st_size
        with gzip.open(path) if packed else open(path, "rb") as stream:
            head = stream.read(4 + 4 * dims)
            if len(head) < 4 + 4 * dims or struct.unpack_from(">I", head)[0] != magic:
                raise MXNetError(f"{path} is not an idx file of {dims}-dimensional bytes (invalid mnist format){remedy}")
            shape = struct.unpack_from(f">{dims}I", head, 4)
            size = math.prod(shape)
            content = stream.read(size) if size <= bytes_of_file * (_MOST_RATIO if packed else 1) else b""
            follows = bool(stream.read(1))  # at its end, gzip compares its checksum
    except (OSError, EOFError, zlib.error) as error:
        raise MXNetError(f"{path} cannot be read ({error}){remedy}") from error
    if len(content) < size or not size:
        raise MXNetError(f"{path} is cut short: its header promises {shape}, which is {size} bytes of data{remedy}")
    if whole and follows:
        raise MXNetError(f"{path} has more bytes of data than its header promises, {shape}{remedy}")
    return np.frombuffer(content, np.uint8).reshape(shape)
