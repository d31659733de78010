"""Symbol files: MXNet's JSON, written byte for byte as 1.9.1 writes it, read from every version since 0.8."""

from __future__ import annotations

import functools
import json

from ...base import MXNetError
from ...util._announce import announce
from ..declare.op import REGISTRY
from .nodes import HIDDEN, Node, topo
from .unfold import FOLDED, unfold

#: the version that files say they were written by
VERSION = 10901
_OLDEST = 800
#: shorter texts are kept as they are written
_WORD = 64
_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def _text(value: str) -> str:
    return _word(value) if len(value) < _WORD else f'"{value.translate(_ESCAPES)}"'


@functools.lru_cache(2048)
def _word(value):
    """The text of a name, a key or a number, which most graphs repeat."""
    return f'"{value.translate(_ESCAPES)}"'


def _block(items, depth, opening, closing, many):
    if not items:
        return opening + closing
    if not many:
        return opening + ", ".join(items) + closing
    pad = "  " * (depth + 1)
    return opening + "\n" + pad + f", \n{pad}".join(items) + "\n" + "  " * depth + closing


def _numbers(values, depth):
    # dmlc's JSON writer puts up to ten numbers on one line
    return _block([str(v) for v in values], depth, "[", "]", len(values) > 10)


def _entries(values, depth):
    return _block([f"[{n}, {i}, {v}]" for n, i, v in values], depth, "[", "]", len(values) > 10)


def _object(pairs, depth):
    return _block([f"{_text(k)}: {v}" for k, v in pairs], depth, "{", "}", len(pairs) > 1)


def _attributes(attrs, depth):
    pairs = tuple(sorted(attrs.items()))
    if max(map(len, attrs.values())) < _WORD:
        return _usual_attributes(pairs, depth)
    return _object([(k, _text(v)) for k, v in pairs], depth)


@functools.lru_cache(512)
def _usual_attributes(pairs, depth):
    """The text of short attributes, which the layers of a network repeat."""
    return _object([(k, _text(v)) for k, v in pairs], depth)


def is_precision_cast(node) -> bool:
    """Whether automatic mixed precision put the node there: output i is input i in another type."""
    return node.op is not None and node.op.traits.precision_cast


def without_casts(entries):
    """`entries` with the casts that automatic mixed precision put inside the graph taken out; the graph is rebuilt."""
    copies: dict[Node, Node] = {}
    stand_in: dict[tuple, tuple] = {}
    for node in topo(entries):
        linked = [stand_in.get((n, i)) or (copies[n], i, v) for n, i, v in node.inputs]
        if is_precision_cast(node):
            stand_in.update({(node, i): entry for i, entry in enumerate(linked)})
        copies[node] = node.copy(linked)
    return [(copies[e[0]], e[1]) for e in entries]


def dumps(entries, np_shape=False, remove_amp_cast=True) -> str:
    """The JSON of a symbol.

    Parameters: the symbol's entries, whether NumPy shape semantics is on (files say so), and whether casts that
    automatic mixed precision inserted are left out.
    """
    if remove_amp_cast and any(map(is_precision_cast, topo(entries))):
        entries = without_casts(entries)
    about = [("mxnet_version", f'["int", {VERSION}]')]
    if np_shape:
        # in the order of the names, in which MXNet writes them
        about.insert(0, ("is_np_shape", '["int", 1]'))
    return _graph(entries, 0, about)


def _graph(entries, depth, about):
    order = topo(entries)
    place = {node: i for i, node in enumerate(order)}
    # MXNet counts hidden outputs as well
    rows, total = [0], 0
    for node in order:
        total += node.stored_outputs()
        rows.append(total)
    pairs = [
        ("nodes", _block([_node(n, place, depth + 2) for n in order], depth + 1, "[", "]", True)),
        ("arg_nodes", _numbers([i for i, n in enumerate(order) if n.op is None], depth + 1)),
        ("node_row_ptr", _numbers(rows, depth + 1)),
        ("heads", _entries([(place[e[0]], e[1], 0) for e in entries], depth + 1)),
    ]
    if about:
        pairs.append(("attrs", _object(about, depth + 1)))
    return _object(pairs, depth)


