"""Modules that are imported under a second name, and stay one object with one first name."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


class SecondNameFinder:
    """A finder in `sys.meta_path` that loads a second name by handing out the module of the first.

    Subclasses say by `real_name` which module a name stands for.
    """

    def real_name(self, fullname):
        """The first name of the module that `fullname` stands for, or None where this finder knows no such name."""
        raise NotImplementedError

    def _real_spec(self, fullname):
        import importlib.util

        real = self.real_name(fullname)
        module = sys.modules.get(real)
        if module is not None and module.__spec__ is None:
            return ModuleSpec(real, None, is_package=hasattr(module, "__path__"))
        try:
            return importlib.util.find_spec(real)
        except ModuleNotFoundError:
            return None

    def find_spec(self, fullname, path=None, target=None):
        """The spec of the second name; None leaves it to other finders."""
        real = None if self.real_name(fullname) is None else self._real_spec(fullname)
        if real is None:
            return None
        spec = ModuleSpec(fullname, self, origin=real.origin)
        spec.submodule_search_locations = real.submodule_search_locations
        return spec

    def create_module(self, spec) -> ModuleType:
        """The module of the first name, imported if need be."""
        module = importlib.import_module(self.real_name(spec.name))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module) -> None:
        """Give the module its first spec back: the import system has just given it that of its second name."""
        second = module.__spec__
        if second is not None and second.loader is self:
            module.__spec__ = second.loader_state

    def is_package(self, fullname) -> bool:
        """Whether the module is a package."""
        return self._real_spec(fullname).submodule_search_locations is not None

    def get_code(self, fullname):
        """The module's code, for `python -m`."""
        real = self._real_spec(fullname)
        return real.loader.get_code(real.name)

    def get_source(self, fullname):
        """The module's source, for tracebacks."""
        real = self._real_spec(fullname)
        return real.loader.get_source(real.name)
