"""The import name `mxnet`, answered by jmx.

`mxnet` itself is a thin module of its own, because it and jmx give different answers to `__version__`; reading and
writing any other name on it goes straight through to jmx. Every `mxnet.x.y` is the module object `jmx.x.y`, under a
second name in `sys.modules`: there is one class `NDArray`, one registry, one random state.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import sys
import types

from .. import config
from .._version import MXNET_VERSION
from .accidental_names import add_accidental_names
from .presence import Presence, Unloaded, load
from .second_names import SecondNameFinder

_OWN = frozenset(
    "__name__ __doc__ __package__ __loader__ __spec__ __path__ __file__ __cached__ __builtins__ __version__ __class__".split()
)

#: the folder in which `import mxnet` finds the module that calls `install`: put in front of a path, or copied to site-packages
SHIM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cli", "shim")


class _Facade(types.ModuleType):
    """The module `mxnet`."""

    def __init__(self, original, target):
        own = self.__dict__
        own.update({name: getattr(original, name) for name in _OWN if name in original.__dict__})
        own["__version__"] = MXNET_VERSION
        own["_jmx"] = target
        self._settle()

    def _settle(self):
        self.__path__ = list(self._jmx.__path__)
        self.__doc__ = self._jmx.__doc__

    def __getattr__(self, name):
        value = getattr(self.__dict__["_jmx"], name)
        if isinstance(value, types.ModuleType):
            add_accidental_names(value, name)
            self.__dict__[name] = value  # programs say mx.nd in their loops, and a submodule is never another one
            present = sys.modules.get(f"{self.__name__}.{name}")
            if isinstance(present, Unloaded):  # its name in jmx is longer
                load(present)
        return value

    @property
    def __all__(self):
        return [name for name in dir(self._jmx) if not name.startswith("_") and hasattr(self._jmx, name)]

    def __setattr__(self, name, value):
        if name in _OWN:
            super().__setattr__(name, value)
        else:
            self.__dict__.pop(name, None)
            setattr(self._jmx, name, value)

    def __delattr__(self, name):
        self.__dict__.pop(name, None)
        delattr(self._jmx, name)

    def __dir__(self):
        return dir(self._jmx)

    def __reduce__(self):
        return importlib.import_module, (self.__name__,)


class _Finder(SecondNameFinder):
    """Finds `mxnet.x.y` where `jmx.x.y` is."""

    def __init__(self, name, target, tracer):
        self._prefix = name + "."
        self._target = target.__name__ + "."
        self._tracer = tracer
        self.presence = Presence(name, self._finish)

    def answers(self, name):
        """Whether this is the finder of submodules of `name`."""
        return self._prefix == f"{name}."

    def find_spec(self, fullname, path=None, target=None):
        """The spec of the second name, or that of a module of jmx whose classes are MXNet's; None leaves it to other finders."""
        if fullname.startswith(self._target):
            return self.presence.find_spec(fullname, path)
        return super().find_spec(fullname, path, target)

    def real_name(self, fullname):
        """The name below jmx, or None for a module that is not below `mxnet`."""
        return self._target + fullname.removeprefix(self._prefix) if fullname.startswith(self._prefix) else None

    def create_module(self, spec):
        """The module of jmx, which from now on answers the names that MXNet's has by accident."""
        module = super().create_module(spec)
        self._finish(module, spec.name.removeprefix(self._prefix))
        return module

    def _finish(self, module, own_name):
        add_accidental_names(module, own_name)
        if self._tracer is not None:
            self._tracer.watch(module)


class _HorovodFinder(SecondNameFinder):
    """Finds `horovod` where no Horovod is installed, and `horovod.mxnet` in any: asked before folders.

    A real Horovod's part for MXNet calls MXNet's library, and is missing where Horovod was built without MXNet.
    """

    def real_name(self, fullname):
        """The module below `jmx.legacy`, or None."""
        if fullname == "horovod":
            found = importlib.machinery.PathFinder.find_spec("horovod") is not None
        else:
            found = fullname != "horovod.mxnet" or not is_jmx(sys.modules.get("mxnet"))
        return None if found else f"jmx.legacy.{fullname}"


#: where MXNet looks for its library, from the folder of its modules
_LIBRARY_PLACES = (".", "../../lib", "../../build", "../..")


