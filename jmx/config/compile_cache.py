"""The folder of JAX's persistent cache of compiled programs: its name, who may write there, and its bound."""

from __future__ import annotations

import hashlib
import os
import platform
import stat
import tempfile
import time
import warnings

from .system import files, machine
from .variables import cache_home


def write_whole(path, data, suffix="") -> None:
    """Write bytes to a file that appears complete or not at all; `suffix` ends the name of a file that was never finished."""
    descriptor, unfinished = tempfile.mkstemp(prefix=".", suffix=suffix, dir=os.path.dirname(path))
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
        files.rename(unfinished, path)
    except BaseException:
        os.unlink(unfinished)
        raise


#: what ends an entry of the cache of programs, after a checksum
_SEAL = b"jmx-1\r\n\0"


def sealed(content) -> bytes:
    """The bytes with a checksum behind them."""
    return content + hashlib.sha256(content).digest() + _SEAL


def unsealed(entry) -> bytes | None:
    """The bytes that `sealed` was given, or None where the entry is not as it was written."""
    content, end = entry[: -32 - len(_SEAL)], entry[-32 - len(_SEAL) :]
    return content if end == hashlib.sha256(content).digest() + _SEAL else None


_told_damage = False


def discard_damaged(path) -> None:
    """Delete an entry of the cache of programs that is damaged, or an empty folder in its place; the first is told."""
    global _told_damage
    try:
        (os.rmdir if os.path.isdir(path) else os.unlink)(path)
        then = "it is replaced"
    except OSError as error:
        then = f"it cannot be replaced: {error.strerror}"
    if not _told_damage:
        _told_damage = True
        warnings.warn(
            f"The cache of compiled programs holds a damaged file, {path}. Its program is compiled again, and {then}. There may "
            "be more such files.",
            RuntimeWarning,
            stacklevel=2,
        )


def machine_id() -> str:
    """A short name for this kind of processor: a compiled program must not meet another kind."""
    return f"{platform.machine()}-{hashlib.sha256(machine.processor_description().encode()).hexdigest()[:8]}"


def programs_folder(root, version) -> str:
    """The folder of the programs that a version of JAX has compiled for this kind of processor, as files with a checksum."""
    return os.path.join(root, f"jax-{version}-{machine_id()}-1")


class UntrustedFolder(PermissionError):
    """Other users may have written what is in a folder."""


def private_folder(path) -> str:
    """Make a folder for what will be executed, unless it is there; return its path, without links.

    Raises OSError where it cannot be made, and UntrustedFolder where `why_untrusted` finds a reason.
    """
    path = os.path.realpath(path)  # a link could lead elsewhere after it was looked at
    reason = why_untrusted(path)
    if reason is None:
        _make(path)
        reason = why_untrusted(path)
    if reason is not None:
        raise UntrustedFolder(reason)
    return path


#: folders that were refused in this process, each of which is told once
_refused: set[str] = set()


def trusted_folder(root, name) -> str:
    """The folder `name` below `root`, or, where other users may have written there, one that is this user's alone.

    The other one is in the user's folder for caches, or in the folder for temporary files. Raises OSError where there is none.
    """
    try:
        return private_folder(os.path.join(root, name))
    except UntrustedFolder as error:
        reason = error
    for other in (cache_home(), files.users_folder_of_temporaries()):
        try:
            folder = private_folder(os.path.join(other, name))
        except OSError:
            continue
        if root not in _refused:
            _refused.add(root)
            warnings.warn(
                f"The folder of compiled programs is not used: {reason}. Whoever writes there decides what this program runs. "
                f"{other} is used instead; set JMX_CACHE_DIR to a folder that only you can write.",
                RuntimeWarning,
                stacklevel=2,
            )
        return folder
    raise reason


def _make(path):
    """Make a folder and those above it for this user alone, whatever the process's umask is."""
    parent = os.path.dirname(path)
    if parent != path and not os.path.isdir(parent):
        _make(parent)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def why_untrusted(path) -> str | None:
    """Why a file or folder, there or not, may be the work of another user; None where only this user and root can write it.

    Whoever writes a compiled program decides what runs. Folders above may be a group's: one of its members could exchange the
    folder while it is in use, which a user accepts who works in such a place.
    """
    if not files.owners_are_known():
        return None
    path = os.path.realpath(path)
    if os.path.exists(path):
        status = os.stat(path)
        if files.is_foreign(status):
            return f"{path} belongs to another user"
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return f"other users may write {path}"
    while (parent := os.path.dirname(path)) != path:
        path = parent
        if os.path.exists(path):
            status = os.stat(path)
            if files.is_foreign(status):  # who could exchange what is in it
                return f"{path} belongs to another user"
            if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
                return f"all users may write {path}"
    return None


def trim_periodically(root, limit, every=3600.0) -> None:
    """Trim the cache unless some process did so within the last `every` seconds."""
    stamp = os.path.join(root, "trimmed")
    try:
        if os.path.exists(stamp) and abs(time.time() - os.stat(stamp).st_mtime) < every:
            return
        with open(stamp, "w", encoding="utf-8"):
            pass
        trim_cache(root, limit)
    except OSError:
        pass  # a cache that cannot be trimmed is no reason to fail at exit


def trim_cache(root, limit) -> int:
    """Delete the compiled programs below `root` that were not used for longest, down to 80 % of `limit` bytes.

    JAX bounds the cache too, but looks at every entry each time it adds one; entries here are many and small.
    Returns how many files went.
    """
    entries, total = [], 0
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith("-cache"):
                try:
                    status = os.stat(path)
                except FileNotFoundError:
                    continue
                entries.append((max(status.st_atime, status.st_mtime), path, status.st_size))
                total += status.st_size
    gone = 0
    if total > limit:
        for _, path, size in sorted(entries):
            if total <= 0.8 * limit:
                break
            try:
                os.unlink(path)
            except FileNotFoundError:
                continue
            total -= size
            gone += 1
    return gone
