"""How many pixels the header of an image file announces, before anything is decoded."""

from __future__ import annotations

import re
import struct

# Numbers in headers of text are where OpenCV finds them: after comments of any length, which end with their line. The byte behind
# a number is taken with it, even where it would begin a comment.
_PNM = re.compile(rb"P[1-6](?:#[^\n\r]*[\n\r]|[^0-9#])*+(\d+)[^0-9](?:#[^\n\r]*[\n\r]|[^0-9#])*+(\d+)")
_PFM = re.compile(rb"P[Ff]\n[+]?(\d+)\S{0,2047}\s[+]?(\d+)")
_PAM = re.compile(rb"^[ \t]*(WIDTH|HEIGHT)\s+(\d+)", re.MULTILINE)
_HDR = re.compile(rb"\n[-+]Y\s*[+]?(\d+)\s*[-+]X\s*[+]?(\d+)")
#: digits of a number that OpenCV may take, leading zeros aside
_MOST_DIGITS = 18
#: parts of a JPEG file that are passed over, or bytes between them
_PARTS = 1 << 16
_JPEG_PART = struct.Struct(">BBH").unpack_from


def announced(data, start=None) -> tuple[int, int]:
    """(width, height) that an image file says it has, or (0, 0) where its kind is not known or the header is cut off.

    PNG, JPEG, GIF, BMP, WebP, TIFF, JPEG 2000, AVIF, PNM and its relatives, Radiance HDR, EXR and Sun raster files are known: all
    that OpenCV reads without libraries of the system. Where a file has several sizes it is the largest. `data` is a memoryview or
    bytes, and `start` its first 64 bytes where they are at hand.
    """
    size = _reader(bytes(data[:64]) if start is None else start)
    if size is None:
        return 0, 0
    try:
        return size(data)
    except struct.error:  # cut off
        return 0, 0


def recognized(start) -> bool:
    """Whether a file that begins with these bytes, 64 of them if it has as many, is of a kind that `announced` knows."""
    return _reader(start) is not None


def _reader(start):
    for magic, size in _SIZES:
        if start.startswith(magic):
            return size
    if start[4:8] == b"ftyp":
        return _avif if b"avif" in start[8:] or b"avis" in start[8:] else None
    return _jp2 if start[4:8] in (b"jP  ", b"jP\x1a\x1a") else None


def _png(data):
    return struct.unpack_from(">II", data, 16) if data[12:16] == b"IHDR" else (0, 0)


def _jpeg(data):
    at = 2
    for _ in range(_PARTS):
        mark, marker, length = _JPEG_PART(data, at)
        if mark != 0xFF or marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        elif marker == 0xDA:  # pixels begin, and their number is still unknown
            return 0, 0
        else:
            at += 2 + length
    return 0, 0


def _gif(data):
    return struct.unpack_from("<HH", data, 6)


def _bmp(data):
    if struct.unpack_from("<I", data, 14)[0] == 12:  # of OS/2
        return struct.unpack_from("<HH", data, 18)
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _webp(data):
    kind = bytes(data[12:16])
    if kind == b"VP8X":
        low_width, high_width, low_height, high_height = struct.unpack_from("<HBHB", data, 24)
        return (low_width | high_width << 16) + 1, (low_height | high_height << 16) + 1
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind != b"VP8 ":
        return 0, 0
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


#: TIFF's kinds of whole numbers that are not of 32 bits
_TIFF_NUMBERS = {1: "B", 3: "H", 6: "B", 8: "H", 16: "Q", 17: "Q"}


def _tiff(data):
    """The largest of the first pages and tiles."""
    order = "<" if bytes(data[:1]) == b"I" else ">"
    if struct.unpack_from(order + "H", data, 2)[0] == 43:  # BigTIFF
        offset, count, entry = "Q", "Q", struct.Struct(order + "HHQQ")
        (at,) = struct.unpack_from(order + "Q", data, 8)
    else:
        offset, count, entry = "I", "H", struct.Struct(order + "HHII")
        (at,) = struct.unpack_from(order + "I", data, 4)
    found = []
    for _ in range(16):
        if not at:
            break
        try:
            (entries,) = struct.unpack_from(order + count, data, at)
            at += struct.calcsize(count)
            sizes = dict.fromkeys((256, 257, 322, 323), 0)
            for number in range(min(entries, 4096)):
                tag, kind, _, _ = entry.unpack_from(data, at + number * entry.size)
                if tag in sizes:
                    place = at + (number + 1) * entry.size - struct.calcsize(offset)
                    value = struct.unpack_from(order + _TIFF_NUMBERS.get(kind, "I"), data, place)[0]
                    sizes[tag] = max(sizes[tag], value)
            found += [(sizes[256], sizes[257]), (sizes[322], sizes[323])]
            (at,) = struct.unpack_from(order + offset, data, at + entries * entry.size)
        except struct.error:
            break
    return _largest(found)