def _node(node, place, depth):
    if node.op is not None and node.op.traits.unsaved is not None:
        why = node.op.traits.unsaved(node.parsed)
        raise MXNetError(f"The symbol cannot be written as JSON, to be saved or shown: its node {node.name!r} {why}")
    pairs = [("op", _text(node.op.name if node.op else "null")), ("name", _text(node.name))]
    if node.attrs:
        pairs.append(("attrs", _attributes(node.attrs, depth + 1)))
    pairs.append(("inputs", _entries([(place[n], i, v) for n, i, v in node.inputs], depth + 1)))
    if node.graphs:
        graphs = [_graph(entries, depth + 2, ()) for entries in node.graphs]
        pairs.append(("subgraphs", _block(graphs, depth + 1, "[", "]", True)))
    return _object(pairs, depth)


def loads(text):
    """(entries, whether the file was written under NumPy shape semantics) of a symbol's JSON, brought up to date.

    Raises MXNetError if it is not a complete graph of known operators.
    """
    try:
        return _loads(text)
    # of a hostile file: deep lists end the parser, not the process
    except RecursionError:
        raise MXNetError("This is not the JSON of a symbol: its values are nested too deeply.") from None


def _loads(text):
    data = _parse(text)
    about = data.get("attrs", {}) if isinstance(data, dict) else {}
    if not isinstance(about, dict):
        raise MXNetError(f'The symbol\'s JSON has {_short(about)} as "attrs"; expected an object.')
    version = _attribute(about, "mxnet_version", _OLDEST)
    entries = _read_graph(data)
    order = topo(entries)
    if version > VERSION:
        announce(
            f"Warning: loading symbol saved by MXNet version {version} with lower version of MXNet v{VERSION}. May cause "
            "undefined behavior. Please update MXNet if you encounter any issue"
        )
    if version < VERSION:
        said = f"v{version // 10000}.{version // 100 % 100}.{version % 100}"
        announce(f"Loading symbol saved by previous version {said}. Attempting to upgrade...")
        for node in order:
            _fix_hidden(node)
        # the order matters: inputs must be there before initializers are set on them
        if version < 900:
            for node in order:
                _add_inputs(node)
        if version < 904:
            for node in order:
                _set_initializers(node)
        for node in order:
            if node.op is not None and node.op.traits.upgrade is not None:
                node.op.traits.upgrade(node.attrs, version)
        announce("Symbol successfully upgraded!")
    _check(entries)
    return entries, bool(_attribute(about, "is_np_shape", 0))


def _check(entries) -> None:
    """Raise MXNetError unless operators know their attributes and have the inputs and outputs that are used."""
    counts: dict[Node, int] = {}
    for node in topo(entries):
        if node.op is None:
            counts[node] = 1
            continue
        try:
            node.parsed = node.op.parse_words(node.words())
            # what is hosted says by the name of a user's operator how many inputs it has
            count = node.attrs.get(node.op.count, "0").strip() if node.op.variadic and not node.op.hosted else "0"
            # a hostile file may hold thousands of digits, for which `int` raises ValueError
            if not count.isdecimal() or len(count) > 6:
                raise MXNetError(f"{node.op.count} is {count[:100]!r}; expected a number of inputs")
            names = None if node.op.variadic and not node.op.graphs else node.input_names()
            if names is not None and len(names) != len(node.inputs):
                raise MXNetError(f"it has {len(node.inputs)} inputs; expected {len(names)}: {', '.join(names)}")
            # how many of any number of inputs an operator writes back is said by its attributes
            if node.op.writes and (written := max(node.mutable_inputs(), default=-1)) >= len(node.inputs):
                raise MXNetError(f"it has {len(node.inputs)} inputs; its attributes ask for {written + 1} or more")
            _check_entries(node.inputs, counts)
        except (MXNetError, TypeError) as error:  # the latter: an element type that is none
            raise MXNetError(f"Error in operator {node.name}: {error}") from None
        if not node.op.hosted:  # those are asked when their shapes are
            # MXNet also gives out what an operator keeps for its gradient, such as the mean of BatchNorm
            counts[node] = node.op.num_outputs(node.parsed, visible=False)
        for graph in node.graphs:
            _check(graph)
    _check_entries(entries, counts)


