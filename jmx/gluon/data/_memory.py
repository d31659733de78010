"""Shared memory: files without a name, which are gone with the last process that has them open."""

from __future__ import annotations

import os
import tempfile


def anonymous_file():
    """A new one, open for reading and writing."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("jmx-batch"), "r+b", buffering=0)
    return tempfile.TemporaryFile(buffering=0)


def write(descriptor, part, place) -> None:
    """Write the memory `part` at `place`."""
    part = part.cast("B") if part.nbytes else part
    while part.nbytes:
        done = os.pwrite(descriptor, part[: 1 << 30], place)
        part, place = part[done:], place + done
