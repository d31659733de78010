"""Modules of NumPy 1 that NumPy 2 has under another name, or not at all, found again when they are imported."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
import types
from importlib.machinery import ModuleSpec

from . import names

_LIB = """
    arraypad arraysetops arrayterator function_base histograms index_tricks nanfunctions polynomial shape_base twodim_base
    type_check ufunclike utils
"""
#: old name -> new name
MODULES = {
    **{f"numpy.lib.{name}": f"numpy.lib._{name}_impl" for name in _LIB.split()},
    "numpy.core._exceptions": "numpy._core._exceptions",
    "numpy.core._methods": "numpy._core._methods",
    "numpy.core.memmap": "numpy._core.memmap",
    "numpy.core.umath_tests": "numpy._core._umath_tests",
    "numpy.fft.helper": "numpy.fft._helper",
    "numpy.linalg.linalg": "numpy.linalg._linalg",
    "numpy.testing.utils": "numpy.testing",
}
#: old name -> what to use instead
GONE = {
    "numpy.compat": "Write for Python 3: str, bytes, int, os.fspath.",
    "numpy.distutils": "Build extensions with setuptools, and name numpy.get_include() in include_dirs.",
    "numpy.dual": "Use numpy.linalg, numpy.fft and numpy.i0.",
    "numpy.testing.decorators": "Use pytest.mark.",
    "numpy.testing.noseclasses": "Use pytest.",
    "numpy.testing.nosetester": "Use pytest.",
}


class _Moved(types.ModuleType):
    """A module under its old name: what the new module has, and what NumPy 1's top level had."""

    def __getattr__(self, name):
        new = self.__dict__["_new"]
        try:
            return getattr(new, name)
        except AttributeError:
            if name in names.NAMES:
                return getattr(sys.modules["numpy"], name)
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self) from None

    def __dir__(self):
        return sorted({*self.__dict__, *dir(self.__dict__["_new"])})


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands last among the finders, so that a module which NumPy has is NumPy's."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname in MODULES and importlib.util.find_spec(MODULES[fullname]) is not None:
            return ModuleSpec(fullname, self, origin=MODULES[fullname])
        return None

    def create_module(self, spec):
        module = _Moved(spec.name)
        module.__dict__["_new"] = importlib.import_module(spec.origin)
        return module

    def exec_module(self, module):
        new = module.__dict__["_new"]
        if hasattr(new, "__all__"):
            module.__all__ = list(new.__all__)


def install() -> None:
    """Let the old modules be found from now on."""
    sys.meta_path.append(_Finder())