def _check_entries(entries, counts) -> None:
    for source, index, *_ in entries:
        if index >= counts.get(source, index + 1):
            raise MXNetError(f"output {index} of {source.name} is used, and it has {counts[source]}")


def _attribute(about, name, default):
    value = about.get(name, default)
    if isinstance(value, list) and len(value) == 2:
        value = value[1]
    if not isinstance(value, int):
        raise MXNetError(f"The symbol's JSON gives {_short(value)} for {name}; expected a number.")
    return value


def _read_graph(data):
    if not isinstance(data, dict) or not isinstance(data.get("nodes"), list) or not isinstance(data.get("heads"), list):
        raise MXNetError('This is not the JSON of a symbol: it has no lists "nodes" and "heads".')
    raw = data["nodes"]
    nodes = [_read_node(item, i) for i, item in enumerate(raw)]
    for node, item in zip(nodes, raw):
        # after all nodes were read: files may name inputs that come later
        node.inputs = [_read_entry(e, nodes, f"an input of node {node.name!r}") for e in _list(item, "inputs")]
        node.graphs = [_read_graph(g) for g in _list(item, "subgraphs")]
    # before anything goes through the graph, which would not end
    _refuse_cycles(nodes)
    heads = [_read_entry(e, nodes, "a head") for e in data["heads"]]
    if not heads:
        raise MXNetError("The symbol's JSON has no heads: a symbol has at least one output.")
    folded = [node for node, item in zip(nodes, raw) if item["op"] == FOLDED]
    return _unfold(folded, [(n, i) for n, i, _ in heads]) if folded else [(n, i) for n, i, _ in heads]


def _list(item, key):
    value = item.get(key, [])
    if not isinstance(value, list):
        raise MXNetError(f"Node {item['name']!r} of the symbol's JSON has {_short(value)} as {key!r}; expected a list.")
    return value


def _short(value) -> str:
    text = repr(value)
    return text if len(text) < 100 else f"{text[:100]}..."


def _unfold(folded, heads):
    """`heads` with the graphs of the nodes `folded` in their place."""
    stand_in: dict = {}
    for node in topo(heads):
        node.inputs = [(*_entry(stand_in, n, i), v) for n, i, v in node.inputs]
        # some files keep the graph as JSON in an attribute, not as a subgraph
        if node in folded:
            graphs = node.graphs or [_read_graph(_parse(node.attrs.get("subgraph", "")))]
            stand_in[node] = unfold(node.name, graphs[0], node.inputs)
    return [_entry(stand_in, n, i) for n, i in heads]


def _entry(stand_in: dict[Node, list[tuple[Node, int]]], node: Node, index: int) -> tuple[Node, int]:
    outputs = stand_in.get(node)
    if outputs is None:
        return node, index
    if index >= len(outputs):
        raise MXNetError(f"Error in operator {node.name}: its graph has {len(outputs)} outputs, number {index} is asked for.")
    return outputs[index]


def _parse(text):
    try:
        return json.loads(text)
    except ValueError as error:  # digits beyond Python's limit are one too
        raise MXNetError(f"This is not the JSON of a symbol, or it is incomplete: {error}.") from None


