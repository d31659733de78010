"""Files: how they are opened, locked, renamed and looked at on each system."""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import mmap
import os
import platform
import shutil
import stat
import tempfile
import time
from typing import Any

#: Windows refuses to rename or remove a file that is open; elsewhere an open file goes by any name, or none
RENAMES_OPEN_FILES = os.name == "posix"
#: the folder that programs share memory in, on Linux
SHARED_MEMORY = "/dev/shm"
#: how long a file that another program has open for a moment (a virus scanner) is waited for, and the first pause; seconds
_PATIENCE, _PAUSE = 2.0, 0.01
#: what Windows answers while another program has a file open, and where a lock is held
_SHARING, _LOCKED = {errno.EACCES, errno.EPERM}, {errno.EACCES, errno.EDEADLK, errno.EAGAIN}
#: where Windows locks, as far from the beginning as a C long reaches: locks there keep others from reading what they cover
_FAR = 2**31 - 2


def flags(*names: str) -> int:
    """Flags for `os.open`, those of them that this system has; files are never of text, and not handed on to programs.

    Parameters
    ----------
    *names : str
        Such as "O_RDWR". O_NONBLOCK and O_NOFOLLOW are left out where there are none.
    """
    value = 0
    for name in (*names, "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
        value |= getattr(os, name, 0)
    return value


def lock(descriptor: int) -> None:
    """Lock an open file until it is closed, or the process ends, however it ends.

    Raises
    ------
    BlockingIOError
        Another process has locked it.
    OSError
        There are no locks on this file system.
    """
    try:
        import fcntl
    except ImportError:
        _lock_on_windows(descriptor)
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_on_windows(descriptor):
    try:
        import msvcrt
    except ImportError:
        raise OSError(errno.ENOSYS, "this system has no locks of files") from None
    msvcrt_any: Any = msvcrt
    place = os.lseek(descriptor, 0, os.SEEK_CUR)
    try:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt_any.locking(descriptor, msvcrt_any.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in _LOCKED:
            raise BlockingIOError(errno.EAGAIN, "another process has locked the file") from None
        raise
    finally:
        os.lseek(descriptor, place, os.SEEK_SET)


def rename(made: str, path: str) -> None:
    """Give a file another name, in place of whatever has it; on Windows after those that have one of them open for a moment."""
    until, pause = time.monotonic() + _PATIENCE, _PAUSE
    while True:
        try:
            os.replace(made, path)
            return
        except PermissionError as error:
            if RENAMES_OPEN_FILES or error.errno not in _SHARING or time.monotonic() > until:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 0.2)


def let_go(descriptor: int) -> None:
    """Before a file is renamed: have its descriptor, which stays valid, open nothing where open files are not renamed."""
    if not RENAMES_OPEN_FILES:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, descriptor)
        os.close(null)


def remove_and_close(path: str, descriptor: int) -> None:
    """Remove a file that this process has made and has open, unless it has been renamed, and close it."""
    if RENAMES_OPEN_FILES:
        remove_if_open(path, descriptor)
        os.close(descriptor)
        return
    os.close(descriptor)
    with contextlib.suppress(OSError):
        os.unlink(path)


def remove_if_open(path: str, descriptor: int) -> None:
    """Remove a path if it still is the open file. Where open files are not removed (Windows), it stays."""
    with contextlib.suppress(OSError):
        if os.path.samestat(os.lstat(path), os.fstat(descriptor)):
            os.unlink(path)


def fits_into_a_name(folder: str) -> int:
    """How many bytes a file's name in a folder may have."""
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        return 255


def user() -> str:
    """A short text for this user in names of folders that all users share."""
    number = getattr(os, "geteuid", None)
    if number is not None:
        return str(number())
    return hashlib.sha256(os.path.expanduser("~").encode(errors="replace")).hexdigest()[:8]


def users_folder_of_temporaries() -> str:
    """Where this user's temporary folder of jmx is, or would be; others may have made it."""
    return os.path.join(tempfile.gettempdir(), f"jmx-{user()}")


def is_foreign(status: os.stat_result, roots: bool = False) -> bool:
    """Whether a file belongs to another user; root's counts as own unless `roots`. Windows does not say: there never."""
    number = getattr(os, "geteuid", None)
    if number is None:
        return False
    own = number()
    return status.st_uid != own and (roots or status.st_uid != 0)


