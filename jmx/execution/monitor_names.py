"""What MXNet calls the arrays that pass through a node, as its monitors show them.

Most operators name their inputs, and number several outputs; the tables hold the others, as MXNet 1.9.1 shows them.
"""

from __future__ import annotations

from ..core.graph.nodes import Node, output_name

#: operators that do not name their inputs: "input0", "input1", ...
_UNNAMED_INPUTS = frozenset(
    """
    Activation BlockGrad Cast Flatten Reshape SoftmaxActivation _adamw_update _contrib_AdaptiveAvgPooling2D
    _contrib_arange_like _contrib_div_sqrt_dim _contrib_gradientmultiplier _contrib_round_ste _contrib_sign_ste _copy
    _div_scalar _equal_scalar _grad_add _greater_equal_scalar _greater_scalar _hypot_scalar _lesser_equal_scalar
    _lesser_scalar _logical_and_scalar _logical_or_scalar _logical_xor_scalar _maximum_scalar _minimum_scalar
    _minus_scalar _mod_scalar _mp_adamw_update _mul_scalar _not_equal_scalar _plus_scalar _power_scalar
    _random_exponential_like _random_gamma_like _random_generalized_negative_binomial_like
    _random_negative_binomial_like _random_normal_like _random_poisson_like _random_uniform_like _rdiv_scalar
    _rminus_scalar _rmod_scalar _rpower_scalar _sample_multinomial _scatter_minus_scalar _scatter_plus_scalar _shuffle
    _slice_assign_scalar abs adam_update amp_cast arccos arccosh arcsin arcsinh arctan arctanh argmax argmax_channel
    argmin argsort broadcast_axis broadcast_to cbrt ceil clip cos cosh degrees erf erfinv exp expand_dims expm1 fix
    floor ftml_update ftrl_update gamma gammaln hard_sigmoid lamb_update_phase1 lamb_update_phase2 log log10 log1p
    log2 logical_not make_loss max mean min mp_lamb_update_phase1 mp_lamb_update_phase2 mp_nag_mom_update
    mp_sgd_mom_update mp_sgd_update nag_mom_update nanprod nansum negative norm ones_like prod radians rcbrt
    reciprocal relu rint rmsprop_update rmspropalex_update round rsqrt sgd_mom_update sgd_update shape_array sigmoid
    sign signsgd_update signum_update sin sinh size_array slice slice_axis smooth_l1 softmin softsign sort sqrt square
    sum tan tanh topk transpose trunc zeros_like
    """.split()
)
#: operators that name their outputs; blocks number those of all others: "exp0_0"
_NAMED_OUTPUTS = frozenset(
    """
    Activation BatchNorm BatchNorm_v1 BilinearSampler Concat Convolution Convolution_v1 Correlation Crop Deconvolution
    Dropout FullyConnected GridGenerator GroupNorm InstanceNorm L2Normalization LRN LayerNorm LeakyReLU MakeLoss Pad
    Pooling Pooling_v1 RNN ROIPooling SVMOutput SequenceLast SequenceMask SequenceReverse SliceChannel Softmax
    SoftmaxActivation SoftmaxOutput SpatialTransformer SwapAxis UpSampling _contrib_BatchNormWithReLU
    _contrib_SyncBatchNorm _contrib_index_array _contrib_interleaved_matmul_encdec_qk
    _contrib_interleaved_matmul_encdec_valatt _contrib_interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt _rnn_param_concat col2im elemwise_add im2col make_loss softmax softmin
    """.split()
)
#: outputs that only the operator's own backward pass reads
_HIDDEN_OUTPUTS = {
    "BatchNorm": ("mean", "var"),
    "BatchNorm_v1": ("mean", "var"),
    "_contrib_SyncBatchNorm": ("mean", "var"),
    "_contrib_BatchNormWithReLU": ("mean", "var", "workspace"),
    "LayerNorm": ("mean", "std"),
    "GroupNorm": ("mean", "std"),
    "InstanceNorm": ("mean", "var"),
    "L2Normalization": ("norm",),
    "LRN": ("tmp_norm",),
    "Dropout": ("mask",),
    "LeakyReLU": ("mask",),
    "Pooling": ("workspace",),
    "GridGenerator": ("grid_dst",),
    "BilinearSampler": ("tmp",),
    "SpatialTransformer": ("grid_dst", "grid_src"),
    "ROIPooling": ("maxidx",),
    "Correlation": ("tmp1", "tmp2"),
}
#: operators that give their inputs no gradient
ZERO_GRADIENT = frozenset(
    """
    BlockGrad _contrib_round_ste _contrib_sign_ste _equal _equal_scalar _greater _greater_equal _greater_equal_scalar
    _greater_scalar _lesser _lesser_equal _lesser_equal_scalar _lesser_scalar _logical_and _logical_and_scalar
    _logical_or _logical_or_scalar _logical_xor _logical_xor_scalar _not_equal _not_equal_scalar argmax argmin argsort
    broadcast_equal broadcast_greater broadcast_greater_equal broadcast_lesser broadcast_lesser_equal
    broadcast_logical_and broadcast_logical_or broadcast_logical_xor broadcast_not_equal ceil fix floor
    logical_not ones_like rint round shape_array size_array trunc zeros_like
    """.split()
)
#: operators whose gradients are named after their inputs
_NAMED_GRADIENTS = frozenset(
    """
    BatchNorm_v1 BilinearSampler Convolution_v1 Correlation Crop GridGenerator IdentityAttachKLSparseReg InstanceNorm
    L2Normalization MakeLoss Pad Pooling_v1 ROIPooling SVMOutput SequenceLast SequenceMask SequenceReverse
    SliceChannel SpatialTransformer SwapAxis _contrib_SyncBatchNorm
    """.split()
)
#: operators whose gradients come from one node for some of the inputs: how many inputs are left out, in front and behind
_PARTIAL = {
    "where": (1, 0),
    "_identity_with_attr_like_rhs": (0, 1),
    "broadcast_like": (0, 1),
    "pick": (0, 1),
    "reshape_like": (0, 1),
    "scatter_nd": (0, 1),
}


