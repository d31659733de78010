"""What `import mxnet` leaves behind, as MXNet's does: all of its modules in `sys.modules`, and classes that say they are there.

Libraries look for the names of modules, and programs print classes. No module is loaded for it: one that nobody has used yet is
present as an `Unloaded`, and each class gets its `__module__` when jmx's module is loaded.
"""

from __future__ import annotations

import copy
import importlib
import os
import sys
import types
from importlib.machinery import PathFinder, SourceFileLoader
from typing import TYPE_CHECKING

from .._errors.homes import HOMES
from .mxnet_names import ABSENT, CLASSES, MODULES

if TYPE_CHECKING:
    from types import ModuleType


_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: attributes with two underscores that are worth loading a module; others are asked of all modules by `unittest` and the like
_LOADING = frozenset("__all__ __cached__ __dict__ __doc__ __loader__ __package__ __spec__ __version__".split())
_ALWAYS = frozenset(("__class__", "__name__"))


class Unloaded(types.ModuleType):
    """A module of MXNet that has not been used: asked for one of its names, it loads jmx's, which takes its place.

    Who still holds this object finds everything that the module has.
    """

    def __init__(self, name, load) -> None:
        super().__init__(name)
        object.__getattribute__(self, "__dict__").update(load=load)

    def __getattribute__(self, name):
        if name in _ALWAYS:
            return object.__getattribute__(self, name)
        if name[:2] == "__" == name[-2:] and name not in _LOADING:
            if name in ("__file__", "__path__"):
                return _place(self, name)  # which the search for an object's module asks of all modules
            return object.__getattribute__(self, name)
        module = load(self)
        if name == "__spec__":
            # `import_module` looks into `sys.modules` again, and finds the module itself, if its import seems to go on
            spec = copy.copy(module.__spec__)
            spec._initializing = True
            return spec
        return getattr(module, name)

    def __setattr__(self, name, value) -> None:
        setattr(load(self), name, value)

    def __delattr__(self, name) -> None:
        delattr(load(self), name)

    def __dir__(self):
        return dir(load(self))


def load(unloaded) -> ModuleType:
    """Return the module that takes the place of an `Unloaded`, loaded if need be."""
    own = object.__getattribute__(unloaded, "__dict__")
    if "module" not in own:
        own["module"] = own["load"](own["__name__"])
    return own["module"]


def _place(unloaded, name):
    """`__file__` or `__path__`, of a module whose file has its name."""
    folder = os.path.join(_FOLDER, *object.__getattribute__(unloaded, "__name__").split(".")[1:])
    file = os.path.join(folder, "__init__.py")
    if os.path.isfile(file):
        return file if name == "__file__" else [folder]
    if name == "__file__" and os.path.isfile(f"{folder}.py"):
        return f"{folder}.py"
    raise AttributeError(f"module {unloaded.__name__!r} has no attribute {name!r}")


class _Loader(SourceFileLoader):
    """Loads a module of jmx, and has it known as MXNet's."""

    presence = None

    def exec_module(self, module):
        super().exec_module(module)
        self.presence.loaded(module)


class Presence:
    """The modules of MXNet under the import name `name`.

    Parameters
    ----------
    name : str
        That is "mxnet".
    finish : function
        Called as `finish(module, own_name)` with each module that is loaded, and its name below `name`.
    """

    def __init__(self, name, finish) -> None:
        self._name, self._finish = name, finish
        self._modules = frozenset(MODULES)

    def enter(self) -> None:
        """Put the modules into `sys.modules`, and have those say so that are loaded already."""
        for own in MODULES:
            sys.modules.setdefault(f"{self._name}.{own}", Unloaded(f"{self._name}.{own}", self._load))
        for name, module in list(sys.modules.items()):
            if name.startswith("jmx."):
                self.loaded(module)
        self._give_absent(sys.modules[self._name], "")

    def loaded(self, module) -> None:
        """A module of jmx has been loaded."""
        own = module.__name__.partition(".")[2]
        for place, names in CLASSES.get(own, {}).items():
            for name in names.split():
                cls = vars(module)[name]
                HOMES.setdefault(cls, cls.__module__)
                _call_module(cls, f"{self._name}.{place}", place == own)
        if type(sys.modules.get(f"{self._name}.{own}")) is Unloaded:
            self.take_place(f"{self._name}.{own}", module)

    def _give_absent(self, module, own):
        """Let `import mxnet.x.y as y` find a module that jmx does not have."""
        for name in ABSENT:
            above, _, last = name.rpartition(".")
            if above == own:
                vars(module).setdefault(last, sys.modules[f"{self._name}.{name}"])

    def take_place(self, fullname, module) -> None:
        """`module` is what `fullname` stands for from now on."""
        own = fullname.removeprefix(f"{self._name}.")
        self._finish(module, own)
        sys.modules[fullname] = module
        self._give_absent(module, own)

    def _load(self, fullname):
        """The module itself; for one that jmx does not have, the nearest above it."""
        own = fullname.removeprefix(f"{self._name}.")
        above = ABSENT.get(own, own)
        module = importlib.import_module(f"jmx.{above}" if above else "jmx")
        self.take_place(fullname, module)
        return module

    def find_spec(self, fullname, path):
        """The spec of a module of jmx that MXNet's names are found in, or None."""
        own = fullname.partition(".")[2]
        if own not in CLASSES and own not in self._modules:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
            spec.loader.presence = self
        return spec

    def leave(self) -> None:
        """Give classes their own `__module__` back."""
        for cls, module in HOMES.items():
            _call_module(cls, module, True)
        HOMES.clear()


#: where each class begins in its own file; Python 3.13 and later keep it, but for a class whose `__module__` is set
_lines: dict[type, int] = {}


def _call_module(cls, module, own):
    """Set the `__module__` of a class; `own` says whether the class stands in the file of that module."""
    line = _lines.setdefault(cls, vars(cls).get("__firstlineno__", 0))
    cls.__module__ = module
    if line and own:
        cls.__firstlineno__ = line
    elif "__firstlineno__" in vars(cls):
        del cls.__firstlineno__  # a line of another file than the module's, which `inspect` would show
