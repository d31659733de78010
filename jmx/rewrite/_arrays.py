"""Which expressions of a program are mx arrays, as far as its source says: a guess, made only where there is evidence."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from ._source import dotted

#: methods that only mx arrays have, among what programs have methods of
ONLY_ARRAYS = frozenset(
    "asnumpy asscalar as_in_context as_in_ctx attach_grad expand_dims wait_to_read copyto softmax log_softmax slice_axis one_hot "
    "pick topk broadcast_like zeros_like ones_like argmax_channel as_np_ndarray as_nd_ndarray broadcast_axes slice_like "
    "reshape_like nansum rsqrt".split()
)
#: methods of an array that do not return one
_NO_ARRAYS = frozenset("asnumpy asscalar item tolist wait_to_read attach_grad backward".split())
#: methods of a block that do not run it
_NO_CALLS = frozenset("initialize hybridize collect_params save_parameters load_parameters add register_child cast".split())
_BLOCKS = (
    "mx.gluon.nn.",
    "mx.gluon.rnn.",
    "mx.gluon.loss.",
    "mx.gluon.model_zoo.vision.",
    "mx.gluon.HybridBlock",
    "mx.gluon.Block",
)

Name = Callable[[cst.CSTNode], "str | None"]


class Kinds:
    """Names of one function, or of the module outside of functions, that stand for arrays, for blocks and for NumPy's arrays."""

    def __init__(self, above: Kinds | None = None) -> None:
        self.arrays: set[str] = set(above.arrays) if above else set()
        self.numpy: set[str] = set(above.numpy) if above else set()
        self.blocks: set[str] = set(above.blocks) if above else {"net"}
        self.in_block = False  #: whether what `self` holds and is called are layers


class Reader(cst.CSTVisitor):
    """Collects the kinds of names in one function; functions inside it are left out."""

    def __init__(self, kinds: Kinds, name: Name, full_name: Name, classes: set[str]) -> None:
        super().__init__()
        self.kinds, self.name, self.full_name, self.classes = kinds, name, full_name, classes

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:
        return False

    def visit_Attribute(self, node: cst.Attribute) -> None:
        if isinstance(node.value, cst.Name) and node.attr.value in ONLY_ARRAYS and self.full_name(node.value) is None:
            self.kinds.arrays.add(node.value.value)

    def leave_Assign(self, original_node: cst.Assign) -> None:
        for target in original_node.targets:
            if isinstance(target.target, cst.Name):
                self._assigned(target.target.value, original_node.value)
            elif isinstance(target.target, cst.Attribute) and is_block(self, original_node.value):
                self.kinds.blocks.add(dotted(target.target) or "")

    def _assigned(self, name: str, value: cst.BaseExpression) -> None:
        if is_array(self, value):
            self.kinds.arrays.add(name)
        elif is_numpy(self, value):
            self.kinds.numpy.add(name)
        elif is_block(self, value):
            self.kinds.blocks.add(name)


def is_block(reader: Reader, node: cst.CSTNode) -> bool:
    """Whether an expression makes a Gluon block."""
    if not isinstance(node, cst.Call):
        return False
    name = reader.name(node.func) or ""
    return name.startswith(_BLOCKS) or dotted(node.func) in reader.classes


def is_array(reader: Reader, node: cst.CSTNode) -> bool:
    """Whether an expression is known to be an mx array."""
    if isinstance(node, cst.Name):
        return node.value in reader.kinds.arrays and node.value not in reader.kinds.numpy
    if isinstance(node, cst.Subscript):
        return is_array(reader, node.value)
    if isinstance(node, cst.BinaryOperation):
        return is_array(reader, node.left) or is_array(reader, node.right)
    if isinstance(node, cst.UnaryOperation):
        return is_array(reader, node.expression)
    if isinstance(node, cst.Comparison):
        return is_array(reader, node.left) or any(is_array(reader, part.comparator) for part in node.comparisons)
    if isinstance(node, cst.Attribute):
        return node.attr.value in ("T", "grad") and is_array(reader, node.value)
    if not isinstance(node, cst.Call):
        return False
    name = reader.name(node.func) or ""
    if name.startswith(("mx.ndarray.", "mx.numpy.", "mx.numpy_extension.", "mx.random.")):
        return not name.endswith((".load", ".save", ".waitall", ".split", ".seed", ".NDArray"))
    if name in ("mx.gluon.utils.split_and_load", "mx.gluon.utils.split_data"):
        return False
    called = dotted(node.func) or ""
    if called in reader.kinds.blocks:
        return True
    if reader.kinds.in_block and called.startswith("self.") and called.count(".") == 1:
        return True
    if isinstance(node.func, cst.Attribute):
        called = node.func.attr.value
        if called in ("data", "grad") and not node.args and dotted(node.func.value):
            return "weight" in (dotted(node.func.value) or "") or "bias" in (dotted(node.func.value) or "")
        return called not in _NO_ARRAYS and is_array(reader, node.func.value) or called in ONLY_ARRAYS - _NO_ARRAYS - {"copyto"}
    return is_block(reader, node.func)  # nn.Dense(2)(x)


def is_numpy(reader: Reader, node: cst.CSTNode) -> bool:
    """Whether an expression is known to be an array of NumPy's, or a number."""
    if isinstance(node, cst.Name):
        return node.value in reader.kinds.numpy and node.value not in reader.kinds.arrays
    if isinstance(node, (cst.BaseNumber, cst.BaseString, cst.BaseList, cst.Tuple, cst.ListComp, cst.Dict)):
        return True
    if isinstance(node, cst.Subscript):
        return is_numpy(reader, node.value)
    if isinstance(node, cst.BinaryOperation):
        return is_numpy(reader, node.left) and is_numpy(reader, node.right)
    if isinstance(node, cst.Call):
        if (reader.full_name(node.func) or "").partition(".")[0] in (
            "numpy",
            "scipy",
            "pandas",
            "cv2",
            "matplotlib",
            "random",
            "math",
        ):
            return True
        if isinstance(node.func, cst.Attribute):
            return node.func.attr.value in ("asnumpy", "asscalar", "item") or is_numpy(reader, node.func.value)
        return dotted(node.func) in ("list", "sorted", "range", "len", "float", "int", "tuple", "dict", "set", "str")
    return False


def read(function: cst.CSTNode, kinds: Kinds, name: Name, full_name: Name, classes: set[str], block: bool) -> Reader:
    """The kinds of names in a function or module; `block` says that it is the `forward` of one, whose arguments are arrays."""
    reader = Reader(kinds, name, full_name, classes)
    if isinstance(function, cst.FunctionDef):
        names = [param.name.value for param in (*function.params.params, *function.params.kwonly_params)]
        # What a function is given hides what the module calls so.
        for one in names:
            kinds.arrays.discard(one)
            kinds.numpy.discard(one)
        if block:
            kinds.in_block = True
            kinds.arrays |= {one for one in names if one not in ("self", "F")}
    body = function if isinstance(function, cst.Module) else getattr(function, "body", function)
    for _ in range(3):  # what is assigned further down, in a loop
        before = len(kinds.arrays) + len(kinds.numpy) + len(kinds.blocks)
        for statement in getattr(body, "body", ()):
            statement.visit(reader)
        if len(kinds.arrays) + len(kinds.numpy) + len(kinds.blocks) == before:
            break
    return reader
