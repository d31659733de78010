"""Bad calls that end otherwise than in MXNet 1.9.1, and why."""

import re

_BEHIND = "MXNet does not look at this shape, and reads or writes behind the end of an array; it is refused here"
_UNUSED = "MXNet reads the first numbers and passes over the rest; too many are refused here"
_NEGATIVE = "a negative size, which MXNet takes as a very large one, or as a cut, somewhere inside; it is refused here"
_ODD = "what becomes of NaN and infinity where they are compared, sorted, cut to integers or combined"
_TYPE = "an element type that MXNet has no kernel for; it is computed here"
_COUNTED = "arrays are counted; the attribute that tells their number says nothing further"
_EMPTY = "an array without elements, whose shape MXNet guesses from the others', to read behind its end"

#: (pattern of "operator-row/change: kind", pattern of the text, why it is left so)
KEPT = (
    (r".*(not finite|=nan|=inf): (value|class)", r"", _ODD),
    (r".*( of (float64|float16|int32|uint8|bool)|dtype='\w+'|out_type='\w+'): accepted", r"", _TYPE),
    (r".* of size 0 at \d: (refused|shape|value)", r"", _EMPTY),
    (r".*/num_(args|outputs|arrays|weights|tensors)(=.*| left out): (accepted|class)", r"", _COUNTED),
    (r".*/one array (less|more): accepted", r"", _COUNTED),
    # shapes that MXNet does not compare
    (r"_contrib_box_encode|_contrib_box_decode.*refused", r"must have", _BEHIND),
    (r"_contrib_MultiBox(Target|Detection).*refused", r"equally many|must have|columns", _BEHIND),
    (r"_contrib_(Multi)?Proposal.*refused", r"dimensions|channels|positive", _BEHIND),
    (r"_contrib_(Deformable)?PSROIPooling.*refused", r"channels|positive|classes|4D tensor", _BEHIND),
    (r"_contrib_interleaved_matmul.*refused", r"multiple of|must have shape", _BEHIND),
    (r"_contrib_(Modulated)?DeformableConvolution.*refused", r"Shape inconsistent", _BEHIND),
    (r"(_contrib_)?BatchNorm(WithReLU)?.*refused", r"Shape inconsistent", _BEHIND),
    (r"_contrib_index_array.*refused", r"exceeds the input dimension", _BEHIND),
    (r"_image_crop.*refused", r"must not be negative", _BEHIND),
    (r"im2col|col2im.*refused", r"does not fit|is not|pad size", _BEHIND),
    (r"Correlation.*refused", r"Shape inconsistent|positive|stack", _BEHIND),
    (r"_mp_adamw_update|_adamw_update.*refused", r"must have the shape|one number", _BEHIND),
    (r"Reshape.*refused", r"same size as the source", _BEHIND),
    (r"stack.*refused", r"must have one shape", _BEHIND),
    (r"(GroupNorm|L2Normalization|IdentityAttachKLSparseReg).*refused", r"Shape|dimensions|needs shape", _BEHIND),
    (r"ROIPooling-0/0 of size 1 at 0|CTCLoss-\d/0 of size 1 at 2", r"", _BEHIND),
    (r"(scatter_nd|_backward_gather_nd).*(around|shape=).*value", r"", "positions outside of the array, which MXNet writes to"),
    (r"_contrib_index_copy.*around.*value", r"", "positions outside of the array, which MXNet writes to"),
    (r"_unravel_index.*dimension.*shape", r"", "of arrays with several dimensions MXNet reads the first positions alone"),
    (r"softmax_cross_entropy.*value", r"", _BEHIND),
    (r"softmax-\d/axis=-3: accepted", r"", "negative axes count from the end, as everywhere else"),
    (r"RNN.*p=nan.*refused", r"", "NaN is no probability"),
    (r"_random_negative_binomial_like.*k=inf: accepted", r"", _ODD),
    (r"_contrib_quantized_conv.*refused", r"kernel size exceeds", "windows that the data has no room for"),
    (r"_np_cumsum.*axis=-\d: accepted", r"", "negative axes count from the end, as everywhere else"),
    (r"transpose.*axes=None: accepted", r"", "axes=None turns all around, as axes left out do"),
    (r"(tile|slice_like|_split_v2).*=None: (refused|shape)", r"", "None, which MXNet takes for a tuple without length"),
    (r"_sample_\w+.*shape=None: accepted", r"", "shape=None draws one number each, as a shape left out does"),
    # numbers too many, negative or zero
    (r"(Convolution_v1|Pooling|Pooling_v1|_contrib_quantized_(conv|pooling)|_contrib_AdaptiveAvgPooling2D|GridGenerator|"
     r"SpatialTransformer|Crop|Deconvolution).*refused", r"elements|dimensions|one or two|must be \(|h_w", _UNUSED),
    (r"IdentityAttachKLSparseReg.*refused", r"must have shape", _BEHIND),
    (r"(Convolution_v1|Pooling|Pooling_v1|_eye|_contrib_arange_like).*refused", r"pad|positive|negative", _NEGATIVE),
    (r"LRN.*nsize.*refused", r"odd|positive", _NEGATIVE),
    (r"_split_v2.*sections=-.*value", r"", "MXNet leaves parts behind the first unset"),
    (r"_contrib_BilinearResize2D.*scale_width.*refused", r"cannot be resized", _NEGATIVE),
    (r"reverse.*axis.*value", r"", "an axis that is named twice, which MXNet turns once, or twice in part"),
    (r"reverse.*axis.*accepted", r"", "negative axes count from the end, as everywhere else"),
    # operators by themselves
    (r".*RegressionOutput.*refused", r"", "MXNet does not read the attributes before it goes backward"),
    (r"(multi_)?all_finite.*init_output.*refused", r"", "operators do not read their outputs; refused with the alternative"),
    (r"_contrib_SparseEmbedding.*(sparse_grad|deterministic).*accepted", r"",
     "MXNet's signature names sparse_grad, its parser refuses it; deterministic has no meaning here and is not read"),
    (r"_contrib_BatchNormWithReLU.*accepted", r"", "MXNet has it for some shapes and types only"),
    (r"Dropout.*p=nan.*refused", r"", "NaN is no probability"),
    (r"_image_random_\w+.*factor=nan.*refused", r"", "NaN is no factor"),
    (r"RNN.*lstm_state_clip.*refused", r"together", "a single bound, which MXNet does not use"),
    (r"Deconvolution.*target_shape.*accepted|_contrib_quantized_conv.*dilate.*accepted", r"",
     "MXNet's library has no program for it"),
    (r"FullyConnected.*2 with a dimension behind.*accepted", r"", "the bias of a row_sparse network has this shape"),
    (r"_linalg_(syevd|det|inverse|slogdet).*around.*value", r"", "singular matrices: what rounding leaves, divided by"),
    (r"_contrib_calibrate_entropy.*num_quantized_bins=1.*refused", r"", "one integer tells no numbers apart"),
    (r"_contrib_quantized_flatten.*refused", r"must be int8", "arrays of levels are of 8 bits"),
    (r"_contrib_quantized_(batch_norm|elemwise_add).*value", r"",
     "the last of 8 bits, where a product is halfway between two; a range that is empty or upside down"),
    (r"_contrib_quantize_v2.*0 of uint8.*value", r"", "numbers of 8 bits pass through MXNet with a range of its own"),
    (r"_contrib_hawkesll.*all of int32.*refused", r"", _TYPE),
    (r"(erf|erfinv|gamma|gammaln).*of (int32|uint8).*value", r"", "integers: the rounding of single precision is cut off"),
    (r"_arange.*float16.*value", r"", "MXNet's half-precision steps lose their fraction"),
    (r"lamb_update_phase1.*float64.*value", r"", "MXNet computes in single precision"),
    (r"_random_pdf_\w+.*around.*value", r"", "no such distribution has a density; of large ones rounding is left"),
    (r"_rdiv_scalar.*value", r"", "a whole number divided by 0 is 0; MXNet's process may end by it"),
)  # fmt: skip


def reason(case, name, kind, text):
    """Why a difference is left as it is; None if it is one to mend."""
    return next((why for where, said, why in KEPT if re.match(where, f"{name}: {kind}") and re.search(said, text)), None)
