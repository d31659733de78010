"""What a save asks of the system, and in which order: so that a machine that loses its power has the old file or the new one.

A process that is killed does not show whether a file was on the disk before its name was given to it. So the calls are watched:
a file is flushed when it is complete, then it is renamed, then its folder is flushed. A file that is written in place has a copy
of its old content on the disk before.
"""

from __future__ import annotations

import contextlib
import os
import stat

import jmx as mx

#: how the file is there before: not at all, with permissions of its own, with a second name, by a link
BEFORE = ("second name", "link", "plain", "new")


class _Watch:
    """What was flushed and renamed, in order: ("fsync", file, bytes) and ("replace", file, bytes)."""

    def __init__(self):
        self.events = []

    @contextlib.contextmanager
    def watching(self):
        """Watch the calls of this process."""
        fsync, replace = os.fsync, os.replace

        def watched_fsync(descriptor):
            status = os.fstat(descriptor)
            self.events.append(("fsync", status.st_ino, status.st_size))
            fsync(descriptor)

        def watched_replace(source, target, **options):
            status = os.stat(source)
            self.events.append(("replace", status.st_ino, status.st_size))
            replace(source, target, **options)

        os.fsync, os.replace = watched_fsync, watched_replace
        try:
            yield
        finally:
            os.fsync, os.replace = fsync, replace

    def first(self, what, inode, size=None, after=-1):
        """The place of the first such event after another one, or None."""
        for at in range(after + 1, len(self.events)):
            kind, file, bytes_of_it = self.events[at]
            if kind == what and file == inode and size in (None, bytes_of_it):
                return at
        return None


def problem(draw, kind, folder, size, before):
    """What is wrong with a save by one of the kinds of `saves.KINDS`, or None; `before` is one of `BEFORE`."""
    os.makedirs(folder)
    path = os.path.join(folder, kind.name)
    mode = draw.choice((0o600, 0o640, 0o664))
    other = os.path.join(folder, "other")
    old = None
    if before != "new":
        kind.save(path, 1, size)
        os.chmod(path, mode)
        old = os.stat(path)
        if before == "second name":
            os.link(path, other)
        elif before == "link":
            os.rename(path, other)
            os.symlink("other", path)
    watch = _Watch()
    with watch.watching():
        kind.save(path, 22, size)
    found = _judge(watch, before, old, path, folder)
    if found is None and kind.number(path) != 22:
        found = "the file has another content"
    if found is None and old is not None and stat.S_IMODE(os.stat(path).st_mode) != mode:
        found = f"the permissions were {mode:o} and are {stat.S_IMODE(os.stat(path).st_mode):o}"
    if found is None and before == "second name" and not os.path.samefile(path, other):
        found = "the second name has another file"
    if found is None and before == "link" and not os.path.islink(path):
        found = "the link is none any more"
    left = sorted(set(os.listdir(folder)) - {kind.name, "other"})
    if found is None and left:
        found = f"{left} are left"
    return found and f"{kind.name} of {size} elements, {before}: {found}"


def _judge(watch, before, old, path, folder):
    new, place = os.stat(path), os.stat(folder).st_ino
    if before == "second name":
        copied = next((at for at, (kind, file, size) in enumerate(watch.events)
                       if kind == "fsync" and file not in (new.st_ino, place) and size == old.st_size), None)  # fmt: skip
        if copied is None:
            return "no copy of the old content was flushed before the file was written in place"
        named = watch.first("fsync", place, after=copied)
        if named is None:
            return "the folder of the copy was not flushed"
        return None if watch.first("fsync", new.st_ino, new.st_size, named) is not None else "the file was not flushed"
    renamed = watch.first("replace", new.st_ino)
    if renamed is None:
        return "no complete file took the place of the old one"
    flushed = watch.first("fsync", new.st_ino, new.st_size)
    if flushed is None or flushed > renamed:
        return "the file was given its name before it was flushed"
    return None if watch.first("fsync", place, after=renamed) is not None else "the folder was not flushed"


def problem_of_records(folder):
    """What is wrong with the order in which a record and its line of the index are written, or None."""
    os.makedirs(folder)
    path, index = os.path.join(folder, "r.rec"), os.path.join(folder, "r.idx")
    writer = mx.recordio.MXIndexedRecordIO(index, path, "w")
    written, write = [], os.write

    def watched(descriptor, data):
        written.append(os.fstat(descriptor).st_ino)
        return write(descriptor, data)

    os.write = watched
    try:
        writer.write_idx(0, b"abc")
    finally:
        os.write = write
    writer.close()
    expected = [os.stat(path).st_ino, os.stat(index).st_ino]
    return None if list(dict.fromkeys(written)) == expected else "the index has a line before the record is in its file"