class NodeName(str):
    """The name of an array. MXNet's callbacks get bytes, so that programs decode it; it may be used as it is, too."""

    __slots__ = ()

    def decode(self, encoding="utf-8", errors="strict"):
        """The name."""
        return str(self)


def inputs(node: Node) -> list[str]:
    """The names of a node's inputs, such as "fc1_weight" or "relu1_input0"."""
    if node.op.name in _UNNAMED_INPUTS:
        return [f"{node.name}_input{i}" for i in range(len(node.inputs))]
    return [f"{node.name}_{name}" for name in node.input_names()]


def outputs(node: Node) -> list[str]:
    """The names of all outputs, those that users do not see at the end."""
    visible = node.num_outputs()
    hidden = node.stored_outputs() - visible
    names = _HIDDEN_OUTPUTS.get(node.op.name) or [f"output{visible + i}" for i in range(hidden)]
    return [output_name((node, i)) for i in range(visible)] + [f"{node.name}_{n}" for n in names[:hidden]]


def block_outputs(node: Node) -> list[str]:
    """The names of the visible outputs as a block's hook gets them."""
    if node.op.name == "make_loss":
        return [f"{node.name}_loss"]
    if node.op.name in _NAMED_OUTPUTS:
        return [output_name((node, i)) for i in range(node.num_outputs())]
    return [f"{node.name}_{i}" for i in range(node.num_outputs())]


def gradients(node: Node) -> list[tuple[str, int]]:
    """(name, position of the input) of the gradients that the node's backward pass makes, in its order."""
    auxiliary = set(node.mutable_inputs())
    places = [i for i in range(len(node.inputs)) if i not in auxiliary]
    op = node.op.name
    if op == "elemwise_add":  # the gradient of its output is that of its inputs
        return []
    if op == "add_n":
        return [("output", i) for i in places]
    if op == "batch_dot":
        return [(f"{node.name}_backward_{side}_output", i) for i, side in enumerate(("lhs", "rhs"))]
    if op in _NAMED_GRADIENTS:
        names = node.input_names()
        return [(f"{node.name}_backward_{names[i]}", i) for i in places]
    front, behind = _PARTIAL.get(op, (0, 0))
    places = places[front : len(places) - behind]
    return [(f"{node.name}_backward_output{k if len(places) > 1 else ''}", i) for k, i in enumerate(places)]
