"""How sources in C become libraries: here (`compiler.py`), and for wheels (`hatch_build.py`, which has Python alone)."""

from __future__ import annotations

import glob
import hashlib
import os
import shlex
import shutil

#: the folder beside the sources in which wheels have what was compiled from them
PREBUILT = "prebuilt"
# No contraction to fused operations: they round bins' edges otherwise. Without traps: these keep loops from vectors.
# Nobody asks for the error of a root, which keeps it from being computed for several numbers at once. Sums may be made in
# vectors where the source says so. For the oldest processor of its kind: sources choose wider vectors when they run.
_OPTIONS = (
    "-O3", "-std=gnu11", "-shared", "-fPIC", "-ffp-contract=off", "-fno-trapping-math", "-fno-math-errno", "-fopenmp-simd",
)  # fmt: skip
_LIBRARIES = ("-ldl", "-lpthread", "-lm")


def compiler() -> list[str] | None:
    """The words that start the C compiler: those of $CC, else the first of cc, gcc and clang on the path; None without one."""
    try:
        choices = [shlex.split(os.environ["CC"])] if os.environ.get("CC") else [["cc"], ["gcc"], ["clang"]]
    except ValueError:  # a quotation mark without its other half
        return None
    for program, *options in filter(None, choices):
        path = shutil.which(program)
        if path:
            return [path, *options]
    return None


def command(words: list[str], source: str, path: str) -> list[str]:
    """The command that compiles a source, by the compiler that `words` start, to the library `path`."""
    return [*words, *_OPTIONS, source, "-o", path, *_LIBRARIES]


def digest(source: str) -> str:
    """What stands for a source, the headers beside it and the options: with any of them it changes."""
    found = hashlib.sha256("\0".join(_OPTIONS).encode())
    for path in (source, *sorted(glob.glob(os.path.join(glob.escape(os.path.dirname(source)), "*.h")))):
        with open(path, "rb") as file:
            found.update(file.read())
    return found.hexdigest()[:16]


def stem(source: str) -> str:
    """The name of a source without its ending."""
    return os.path.splitext(os.path.basename(source))[0]


def prebuilt(source: str) -> str:
    """Where a wheel has the library of a source, of the source as it is now."""
    return os.path.join(os.path.dirname(source), PREBUILT, f"{stem(source)}-{digest(source)}.so")


def sealed(library: bytes) -> bytes:
    """A library with a checksum behind it, which the system's loader does not look at."""
    return library + hashlib.sha256(library).digest()


def is_whole(path: str) -> bool:
    """Whether a library is there as `sealed` made it."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return False
    return hashlib.sha256(content[:-32]).digest() == content[-32:]
