"""What a file says before anything is rewritten: how it names mxnet, its classes, and which blocks get a `forward`."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from ._results import type_of
from ._tree import Reader, dotted

_PARAMETERS = ("mx.gluon.Parameter", "mx.gluon.Constant", "mx.gluon.parameter.Parameter", "mx.gluon.parameter.Constant")


@dataclass
class BlockClass:
    """A class of a file."""

    bases: list[str]  #: canonical names, or names of the file's own classes
    hybrid: cst.FunctionDef | None = None  #: its method hybrid_forward
    parameters: set[str] = field(default_factory=set)  #: attributes that hold parameters
    none: set[str] = field(default_factory=set)  #: attributes that are set to None somewhere
    deferred: bool = False  #: whether the shape of a parameter may be known only from the first input
    plain: bool = True  #: whether `F` is used as a namespace only, and no method of the base is called with it


class Facts(Reader):
    """Reads a file, and changes nothing."""

    def __init__(self) -> None:
        self.classes: dict[str, BlockClass] = {}
        self.alias: str | None = None  #: the name of the module mxnet
        self.root = ""  #: mxnet or jmx, as the file imports it
        self.numpy: str | None = None  #: the name of NumPy
        self.names: set[str] = set()
        self.numpy_style = False
        self.attaches = False  #: whether gradients of arrays are asked for
        self.odd_types = False  #: whether arrays may have element types other than float32
        self.odd_floats = False  #: whether one of them is float16 or float64
        self.exports = False
        self._stack: list[BlockClass] = []

    def visit_Import(self, node: cst.Import) -> None:
        for alias in node.names:
            root, _, rest = (dotted(alias.name) or "").partition(".")
            if root == "numpy" and not rest:
                self.numpy = dotted(alias.asname.name) if alias.asname else root
            if root in ("mxnet", "jmx"):
                self.root = root
                if not rest or alias.asname is None:
                    self.alias = dotted(alias.asname.name) if alias.asname and not rest else root

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        root = (dotted(node.module) or "").partition(".")[0]
        if not node.relative and root in ("mxnet", "jmx"):
            self.root = root

    def visit_Name(self, node: cst.Name) -> None:
        parent = self.parent(node)
        if not (isinstance(parent, cst.Attribute) and parent.attr is node):
            self.names.add(node.value)

    def visit_SimpleString(self, node: cst.SimpleString) -> None:
        self._note_type(type_of(node))

    def visit_Attribute(self, node: cst.Attribute) -> None:
        name = self.name(node) or ""
        self._note_type(type_of(node))
        if name.startswith(("mx.image.", "mx.gluon.data.vision.")):
            self.odd_types = True

    def _note_type(self, name: str | None) -> None:
        if name is not None and name != "float32":
            self.odd_types = True
            self.odd_floats = self.odd_floats or name in ("float16", "float64")

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        bases = [self.name(arg.value) or dotted(arg.value) or "?" for arg in node.bases if arg.keyword is None]
        self._stack.append(BlockClass(bases))
        self.classes[node.name.value] = self._stack[-1]

    def leave_ClassDef(self, node: cst.ClassDef) -> None:
        self._stack.pop()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        if self._stack and node.name.value == "hybrid_forward":
            self._stack[-1].hybrid = node
            self._stack[-1].plain = _plain(node)

    def visit_Assign(self, node: cst.Assign) -> None:
        if not self._stack:
            return
        for target in node.targets:
            name = dotted(target.target) or ""
            if not name.startswith("self.") or name.count(".") != 1:
                continue
            name = name.removeprefix("self.")
            if isinstance(node.value, cst.Name) and node.value.value == "None":
                self._stack[-1].none.add(name)
            elif isinstance(node.value, cst.Call) and self._makes_parameter(node.value):
                self._stack[-1].parameters.add(name)
                self._stack[-1].deferred = self._stack[-1].deferred or _deferred(node.value)

    def _makes_parameter(self, call: cst.Call) -> bool:
        called = dotted(call.func) or ""
        return called in ("self.params.get", "self.params.get_constant") or self.name(call.func) in _PARAMETERS

    def visit_Call(self, node: cst.Call) -> None:
        name = self.name(node.func) or ""
        if name.endswith((".set_np", ".use_np")):
            self.numpy_style = True
        if isinstance(node.func, cst.Attribute) and node.func.attr.value == "attach_grad" or name == "mx.autograd.mark_variables":
            self.attaches = True
        if isinstance(node.func, cst.Attribute) and node.func.attr.value in ("export", "infer_shape", "optimize_for"):
            self.exports = True

    def visit_Decorator(self, node: cst.Decorator) -> None:
        if (self.name(node.decorator) or "").endswith(".use_np"):
            self.numpy_style = True

    def forward_classes(self) -> set[str]:
        """The classes whose `hybrid_forward` can become a `forward` on arrays."""
        if self.exports:
            return set()
        hybrid = {name for name, one in self.classes.items() if one.hybrid is not None}
        inherited = {base for one in self.classes.values() for base in one.bases if base in hybrid}
        return {
            name for name in hybrid - inherited
            if self.classes[name].bases in (["mx.gluon.HybridBlock"], ["mx.gluon.block.HybridBlock"])
            and self.classes[name].plain and not self.classes[name].deferred
        }  # fmt: skip


def _deferred(call: cst.Call) -> bool:
    for arg in call.args:
        keyword = arg.keyword.value if arg.keyword else ""
        if keyword in ("allow_deferred_init", "shape") and _unknown(arg.value):
            return True
    return not any(arg.keyword and arg.keyword.value in ("shape", "value") for arg in call.args) and len(call.args) < 2


def _unknown(value: cst.BaseExpression) -> bool:
    """Whether a shape may hold 0: it does, or has parts that are not numbers or plain names of the constructor's."""
    if isinstance(value, cst.Tuple):
        return any(_unknown(element.value) for element in value.elements)
    if isinstance(value, cst.Integer):
        return value.evaluated_value == 0
    if isinstance(value, cst.Name):
        return value.value in ("True", "in_units", "in_channels")
    return not isinstance(value, (cst.BinaryOperation, cst.Attribute, cst.Subscript))


class _Uses(cst.CSTVisitor):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.plain = name, True

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        if isinstance(node.value, cst.Name) and node.value.value == self.name:
            return False
        if node.attr.value == "hybrid_forward":
            self.plain = False
        return True

    def visit_Name(self, node: cst.Name) -> None:
        if node.value == self.name:
            self.plain = False


def _plain(method: cst.FunctionDef) -> bool:
    params = method.params
    if len(params.params) < 3 or params.star_kwarg or params.kwonly_params or isinstance(params.star_arg, cst.Param):
        return False
    uses = _Uses(params.params[1].name.value)
    method.body.visit(uses)
    return uses.plain