def find_real(path=None) -> str | None:
    """Return the folder of a real MXNet that is importable from `path` (default `sys.path`), or None.

    Sources of MXNet without its library, as in a checkout, are none: they could not be imported.
    """
    for entry in sys.path if path is None else path:
        folder = os.path.join(entry or os.getcwd(), "mxnet")
        if os.path.isfile(os.path.join(folder, "base.py")) and (_has_library(folder) or real_distributions()):
            return folder
    return None


def _has_library(folder):
    names = ("libmxnet.so", "libmxnet.dylib", "libmxnet.dll")
    return any(os.path.isfile(os.path.join(folder, place, name)) for place in _LIBRARY_PLACES for name in names)


def real_distributions() -> list[str]:
    """Return the names of the distributions that have files of a module `mxnet` and are not jmx's."""
    import importlib.metadata as metadata

    names = sorted(set(metadata.packages_distributions().get("mxnet", ())))
    return [name for name in names if "+jmx" not in metadata.version(name)]


def describe_real(folder) -> str:
    """Return one phrase that names the real MXNet found in `folder`: its distributions, where known, and the place."""
    import importlib.metadata as metadata

    owners = [f"{name} {metadata.version(name)}" for name in real_distributions()]
    return f"{' and '.join(owners) or 'the real MXNet'} in {folder}"


def install(name, refuse_real=None) -> None:
    """Make the module `name` (that is "mxnet", and is being imported) and all its submodules those of jmx.

    Parameters
    ----------
    name : str
        The module's name.
    refuse_real : bool, optional
        Whether a real MXNet that could be imported as well is an error. By default it is, unless the module comes from the
        folder `SHIM`: who puts that in front of a path says there that the real one is left aside.

    Raises
    ------
    ImportError
        There is a real MXNet, or NumPy is too old; the message names it.
    """
    config.numpy_release.check(importlib.import_module("numpy"))
    # Sockeye and others say `import multiprocessing` and use `multiprocessing.pool`, which MXNet's import brings along.
    importlib.import_module("multiprocessing.pool")
    _give_submodules()
    module = sys.modules.get(name)
    if isinstance(module, _Facade):  # it is being reloaded
        module._settle()
        return
    if refuse_real is None:
        refuse_real = os.path.dirname(os.path.dirname(os.path.abspath(module.__file__))) != SHIM
    folder = find_real() if refuse_real else None
    if folder is not None:
        raise ImportError(
            f"jmx answers for `mxnet` here, but {describe_real(folder)} is installed too, and the two must not be mixed. "
            "Uninstall it (and then reinstall jmx's distribution `mxnet`, whose files it may have replaced), or leave "
            "jmx's `mxnet` out of this environment and start programs with `jmx run SCRIPT`.",
            name="mxnet",
            path=folder,
        )
    target = importlib.import_module("jmx")
    tracer = importlib.import_module("jmx.scan.trace").start_if_wanted() if config.get("JMX_TRACE_USAGE") else None
    finder = _Finder(name, target, tracer)
    sys.meta_path.insert(0, finder)
    sys.meta_path.insert(0, _HorovodFinder())
    sys.modules[name] = _Facade(module, target)
    finder.presence.enter()
    if tracer is not None:
        tracer.watch(sys.modules[name])
    importlib.import_module("jmx._numpy1").install()


#: submodules of the standard library that MXNet's import brings along, so that programs use them after `import urllib`
_BROUGHT_ALONG = {"urllib": ("error", "request", "response"), "concurrent": ("futures",)}


def _give_submodules():
    """Let packages of the standard library import submodules that a program uses without an import of its own."""
    for package, submodules in _BROUGHT_ALONG.items():

        def get(name, package=package, submodules=submodules):
            if name in submodules:
                return importlib.import_module(f"{package}.{name}")
            raise AttributeError(f"module {package!r} has no attribute {name!r}")

        importlib.import_module(package).__dict__.setdefault("__getattr__", get)


def uninstall(name) -> None:
    """Undo `install`: the module `name` and its submodules are no longer imported, and will not be found."""
    for module in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
        del sys.modules[module]
    for finder in list(sys.meta_path):
        if isinstance(finder, _Finder) and finder.answers(name):
            finder.presence.leave()
            sys.meta_path.remove(finder)
        elif isinstance(finder, _HorovodFinder):
            sys.meta_path.remove(finder)


def is_jmx(module) -> bool:
    """Whether `module` is a module `mxnet` that was made by `install`."""
    return isinstance(module, _Facade)
