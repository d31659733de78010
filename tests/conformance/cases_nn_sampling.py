AFFINE = {"value": [[1, 0.1, 0.2, -0.1, 0.9, 0.1], [0.5, -0.3, 0, 0.2, 1.2, -0.4]]}
ROIS = {"value": [[0, 0, 0, 4, 4], [1, 1, 2, 6, 5], [1, 3, 3, 3, 3]]}
RESIZE = "_contrib_BilinearResize2D"
LABELS = {"value": [[1, 2, 2, 0], [3, 1, 0, 0], [2, 2, 2, 2]]}
LAST = {"value": [[0, 1, 1, -1], [2, 0, -1, -1], [1, -1, -1, -1]]}
COUNTS = {"value": [3, 2, 1]}
STEPS = {"value": [6, 4, 7]}
CTC = {"tol": (1e-4, 1e-5), "grad_tol": (1e-4, 1e-5), "grad": [0]}
CASES = [
    {"op": "UpSampling", "inputs": [((1, 2, 3, 2),)], "attrs": {"scale": 2, "sample_type": "nearest", "num_args": 1}},
    {
        "op": "UpSampling",
        "inputs": [((1, 2, 2, 2),), ((1, 1, 4, 4),)],
        "attrs": {"scale": 4, "sample_type": "nearest", "num_args": 2},
    },
    {
        "op": "UpSampling",
        "inputs": [((1, 2, 2, 2),), ((1, 2, 4, 4),)],
        "attrs": {"scale": 2, "sample_type": "nearest", "multi_input_mode": "sum", "num_args": 2},
    },
    {
        "op": "UpSampling",
        "inputs": [((2, 3, 3, 2),), ((3, 1, 4, 4),)],
        "attrs": {"scale": 2, "sample_type": "bilinear", "num_filter": 3, "num_args": 2},
        "tol": (1e-4, 1e-5),
    },
    {
        "op": "UpSampling",
        "inputs": [((2, 2, 3, 2),), ((2, 1, 5, 5),)],
        "attrs": {"scale": 3, "sample_type": "bilinear", "num_filter": 2, "num_args": 2},
        "tol": (1e-4, 1e-5),
    },
    {"op": RESIZE, "inputs": [((1, 2, 3, 4),)], "attrs": {"height": 5, "width": 6}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),)], "attrs": {"height": 3, "width": 7, "align_corners": False}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),)], "attrs": {"scale_height": 2.0, "scale_width": 0.5}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),)], "attrs": {"scale_height": 2.0, "scale_width": 2.0, "mode": "odd_scale"}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),)], "attrs": {"mode": "to_even_up"}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),)], "attrs": {"mode": "to_odd_down"}},
    {"op": RESIZE, "inputs": [((1, 2, 5, 4),), ((1, 1, 4, 3),)], "attrs": {"mode": "like"}, "grad": [0]},
    {
        "op": "GridGenerator",
        "inputs": [AFFINE],
        "attrs": {"transform_type": "affine", "target_shape": (4, 5)},
        "grad_tol": (1e-4, 1e-5),
    },
    {"op": "GridGenerator", "inputs": [((2, 2, 3, 4),)], "attrs": {"transform_type": "warp"}},
    {
        "op": "BilinearSampler",
        "inputs": [((2, 3, 4, 5),), ((2, 2, 3, 4), "float32", ("uniform", -1.4, 1.4))],
        "grad_tol": (1e-4, 2e-5),
    },
    {
        "op": "SpatialTransformer",
        "inputs": [((2, 3, 4, 5),), AFFINE],
        "attrs": {"transform_type": "affine", "sampler_type": "bilinear", "target_shape": (3, 4)},
        "grad_tol": (1e-4, 5e-5),
        "tol": (1e-4, 1e-5),
    },
    {"op": "ROIPooling", "inputs": [((2, 2, 6, 8),), ROIS], "attrs": {"pooled_size": (2, 3), "spatial_scale": 1.0}, "grad": [0]},
    {"op": "ROIPooling", "inputs": [((2, 2, 6, 8),), ROIS], "attrs": {"pooled_size": (3, 2), "spatial_scale": 0.7}, "grad": [0]},
    {"op": "CTCLoss", "inputs": [((8, 3, 4),), LABELS], **CTC},
    {"op": "CTCLoss", "inputs": [((8, 3, 4),), LAST], "attrs": {"blank_label": "last"}, **CTC},
    {"op": "CTCLoss", "inputs": [((8, 3, 4),), LABELS, STEPS], "attrs": {"use_data_lengths": True}, **CTC},
    {
        "op": "CTCLoss",
        "inputs": [((8, 3, 4),), LABELS, COUNTS],
        "attrs": {"use_label_lengths": True},
        **CTC,
        "levels": ("pure", "nd"),
    },
    {
        "op": "CTCLoss",
        "inputs": [((8, 3, 4),), LAST, STEPS, COUNTS],
        "attrs": {"use_data_lengths": True, "use_label_lengths": True, "blank_label": "last"},
        **CTC,
    },
    {"op": "CTCLoss", "inputs": [((8, 2, 4),), LABELS], "error": "batch size"},
    {"op": "Correlation", "inputs": [((2, 3, 6, 5),), ((2, 3, 6, 5),)], "attrs": {"max_displacement": 2, "pad_size": 2}},
    {
        "op": "Correlation",
        "inputs": [((2, 3, 8, 7),), ((2, 3, 8, 7),)],
        "attrs": {"kernel_size": 3, "max_displacement": 2, "stride1": 2, "stride2": 2, "pad_size": 2},
    },
    {
        "op": "Correlation",
        "inputs": [((1, 2, 7, 7),), ((1, 2, 7, 7),)],
        "attrs": {"kernel_size": 3, "max_displacement": 1, "pad_size": 1, "is_multiply": False},
    },
    {"op": "Correlation", "inputs": [((1, 1, 8, 8),), ((1, 1, 8, 8),)], "attrs": {"kernel_size": 8}, "error": "should be odd"},
]
