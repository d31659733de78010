"""Files: which are looked at, whether git has them as they are, and how a result gets into its place."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence

from ..base import MXNetError
from ..core.serial import atomic_file

_SUFFIXES = (".py", ".ipynb")
#: folders of other people's programs
_SKIPPED = ("venv", "env", "node_modules", "site-packages", "build", "dist", "__pycache__")


def files(paths: Sequence[str]) -> Iterator[str]:
    """The Python files and notebooks that paths name: files themselves, and those below folders, each once.

    Hidden folders, virtual environments, build folders and links are passed over below a folder.

    Raises
    ------
    MXNetError
        A path does not exist.
    """
    seen: set[str] = set()
    for path in paths:
        if os.path.isdir(path):
            found = _below(path)
        elif os.path.exists(path):
            found = iter([path])
        else:
            raise MXNetError(f"{path}: there is no such file or folder")
        for one in found:
            real = os.path.realpath(one)
            if real not in seen:
                seen.add(real)
                yield one


def _below(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders
            if not name.startswith(".") and name not in _SKIPPED and not os.path.exists(os.path.join(place, name, "pyvenv.cfg"))
        )  # fmt: skip
        for name in sorted(names):
            path = os.path.normpath(os.path.join(place, name))
            if name.endswith(_SUFFIXES) and not name.startswith(".") and os.path.isfile(path) and not os.path.islink(path):
                yield path


def _git(folder: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, timeout=60, errors="replace")


def _in_repository(folder: str) -> bool:
    while True:
        if os.path.exists(os.path.join(folder, ".git")):
            return True
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above


def reason_to_refuse(path: str) -> str | None:
    """Why a file should not be written: git could not give it back. None where it could, or there is no repository."""
    folder, name = os.path.split(os.path.realpath(path))
    if not _in_repository(folder):
        return None
    try:
        tracked = _git(folder, "ls-files", "--error-unmatch", "--", f":(literal){name}")
        changed = _git(folder, "status", "--porcelain", "--", f":(literal){name}")
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"it lies in a git repository, and git does not answer ({error})"
    if tracked.returncode:
        said = tracked.stderr.strip().splitlines()
        if said and "did not match" in said[0]:
            return "git does not track it"
        return f"it lies in a git repository, and git does not answer ({said[0] if said else tracked.returncode})"
    return "it has changes that are not committed" if changed.stdout.strip() else None


def write(path: str, data: bytes) -> None:
    """Write a file whole, with the permissions that it has.

    Raises
    ------
    MXNetError
        It cannot be written.
    """
    try:
        with atomic_file(path) as file:
            file.write(data)
    except OSError as error:
        raise MXNetError(f"cannot be written: {error.strerror or error}") from error
