"""Which operators have no gradient in MXNet: binding them where one is wanted is refused, as MXNet refuses it."""

from __future__ import annotations

from ...base import MXNetError
from .nodes import topo

_NONE = frozenset(
    """
    _adamw_update _contrib_allclose _grad_add _histogram _mp_adamw_update _multi_adamw_update _multi_lamb_update
    _multi_mp_adamw_update _multi_mp_lamb_update _shuffle _slice_assign _slice_assign_scalar adam_update all_finite
    argmax_channel batch_take ftml_update ftrl_update khatri_rao lamb_update_phase1 lamb_update_phase2
    mp_lamb_update_phase1 mp_lamb_update_phase2 mp_nag_mom_update mp_sgd_mom_update mp_sgd_update multi_all_finite
    multi_lars multi_mp_sgd_mom_update multi_mp_sgd_update multi_sgd_mom_update multi_sgd_update multi_sum_sq
    nag_mom_update preloaded_multi_mp_sgd_mom_update preloaded_multi_mp_sgd_update preloaded_multi_sgd_mom_update
    preloaded_multi_sgd_update rmsprop_update rmspropalex_update sgd_mom_update sgd_update signsgd_update signum_update
    """.split()
)
#: operators that give their inputs no gradient, so that what lies above them needs none
_ZERO = frozenset("BlockGrad argmax argmin argsort ceil fix floor one_hot ones_like rint round shape_array".split()) | frozenset(
    "sign size_array trunc zeros_like _ravel_multi_index _unravel_index".split()
)


def refuse_undifferentiable(entries):
    """Raise MXNetError if the gradients of `entries` have to pass an operator without one."""
    reached = {entry[0] for entry in entries}
    for node in reversed(topo(entries)):
        if node.op is None or node not in reached or node.op.name in _ZERO:
            continue
        if node.op.name in _NONE:
            raise MXNetError(
                f"Operator {node.op.name} is non-differentiable because it didn't register FGradient attribute: node "
                f"{node.name}. Bind with grad_req='null', or put mx.sym.BlockGrad around it."
            )
        reached.update(n for n, _, _ in node.inputs)
