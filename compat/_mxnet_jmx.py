"""What Python runs at its start where jmx's `mxnet` is installed: two orders of imports that folders alone cannot serve.

A program may put a checkout of MXNet's sources first on `sys.path`, as MXNet's own tools do, and then import `mxnet`. Or it may
import `horovod.mxnet` before `mxnet`. Nothing of jmx is loaded here, and nothing that Python has not loaded already.
"""

import sys


class _Finder:
    """Passes over sources of MXNet that lack its library; has `mxnet` imported before a `horovod` that is not installed."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """The module's specification, or None for every module but these two."""
        if path is None and name == "mxnet":
            return _find_installed(name)
        if path is None and name == "horovod" and "mxnet" not in sys.modules:
            return _find_by_jmx(name)
        return None


def _find_installed(name):
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec(name)
    if spec is None or not _is_without_library(spec):
        return None  # found as ever
    for entry in sys.path:
        spec = PathFinder.find_spec(name, [entry])
        if spec is not None and not _is_without_library(spec):
            return spec
    return None


def _is_without_library(spec):
    """Whether this is Apache's MXNet, as checked out and not built: it could not be imported."""
    import os

    folder = os.path.dirname(spec.origin or "")
    if not os.path.isfile(os.path.join(folder, "base.py")):
        return False  # jmx's own, whose `base` is a folder, or another module of this name
    # where MXNet looks for it, from its own folder
    places = (".", "../../lib", "../../build", "../..")
    names = ("libmxnet.so", "libmxnet.dylib", "libmxnet.dll")
    return not any(os.path.isfile(os.path.join(folder, place, name)) for place in places for name in names)


def _find_by_jmx(name):
    import importlib.util
    from importlib.machinery import PathFinder

    if PathFinder.find_spec(name) is not None:
        return None  # the real Horovod
    importlib.import_module("mxnet")  # which adds a finder that knows it
    return importlib.util.find_spec(name)


sys.meta_path.insert(0, _Finder)
