"""The import name `mxnet` in site-packages, written by jmx itself: what is there, putting it there, taking it away.

What is written is a distribution like any other (modules, METADATA, RECORD), so that pip lists, checks and uninstalls it. Its
modules are copies of those in the folder that `jmx run` puts in front of the path.
"""

from __future__ import annotations

import base64
import contextlib
import csv
import errno
import hashlib
import importlib.machinery
import importlib.metadata
import importlib.util
import io
import json
import os
import shutil
import site
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from .._version import MXNET_VERSION, __version__
from ..base import MXNetError
from ..config.system import files
from ..legacy.alias import SHIM, describe_real, find_real, real_distributions
from ..legacy.mixed import explain, find_mixed

#: A local version (PEP 440) satisfies `mxnet==1.9.1`, and distinguishes jmx's `mxnet` from Apache's.
VERSION = f"{MXNET_VERSION}+jmx.{__version__}"
#: the file WHEEL of what is written
WHEEL = f"Wheel-Version: 1.0\nGenerator: jmx {__version__}\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_DIST_INFO = f"mxnet-{VERSION}.dist-info"
_INSTALLER = "jmx-shim"
#: the files for type checkers, as {path: [module, names]}; tools/make_stubs.py writes it
_TYPING_FILES = os.path.join(os.path.dirname(__file__), "typing_files.json")
_SUMMARY = "The import name mxnet, answered by jmx: MXNet 1.9.1 programs on JAX"
_STAGING = ".jmx-shim-"  # the beginning of the names of folders in which files are prepared
_PATIENCE = 10.0  # seconds to wait for another `jmx shim`
_NO_INSTALLATION = "or start programs with `jmx run SCRIPT`, which needs nothing installed"


@dataclass
class State:
    """What gives the name `mxnet` in this environment.

    `origin` is "none", "shim" (written by `jmx shim`), "incomplete" (the same, with files missing), "compat" (jmx's distribution,
    installed by pip or on the path), "real" (Apache's), "mixed" (files of both, or a part of compat), or "other" (a module that
    is neither). `folder` is where it is found, None for "none"; `what` names it with its version, or says what is mixed;
    `missing` and `changed` are files of the shim, `leftovers` folders of installs that were interrupted.
    """

    origin: str
    folder: str | None = None
    what: str = ""
    missing: list = field(default_factory=list)
    changed: list = field(default_factory=list)
    leftovers: list = field(default_factory=list)


def search_path() -> list[str]:
    """Return where programs of this environment look for modules: `sys.path` without what is this process's own."""
    entries = sys.path if sys.flags.safe_path else sys.path[1:]  # the first is the folder of the script, or the current one
    return list(dict.fromkeys(entry for entry in entries if entry and entry != SHIM))


