"""How the graphs that a control flow operator runs hang together with it."""

from __future__ import annotations

import dataclasses

#: how a thing of a body corresponds to the node's: the same, a slice of it along axis 0, nothing
SAME, SLICE, NONE = range(3)


class Links:
    """How one body hangs together with its node.

    inputs    per input of the body: (position among the node's inputs, SAME or SLICE)
    outputs   per output of the body: (index among the node's outputs, SAME or SLICE), or (None, NONE)
    length    size of the node's outputs along axis 0 where they are stacked slices; None: that of the node's first input
    """

    def __init__(self, inputs, outputs, length=None) -> None:
        self.inputs, self.outputs, self.length = inputs, outputs, length


@dataclasses.dataclass(frozen=True, slots=True)
class Control:
    """A node's control flow.

    form     how its bodies take turns: "loop" over slices, "while" a condition holds, or "branch"
    links    one `Links` per body
    ties     (position of an input, index of an output) of the node that have one shape and type: the states of loops
    """

    form: str
    links: list[Links]
    ties: list[tuple[int, int]] = dataclasses.field(default_factory=list)

    @property
    def may_vary(self) -> bool:
        """Whether bodies may disagree on an output's shape, which is then unknown: branches, and states that grow."""
        return self.form != "loop"
