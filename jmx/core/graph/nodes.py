"""Symbol graphs: nodes, their order, their names, and how operators are put together into them.

An entry is a pair (node, output index); a symbol is a list of entries. Nodes are shared between symbols and change only
in the ways MXNet lets them change: composition fills in a fresh node's inputs, and attributes may be set later.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ...base import MXNetError
from ..declare.dtype import np_dtype
from ..declare.op import REGISTRY, Op, find

if TYPE_CHECKING:
    import numpy as np


#: attributes that MXNet keeps under `__key__`, whatever way the user wrote them
HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")


class Node:
    """An operator with its attributes and inputs, or a variable (`op` is None).

    attrs     the user's words: a dict from str to str, as symbol files hold it
    inputs    list of (node, output index, version)
    version   of a variable: how many operators write to it
    graphs    the bodies of a control flow operator, or what a fused one stands for: lists of entries
    parsed    the operator's attributes as Python values; None for a variable
    options   the attributes that the operator reads, as pairs of str: part of the keys of what is kept for equal nodes
    """

    __slots__ = ("op", "name", "attrs", "inputs", "version", "graphs", "parsed", "options")
    parsed: SimpleNamespace | Any
    options: frozenset[tuple[str, str]]

    def __init__(self, op: Op | None, name: str, attrs=None, inputs=()) -> None:
        self.op: Op | Any = op  # `| Any`: None for a variable, of which nobody asks more
        self.name = name
        self.attrs: dict[str, str] = attrs if attrs is not None else {}
        self.inputs: list[tuple[Node, int, int]] = list(inputs)
        self.version = 0
        self.graphs: list = []

    def __getattr__(self, name):
        # Called while `parsed` or `options` is not there: they are made when they are first asked for, since a node may get its
        # attributes later, and kept, since every pass over a graph asks for them.
        if name == "parsed":
            self.parsed = None if self.op is None else self.op.parse_words(self.words())
        elif name == "options":
            self.options = frozenset(self.words().items())
        else:
            raise AttributeError(f"'Node' object has no attribute {name!r}")
        return getattr(self, name)

    def __repr__(self) -> str:
        return f"<{self.op.name if self.op else 'variable'} {self.name}>"

    def copy(self, inputs, name=None) -> Node:
        """A node that differs from this one in its inputs, and in its name if one is given."""
        new = object.__new__(Node)
        new.op, new.name, new.attrs = self.op, self.name if name is None else name, dict(self.attrs)
        new.inputs, new.version, new.graphs = inputs, self.version, self.graphs
        if self.op is not None:
            new.parsed, new.options = self.parsed, self.options
        return new

    def set_attr(self, key: str, value: str) -> None:
        """Set an attribute; an operator's own attributes are checked first."""
        if key == "name":
            self.name = value
            return
        changed = {**self.attrs, key: value}
        if self.op is not None:
            words = self.words(changed)
            self.parsed, self.options = self.op.parse_words(words), frozenset(words.items())
        self.attrs = changed

    def words(self, attrs=None) -> dict[str, str]:
        """What the operator reads of `attrs`, by default the node's own, and what its graphs say besides."""
        own = plain(self.attrs if attrs is None else attrs)
        if self.op is not None and self.op.traits.reads_graphs is not None:
            own.update(self.op.traits.reads_graphs(self.graphs))
        return own

    def input_names(self) -> list[str]:
        """The names of the operator's inputs, as auto-created variables get them."""
        op = self.op
        if not op.variadic:
            return op.present(self.parsed)
        if op.graphs:
            count = self.attrs.get(op.count, "")
            if not count.isdecimal() or len(count) > 6:
                raise MXNetError(f"{op.name} has {count[:100]!r} as {op.count}; expected the number of its graphs and inputs")
            return [f"data{i}" for i in range(int(count) - len(op.graphs))]
        if op.traits.input_names is not None:
            return op.traits.input_names(self.parsed, self.attrs)
        count = int(self.attrs.get(op.count) or getattr(self.parsed, op.count, 0) or len(self.inputs))
        return [f"arg{i}" for i in range(count)]

    def output_names(self) -> list[str]:
        """The names of the visible outputs: "output", or "output0", "output1", ... unless the operator names them."""
        names = self.op.output_names(self.parsed)
        if len(names) == 1 and not self.op.has_output_names(self.parsed) and self.stored_outputs() > 1:
            return ["output0"]
        return names

    def hidden_outputs(self) -> list[str]:
        """The names of the outputs behind the visible ones."""
        if self.op is None:
            return []
        declared = self.op.output_names(self.parsed, visible=False)
        visible = self.op.output_names(self.parsed)
        names = self.op.traits.hidden_outputs(self.parsed, len(visible)) or declared[len(visible) :]
        return [name for name in names if name not in visible]

    def num_outputs(self) -> int:
        """How many outputs the user sees."""
        return 1 if self.op is None else self.op.num_outputs(self.parsed)

    def stored_outputs(self) -> int:
        """How many outputs MXNet's files count."""
        if self.op is None:
            return 1
        return self.num_outputs() + len(self.hidden_outputs())

    def mutable_inputs(self) -> tuple[int, ...]:
        """Positions of the inputs that the operator writes to."""
        return self.op.aux_indices(self.parsed) if self.op is not None and self.op.writes else ()


