"""Boxes of object detection."""

import numpy as np


def _boxes(seed, *shape, layout="corner"):
    rng = np.random.default_rng(seed)
    low, size = rng.uniform(0, 0.7, (*shape, 2)), rng.uniform(0.1, 0.5, (*shape, 2))
    other = low + size if layout == "corner" else size
    return np.concatenate([low, other], -1).round(4)


def _scored(seed, *shape, classes=3, layout="corner"):
    rng = np.random.default_rng(seed + 100)
    kinds, scores = rng.integers(-1, classes, (*shape, 1)), rng.permutation(np.prod(shape)).reshape(*shape, 1) / np.prod(shape)
    return np.concatenate([kinds, scores.round(4), _boxes(seed, *shape, layout=layout)], -1)


def _v(array, dtype="float32"):
    return {"value": np.asarray(array).tolist(), "dtype": dtype}


NMS, CENTERS = _v(_scored(1, 2, 12)), _v(_scored(2, 12, layout="center"))
LABELS = np.full((3, 4, 5), -1.0)
LABELS[0, :3] = np.concatenate([[[0], [2], [1]], _boxes(5, 3)], 1)
LABELS[1, :1] = np.concatenate([[[1]], _boxes(6, 1)], 1)
PRIORS = _v(_boxes(7, 1, 20))
TARGET = {
    "op": "_contrib_MultiBoxTarget",
    "grad": False,
    "inputs": [PRIORS, _v(LABELS), ((3, 4, 20), "float32", ("uniform", -2, 2))],
}
DETECTION = {
    "op": "_contrib_MultiBoxDetection",
    "grad": False,
    "inputs": [((2, 4, 20), "float32", ("uniform", 0, 1)), ((2, 80), "float32", ("uniform", -1, 1)), PRIORS],
}

ROIS = _v([[0, 1.2, 0.7, 9.3, 6.1], [1, -3, 2, 4.4, 20], [0, 3, 3, 3.2, 3.1]])
TURNED = _v([[0, 4.2, 3.7, 5.3, 3.1, 30.0], [1, 2, 2, 4.4, 9, -75.0], [0, 3, 3, 0.2, 0.1, 0.0]])
SMALL = _v([[0.1392, -0.5928], [0.6027, 0.8579]])
LOW, HIGH = _v([-0.75]), _v([1.0])
RPN = [
    ((2, 12, 4, 5), "float32", "unit"),
    ((2, 24, 4, 5), "float32", ("uniform", -0.5, 0.5)),
    _v([[60.0, 70.0, 1.0], [64.0, 40.0, 0.8]]),
]
ONE = [((1, 12, 4, 5), "float32", "unit"), ((1, 24, 4, 5), "float32", ("uniform", -0.5, 0.5)), _v([[60.0, 70.0, 1.0]])]
SIZES = {"scales": (1, 2), "ratios": (0.5, 1, 2), "rpn_pre_nms_top_n": 50, "rpn_post_nms_top_n": 20, "output_score": True}

