"""Where MXNet's native files would be. jmx has none of its own."""

from __future__ import annotations

import os
from typing import Any

from .. import config
from .._version import MXNET_VERSION

__version__ = MXNET_VERSION


def _from_environment(variable, exists):
    path = config.get(variable)
    return os.path.abspath(path) if path and exists(path) else None


def _missing(what, variable):
    return RuntimeError(
        f"Cannot find {what}: jmx runs MXNet programs on JAX and has no native MXNet files. "
        f"Set {variable} if you have them from elsewhere."
    )


def find_lib_path(prefix: str = "libmxnet") -> Any:
    """Return the paths of MXNet's native library, as MXNET_LIBRARY_PATH gives them.

    Without the variable it is the Python file that answers in its place (`mxnet.base._LIB`): what prints the path, as
    MXNet's tools/diagnose.py does, works, and what links with the file does not.

    Raises
    ------
    RuntimeError
        The variable is set and names no file.
    """
    if not config.get("MXNET_LIBRARY_PATH"):
        return [os.path.join(os.path.dirname(os.path.abspath(__file__)), "native.py")]
    path = _from_environment("MXNET_LIBRARY_PATH", os.path.isfile)
    if path is None:
        raise _missing(f"the MXNet library {prefix}", "MXNET_LIBRARY_PATH")
    return [path]


def find_include_path() -> Any:
    """Return the folder of MXNet's C headers, as MXNET_INCLUDE_PATH gives it (see `find_lib_path`)."""
    path = _from_environment("MXNET_INCLUDE_PATH", os.path.isdir)
    if path is None:
        raise _missing("the MXNet include path", "MXNET_INCLUDE_PATH")
    return path


def find_conf_path(prefix: str = "tvmop") -> Any:
    """Return the path of the TVM operators' configuration, as MXNET_CONF_PATH gives it (see `find_lib_path`)."""
    path = _from_environment("MXNET_CONF_PATH", os.path.isfile)
    if path is None:
        raise _missing(f"the TVM op config {prefix}.conf", "MXNET_CONF_PATH")
    return path
