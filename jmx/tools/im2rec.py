"""Folders of images to record files: `jmx im2rec PREFIX ROOT`, with the options of MXNet's im2rec.py.

`python -m jmx.tools.im2rec` and this file as a script are the same program.

With `--list` the images below ROOT are listed in PREFIX.lst, a line `number<tab>label<tab>path` for each; without it the images
in every list that starts with PREFIX are written to a record file and an index of the list's name. Files are written aside
and renamed when they are whole, so that a run which is interrupted leaves what was there and can be started again.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import os
import random
import shutil
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from jmx import _codec
from jmx._files.reading import open_file, read_file
from jmx.base import MXNetError
from jmx.cli.arguments import Parser
from jmx.core.serial import replace_file
from jmx.recordio import IRHeader, MXIndexedRecordIO, pack, pack_img

if TYPE_CHECKING:
    from collections.abc import Iterator


_ASIDE = ".part"  # what is added to the name of a file while it is written


def list_images(root, recursive, exts) -> Iterator[tuple[int, str, int]]:
    """(number, path below `root`, label) of each image; with `recursive` the label counts the folders, else it is 0."""
    exts = {ext.lower() for ext in exts}
    folders = sorted_walk(root) if recursive else [(root, sorted(os.listdir(root)))]
    number, labels = 0, {}
    for folder, names in folders:
        for name in names:
            path = os.path.join(folder, name)
            if os.path.splitext(name)[1].lower() in exts and os.path.isfile(path):
                yield number, os.path.relpath(path, root), labels.setdefault(folder, len(labels)) if recursive else 0
                number += 1
    if recursive:
        for folder, label in labels.items():
            print(os.path.relpath(folder, root), label)


def sorted_walk(root) -> Iterator[tuple[str, list[str]]]:
    """(folder, names of its files) for `root` and all folders below it, links followed, in the order of their names."""
    seen = set()
    for folder, inside, names in os.walk(root, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:  # a link back up
            inside.clear()
            continue
        seen.add(real)
        inside.sort()
        yield folder, sorted(names)


@contextlib.contextmanager
def _aside(*paths):
    """Names to write to, which become `paths` if all goes well and are deleted if not."""
    names = [path + _ASIDE for path in paths]
    try:
        yield names
        for name, path in zip(names, paths):
            replace_file(name, path)
    except BaseException:
        for name in names:
            with contextlib.suppress(OSError):
                os.remove(name)
        raise


def write_list(path, images) -> None:
    """Write an image list."""
    with _aside(path) as (name,), open(name, "w", encoding="utf-8") as stream:
        for number, image, *labels in images:
            stream.write("\t".join([str(number), *(f"{label:f}" for label in labels), image]) + "\n")
        stream.flush()
        os.fsync(stream.fileno())


def make_lists(args) -> None:
    """The lists that `--list` asks for."""
    images = list(list_images(args.root, args.recursive, args.exts))
    if args.shuffle:
        random.Random(100).shuffle(images)
    size = -(-len(images) // args.chunks)
    for number in range(args.chunks):
        chunk = images[number * size : (number + 1) * size]
        stem = args.prefix + (f"_{number}" if args.chunks > 1 else "")
        train, test = int(size * args.train_ratio), int(size * args.test_ratio)
        if args.train_ratio == 1.0:
            write_list(stem + ".lst", chunk)
            continue
        if args.test_ratio:
            write_list(stem + "_test.lst", chunk[:test])
        if args.train_ratio + args.test_ratio < 1.0:
            write_list(stem + "_val.lst", chunk[test + train :])
        write_list(stem + "_train.lst", chunk[test : test + train])


def read_list(path) -> Iterator[tuple[int, str, list[float]]]:
    """(number, path, labels) for each line of an image list. A line that is none is named and left out."""
    with open_file(path, mode="r", encoding="utf-8") as stream:
        for line in stream:
            fields = [word.strip() for word in line.strip().split("\t")]
            if len(fields) < 3:
                if fields != [""]:
                    print(f"lst should have at least has three parts, but only has {len(fields)} parts for {fields}")
                continue
            try:
                yield int(fields[0]), fields[-1], [float(word) for word in fields[1:-1]]
            except ValueError as error:
                print(f"Parsing lst met error for {fields}, detail: {error}")


def encode(args, item) -> bytes:
    """The record of one image. Raises OSError or MXNetError."""
    number, image, labels = item
    header = IRHeader(0, labels if len(labels) > 1 and args.pack_label else labels[0], number, 0)
    path = os.path.join(args.root, image)
    content = read_file(path) if args.pass_through else _codec.read_file_of_image(path)
    if args.pass_through:
        return pack(header, content)
    pixels = _codec.decode(content, args.color) if content else None
    if pixels is None:
        raise MXNetError("it is no image, or a broken one")
    rows, columns = pixels.shape[:2]
    if args.center_crop:
        side = min(rows, columns)
        top, left = (rows - side) // 2, (columns - side) // 2
        pixels = pixels[top : top + side, left : left + side]
        rows = columns = side
    if args.resize:
        width, height = args.resize * columns // min(rows, columns), args.resize * rows // min(rows, columns)
        pixels = _codec.resize(pixels, width, height)
    return pack_img(header, pixels, quality=args.quality, img_fmt=args.encoding)


class _Progress:
    """A bar on a terminal; elsewhere MXNet's line for every thousand images."""

    def __init__(self, name, total):
        self.name, self.total, self.start, self.shown = name, total, time.time(), 0.0
        self.bar = sys.stderr.isatty()
        self.before = self.start

    def show(self, done):
        """Say that `done` images have been written or left out."""
        now = time.time()
        if not self.bar:
            if done % 1000 == 1:
                print(f"time: {now - self.before} count: {done - 1}", flush=True)
                self.before = now
        elif now - self.shown > 0.1 or done == self.total:
            self.shown = now
            speed = done / max(now - self.start, 1e-9)
            figures = f"{done}/{self.total} {speed:.0f} images/s, {(self.total - done) / max(speed, 1e-9):.0f} s left"
            # One column stays free: terminals differ in what they do after the last one.
            room = shutil.get_terminal_size().columns - len(self.name) - len(figures) - 5
            full = max(0, min(40, room)) * done // self.total
            bar = f"[{'#' * full}{'.' * (max(0, min(40, room)) - full)}] " if room >= 10 else ""
            self._write(f"{self.name} {bar}{figures}")

    def say(self, line):
        """Print a line on standard output, above the bar."""
        if self.bar:
            self._write("")
            self.shown = 0.0
        print(line, flush=self.bar)

    def end(self):
        """Leave the bar as it is."""
        if self.bar and self.shown:
            print(file=sys.stderr)

    def _write(self, text):
        # \x1b[K deletes what a longer line has left.
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)


