"""Wheels bring the sources in C compiled, and the course for `jmx tutorial`: what hatchling runs while it builds one.

Where there is no C compiler for Linux, in editable installations and with JMX_PREBUILT=0 the wheel is one for any platform, and
jmx compiles its sources when they are first used (`jmx/native/compiler.py`). JMX_PREBUILT=1, for wheels that are to be
published, makes it an error if they cannot be compiled, and lets a compiler for another machine make that machine's wheel.

A wheel that free-threaded Python builds does not require what has no wheels there, and is for that Python alone.
"""

from __future__ import annotations

import concurrent.futures
import glob
import importlib.util
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

#: machines, as their names stand in tags, by the numbers that programs of theirs have
_MACHINES = {62: "x86_64", 183: "aarch64"}
#: seconds that the compiler may take for a source
_PATIENCE = 120


def _recipe(folder):
    """jmx/native/recipe.py, without jmx around it."""
    spec = importlib.util.spec_from_file_location("recipe", os.path.join(folder, "recipe.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled(folder: str, target: str) -> dict[str, str]:
    """Compile all sources of a folder.

    Parameters
    ----------
    folder : str
        That of the sources and their recipe.
    target : str
        An empty folder for the libraries.

    Returns
    -------
    dict of str to str
        Where each library is, and where it belongs.

    Raises
    ------
    OSError, subprocess.SubprocessError
        There is no compiler, or it fails.
    """
    recipe = _recipe(folder)
    words = recipe.compiler()
    if words is None:
        raise FileNotFoundError("there is no C compiler")

    def one(source):
        place = recipe.prebuilt(source)
        path = os.path.join(target, os.path.basename(place))
        command = recipe.command(words, source, path)
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE, stdin=subprocess.DEVNULL)
        except subprocess.CalledProcessError as error:
            said = error.stderr.decode(errors="replace").strip()
            raise OSError(f"the C compiler ended with status {error.returncode}: {said[:1000]}") from error
        with open(path, "rb") as file:
            content = file.read()
        with open(path, "wb") as file:
            file.write(recipe.sealed(content))
        return path, place

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(one, sorted(glob.glob(os.path.join(glob.escape(folder), "*.c")))))


def platform_tag(libraries: list[bytes], machine: str | None = None) -> str:
    """The tag of the machines that can load libraries: their kind, and the oldest C library that has all functions.

    Parameters
    ----------
    libraries : list of bytes
    machine : str, optional
        The only kind of machine that is taken.

    Raises
    ------
    ValueError
        They are for no machine that jmx is for, or need another C library than glibc.
    """
    kinds = {_machine(library) for library in libraries}
    versions = [int(minor) for library in libraries for minor in re.findall(rb"\0GLIBC_2\.(\d+)", library)]
    # no number stands behind what a linker asks for that packs addresses
    versions += [36 for library in libraries if b"\0GLIBC_ABI_DT_RELR" in library]
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None or machine not in (None, kind):
        raise ValueError(f"the C compiler makes libraries for another machine than {machine or 'x86_64 or aarch64'}")
    if not versions:
        raise ValueError("the C compiler makes libraries for another C library than glibc")
    return f"manylinux_2_{max(17, *versions)}_{kind}"


def _machine(library):
    """The name of the kind of machine that a library is for, None for another one than jmx's."""
    if library[:6] != b"\x7fELF\x02\x01":  # of 64 bits, the lowest byte first
        return None
    return _MACHINES.get(int.from_bytes(library[18:20], "little"))


def free_threaded() -> bool:
    """Whether this Python is one without the GIL."""
    return bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


class Requirements(MetadataHookInterface):
    """Says what jmx and its extras require: all of it, or for free-threaded Python what has wheels there."""

    PLUGIN_NAME = "custom"

    def update(self, metadata):
        """Write the requirements into the metadata."""
        left_out = self.config["without_free_threading"] if free_threaded() else []

        def there(lines):
            return [line for line in lines if re.split(r"[^\w-]", line)[0] not in left_out]

        metadata["dependencies"] = there(self.config["dependencies"])
        extras = self.config["optional-dependencies"]
        metadata["optional-dependencies"] = {extra: there(lines) for extra, lines in extras.items()}


class WheelBuildHook(BuildHookInterface):
    """Puts the course and the libraries into wheels. Editable installations find both in the checkout."""

    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        """Say where the course is, compile the sources and say where the libraries are, before a wheel is made."""
        if self.target_name != "wheel" or version == "editable":
            return
        build_data["force_include"][os.path.join(self.root, "notebooks")] = "jmx/cli/course"
        python = "py3-none"
        if free_threaded():
            version = "cp{}{}".format(*sys.version_info)
            python = f"{version}-{version}t"
            build_data["tag"] = f"{python}-any"
        wish = os.environ.get("JMX_PREBUILT", "")
        if wish == "0":
            return
        self.folder = tempfile.TemporaryDirectory(prefix="jmx-")  # goes with the hook
        try:
            libraries = compiled(os.path.join(self.root, "jmx", "native"), self.folder.name)
            contents = []
            for path in libraries:
                with open(path, "rb") as file:
                    contents.append(file.read())
            tag = platform_tag(contents, None if wish else platform.machine())
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            if wish:
                raise
            self.app.display_warning(f"The wheel brings nothing compiled: {error}")
            return
        build_data["pure_python"], build_data["tag"] = False, f"{python}-{tag}"
        build_data["force_include"].update({path: os.path.relpath(place, self.root) for path, place in libraries.items()})
