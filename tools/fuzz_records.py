#!/usr/bin/env python
"""Record files that were damaged: does each give an error that names it, or its images, and never a crash, a hang or much memory?

    python tools/fuzz_records.py [COUNT]            20,000 files by default; prints counts, exit status 1 if anything is wrong
    python tools/fuzz_records.py --one NUMBER       one of them, with the traceback

A file is a good one with some bytes changed, cut out, doubled or put in. It is read as records, by its index (damaged in half
of the cases), and as images by ImageRecordIter or ImageDetRecordIter. What lies in front of the first change must come out as
it was, except that the iterators, like MXNet's, refuse files whose size is no multiple of 4.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import jmx as mx  # noqa: E402

GOOD = ROOT / "tests" / "golden" / "image_record"
_MAGIC = struct.pack("<I", 0xCED7230A)
_SECONDS, _MEGABYTES = 20, 600  # for one file; for all that a process reads, above what it had at its start
_PIECE = 1000


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


def one(number, goods, folder):
    """Try damaged file `number`; returns words to count."""
    chance = random.Random(number)
    name = chance.choice(["a", "a", "boxes", "plain"])
    path, index, good, offsets = goods[name]
    content, first = damaged(good, chance)
    target, index_target = folder / "damaged.rec", folder / "damaged.idx"
    target.write_bytes(content)
    lines, damaged_index = index, chance.random() < 0.5
    if damaged_index:
        lines, _ = damaged(index, chance)
    index_target.write_bytes(lines)
    intact = sum(end <= first for end in offsets[1:])
    words = []
    found, errors = _records(target)
    assert found[:intact] == goods[name + " records"][:intact], f"{intact} records are intact and {len(found)} came, or others"
    words.append("records: " + ("an error" if errors else "all read" if len(found) == len(offsets) - 1 else "other records"))
    found, errors = _by_index(target, index_target)
    words.append("by index: " + ("an error" if errors else "all read"))
    if name != "plain":
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
        words.append(f"{kind}: " + ("images" if not errors else "images and errors" if found else "nothing but errors"))
    return words


def _goods(folder):
    out = {}
    for name, path in (("a", GOOD / "a.rec"), ("boxes", GOOD / "boxes.rec"), ("plain", _plain(folder))):
        content, index = path.read_bytes(), path.with_suffix(".idx").read_bytes()
        offsets = [int(line.split()[1]) for line in index.decode().splitlines()] + [len(content)]
        reader = mx.recordio.MXRecordIO(str(path), "r")
        out[name] = path, index, content, offsets
        out[name + " records"] = [reader.read() for _ in offsets[1:]]
    return out


def piece(start, count):
    """Files `start` to `start + count`; prints what was counted as JSON."""
    counts, wrong, slowest = collections.Counter(), [], 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        goods = _goods(folder)
        before = None
        for number in range(start, start + count):
            print(number, file=sys.stderr)
            begin = time.time()
            try:
                counts.update(one(number, goods, folder))
            except Exception as error:
                wrong.append(f"file {number}: {type(error).__name__}: {error}")
            taken = time.time() - begin
            slowest = max(slowest, taken)
            if taken > _SECONDS:
                wrong.append(f"file {number}: {taken:.0f} s")
            if number == start + 20:
                before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = (after - (before or after)) / 1024
    if grown > _MEGABYTES:
        wrong.append(f"files {start} to {start + count - 1}: memory grew by {grown:.0f} MB")
    print(json.dumps({"counts": counts, "wrong": wrong, "slowest": slowest, "grown": grown}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=20_000)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--one", type=int)
    parser.add_argument("--piece", action="store_true", help="in this process")
    args = parser.parse_args()
    if args.one is not None:
        with tempfile.TemporaryDirectory() as name:
            print(one(args.one, _goods(pathlib.Path(name)), pathlib.Path(name)))
        return
    if args.piece:
        piece(args.start, args.count)
        return
    counts, wrong, slowest, grown = collections.Counter(), [], 0.0, 0.0
    for start in range(args.start, args.start + args.count, _PIECE):
        size = min(_PIECE, args.start + args.count - start)
        command = [sys.executable, os.fspath(pathlib.Path(__file__)), str(size), "--start", str(start), "--piece"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=size)
            answer = json.loads(done.stdout.splitlines()[-1])
        except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError) as error:
            text = error.stderr if isinstance(error, subprocess.TimeoutExpired) else done.stderr
            text = text.decode() if isinstance(text, bytes) else text or ""
            wrong.append(f"the process ended or hung: {type(error).__name__}, last {' '.join(text.split()[-30:])}")
            continue
        counts.update(answer["counts"])
        wrong += answer["wrong"]
        slowest, grown = max(slowest, answer["slowest"]), max(grown, answer["grown"])
        print(f"{start + size - args.start} files, {len(wrong)} wrong", flush=True)
    for word, number in sorted(counts.items()):
        print(f"{number:7d}  {word}")
    print(f"slowest file {slowest:.2f} s; memory grew by at most {grown:.0f} MB; {len(wrong)} wrong")
    for line in wrong:
        print(line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