def make_records(args, path) -> tuple[int, int]:
    """The record file and index of one image list. Returns how many records they have, and how many images were left out."""
    stem = os.path.splitext(path)[0]
    items = list(read_list(path))
    progress, left_out = _Progress(os.path.basename(stem) + ".rec", len(items)), 0
    waiting = collections.deque()
    with _aside(stem + ".rec", stem + ".idx") as (records, index), ThreadPoolExecutor(args.num_thread) as threads:
        writer = MXIndexedRecordIO(index, records, "w")
        try:
            for done, item in enumerate([*items, *[None] * (4 * args.num_thread)], 1 - 4 * args.num_thread):
                # This many are being made, and the oldest is written first: the order is the list's.
                waiting.append((item, item and threads.submit(encode, args, item)))
                if done < 1:
                    continue
                item, record = waiting.popleft()
                try:
                    writer.write_idx(item[0], record.result())
                except (OSError, MXNetError) as error:
                    if record.exception() is None:
                        raise  # the disk's
                    left_out += 1
                    progress.say(f"left out {os.path.join(args.root, item[1])}: {error}")
                progress.show(done)
            os.fsync(writer.handle.fileno())
            os.fsync(writer.fidx.fileno())
        finally:
            progress.end()
            for _, record in waiting:
                if record is not None:
                    record.cancel()
            writer.close()
    return len(items) - left_out, left_out


def _count(text):
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value


_EPILOG = """
examples:
  jmx im2rec --list --recursive train photos               writes train.lst: the images below photos, a label for each folder
  jmx im2rec --resize 256 --num-thread 4 train photos      writes train.rec and train.idx

exit status: 0; 1 where a file cannot be written or read, 2 for options that make no sense. Images that cannot be read are
named and left out.
"""


