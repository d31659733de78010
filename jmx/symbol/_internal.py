"""The operators of `mx.sym._internal`, made from the registry on first access."""

from .. import name as _names
from ..core.graph import symbol_json as _graph_json
from ..core.graph.unfold import unfold as _unfold
from .register import Namespace as _Namespace
from .symbol import Symbol as _Symbol


def _CachedOp(*data, subgraph, name=None, **kwargs):
    """The graph with the JSON `subgraph` on the symbols `data`, one for each of its variables in the order of list_inputs.

    MXNet makes one node of it, jmx puts the graph's own nodes into the new graph. Raises MXNetError if the numbers differ.
    """
    entries = _graph_json.loads(subgraph)[0]
    inputs = [(n, i, n.version if n.op is None else 0) for a in data for n, i in a._entries]
    return _Symbol(_unfold(_names.active().get(name, "_cachedop"), entries, inputs))


_space = _Namespace(__name__, "_internal")
__getattr__, __dir__ = _space.lazy(globals())
