"""The stage `data`: iterators of `mx.io` over arrays and CSV files become data loaders of Gluon.

An iterator is rewritten where all that a file does with it is understood: it is reset, looped over, or given to functions of the
file that do the same; of its batches the one array of data and the one of labels are used.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import libcst as cst

from . import Outcome
from ._blocks import Facts
from ._source import Codemod, dotted, header_end, run
from ._tree import below

_TEXT = "this iterator stays one of mx.io: {}"
#: other iterators, and what to write in their place
_OTHERS = {
    "MNISTIter": "use gluon.data.vision.MNIST(root).transform_first(transforms.ToTensor()) in a gluon.data.DataLoader",
    "ImageRecordIter": "use gluon.data.vision.ImageRecordDataset(path).transform_first(...) in a "
    "gluon.data.DataLoader, with what it was told as transforms",
    "ImageDetRecordIter": "use mx.image.ImageDetIter, or a gluon.data.RecordFileDataset in a gluon.data.DataLoader",
    "LibSVMIter": "sparse batches have no counterpart in gluon.data",
    "ResizeIter": "count the batches in the loop over a gluon.data.DataLoader",
    "PrefetchingIter": "a gluon.data.DataLoader with num_workers reads ahead",
}
_PARAMETERS = {
    "NDArrayIter": ("data", "label", "batch_size", "shuffle", "last_batch_handle"),
    "CSVIter": ("data_csv", "data_shape", "label_csv", "label_shape", "batch_size"),
}
_LAST = {"pad": "keep", "discard": "discard", "roll_over": "rollover"}


def stage(module: cst.Module) -> Outcome:
    """Rewrite a module."""
    facts = Facts()
    facts.read(module)
    if not facts.root:
        return Outcome(module, 0)
    codemod = _Data(facts)
    result = run(codemod, module)
    missing = [f"import {facts.root} as {codemod.alias}\n"] if codemod.places and facts.alias is None else []
    if codemod.needs_numpy and facts.numpy is None:
        missing.append("import numpy\n")
    body = list(result.body)
    at = header_end(body)
    statements = [cst.parse_statement(line) for line in missing]
    return Outcome(result.with_changes(body=[*body[:at], *statements, *body[at:]]), codemod.places)


class _Made(NamedTuple):
    """The call that makes an iterator."""

    call: cst.Call
    kind: str
    has_label: bool


class _No(Exception):
    """Why an iterator is not rewritten."""


class _Data(Codemod):
    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self.alias = facts.alias or ("mx" if "mx" not in facts.names else facts.root)
        self.needs_numpy = False
        self.made: dict[cst.CSTNode, _Made] = {}
        self.instead: dict[cst.CSTNode, str] = {}  #: subscripts and attributes of batches
        self.gone: set[cst.CSTNode] = set()
        self.reasons: dict[cst.CSTNode, str] = {}  #: calls that are marked
        self.functions: dict[str, cst.FunctionDef] = {}

    def places_of_interest(self) -> list[cst.CSTNode]:
        return [*self.made, *self.instead, *self.gone, *self.reasons]

    # what the file does with iterators

    def visit_Module(self, node: cst.Module) -> None:
        self.functions = {one.name.value: one for one in below(node, cst.FunctionDef)}
        groups: dict[str, list[_Made]] = {}
        for call in below(node, cst.Call):
            name = self.name(call.func) or ""
            if not name.startswith("mx.io."):
                continue
            kind = name.rpartition(".")[2]
            if kind in _OTHERS:
                self.reasons[call] = _OTHERS[kind]
            elif kind in _PARAMETERS:
                parent = self.parent(call)
                name = dotted(parent.targets[0].target) if isinstance(parent, cst.Assign) and len(parent.targets) == 1 else None
                if name is None:
                    self.reasons[call] = "it has no name of its own"
                    continue
                has_label = any(arg.keyword and arg.keyword.value in ("label", "label_csv") for arg in call.args) or (
                    kind == "NDArrayIter" and len(call.args) > 1 and call.args[1].keyword is None
                )
                groups.setdefault(name, []).append(_Made(call, kind, has_label))
        for names in _joined(groups, self._given_to(node, set(groups))):
            made = [one for name in names for one in groups.get(name, ())]
            try:
                if len({one.has_label for one in made}) > 1:
                    raise _No("some iterators of this file have labels and others not, and the same function gets both")
                found = self._uses(node, names, made[0].has_label)
                for one in made:
                    self._loader(one, None)
            except _No as reason:
                self.reasons.update({one.call: str(reason) for one in made})
                continue
            instead, gone = found
            self.made.update({one.call: one for one in made})
            self.instead.update(instead)
            self.gone |= gone

    def _given_to(self, module: cst.Module, names: set[str]) -> list[tuple[str, str]]:
        """Pairs of names: an iterator, and the parameter of a function of the file that gets it."""
        pairs: list[tuple[str, str]] = []
        known = set(names)
        for _ in range(3):
            for call in below(module, cst.Call):
                function = self.functions.get(dotted(call.func) or "")
                for i, arg in enumerate(call.args if function is not None else ()):
                    name = dotted(arg.value)
                    parameter = _parameter(function, i, arg)
                    if name in known and parameter is not None and name is not None:
                        pairs.append((name, parameter))
                        known.add(parameter)
        return pairs

    def _uses(self, module: cst.Module, names: set[str], has_label: bool) -> tuple[dict[cst.CSTNode, str], set[cst.CSTNode]]:
        instead: dict[cst.CSTNode, str] = {}
        gone: set[cst.CSTNode] = set()
        for node in below(module, cst.BaseExpression):
            if dotted(node) not in names or _is_label(self.parent(node), node):
                continue
            parent = self.parent(node)
            loop = self._loop_over(node, parent)
            if loop is not None:
                instead.update(self._batches(loop, has_label))
                continue
            if isinstance(parent, cst.Attribute) and parent.attr.value == "reset":
                line = self.parent(self.parent(self.parent(parent)))
                if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1:
                    gone.add(line)
                    continue
            if isinstance(parent, cst.Arg) and isinstance(self.parent(parent), cst.Call):
                call = self.parent(parent)
                assert isinstance(call, cst.Call)
                function = self.functions.get(dotted(call.func) or "")
                if function is not None and _parameter(function, call.args.index(parent), parent) in names:
                    continue
            raise _No(f"`{dotted(node)}` is used otherwise than in `for batch in {dotted(node)}` and `{dotted(node)}.reset()`")
        for call in below(module, cst.Call):
            function = self.functions.get(dotted(call.func) or "")
            for i, arg in enumerate(call.args if function is not None else ()):
                parameter = _parameter(function, i, arg)
                if parameter in names and dotted(arg.value) not in names:
                    raise _No(f"`{parameter}` is something else in other calls of {dotted(call.func)}")
        return instead, gone

    def _loop_over(self, node: cst.CSTNode, parent: cst.CSTNode) -> tuple[cst.For, str] | None:
        """The loop over an iterator, and the name of its batches."""
        if isinstance(parent, cst.For) and parent.iter is node and isinstance(parent.target, cst.Name):
            return parent, parent.target.value
        if not isinstance(parent, cst.Arg) or len(getattr(self.parent(parent), "args", ())) != 1:
            return None
        call = self.parent(parent)
        loop = self.parent(call)
        if isinstance(call, cst.Call) and dotted(call.func) == "enumerate" and isinstance(loop, cst.For) and loop.iter is call:
            target = loop.target
            if isinstance(target, cst.Tuple) and len(target.elements) == 2:
                name = dotted(target.elements[1].value)
                return (loop, name) if name is not None else None
        return None

    def _batches(self, found: tuple[cst.For, str], has_label: bool) -> dict[cst.CSTNode, str]:
        loop, name = found
        values = {"data": f"{name}[0]" if has_label else name, "label": f"{name}[1]"}
        instead: dict[cst.CSTNode, str] = {}
        for node in below(loop.body, cst.Name):
            if node.value != name or _is_label(self.parent(node), node):
                continue
            above = self.parent(node)
            field = above.attr.value if isinstance(above, cst.Attribute) and above.value is node else ""
            if field not in values or field == "label" and not has_label:
                raise _No(
                    f"`{name}.{field}` has no counterpart in batches of a DataLoader" if field else f"`{name}` is used as a whole"
                )
            place = self.parent(above)
            if isinstance(place, cst.Subscript) and place.value is above:
                if cst.Module([]).code_for_node(place).replace(" ", "") != f"{name}.{field}[0]":
                    raise _No(f"another array than the first of `{name}.{field}` is used")
                instead[place] = values[field]
            else:
                instead[above] = f"[{values[field]}]"
        return instead

    # writing it

    def _loader(self, one: _Made, updated: cst.Call | None) -> str:
        """The data loader in place of a call."""
        names = _PARAMETERS[one.kind]
        given: dict[str, str] = {}
        for i, arg in enumerate((updated or one.call).args):
            name = arg.keyword.value if arg.keyword else names[i] if i < len(names) and one.kind == "NDArrayIter" else ""
            unused = one.kind == "NDArrayIter" and name in ("data_name", "label_name")
            if arg.star or name not in names and not unused:
                raise _No(f"its argument {name or 'without a name'} has no counterpart")
            if name in ("data", "label") and isinstance(arg.value, (cst.Dict, cst.List, cst.Tuple)):
                raise _No("it has several arrays of data or labels")
            if not unused:
                given[name] = cst.Module([]).code_for_node(arg.value)
        size = given.get("batch_size", "1")
        options = f", batch_size={size}"
        mx = self.alias
        if one.kind == "CSVIter":
            arrays = [self._table(given, "data"), *([self._table(given, "label")] if one.has_label else [])]
        else:
            arrays = [self._array(given[name]) for name in ("data", "label") if given.get(name, "None") != "None"]
            if given.get("shuffle", "False") != "False":
                options += f", shuffle={given['shuffle']}"
            last = given.get("last_batch_handle", "'pad'").strip("'\"")
            if last not in _LAST:
                raise _No("its last_batch_handle is not written out")
            options += f', last_batch="{_LAST[last]}"' if last != "pad" else ""
        return f"{mx}.gluon.data.DataLoader({mx}.gluon.data.ArrayDataset({', '.join(arrays)}){options})"

    def _array(self, value: str) -> str:
        """Iterators make float32 of NumPy's arrays."""
        if self.facts.numpy_style:
            return value if value.startswith(f"{self.alias}.np.") else f'{self.alias}.np.array({value}, dtype="float32")'
        return value if value.startswith((f"{self.alias}.nd.", "nd.")) else f"{self.alias}.nd.array({value})"

    def _table(self, given: dict[str, str], what: str) -> str:
        if f"{what}_csv" not in given or what == "data" and "data_shape" not in given:
            raise _No("its file or the shape of its rows is not given")
        self.needs_numpy = True
        shape = given.get(f"{what}_shape", "(1,)")
        text = f'{self.facts.numpy or "numpy"}.loadtxt({given[f"{what}_csv"]}, delimiter=",", dtype="float32", ndmin=2)'
        rows = f"{text}[:, 0]" if what == "label" and shape.replace(" ", "") == "(1,)" else f"{text}.reshape((-1, *{shape}))"
        return self._array(rows)

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        if original_node in self.reasons:
            self.mark(_TEXT.format(self.reasons[original_node]))
        one = self.made.get(original_node)
        if one is None:
            return updated_node
        self.places += 1
        return cst.ensure_type(cst.parse_expression(self._loader(one, updated_node)), cst.BaseExpression)

    def leave_Subscript(self, original_node: cst.Subscript, updated_node: cst.Subscript) -> cst.BaseExpression:
        return self._in_place(original_node, updated_node)

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.BaseExpression:
        return self._in_place(original_node, updated_node)

    def _in_place(self, original: cst.CSTNode, updated: Any) -> Any:
        text = self.instead.get(original)
        if text is None:
            return updated
        self.places += 1
        return cst.parse_expression(text)

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.RemovalSentinel:
        if original_node not in self.gone:
            return updated_node
        self.places += 1
        block = self.parent(original_node)
        if len(getattr(block, "body", ())) == 1:
            return updated_node.with_changes(body=[cst.Pass()])
        return cst.RemoveFromParent()


def _parameter(function: cst.FunctionDef | None, position: int, arg: cst.Arg) -> str | None:
    """The name of the parameter that an argument of a call is for."""
    if function is None or arg.star:
        return None
    if arg.keyword is not None:
        return arg.keyword.value
    params = function.params.params
    return params[position].name.value if position < len(params) else None


def _joined(groups: dict[str, list[_Made]], pairs: list[tuple[str, str]]) -> list[set[str]]:
    """Sets of names that stand for the same iterators."""
    sets = [{name} for name in groups]
    for pair in pairs:
        touched = [one for one in sets if one & set(pair)]
        sets = [one for one in sets if one not in touched] + [set(pair).union(*touched)]
    return sets


def _is_label(parent: cst.CSTNode, node: cst.CSTNode) -> bool:
    """Whether a name is no use of what it names: where it is assigned, or names a parameter, an argument or an attribute."""
    if isinstance(parent, (cst.AssignTarget, cst.Param)):
        return True
    if (
        isinstance(parent, cst.Attribute)
        and (parent.attr is node or isinstance(node, cst.Attribute))
        and parent.value is not node
    ):
        return True
    return node in (getattr(parent, "keyword", None), getattr(parent, "attr", None), getattr(parent, "name", None))
