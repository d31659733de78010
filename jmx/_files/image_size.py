"""How many pixels the header of an image file announces, before anything is decoded."""

import re
import struct

_PNM = re.compile(rb"P[1-6]\s+(?:#[^\n]*\n\s*)*(\d{1,9})\s+(?:#[^\n]*\n\s*)*(\d{1,9})\s")
_PFM = re.compile(rb"P[Ff]\s+(\d{1,9})\s+(\d{1,9})\s")
_PAM = re.compile(rb"P7\s.*?\bWIDTH\s+(\d{1,9})\s+HEIGHT\s+(\d{1,9})\s", re.DOTALL)
_HDR = re.compile(rb"\n[-+]Y\s+(\d{1,9})\s+[-+]X\s+(\d{1,9})\s")
#: bytes in which headers of text are looked for
_HEAD = 4096
#: parts of a JPEG file that are passed over, or bytes between them
_PARTS = 1 << 16


def announced(data):
    """(width, height) that an image file says it has, or (0, 0) where its kind is not known or the header is cut off.

    PNG, JPEG, GIF, BMP, WebP, TIFF, JPEG 2000, AVIF, PNM and its relatives, Radiance HDR and Sun raster files are known.
    `data` is a memoryview or bytes.
    """
    start = bytes(data[:16])
    for magic, size in _SIZES:
        if start.startswith(magic):
            try:
                return size(data)
            except struct.error:  # cut off
                return 0, 0
    if start[4:8] in (b"ftyp", b"jP  ", b"jP\x1a\x1a"):
        return _boxes(bytes(data[: 1 << 16]))
    return 0, 0


def _png(data):
    return struct.unpack_from(">II", data, 16)


def _jpeg(data):
    at = 2
    for _ in range(_PARTS):
        mark, marker, length = struct.unpack_from(">BBH", data, at)
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
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff(data):
    """The largest of the first pages."""
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
            sizes = {256: 0, 257: 0}
            for number in range(min(entries, 4096)):
                tag, kind, _, _ = entry.unpack_from(data, at + number * entry.size)
                if tag in sizes:
                    place = at + (number + 1) * entry.size - struct.calcsize(offset)
                    sizes[tag] = struct.unpack_from(order + {3: "H", 16: "Q"}.get(kind, "I"), data, place)[0]
            found.append((sizes[256], sizes[257]))
            (at,) = struct.unpack_from(order + offset, data, at + entries * entry.size)
        except struct.error:
            break
    return max(found, key=lambda size: size[0] * size[1], default=(0, 0))


def _boxes(head):
    """The largest size among the boxes of JPEG 2000 (`ihdr`) and AVIF (`ispe`)."""
    found = [(0, 0)]
    for name, skip, swapped in ((b"ihdr", 4, True), (b"ispe", 8, False)):
        at = head.find(name)
        while 0 <= at <= len(head) - skip - 8:
            first, second = struct.unpack_from(">II", head, at + skip)
            found.append((second, first) if swapped else (first, second))
            at = head.find(name, at + 1)
    return max(found, key=lambda size: size[0] * size[1])


def _codestream(data):
    right, bottom, left, top = struct.unpack_from(">IIII", data, 8)
    return max(right - left, 0), max(bottom - top, 0)


def _text(pattern, swapped=False):
    def size(data):
        found = pattern.search(bytes(data[:_HEAD]))
        if found is None:
            return 0, 0
        first, second = int(found[1]), int(found[2])
        return (second, first) if swapped else (first, second)

    return size


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
    (b"P7", _text(_PAM)),
    (b"PF", _text(_PFM)),
    (b"Pf", _text(_PFM)),
    (b"#?", _text(_HDR, swapped=True)),
    (b"\x59\xa6\x6a\x95", _sun),
)