def _boxes(data, at=0, end=None):
    """(kind, start, end) of the boxes that a file or a box consists of."""
    end = len(data) if end is None else end
    while at + 8 <= end:
        length, kind, start = struct.unpack_from(">I", data, at)[0], bytes(data[at + 4 : at + 8]), at + 8
        if length == 1:
            length, start = struct.unpack_from(">Q", data, start)[0], start + 8
        following = end if length == 0 else at + length
        if following < start:
            return
        yield kind, start, min(following, end)
        at = following


def _largest(sizes):
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _jp2(data):
    """The size in the header, and that of the pixels that follow, which a decoder goes by."""
    found = []
    for kind, start, end in _boxes(data):
        if kind == b"jp2h":
            for part, at, _ in _boxes(data, start, end):
                if part == b"ihdr":
                    height, width = struct.unpack_from(">II", data, at)
                    found.append((width, height))
        elif kind == b"jp2c":
            found.append(_codestream(data[start:end]))
            break
    return _largest(found)


def _avif(data):
    """The sizes among the properties of pictures, and of films, whose first picture is read."""
    found = []
    for kind, start, end in _boxes(data):
        if kind in (b"meta", b"moov"):
            part = bytes(data[start:end])
            for name, skip, code in ((b"ispe", 8, ">II"), (b"av01", 28, ">HH")):
                at = part.find(name)
                while 0 <= at <= len(part) - skip - struct.calcsize(code):
                    found.append(struct.unpack_from(code, part, at + skip))
                    at = part.find(name, at + 1)
    return _largest(found)


def _codestream(data):
    right, bottom, left, top = struct.unpack_from(">IIII", data, 8)
    return max(right - left, 0), max(bottom - top, 0)


def _number(digits):
    digits = digits.lstrip(b"0")
    return int(digits) if 0 < len(digits) <= _MOST_DIGITS else 0


def _text(pattern):
    def size(data):
        found = pattern.match(data)
        return (0, 0) if found is None else (_number(found[1]), _number(found[2]))

    return size


def _pam(data):
    """The fields come in any order, and the last of a name holds."""
    sizes = {b"WIDTH": 0, b"HEIGHT": 0}
    for found in _PAM.finditer(data, 0, _end(data, b"ENDHDR")):
        sizes[found[1]] = max(sizes[found[1]], _number(found[2]))
    return sizes[b"WIDTH"], sizes[b"HEIGHT"]


def _end(data, mark):
    """Where a mark is in a file, or the file's end."""
    found = re.compile(mark).search(data)
    return len(data) if found is None else found.start()


def _hdr(data):
    """A line of the header that looks like a size need not be it."""
    return _largest([(_number(found[2]), _number(found[1])) for found in _HDR.finditer(data)])


def _exr(data):
    """The largest window that holds pixels, among the attributes of the parts."""
    found, at, multiple = [], 8, bool(data[5] & 0x10) if len(data) > 5 else False
    for _ in range(_PARTS):
        name, at = _word(data, at)
        if not name:  # the end of a header; where there are several, another one follows
            if not multiple or bytes(data[at : at + 1]) in (b"", b"\0"):
                break
            continue
        _, at = _word(data, at)
        (length,) = struct.unpack_from("<I", data, at)
        if name == b"dataWindow":
            left, top, right, bottom = struct.unpack_from("<iiii", data, at + 4)
            found.append((max(right - left + 1, 0), max(bottom - top + 1, 0)))
        at += 4 + length
    return _largest(found)


def _word(data, at):
    """A word of at most 255 bytes that a zero ends, and where the next begins."""
    word, zero, _ = bytes(data[at : at + 256]).partition(b"\0")
    if not zero:
        raise struct.error("cut off")
    return word, at + len(word) + 1


def _sun(data):
    return struct.unpack_from(">II", data, 4)


_SIZES = (
    (b"\x89PNG", _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"GIF8", _gif),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"II", _tiff),
    (b"MM", _tiff),
    (b"\xff\x4f\xff\x51", _codestream),
    *((b"P%d" % number, _text(_PNM)) for number in range(1, 7)),
    (b"P7", _pam),
    (b"PF", _text(_PFM)),
    (b"Pf", _text(_PFM)),
    (b"#?", _hdr),
    (b"\x76\x2f\x31\x01", _exr),
    (b"\x59\xa6\x6a\x95", _sun),
)
