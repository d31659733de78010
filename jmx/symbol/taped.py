"""The recorded graph behind an array as a Symbol: what `autograd.get_symbol` returns."""

from ..base import MXNetError
from ..core import graph
from ..core.tape import NOT_IN_GRAPH, Leaf
from .symbol import Symbol


def from_tape(x):
    """The computation that was recorded for the array `x`.

    Marked arrays become the variables var0, var1, ... in the order in which they are met, and so do arrays from outside of
    the graph; operators are named node_0, node_1, .... Raises MXNetError where the graph is used up, or holds a step that is
    no operator (a custom Function, an index by arrays, a hybridized block).
    """
    made: dict = {}
    counts = {"var": 0, "node": 0}

    def variable(key):
        if key not in made:
            made[key] = [(graph.Node(None, f"var{counts['var']}"), 0)]
            counts["var"] += 1
        return made[key]

    def steps(node):
        if isinstance(node.info, list):
            return node.info
        program, _, scalars = node.info or (None, (), ())
        if program is None or program.spell is None:
            raise MXNetError(f"the recorded step {node.name!r} is not an operator, so the graph has no symbol")
        return program.spell(scalars)

    def build(node):
        sources = dict(node.parents)
        bufs = node.info[1] if isinstance(node.info, tuple) else None
        places = range(len(bufs)) if bufs is not None else sources
        inputs = [lookup(sources[i]) if i in sources else variable(id(bufs[i])) for i in places]
        inner = getattr(node.info[0], "graph", None) if isinstance(node.info, tuple) else None
        if inner is not None:
            made[node] = inline(inner, [entries[0] for entries in inputs])
            return
        for op, attrs in steps(node):
            made_node = graph.atomic(op, attrs)
            if made_node.op.variadic and made_node.op.count not in made_node.op.schema:
                made_node.attrs[made_node.op.count] = str(len(inputs))
            graph.compose([(made_node, 0)], inputs, {}, f"node_{counts['node']}")
            counts["node"] += 1
            inputs = [graph.heads_of(made_node)[:1]]
        made[node] = graph.heads_of(made_node)

    def inline(lowered, inputs):
        values = {(-1 - i, 0): entry for i, entry in enumerate(inputs)}
        for number, step in enumerate(lowered.steps):
            old = step.node
            new = graph.Node(old.op, f"node_{counts['node']}", dict(old.attrs), [(*values[s], 0) for s in step.sources])
            new.graphs, new._parsed = old.graphs, old._parsed
            counts["node"] += 1
            values.update(((number, i), (new, i)) for i in range(new.op.num_outputs(new.parsed, visible=False)))
        return [values[head] for head in lowered.heads]

    def lookup(entry):
        node, index = entry
        return variable(node) if isinstance(node, Leaf) else [made[node][index]]

    stack = [x._entry[0]]
    while stack:
        node = stack[-1]
        if isinstance(node, Leaf) or node in made:
            stack.pop()
            continue
        if node.freed:
            raise MXNetError(NOT_IN_GRAPH)
        waiting = [e[0] for _, e in node.parents if not isinstance(e[0], Leaf) and e[0] not in made]
        if waiting:
            stack.extend(reversed(waiting))
        else:
            build(node)
            stack.pop()
    return Symbol(lookup(x._entry))