def plain(attrs) -> dict[str, str]:
    """`attrs` without those that no operator reads (`__key__`)."""
    return {k: v for k, v in attrs.items() if not (k.startswith("__") and k.endswith("__"))}


def said_type(variable) -> np.dtype:
    """The element type that a variable's attribute `__dtype__` says; MXNetError where it is none."""
    text = variable.attrs["__dtype__"]
    try:
        return np_dtype(text)
    except TypeError as error:
        raise MXNetError(f"The attribute __dtype__ of the variable {variable.name} is {text[:100]!r}: {error}") from None


def hide(attrs) -> dict[str, str]:
    """`attrs` with `lr_mult` and its like renamed to `__lr_mult__`; raises MXNetError for `weight_lr_mult`."""
    out = {}
    for key, value in attrs.items():
        for known in HIDDEN:
            if key.startswith(known):
                key = f"__{key}__"
                break
            if key.endswith(known):
                raise MXNetError(
                    f"setting variable attributes with {key} is deprecated. please instead use\n"
                    f"w = Variable({known}={value})\nsym = YourSymbolName({key[: -len(known) - 1]}=w)"
                )
        out[key] = value
    return out


def topo(entries) -> list[Node]:
    """All nodes that `entries` depend on, inputs before their users: depth first, in the order of inputs."""
    order, seen = [], set()
    for entry in entries:
        head = entry[0]
        if head in seen:
            continue
        seen.add(head)
        stack = [(head, iter(head.inputs))]
        while stack:
            node, rest = stack[-1]
            for source in rest:
                child = source[0]
                if child not in seen:
                    seen.add(child)
                    if child.inputs:
                        stack.append((child, iter(child.inputs)))
                        break
                    order.append(child)
            else:
                order.append(node)
                stack.pop()
    return order


def variables(order) -> tuple[list[Node], list[Node]]:
    """(arguments, auxiliary states) among the nodes `order`, each in that order."""
    written = {node.inputs[i][0] for node in order if node.op is not None and node.op.writes for i in node.mutable_inputs()}
    leaves = [node for node in order if node.op is None]
    return [n for n in leaves if n not in written], [n for n in leaves if n in written]


def output_name(entry) -> str:
    """The name of one output."""
    node, index = entry[0], entry[1]
    if node.op is None:
        return node.name
    names = node.output_names()
    tail = names[index] if index < len(names) else node.op.output_names(node.parsed, visible=False)[index]
    return f"{node.name}_{tail}" if node.name else tail


def heads_of(node) -> list:
    """The visible outputs of a node."""
    return [(node, i) for i in range(node.num_outputs())]


def copied(entries, order=None):
    """(entries of a copy of the whole graph, dict from old node to new, in the order of `topo`, which `order` may give)."""
    copies: dict[Node, Node] = {}
    for node in topo(entries) if order is None else order:
        copies[node] = node.copy([(copies[n], i, v) for n, i, v in node.inputs])
    return [(copies[e[0]], e[1]) for e in entries], copies


def atomic(op_name, attrs) -> Node:
    """A node of the operator `op_name` without inputs or name; its attributes are checked."""
    op = op_name if isinstance(op_name, Op) else find(op_name)
    node = Node(op, "", hide(attrs))
    own = node.words()
    node.parsed, node.options = op.parse_words(own), frozenset(own.items())
    return node


def is_atomic(entries) -> bool:
    """True for a symbol that is one operator whose inputs have not been given yet."""
    node = entries[0][0]
    return node.op is not None and not node.inputs and all(e[0] is node for e in entries)