def _own():
    """The distribution jmx in this environment, or None where jmx runs from a checkout."""
    outside = {os.path.realpath(entry) for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry}
    outside -= {os.path.realpath(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
    path = [entry for entry in search_path() if os.path.realpath(entry) not in outside]
    return next(iter(importlib.metadata.distributions(name="jmx", path=path)), None)


def target() -> str:
    """Return the folder to write to: site-packages of the environment, or the user's where jmx itself lies there."""
    own = _own()
    if own is not None and site.ENABLE_USER_SITE and _same(own.locate_file(""), site.getusersitepackages()):
        return site.getusersitepackages()
    return sysconfig.get_path("purelib")


def _same(one, other):
    return os.path.realpath(one) == os.path.realpath(other)


def find() -> State:
    """Return the State of this environment."""
    path, folder = search_path(), target()
    leftovers = []
    with contextlib.suppress(OSError):
        leftovers = sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith(_STAGING))
    state = _find(path)
    state.leftovers = leftovers
    return state


def _find(path):
    mixed = find_mixed(path)
    if mixed is not None and not _is_incomplete_shim(mixed):
        return State("mixed", os.path.dirname(mixed), explain(mixed))
    real = find_real(path)
    if real is not None:
        return State("real", os.path.dirname(real), describe_real(real).removesuffix(f" in {real}"))
    for distribution in importlib.metadata.distributions(name="mxnet", path=path):
        folder, version = str(distribution.locate_file("")), _version(distribution)
        what = f"mxnet {version}"
        if (distribution.read_text("INSTALLER") or "").strip() == _INSTALLER:
            missing, changed = _compare(folder, version, _recorded(distribution))
            return State("incomplete" if missing else "shim", folder, what, missing, changed)
        return State("compat" if "+jmx" in version else "other", folder, what)
    spec = importlib.machinery.PathFinder.find_spec("mxnet", path)
    if spec is None or not spec.origin:
        return State("none")
    folder = os.path.dirname(os.path.dirname(spec.origin)) if spec.submodule_search_locations else os.path.dirname(spec.origin)
    own = os.path.join(SHIM, "mxnet", "__init__.py")
    with contextlib.suppress(OSError), open(spec.origin, "rb") as file, open(own, "rb") as original:
        if file.read() == original.read():
            return State("compat", folder, f"a folder on the path, for jmx {__version__}")
    return State("other", folder, "mxnet")


def _is_incomplete_shim(folder):
    """Whether files are missing of what `install` wrote, and nothing lies between them: it can mend that itself."""
    if os.path.exists(os.path.join(folder, "base.py")):
        return False
    written = importlib.metadata.distributions(name="mxnet", path=[os.path.dirname(folder)])
    return any((distribution.read_text("INSTALLER") or "").strip() == _INSTALLER for distribution in written)


def _version(distribution):
    try:
        return distribution.version or "of unknown version"
    except Exception:  # metadata that is broken or missing: what is raised depends on Python's version
        return "of unknown version"


def _recorded(distribution):
    """The files of a distribution: {path below site-packages: hash, None for RECORD itself}."""
    rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
    return {row[0]: row[1] or None for row in rows if len(row) >= 2}


def _compare(folder, version, recorded):
    """(files that are missing, files that were changed or added)"""
    missing, metadata = [], f"mxnet-{version}.dist-info"
    names = os.listdir(os.path.join(folder, metadata))
    changed = [os.path.join(folder, metadata, name) for name in names if f"{metadata}/{name}" not in recorded]
    for name, digest in recorded.items():
        path = os.path.join(folder, name)
        inside = os.path.realpath(path).startswith(os.path.realpath(folder) + os.sep)
        if not inside or os.path.isdir(path):
            changed.append(path)  # jmx writes no such line
        elif not os.path.exists(path):
            missing.append(path)
        elif digest is not None:
            with open(path, "rb") as file:
                if _digest(file.read()) != digest:
                    changed.append(path)
    return missing, changed


def _digest(content):
    """A hash as RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def typing_file(path, module, names) -> str:
    """The text of a file that type checkers follow from `mxnet` to `jmx`; no program ever imports it.

    Parameters
    ----------
    path : str
        Where it lies, such as mxnet/gluon/block.py.
    module : str
        The module of jmx that it passes on.
    names : list of str
        Public names that this module has besides those in its `__all__`.
    """
    public = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return (
        "# Made by tools/make_stubs.py; not to be edited.\n# ruff: noqa\n"
        f'"""`{public}` is `{module}`: this file is for type checkers only."""\n\nfrom {module} import *\n'
        + "".join(f"from {module} import {name} as {name}\n" for name in names)
    )


def _sources():
    """The modules, and what type checkers read beside them: {path: content}."""
    with open(_TYPING_FILES, encoding="utf-8") as file:
        contents = {path: typing_file(path, *entry).encode() for path, entry in json.load(file).items()}
    for folder, folders, names in os.walk(SHIM):
        folders[:] = sorted(set(folders) - {"__pycache__"})
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                contents[os.path.relpath(path, SHIM).replace(os.sep, "/")] = file.read()
    return contents


def _files(requires_python):
    """Everything that is written: {path below site-packages: content}."""
    metadata = (f"Metadata-Version: 2.1\nName: mxnet\nVersion: {VERSION}\nSummary: {_SUMMARY}\n"
                f"Requires-Python: {requires_python}\nRequires-Dist: jmx=={__version__}\n")  # fmt: skip
    files = {
        **_sources(),
        f"{_DIST_INFO}/METADATA": metadata.encode(),
        f"{_DIST_INFO}/WHEEL": WHEEL.encode(),
        f"{_DIST_INFO}/INSTALLER": f"{_INSTALLER}\n".encode(),
    }
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    rows.writerows((name, _digest(content), len(content)) for name, content in files.items())
    rows.writerow((f"{_DIST_INFO}/RECORD", "", ""))
    files[f"{_DIST_INFO}/RECORD"] = record.getvalue().encode()
    return files


def _refuse_where_it_cannot_work(folder):
    marker = os.path.join(sysconfig.get_path("stdlib", sysconfig.get_default_scheme()), "EXTERNALLY-MANAGED")
    if sys.prefix == sys.base_prefix and os.path.exists(marker):
        raise MXNetError(
            f"this Python belongs to the operating system, whose tools look after {folder} (PEP 668: {marker}). Make a virtual "
            f"environment (`python3 -m venv .venv`) and install jmx there, {_NO_INSTALLATION}."
        )
    own = _own()
    here = os.path.dirname(os.path.dirname(os.path.dirname(SHIM)))
    if own is None:
        how = f" (`pip install {here}`)" if os.path.exists(os.path.join(here, "pyproject.toml")) else ""
        raise MXNetError(
            f"jmx itself is not installed in this environment: it runs from {here}, and programs would not find it. Install "
            f"it{how}, {_NO_INSTALLATION}."
        )
    if own.version != __version__:
        raise MXNetError(
            f"this is jmx {__version__} in {here}, but jmx {own.version} is installed in this environment. Run `jmx shim` of "
            f"that one, or install this one."
        )


@contextlib.contextmanager
def _alone(folder):
    """One process at a time: the folder is locked, where it can be. The lock goes with its process, and leaves no file."""
    descriptor = None
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                files.lock(descriptor)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    os.close(descriptor)
                    raise MXNetError(f"another process is writing to {folder} at this moment; run this again later") from None
                time.sleep(0.05)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def install() -> tuple[State, bool]:
    """Put `mxnet` into this environment.

    Returns
    -------
    (State, bool)
        What is there now, and whether it was written by this call.

    Raises
    ------
    MXNetError
        It cannot be or must not be written; the message says why and what to do. Nothing is left of the attempt.
    """
    folder = target()
    with _alone(folder):
        return _install(folder)


def _install(folder):
    state = find()
    if state.origin == "mixed":
        raise MXNetError(state.what)
    if state.origin == "real":
        names = real_distributions()
        mend = f"`pip uninstall {' '.join(names)}`" if names else f"take {state.folder} off the path"
        raise MXNetError(
            f"{state.what} is in this environment ({state.folder}), and the two must not be mixed. Remove it first ({mend}), "
            f"make an environment without it, {_NO_INSTALLATION}."
        )
    if state.origin == "other":
        raise MXNetError(
            f"there is a module `mxnet` that is neither MXNet's nor jmx's: {state.what} in {state.folder}. Move it away, "
            f"{_NO_INSTALLATION}."
        )
    if state.origin == "compat" or state.origin == "shim" and state.what == f"mxnet {VERSION}" and not state.changed:
        _clean(state)
        return state, False
    _refuse_where_it_cannot_work(folder)
    try:
        if state.origin in ("shim", "incomplete"):
            others = _others(_modules(state))
            if others:
                raise MXNetError(
                    f"there are files of other packages beside those of jmx: {', '.join(others)}; move them away first"
                )
            _delete(state)
        _clean(state)
        _write(folder, _files(_own().metadata["Requires-Python"]))
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise MXNetError(
                f"{folder} cannot be written ({error.strerror}). Make a virtual environment (`python3 -m venv .venv`) and "
                f"install jmx there, {_NO_INSTALLATION}."
            ) from None
        raise MXNetError(f"writing to {folder} failed ({error.strerror}), and nothing was installed") from None
    importlib.invalidate_caches()
    return find(), True


def _write(folder, files):
    """Write `files` into `folder`: all of them are prepared aside, and then renamed, the metadata first."""
    tops = sorted({name.split("/")[0] for name in files}, key=lambda top: (top != _DIST_INFO, top))
    for top in tops:
        path = os.path.join(folder, top)
        if _is_debris(path):
            shutil.rmtree(path)
        if os.path.lexists(path):
            raise MXNetError(f"{path} is there already, and not from jmx; move it away first")
    staging = tempfile.mkdtemp(prefix=_STAGING, dir=folder)
    renamed = []
    try:
        for name, content in files.items():
            path = os.path.join(staging, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        # A process killed between two of these steps leaves metadata that names what is missing.
        for top in tops:
            os.rename(os.path.join(staging, top), os.path.join(folder, top))
            renamed.append(top)
    except BaseException:
        for top in reversed(renamed):
            with contextlib.suppress(OSError):
                os.rename(os.path.join(folder, top), os.path.join(staging, top))
        raise
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _others(modules):
    """The files in folders of the shim's own that are not the shim's."""
    others, folders = [], _folders(modules)
    known = {*modules, *folders}
    for folder in sorted(folders):
        if os.path.isdir(folder):
            paths = (os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name != "__pycache__")
            others += [path for path in paths if path not in known]
    return others


def _folders(modules):
    """The folders of the package that these files make."""
    roots = [os.path.dirname(path) for path in modules if os.path.basename(path) == "__init__.py"]
    root = min(roots, key=len, default=None)
    return {folder for folder in map(os.path.dirname, modules) if root and (folder + os.sep).startswith(root + os.sep)}


def _is_debris(path):
    """Whether `path` is a folder with compiled modules only, whose sources are gone: pip leaves those of `python -O`."""
    files = [name for _, _, names in os.walk(path) for name in names]
    return os.path.isdir(path) and not os.path.islink(path) and all(name.endswith(".pyc") for name in files)


def _clean(state):
    """Delete what interrupted installs have left."""
    for folder in state.leftovers:
        shutil.rmtree(folder, ignore_errors=True)


def remove() -> tuple[Any, ...]:
    """Take away the `mxnet` that `install` wrote.

    Returns
    -------
    (State, list of str)
        What was there before, and the folders that stay because they hold other files.

    Raises
    ------
    MXNetError
        It is another `mxnet`, files were changed, or they cannot be deleted; the message says what to do.
    """
    with _alone(target()):
        return _remove()


def _remove():
    state = find()
    if state.origin == "mixed":
        raise MXNetError(state.what)
    if state.origin == "compat":
        raise MXNetError(f"{state.what} in {state.folder} was not installed by `jmx shim`: `pip uninstall mxnet` removes it")
    if state.origin in ("real", "other"):
        raise MXNetError(f"{state.what} in {state.folder} is not from jmx; nothing is removed")
    stay = []
    try:
        if state.origin != "none":
            stay = _delete(state)
    except OSError as error:
        raise MXNetError(f"{state.folder} cannot be written ({error.strerror}), and nothing was removed") from None
    _clean(state)
    return state, stay


def _modules(state):
    """The paths of the modules of a shim."""
    (distribution,) = importlib.metadata.distributions(name="mxnet", path=[state.folder])
    return [os.path.join(state.folder, name) for name in _recorded(distribution) if ".dist-info/" not in name]


def _delete(state):
    """Delete the files of a shim, all or none, and return the folders that stay because other files are in them."""
    if state.changed:
        raise MXNetError(
            f"changed or added since `jmx shim install` wrote the others: {', '.join(state.changed)}. Nothing was removed; move "
            f"these away, and run it again"
        )
    modules = _modules(state)
    metadata = os.path.join(state.folder, state.what.replace("mxnet ", "mxnet-") + ".dist-info")
    aside, moved = tempfile.mkdtemp(prefix=_STAGING, dir=state.folder), []
    try:
        for number, path in enumerate([*modules, metadata]):
            if os.path.lexists(path):
                os.rename(path, os.path.join(aside, str(number)))
                moved.append((os.path.join(aside, str(number)), path))
    except BaseException:
        for where, path in reversed(moved):
            os.rename(where, path)
        os.rmdir(aside)
        raise
    shutil.rmtree(aside, ignore_errors=True)
    stay = []
    for path in modules:
        for level in ("", 1, 2):
            with contextlib.suppress(OSError):
                os.remove(importlib.util.cache_from_source(path, optimization=level))
    for folder in sorted(_folders(modules), reverse=True):  # what is inside comes first
        with contextlib.suppress(OSError):
            os.rmdir(os.path.join(folder, "__pycache__"))
        try:
            os.rmdir(folder)
        except FileNotFoundError:
            pass
        except OSError:
            stay.append(folder)
    return stay