def opened_to_others(status: os.stat_result) -> int:
    """The permissions that other users have of a file, as bits; 0 where the system does not say (Windows)."""
    return status.st_mode & 0o077 if os.name == "posix" else 0


def owners_are_known() -> bool:
    """Whether this system tells who owns a file."""
    return hasattr(os, "geteuid")


def take_over(descriptor: int, path: str, old: os.stat_result) -> None:
    """Give an open file the owner, permissions and extended attributes of another, as far as the system has them.

    Raises
    ------
    OSError
        Something cannot be given.
    """
    new = os.fstat(descriptor)
    if hasattr(os, "fchown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    for name in os.listxattr(path) if hasattr(os, "listxattr") else ():  # not on macOS
        os.setxattr(descriptor, name, os.getxattr(path, name))


def folder_to_disk(folder: str) -> None:
    """Wait until a folder's names are on the disk, where the file system can say so."""
    if not hasattr(os, "O_DIRECTORY"):  # Windows has no folders that can be opened
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, flags("O_RDONLY", "O_DIRECTORY"))
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@functools.cache
def _seeking():
    """One reader at a time moves the place in an open file, where it has to be moved."""
    from ..locks import RLock

    return RLock()


def read_at(descriptor: int, target: memoryview, at: int) -> int:
    """Read into memory from a place in an open file, whoever else reads it meanwhile; how many bytes came."""
    if hasattr(os, "preadv"):
        return os.preadv(descriptor, [target], at)
    if hasattr(os, "pread"):
        content = os.pread(descriptor, len(target), at)
    else:
        with _seeking():
            os.lseek(descriptor, at, os.SEEK_SET)
            content = os.read(descriptor, min(len(target), 1 << 24))
    target[: len(content)] = content
    return len(content)


def write_at(descriptor: int, part: memoryview, place: int) -> None:
    """Write memory at a place in an open file."""
    part = part.cast("B") if part.nbytes else part
    while part.nbytes:
        if hasattr(os, "pwrite"):
            done = os.pwrite(descriptor, part[: 1 << 30], place)
        else:
            with _seeking():
                os.lseek(descriptor, place, os.SEEK_SET)
                done = os.write(descriptor, part[: 1 << 24])
        part, place = part[done:], place + done


def nameless_file(label: str) -> Any:
    """A new file without a name, open for reading and writing, in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create(label), "r+b", buffering=0)
    return tempfile.TemporaryFile(buffering=0)


def mapped(descriptor: int, size: int, private: bool = False) -> memoryview:
    """The memory of an open file; what is written to it stays in this process if `private`, and reaches all others otherwise."""
    return memoryview(mmap.mmap(descriptor, size, mmap.MAP_PRIVATE if private else mmap.MAP_SHARED))


def path_to_open_file(descriptor: int, way: int = 0) -> str | None:
    """A path that leads to an open file, whatever its name; None where the system has none.

    Each `way` is another path to the same file.
    """
    folder = f"/proc/self/{'./' * way}fd"
    return f"{folder}/{descriptor}" if os.path.isdir(folder) else None


def start_of_machine() -> bytes:
    """What tells one start of one machine from all others; without Linux, the machine only."""
    try:
        with open("/proc/sys/kernel/random/boot_id", "rb") as file:
            return file.read()
    except OSError:
        return platform.node().encode()


def free_bytes(folder: str) -> int:
    """The room that a user has left on the disk of a folder."""
    return shutil.disk_usage(folder).free


def refuses_programs(folder: str) -> bool:
    """Whether nothing may be run from the disk of a folder (a mount with noexec); False where the system does not say."""
    if not hasattr(os, "statvfs"):
        return False
    return bool(os.statvfs(folder).f_flag & getattr(os, "ST_NOEXEC", 0))


def shared_memory(folder: str = SHARED_MEMORY) -> tuple[int, int] | None:
    """Bytes in all and bytes left of the folder that programs share memory in, or None where there is none."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return usage.total, usage.free


def has_a_reader(descriptor: int) -> bool | None:
    """Whether somebody can still read what is written to a pipe or terminal; None where the system does not say."""
    import select

    if not hasattr(select, "poll"):
        return None
    poll = select.poll()
    poll.register(descriptor, 0)
    return not any(event & (select.POLLERR | select.POLLHUP) for _, event in poll.poll(0))