CASES = [
    {"op": "_contrib_box_iou", "inputs": [_v(_boxes(3, 2, 3)), _v(_boxes(4, 5))]},
    {
        "op": "_contrib_box_iou",
        "inputs": [_v(_boxes(3, 4, layout="center")), _v(_boxes(4, 3, layout="center"))],
        "attrs": {"format": "center"},
    },
    {"op": "_contrib_box_iou", "inputs": [((2, 5),), ((3, 4),)], "error": "last dimension of lhs must be 4"},
    {"op": "_contrib_box_nms", "inputs": [NMS], "attrs": {"overlap_thresh": 0.1}},
    {"op": "_contrib_box_nms", "inputs": [NMS], "attrs": {"overlap_thresh": 0.2, "id_index": 0, "valid_thresh": 0.15}},
    {
        "op": "_contrib_box_nms",
        "inputs": [NMS],
        "attrs": {"overlap_thresh": 0.1, "id_index": 0, "force_suppress": True, "background_id": 1, "topk": 5},
    },
    {"op": "_contrib_box_nms", "inputs": [NMS], "attrs": {"valid_thresh": 2.0}},
    {"op": "_contrib_box_nms", "inputs": [NMS], "attrs": {"topk": 0}},
    {"op": "_contrib_box_nms", "inputs": [NMS], "attrs": {"overlap_thresh": 0.1, "out_format": "center"}},
    {"op": "_contrib_box_nms", "inputs": [CENTERS], "attrs": {"overlap_thresh": 0.1, "in_format": "center"}},
    {"op": "_contrib_box_nms", "inputs": [((3, 5),)], "attrs": {"id_index": 0}, "error": "at least 6 elements"},
    {"op": "_contrib_box_nms", "inputs": [((3, 6),)], "attrs": {"score_index": 3}, "error": "one of the coordinates"},
    {"op": "_contrib_bipartite_matching", "inputs": [((2, 4, 3), "float32", "distinct")], "attrs": {"threshold": 0.0}},
    {
        "op": "_contrib_bipartite_matching",
        "inputs": [((3, 5), "float32", "distinct")],
        "attrs": {"threshold": 10.0, "is_ascend": True, "topk": 1},
    },
    {
        "op": "_contrib_box_encode",
        "grad": False,
        "inputs": [
            _v([[1, 0, 1], [1, 1, 0]]),
            _v([[0, 1, 3], [2, 2, 0]]),
            _v(_boxes(8, 2, 3)),
            _v(_boxes(9, 2, 4)),
            _v([0, 0, 0.1, 0]),
            _v([0.1, 0.1, 0.2, 0.2]),
        ],
    },
    {
        "op": "_contrib_box_decode",
        "inputs": [((2, 3, 4),), _v(_boxes(10, 1, 3))],
        "attrs": {"std0": 0.1, "std1": 0.2, "std2": 0.3, "std3": 0.4, "format": "corner"},
    },
    {"op": "_contrib_box_decode", "inputs": [((2, 3, 4),), _v(_boxes(10, 1, 3, layout="center"))], "attrs": {"clip": 0.25}},
    {"op": "_contrib_MultiBoxPrior", "inputs": [((1, 3, 4, 5),)], "attrs": {"sizes": (0.4, 0.2), "ratios": (1, 2, 0.5)}},
    {
        "op": "_contrib_MultiBoxPrior",
        "inputs": [((2, 1, 3, 2),)],
        "attrs": {"sizes": (0.9,), "clip": True, "steps": (0.3, 0.4), "offsets": (0.0, 1.0)},
    },
    {"op": "_contrib_MultiBoxPrior", "inputs": [((3, 2),)], "error": "4D"},
    TARGET,
    {**TARGET, "attrs": {"overlap_threshold": 0.3, "variances": (0.1, 0.2, 0.3, 0.4)}},
    {**TARGET, "attrs": {"negative_mining_ratio": 2.0, "negative_mining_thresh": 0.4, "ignore_label": -5.0}},
    {**TARGET, "attrs": {"overlap_threshold": 0.0, "negative_mining_ratio": 1.0}},
    DETECTION,
    {**DETECTION, "attrs": {"threshold": 0.8, "clip": False, "nms_threshold": 0.2, "force_suppress": True}},
    {**DETECTION, "attrs": {"nms_topk": 5, "threshold": 0.5}},
    {**DETECTION, "attrs": {"nms_threshold": -1.0, "threshold": 0.9}},
    {"op": "_contrib_ROIAlign", "inputs": [((2, 3, 6, 8),), ROIS], "attrs": {"pooled_size": (2, 3), "spatial_scale": 0.8}},
    {
        "op": "_contrib_ROIAlign",
        "inputs": [((2, 3, 6, 8),), ROIS],
        "grad": [0],
        "attrs": {"pooled_size": (3, 2), "spatial_scale": 0.5, "sample_ratio": 2, "aligned": True},
    },
    {
        "op": "_contrib_ROIAlign",
        "inputs": [((2, 8, 5, 6),), ROIS],
        "attrs": {"pooled_size": (2, 2), "spatial_scale": 1.0, "position_sensitive": True},
    },
    {
        "op": "_contrib_ROIAlign",
        "inputs": [((2, 3, 6),), ROIS],
        "attrs": {"pooled_size": (2, 2), "spatial_scale": 1.0},
        "error": "4D",
    },
    {
        "op": "_contrib_PSROIPooling",
        "inputs": [((2, 8, 6, 8),), ROIS],
        "grad": [0],
        "attrs": {"spatial_scale": 0.7, "output_dim": 2, "pooled_size": 2},
    },
    {
        "op": "_contrib_PSROIPooling",
        "inputs": [((2, 8, 6, 8),), ROIS],
        "grad": [0],
        "attrs": {"spatial_scale": 0.7, "output_dim": 2, "pooled_size": 3, "group_size": 2},
    },
    {"op": "_contrib_quantize", "inputs": [SMALL, LOW, HIGH], "grad": False},
    {"op": "_contrib_quantize", "inputs": [SMALL, LOW, HIGH], "attrs": {"out_type": "int8"}, "grad": False},
    {"op": "_contrib_quantize_v2", "inputs": [SMALL], "grad": False},
    {
        "op": "_contrib_quantize_v2",
        "inputs": [SMALL],
        "grad": False,
        "attrs": {"out_type": "auto", "min_calib_range": 0.0, "max_calib_range": 0.9},
    },
    {"op": "_contrib_dequantize", "inputs": [((2, 3), "uint8"), LOW, HIGH], "grad": False},
    {"op": "_contrib_dequantize", "inputs": [((2, 3), "int8"), LOW, HIGH], "grad": False},
    {"op": "_contrib_Proposal", "inputs": ONE, "attrs": {**SIZES, "rpn_min_size": 4}, "grad": False},
    {"op": "_contrib_Proposal", "inputs": ONE, "attrs": {**SIZES, "threshold": 0.2, "iou_loss": True}, "grad": False},
    {"op": "_contrib_Proposal", "inputs": RPN, "attrs": SIZES, "error": "one image at a time"},
    {"op": "_contrib_MultiProposal", "inputs": RPN, "attrs": {**SIZES, "threshold": 0.4, "rpn_min_size": 10}, "grad": False},
    {
        "op": "_contrib_MultiProposal",
        "inputs": RPN,
        "grad": False,
        "attrs": {**SIZES, "output_score": False, "rpn_pre_nms_top_n": 0, "rpn_min_size": 2},
    },
    {
        "op": "_contrib_RROIAlign",
        "inputs": [((2, 3, 6, 8),), TURNED],
        "grad": False,
        "attrs": {"pooled_size": (2, 3), "spatial_scale": 0.8},
    },
    {
        "op": "_contrib_RROIAlign",
        "inputs": [((2, 3, 6, 8),), TURNED],
        "grad": False,
        "attrs": {"pooled_size": (3, 2), "spatial_scale": 0.5, "sampling_ratio": 3},
    },
    {
        "op": "_contrib_hawkesll",
        "inputs": [
            ((2, 3), "float32", "positive"),
            ((3,), "float32", "unit"),
            ((3,), "float32", "positive"),
            ((2, 3), "float32", "positive"),
            ((2, 5), "float32", "positive"),
            _v([[0, 1, 2, 1, 0], [2, 2, 0, 1, 2]], "int32"),
            _v([5, 3]),
            _v([30, 20]),
        ],
        "grad": [0, 1, 2],
    },
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 8, 6, 8),), ROIS, ((3, 4, 2, 2), "float32", ("uniform", -1, 1))],
        "grad": [0, 2],
        "attrs": {
            "spatial_scale": 0.7,
            "output_dim": 2,
            "group_size": 2,
            "pooled_size": 2,
            "sample_per_part": 3,
            "trans_std": 0.2,
        },
    },
    {
        "op": "_contrib_DeformablePSROIPooling",
        "inputs": [((2, 8, 6, 8),), ROIS],
        "grad": [0],
        "attrs": {
            "spatial_scale": 0.7,
            "output_dim": 2,
            "group_size": 2,
            "pooled_size": 3,
            "no_trans": True,
            "sample_per_part": 2,
        },
    },
]
