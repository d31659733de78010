"""Record files that were damaged: does each give an error that names it, or its images?

A file is a good one with some bytes changed, cut out, doubled or put in. It is read as records, by its index (damaged in half
of the cases), and as images by ImageRecordIter or ImageDetRecordIter. What lies in front of the first change must come out as
it was, except that the iterators, like MXNet's, refuse files whose size is no multiple of 4.
"""

import pathlib
import struct

import jmx as mx

GOOD = pathlib.Path(__file__).resolve().parent.parent.parent / "tests" / "golden" / "image_record"
_MAGIC = struct.pack("<I", 0xCED7230A)


def _plain(folder):
    """A file of records that are no images, some of them in parts."""
    path = folder / "plain.rec"
    writer = mx.recordio.MXIndexedRecordIO(str(folder / "plain.idx"), str(path), "w")
    for i in range(12):
        writer.write_idx(i, [b"", b"abc", _MAGIC, b"12345678" + _MAGIC + b"x" * i, _MAGIC * 3, bytes(range(200))][i % 6])
    writer.close()
    return path


def damaged(content, chance):
    """`content` with some damage, and where it starts."""
    content = bytearray(content)
    first = len(content)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        at = chance.randrange(len(content) + 1)
        kind = chance.randrange(9)
        if kind == 0:
            del content[at:]
        elif kind == 1:
            for _ in range(chance.choice([1, 1, 4, 16])):
                if content:
                    at = min(at, chance.randrange(len(content)))
                    place = chance.randrange(at, len(content))
                    content[place] ^= 1 << chance.randrange(8)
                    at = min(at, place)
        elif kind == 2:
            content[at : at + 16] = bytes(len(content[at : at + 16]))
        elif kind == 3:
            del content[at : at + chance.choice([1, 3, 4, 8, 40])]
        elif kind == 4:
            content[at:at] = chance.randbytes(chance.choice([1, 3, 4, 8, 40]))
        elif kind == 5:
            content[at:at] = content[at : at + chance.choice([4, 64, 500])]
        elif kind == 6:  # a length that is wrong, in the head of some part
            at = bytes(content).find(_MAGIC, at)
            if at < 0:
                at = 0
            word = chance.choice([0, 1, 0x1FFFFFFF, 0xFFFFFFFF, 0x20000000, 0x60000004, chance.getrandbits(32)])
            content[at + 4 : at + 8] = struct.pack("<I", word)
        elif kind == 7:  # the head of an image
            at = bytes(content).find(b"\xff\xd8", at)
            at = max(at, 0) + chance.randrange(2, 24)
            content[at : at + 4] = chance.randbytes(4)
        else:
            content[at : at + 40] = struct.pack("<IfQQ", chance.getrandbits(32), 1.0, chance.getrandbits(64), 0)[:40]
        first = min(first, at)
    if chance.random() < 0.01:
        return b"", 0
    return bytes(content), first


def _exhaust(made, take):
    """What came, and the error that ended it; after an error there may be more."""
    found, errors = [], []
    try:
        reader = made()
        for _ in range(200):
            try:
                item = take(reader)
            except StopIteration:
                break
            except mx.MXNetError as error:
                errors.append(str(error))
                if len(errors) > 30:
                    break
                continue
            if item is None:
                break
            found.append(item)
    except mx.MXNetError as error:
        errors.append(str(error))
    return found, errors


def _records(path):
    def take(reader):
        before = reader.handle.tell()
        try:
            return reader.read()
        except mx.MXNetError as error:
            assert reader.handle.tell() == before, "a failed read moved the position"
            assert str(path) in str(error) and "byte" in str(error), error
            reader.read = lambda: None
            raise

    return _exhaust(lambda: mx.recordio.MXRecordIO(str(path), "r"), take)


def _by_index(path, index):
    def made():
        reader = mx.recordio.MXIndexedRecordIO(str(index), str(path), "r")
        return iter([(reader, key) for key in reader.keys])

    def take(pairs):
        reader, key = next(pairs)
        record = reader.read_idx(key)
        if record is not None and len(record) > 24:
            mx.recordio.unpack_img(record)
        return record if record is not None else b""

    return _exhaust(made, take)


def _images(kind, path, options):
    def made():
        return getattr(mx.io, kind)(path_imgrec=str(path), data_shape=(3, 16, 18), batch_size=1, verbose=False,
                                    round_batch=False, preprocess_threads=2, **options)  # fmt: skip

    return _exhaust(made, lambda iterator: (batch := next(iterator)) and (batch.data[0].asnumpy(), batch.label[0].asnumpy()))


def one(chance, goods, folder):
    """Damage one of the files of `good_files`, and read it; AssertionError where that does not go as it should."""
    name = chance.choice(["a", "a", "boxes", "plain"])
    path, index, good, offsets = goods[name]
    content, first = damaged(good, chance)
    target, index_target = folder / "damaged.rec", folder / "damaged.idx"
    target.write_bytes(content)
    lines = damaged(index, chance)[0] if chance.random() < 0.5 else index
    index_target.write_bytes(lines)
    intact = sum(end <= first for end in offsets[1:])
    found, errors = _records(target)
    assert found[:intact] == goods[name + " records"][:intact], f"{intact} records are intact and {len(found)} came, or others"
    _by_index(target, index_target)
    if name == "plain":
        return
    options = chance.choice([{}, {"shuffle": True}, {"num_parts": 2, "part_index": chance.randrange(2)}, {"dtype": "uint8"}])
    kind = "ImageRecordIter" if name == "a" else "ImageDetRecordIter"
    if name == "boxes":
        options.pop("dtype", None)
    elif chance.random() < 0.3:
        options["path_imgidx"] = str(index_target)
    found, errors = _images(kind, target, options)
    for error in errors:
        assert str(target) in error or str(index_target) in error or "no records" in error, error
    if options in ({}, {"dtype": "uint8"}) and name == "a" and len(content) % 4 == 0:
        labels = [float(label[0]) for _, label in found[:intact]]
        assert labels == list(range(intact)), f"{intact} images are intact and these came: {labels}"


def good_files(folder):
    """What is damaged: name -> path, index, content and offsets, and the records."""
    out = {}
    for name, path in (("a", GOOD / "a.rec"), ("boxes", GOOD / "boxes.rec"), ("plain", _plain(folder))):
        content, index = path.read_bytes(), path.with_suffix(".idx").read_bytes()
        offsets = [int(line.split()[1]) for line in index.decode().splitlines()] + [len(content)]
        reader = mx.recordio.MXRecordIO(str(path), "r")
        out[name] = path, index, content, offsets
        out[name + " records"] = [reader.read() for _ in offsets[1:]]
    return out
