"""The folder of a run's checkpoints: one folder for each step, which appears whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable
from typing import Any

from .._files.atomic import atomic_file
from .._files.errors import FileError, file_error
from ..base import MXNetError
from ..config.system import files

#: what goes with the arrays
STATE = "state.json"
_VERSION = 1
#: folders that are being written or removed, and those whose place another is about to take
_NEW, _OLD = ".jmx-tmp", ".jmx-old"
_OURS = re.compile(r"\.(?P<step>[0-9]{1,16})\.[0-9a-f]{12}(?P<kind>\.jmx-tmp|\.jmx-old)")
_STEP = re.compile(r"0|[1-9][0-9]{0,15}")
_LOCK = "lock"
#: a state larger than this is none: it has some 15 KB for each process, and the order of the data
_MOST = 1 << 30


class Store:
    """The checkpoints in a folder. One process writes."""

    def __init__(self, directory: str) -> None:
        self.directory = directory

    def path(self, step: int) -> str:
        """The folder of a step."""
        return os.path.join(self.directory, str(step))

    def steps(self) -> list[int]:
        """Steps with a checkpoint, the oldest first."""
        try:
            names = os.listdir(self.directory)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise file_error("read", self.directory, error) from error
        return sorted(int(name) for name in names if _STEP.fullmatch(name) and os.path.isdir(self.path(int(name))))

    def write(self, step: int, state: dict[str, Any], write: Callable[[str], None], keep: int | None) -> None:
        """Write a checkpoint, and remove old ones when it is there."""
        try:
            os.makedirs(self.directory, exist_ok=True)
            made = self._aside(step, _NEW)
            os.mkdir(made)
            try:
                with _locked(made):
                    write(made)
                    with atomic_file(os.path.join(made, STATE), "w") as file:
                        json.dump({"version": _VERSION, "step": step, **state}, file)
                os.unlink(os.path.join(made, _LOCK))
                files.folder_to_disk(made)
                self._put(made, step)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
            files.folder_to_disk(self.directory)
            if keep is not None:
                for old in self.steps()[:-keep]:
                    if old != step:
                        self._remove(old)
        except (OSError, MXNetError, ValueError, TypeError) as error:
            text = f"the checkpoint of step {step} in {self.directory} was not written: {error}"
            system = error if isinstance(error, OSError) else error.__cause__
            if isinstance(system, OSError):
                raise FileError(text, system.errno, system.strerror, self.directory) from error
            raise MXNetError(text) from error

    def _aside(self, step: int, kind: str) -> str:
        return os.path.join(self.directory, f".{step}.{secrets.token_hex(6)}{kind}")

    def _put(self, made: str, step: int) -> None:
        """Give a whole folder its name. What had it gets it back if the process ends in between (`sweep`)."""
        before = None
        if os.path.lexists(self.path(step)):
            before = self._aside(step, _OLD)
            files.rename(self.path(step), before)
        try:
            files.rename(made, self.path(step))
        except OSError:
            if before is not None:
                files.rename(before, self.path(step))
            raise
        if before is not None:
            shutil.rmtree(before, ignore_errors=True)

    def _remove(self, step: int) -> None:
        """Remove a checkpoint, which has no name any more before its first file is gone."""
        aside = self._aside(step, _NEW)
        with contextlib.suppress(OSError):
            files.rename(self.path(step), aside)
            shutil.rmtree(aside, ignore_errors=True)

    def sweep(self) -> None:
        """Put back or remove what a process has left that was killed; nothing that another one is writing."""
        with contextlib.suppress(OSError):
            for name in os.listdir(self.directory):
                found = _OURS.fullmatch(name)
                if found is None:
                    continue
                path, step = os.path.join(self.directory, name), int(found["step"])
                with contextlib.suppress(OSError):
                    if found["kind"] == _OLD and not os.path.lexists(self.path(step)):
                        files.rename(path, self.path(step))
                    elif not _is_locked(path):
                        shutil.rmtree(path, ignore_errors=True)

    def read(self, step: int) -> dict[str, Any]:
        """What goes with the arrays of a step."""
        path = os.path.join(self.path(step), STATE)
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read(_MOST + 1)
            if len(text) > _MOST:
                raise ValueError("it is too large")
            state = json.loads(text)
            if not isinstance(state, dict) or state.get("version") != _VERSION or state.get("step") != step:
                raise ValueError(f"it is none of version {_VERSION} and step {step}")
            return state
        except OSError as error:
            raise file_error("read", path, error) from error
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"{path}: is no state of a checkpoint, or is damaged: {error}") from error


@contextlib.contextmanager
def _locked(folder: str):
    """Keep other processes from taking a folder for one that was left over, where the file system has locks."""
    descriptor = os.open(os.path.join(folder, _LOCK), files.flags("O_RDWR", "O_CREAT", "O_EXCL"), 0o666)
    try:
        with contextlib.suppress(OSError):
            files.lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def _is_locked(folder: str) -> bool:
    try:
        descriptor = os.open(os.path.join(folder, _LOCK), files.flags("O_RDWR"))
    except OSError:
        return False
    try:
        files.lock(descriptor)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False
