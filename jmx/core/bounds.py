"""Bounds of attributes that MXNet checks when an operator is called or put into a graph, and what it says of them."""

from ..base import MXNetError

_SHARE = (0, 1)
_FACTORS = {"min_factor": (0, None), "max_factor": (0, None)}
_SIZES = {"input_dim": (1, None), "output_dim": (1, None)}

#: operator -> attribute -> (lowest value, highest value or None)
BOUNDS = {
    "Dropout": {"p": _SHARE},
    "Embedding": _SIZES,
    "IdentityAttachKLSparseReg": {"sparseness_target": _SHARE, "momentum": _SHARE},
    "RNN": {"p": _SHARE},
    "ROIPooling": {"spatial_scale": _SHARE},
    "SoftmaxOutput": {"smooth_alpha": _SHARE},
    "UpSampling": {"scale": (1, None)},
    "_contrib_BilinearResize2D": {"height": (1, None), "width": (1, None)},
    "_contrib_DeformablePSROIPooling": {"spatial_scale": _SHARE, "trans_std": _SHARE},
    "_contrib_PSROIPooling": {"spatial_scale": _SHARE},
    "_contrib_ROIAlign": {"spatial_scale": _SHARE},
    "_contrib_RROIAlign": {"spatial_scale": _SHARE},
    "_contrib_SparseEmbedding": _SIZES,
    "_contrib_quantized_embedding": _SIZES,
    "_contrib_quantized_rnn": {"p": _SHARE},
    "_image_random_brightness": _FACTORS,
    "_image_random_contrast": _FACTORS,
    "_image_random_hue": _FACTORS,
    "_image_random_saturation": _FACTORS,
    "ftml_update": {"beta1": _SHARE, "beta2": _SHARE},
}


def bounds_of(names):
    """The bounds of the attributes of the operator that is called `names`: attribute -> (lowest, highest or None)."""
    return next((BOUNDS[name] for name in names if name in BOUNDS), {})


def check_bounds(operator, bounds, values):
    """Raise MXNetError if one of `values` (attribute -> value) is outside of `bounds`."""
    for name, (low, high) in bounds.items():
        value = values[name]
        if value is None or not (value < low or high is not None and value > high):
            continue
        said = f"should be greater equal to {low}" if high is None else f"exceed bound [{low},{high}]"
        raise MXNetError(f"value {value} for Parameter {name} {said}, in operator {operator}({name}={str(value)!r}).")