class _Formatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Defaults are shown except those of flags, and the examples keep their lines."""

    def _get_help_string(self, action):
        return super()._get_help_string(action) if action.nargs != 0 else action.help


def parser() -> Parser:
    """Return the parser of the command line."""
    command_line = Parser(prog="jmx im2rec", formatter_class=_Formatter, epilog=_EPILOG,
                    description="List images, or write the images of a list to a record file.")  # fmt: skip
    command_line.add_argument("prefix", metavar="PREFIX", help="what the names of lists and record files start with")
    command_line.add_argument("root", metavar="ROOT", help="folder of the images")
    lists = command_line.add_argument_group("to list images")
    lists.add_argument("--list", action="store_true", help="list the images below ROOT in PREFIX.lst")
    lists.add_argument("--exts", nargs="+", metavar=".EXT", default=[".jpeg", ".jpg", ".png"], help="endings of image files")
    lists.add_argument("--chunks", type=_count, metavar="N", default=1, help="into how many lists to divide them")
    lists.add_argument("--train-ratio", type=float, metavar="SHARE", default=1.0, help="share of a list for training")
    lists.add_argument("--test-ratio", type=float, metavar="SHARE", default=0, help="share for testing; the rest: validation")
    lists.add_argument("--recursive", action="store_true", help="the images in all folders, with a label for each folder")
    lists.add_argument("--no-shuffle", dest="shuffle", action="store_false", help="in the order of their names")
    records = command_line.add_argument_group("to make record files")
    records.add_argument("--pass-through", action="store_true", help="image files as they are")
    records.add_argument("--resize", type=int, metavar="PIXELS", default=0, help="length of the shorter edge; 0 leaves it")
    records.add_argument("--center-crop", action="store_true", help="cut to a square")
    records.add_argument("--quality", type=int, metavar="Q", default=95, help="of JPEG 1 to 100, of PNG the compression 1 to 9")
    records.add_argument("--num-thread", type=_count, metavar="N", default=1, help="threads that encode; the order is the list's")
    records.add_argument("--color", type=int, default=1, choices=[-1, 0, 1], help="1 colour, 0 grey, -1 as in the file")
    records.add_argument("--encoding", default=".jpg", choices=[".jpg", ".png"], help="kind of the images in the record file")
    records.add_argument("--pack-label", action="store_true", help="all labels of an image, not only the first")
    return command_line


def parse_args(argv=None):
    """The options."""
    command_line = parser()
    args = command_line.parse_args(argv)
    if args.resize < 0:
        command_line.error(f"--resize {args.resize}: a length is positive")
    if not (0 <= args.train_ratio <= 1 and 0 <= args.test_ratio <= 1 and args.train_ratio + args.test_ratio <= 1 + 1e-9):
        command_line.error("--train-ratio and --test-ratio are shares, together at most 1")
    args.prefix, args.root = os.path.abspath(args.prefix), os.path.abspath(args.root)
    if not os.path.isdir(args.root):
        command_line.error(f"{args.root} is no folder")
    if not os.path.isdir(os.path.dirname(args.prefix)):
        command_line.error(f"PREFIX {args.prefix}: there is no folder {os.path.dirname(args.prefix)}")
    return args


def main(argv=None) -> int:
    """Run with command line options; returns the exit status."""
    args = parse_args(argv)
    try:
        return run(args)
    except BrokenPipeError:
        raise  # the reader of the output has gone
    except OSError as error:
        print(f"jmx im2rec: {error.filename or 'writing'}: {error.strerror}", file=sys.stderr)
        return 1


def run(args) -> int:
    """Do what the options ask for, and return the exit status."""
    if args.list:
        make_lists(args)
        return 0
    folder = args.prefix if os.path.isdir(args.prefix) else os.path.dirname(args.prefix)
    names = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".lst"))
    lists = [name for name in names if name.startswith(args.prefix) and os.path.isfile(name)]
    if not lists:
        print(f"Did not find and list file with prefix {args.prefix}")
    _codec.opencv().setNumThreads(0)  # the threads are here
    for path in lists:
        print("Creating .rec file from", path, "in", folder)
        count, left_out = make_records(args, path)
        print(f"{count} records" + (f", {left_out} images left out" if left_out else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
