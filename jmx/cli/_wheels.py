"""Wheels under the names of MXNet's releases that bring jmx: what `jmx shim wheels` writes, and `jmx shim constraints` prints.

A wheel of `mxnet` holds the modules that `jmx shim install` writes; one of any other name holds nothing and requires `mxnet`.
Every released version has one, with jmx's local version behind it (`1.5.1.post0+jmx.0.2.0`): PEP 440 lets it satisfy what
`1.5.1.post0` satisfies, and ranks it higher.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
import re
import shutil
import tempfile
import zipfile

from .._version import __version__
from ..base import MXNetError
from ..config import jax_internals, numpy_release
from . import _shim

_CUDA_WITH_MKL = ("75", "80", "90", "91", "92", "100", "101", "102")
_CUDA = ("110", "111", "112", "113", "114", "115", "116", "117")
#: the distributions on the package index with a module `mxnet` of MXNet's releases
NAMES = (
    "mxnet", "mxnet-mkl", "mxnet-native", "mxnet-gcc5", "mxnet-tensorrt-cu90", "mxnet-tensorrt-cu92",
    *(f"mxnet-cu{cuda}{kind}" for cuda in _CUDA_WITH_MKL for kind in ("", "mkl")), *(f"mxnet-cu{cuda}" for cuda in _CUDA),
)  # fmt: skip
#: others with such a module, whose versions are not MXNet's
OTHER_NAMES = ("mxnet-alas", "mxnet-jetson", "mxnet-neuron", "mxnet-noavx")
#: the versions that any of `NAMES` was released in; a name has all of them, also those that it was not released in
VERSIONS = """
0.9.3 0.9.5 0.9.5.post1 0.9.5.post2 0.10.0 0.10.0.post1 0.10.0.post2 0.11.0 0.12.0 0.12.1
1.0.0 1.0.0.post0 1.0.0.post1 1.0.0.post2 1.0.0.post3 1.0.0.post4 1.1.0 1.1.0.post0
1.2.0 1.2.1 1.2.1.post0 1.2.1.post1 1.3.0 1.3.0.post0 1.3.1 1.4.0 1.4.0.post0 1.4.1
1.5.0 1.5.1 1.5.1.post0 1.6.0 1.6.0.post0 1.7.0 1.7.0.post0 1.7.0.post1 1.7.0.post2
1.8.0 1.8.0.post0 1.9.0 1.9.1 2.0.0a0 2.0.0b1
""".split()

#: what compat/pyproject.toml requires
_REQUIRED = (f"jmx=={__version__}", 'numpy<2.3; python_version < "3.14"', 'numpy<2.4; python_version >= "3.14"')
_LOCAL = f"+jmx.{__version__}"
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip file can have: the same input gives the same bytes
#: a line of a file of requirements that pins one of `NAMES`, and versions there that a wheel's name can hold
_PIN = re.compile(r"(mxnet[a-z0-9._-]*?)\s*(?:\[[^\]]*\]\s*)?(?:===?)\s*([0-9][a-z0-9.]*)\s*(?:$|[;#,\s\\])", re.IGNORECASE)
_VERSION = re.compile(r"\d+(\.\d+)*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?")
#: what is written beside the wheels: without it pip, where it finds no other way, takes MXNet's own wheels and an older NumPy
CONSTRAINTS = "constraints.txt"
#: files that an installer adds to those of a wheel
_ADDED = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json")


def _archive(path, info, files, compression=zipfile.ZIP_STORED):
    """Write a wheel: `files` is {path: content}, to which RECORD is added in the folder `info`."""
    record = io.StringIO()
    rows = csv.writer(record, lineterminator="\n")
    rows.writerows((name, _shim._digest(content), len(content)) for name, content in files.items())
    rows.writerow((f"{info}/RECORD", "", ""))
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in {**files, f"{info}/RECORD": record.getvalue().encode()}.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr, entry.compress_type = 3, 0o100644 << 16, compression
            archive.writestr(entry, content)


def _write_stand_in(folder, name, version, modules):
    """Write the wheel of one name and version."""
    stem = f"{name.replace('-', '_')}-{version}{_LOCAL}"
    info = f"{stem}.dist-info"
    required = _REQUIRED if name == "mxnet" else ("mxnet", f"jmx=={__version__}")
    metadata = (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}{_LOCAL}\n"
        f"Summary: jmx under the name of MXNet's distribution {name}\nRequires-Python: >=3.11\n"
        + "".join(f"Requires-Dist: {line}\n" for line in required)
    )
    files = {**(modules if name == "mxnet" else {}), f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": _shim.WHEEL.encode()}
    _archive(os.path.join(folder, f"{stem}-py3-none-any.whl"), info, files)


def _write_jmx(folder):
    """Write the wheel that jmx itself was installed from, and return whether its files are there.

    They are not where jmx runs from a checkout, or an editable installation.
    """
    distribution = _shim._own()
    if distribution is None or distribution.version != __version__:
        return False
    paths = [str(path).replace(os.sep, "/") for path in distribution.files or ()]
    info = f"jmx-{__version__}.dist-info"
    origin = json.loads(distribution.read_text("direct_url.json") or "{}")
    if "jmx/__init__.py" not in paths or origin.get("dir_info", {}).get("editable"):
        return False
    added = {f"{info}/{name}" for name in _ADDED}
    files = {}
    for name in sorted(paths):
        if name.startswith(("jmx/", f"{info}/")) and name not in added and not name.endswith(".pyc"):
            with open(distribution.locate_file(name), "rb") as file:
                files[name] = file.read()
    _archive(os.path.join(folder, f"jmx-{__version__}-py3-none-any.whl"), info, files, zipfile.ZIP_DEFLATED)
    return True


def pinned(text) -> set[tuple[str, str]]:
    """Return the names and versions of MXNet that a file of requirements pins, as a set of pairs.

    Parameters
    ----------
    text : str
        The file's text. Lines that are no requirements give nothing.
    """
    pairs = set()
    for line in text.splitlines():
        match = _PIN.match(line.strip())
        if match:
            name, version = re.sub(r"[-_.]+", "-", match[1]).lower(), match[2].lower()
            if name in NAMES and _VERSION.fullmatch(version):
                pairs.add((name, version))
    return pairs


def write(folder, requirements=()) -> tuple[int, bool]:
    """Write the wheels into `folder`, and `CONSTRAINTS`, all or none.

    Parameters
    ----------
    folder : str
        A path at which there is nothing yet, or an empty folder, or one that this function wrote, which is replaced.
    requirements : iterable of str
        Texts of files of requirements. The versions that they pin are added to those that were released: builds of one night.

    Returns
    -------
    (int, bool)
        The number of wheels, and whether that of jmx itself is among them.

    Raises
    ------
    MXNetError
        Other files are there, or it cannot be written. What was there before is left as it was.
    """
    folder = os.path.abspath(folder)
    foreign = _foreign(folder)
    if foreign:
        raise MXNetError(
            f"{folder} has other files than `jmx shim wheels` writes, such as {foreign!r}. Name a folder for these wheels alone"
        )
    pairs = {(name, version) for name in NAMES for version in VERSIONS}.union(*map(pinned, requirements))
    modules = _shim._sources()
    staging = None
    try:
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        staging = tempfile.mkdtemp(prefix=_shim._STAGING, dir=os.path.dirname(folder))
        os.chmod(staging, 0o755)
        for name, version in sorted(pairs):
            _write_stand_in(staging, name, version, modules)
        with_jmx = _write_jmx(staging)
        count = len(os.listdir(staging))
        with open(os.path.join(staging, CONSTRAINTS), "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in constraints(with_wheels=True))
        _exchange(staging, folder)
    except OSError as error:
        raise MXNetError(f"{folder} cannot be written ({error.strerror or error}), and nothing was changed") from None
    finally:
        if staging is not None:
            shutil.rmtree(staging, ignore_errors=True)
    return count, with_jmx


def _foreign(folder):
    """The name of something in `folder` that is no wheel of this module, or None."""
    own = re.compile(r"mxnet[a-z0-9_]*-[^-]+\+jmx\.[^-]+-py3-none-any\.whl|jmx-[^-]+-py3-none-any\.whl|" + CONSTRAINTS)
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        return os.path.basename(folder)
    except OSError as error:
        raise MXNetError(f"{folder} cannot be read ({error.strerror})") from None
    return next((name for name in names if not own.fullmatch(name)), None)


def _exchange(staging, folder):
    """Give `staging` the name `folder`; afterwards `staging` holds what was there before, if anything was."""
    try:
        os.rename(staging, folder)  # POSIX replaces an empty folder, too
        return
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES) or not os.path.isdir(folder):
            raise
    aside = f"{staging}-old"
    os.rename(folder, aside)
    try:
        os.rename(staging, folder)
    except BaseException:
        os.rename(aside, folder)
        raise
    with contextlib.suppress(OSError):
        os.rename(aside, staging)


def constraints(with_wheels=False) -> list[str]:
    """Return the lines of a file of constraints, with which pip replaces nothing that jmx needs.

    Parameters
    ----------
    with_wheels : bool, default False
        For installing with the folder that `write` made: the names of MXNet are left to its wheels.
    """
    jax, jaxlib = (f"{name}>={jax_internals.OLDEST},<{jax_internals.UNTESTED}" for name in ("jax", "jaxlib"))
    lines = [
        f"# Made by `jmx shim constraints` of jmx {__version__}: what pip must not replace (its option -c).",
        f"jmx=={__version__}", jax, jaxlib, f"numpy>={numpy_release.OLDEST}",
        *(line for line in _REQUIRED if line.startswith("numpy")),
    ]  # fmt: skip
    if not with_wheels:
        lines.append("# MXNet's own wheels, whose files would lie over jmx's: no version of them fits these lines.")
        lines += [f"{name}=={_shim.VERSION}" for name in (*NAMES, *OTHER_NAMES)]
    return lines
