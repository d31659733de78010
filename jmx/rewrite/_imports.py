"""The stage `import`: imports of mxnet become imports of jmx, under the same names."""

from __future__ import annotations

import functools
import importlib
import re
import types
from typing import Any

import libcst as cst

from . import Outcome
from ._source import Codemod, chain, dotted, run

_MODULE_STRING = re.compile(r"mxnet(\.\w+)*")
#: calls whose strings are no modules
_NO_MODULES = ("getLogger", "print", "add_argument", "join", "startswith", "find_packages")


def stage(module: cst.Module) -> Outcome:
    """Rewrite the imports of a module."""
    codemod = _Imports()
    return Outcome(run(codemod, module), codemod.places)


@functools.cache
def exists(name: str) -> bool:
    """Whether jmx has a module, or something in a module, of this name (`jmx.gluon.nn`)."""
    try:
        importlib.import_module(name)
        return True
    except ImportError:
        pass
    module, _, attribute = name.rpartition(".")
    try:
        return bool(module) and hasattr(importlib.import_module(module), attribute)
    except ImportError:
        return False


def missing(name: str) -> str | None:
    """The beginning of a dotted name below jmx that nothing answers to, such as `jmx._global_var`; None where all of it is there.

    What is in classes and other objects is not looked at.
    """
    reached, *rest = name.split(".")
    value: object = importlib.import_module(reached)
    for part in rest:
        if not isinstance(value, types.ModuleType) or part.startswith("__"):
            return None
        reached = f"{reached}.{part}"
        if not hasattr(value, part) and not exists(f"{value.__name__}.{part}"):
            return reached
        value = getattr(value, part, None)
    return None


class _Imports(Codemod):
    def places_of_interest(self) -> list[cst.CSTNode]:
        return [node for node in self.tree.parents if self._is_of_interest(node)]

    def _is_of_interest(self, node: cst.CSTNode) -> bool:
        cls = node.__class__
        if cls is cst.Attribute:
            return (self.full_name(node) or "").startswith("mxnet.")
        if cls is cst.Call:
            node = cst.ensure_type(node, cst.Call)
            return any(isinstance(arg.value, cst.SimpleString) and "mxnet" in arg.value.value for arg in node.args[:2])
        return cls in (cst.Import, cst.ImportFrom, cst.Subscript)

    def leave_Import(self, original_node: cst.Import, updated_node: cst.Import) -> cst.Import:
        aliases: list[cst.ImportAlias] = []
        changed = False
        for alias in updated_node.names:
            name = dotted(alias.name) or ""
            root, _, rest = name.partition(".")
            if root != "mxnet":
                aliases.append(alias)
                continue
            if rest and not exists(f"jmx.{rest}"):
                self.mark(f"jmx has no module {rest}; this still imports mxnet")
                aliases.append(alias)
                continue
            changed = True
            if alias.asname is not None:
                aliases.append(alias.with_changes(name=chain(f"jmx.{rest}" if rest else "jmx")))
            elif not any(dotted(one.name) == "jmx" and one.asname and dotted(one.asname.name) == "mxnet" for one in aliases):
                # `import mxnet.gluon` gives the name `mxnet`, whose modules are imported when they are used.
                aliases.append(alias.with_changes(name=cst.Name("jmx"), asname=cst.AsName(name=cst.Name("mxnet"))))
        if not changed:
            return updated_node
        self.places += 1
        aliases[-1] = aliases[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return updated_node.with_changes(names=aliases)

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> cst.ImportFrom:
        name = dotted(updated_node.module)
        if updated_node.relative or name is None or name.partition(".")[0] != "mxnet":
            return updated_node
        ours = "jmx" + name.removeprefix("mxnet")
        if not exists(ours):
            self.mark(f"jmx has no module {ours.removeprefix('jmx.')}; this still imports mxnet")
            return updated_node
        if not isinstance(updated_node.names, cst.ImportStar):
            asked = [dotted(alias.name) or "" for alias in updated_node.names]
            missing = [one for one in asked if not exists(f"{ours}.{one}")]
            if missing:
                self.mark(f"jmx has no {', '.join(missing)} in {ours}; import it from where it is defined")
                return updated_node
            if ours == "jmx" and "__version__" in asked:
                self.mark("__version__ of jmx is its own; MXNet's is jmx.libinfo.__version__")
                return updated_node
        self.places += 1
        return updated_node.with_changes(module=chain(ours))

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        full = self.full_name(original_node) or ""
        if full == "mxnet.__version__":
            self.places += 1
            return updated_node.with_changes(value=cst.Attribute(updated_node.value, cst.Name("libinfo")))
        elif full.startswith("mxnet.") and not isinstance(self.parent(original_node), cst.Attribute):
            absent = missing("jmx" + full.removeprefix("mxnet"))
            if absent:
                self.mark(f"there is no {absent}; import it from where it is defined, or do without")
        return updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        called = (dotted(original_node.func) or "").rpartition(".")[2]
        if called not in _NO_MODULES:
            for arg in original_node.args[:2]:
                self._string(arg.value)
        return updated_node

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.Subscript:
        if self.full_name(original_node.value) == "sys.modules":
            for element in original_node.slice:
                self._string(getattr(element.slice, "value", None))
        return updated_node

    def _string(self, node: Any) -> None:
        value = node.evaluated_value if isinstance(node, cst.SimpleString) else None
        if isinstance(value, str) and _MODULE_STRING.fullmatch(value):
            self.mark(f"the string {value!r} names a module of MXNet; if it is imported, write {'jmx' + value[5:]!r}")