def _read_node(item, position):
    if not isinstance(item, dict) or not isinstance(item.get("op"), str) or not isinstance(item.get("name"), str):
        raise MXNetError(f'Node {position} of the symbol\'s JSON needs strings "op" and "name".')
    attrs: dict[str, str] = {}
    # three releases' names for the same, and MXNet reads all of them
    for key in ("param", "attr", "attrs"):
        pairs = item.get(key) or {}
        if not isinstance(pairs, dict):
            raise MXNetError(f"Node {position} ({item['name']}) of the symbol's JSON: {key!r} is not an object.")
        attrs.update({k: v if isinstance(v, str) else json.dumps(v) for k, v in pairs.items()})
    texts = (item["name"], *attrs, *attrs.values())
    for text in () if "".join(texts).isascii() else texts:
        if any("\ud800" <= c <= "\udfff" for c in text):
            raise MXNetError(f"Node {position} of the symbol's JSON has a name or an attribute that is no text: {_short(text)}.")
    # no operator of its own: `_unfold` puts the folded graph in its place
    if item["op"] in ("null", FOLDED):
        return Node(None, item["name"], attrs)
    op = REGISTRY.get(item["op"])
    if op is None:
        raise MXNetError(
            f"Operator {item['op']} is not registered: node {position} ({item['name']}) of the symbol needs it. If it is an "
            "operator of a program's own, declare it with jmx.register_op before the file is read."
        )
    return Node(op, item["name"], attrs)


def _read_entry(item, nodes, what):
    ok = isinstance(item, list) and len(item) in (2, 3) and all(isinstance(v, int) and v >= 0 for v in item)
    if not ok or item[0] >= len(nodes):
        raise MXNetError(
            f"The symbol's JSON has {_short(item)} as {what}; expected [node, output] with a node below {len(nodes)}."
        )
    return nodes[item[0]], item[1], item[2] if len(item) == 3 else 0


def _refuse_cycles(nodes) -> None:
    state: dict[Node, bool] = {}
    for head in nodes:
        if head in state:
            continue
        state[head] = False
        stack = [(head, iter(head.inputs))]
        while stack:
            node, rest = stack[-1]
            for entry in rest:
                if entry[0] not in state:
                    state[entry[0]] = False
                    stack.append((entry[0], iter(entry[0].inputs)))
                    break
                if not state[entry[0]]:
                    raise MXNetError(f"The symbol's JSON is cyclic: node {entry[0].name!r} depends on itself.")
            else:
                state[node] = True
                stack.pop()


def _fix_hidden(node) -> None:
    """Files before 1.9.1 wrote `lr_mult` for `__lr_mult__`, and `weight_lr_mult` for that of the input `weight`."""
    moved = {k: v for k, v in node.attrs.items() if any(k.startswith(h) or k.endswith(h) for h in HIDDEN)}
    for key in moved:
        del node.attrs[key]
    for key, value in moved.items():
        hidden = next(h for h in HIDDEN if key.startswith(h) or key.endswith(h))
        if key == hidden:
            node.attrs[f"__{key}__"] = value
            continue
        names = node.op.present(node.op.parse_words(node.words())) if node.op is not None and not node.op.variadic else []
        wanted = key[: -len(hidden) - 1]
        position = names.index(wanted) if wanted in names else len(node.inputs)
        # only a variable has a learning rate of its own
        if position < len(node.inputs) and node.inputs[position][0].op is None:
            node.inputs[position][0].attrs[f"__{hidden}__"] = value
        else:
            node.attrs[key] = value


def _add_inputs(node) -> None:
    """Files before 0.9 left auxiliary states out."""
    if node.op is None or node.op.variadic:
        return
    names = node.op.present(node.op.parse_words(node.words()))
    for wanted in names[len(node.inputs) :]:
        node.inputs.append((Node(None, f"{node.name}_{wanted}" if node.name else wanted, dict(node.attrs)), 0, 0))


def _set_initializers(node) -> None:
    """Files before 0.9.4 left the initializers of such variables to the names' endings."""
    if node.op is None or node.op.variadic:
        return
    for wanted, (source, _, _) in zip(node.op.present(node.op.parse_words(node.words())), node.inputs):
        start = node.op.initial_value(wanted)
        if start and source.op is None:
            source.attrs.setdefault("__init__", start)
