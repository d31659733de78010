"""What Python runs at its start where jmx's `mxnet` is installed: imports that folders alone cannot serve.

A program may put a checkout of MXNet's sources first on `sys.path`, as MXNet's own tools do, and then import `mxnet`. Or it may
import `horovod.mxnet` before `mxnet`, with or without a real Horovod. And pip may have installed another distribution's `mxnet`
over jmx's: then `import mxnet` says so. Nothing of jmx is loaded here, and nothing that Python has not loaded already.
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
        if name == "horovod.mxnet" and "mxnet" not in sys.modules:  # in a real Horovod, whose own part would call MXNet's library
            return _find_part_by_jmx(name)
        return None


class _Refusal:
    """Loads no module: the import ends with a sentence. Programs that only ask whether there is an `mxnet` go on."""

    def __init__(self, folder):
        self._folder = folder

    def create_module(self, spec):
        """None: an empty module, as Python makes it."""

    def exec_module(self, module):
        """Raise ImportError."""
        from jmx.legacy.mixed import explain

        raise ImportError(explain(self._folder), name="mxnet", path=self._folder)


def _find_installed(name):
    from importlib.machinery import ModuleSpec, PathFinder

    spec = PathFinder.find_spec(name)
    if spec is None:
        return None
    spoiled = _spoiled_folder(spec)
    if spoiled:
        return ModuleSpec(name, _Refusal(spoiled), origin=spoiled)
    if not _is_without_library(spec):
        return None  # found as ever
    for entry in sys.path:
        spec = PathFinder.find_spec(name, [entry])
        if spec is not None and spec.origin and not _is_without_library(spec):
            return spec
    return None


def _spoiled_folder(spec):
    """The folder of an `mxnet` of which only a part is there, or that lies with jmx's in one folder; None for any other."""
    import os

    if not spec.origin:  # folders without an __init__.py: jmx's has one
        return next(iter(spec.submodule_search_locations or ()), None)
    folder = os.path.dirname(spec.origin)
    if not os.path.isfile(os.path.join(folder, "base.py")):
        return None
    beside = os.path.dirname(folder) == os.path.dirname(os.path.abspath(__file__))
    return folder if beside or os.path.isdir(os.path.join(folder, "base")) else None


def _is_without_library(spec):
    """Whether this is Apache's MXNet, as checked out and not built: it could not be imported."""
    import os

    folder = os.path.dirname(spec.origin or "")
    if not _is_apaches(spec):
        return False
    # where MXNet looks for it, from its own folder
    places = (".", "../../lib", "../../build", "../..")
    names = ("libmxnet.so", "libmxnet.dylib", "libmxnet.dll")
    return not any(os.path.isfile(os.path.join(folder, place, name)) for place in places for name in names)


def _is_apaches(spec):
    """Whether this is Apache's MXNet, and not jmx's own, whose `base` is a folder, or another module of this name."""
    import os

    return os.path.isfile(os.path.join(os.path.dirname(spec.origin or ""), "base.py"))


def _find_by_jmx(name):
    import importlib.util
    from importlib.machinery import PathFinder

    if PathFinder.find_spec(name) is not None:
        return None  # the real Horovod
    importlib.import_module("mxnet")  # which adds a finder that knows it
    return importlib.util.find_spec(name)


def _find_part_by_jmx(name):
    import importlib.util
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec("mxnet")
    if spec is None or _is_apaches(spec):
        return None
    importlib.import_module("mxnet")
    return importlib.util.find_spec(name)


sys.meta_path.insert(0, _Finder)
