"""Which operators have no gradient in MXNet: binding them where one is wanted is refused, as MXNet refuses it."""

from __future__ import annotations

from ...base import MXNetError
from .nodes import topo


def refuse_undifferentiable(entries, order=None) -> None:
    """Raise MXNetError if the gradients of `entries` have to pass an operator without one; `order` is their `topo`."""
    reached = {entry[0] for entry in entries}
    for node in reversed(topo(entries) if order is None else order):
        if node.op is None or node not in reached:
            continue
        traits = node.op.traits
        # its zeros end the way back, so that what lies before it may have no gradient
        if traits.zero_gradient and traits.gives_no_gradient(node.parsed):
            continue
        if traits.no_gradient:
            raise MXNetError(
                f"Operator {node.op.name} is non-differentiable because it didn't register FGradient attribute: node "
                f"{node.name}. Bind with grad_req='null', or put mx.sym.BlockGrad around it."
            )
        reached.update([n for n, _, _ in node.inputs])


def needs_out_grad(step, number) -> bool:
    """Whether the gradients of a lowered graph's `step` depend on that of its output `number`: not those of a loss."""
    node = step.node
    # the user's operator says it in `declare_backward_dependency`
    if node.op.hosted:
        return number in node.parsed.described.needed
    return bool(node.inputs) and node.op.traits.needs_out_grad(node.parsed)