def compose(entries, args, kwargs, name=None):
    """Give a symbol its inputs, in place.

    entries   of the symbol; args, kwargs: lists of entries by position or by name
    An operator without inputs takes them as its own, making variables "<name>_<input>" for those left out; in any other
    graph the variables called like the keys of kwargs are replaced. Raises MXNetError; the graph is then unchanged.
    """
    for i, entry in enumerate(args):
        if len(entry) != 1:
            raise MXNetError(f"Argument {i} is a tuple of {len(entry)} outputs, single value is required. Pick one with [index].")
    for key, entry in kwargs.items():
        if len(entry) != 1:
            raise MXNetError(
                f"Keyword Argument {key} is a tuple of {len(entry)} outputs, single value is required. Pick one with [index]."
            )
    if len(entries) == 1 and entries[0][0].op is None and (args or kwargs):
        _mismatch(kwargs or {"0": None}, ["data"])
    if is_atomic(entries):
        _fill(entries[0][0], [a[0] for a in args], {k: v[0] for k, v in kwargs.items()}, name)
        return entries
    if args:
        raise MXNetError(
            f"General composition only support kwargs for now: {len(args)} positional arguments given. "
            "Name the variables to replace, as in net(data=other)."
        )
    replaced = _replace(entries, {k: v[0] for k, v in kwargs.items()})
    if name:
        entries[0][0].name = name
    return replaced


def _fill(node, args, kwargs, name) -> None:
    names = node.input_names()
    op = node.op
    if op.variadic and not names and not (op.count and op.count in node.attrs):
        names = [f"arg{i}" for i in range(len(args))]
    if len(args) > len(names):
        raise MXNetError(
            f"Incorrect number of arguments, requires {len(names)}, provided {len(args)}, in operator {op.name}"
            f"({', '.join(names)})."
        )
    label = name or node.name
    inputs, matched = [], 0
    for i, wanted in enumerate(names):
        if i < len(args):
            inputs.append(args[i])
        elif wanted in kwargs:
            inputs.append(kwargs[wanted])
            matched += 1
        else:
            variable = Node(None, f"{label}_{wanted}" if label else wanted, dict(node.attrs))
            inputs.append((variable, 0))
    if matched != len(kwargs) and names:  # MXNet lets anything pass where an operator takes no inputs at all
        _mismatch(kwargs, names[len(args) :])
    written = set(node.mutable_inputs())
    for i in written:
        if inputs[i][0].op is not None:
            raise MXNetError(
                f"Mutation target can only be Variable: input {names[i]} of operator {op.name} is written to, but "
                f"{inputs[i][0].name} is the output of an operator."
            )
    for i, wanted in enumerate(names):
        start = op.initial_value(wanted)
        target = inputs[i][0]
        if start and target.op is None:
            target.attrs.setdefault("__init__", start)
    linked = []
    for i, entry in enumerate(inputs):
        source = entry[0]
        if i in written:
            source.version += 1
        linked.append((source, entry[1], source.version if source.op is None else 0))
    node.inputs = linked
    if label:
        node.name = label


def _mismatch(kwargs, names):
    unknown = next(k for k in kwargs if k not in names)
    listed = "".join(f"\n\t[{i}]{n}" for i, n in enumerate(names))
    raise MXNetError(f"Symbol.Compose: Keyword argument name {unknown} not found.\nCandidate arguments:{listed}\n")


def _replace(entries, kwargs):
    order = topo(entries)
    present = [node.name for node in order if node.op is None]
    if any(k not in present for k in kwargs):
        _mismatch(kwargs, present)
    plan = {node: kwargs[node.name] for node in order if node.op is None and node.name in kwargs}
    written = {node.inputs[i][0] for node in order for i in node.mutable_inputs()}
    for node, entry in plan.items():
        if node in written and entry[0].op is not None:
            raise MXNetError(
                f"Mutation target can only be Variable: {node.name} is written to, but {entry[0].name} is the output "
                "of an operator."
            )
    for node in order:
        node.inputs = [(*plan[n], v) if n in plan else (n, i, v) for n, i, v in node.inputs]
    return [plan.get(e[0], e) for e in entries]


def canonical(name) -> str:
    """The name under which MXNet's files know the operator `name`."""
    return REGISTRY[name].name if name in REGISTRY else name


def describe(entries) -> str:
    """The nodes of a graph as text, one after another."""
    order = topo(entries)
    if len(entries) == 1 and entries[0][0].op is None:
        return f"Variable:{entries[0][0].name}\n"
    lines = ["Symbol Outputs:", *(f"\toutput[{i}]={e[0].name}({e[1]})" for i, e in enumerate(entries))]
    for node in order:
        if node.op is None:
            lines.append(f"Variable:{node.name}")
            continue
        lines += ["-" * 20, f"Op:{node.op.name}, Name={node.name}", "Inputs:"]
        for i, (source, index, version) in enumerate(node.inputs):
            tail = f" version={version}" if source.op is None else ""
            lines.append(f"\targ[{i}]={source.name}({index}){tail}")
        if node.attrs:
            lines += ["Attrs:", *(f"\t{k}={v}" for k, v in sorted(node.attrs.items()))]
    return "\n".join(lines) + "\n"
