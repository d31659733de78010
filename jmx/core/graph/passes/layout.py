"""Graphs of convolutions: images laid out with channels last from one operator to the next.

The convolutions of oneDNN and XLA on CPU and of cuDNN on GPUs want channels last, MXNet's programs have them second, and a
transposition before and after each convolution costs as much as a quarter of it. Within a program XLA for GPUs chooses layouts by
itself; but what the forward pass keeps for the backward pass goes from one program to another, and would be transposed twice.
Operators say by a rule (`Op.channels_last`) how they run on such images; in between, where others take one, it is transposed.
Results differ by rounding only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....base import MXNetError
from ....native import onednn
from ..shapes import known
from .calls import Rewriter

if TYPE_CHECKING:
    from ..lower import Lowered


#: graphs with fewer operators that profit run as they are: where oneDNN or cuDNN compute them, which copy a single image to their
#: own layout faster than XLA transposes it, and where XLA does
FEWEST_BY_LIBRARIES, FEWEST = 2, 4
_TO_NHWC, _TO_NCHW = (0, 2, 3, 1), (0, 3, 1, 2)


def profiting(calls) -> int:
    """How many operators among `calls` prefer channels last."""
    return sum(call.node.op.prefers_nhwc for call in calls)


def channels_last(graph, facts) -> Lowered:
    """Lay images out with channels last: in graphs with several convolutions and without loops.

    JMX_CHANNELS_LAST=0 turns it off.
    """
    if not facts.settings.channels_last or graph.images < FEWEST_BY_LIBRARIES:
        return graph
    if graph.images < FEWEST and facts.platform == "cpu" and not onednn.usable():
        return graph
    # a loop's body is no list of operators that could be asked for their rules
    if any(call.node is None for call in graph.steps):
        return graph
    try:
        shapes = facts.shapes
    except MXNetError:
        return graph  # which raises it in the words of the operator that fails
    result = _Layout(graph, facts.platform)
    for number, call in enumerate(graph.steps):
        result.lay_out(number, call, shapes)
    return result.finish() if result.changed else graph


class _Layout(Rewriter):
    """Places of the new graph by those of the former one, in both layouts."""

    def __init__(self, graph, platform) -> None:
        super().__init__(graph)
        self.changed = False
        self._platform = platform
        self._nchw, self._nhwc = {}, {}

    def read(self, place):
        return self._in_layout(place, self._nchw, self._nhwc, _TO_NCHW)

    def _in_layout(self, place, wanted, other, axes):
        if place not in wanted:
            if place not in other and place[0] < 0:
                self._nchw[place] = place
                return self._in_layout(place, wanted, other, axes)
            new = self.add_internal("transpose", lambda x: (x.transpose(axes),), [other[place]], axes=axes), 0
            if -1 - place[0] in self.graph.written:
                return new  # the variable may have another value later
            wanted[place] = new
        return wanted[place]

    def lay_out(self, number, call, shapes) -> None:
        """Append a call, changed for channels last where its rule says so."""
        node = call.node
        n_out = node.op.num_outputs(node.parsed, visible=False)
        moved = [place in self._nhwc for place in call.sources]
        change = None
        if node.op.layout_rule is not None and (node.op.prefers_nhwc or any(moved)):
            inputs = [shapes.get((source, index)) for source, index, _ in node.inputs]
            outputs = [shapes.get((node, i)) for i in range(n_out)]
            # rules divide and compare sizes, which open ones do not allow
            if all(map(known, inputs)) and all(map(known, outputs)):
                further = (self._platform,) if node.op.prefers_nhwc else ()
                change = node.op.layout_rule(node.parsed, inputs, moved, *further)
        if change is None:
            new = self.add(call.at([self.read(place) for place in call.sources]))
            self._nchw.update({(number, i): (new, i) for i in range(n_out)})
            return
        attrs, which = change
        sources = [
            self._in_layout(place, self._nhwc, self._nchw, _TO_NHWC) if i in which else self.read(place)
            for i, place in enumerate(call.sources)
        ]
        new = self.add(call.with_attrs(attrs).at(sources))
        for i in range(n_out):
            # outputs that are no images, such as means, have no layout
            (self._nhwc if len(outputs[i]) == 4 else self._nchw)[number, i] = (new, i)
        self.changed = True
